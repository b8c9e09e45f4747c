"""The input of the criteria: everyone's games, and what is declared for games not played.

| `byes_as`     | a bye or a missed game in the opponents' criteria (rules.md §4)     |
|---------------|---------------------------------------------------------------------|
| `own`         | is an opponent who has won as many games as the player              |
| `nothing`     | adds nothing                                                        |

| `forfeits_as` | a game that was not played out, in the same criteria                |
|---------------|---------------------------------------------------------------------|
| `byes`        | counts as a bye does                                                |
| `met`         | counts as a game against those who were seated there                |

>>> won, lost = SideValue(won=True), SideValue()
>>> field = RankingInput([1, 2], written=[GameRecord(1, 1, 0, 1, won), GameRecord(1, 1, 1, 2, lost)])
>>> field.games[1][0].opponents, field.won
((2,), {1: 1, 2: 0})
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scoring.boards import Boards, team_points
from scoring.match import Match, halves_won
from scoring.side import SideValue

BYES_AS = ("own", "nothing")
FORFEITS_AS = ("byes", "met")


class GameRecord(NamedTuple):
    """The values of one entry (its number) from one game of one meeting, and its side.

    If teams meet on several boards `meeting` is their match, and `game` the board.
    """

    meeting: int
    game: int
    side: int
    number: int
    has: SideValue


class Opposition(NamedTuple):
    """A game of one entry: its meeting, the values of its side, the numbers and values of the other sides."""

    meeting: int
    has: SideValue
    opponents: tuple[int, ...]
    others: tuple[SideValue, ...]

    @property
    def lost(self) -> bool:
        """Return whether the game was lost: another side has won it, or every side has lost (rules.md §4.1).

        Every side has lost where two cards stand in the minus column. A level or abandoned game is not lost.
        """
        if self.has.won or any(other.won for other in self.others):
            return not self.has.won
        return all(value.spread < 0 for value in (self.has, *self.others))


class Unplayed(NamedTuple):
    """The number of games that an entry sat out, and that it missed."""

    byes: int = 0
    missed: int = 0


NOTHING_DECLARED = Unplayed()
ONE_GAME = Match()


@dataclass(frozen=True)
class RankingInput:
    """The input of a ranking at some moment: who is ranked, every game, and what the rules declare.

    `columns` are the sums that the score book keeps, by name and number, less the points that penalties took
    `off`; `credits` the points declared for a bye and for a missed game; `match` the kind of match that a
    meeting is, `wins_match_at` the skunk level that wins it at once, `boards` the team matches.
    """

    numbers: Sequence[int]
    columns: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    written: Iterable[GameRecord] = ()
    unplayed: Mapping[int, Unplayed] = field(default_factory=dict)
    credits: Unplayed = NOTHING_DECLARED
    off: Mapping[int, int] = field(default_factory=dict)
    seed: int = 0
    target: int = 0
    byes_as: str = "own"
    forfeits_as: str = "byes"
    match: Match = ONE_GAME
    wins_match_at: int | None = None
    boards: Boards | None = None

    @cached_property
    def games(self) -> Mapping[int, Sequence[Opposition]]:
        """The games of each number, in the order in which they were written (rules.md §4)."""
        tables: dict[tuple[int, int], list[GameRecord]] = defaultdict(list)
        for one in self.written:
            tables[one.meeting, one.game].append(one)
        found: dict[int, list[Opposition]] = defaultdict(list)
        for (meeting, _game), seated in tables.items():
            values = {one.side: one.has for one in seated}
            for one in seated:
                opponents = tuple(other.number for other in seated if other.side != one.side)
                others = tuple(value for side, value in values.items() if side != one.side)
                found[one.number].append(Opposition(meeting, one.has, opponents, others))
        return found

    @cached_property
    def won(self) -> Mapping[int, int]:
        """The games won by each number, also of those who are not ranked (rules.md §4)."""
        return {number: sum(met.has.won for met in games) for number, games in self.games.items()}

    @cached_property
    def halves_won(self) -> Mapping[int, int]:
        """The matches of each number in halves: 2 for one won, 1 for one that ended level (rules.md §3.3)."""
        meetings: dict[int, list[GameRecord]] = defaultdict(list)
        for one in self.written:
            meetings[one.meeting].append(one)
        found: dict[int, int] = defaultdict(int)
        for written in meetings.values():
            sides = {one.number: one.side for one in written}
            games: dict[int, dict[int, SideValue]] = defaultdict(dict)
            for one in written:
                games[one.game][one.side] = one.has
            in_order = [[has[side] for side in sorted(has)] for _game, has in sorted(games.items())]
            halves = halves_won(self.match, in_order, len(set(sides.values())), self.wins_match_at)
            for number, side in sides.items():
                found[number] += halves[side]
        return found

    @cached_property
    def team_points(self) -> Mapping[int, int]:
        """The team points of each number, of the matches that are over (rules.md §14)."""
        found: dict[int, int] = defaultdict(int)
        if self.boards is None:
            return found
        matches: dict[int, list[GameRecord]] = defaultdict(list)
        for one in self.written:
            matches[one.meeting].append(one)
        for written in matches.values():
            teams = {one.side: one.number for one in written}
            on_board: dict[int, dict[int, SideValue]] = defaultdict(dict)
            for one in written:
                on_board[one.game][one.side] = one.has
            games = [[has[side] for side in sorted(has)] for has in on_board.values()]
            for side, points in enumerate(team_points(self.boards, games)):
                found[teams[side]] += points
        return found

    def games_of(self, number: int) -> Sequence[Opposition]:
        """Return the games of one number; none if it has not played (rules.md §4)."""
        return self.games.get(number, ())

    def met(self, game: Opposition) -> bool:
        """Return whether the opponents of a game count as met (rules.md §4)."""
        return game.has.played or self.forfeits_as == "met"

    def sat_out(self, number: int) -> Unplayed:
        """Return how many games a number sat out and missed (rules.md §4)."""
        return self.unplayed.get(number, Unplayed())
