"""The results of each member of the teams on their boards: played, won, points, opponents.

Computed from the rows of a tournament (`publishing/outputs/rows.py`), so it shows closed games and the names
that its reader may see. Boards that were not played out are counted separately and give no points. Best
first: boards won, a level one is half of one, then the spread; members who are level in both have one place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.publishing.outputs.rows import Day
from tournaments.standings import CardRow

FIRST = 5  # of them are named in a press text


@dataclass(frozen=True)
class Member:
    """A member of the squad of the team with this `number`, with the row of each board they played.

    `at` is their place in the squad from 1; `place` is 0 where they have played no board.
    """

    number: int
    at: int
    name: str
    rows: tuple[CardRow, ...]
    place: int = 0

    @property
    def played(self) -> list[CardRow]:
        """Return the boards that were played out."""
        return [row for row in self.rows if not row.award and row.points is not None]

    @property
    def boards(self) -> list[int]:
        """Return the numbers of these boards."""
        return sorted({row.board for row in self.played})

    @property
    def won(self) -> int:
        return sum(row.won is True for row in self.played)

    @property
    def level(self) -> int:
        return sum(row.won is None for row in self.played)

    @property
    def lost(self) -> int:
        return sum(row.won is False for row in self.played)

    @property
    def not_played_out(self) -> int:
        """Return the number of boards that were awarded, to this member or to the opponent."""
        return sum(bool(row.award) for row in self.rows)

    @property
    def points(self) -> int:
        return sum(row.points or 0 for row in self.played)

    @property
    def against(self) -> int:
        return sum(row.against or 0 for row in self.played)

    @property
    def spread(self) -> int:
        return sum(row.spread or 0 for row in self.played)

    @property
    def skunks(self) -> int:
        return sum(row.skunk > 0 for row in self.played)

    @property
    def best(self) -> tuple[int, int]:
        """Return the sort key, higher first: boards won in halves, the spread."""
        return 2 * self.won + self.level, self.spread


def member_results(day: Day) -> list[Member]:
    """Return all members of squads, best first; empty where no teams meet on boards, or no game is closed."""
    if not day.rules.get("boards") or not day.through:
        return []
    every = [one for number in day.cards for one in _squad(day, number)]
    # those who have played nothing come after those with a spread below zero
    in_order = sorted(every, key=lambda one: (not one.played, [-each for each in one.best], one.number))
    return list(_placed(in_order))


def _squad(day: Day, number: int) -> Iterator[Member]:
    for at, name in enumerate(day.persons[number].members, start=1):
        rows = (row for row in day.cards[number] if row.member and row.member[0] == at)
        yield Member(number, at, name, tuple(row for row in rows if row.points is not None))


def _placed(in_order: Sequence[Member]) -> Iterator[Member]:
    place = 0
    for at, one in enumerate(in_order, start=1):
        if not one.played:
            yield one
            continue
        place = place if at > 1 and in_order[at - 2].best == one.best else at
        yield replace(one, place=place)
