"""The history of a person: official tournaments, seasons and leagues, and the games against each opponent.

Everything is read in as many queries for one tournament as for a thousand.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import (
    LeaguePlayer,
    LeagueTable,
    Player,
    Publication,
    Result,
    Round,
    Season,
    SeasonEvening,
    Stage,
)
from tournaments.publishing import past_tournaments
from tournaments.publishing.past_tournaments import PastTournament, member_in_round


class GameTotal(NamedTuple):
    """The official tournaments of one game: how many, games and games won, the best rank, the average.

    `average` are the points of a game that was played out; None if there is none.
    """

    game: str
    tournaments: int
    games: int
    won: int
    best: int | None
    average: Fraction | None


class SeasonTotal(NamedTuple):
    """A season: its evenings of the person that are official, and their games."""

    season: Season
    evenings: int
    games: int
    won: int


class LeagueTotal(NamedTuple):
    """A league: the official rank of the person's side, and its games; without a rank while it goes on."""

    season: Season
    rank: int | None
    games: int
    won: int


class Opponent(NamedTuple):
    """A person met in official tournaments: games won, lost and level."""

    player: Player
    won: int
    lost: int
    level: int


class History(NamedTuple):
    """A person's tournaments, newest first, and their sums; only official standings are added up."""

    days: list[PastTournament]
    games: list[GameTotal]
    seasons: list[SeasonTotal]
    leagues: list[LeagueTotal]
    opponents: list[Opponent]


def history(player: Player) -> History:
    """Return all that a person has done."""
    results = past_tournaments.past_results(past_tournaments.tournaments_of(player, most=None))
    official = [result for result in results if result.row]
    met = _Games(player)
    return History(
        results,
        _games(official, met),
        _seasons(official),
        _leagues(player),
        met.opponents(),
    )


def opponents(player: Player) -> list[Opponent]:
    """Return those whom a person met in official tournaments, the most frequent first."""
    return _Games(player).opponents()


def _games(official: Sequence[PastTournament], met: "_Games") -> list[GameTotal]:
    """Return the sums of each game, the most played first."""
    keys = [result.tournament.pk for result in official]
    stages = Stage.objects.filter(tournament__in=keys, order=1)
    game_of = dict(stages.values_list("tournament", "rules__game"))
    by_game: dict[str, list[PastTournament]] = defaultdict(list)
    for result in official:
        by_game[game_of[result.tournament.pk]].append(result)
    totals = [
        GameTotal(
            game,
            len(results),
            *_sums(results),
            _best_rank(results),
            met.average(result.tournament.pk for result in results),
        )
        for game, results in by_game.items()
    ]
    return sorted(totals, key=lambda total: -total.games)


def _sums(results: Iterable[PastTournament]) -> tuple[int, int]:
    rows = [result.row for result in results if result.row]
    return sum(row.games for row in rows), sum(row.won for row in rows)


def _best_rank(results: Iterable[PastTournament]) -> int | None:
    return min((result.row.rank for result in results if result.row and result.row.rank), default=None)


def _seasons(official: Sequence[PastTournament]) -> list[SeasonTotal]:
    by_uid = {result.tournament.uid: result for result in official}
    evenings = SeasonEvening.objects.filter(tournament_uid__in=by_uid).select_related("season")
    found: dict[Season, list[PastTournament]] = defaultdict(list)
    for evening in evenings:
        result = by_uid[evening.tournament_uid]
        if evening.season.organisation_id == result.tournament.organisation_id:
            found[evening.season].append(result)
    totals = [SeasonTotal(season, len(results), *_sums(results)) for season, results in found.items()]
    return sorted(totals, key=lambda total: total.season.created_at, reverse=True)


def _leagues(player: Player) -> list[LeagueTotal]:
    sides = LeaguePlayer.objects.filter(player=player).select_related("side__league__season")
    number_of = {one.side.league_id: (one.side.league.season, one.side.number) for one in sides}
    newest: dict[int, list[dict]] = {}
    tables = LeagueTable.objects.filter(league__in=number_of).order_by("pk")
    for league, rows in tables.values_list("league", "rows"):
        newest[league] = rows
    found = []
    for league, (season, number) in number_of.items():
        row = next((row for row in newest.get(league, ()) if row["side"] == number), None)
        played, won = row["all"][:2] if row else (0, 0)
        found.append(LeagueTotal(season, row["rank"] if row else None, played, won))
    return sorted(found, key=lambda total: total.season.created_at, reverse=True)


def _official_results() -> QuerySet[Result]:
    official = Publication.objects.official_now().filter(tournament=OuterRef("tournament"))
    return Result.objects.filter(
        Exists(official),
        tournament__live=True,
        tournament__example=False,
        meeting__round__state=Round.State.CLOSED,
        meeting__void_act=None,
        state="settled",
    )


class _Games:
    """All games of a person in official tournaments, with those who played against them."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._own: dict[tuple[int, int], tuple[int, bool]] = {}
        self._points: dict[int, list[int]] = defaultdict(list)
        self._others: list[tuple[tuple[int, int], int, bool, int]] = []
        own = _official_results().filter(member_in_round(), entry__members__player=player)
        there = Result.objects.filter(member_in_round(), meeting__in=own.values("meeting"), state="settled")
        columns = ("meeting", "game", "side", "won", "tournament", "stage__order", "pegged", "played")
        rows = there.values_list(*columns, "entry__members__player")
        for meeting, game, side, won, tournament, order, pegged, played, who in rows.iterator():
            if who == player.pk:
                self._own[meeting, game] = side, bool(won)
                if order == 1 and played:
                    self._points[tournament].append(pegged)
            else:
                self._others.append(((meeting, game), side, bool(won), who))

    def average(self, tournaments: Iterable[int]) -> Fraction | None:
        """Return the points of a game played out in these tournaments; None if there is none."""
        points = [each for tournament in tournaments for each in self._points.get(tournament, ())]
        return Fraction(sum(points), len(points)) if points else None

    def opponents(self) -> list[Opponent]:
        """Return those on other sides, the most frequent first."""
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for key, side, won, who in self._others:
            own_side, own_won = self._own[key]
            if side != own_side:
                sums[who][0 if own_won else 1 if won else 2] += 1
        known = self._player.organisation.players.filter(erased_at=None).in_bulk(list(sums))
        found = [Opponent(known[who], *count) for who, count in sums.items() if who in known]
        return sorted(found, key=lambda one: (-one.won - one.lost - one.level, one.player.sort_name))
