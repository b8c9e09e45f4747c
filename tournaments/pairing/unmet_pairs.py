"""Track who has not met yet, and find their best pairing when the circle does not go on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from operator import add

from tournaments.pairing.circle import Pair, Pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.fairness import bye_turns, house_turns, next_in_turn
from tournaments.pairing.matching import cheapest_pairs, most_pairs
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.values import Past, Person

NOISE = 1 << 20
LAST_CHANCE = 1 << 32
KEPT_APART_COST = 1 << 44
REMATCH = 1 << 50
OUT_OF_TURN = 1 << 70

ATTEMPTS = 12
"""The number of ways through future rounds that are tried, to seat the first round of the longest."""
LARGE_FIELD = 36
"""From this size on opponents do not run out within a tournament, and only the next round is considered."""
MANY_PEOPLE, NEIGHBOURS = 400, 8
"""Of more people each can meet only those whose numbers come next: NEIGHBOURS more than are excluded."""
NOBODY = 0
"""The opponent of a person who sits out."""


class UnmetPairs:
    """Those present, how often they have met, and whose turn it is to sit out or meet the house player."""

    def __init__(self, present: Sequence[Person], past: Past) -> None:
        self.persons = {person.number: person for person in present}
        self.numbers = sorted(self.persons)
        self.met: Counter[Pair] = meetings(past)
        self.played = len(past)
        house = next((person.number for person in present if person.house), None)
        self.special = house
        turns = house_turns(past, house) if house is not None else bye_turns(past)
        if len(present) % 2:
            self.special, turns = NOBODY, bye_turns(past)
            self.numbers.append(NOBODY)
        self.turns = turns
        others = [person.number for person in present if not person.house]
        self.due = next_in_turn(others, turns) if self.special is not None else set(others)
        self.due_to_rest = next_in_turn(others, bye_turns(past))
        for number in (number for _, had in bye_turns(past) for number in had):
            self.met[frozenset((number, NOBODY))] += 1

    @cached_property
    def _possible_pairs(self) -> list[tuple[int, int, Pair]]:
        """Return the pairs that can meet at all; of many people only near ones."""
        if len(self.numbers) <= MANY_PEOPLE:
            return list(self._couples(combinations(range(len(self.numbers)), 2)))
        fixed = sum(bool(person.fixed) for person in self.persons.values())
        return list(self._couples(self._near_places(NEIGHBOURS + 2 * (self.played + fixed))))

    def _near_places(self, reach: int) -> Iterator[tuple[int, int]]:
        """Yield places at most `reach` apart in `numbers`, and the special opponent with all."""
        last = len(self.numbers)
        special = None if self.special is None else self.numbers.index(self.special)
        for place in range(last):
            for at in range(place + 1, last if place == special else min(place + 1 + reach, last)):
                yield place, at
            if special is not None and special > place + reach:
                yield place, special

    def _couples(self, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, Pair]]:
        """Yield the pairs at these places in `numbers`, the lower one first, except two with fixed seats."""
        fixed = {number for number, person in self.persons.items() if person.fixed}
        for place, at in places:
            one, other = self.numbers[place], self.numbers[at]
            if one not in fixed or other not in fixed:
                yield place, at, frozenset((one, other))

    @property
    def has_new_pair(self) -> bool:
        """Return whether there are two who have not met and can."""
        everybody = combinations(range(len(self.numbers)), 2)
        return any(
            pair not in self.met and NOBODY not in pair for _place, _at, pair in self._couples(everybody)
        )

    def is_clean(self, pairs: Pairs) -> bool:
        """Return whether `pairs` have no rematch and no one sits out or meets the house player too early."""
        return self.has_no_rematch(pairs) and self.in_turn(pairs)

    def has_no_rematch(self, pairs: Pairs) -> bool:
        """Return whether no one meets twice in `pairs`."""
        return not any(len(pair) == 2 and self.met[pair] for pair in pairs)

    def in_turn(self, pairs: Pairs) -> bool:
        """Return whether it is the turn of those who sit out or meet the house player in `pairs`."""
        return not any(self._is_too_early(pair) for pair in pairs)

    def best_pairs(self, draw: Draw) -> Pairs:
        """Return the first round of the longest way through future rounds that a few attempts found."""
        self._weigh()
        most = min(self._unmet_counts(self._times))
        if len(self.numbers) > LARGE_FIELD:
            most = min(most, 1)
        best: list[Pair] = []
        longest = -1
        for _attempt in range(ATTEMPTS):
            pairs, length = self._pairing_with_length(draw, most)
            if length > longest:
                best, longest = pairs, length
            if longest >= most:
                break
        return tuple(pair - {NOBODY} for pair in best)

    def new_pairs(self, draw: Draw) -> Pairs:
        """Return as many first meetings as possible; people whose turn it is sit out with the others.

        A house player without an opponent has no seat.
        """
        self._weigh()
        left = self._unmet_counts(self._times)
        hurry = [LAST_CHANCE * (len(self.numbers) - count) for count in left]
        plays = [OUT_OF_TURN * self._rest_order(number) for number in self.numbers]
        lots = draw.lots(len(self._times), NOISE)
        edges = []
        for (place, at, pair), met, apart, lot in zip(
            self._possible_pairs, self._times, self._asked, lots, strict=True
        ):
            if not met and NOBODY not in pair:
                early = OUT_OF_TURN * (self.special != NOBODY and self._is_too_early(pair))
                worth = plays[place] + plays[at]
                edges.append((place, at, hurry[place] + hurry[at] + apart + early + lot - worth))
        pairs = [frozenset((self.numbers[one], self.numbers[other])) for one, other in most_pairs(edges)]
        playing = frozenset[int]().union(*pairs)
        resting = [number for number, person in self.persons.items() if not person.house]
        return (*pairs, *(frozenset({number}) for number in sorted(resting) if number not in playing))

    def _rest_order(self, number: int) -> int:
        """Return how late it is a person's turn to sit out: a house player first of all."""
        if number == NOBODY or self.persons[number].house:
            return 0
        return 1 if number in self.due_to_rest else 2

    def _weigh(self) -> None:
        """Compute meetings and other costs of each of `_possible_pairs`, in every round and in the next."""
        pairs = [pair for _place, _at, pair in self._possible_pairs]
        self._times = [self.met[pair] for pair in pairs]
        self._asked = [KEPT_APART_COST * self._is_kept_apart(pair) for pair in pairs]
        early = [OUT_OF_TURN * self._is_too_early(pair) for pair in pairs]
        self._besides = list(map(add, self._asked, early))
        self._which = {(place, at): which for which, (place, at, _pair) in enumerate(self._possible_pairs)}

    def _pairing_with_length(self, draw: Draw, most: int) -> tuple[list[Pair], int]:
        """Return a pairing, and how many rounds without rematches begin with it."""
        times = self._times.copy()
        first = found = self._cheapest_pairing(times, self._besides, draw)
        length = 0
        while length < most and not any(times[which] for which in found):
            length += 1
            for which in found:
                times[which] += 1
            if length < most:
                found = self._cheapest_pairing(times, self._asked, draw)
        return [self._possible_pairs[which][2] for which in first], length

    def _cheapest_pairing(self, times: Sequence[int], besides: Sequence[int], draw: Draw) -> list[int]:
        """Return the cheapest pairing, as places in `_possible_pairs`; few left to meet come first."""
        hurry = [LAST_CHANCE * (len(self.numbers) - left) for left in self._unmet_counts(times)]
        edges = [
            (place, at, (REMATCH * min(met, 31) ** 2 if met else 0) + hurry[place] + hurry[at] + more + lot)
            for (place, at, _pair), met, more, lot in zip(
                self._possible_pairs, times, besides, draw.lots(len(times), NOISE), strict=True
            )
        ]
        found = cheapest_pairs(len(self.numbers), edges)
        assert found is not None, "check_places refuses players who cannot be paired"
        return [self._which[pair] for pair in found]

    def _unmet_counts(self, times: Sequence[int]) -> list[int]:
        """Return how many each can still meet for the first time, in the order of `numbers`."""
        left = [0] * len(self.numbers)
        for (place, at, _pair), met in zip(self._possible_pairs, times, strict=True):
            if not met:
                left[place] += 1
                left[at] += 1
        return left

    def _is_kept_apart(self, pair: Pair) -> bool:
        """Return whether these two are kept apart in the next round."""
        if NOBODY in pair:
            return False
        one, other = pair
        return self.persons[one].is_kept_apart(self.persons[other], self.played)

    def _is_too_early(self, pair: Pair) -> bool:
        """Return whether a person sits out, or meets the house player, before others whose turn it is."""
        if self.special is None:
            return False
        if self.special == NOBODY:
            alone = pair - {NOBODY} if NOBODY in pair or len(pair) == 1 else frozenset()
            return bool(alone - self.due)
        return self.special in pair and bool(pair - {self.special} - self.due)
