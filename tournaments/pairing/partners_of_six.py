"""Partners at tables of six or of five: new partners in each round (rules.md §1).

| pairing system    | a full table             | other tables                                        |
|-------------------|--------------------------|-----------------------------------------------------|
| three_pairs       | A+D, B+E, C+F            | of four, A+C against B+D                            |
| two_threes        | A+C+E against B+D+F      | of four, A+C against B+D                            |
| two_against_three | A+C+E against B+D        | of four and, if necessary, of six: two threes       |

At most one person sits out. The priorities are those of `individual_partners`: a fixed seat, no second time
sitting out before all have, a new partner, people met least, short walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from tournaments.pairing import apart, larger_tables
from tournaments.pairing.draw import Draw
from tournaments.pairing.larger_tables import Sides
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.seating_cost import meetings, partner_counts
from tournaments.pairing.table_mixing import Groups, Meetings, cheapest_arrangement
from tournaments.pairing.values import (
    ALONE,
    ALTERNATELY,
    CAPTAIN,
    LETTERS,
    OPPOSITE,
    Past,
    Person,
    PlannedTable,
)

MIN_TABLE_SIZE = 4
STEPS = 3000
STEPS_OF_FEW = 300
"""Times the tables squared: few tables have few arrangements."""
STARTS = 2
REPEAT_COST = 100
"""The cost of a partner again, in opponents again."""


def ways_to_part(people: Sequence[int], partners: int) -> Iterator[Sides]:
    """Yield every way to divide those at one table into sides, each once.

    >>> len(list(ways_to_part(range(6), OPPOSITE))), len(list(ways_to_part(range(5), ALTERNATELY)))
    (15, 10)
    """
    if partners == ALONE:
        yield tuple((number,) for number in people)
        return
    if partners == CAPTAIN:
        for number in people:
            yield (number,), tuple(other for other in people if other != number)
        return
    if partners == OPPOSITE:
        yield from _ways_to_pair(tuple(people))
        return
    longer = (len(people) + 1) // 2
    for side in combinations(people, longer):
        other = tuple(number for number in people if number not in side)
        if len(other) < longer or side[0] == people[0]:
            yield side, other


def _ways_to_pair(people: tuple[int, ...]) -> Iterator[Sides]:
    if not people:
        yield ()
        return
    first, *others = people
    for other in others:
        for rest in _ways_to_pair(tuple(number for number in others if number != other)):
            yield (first, other), *rest


class PartnersOfSix(PairingSystem):
    """Tables of `size` people in sides given by `partners`; `name` is the registered name."""

    LIKE = "individual_partners"  # it shares the sentences of that system, except its own
    ONE_LOT = True
    WEIGHS: tuple[str, ...] = ("turn", "apart", "partners", "again", "walk")

    def __init__(self, name: str, size: int, partners: int, sentences: dict[str, str]) -> None:
        self.size, self.SIZES, self.PARTNERS, self.SENTENCES = size, (size,), partners, sentences
        self.CODES = codes_of(self.LIKE, choice="", wall=f"wall_{name}", aloud=f"aloud_{name}")

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return how many sit at each table, the most first; 1 is a person who sits out.

        >>> THREE_PAIRS.sizes(17), TWO_AGAINST_THREE.sizes(14), TWO_AGAINST_THREE.sizes(7)
        ((6, 6, 4, 1), (5, 5, 4), (6, 1))
        """
        for out in (0, 1):
            for found in self._full_tables(people - out):
                return (*found, *[1] * out)
        return (1,) * people

    def _full_tables(self, people: int) -> Iterator[tuple[int, ...]]:
        """Yield tables for all of so many people, those with most full tables first."""
        sixes = range(people // 6, -1, -1) if self.size == 6 else range(people // 6 + 1)
        for of_six in sixes:
            fives = range((people - 6 * of_six) // 5, -1, -1) if self.size == 5 else (0,)
            for of_five in fives:
                left = people - 6 * of_six - 5 * of_five
                if people > 0 and left % 4 == 0:
                    yield (6,) * of_six + (5,) * of_five + (4,) * (left // 4)

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by the lot of the stage, the same for all its rounds.

        Raises NoSeating: too_few_for_a_table, fixed_seats_too_many, and see `larger_tables.fixed_seats`.
        """
        present = sorted(people, key=lambda person: person.number)
        if len(present) < min(self.size, MIN_TABLE_SIZE):
            larger_tables.refuse_too_few(len(present), min(self.size, MIN_TABLE_SIZE))
        seats = self.sizes(len(present))
        fixed = larger_tables.fixed_seats(present, request.tables, len(seats))
        draw = Draw(request.seed * 1000 + len(past))
        table = _Table(present, past, self.PARTNERS)
        listed = [] if fixed else self.scheduled_groups(present, past, table, request.seed)
        alone: list[int] = []
        groups = [table.parted(sorted(group))[1] for group in listed]
        if not groups:
            found = [self._search(present, past, seats, fixed, table, draw) for _start in range(STARTS)]
            _cost, groups, alone = min(found)
        return larger_tables.place_groups(groups, alone, fixed, past, tables=request.tables, draw=draw)

    def scheduled_groups(self, present: Sequence[Person], past: Past, table: Meetings, seed: int) -> Groups:
        """Return the groups of a known schedule for the round after `past`, if it can still be followed."""
        return []

    def _search(
        self,
        present: Sequence[Person],
        past: Past,
        seats: Sequence[int],
        fixed: Collection[int],
        table: _Table,
        draw: Draw,
    ) -> tuple[int, list[Sides], list[int]]:
        """Return groups with their cost, and who sits out: by lot of those whose turn it is."""
        had = larger_tables.byes(past)
        full = [size for size in seats if size > 1]
        drawn = draw.shuffled([person.number for person in present])
        turn = sorted(drawn, key=lambda number: had[number])
        out = len(present) - sum(full)
        alone, playing = turn[:out], turn[out:]
        larger_tables.check_homes(playing, fixed, len(full))
        homes = [number for number in playing if number in fixed]
        others = [number for number in playing if number not in fixed]
        start = [homes[at : at + 1] for at in range(len(full))]
        for group, size in zip(start, full, strict=True):
            missing = size - len(group)
            group += others[:missing]
            del others[:missing]
        steps = min(STEPS, STEPS_OF_FEW * len(full) ** 2)
        groups = cheapest_arrangement(start, table, stay=fixed, draw=draw, steps=steps)
        parted = [table.parted(sorted(group)) for group in groups]
        return sum(cost for cost, _ in parted), [way for _, way in parted], sorted(alone)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for fewer people than a table, or more rounds than there are partners."""
        least = min(self.size, MIN_TABLE_SIZE)
        if people < least:
            ways = (Solution("expected", least),)
            yield Problem("too_few_for_a_table", True, {"people": people, "least": least}, ways)
            return
        if self.size < MIN_TABLE_SIZE:
            yield from self.rematch_problems(people, rounds)
            return
        full = (people - 1) // (1 if self.PARTNERS == OPPOSITE else 2)
        if rounds > full:
            numbers = {"games": rounds, "full": full, "others": people - 1}
            yield Problem("partners_again", False, numbers, (Solution("rounds", full),))

    def rematch_problems(self, people: int, rounds: int) -> Iterator[Problem]:
        """Yield the problems of so many rounds if there are to be no rematches."""
        return iter(())


class _Table(Meetings):
    """The cost of people at one table, and how they divide into sides."""

    def __init__(self, present: Sequence[Person], past: Past, partners: int) -> None:
        self._partners = partners
        self._letters = {person.number: person.fixed[1] for person in present if person.fixed}
        self._together = partner_counts(past)
        met = meetings(past) + self._together
        asked = apart.weights(present, past)
        costs = {pair: met[pair] ** 2 + asked.get(pair, 0) for pair in met.keys() | asked.keys()}
        super().__init__(larger_tables.costs_by_person(present, costs))
        captains = [table.sides[0][0] for tables in past for table in tables if table.partners == CAPTAIN]
        self._captain = dict.fromkeys(self.costs, 0) | Counter(captains)

    def group_cost(self, group: Sequence[int]) -> int:
        """Return the cost of these people meeting, on any side."""
        if self._partners != CAPTAIN:
            return super().group_cost(group)
        one, two, three = group
        costs, captain = self.costs, self._captain
        met = costs[one][two] + costs[one][three] + costs[two][three]
        return REPEAT_COST * min(captain[one], captain[two], captain[three]) ** 2 + met

    def cost_replacing(self, group: Sequence[int], cost: int, one: int, other: int) -> int:
        """Extend `Meetings.cost_replacing`: with captains the whole group counts."""
        if self._partners != CAPTAIN:
            return super().cost_replacing(group, cost, one, other)
        return self.group_cost([other if number == one else number for number in group])

    def parted(self, group: Sequence[int]) -> tuple[int, Sides]:
        """Return the cost and the sides of the cheapest way to divide these; fixed letters fix the side."""
        partners = OPPOSITE if len(group) == MIN_TABLE_SIZE and self._partners else self._partners
        ways = [way for way in ways_to_part(group, partners) if self._fits_fixed_letters(way)]
        met = self.group_cost(group)
        return min((met + REPEAT_COST * self._repeat_cost(way), way) for way in ways)

    def _fits_fixed_letters(self, way: Sides) -> bool:
        if len({len(side) for side in way}) == 1:
            return True
        if len(way[0]) == 1:  # the captain sits at A
            return all(
                (self._letters[one] == LETTERS[0]) == (one in way[0])
                for side in way
                for one in side
                if one in self._letters
            )
        longer = LETTERS[::2]
        return all(
            (self._letters.get(number, longer[0]) in longer) == (side == way[0])
            for side in way
            for number in side
            if number in self._letters
        )

    def _repeat_cost(self, way: Sides) -> int:
        pairs: Counter[frozenset[int]] = Counter(
            frozenset(two) for side in way for two in combinations(side, 2)
        )
        captain = self._captain[way[0][0]] ** 2 if len(way[0]) == 1 and len(way) == 2 else 0
        return captain + sum(self._together[pair] ** 2 for pair in pairs)


THREE_PAIRS = PartnersOfSix(
    "three_pairs",
    6,
    OPPOSITE,
    {
        "wall_three_pairs": gettext_noop(
            "Six play at each table as three pairs, A and D, B and E, C and F; where the number requires "
            "it, four play, A and C against B and D. In each game everybody moves to the seat shown and has "
            "a new partner, as long as possible; each earns what the two of them earn."
        ),
        "aloud_three_pairs": gettext_noop(
            "Everybody has a new seat and a new partner: the player who sits opposite."
        ),
    },
)
TWO_THREES = PartnersOfSix(
    "two_threes",
    6,
    ALTERNATELY,
    {
        "wall_two_threes": gettext_noop(
            "Six play at each table, three against three, seated alternately: A, C and E against B, D and "
            "F; where the number requires it, four play, A and C against B and D. In each game everybody "
            "moves to the seat shown and has new partners, as long as possible; each earns what the side "
            "earns."
        ),
        "aloud_two_threes": gettext_noop(
            "Everybody has a new seat and new partners. A, C and E play against B, D and F."
        ),
    },
)
TWO_AGAINST_THREE = PartnersOfSix(
    "two_against_three",
    5,
    ALTERNATELY,
    {
        "wall_two_against_three": gettext_noop(
            "Five play at each table, two against three, seated alternately: A, C and E against B and D; "
            "where the number requires it, four or six play. In each game everybody moves to the seat shown "
            "and has new partners, as long as possible; each earns what the side earns."
        ),
        "aloud_two_against_three": gettext_noop(
            "Everybody has a new seat and new partners. A, C and E play against B and D."
        ),
    },
)
