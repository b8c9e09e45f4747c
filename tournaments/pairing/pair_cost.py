"""The cost of a meeting of two or three: one whole number, what matters more outweighing all the rest.

In this order: pairs that must never meet do not; no one sits out, meets the house player or plays at the
table of three out of turn; a winner keeps the seat, which is lost by sitting out if all tables are needed;
pairs kept apart do not meet; no rematch; rematches
spread evenly, not twice running; short walks. In small fields, where opponents run out, a walk may
be a little longer for the sake of later rounds. Drawn noise decides between equals.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing import apart
from tournaments.pairing.draw import Draw
from tournaments.pairing.fairness import bye_turns, house_turns, next_in_turn, three_turns
from tournaments.pairing.seat_preferences import Anchor, SeatPreference, anchors
from tournaments.pairing.seating_cost import opponent_pairs
from tournaments.pairing.values import Past, Person

NOISE = 1 << 30
FINE_UNIT = 1 << 40
REMATCH = 1 << 74
WINNER_MOVES = 1 << 104
OUT_OF_TURN = 1 << 114
NEVER = 1 << 120
PAIRS_LIMIT = 1 << 10

ANY_REMATCH = 1 << 18
STEP = 1000
SMALL_FIELD = 32
SAME_SIDE_COST = 8
COMMON_COST = 400


class Costs:
    """The people of one round and the cost of every pair of them, or every three.

    People are known by their place in `people`; if the number is odd the last one is None, and the person
    paired with it has the bye. With `three` three of an odd number meet at one table instead. `tables` are
    those of the hall, which need not have one for the bye.
    """

    def __init__(
        self, people: Sequence[Person], past: Past, tables: int, draw: Draw, *, three: bool = False
    ) -> None:
        self.three = three and len(people) % 2 == 1
        alone = len(people) % 2 and not self.three
        self.people: list[Person | None] = [*people, None] if alone else list(people)
        if len(self.people) > 2 * PAIRS_LIMIT:
            raise OverflowError(len(self.people))
        self.draw = draw
        self.bye_has_table = not alone or tables >= len(self.people) // 2
        self.rounds = len(past)
        held = anchors(people, past[-1] if past else (), tables)
        self.anchor = [held[person.number] if person else Anchor() for person in self.people]
        self.table = [anchor.table for anchor in self.anchor]
        self.hold = [anchor.hold for anchor in self.anchor]
        self.numbers = [person.number if person else None for person in self.people]
        self.fixed = [bool(person and person.fixed) for person in self.people]
        met = _meetings(past)
        self.met = [met.get(number, {}) if number is not None else {} for number in self.numbers]
        self.just_met = _meetings(past[-1:])
        last = past[-1] if past else ()
        self.partnered = {frozenset(side) for table in last for side in table.sides if len(side) == 2}
        self.wins = Counter([number for tables_ in past for table in tables_ for number in table.winners])
        self.sharing = _fixed_pairs(people)
        self.apart = apart.pairs_apart(people, past)
        self.never = apart.forbidden_pairs(people, past)
        self._known: dict[tuple[int, int], int] = {}
        self._find_turns(people, past)
        self._find_free_tables(tables)
        self._find_unmet_opponents()

    def _find_turns(self, people: Sequence[Person], past: Past) -> None:
        """Find the special opponent, the bye or the house player, and whose turn it is to meet it."""
        self.special: int | None = None
        house = next((place for place, person in enumerate(people) if person.house), None)
        others = {person.number for person in people if not person.house}
        self.due: set[int | None] = set()
        if self.three:
            turns = three_turns(past)
        elif self.people[-1] is None:
            self.special, turns = len(people), bye_turns(past)
        elif house is not None:
            self.special, turns = house, house_turns(past, people[house].number)
        else:
            return
        self.due |= next_in_turn(others, turns)
        self.had = Counter(number for _, had in turns for number in had)

    def _find_unmet_opponents(self) -> None:
        self.small = len(self.people) <= SMALL_FIELD
        if not self.small:
            return
        everybody = (1 << len(self.people)) - 1
        self.unmet = [0] * len(self.people)
        for place, one in enumerate(self.people):
            if one is not None:
                met = sum(1 << at for at, other in enumerate(self.people) if other and self.times(place, at))
                self.unmet[place] = everybody & ~met & ~(1 << place)
        self.chance = [
            (self.wins[person.number] + 1) * 1000 // (self.rounds + 2) if person else 0
            for person in self.people
        ]

    def times(self, one: int, other: int) -> int:
        """Return how often these two have met."""
        return self.met[one].get(self.numbers[other], 0)

    def pair(self, one: int, other: int) -> frozenset[int | None]:
        """Return the numbers of these two."""
        return frozenset((self.numbers[one], self.numbers[other]))

    def seat_keeper(self, *group: int) -> int | None:
        """Return who of those who meet keeps the seat; None if none of them holds one."""
        firmest = max(group, key=self.hold.__getitem__)
        return None if self.hold[firmest] == SeatPreference.NONE else firmest

    def possible(self, one: int, other: int) -> bool:
        """Return whether these two can meet: two with fixed seats only at one table, and then no one else."""
        if self.sharing:
            numbers = {self.numbers[one], self.numbers[other]} - {None}
            locked = [pair for pair in self.sharing if pair & numbers]
            if locked:
                return locked == [numbers]
        return not (self.fixed[one] and self.fixed[other])

    def exact(self, one: int, other: int) -> int:
        """Return the cost of pairing two people, without noise."""
        found = self._known.get((one, other))
        if found is None:
            found = self._known[one, other] = self._compute_pair_cost(one, other)
        return found

    def _compute_pair_cost(self, one: int, other: int) -> int:
        cost = REMATCH * self._rematch(one, other) + FINE_UNIT * STEP * self.walk(one, other)
        cost += NEVER * bool(self.never and self.pair(one, other) in self.never)
        if self.small:
            cost += FINE_UNIT * self._scarcity(one, other)
        if self._both_hold_seats(one, other) or self._winner_loses_table(one, other):
            cost += WINNER_MOVES
        if self.special in (one, other):
            cost += OUT_OF_TURN * self._turns_too_early(other if one == self.special else one)
        return cost

    def cost_of_three_without_noise(self, group: tuple[int, int, int]) -> int:
        """Return the cost of a table of three, without noise; earlier turns there count like rematches."""
        pairs = list(combinations(group, 2))
        early = [self._turns_too_early(place) for place in group]
        holds = [self.anchor[place].hold for place in group]
        winners = holds.count(SeatPreference.WINNER)
        return (
            NEVER * sum(self.pair(*pair) in self.never for pair in pairs)
            + OUT_OF_TURN * sum(map(bool, early))
            + WINNER_MOVES * (winners if SeatPreference.FIXED in holds else max(0, winners - 1))
            + REMATCH * (sum(self._rematch(*pair) for pair in pairs) + ANY_REMATCH * sum(early))
            + FINE_UNIT * (STEP * self._walk_to(group) + sum(self._scarcity(*pair) for pair in pairs))
        )

    def _turns_too_early(self, place: int) -> int:
        """Return how much too early a person's turn would be: 0 if it is their turn."""
        person = self.people[place]
        return 0 if person is None or person.number in self.due else min(1 + self.had[person.number], 31)

    def _walk_to(self, group: Sequence[int]) -> int:
        """Return the tables walked when these meet: to the seat that is kept, else to a near free table."""
        stayer = self.seat_keeper(*group)
        starts = [table for place in group if (table := self.anchor[place].table) is not None]
        if stayer is not None:
            at = self.anchor[stayer].table
            return sum(abs(table - at) for table in starts if at is not None)
        return self._walk_to_free(starts)

    def _walk_to_free(self, starts: Sequence[int]) -> int:
        """Return the tables walked from `starts` to a table that no one keeps, plus one for leaving the seat.

        If winners keep every table, one is free only if a winner sits out: better that a loser does.
        """
        free, leaving = (self.free, 1) if self.free else (self.given_up, 2)
        near = {
            at for start in starts for right in [bisect(free, start)] for at in free[max(right - 1, 0) :][:2]
        }
        return leaving + min((sum(abs(table - at) for table in starts) for at in near), default=0)

    def _find_free_tables(self, tables: int) -> None:
        """Find the tables that no one keeps for certain, and those of winners whose turn it is to sit out."""
        keep = {anchor.table for anchor in self.anchor if anchor.hold >= SeatPreference.WINNER}
        self.free = [table for table in range(1, tables + 1) if table not in keep]
        self.given_up = sorted(
            anchor.table
            for anchor, number in zip(self.anchor, self.numbers, strict=True)
            if anchor.hold == SeatPreference.WINNER and anchor.table and number in self.due
        )

    def _both_hold_seats(self, one: int, other: int) -> bool:
        """Return whether both hold their seat for certain, so that a winner gives way."""
        mine, theirs = self.hold[one], self.hold[other]
        return (
            mine >= SeatPreference.WINNER
            and theirs >= SeatPreference.WINNER
            and not mine == theirs == SeatPreference.FIXED
        )

    def _winner_loses_table(self, one: int, other: int) -> bool:
        """Return whether a winner sits out, whose table is needed for a game."""
        sits_out = None in (self.people[one], self.people[other])
        return (
            sits_out
            and not self.bye_has_table
            and SeatPreference.WINNER in (self.hold[one], self.hold[other])
        )

    def _rematch(self, one: int, other: int) -> int:
        mine, theirs = self.numbers[one], self.numbers[other]
        times = self.met[one].get(theirs, 0)
        if mine is None or theirs is None:
            return 0
        if self.apart and self.pair(one, other) in self.apart:
            return 2 * ANY_REMATCH + min(times, 15) ** 2
        if not times:  # two who just played each other should rather meet others
            return bool(self.partnered) and frozenset((mine, theirs)) in self.partnered
        again_at_once = times if theirs in self.just_met.get(mine, ()) else 0
        return ANY_REMATCH + min(times, 15) ** 2 + min(again_at_once, 15)

    def walk(self, one: int, other: int) -> int:
        """Return the tables walked when these two meet; the least possible if neither holds a seat."""
        loose = self.hold[one] == self.hold[other] == SeatPreference.NONE
        if self.people[one] is None or self.people[other] is None:
            return int(loose)
        starts = [table for table in (self.table[one], self.table[other]) if table is not None]
        if loose:
            return self._walk_to_free(starts)
        return abs(starts[0] - starts[1]) if len(starts) == 2 else 0

    def _scarcity(self, one: int, other: int) -> int:
        """Return, in a small field, a cost for two often on opposite sides, and for common opponents."""
        if not self.small or self.people[one] is None or self.people[other] is None:
            return 0
        mine, theirs = self.chance[one], self.chance[other]
        opposite = (mine * (1000 - theirs) + theirs * (1000 - mine)) // 1000
        return SAME_SIDE_COST * opposite + COMMON_COST * (self.unmet[one] & self.unmet[other]).bit_count()


def _meetings(past: Past) -> dict[int, dict[int | None, int]]:
    met: dict[int, dict[int | None, int]] = {}
    for tables in past:
        for one, other in (tuple(pair) for table in tables for pair in opponent_pairs(table)):
            for mine, theirs in ((one, other), (other, one)):
                row = met.setdefault(mine, {})
                row[theirs] = row.get(theirs, 0) + 1
    return met


def _fixed_pairs(people: Sequence[Person]) -> list[set[int]]:
    """Return pairs of people with fixed seats at one table."""
    tables: dict[int, set[int]] = {}
    for person in people:
        if person.fixed:
            tables.setdefault(person.fixed[0], set()).add(person.number)
    return [pair for pair in tables.values() if len(pair) == 2]
