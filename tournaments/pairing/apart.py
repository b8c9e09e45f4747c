"""People who are kept apart: a couple, a car-pool, a club; for some rounds or all; if possible or always.

A pairing system weighs what is possible. Pairs that must never meet it weighs above all else but a fixed
seat, and if they meet all the same their round is not seated (`check_forbidden_pairs`): the organiser
decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.seating_cost import opponent_pairs
from tournaments.pairing.values import NoSeating, Past, Person, PlannedTable

Pair = frozenset[int]

WEIGHT = 1000
"""The cost of two together who are kept apart, against one rematch, at tables of several."""
MUST_FACTOR = 1000
"""The cost of a pair that must not meet, in pairs that should not."""


def pairs_apart(present: Sequence[Person], past: Past) -> set[Pair]:
    """Return the pairs that are kept apart in the round after `past`."""
    return set(_pairs(present, past))


def forbidden_pairs(present: Sequence[Person], past: Past) -> set[Pair]:
    """Return the pairs that must not meet at any price."""
    return {pair for pair, must in _pairs(present, past).items() if must}


def weights(present: Sequence[Person], past: Past) -> dict[Pair, int]:
    """Return the cost of each of these pairs at tables of several."""
    return {pair: WEIGHT * (MUST_FACTOR if must else 1) for pair, must in _pairs(present, past).items()}


def _pairs(present: Sequence[Person], past: Past) -> dict[Pair, bool]:
    """Map the pairs that are kept apart to whether they must never meet."""
    tagged: dict[str, list[Person]] = {}
    for person in present:
        for tag in person.apart:
            tagged.setdefault(tag, []).append(person)
    return {
        frozenset((one.number, other.number)): one.never_meets(other, len(past))
        for people in tagged.values()
        for one, other in combinations(people, 2)
        if one.is_kept_apart(other, len(past))
    }


def check_forbidden_pairs(planned: Sequence[PlannedTable], people: Sequence[Person], past: Past) -> None:
    """Raise NoSeating, apart_cannot_be, if two meet who must not."""
    forbidden = forbidden_pairs(people, past)
    for table in planned if forbidden else ():
        for pair in opponent_pairs(table):
            if pair in forbidden:
                args = {"numbers": sorted(pair), "round": len(past) + 1}
                raise NoSeating("apart_cannot_be", args, [("apart_if_possible", {}), ("other_word", {})])
