"""The circle: one stays, the others move one place each round, so that all meet all once.

Places are drawn by lot; with an odd field one place is empty, and the person opposite sits out. The circle
keeps nothing between rounds: it is found again in the rounds that were played, and goes on as long as they
fit. A late arrival takes an empty place; the place of a person who leaves becomes empty.

Pairs come in the order of the circle: at tables in that order each walks no farther than the next one.
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.pairing import apart
from tournaments.pairing.draw import Draw
from tournaments.pairing.values import Past, Person, PlannedTable, PlayedTable

Pair = frozenset[int]
"""Two numbers that meet, or one that sits out."""
Pairs = tuple[Pair, ...]
Places = list[int | None]


def circle_pairs(places: Sequence[int | None], turn: int) -> Pairs:
    """Return the pairs at turn `turn` of the circle (0 first): the first place stays, the others move up.

    >>> [list(map(sorted, circle_pairs([1, 2, 3, None], turn))) for turn in range(3)]
    [[[1], [2, 3]], [[1, 2], [3]], [[1, 3], [2]]]
    """
    moving = places[1:]
    at = turn % len(moving)
    row = [places[0], *moving[at:], *moving[:at]]
    half = len(row) // 2
    pairs = (
        frozenset(number for number in couple if number is not None)
        for couple in zip(row[:half], reversed(row[half:]), strict=True)
    )
    return tuple(pair for pair in pairs if pair)


def pairs_of(tables: Sequence[PlannedTable | PlayedTable]) -> frozenset[Pair]:
    """Return the pairs that met in a round."""
    return frozenset(frozenset(table.people) for table in tables)


def next_pairs(present: Sequence[Person], past: Past, seed: int) -> Pairs | None:
    """Return the pairs after `past` if the circle drawn from `seed` goes on; None if it does not.

    A person with a fixed seat is the one who stays: two of them would have to meet.
    """
    fixed = [person.number for person in present if person.fixed]
    if len(fixed) > 1:
        return None
    if not past:
        return _first_pairs(_drawn_places([person.number for person in present], seed, fixed), present)
    first = sorted(number for table in past[0] for number in table.people)
    for stays in [fixed, [], *([number] for number in first if [number] != fixed)]:
        places = _drawn_places(first, seed, stays)
        start = _starting_turn(places, pairs_of(past[0]))
        if start is not None:
            found = _continued_pairs(list(places), start, past, {person.number for person in present})
            if found is not None:
                return found
    return None


def _drawn_places(numbers: Sequence[int], seed: int, stays: Sequence[int]) -> Places:
    order = Draw(seed).shuffled(sorted(numbers))
    front = [number for number in order if number in stays]
    places: Places = [*front, *(number for number in order if number not in stays)]
    return [*places, None] if len(places) % 2 else places


def _first_pairs(places: Places, present: Sequence[Person]) -> Pairs:
    """Return the turn after which pairs kept apart meet as late as possible, fewest of them first."""
    turns, asked = len(places) - 1, apart.pairs_apart(present, ())
    if not asked:
        return circle_pairs(places, 0)
    meets = [turn for turn in range(turns) for pair in circle_pairs(places, turn) if pair in asked]
    lasts = next((person.apart_for for person in present if person.apart), 1) or turns

    def early(first: int) -> list[int]:
        counts = Counter((turn - first) % turns for turn in meets)
        return [counts[played] for played in range(min(lasts, turns))]

    return circle_pairs(places, min(range(turns), key=early))


def _starting_turn(places: Places, played: frozenset[Pair]) -> int | None:
    """Return the turn at which round 1 was played, found by the opponent of the first place, or None."""
    met = next((pair for pair in played if places[0] in pair), frozenset())
    opposite = next((number for number in met if number != places[0]), None)
    if opposite not in places:
        return None
    turn = places.index(opposite) % (len(places) - 1)
    return turn if set(circle_pairs(places, turn)) == played else None


def _continued_pairs(places: Places, start: int, past: Past, present: set[int]) -> Pairs | None:
    """Return the turn after `past`, or None if some round was not of this circle."""
    if len(past) >= len(places) - 1:
        return None
    for turn, tables in enumerate(past, start=start):
        there = {number for table in tables for number in table.people}
        if set(_pairs_at_turn(places, turn, there) or ()) != pairs_of(tables):
            return None
    return _pairs_at_turn(places, start + len(past), present)


def _pairs_at_turn(places: Places, turn: int, there: set[int]) -> Pairs | None:
    """Return the pairs of those present at a turn; newcomers take an empty place, for good."""
    for number in sorted(there - set(places)):
        empty = next((at for at, owner in enumerate(places) if owner not in there), None)
        if empty is None:
            return None
        places[empty] = number
    taken = [owner if owner in there else None for owner in places]
    return circle_pairs(taken, turn) if taken.count(None) <= 1 else None
