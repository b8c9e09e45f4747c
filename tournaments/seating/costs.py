"""What it costs that two people meet: one whole number in which what matters more always outweighs the rest.

In this order: nobody sits out or meets the house player out of turn; a winner keeps the seat; no rematch;
rematches spread evenly, not twice running; short walks. In small fields, where opponents run out, a walk may
be a little longer for the sake of later rounds. Drawn noise decides between equals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.seating.anchors import Anchor, Hold, anchors
from tournaments.seating.draw import Draw
from tournaments.seating.fairness import bye_turns, due, house_turns
from tournaments.seating.values import Past, Person

NOISE = 1 << 30
FINE = 1 << 40
REMATCH = 1 << 74
WINNER_MOVES = 1 << 104
OUT_OF_TURN = 1 << 114
PAIRS_LIMIT = 1 << 10

ANY_REMATCH = 1 << 18
STEP = 1000
SMALL_FIELD = 32
SAME_SIDE = 8
COMMON = 400


class Costs:
    """The people of one round and what every pair of them would cost.

    People are known by their place in `people`; the last one is None, nobody, where the number is odd:
    who is paired with nobody has the bye.
    """

    def __init__(self, people: Sequence[Person], past: Past, tables: int, draw: Draw) -> None:
        self.people: list[Person | None] = [*people, None] if len(people) % 2 else list(people)
        if len(self.people) > 2 * PAIRS_LIMIT:
            raise OverflowError(len(self.people))
        self.draw = draw
        self.rounds = len(past)
        held = anchors(people, past[-1] if past else (), tables)
        self.anchor = [held[person.number] if person else Anchor() for person in self.people]
        self.met = _meetings(past)
        self.just_met = _meetings(past[-1:])
        self.wins = Counter(table.winner for tables_ in past for table in tables_)
        self._sharing = _sharing(people)
        self._turns(people, past)
        self._look_at_opponents_left()

    def _turns(self, people: Sequence[Person], past: Past) -> None:
        """Find who is special, nobody or the house player, and whose turn it is to meet them."""
        self.special: int | None = None
        house = next((place for place, person in enumerate(people) if person.house), None)
        others = {person.number for person in people if not person.house}
        if self.people[-1] is None:
            self.special, turns = len(people), bye_turns(past)
        elif house is not None:
            self.special, turns = house, house_turns(past, people[house].number)
        else:
            return
        self.due = due(others, turns)
        self.had = Counter(number for _, had in turns for number in had)

    def _look_at_opponents_left(self) -> None:
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
        """How often these two have met."""
        mine, theirs = self.people[one], self.people[other]
        return (
            self.met[mine.number].get(theirs.number, 0) if mine and theirs and mine.number in self.met else 0
        )

    def stayer(self, one: int, other: int) -> int | None:
        """Who of the two keeps the seat; None where neither holds one."""
        if self.anchor[one].hold == self.anchor[other].hold == Hold.NONE:
            return None
        return one if self.anchor[one].hold >= self.anchor[other].hold else other

    def possible(self, one: int, other: int) -> bool:
        """Whether these two can meet at all: two fixed seats only at one table, and then nobody else."""
        mine, theirs = self.people[one], self.people[other]
        numbers = {person.number for person in (mine, theirs) if person}
        locked = [pair for pair in self._sharing if pair & numbers]
        if locked:
            return locked == [numbers]
        return not (mine and theirs and mine.fixed and theirs.fixed)

    def exact(self, one: int, other: int) -> int:
        """The cost of pairing two people, without noise."""
        return (
            OUT_OF_TURN * self._out_of_turn(one, other)
            + WINNER_MOVES * self._winner_moves(one, other)
            + REMATCH * self._rematch(one, other)
            + FINE * (STEP * self.walk(one, other) + self._scarcity(one, other))
        )

    def noisy(self, one: int, other: int) -> int:
        """The cost with a drawn bit on top, so that the cheapest pairing is the only one."""
        return self.exact(one, other) + self.draw.below(NOISE)

    def _winner_moves(self, one: int, other: int) -> bool:
        """Whether both hold their seat for certain, so that a winner gives way."""
        holds = {self.anchor[one].hold, self.anchor[other].hold}
        return holds <= {Hold.WINNER, Hold.FIXED} and holds != {Hold.FIXED}

    def _out_of_turn(self, one: int, other: int) -> int:
        if self.special not in (one, other):
            return 0
        person = self.people[other if one == self.special else one]
        if person is None or person.number in self.due:
            return 0
        return min(1 + self.had[person.number], 31)

    def _rematch(self, one: int, other: int) -> int:
        times = self.times(one, other)
        if not times:
            return 0
        mine, theirs = self.people[one], self.people[other]
        assert mine and theirs
        again_at_once = times if theirs.number in self.just_met.get(mine.number, ()) else 0
        return ANY_REMATCH + min(times, 15) ** 2 + min(again_at_once, 15)

    def walk(self, one: int, other: int) -> int:
        """Tables walked when these two meet (where neither holds a seat: the least it can be)."""
        mine, theirs = self.anchor[one].table, self.anchor[other].table
        if self.people[one] is None or self.people[other] is None:
            return 0 if self.stayer(one, other) is not None else 1
        if mine is None or theirs is None:
            return 0
        return abs(mine - theirs) + (self.stayer(one, other) is None)

    def _scarcity(self, one: int, other: int) -> int:
        """In a small field: rather who will seldom be on opposite sides, and who share few opponents."""
        if not self.small or self.people[one] is None or self.people[other] is None:
            return 0
        mine, theirs = self.chance[one], self.chance[other]
        opposite = (mine * (1000 - theirs) + theirs * (1000 - mine)) // 1000
        return SAME_SIDE * opposite + COMMON * (self.unmet[one] & self.unmet[other]).bit_count()


def _meetings(past: Past) -> dict[int, dict[int, int]]:
    met: dict[int, dict[int, int]] = {}
    for tables in past:
        for table in tables:
            if len(table.seats) == 2:
                one, other = table.people
                for mine, theirs in ((one, other), (other, one)):
                    row = met.setdefault(mine, {})
                    row[theirs] = row.get(theirs, 0) + 1
    return met


def _sharing(people: Sequence[Person]) -> list[set[int]]:
    """Pairs of people with fixed seats at one table."""
    tables: dict[int, set[int]] = {}
    for person in people:
        if person.fixed:
            tables.setdefault(person.fixed[0], set()).add(person.number)
    return [pair for pair in tables.values() if len(pair) == 2]
