"""Explain a seating: what was weighed at a table, and what the next best would have cost.

Nothing is stored: it follows from the seats, the rounds before, and what each pairing system weighs.

| weighed  | amount at a table                                                             |
|----------|-------------------------------------------------------------------------------|
| `turn`   | turns to sit out or meet the house player, above the fewest of any player     |
| `winner` | winners of the last round who lose their seat                                 |
| `result` | nothing that could be more or less: the last result decides the seats         |
| `apart`  | pairs who asked not to meet or are of one club, as long as they are kept apart |
| `again`  | how often those who meet have met before                                      |
| `points` | squares of the differences of the score that ranks first                      |
| `walk`   | tables walked                                                                 |

The next best is the change of two people's seats that costs least, in the order in which the pairing system
weighs. Where points are weighed, of those whose turn it is only one with the fewest sits out. For seats
assigned by hand, everything that can vary is weighed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from tournaments.pairing.fairness import left_over_candidates, left_over_counts
from tournaments.pairing.free_draw import FREE_DRAW
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.seating_cost import (
    is_seat_kept,
    meetings,
    opponent_pairs,
    partner_counts,
    people_per_table,
    seats_of,
    staying_winner,
)
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, Seat

COST_CODES = ("turn", "winner", "result", "apart", "partners", "again", "points", "walk")
"""Everything that a pairing system can weigh (`PairingSystem.WEIGHS`)."""


@dataclass(frozen=True, slots=True)
class OpponentPair:
    """Two who sit opposite: their entry numbers, how often they met before, and the points of each so far."""

    people: tuple[int, int]
    times: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PreviousSeat:
    """A person's seat in the round before (None: no seat) and how many tables they walk.

    `sat_out`: they had no opponent there.
    """

    number: int
    before: Seat | None
    walk: int
    stays: bool
    won: bool
    fixed: bool
    sat_out: bool = False


@dataclass(frozen=True, slots=True)
class NextBest:
    """The outcome if `one` of this table and `other` of another `table` swapped seats.

    `more` and `less` are amounts by what is weighed, in the order of the pairing system.
    """

    one: int
    other: int
    table: int
    more: dict[str, int] = field(default_factory=dict)
    less: dict[str, int] = field(default_factory=dict)

    @property
    def is_equal(self) -> bool:
        """Return whether the swap would have been as good, so that the lot decided."""
        return not self.more and not self.less


@dataclass(frozen=True, slots=True)
class TableExplanation:
    """The reasons for the seats at `table`: opponents, previous seats, whose turn it was, the next best.

    `turn` is (entry number, their turns before, the fewest of any player) of the person who sits out or
    meets the house player; `fewest_points`: others whose turn it was too have more points. `together` are
    pairs that asked to be apart. `follows`: the pairing system itself decides who meets. `ahead` is the
    acceleration of people of the table, by number, in an accelerated round; None in any other. `weighs` is
    what was weighed, of COST_CODES. `partnered` are partners at the table, with how often they were partners
    before.
    """

    table: int
    first: bool
    follows: bool
    met: tuple[OpponentPair, ...]
    came: tuple[PreviousSeat, ...]
    turn: tuple[int, int, int] | None
    together: tuple[tuple[int, int], ...]
    next_best: NextBest | None
    ahead: dict[int, int] | None = None
    weighs: tuple[str, ...] = COST_CODES
    partnered: tuple[tuple[tuple[int, int], int], ...] = ()
    fewest_points: bool = False


class SeatingExplanation:
    """A seating of `people` after `past`, ready to be explained table by table.

    `by` is the field of `SideScore` that ranks first, `movement` the name of the pairing system. A name that
    is not registered, as in matches for a medal, is explained as a free draw.
    """

    def __init__(
        self, planned: Sequence[PlannedTable], people: Sequence[Person], past: Past, *, movement: str, by: str
    ) -> None:
        self.planned = {table.table: table for table in planned}
        self.persons = {person.number: person for person in people}
        self.first, self.played = not past, len(past)
        self.movement = PAIRING_SYSTEMS.get(movement, FREE_DRAW)
        self.met, self.partnered = meetings(past), partner_counts(past)
        self.before = seats_of(past[-1]) if past else {}
        self.winners = {staying_winner(table, self.persons) for table in past[-1]} if past else set()
        self.won = {number for table in past[-1] for number in table.winners} if past else set()
        self.out = {table.people[0] for table in past[-1] if len(table.seats) == 1} if past else set()
        self.sitting = people_per_table(planned)
        self.points: Counter[int] = Counter()
        for table in (table for tables in past for table in tables):
            for side, score in zip(table.sides, table.scores, strict=False):
                self.points.update(dict.fromkeys(side, getattr(score, by)))
        counted = dict.fromkeys(*self.movement.ahead(people, past, by))
        self.ahead = counted or None
        self.counted = self.points + Counter(counted)
        house = next((person for person in people if person.house), None)
        self.house = house.number if house else None
        self.turns = left_over_counts(past, house)
        others = [person for person in people if not person.house]
        self.fewest = min((self.turns[person.number] for person in others), default=0)
        self.can_be_left_over = left_over_candidates(others, house)
        self.by_points = "points" in self.movement.WEIGHS

    def why(self, number: int, *, by_hand: bool = False) -> TableExplanation:
        """Explain the table with that number; for seats given `by_hand`, weigh everything that can vary.

        Raises KeyError if the table is not in use.
        """
        table, weighs = self.planned[number], self._weighed_by_hand() if by_hand else self.movement.WEIGHS
        return TableExplanation(
            table=number,
            first=self.first,
            follows=not self.first and self.movement.FOLLOWS,
            met=tuple(self._table_meetings(table)),
            came=tuple(self._previous_seats(table)),
            turn=self._left_over_turn(table),
            together=tuple(self._clashing_pairs(table)),
            next_best=self._next_best(table, weighs),
            ahead=None if self.ahead is None else {n: self.ahead[n] for n in table.people if n in self.ahead},
            weighs=weighs,
            partnered=tuple(
                (pair, self.partnered[frozenset(pair)])
                for side in table.sides
                for pair in combinations(side, 2)
            ),
            fewest_points=self._has_fewest_points(table),
        )

    def _weighed_by_hand(self) -> tuple[str, ...]:
        """Return all of COST_CODES except `result`; `winner` only where winners stay."""
        own = {"winner"} - {*self.movement.WEIGHS}
        return tuple(code for code in COST_CODES if code != "result" and code not in own)

    def _table_meetings(self, table: PlannedTable) -> Iterator[OpponentPair]:
        for pair in opponent_pairs(table):
            one, other = (seated for seated in table.people if seated in pair)
            yield OpponentPair((one, other), self.met[pair], (self.points[one], self.points[other]))

    def _previous_seats(self, table: PlannedTable) -> Iterator[PreviousSeat]:
        for letter, number in table.seats:
            before, person = self.before.get(number), self.persons.get(number)
            now = (table.table, letter)
            yield PreviousSeat(
                number,
                before,
                abs(before[0] - table.table) if before else 0,
                before is not None and is_seat_kept(before, now, self.sitting),
                number in self.won,
                bool(person and person.fixed),
                number in self.out,
            )

    def _left_over_turn(self, table: PlannedTable) -> tuple[int, int, int] | None:
        left = self._left_over_person(table.people)
        return None if left is None else (left, self.turns[left], self.fewest)

    def _left_over_person(self, people: Sequence[int]) -> int | None:
        """Return the person of a table who sits out or meets the house player; None if there is none."""
        if len(people) == 1:
            return people[0]
        if self.house in people and len(people) == len(PAIR):
            return next(number for number in people if number != self.house)
        return None

    def _has_fewest_points(self, table: PlannedTable) -> bool:
        """Return whether the person who sits out was chosen by points from those whose turn it is."""
        left = self._left_over_person(table.people)
        if left is None or not self.by_points:
            return False
        due = [number for number in self.can_be_left_over if self.turns[number] == self.turns[left]]
        points = {self.points[number] for number in due}
        return len(points) > 1 and self.points[left] == min(points)

    def _clashing_pairs(self, table: PlannedTable) -> Iterator[tuple[int, int]]:
        for pair in opponent_pairs(table):
            one, other = (seated for seated in table.people if seated in pair)
            if self._are_kept_apart(one, other):
                yield one, other

    def _are_kept_apart(self, *two: int) -> bool:
        one, other = map(self.persons.get, two)
        return one is not None and other is not None and one.is_kept_apart(other, self.played)

    def _next_best(self, table: PlannedTable, weighs: Sequence[str]) -> NextBest | None:
        """Find the cheapest swap of two seats; the first of equals."""
        own = self.weigh_table(table)
        best: tuple[tuple[int, ...], NextBest] | None = None
        for there, one, other in self._possible_swaps(table):
            before = own + self.weigh_table(there)
            after = self.weigh_table(_replace_person(table, one, other)) + self.weigh_table(
                _replace_person(there, other, one)
            )
            change = {code: after[code] - before[code] for code in weighs}
            key = tuple(change.values())
            if best is None or key < best[0]:
                more = {code: by for code, by in change.items() if by > 0}
                less = {code: -by for code, by in change.items() if by < 0}
                best = key, NextBest(one, other, there.table, more, less)
        return best[1] if best else None

    def _possible_swaps(self, table: PlannedTable) -> Iterator[tuple[PlannedTable, int, int]]:
        """Yield each other table with one of this and one of that table who could change seats."""
        for there in self.planned.values():
            left = {self._left_over_person(table.people), self._left_over_person(there.people)}
            for one, other in product(self._movable(table), self._movable(there)):
                leaves_out = (one in left and self._has_more_points(other, one)) or (
                    other in left and self._has_more_points(one, other)
                )
                if there.table != table.table and not leaves_out:
                    yield there, one, other

    def _has_more_points(self, one: int, left: int) -> bool:
        """Return whether it is the turn of both to sit out, and points keep `one` from it."""
        return (
            self.by_points and self.turns[one] == self.turns[left] and self.counted[one] > self.counted[left]
        )

    def _movable(self, table: PlannedTable) -> list[int]:
        """Return those of a table who can change seats: neither in a fixed seat nor the house player."""
        known = (self.persons.get(number) for number in table.people)
        return [person.number for person in known if person and not person.fixed and not person.house]

    def weigh_table(self, table: PlannedTable) -> Counter[str]:
        left = self._left_over_person(table.people)
        weight: Counter[str] = Counter()
        if left is not None:
            weight["turn"] = self.turns[left] - self.fewest
        for letter, number in table.seats:
            before = self.before.get(number)
            if before is None:
                continue
            weight["walk"] += abs(before[0] - table.table)
            stays = is_seat_kept(before, (table.table, letter), self.sitting)
            weight["winner"] += number in self.winners and not stays
        weight["partners"] = sum(
            self.partnered[frozenset(two)] for side in table.sides for two in combinations(side, 2)
        )
        for pair in opponent_pairs(table):
            one, other = pair
            weight["again"] += self.met[pair]
            if self.house not in pair:
                weight["points"] += (self.counted[one] - self.counted[other]) ** 2
            weight["apart"] += self._are_kept_apart(one, other)
        return weight


def _replace_person(table: PlannedTable, one: int, other: int) -> PlannedTable:
    """Return the table with `other` in the seat of `one`."""
    seats = tuple((letter, other if number == one else number) for letter, number in table.seats)
    return PlannedTable(table.table, seats, partners=table.partners)
