"""The statistics of a tournament: margins, skunks game by game, seat A against B, climbs in rank.

Computed from the rows of a tournament (`publishing/outputs/rows.py`), so it shows closed games and the names
that its reader may see. Averages are fractions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.publishing.outputs.rows import TournamentData
from tournaments.standings import CardRow

MAX_CLIMBS = 3  # of those who came from behind
LONG_TOURNAMENT = 6  # games
OTHER_SEAT = {"A": "B", "B": "A"}


class Game(NamedTuple):
    """A game that was played out between two sides: winners and losers by number, points, and table.

    If it is level, the two sides in any order.

    `letter` is the seat of the winner at a table of two, else empty; `skunk` the level that was given.
    """

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    points: int
    against: int
    game: int
    table: int
    skunk: int
    letter: str
    part: int = 0

    @property
    def margin(self) -> int:
        """Return by how many points it was won, also where the lower number wins."""
        return abs(self.points - self.against)


class RankClimb(NamedTuple):
    """A player who came from behind: the worst rank, after which game, and the last rank."""

    number: int
    worst: int
    game: int
    last: int

    @property
    def places(self) -> int:
        """Return how many ranks were won since."""
        return self.worst - self.last


class Streak(NamedTuple):
    """The most games won in a row, and the players with so many."""

    numbers: tuple[int, ...]
    games: int


class GameStatistics(NamedTuple):
    """One game of the tournament: how many were played out, their average margin, their skunks."""

    game: int
    played: int
    margin: Fraction
    skunks: int


class Statistics(NamedTuple):
    """The figures of a tournament. `seats` are the games won in seat A and in seat B where both were taken.

    `best_loser` is the game with most points of a loser; None where the lower number wins.
    """

    games: int
    margin: Fraction
    closest: Game
    widest: Game
    best_loser: Game | None
    skunks: int
    seats: tuple[int, int]
    by_game: tuple[GameStatistics, ...]
    climbs: tuple[RankClimb, ...]
    streak: Streak | None


def statistics_of(data: TournamentData) -> Statistics | None:
    """Return the figures of a tournament; None before a game was played out."""
    games = list(played(data))
    if not games:
        return None
    won = Counter(one.letter for one in games)
    return Statistics(
        games=len(games),
        margin=_average(games),
        closest=min(games, key=lambda one: (one.margin, one.game, one.table)),
        widest=min(games, key=lambda one: (-one.margin, one.game, one.table)),
        best_loser=min(
            (one for one in games if one.against < one.points),
            key=lambda one: (-one.against, one.game, one.table),
            default=None,
        ),
        skunks=sum(1 for one in games if one.skunk),
        seats=(won["A"], won["B"]),
        by_game=tuple(_by_game(games)),
        climbs=_climbs(data),
        streak=_streak(data),
    )


def played(data: TournamentData) -> Iterator[Game]:
    """Yield every game that was played out, once, in the order of games and tables.

    The winner's card is read first: that of a loser does not show whether a skunk was given. The house player
    has no card.
    """
    found: dict[tuple[int, int, int], Game] = {}
    rows = [(number, row) for number, card in data.cards.items() for row in card]
    for number, row in sorted(rows, key=lambda one: not one[1].won):
        game = _game(number, row)
        if game:
            found.setdefault((game.game, game.table, game.part), game)
    yield from (found[key] for key in sorted(found))


def _game(number: int, row: CardRow) -> Game | None:
    """Return the game on a row of a card; None where it was not played out.

    With more than two sides only the winner's card gives it: against the best of the others.
    """
    if row.award or row.points is None or row.against is None or row.table is None:
        return None
    two_sides = len(row.opponents) == 1 + len(row.partners)
    level = row.won is None and row.points == row.against
    if (row.won is None and not level) or (level and not two_sides):
        return None
    if not two_sides and not row.won:
        return None
    own = tuple(sorted([number, *(other for other, _name in row.partners)]))
    others = tuple(sorted(other for other, _name in row.opponents))
    letter = row.letter if len(own) == len(others) == 1 and row.letter in OTHER_SEAT and not level else ""
    if row.won:
        return Game(own, others, row.points, row.against, row.game, row.table, row.skunk, letter, row.part)
    seat = OTHER_SEAT.get(letter, "")
    return Game(others, own, row.against, row.points, row.game, row.table, row.skunk, seat, row.part)


def _average(games: Sequence[Game]) -> Fraction:
    return Fraction(sum(one.margin for one in games), len(games))


def _by_game(games: Sequence[Game]) -> Iterator[GameStatistics]:
    for number in sorted({one.game for one in games}):
        there = [one for one in games if one.game == number]
        yield GameStatistics(number, len(there), _average(there), sum(1 for one in there if one.skunk))


def _climbs(data: TournamentData) -> tuple[RankClimb, ...]:
    """Return those who won most ranks since their worst one, best first.

    The rank after game 1 counts only in short tournaments: half of the field is far behind then.
    """
    found = []
    for number, history in data.rank_histories.items():
        ranks = history.ranks
        if len(ranks) > 1:
            first = 1 if len(ranks) >= LONG_TOURNAMENT else 0
            worst = max(ranks[first:-1])
            climb = RankClimb(number, worst, ranks.index(worst, first) + 1, ranks[-1])
            if climb.places > 0:
                found.append(climb)
    return tuple(sorted(found, key=lambda one: (-one.places, one.last, one.number))[:MAX_CLIMBS])


def _streak(data: TournamentData) -> Streak | None:
    if data.rules.get("boards"):
        return None  # the boards of a match are played at once
    longest: dict[int, int] = {}
    for number, card in data.cards.items():
        if data.persons[number].house:
            continue
        run = 0
        for row in card:
            run = run + 1 if row.won and not row.award else 0
            longest[number] = max(longest.get(number, 0), run)
    most = max(longest.values(), default=0)
    if most < 2:
        return None
    return Streak(tuple(sorted(number for number, run in longest.items() if run == most)), most)
