"""Hands and cribs by the rule book and by another counter (census.py, which goes through every deal)."""

from itertools import combinations

import pytest

from scoring.cards import DECK
from scoring.cribbage import score_hand, total
from tests.scoring.census import census

STARTERS = [card for card in DECK if card.index in {4, 23, 36, 48}]  # one of each suit: 5, J, J and 10


@pytest.mark.long
def test_totals_of_all_hands_with_four_starters_equal_census():
    as_hands, as_cribs = census(STARTERS)
    assert as_hands.total() == as_cribs.total() == 4 * 249_900
    assert set(as_hands) == set(as_cribs) == set(range(30)) - {19, 25, 26, 27}
    assert as_hands[29] == 1  # three fives and the jack of the suit that is turned


def test_explained_total_equals_fast_total_in_a_sample():
    """One deal in 499 is taken: the sum of what is explained is the total that the census counted."""
    for at, five in enumerate(combinations(DECK, 5)):
        if at % 499 == 0:
            starter = five[at % 5]
            hand = tuple(card for card in five if card is not starter)
            for crib in (False, True):
                assert score_hand(hand, starter, crib).total == total(hand, starter, crib)
