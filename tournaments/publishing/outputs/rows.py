"""A tournament as plain rows for every output, gathered at one version.

Only settled results of closed games are included, and none after the last game shown where games are hidden
until the podium. Names are those that may be published; the organiser's own files have every game and full
names with regions and member numbers. Money, notes, answers, telephones and ages are never included.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import games, registration
from tournaments.common import audit_log
from tournaments.games import criteria
from tournaments.models import Entry, Privacy, Publication, Result, Round, Stage, Tournament, User
from tournaments.models.locking import consistent_read, locked
from tournaments.publishing import (
    bracket_rows,
    ceremony,
    club_words,
    export,
    identity,
    prize_words,
    publications,
)
from tournaments.publishing.bracket_rows import BracketRows, DrawnBracket
from tournaments.publishing.club_words import ClubsInWords
from tournaments.publishing.identity import Identity
from tournaments.publishing.outputs import honours, season_folder, stage_export
from tournaments.publishing.outputs.corrections import ACT, Correction, corrections, earlier_publications
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.season_folder import CountedSeason
from tournaments.publishing.outputs.stage_export import MedalGame, StageExport
from tournaments.publishing.prizes import Award
from tournaments.registration import consent
from tournaments.rounds import stages
from tournaments.standings import (
    CardRow,
    ClubStandings,
    RankHistory,
    Row,
    Standings,
    card_with_names,
    cards,
    club_teams,
    rank_history,
    standings,
)

CLOSING_FIELDS = ("version", "at", "args")
LANGUAGES = {"fr-ca": "fr", "en": "en"}
"""The languages of outputs, each with its name in folders and files."""
MAX_EARLIER = 20  # publications that stay reachable


class Person(NamedTuple):
    """An entry. Only the organiser's own files have a region and a member number.

    `members` are there too, and for teams that meet on boards or are too large to be named by all members, by
    consent on the Internet as all names are. The house player is not ranked; on the Internet its name is
    empty, shown as the word for a house player.
    """

    number: int
    name: str
    club: str
    house: bool = False
    region: str = ""
    member_number: str = ""
    categories: tuple[int, ...] = ()
    kind: str = Entry.Kind.PLAYER
    presence: tuple[tuple[int, int | None], ...] = ()
    members: tuple[str, ...] = ()


class EarlierPublication(NamedTuple):
    """An earlier publication: its version, its moment, its last game, and its standings."""

    version: int
    at: datetime
    through: int
    official: bool
    shown: Standings


class KnownVersion(NamedTuple):
    """A version whose standings can be computed again: its time, its last game, whether it was official."""

    version: int
    at: datetime
    through: int
    official: bool


@dataclass(frozen=True)
class TournamentData:
    """A tournament at one version, ready to be written in any form and language.

    `last_game` is the last game that counts. `cards` are all games by player, `rank_histories` the ranks
    after each game; these and the `standings` are by entry number, with the names of `persons`.
    `competitor_kind` is the word for the entries (`registration.competing_kind`). `shortened` are the names
    that are shorter than the full ones.
    """

    uid: str
    slug: str
    name: str
    date: date
    place: str
    language: str
    paper: str
    rules: dict[str, Any]
    version: int
    made_at: datetime
    official_at: datetime | None
    last_game: int
    full_names: bool
    persons: dict[int, Person]
    standings: Standings
    cards: dict[int, tuple[CardRow, ...]]
    rank_histories: dict[int, RankHistory]
    medal_games: tuple[MedalGame, ...] = ()
    corrections: tuple[Correction, ...] = ()
    earlier: tuple[EarlierPublication, ...] = ()
    categories: tuple[Group, ...] = ()
    awards: tuple[Award, ...] = ()
    parts: tuple[StageExport, ...] = ()
    bracket_data: DrawnBracket | None = None
    clubs: ClubStandings | None = None
    members: int = 1
    competitor_kind: str = registration.PLAYERS
    seasons: tuple[CountedSeason, ...] = ()
    shortened: frozenset[str] = frozenset()
    organiser: Identity = field(default_factory=Identity)
    privacy: Privacy = field(default_factory=Privacy)
    logo: bytes = b""

    @property
    def is_official(self) -> bool:
        """Return whether the standings are final; otherwise they are those after `last_game`."""
        return self.official_at is not None

    @property
    def has_standings(self) -> bool:
        """Return whether there are places to show: after a closed game, or once a bracket alone is over."""
        return bool(self.last_game) or (self.standings.by_bracket and self.standings.has_places)

    @property
    def podium(self) -> list[Row]:
        """Return the rows on the podium, best first."""
        return ceremony.on_podium(self.standings)

    @property
    def columns(self) -> list[str]:
        """Return the columns of the standings after rank, name and club, as the game counts."""
        return criteria.columns(
            self.standings, games.GAMES[self.standings.game].words.columns(self.standings)
        )

    @property
    def prizes(self) -> list[prize_words.AwardInWords]:
        """Return the awarded prizes, in the active language; none before the standings are official."""
        known = {group.id: group.name for group in self.categories}
        names = self.names
        described = (prize_words.describe_award(award, names, known) for award in self.awards)
        return [one for one in described if one.who]

    @property
    def club_teams(self) -> ClubsInWords | None:
        """Return the standings of clubs in the active language; None where clubs are not ranked."""
        if self.clubs is None or not self.clubs.teams:
            return None
        return club_words.describe_clubs(self.clubs, self.names, self.standings.rank_by)

    @property
    def bracket(self) -> BracketRows | None:
        """Return the bracket in the active language, as far as its matches are over; None without one."""
        return bracket_rows.published_rows(self.bracket_data, self.names)

    @property
    def names(self) -> dict[int, str]:
        """Return all names in the active language, by number."""
        return {number: self.display_name(number) for number in self.persons}

    def display_name(self, number: int) -> str:
        """Return a name in the active language: the house player has a word for one."""
        person = self.persons[number]
        return person.name or _("House player")


def publishable_data(tournament: Tournament, *, full_names: bool = False) -> TournamentData:
    """Return a tournament as it may be published; `full_names` only for the organiser's own files.

    Raises `DomainError` where nothing may be published yet: no game is closed, a closed game is in dispute,
    or results were corrected after the standings were made official.
    """
    with consistent_read(tournament.pk) as current:
        stage = stages.qualifying(current)
        last_public_game = None if full_names else ceremony.last_public_game(current, stage)
        official = publications.official_publication(current) if last_public_game is None else None
        if official is not None and not publications.is_current(official):
            raise DomainError("official_outdated")
        closed = Result.objects.filter(stage__tournament=current, meeting__round__state=Round.State.CLOSED)
        if closed.filter(state="disputed").exists():
            raise DomainError("publish_in_dispute")
        data = _tournament_data(
            current, stage, last_public_game, official, _persons(current, full_names), full_names
        )
        if not data.last_game and data.bracket_data is None:
            raise DomainError("nothing_to_publish")
        return data if full_names else replace(data, shortened=consent.shortened_names(current))


def organiser_data(tournament: Tournament) -> TournamentData:
    """Return a tournament for the organiser alone, at any moment: nothing is refused."""
    with consistent_read(tournament.pk) as current:
        return _tournament_data(
            current, stages.qualifying(current), None, None, _persons(current, True), full_names=True
        )


def publication_data(tournament: Tournament) -> TournamentData:
    """Return a tournament for the Internet, with earlier publications that differ from it."""
    data = publishable_data(tournament)
    # lines never change: an earlier state can be computed while others write
    return replace(data, earlier=_earlier(tournament, data))


def api_data(tournament: Tournament, *, full_names: bool = False) -> TournamentData:
    """Return a tournament for the API; `full_names` within the hall. Member numbers are never included.

    Nothing is refused: before the first closed game `last_game` is 0, and where results were corrected after
    the standings were made official, these stay until they are made official again, as on the pages.
    """
    stage = stages.qualifying(tournament)
    last_public_game = ceremony.last_public_game(tournament, stage)
    official = publications.official_publication(tournament) if last_public_game is None else None
    names = None if full_names else registration.public_names(tournament)
    return _tournament_data(
        tournament, stage, last_public_game, official, _persons_by_names(tournament, names), full_names=False
    )


def versions(tournament: Tournament) -> list[KnownVersion]:
    """Return the versions whose standings all may see again, newest first."""
    last_public_game = ceremony.last_public_game(tournament, stages.qualifying(tournament))
    closings = tournament.acts.filter(kind="close", undone_by=None, args__stage=1)
    known = [
        KnownVersion(version, at, args["round"], False)
        for version, at, args in closings.values_list(*CLOSING_FIELDS)
    ]
    if last_public_game is not None:
        return sorted((one for one in known if one.through <= last_public_game), reverse=True)
    made = tournament.publications.filter(official=True).values_list("version", "at", "through_round")
    return sorted(
        [*known, *(KnownVersion(version, at, last or 0, True) for version, at, last in made)], reverse=True
    )


def standings_at(tournament: Tournament, known: KnownVersion, data: TournamentData) -> Standings:
    """Return the standings at one of `versions`, with the names of `data`."""
    if known.official:
        shown = publications.published_standings(
            tournament.publications.get(official=True, version=known.version)
        )
    else:
        shown = standings(
            tournament,
            upto=known.version,
            through_round=known.through,
            settled_only=True,
            closed_only=True,
        )
    return _with_names(shown, data.persons)


def record_publication(tournament: Tournament, data: TournamentData, *, by: User | None) -> None:
    """Record that the files of a tournament were made; any later change is listed as a correction."""
    args = {"version": data.version, "through_round": data.last_game, "official": data.is_official}
    with locked(tournament) as current:
        audit_log.record(current, ACT, args, by=by)


def _tournament_data(
    tournament: Tournament,
    stage: Stage,
    last_public_game: int | None,
    official: Publication | None,
    persons: dict[int, Person],
    full_names: bool,
) -> TournamentData:
    """Return the rows of a tournament, with the official standings or those up to `last_public_game`."""
    shown = (
        publications.published_standings(official, stage)
        if official
        else standings(tournament, through_round=last_public_game, settled_only=True, closed_only=True)
    )
    closed = set(stage.rounds.filter(state=Round.State.CLOSED).values_list("number", flat=True))
    closed = {number for number in closed if last_public_game is None or number <= last_public_game}
    known = honours.shown_category_names(tournament, hall=full_names)
    held = honours.categories_by_entry(tournament, known)
    persons = {number: one._replace(categories=held.get(number, ())) for number, one in persons.items()}
    shown = _with_names(shown, persons)
    return TournamentData(
        uid=str(tournament.uid),
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        place=tournament.place,
        language=tournament.language,
        paper=tournament.paper,
        rules=stage.rules,
        version=tournament.version,
        made_at=timezone.now(),
        official_at=official.at if official else None,
        last_game=max(closed, default=0),
        full_names=full_names,
        persons=persons,
        standings=shown,
        cards=_cards(tournament, persons, closed),
        rank_histories=rank_history(stage, shown),
        medal_games=() if last_public_game is not None else stage_export.medal_games(tournament),
        corrections=corrections(tournament, stage, closed),
        categories=honours.groups(known, held, shown),
        awards=honours.awards(tournament, official, known),
        parts=stage_export.stage_exports(tournament, last_public_game, full_names=full_names),
        members=registration.members_per_entry(tournament),
        competitor_kind=registration.competing_kind(tournament),
        seasons=season_folder.seasons(tournament),
        clubs=club_teams.club_standings(tournament, shown),
        bracket_data=None if last_public_game is not None else bracket_rows.drawn(tournament, stage),
        organiser=identity.identity_of(tournament),
        privacy=Privacy.for_organisation(tournament.organisation),
        logo=identity.picture(tournament),
    )


def _persons(tournament: Tournament, full_names: bool) -> dict[int, Person]:
    if full_names:
        entries = export.with_members(tournament.entries.order_by("number"))
        return {
            entry.number: Person(
                entry.number,
                entry.name,
                entry.club,
                entry.is_house,
                entry.region,
                entry.member_number,
                kind=entry.kind,
                presence=export.presence_of(entry),
                members=tuple(export.members_of(entry)),
            )
            for entry in entries
        }
    return _persons_by_names(tournament, registration.public_names(tournament))


def _persons_by_names(tournament: Tournament, names: dict[int, str] | None) -> dict[int, Person]:
    """Return all entries by those names (None: in full).

    Members are included for teams on boards and for large teams, and no other details.
    """
    on_boards = stages.qualifying(tournament).rules.get("boards")
    columns = ("number", "name", "club", "kind", "team", "tournament")
    entries = list(tournament.entries.order_by("number").prefetch_related("presences").only(*columns))
    by_team = {one.number for one in entries if on_boards or len(one.team) > registration.MAX_NAMED_MEMBERS}
    squads = registration.squads(tournament, public=names is not None) if by_team else {}
    return {
        entry.number: Person(
            entry.number,
            entry.name if names is None else names.get(entry.number, ""),
            entry.club,
            entry.is_house,
            kind=entry.kind,
            presence=export.presence_of(entry),
            members=squads[entry.number].names if entry.number in by_team & squads.keys() else (),
        )
        for entry in entries
    }


def _with_names(shown: Standings, persons: dict[int, Person]) -> Standings:
    known = [(row, persons[row.number]) for row in shown.rows]
    rows = [row._replace(name=person.name, club=person.club) for row, person in known]
    return replace(shown, rows=rows)


def _cards(
    tournament: Tournament, persons: dict[int, Person], closed: set[int]
) -> dict[int, tuple[CardRow, ...]]:
    """Return the closed games on all cards."""
    names = {number: person.name for number, person in persons.items()}
    squads = {number: person.members for number, person in persons.items()}
    every = cards(tournament, settled_only=True, closed_only=True)
    return {
        number: tuple(card_with_names((row for row in rows if row.game in closed), number, names, squads))
        for number, rows in every.items()
    }


def _earlier(tournament: Tournament, data: TournamentData) -> tuple[EarlierPublication, ...]:
    """Return earlier publications with other standings than the next newer one, newest first."""
    found: list[EarlierPublication] = []
    stage = stages.qualifying(tournament)
    newer, official = data.standings.rows, data.is_official
    for version, at, args in earlier_publications(tournament):
        hidden = args["through_round"] > data.last_game  # since then the organiser has hidden games
        if version >= data.version or hidden:
            continue
        # once all games are over, what follows them counts too: medal matches and playoffs
        planned = stages.standings_rules_at(stage, version)["rounds"]
        games_over = args["official"] or args["through_round"] >= planned
        through = None if games_over else args["through_round"]
        shown = _with_names(standings(tournament, upto=version, through_round=through), data.persons)
        if shown.rows == newer and args["official"] == official:
            continue
        newer, official = shown.rows, args["official"]
        found.append(EarlierPublication(version, at, args["through_round"], official, shown))
        if len(found) == MAX_EARLIER:
            break
    return tuple(found)


def in_rank(data: TournamentData) -> Iterator[tuple[Row, Person]]:
    """Yield the ranked rows, best first, each with its entry."""
    for row in data.standings.rows:
        yield row, data.persons[row.number]
