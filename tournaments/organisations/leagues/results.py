"""Results of the fixtures of a league from the score books of its evenings, by the `uid` of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max, QuerySet

from scoring import league as leagues
from scoring import match as matches
from scoring.games import GAMES
from scoring.side import SideValue
from tournaments.models import (
    Act,
    League,
    Line,
    Publication,
    Result,
    Round,
    SeasonEvening,
    Seat,
    Stage,
    Tournament,
)
from tournaments.models.rows import prepared
from tournaments.publishing import ceremony
from tournaments.rounds.fixtures import KIND, Fixture, rounds_of
from tournaments.standings.totals import game_records


class EveningTournament(NamedTuple):
    """A tournament that plays an evening of the league, with the act that declares its fixtures."""

    number: int
    tournament: Tournament
    stage: Stage
    act: Act
    official: Publication | None


class SeatedFixture(NamedTuple):
    """A fixture that was seated: its evening, its round, and its result.

    `game` is None while there is no result: then it was not played, or its evening is not official yet.
    """

    evening: EveningTournament
    round: int
    game: leagues.Game | None


def evenings(league: League, *, public: bool = False) -> list[EveningTournament]:
    """Return the evenings that have a tournament, by date; with `public`, only the public ones."""
    tournaments = [
        one
        for one in SeasonEvening.tournaments(league.season)
        if not public
        or (one.visibility == Tournament.Visibility.PUBLIC and not ceremony.has_hidden_games(one))
    ]
    acts: dict[int, Act] = {}
    ours = str(league.season.uid)
    keys = [tournament.pk for tournament in tournaments]
    for act in _fixture_acts(keys):
        acts[act.tournament_id] = act
    stages = {one.tournament_id: one for one in _stages(keys)}
    official = {one.tournament_id: one for one in _official_publications(keys)}
    return [
        EveningTournament(
            acts[tournament.pk].args["evening"],
            tournament,
            stages[tournament.pk],
            acts[tournament.pk],
            official.get(tournament.pk),
        )
        for tournament in tournaments
        if tournament.pk in acts and acts[tournament.pk].args["league"] == ours
    ]


def playing_elsewhere(league: League, tournaments: Sequence[Tournament]) -> set[int]:
    """Return the keys of those of the `tournaments` that play an evening of another league."""
    declared = {
        act.tournament_id: act.args["league"] for act in _fixture_acts([one.pk for one in tournaments])
    }
    others = SeasonEvening.objects.exclude(season=league.season_id).filter(
        tournament_uid__in=[one.uid for one in tournaments]
    )
    counted = {(uid, str(season)) for uid, season in others.values_list("tournament_uid", "season__uid")}
    return {one.pk for one in tournaments if (one.uid, declared.get(one.pk)) in counted}


@prepared
def _fixture_acts(tournaments: list[int]) -> QuerySet[Act]:
    return Act.objects.filter(tournament__in=tournaments, kind=KIND, undone_by=None).order_by("version")


@prepared
def _stages(tournaments: list[int]) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament__in=tournaments, order=1)


@prepared
def _official_publications(tournaments: list[int]) -> QuerySet[Publication]:
    return Publication.objects.official_now().filter(tournament__in=tournaments)


def seated_fixtures(evenings: Sequence[EveningTournament]) -> dict[str, SeatedFixture]:
    """Return the fixtures that were seated, by their uid; the last evening that seated one counts."""
    seats = meetings_by_pair([one.stage.pk for one in evenings])
    games = _results(evenings, [one for meetings in seats.values() for one in meetings])
    found: dict[str, SeatedFixture] = {}
    for evening in evenings:
        for number, fixtures in enumerate(rounds_of(evening.act), start=1):
            for fixture in fixtures:
                meeting = _meeting(seats, evening, number, fixture)
                if meeting is None:
                    continue
                values = games.get(meeting[0], {})
                game = _game(evening, fixture, meeting[1], values) if evening.official else None
                if game is not None or fixture.uid not in found or found[fixture.uid].game is None:
                    found[fixture.uid] = SeatedFixture(evening, number, game)
    return found


Meetings = dict[tuple[int, int, frozenset[int]], dict[int, int]]
"""Meetings by stage, round and both entry numbers; each meeting with the entry number that is side 0."""


def meetings_by_pair(stages: Sequence[int]) -> Meetings:
    """Return the meetings of two in these stages."""
    seats = Seat.objects.filter(meeting__round__stage__in=stages, meeting__void_act=None)
    seats = seats.exclude(meeting__round__state=Round.State.VOID)
    columns = ("meeting__round__stage", "meeting__round__number", "meeting", "side", "entry__number")
    meetings: dict[tuple[int, int, int], dict[int, list[int]]] = defaultdict(dict)
    for stage, number, meeting, side, entry in seats.values_list(*columns):
        meetings[stage, number, meeting].setdefault(side, []).append(entry)
    found: Meetings = defaultdict(dict)
    for (stage, number, meeting), sides in meetings.items():
        if len(sides) == 2 and all(len(side) == 1 for side in sides.values()):
            (one,), (other,) = sides[0], sides[1]
            found[stage, number, frozenset((one, other))][meeting] = one
    return found


def _meeting(
    seats: Meetings, evening: EveningTournament, number: int, fixture: Fixture
) -> tuple[int, bool] | None:
    """Return the meeting of a fixture, and whether the side at home is its side 0."""
    there = seats.get((evening.stage.pk, number, frozenset(fixture[:2])))
    if not there:
        return None
    meeting, first = max(there.items())
    return meeting, first == fixture.home


def _results(
    evenings: Sequence[EveningTournament], meetings: Iterable[int]
) -> dict[int, dict[int, dict[int, SideValue]]]:
    """Return the values of each side in each game of official evenings, as they were when announced."""
    official = {one.tournament.pk: one for one in evenings if one.official}
    later = Line.objects.filter(tournament__in=official).values_list("tournament").annotate(Max("version"))
    changed = [
        official[pk]
        for pk, last in later.order_by()
        if last > official[pk].official.version  # type: ignore[union-attr]
    ]
    as_announced = [one.stage for one in official.values() if one not in changed]
    found: dict[int, dict[int, dict[int, SideValue]]] = defaultdict(dict)
    rows = Result.objects.filter(stage__in=as_announced, meeting__in=list(meetings))
    columns = ("pegged", "against", "played", "won", "skunk", "match_points", "spread", "how", "value")
    for meeting, game, side, *kept in rows.values_list("meeting", "game", "side", *columns):
        value = dict(zip(columns, kept, strict=True))
        value |= {"played": bool(value["played"]), "won": bool(value["won"])}
        found[meeting].setdefault(game, {})[side] = SideValue(**value)
    for one in changed:
        for kept in game_records(one.stage, None, one.official.version, settled_only=False):  # type: ignore[union-attr]
            found[kept.meeting].setdefault(kept.game, {})[kept.side] = kept.has
    return found


def _game(
    evening: EveningTournament, fixture: Fixture, home_first: bool, values: dict[int, dict[int, SideValue]]
) -> leagues.Game | None:
    """Return the game of a meeting, or None where it was not played to its end."""
    rules = evening.stage.rules
    match, at_once = matches.read_match(rules), GAMES[evening.stage.game].wins_match_at(rules)
    sides = [[one[0], one[1]] for _number, one in sorted(values.items()) if len(one) == 2]
    halves = matches.halves_won(match, sides, wins_match_at=at_once)
    if sum(halves) == 0:
        return None
    points = [sum(getattr(one[at], rules["credited"]) for one in sides) for at in (0, 1)]
    worth = [sum(one[at].match_points for one in sides) for at in (0, 1)]
    if not home_first:
        halves, points, worth = halves[::-1], points[::-1], worth[::-1]
    won_by = leagues.DRAWN if halves[0] == halves[1] else leagues.HOME if halves[0] else leagues.AWAY
    return leagues.Game(fixture.home, fixture.away, won_by, (points[0], points[1]), (worth[0], worth[1]))
