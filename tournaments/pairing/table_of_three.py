"""Choose who sits at the table of three of an odd field, and who meets at the other tables.

| priority                            | rule                                                            |
|-------------------------------------|-----------------------------------------------------------------|
| no second turn at it out of turn    | not before all were at it once, as far as fixed seats allow     |
| a winner keeps the seat             | one of the three may be a winner, the others of them lost       |
| no rematch, short walks             | all that meet at it count, as at every table                    |

Three are chosen first, by their own cost and how many winners the rest of the field can seat; the rest is
paired for the best of them, and the cheapest in all is taken.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from tournaments.pairing.pair_cost import REMATCH, WINNER_MOVES, Costs
from tournaments.pairing.seat_preferences import SeatPreference

Pairs = list[tuple[int, int]]
Three = tuple[int, int, int]

SMALL_ROW = 24
"""In a row of up to this many people, all combinations are considered."""
NEIGHBOURS = 8
"""In a longer row, only people who sat so near each other are combined."""
MIN_CANDIDATES = 12
"""If it is the turn of fewer people, others are considered too, up to this number."""
TRIED = ((24, 24), (80, 10))
"""In a field of at most so many people, so many choices of three are tried with the whole field."""
LARGE_FIELD_TRIES = 3
"""In a larger field at most so many: the first that costs nothing but walks is taken."""


def table_of_three(costs: Costs, paired: Callable[[Sequence[int]], Pairs]) -> tuple[Three, Pairs]:
    """Return the three of the table of three, and the pairs of the others; `paired` pairs those left best."""
    tried = next((count for people, count in TRIED if len(costs.people) <= people), LARGE_FIELD_TRIES)
    noise = {three: costs.draw.below(1 << 20) for three in sorted(set(_threes(costs)))}
    cost = {three: costs.cost_of_three_without_noise(three) for three in noise}
    lost = _winner_surplus_cost(costs)
    promising = sorted(noise, key=lambda three: (cost[three] + lost(three), noise[three]))
    found = []
    for three in promising[:tried]:
        pairs = paired([place for place in range(len(costs.people)) if place not in three])
        total = cost[three] + sum(costs.exact(*pair) for pair in pairs)
        found.append((total, noise[three], three, pairs))
        if tried == LARGE_FIELD_TRIES and total < REMATCH:
            break
    _, _, three, pairs = min(found)
    return three, pairs


def _threes(costs: Costs) -> Iterator[Three]:
    """Yield candidate groups of three that leave enough people for the fixed seats."""
    shared = [sorted(pair) for pair in costs.sharing]
    together = {number for pair in shared for number in pair}
    places = {person.number: place for place, person in enumerate(costs.people) if person}
    movers: list[int] = []
    alone: list[int] = []
    for place, person in enumerate(costs.people):
        if person is not None and person.number not in together:
            (alone if person.fixed else movers).append(place)
    row = _due_places(costs, movers)
    near = len(row) if len(row) <= SMALL_ROW else NEIGHBOURS
    if len(movers) >= len(alone) + 3:
        for at, first in enumerate(row):
            for second, third in combinations(row[at + 1 : at + 1 + near], 2):
                yield _sorted_three(first, second, third)
    for fixed in alone:
        for one, other in combinations(_nearest(costs, fixed, row)[:near], 2):
            yield _sorted_three(fixed, one, other)
    for pair in shared:
        one, other = (places[number] for number in pair)
        for mover in _nearest(costs, one, row)[:near]:
            yield _sorted_three(one, other, mover)


def _sorted_three(*places: int) -> Three:
    one, two, three = sorted(places)
    return one, two, three


def _due_places(costs: Costs, movers: Sequence[int]) -> list[int]:
    """Return those whose turn it is, in the order of the tables; if they are few, with the next in turn."""
    person = {place: costs.people[place] for place in movers}
    due = [place for place in movers if (one := person[place]) and one.number in costs.due]
    if len(due) < MIN_CANDIDATES:
        others = costs.draw.shuffled(place for place in movers if place not in due)
        here = [table for place in due if (table := costs.anchor[place].table) is not None]
        near = here[0] if here else 0

        def turn(place: int) -> tuple[int, int]:
            one = person[place]
            walk = abs((costs.anchor[place].table or near) - near)
            return (costs.had[one.number] if one else 0), walk

        due += sorted(others, key=turn)[: MIN_CANDIDATES - len(due)]
    highest = max((costs.anchor[place].table or 0 for place in due), default=0) + 1
    at = {place: costs.anchor[place].table or 1 + costs.draw.below(highest) for place in due}
    return sorted(due, key=lambda place: (at[place], place))


def _nearest(costs: Costs, fixed: int, row: Sequence[int]) -> list[int]:
    """Return `row` sorted by distance from a fixed seat."""
    home = costs.anchor[fixed].table or 0
    return sorted(row, key=lambda place: abs((costs.anchor[place].table or home) - home))


def _winner_surplus_cost(costs: Costs) -> Callable[[Three], int]:
    """Return a function for the cost of more winners left by three people than tables for them."""
    winning = {place for place, anchor in enumerate(costs.anchor) if anchor.hold == SeatPreference.WINNER}
    fixed = Counter(anchor.table for anchor in costs.anchor if anchor.hold == SeatPreference.FIXED)

    def lost(three: Three) -> int:
        here = {
            costs.anchor[place].table for place in three if costs.anchor[place].hold == SeatPreference.FIXED
        }
        left = len(costs.people) // 2 - 1 - (len(fixed) - len(here))
        return WINNER_MOVES * max(0, len(winning) - len(winning.intersection(three)) - left)

    return lost
