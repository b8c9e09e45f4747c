"""Seasons: evenings of one organisation added up into one table (rules.md §10).

Nothing is typed twice: the points of an evening follow from its official standings, as they were announced. A
person is identified as the organisation's `Player`; partners who sat together each have the result of their
side. Where teams compete, a team is the same under the same name and club, with any players, and where the
organiser has declared that two names are one team.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Q, QuerySet, When
from django.dispatch import Signal

from scoring import DomainError, season
from scoring.criteria import CRITERIA
from tournaments.common.signals import announce_season_changes
from tournaments.games import criteria
from tournaments.models import (
    Act,
    Entry,
    League,
    Member,
    Organisation,
    OrganisationAct,
    Season,
    SeasonEvening,
    Stage,
    Tournament,
    User,
)
from tournaments.models.locking import writer_lock
from tournaments.publishing import ceremony, official_results
from tournaments.registration import composed_full_name, consent, distinct_names, fold, is_composed
from tournaments.registration.teams import competing_kinds
from tournaments.rounds import fixtures

MAX_EVENINGS = 100
BATCH_SIZE = 500  # values in one statement: SQLite takes 999 parameters
COUNTED, COMING, HIDDEN, LOWEST = "counted", "coming", "hidden", "lowest"


season_deleted = Signal()
"""Sent once the deletion of a season is committed, with its `uid`."""


class SeasonEveningState(NamedTuple):
    """A tournament of the season: its number in it from 1, its state, its ranking criterion.

    `people` is how many were ranked, `competing` what they are (`registration.competing_kind`).
    """

    number: int
    tournament: Tournament
    state: str
    criterion: str
    people: int
    competing: str


class SeasonLine(NamedTuple):
    """A line of the table, with the points of every evening, None where the person or team was not there."""

    row: season.Row
    name: str
    club: str
    cells: tuple["Cell", ...]


class Cell(NamedTuple):
    """The points of an evening, and whether it is one of those that count."""

    brought: season.Points | None
    counts: bool


_cell = lru_cache(maxsize=4096)(Cell)  # ten thousand on a page are equal: each is made once


class Table(NamedTuple):
    """The table of a season. `mixed`: its evenings rank by different criteria, added up all the same."""

    evenings: list[SeasonEveningState]
    lines: list[SeasonLine]
    mixed: bool


class _CompetitorName(NamedTuple):
    """The name of a person or team at their last evening."""

    who: int
    name: str
    club: str


Seen = dict[int, list[tuple[int, int]]]
"""By tournament: entry numbers, each with a player, or the team, that had its result."""


@contextmanager
def locked(key: int) -> Iterator[Season]:
    """Lock a season and its league by their one lock, the row of the season, for a transaction.

    A tournament that is locked as well must be locked after this. Raises `DomainError` if the season is gone.
    """

    with writer_lock(), transaction.atomic():
        # The season alone: who registers people refers to the organisation.
        found = Season.objects.select_for_update(of=("self",)).select_related("organisation")
        known = found.filter(pk=key).first()
        if known is None:
            raise DomainError("season_gone")
        yield known
        announce_season_changes([key])


def follow_people(*, keys: Sequence[int], **_signal: Any) -> None:
    """Announce the seasons that have these people in their leagues: a receiver of `players_changed`."""
    transaction.on_commit(partial(_announce_seasons_of, keys), robust=True)


def _announce_seasons_of(people: Sequence[int]) -> None:
    found: set[int] = set()
    for at in range(0, len(people), BATCH_SIZE):
        known = Season.objects.filter(league__sides__players__player__in=people[at : at + BATCH_SIZE])
        found |= set(known.values_list("pk", flat=True))
    announce_season_changes(sorted(found))  # once each, as its file is written again


def make(organisation: Organisation, described: dict[str, Any]) -> Season:
    """Create a season of an organisation; `described` has the values of the model's columns by name."""
    with writer_lock(), transaction.atomic():
        # two at once would draw the same address
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        made = Season.objects.create(organisation=organisation, **described)
    with locked(made.pk):
        return made


DESCRIPTION_FIELDS = ("name", "sides", "counts", "by_rank", "best", "least", "attendance", "public")


def description_hash(known: Season) -> str:
    """Return a hash of the description of a season, to detect changes."""
    columns = [getattr(known, name) for name in DESCRIPTION_FIELDS]
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()


def change(known: Season, described: dict[str, Any], *, seen: str | None = None) -> None:
    """Change the description of a season. Its address stays.

    `seen` is the `description_hash` that the user saw. Raises `DomainError` where it was changed since.
    """
    with locked(known.pk) as current:
        if seen is not None and seen != description_hash(current):
            raise DomainError("season_changed")
        for name, value in described.items():
            setattr(known, name, value)
        known.save(update_fields=list(described))


def add(known: Season, tournament: Tournament) -> None:
    """Let a tournament count for a season.

    Raises `DomainError` for a tournament of another organisation, for too many, and for one whose evening of
    the league another tournament of the season plays.
    """
    if tournament.organisation_id != known.organisation_id or not tournament.live or tournament.example:
        raise DomainError("season_not_ours", name=tournament.name)
    with locked(known.pk):
        if known.evenings.filter(tournament_uid=tournament.uid).exists():
            return
        if known.evenings.count() >= MAX_EVENINGS:
            raise DomainError("season_full", most=MAX_EVENINGS)
        if taken_by := _other_on_evening(known, tournament):
            raise DomainError("league_evening_taken", name=taken_by.name)
        SeasonEvening.objects.create(season=known, tournament_uid=tournament.uid)


def check_evenings_differ(known: Season) -> None:
    """Raise `DomainError` where two tournaments of a season play the same evening of its league."""
    counted = {one.pk: one for one in SeasonEvening.tournaments(known)}
    evenings = list(_evenings_played(known, counted).items())
    for at, (key, evening) in enumerate(evenings):
        if evening in [other for _key, other in evenings[:at]]:
            raise DomainError("league_evening_taken", name=counted[key].name)


def _other_on_evening(known: Season, tournament: Tournament) -> Tournament | None:
    """Return the tournament of the season that plays the evening of its league that `tournament` plays."""
    counted = {one.pk: one for one in SeasonEvening.tournaments(known)}
    plays = _evenings_played(known, [tournament.pk, *counted])
    own = plays.pop(tournament.pk, None)
    return next((counted[key] for key, evening in plays.items() if evening == own), None)


def _evenings_played(known: Season, tournaments: Iterable[int]) -> dict[int, int]:
    """Return the evening of the league of a season that each of these tournaments plays, by key."""
    acts = Act.objects.filter(kind=fixtures.KIND, tournament__in=list(tournaments)).order_by("version")
    newest = {act.tournament_id: act.args for act in acts}
    return {key: args["evening"] for key, args in newest.items() if args["league"] == str(known.uid)}


def take_out(known: Season, tournament: Tournament) -> None:
    """Remove a tournament from a season; the tournament itself stays as it is."""
    with locked(known.pk):
        known.evenings.filter(tournament_uid=tournament.uid).delete()


def has_content(known: Season) -> bool:
    """Return whether a tournament counts for a season, or it has fixtures."""
    return bool(evenings_of(known)) or League.objects.filter(season=known).exists()


def delete(known: Season, *, by: User | None) -> None:
    """Delete a season. Raises `DomainError` if it has tournaments or fixtures."""
    with locked(known.pk) as held:
        if has_content(held):
            raise DomainError("season_in_use")
        about = {"season": str(held.uid), "name": held.name}
        OrganisationAct.objects.create(
            organisation=held.organisation, kind="season_delete", args=about, by=by
        )
        held.delete()
        transaction.on_commit(lambda: season_deleted.send_robust(sender=Season, uid=held.uid))


def copy_seasons(tournament: Tournament, earlier: Tournament) -> None:
    """Add a tournament that was set up like an earlier one to the seasons of that one."""
    if tournament.organisation_id != earlier.organisation_id or earlier.example:
        return
    for known in tournament.organisation.seasons.filter(evenings__tournament_uid=earlier.uid):
        if known.evenings.count() < MAX_EVENINGS:
            add(known, tournament)


def evenings_of(known: Season) -> list[Tournament]:
    """Return the current tournaments of a season, in the order in which they are played."""
    return list(SeasonEvening.tournaments(known))


def addable_tournaments(known: Season) -> list[Tournament]:
    """Return the tournaments of the organisation that could be added, the newest first."""
    taken = known.evenings.values("tournament_uid")
    ours = known.organisation.tournaments.filter(live=True, example=False, hidden=False)
    return list(ours.exclude(uid__in=taken).order_by("-date", "-pk")[:MAX_EVENINGS])


def table(known: Season, *, public: bool = False, published: bool = False) -> Table:
    """Compute the table of a season.

    With `public`, as the public may see it, on a server with names by consent; with `published`, for files on
    the Internet, with names by consent everywhere. A season with fixtures is ranked by the table of its
    league, and there are no lines. The public sees no evening that is not public, nor one whose last games
    are hidden until the ceremony.
    """
    played = list(SeasonEvening.tournaments(known))
    official = official_results.official(played)
    stages = {one.tournament_id: one for one in Stage.objects.filter(tournament__in=played, order=1)}
    evenings = []
    competing = competing_kinds(played)
    for number, tournament in enumerate(played, start=1):
        criterion = stages[tournament.pk].rules["criteria"][0]
        rows = official.get(tournament.pk)
        state = _state(known, tournament, criterion, rows is not None, public=public)
        kind = competing[tournament.pk]
        evenings.append(SeasonEveningState(number, tournament, state, criterion, len(rows or ()), kind))
    if League.objects.filter(season=known).exists():
        return Table(evenings, [], mixed=False)
    counted = [one for one in evenings if one.state == COUNTED]
    of_teams = known.sides == Season.Sides.TEAMS
    short = published or (public and settings.SHORT_NAMES)
    seen, called = _teams_and_namer(known, counted, short) if of_teams else _players_and_namer(counted, short)
    had: dict[int, dict[int, season.EveningResult]] = {}
    last: dict[int, int] = {}
    for evening in counted:
        key = evening.tournament.pk
        brought = _as_ranked(official[key], evening.criterion)
        for sat, who in seen.get(key, ()):
            if has := brought.get(sat):
                theirs, last[who] = had.setdefault(who, {}), key  # of two numbers, the lower ranked counts
                theirs[evening.number] = max(
                    has, theirs.get(evening.number, has), key=lambda one: (one.rank or 0, one.result)
                )
    lines = _lines(known, had, called(last), counted)
    return Table(evenings, lines, len({one.criterion for one in counted}) > 1)


def _as_ranked(results: official_results.EveningResults, criterion: str) -> official_results.EveningResults:
    """Return the results of an evening as `criterion` counts them: standings keep some in halves."""
    lowest, halves = CRITERIA[criterion].LOWEST, criterion in criteria.HALVES
    if not (lowest or halves):
        return results
    return {
        number: season.EveningResult(one.rank, Fraction(one.result, 2) if halves else one.result, lowest)
        for number, one in results.items()
    }


def count_hidden_evenings(known: Season) -> int:
    """Return how many evenings the public table leaves out."""
    return sum(_is_hidden(one) for one in SeasonEvening.tournaments(known))


def _state(known: Season, tournament: Tournament, criterion: str, is_official: bool, *, public: bool) -> str:
    """Return the state of an evening: whether it counts, or why not."""
    if public and _is_hidden(tournament):
        return HIDDEN
    if known.counts == season.RESULTS and CRITERIA[criterion].LOWEST:
        return LOWEST
    return COUNTED if is_official else COMING


def _is_hidden(tournament: Tournament) -> bool:
    """Return whether an evening, or its end before the ceremony, is hidden from the public."""
    return tournament.visibility != Tournament.Visibility.PUBLIC or ceremony.has_hidden_games(tournament)


def _players_and_namer(
    evenings: list[SeasonEveningState], short: bool
) -> tuple[Seen, Callable[[dict[int, int]], list[_CompetitorName]]]:
    """Return the players who began each evening under each number; partners and teams are several.

    With `short`, their names are by consent.
    """
    tournaments = [one.tournament.pk for one in evenings]
    members = Member.objects.filter(entry__tournament__in=tournaments)
    columns = ("entry__tournament", "entry__number", "player", "entry", "position")
    in_turn = members.order_by("entry", "position", "from_round", "pk").values_list(*columns)
    found: Seen = {tournament: [] for tournament in tournaments}
    before = None
    for tournament, number, player, *place in in_turn.iterator(chunk_size=2000):
        if place != before:  # a player who takes a place later in the evening does not have its result
            found[tournament].append((number, player))
            before = place

    def called(last: dict[int, int]) -> list[_CompetitorName]:
        return _people_names(members, evenings, last, short)

    return found, called


def _people_names(
    members: QuerySet[Member], evenings: list[SeasonEveningState], last: dict[int, int], short: bool
) -> list[_CompetitorName]:
    """Return the names of these people at their last evening: `last` has its tournament by player."""
    declared = {one.tournament.pk for one in evenings if consent.declared_at(one.tournament) is not None}
    players: dict[int, list[int]] = {}
    for player, tournament in last.items():
        players.setdefault(tournament, []).append(player)
    theirs = Q(pk=None)
    for tournament, some in players.items():
        theirs |= Q(entry__tournament=tournament, player__in=some)
    # the consent of the entry is that of its current player
    own = Q(entry__kind=Entry.Kind.TEAM) | Q(to_round__isnull=False)
    consent_given = Case(When(own, then="consented_at"), default="entry__consented_at")
    columns = ("player", "entry__tournament", "player__name", "player__sort_name", "entry__club")
    rows = members.filter(theirs).order_by("from_round", "-pk").values_list(*columns, consent_given)
    found = {
        player: (
            consent.MemberConsent(name, sort_name, not short or tournament in declared or moment is not None),
            club,
        )
        for player, tournament, name, sort_name, club, moment in rows
    }
    return [_CompetitorName(player, member.public_name, club) for player, (member, club) in found.items()]


def team_key(name: str, club: str) -> str:
    """Return the key by which a team is recognised from evening to evening.

    >>> team_key("Les  Valets", "Sorel") == team_key("les valets", "SOREL")
    True
    """
    return f"{fold(name)}\t{fold(club)}"


def merge_teams(known: Season, one: str, other: str) -> None:
    """Declare two teams of a season (`team_key`) to be one: `one` counts as `other`. Raises `DomainError`."""
    with locked(known.pk) as known:
        there = {one_key for one_key, _name, _club in teams(known)}
        if one == other or not {one, other} <= there:
            raise DomainError("season_same_team")
        known.same_teams = [*known.same_teams, [one, other]]
        known.save(update_fields=["same_teams"])


def separate_team(known: Season, one: str) -> None:
    """Undo that a team (`team_key`) is the same as another one."""
    with locked(known.pk) as known:
        known.same_teams = [pair for pair in known.same_teams if pair[0] != one]
        known.save(update_fields=["same_teams"])


def teams(known: Season) -> list[tuple[str, str, str]]:
    """Return the teams of a season that count for themselves: key, and name and club as first entered."""
    tournaments = list(SeasonEvening.tournaments(known))
    rows = Entry.objects.filter(tournament__in=tournaments, kind=Entry.Kind.TEAM)
    found: dict[str, tuple[str, str, str]] = {}
    in_order = rows.order_by("tournament__date", "tournament", "number").values_list("name", "club", "team")
    for name, club, people in in_order:
        key = team_key(composed_full_name(people) if is_composed(name, people) else name, club)
        if key not in dict(known.same_teams):
            found.setdefault(key, (key, name, club))
    return list(found.values())


def _teams_and_namer(
    known: Season, evenings: list[SeasonEveningState], short: bool
) -> tuple[Seen, Callable[[dict[int, int]], list[_CompetitorName]]]:
    """Return the team of each entry number at each evening, by the numbers 1, 2, 3 … of the season."""
    tournaments = {one.tournament.pk for one in evenings}
    consents = consent.consents_by_team([one.tournament for one in evenings]) if short else {}
    same, numbers = dict(known.same_teams), dict[str, int]()
    found: Seen = {}
    names: dict[tuple[int, int], _CompetitorName] = {}
    there: set[tuple[int, str]] = set()
    rows = Entry.objects.filter(tournament__in=tournaments, kind=Entry.Kind.TEAM).order_by(
        "tournament", "number"
    )
    for tournament, number, name, club, people in rows.values_list(
        "tournament", "number", "name", "club", "team"
    ):
        named = not is_composed(name, people)
        key = team_key(name if named else composed_full_name(people), club)
        for _step in same:  # a chain ends after as many steps as there are pairs, a ring too
            key = same.get(key, key)
        while (
            tournament,
            key,
        ) in there:  # two of one name play an evening: neither gets the result of the other
            key += "\t"
        there.add((tournament, key))
        who = numbers.setdefault(key, len(numbers) + 1)
        found.setdefault(tournament, []).append((number, who))
        shown = consent.public_team(name, people, consents.get((tournament, number), ())) if short else name
        names[who, tournament] = _CompetitorName(who, shown, club)
    return found, lambda last: [names[who, tournament] for who, tournament in last.items()]


def _lines(
    known: Season,
    had: dict[int, dict[int, season.EveningResult]],
    called: list[_CompetitorName],
    counted: list[SeasonEveningState],
) -> list[SeasonLine]:
    shown = distinct_names(called)
    clubs = {one.who: one.club for one in called}
    by_name = {who: had[who] for who in sorted(had, key=lambda who: (shown[who], who))}
    numbers = [one.number for one in counted]
    lines = []
    for row in season.table(by_name, known.rules):
        brought, counts = row.brought, set(row.counted)
        cells = tuple([_cell(brought.get(number), number in counts) for number in numbers])
        lines.append(SeasonLine(row, shown[row.who], clubs[row.who], cells))
    return lines
