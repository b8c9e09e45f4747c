"""Who has not met yet, and the best pairing of them when the circle does not go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.seating.circle import Pair, Pairs
from tournaments.seating.draw import Draw
from tournaments.seating.fairness import bye_turns, due, house_turns
from tournaments.seating.matching import cheapest_pairs
from tournaments.seating.seating_cost import meetings
from tournaments.seating.values import Past, Person

NOISE = 1 << 20
LAST_CHANCE = 1 << 32
TOGETHER = 1 << 44
REMATCH = 1 << 50
OUT_OF_TURN = 1 << 70

ATTEMPTS = 12
"""How many ways through the rounds to come are tried, to seat the first round of the longest."""
LARGE_FIELD = 36
"""From here on opponents do not run out within a day, and nothing is tried beyond the next round."""
NOBODY = 0
"""Who sits out is paired with nobody."""


class LeftToMeet:
    """Those who are here, how often they have met, whose turn it is to sit out or meet the house player."""

    def __init__(self, here: Sequence[Person], past: Past) -> None:
        self.persons = {person.number: person for person in here}
        self.numbers = sorted(self.persons)
        self.met: Counter[Pair] = meetings(past)
        self.first = not past
        house = next((person.number for person in here if person.house), None)
        self.special = house
        turns = house_turns(past, house) if house is not None else bye_turns(past)
        if len(here) % 2:
            self.special, turns = NOBODY, bye_turns(past)
            self.numbers.append(NOBODY)
        self.turns = turns
        others = [person.number for person in here if not person.house]
        self.due = due(others, turns) if self.special is not None else set(others)
        for number in (number for _, had in bye_turns(past) for number in had):
            self.met[frozenset((number, NOBODY))] += 1
        couples = combinations(enumerate(self.numbers), 2)
        self._possible = [
            (place, at, frozenset((one, other)))
            for (place, one), (at, other) in couples
            if self._can_meet(one, other)
        ]
        self._pairs_of: dict[int, set[Pair]] = {number: set() for number in self.numbers}
        for _place, _at, pair in self._possible:
            for number in pair:
                self._pairs_of[number].add(pair)

    @property
    def anybody(self) -> bool:
        """Whether two are left who have not met and can."""
        return any(pair not in self.met and NOBODY not in pair for _place, _at, pair in self._possible)

    def is_clean(self, pairs: Pairs) -> bool:
        """Whether nobody meets twice in `pairs`, and who sits out or meets the house player is due to."""
        return self.is_new(pairs) and self.in_turn(pairs)

    def is_new(self, pairs: Pairs) -> bool:
        """Whether nobody meets twice in `pairs`."""
        return not any(self._is_rematch(pair) for pair in pairs)

    def in_turn(self, pairs: Pairs) -> bool:
        """Whether who sits out or meets the house player in `pairs` is due to."""
        return not any(self._out_of_turn(pair) for pair in pairs)

    def best_pairs(self, draw: Draw) -> Pairs:
        """The first round of the longest way through the rounds to come that a few attempts found."""
        most = min(self._left(number, self.met) for number in self.numbers)
        if len(self.numbers) > LARGE_FIELD:
            most = min(most, 1)
        best: list[Pair] = []
        longest = -1
        for _attempt in range(ATTEMPTS):
            pairs, length = self._way(draw, most)
            if length > longest:
                best, longest = pairs, length
            if longest >= most:
                break
        return tuple(pair - {NOBODY} for pair in best)

    def _way(self, draw: Draw, most: int) -> tuple[list[Pair], int]:
        """A pairing, and how many rounds without anybody meeting twice begin with it."""
        met = self.met.copy()
        first = self._paired(met, draw, turn=True)
        length, pairs = 0, first
        while length < most and not any(met[pair] for pair in pairs):
            length += 1
            met.update(pairs)
            if length < most:
                pairs = self._paired(met, draw, turn=False)
        return first, length

    def _paired(self, met: Counter[Pair], draw: Draw, *, turn: bool) -> list[Pair]:
        left = {number: self._left(number, met) for number in self.numbers}
        edges = [
            (place, at, self._cost(pair, met, left, turn=turn) + draw.below(NOISE))
            for place, at, pair in self._possible
        ]
        found = cheapest_pairs(len(self.numbers), edges)
        assert found is not None, "check_places lets nobody through who cannot be paired"
        return [frozenset((self.numbers[one], self.numbers[other])) for one, other in found]

    def _cost(self, pair: Pair, met: Counter[Pair], left: dict[int, int], *, turn: bool) -> int:
        one, other = pair
        hurry = 2 * len(self.numbers) - left[one] - left[other]
        cost = REMATCH * min(met[pair], 31) ** 2 + LAST_CHANCE * hurry
        if self.first and NOBODY not in pair and self.persons[one].apart & self.persons[other].apart:
            cost += TOGETHER
        return cost + (OUT_OF_TURN if turn and self._out_of_turn(pair) else 0)

    def _left(self, number: int, met: Counter[Pair]) -> int:
        return len(self._pairs_of[number].difference(met))

    def _is_rematch(self, pair: Pair) -> bool:
        return len(pair) == 2 and self.met[pair] > 0

    def _out_of_turn(self, pair: Pair) -> bool:
        """Whether somebody sits out, or meets the house player, before others whose turn it is."""
        if self.special is None:
            return False
        if self.special == NOBODY:
            alone = pair - {NOBODY} if NOBODY in pair or len(pair) == 1 else frozenset()
            return bool(alone - self.due)
        return self.special in pair and bool(pair - {self.special} - self.due)

    def _can_meet(self, one: int, other: int) -> bool:
        if NOBODY in (one, other):
            return True
        return not (self.persons[one].fixed and self.persons[other].fixed)
