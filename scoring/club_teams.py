"""Teams of clubs: the results of the best few people of each club, added up (rules.md §11).

| what                     | how                                                                       |
|--------------------------|---------------------------------------------------------------------------|
| who counts               | the `best` of a club by what ranks; with `several`, the next are team B … |
| a team with fewer        | counts from `least` on; never where the lowest ranks first                |
| people without a club    | are one club more, or do not count (`without_club`)                       |
| teams that are level     | `next`: by the next of the club; `single`: by their best, then the second |
| level still, or `shared` | share the rank                                                            |

>>> day = [Person(3, "a", 90), Person(1, "b", 85), Person(2, "b", 80), Person(4, "a", 75), Person(5, "a", 10)]
>>> [(team.rank, team.club, team.total, team.counted) for team in table(day, Rules(best=2))]
[(1, 'a', 165, (3, 4)), (1, 'b', 165, (1, 2))]
>>> [(team.rank, team.club) for team in table(day, Rules(best=2, level=NEXT))]
[(1, 'a'), (2, 'b')]
>>> [(team.club, team.letter, team.counted) for team in table(day, Rules(best=1, several=True))]
[('a', 'A', (3,)), ('b', 'A', (1,)), ('b', 'B', (2,)), ('a', 'B', (4,)), ('a', 'C', (5,))]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

SHARED, NEXT, SINGLE = "shared", "next", "single"
TIE_BREAKS = (NEXT, SINGLE, SHARED)
"""Ways to part teams that are level: by the club's next person, by the best single result, not at all."""


@dataclass(frozen=True)
class Rules:
    """The rules of a ranking of clubs.

    `best`: how many people of each team count; `least`: how many a team needs, None for all. `several`: a
    club has as many teams as it can fill. `level` is one of `TIE_BREAKS`. `lowest`: the lowest ranks first,
    so that a team that is short of people would have an advantage and is left out.
    """

    best: int
    least: int | None = None
    several: bool = False
    level: str = SHARED
    without_club: bool = False
    lowest: bool = False

    @property
    def needed(self) -> int:
        """Return how many people a team needs to be ranked (rules.md §11)."""
        return self.best if self.lowest or self.least is None else min(self.least, self.best)


class Person(NamedTuple):
    """A ranked person: number, club ("" for none), and the points of the first criterion."""

    number: int
    club: str
    points: int


class Team(NamedTuple):
    """A line of the standings of clubs: `counted` are the numbers of those who count, best first.

    `points` is what each of them has, `total` their sum; `letter` distinguishes several teams of a club and
    is empty if there is one. `tied`: whether another team has the rank too.
    """

    rank: int
    club: str
    letter: str
    counted: tuple[int, ...]
    points: tuple[int, ...]
    total: int
    tied: bool = False


def table(people: Sequence[Person], rules: Rules) -> list[Team]:
    """Return the teams of all clubs, best first (rules.md §11).

    Teams that share a rank are in the order of their best person. `people`: everyone who is ranked and has
    played, in the order of the standings.
    """
    place = {person.number: at for at, person in enumerate(people)}
    clubs: dict[str, list[Person]] = {}
    for person in people:
        if person.club or rules.without_club:
            clubs.setdefault(person.club, []).append(person)
    found = [one for club, members in clubs.items() for one in _teams(club, members, rules)]
    found.sort(key=lambda one: (one[1], place[one[0].counted[0]]))
    ranked: list[Team] = []
    for _key, level in groupby(found, key=lambda one: one[1]):
        those = [team for team, _same in level]
        rank = len(ranked) + 1
        ranked += [team._replace(rank=rank, tied=len(those) > 1) for team in those]
    return ranked


Key = tuple[int, tuple[tuple[int, int], ...]]


def _teams(club: str, members: Sequence[Person], rules: Rules) -> Iterator[tuple[Team, Key]]:
    """Yield the teams of one club, each with its sort key: the lower key ranks first."""
    sign = 1 if rules.lowest else -1
    best_first = sorted(members, key=lambda person: sign * person.points)
    size, many = rules.best, len(members)
    starts = [start for start in range(0, many, size) if many - start >= rules.needed]
    for turn, start in enumerate(starts if rules.several else starts[:1]):
        those, others = best_first[start : start + size], best_first[start + size :]
        total = sum(person.points for person in those)
        parting = {NEXT: others, SINGLE: those, SHARED: []}[rules.level]
        after = tuple((0, sign * person.points) for person in parting)
        letter = letters(turn) if rules.several and len(starts) > 1 else ""
        numbers = tuple(person.number for person in those)
        team = Team(0, club, letter, numbers, tuple(person.points for person in those), total)
        yield team, (sign * total, (*after, (1, 0)))  # a team whose club has no further people ranks after


def letters(turn: int) -> str:
    """Return the letter of a team: A, B … Z, AA, AB … (rules.md §11); `turn` counts from 0.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    found = ""
    turn += 1
    while turn:
        turn, rest = divmod(turn - 1, 26)
        found = chr(ord("A") + rest) + found
    return found
