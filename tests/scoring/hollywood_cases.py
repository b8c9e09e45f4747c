"""Sheets of Hollywood filled in by hand: the same cases for the rule book and for the tablet.

A hand is (winner, the points written, whether the other is fined). For each reading of rules.md §7.2 a case
has the number of hands after which the sheet is over (None: it goes on), and the state of the three games
then: the points of both sides, and the side that was first.
"""

from typing import Any, NamedTuple

from scoring.gin.score import Score
from tests.scoring.gin_hands import won

READINGS: dict[str, dict[str, Any]] = {
    "letter": {"hollywood_letter": True},
    "closed": {},
    "open": {"hollywood_open": True},
}
Hand = tuple[int, int, bool]


class Case(NamedTuple):
    """One sheet under one reading."""

    name: str
    reading: str
    hands: list[Hand]
    over_after: int | None
    points: list[tuple[int, int]]
    first: list[int | None]


def plain(*hands: tuple[int, int]) -> list[Hand]:
    return [(winner, points, False) for winner, points in hands]


SOURCE = plain((0, 15), (1, 12), (1, 18), (1, 32), (0, 26))
ALONE = plain((0, 100), (0, 100), (0, 100))
CAUGHT_UP = plain((0, 50), (0, 60), (1, 60), (1, 60), (1, 60), (1, 60))
FIRST_AGAIN = plain((0, 99), (0, 1), (1, 60), (1, 60), (0, 100))
FINED = [(1, 100, True), (0, 1, False), (0, 1, False), (0, 100, False), (0, 8, False)]

CASES = [
    *(Case("source", one, SOURCE, None, [(41, 62), (26, 50), (0, 32)], [None] * 3) for one in READINGS),
    *(Case("alone", one, ALONE, 3, [(100, 0)] * 3, [0, 0, 0]) for one in READINGS),
    # The other writes on in a game that is lost, and reaches the target there too.
    Case("caught up", "letter", CAUGHT_UP, 6, [(110, 120), (60, 120), (0, 120)], [0, 1, 1]),
    Case("caught up", "open", CAUGHT_UP, 6, [(110, 120), (60, 120), (0, 120)], [0, 1, 1]),
    Case("caught up", "closed", CAUGHT_UP, 6, [(110, 0), (60, 120), (0, 120)], [0, 1, 1]),
    Case("first again", "letter", FIRST_AGAIN, 5, [(100, 120), (101, 60), (100, 0)], [0, 0, 0]),
    Case("first again", "open", FIRST_AGAIN, 5, [(100, 120), (101, 60), (100, 0)], [0, 0, 0]),
    Case("first again", "closed", FIRST_AGAIN, 5, [(100, 0), (101, 60), (100, 0)], [0, 0, 0]),
    # All three games have a winner, but no side has the target in each: to the letter the sheet goes on.
    Case("fined", "letter", FINED, 5, [(100, 100), (101, 0), (100, 0)], [1, 0, 0]),
    Case("fined", "open", FINED, 4, [(92, 100), (101, 0), (100, 0)], [1, 0, 0]),
    Case("fined", "closed", FINED, 4, [(-10, 100), (101, 0), (100, 0)], [1, 0, 0]),
]


def of_the_book(hand: Hand) -> Score:
    """Return a hand as the rule book represents it."""
    winner, points, fined = hand
    return won(winner, points, tuple(10 if fined and side != winner else 0 for side in (0, 1)))


def of_a_tablet(hand: Hand) -> dict[str, Any]:
    """Return a hand as a tablet writes it: the winner knocks with 1."""
    winner, points, fined = hand
    deadwood = [1, 1 + points] if winner == 0 else [1 + points, 1]
    return {"knocker": winner, "deadwood": deadwood} | ({"opponent_cards": 9} if fined else {})
