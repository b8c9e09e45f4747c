"""A hand of gin from the figures of the sheet, compared with a plain search; properties of every hand."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.cards import DECK, read_cards
from scoring.gin.ending import REASONS
from scoring.gin.figures import read_hand, score_deadwood, score_figures
from scoring.gin.hand import score_hand, show_hand
from scoring.gin.layoff import lay_off
from scoring.gin.melds import best_melds, deadwood
from scoring.gin.rules import ACES, STANDARD
from tests.scoring import gin_plain
from tests.scoring.gin_samples import plain, rich_hands
from tests.scoring.refusals import error_code

KNOCKS_4 = "3C 4C 5C 7D 7H 7S 9S 10S JS 4D"

COUNTS_29 = "AC AD 8H KC 5H 5D 5S 2D 3D QC"


def codes(score):
    return [reason.code for reason in score.reasons]


# The figures of the sheet


@pytest.mark.parametrize(
    ("data", "counts"),
    [
        ({"how": "knock", "winner": 0, "difference": 10}, (10, 0)),
        ({"how": "gin", "winner": 1, "difference": 23}, (0, 43)),
        ({"how": "gin", "winner": 1, "difference": 0}, (0, 20)),
        ({"how": "undercut", "winner": 0, "difference": 0}, (10, 0)),
        ({"how": "undercut", "winner": 0, "difference": 4, "opponent_cards": 9}, (-6, 0)),
        ({"how": "knock", "winner": 0, "difference": 4, "opponent_cards": 9}, (4, -10)),
        ({"how": "undercut", "winner": 0, "difference": 4, "opponent_cards": 11}, (0, 0)),
        ({"how": "nobody"}, (0, 0)),
        ({"how": "void", "reason": "stock_out"}, (0, 0)),
        ({"knocker": 1, "deadwood": [23, 7]}, (0, 16)),
        ({"knocker": 1, "deadwood": [7, 7]}, (10, 0)),
        ({"knocker": 1, "deadwood": [7, 0]}, (0, 27)),
        ({"knocker": 1, "deadwood": [7, 9], "opponent_cards": 12}, (0, 0)),
        ({"knocker": 1, "deadwood": [7, 7], "opponent_cards": 8, "winner": None}, (-10, 0)),
    ],
)
def test_figures_of_a_sheet_give_points(data, counts):
    data = {key: value for key, value in data.items() if value is not None}
    assert read_hand(data).counts == counts


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "gin_unknown_how"),
        ({"how": "big gin", "winner": 0, "difference": 3}, "gin_unknown_how"),
        ({"how": "knock", "difference": 3}, "unknown_winner"),
        ({"how": "knock", "winner": 2, "difference": 3}, "unknown_winner"),
        ({"how": "knock", "winner": True, "difference": 3}, "unknown_winner"),
        ({"how": "knock", "winner": 0}, "gin_points_whole_number"),
        ({"how": "knock", "winner": 0, "difference": 0}, "gin_knock_without_difference"),
        ({"how": "knock", "winner": 0, "difference": -3}, "gin_points_whole_number"),
        ({"how": "knock", "winner": 0, "difference": 2.5}, "gin_points_whole_number"),
        ({"how": "knock", "winner": 0, "difference": 99}, "gin_too_many_points"),
        ({"how": "undercut", "winner": 0, "difference": 11}, "gin_too_many_points"),
        ({"how": "void"}, "gin_void_reason"),
        ({"how": "void", "reason": "rain"}, "gin_void_reason"),
        ({"how": "knock", "winner": 0, "difference": 3, "bonus": 5}, "gin_unknown_figure"),
        ({"knocker": 0, "deadwood": [3, 7], "how": "knock"}, "gin_unknown_figure"),
        ({"deadwood": [3, 7]}, "unknown_winner"),
        ({"knocker": 0, "deadwood": [3]}, "gin_two_deadwoods"),
        ({"knocker": 0, "deadwood": [3, 99]}, "gin_too_many_points"),
        ({"knocker": 0, "deadwood": [3, "7"]}, "gin_points_whole_number"),
        ({"knocker": 0, "deadwood": [3, 7], "opponent_cards": 0}, "gin_opponent_cards"),
        ({"knocker": 0, "deadwood": [3, 7], "opponent_cards": 40}, "gin_opponent_cards"),
    ],
)
def test_impossible_figures_are_refused(data, code):
    assert error_code(read_hand, data) == code


# Beside the plain search


@pytest.mark.parametrize("ace", ACES)
def test_scored_hands_equal_plain_search(ace):
    rules = replace(STANDARD, ace=ace)
    tried = 0
    for own, other in map(_knocking_hand_and_opponent, range(400), [10, 10, 9, 11] * 100):
        if deadwood(own, ace) <= 10:
            tried += 1
            score = score_hand(own, other, rules=rules)
            assert (score.how, score.difference) == _plain_outcome(plain(own), plain(other), ace), (
                own,
                other,
            )
    assert tried > 250


def _plain_outcome(own, other, ace):
    least, left, *_ = gin_plain.least_given(own, ace, other)
    left = -left if least or ace == "corner" else gin_plain.deadwood(other, ace)
    if least and left <= least:
        return ("undercut", least - left) if len(other) <= 10 else ("nobody", 0)
    if not least and not left:
        return ("gin", 0) if len(other) <= 10 and ace != "corner" else ("nobody", 0)
    return ("knock" if least else "gin", left - least)


# Properties

two_hands = st.builds(
    lambda seed, size: _knocking_hand_and_opponent(seed, size),
    st.integers(0, 10_000),
    st.sampled_from([10, 10, 10, 9, 11]),
)


def _knocking_hand_and_opponent(seed, size):
    """Draw a hand that may knock, among hands rich in melds, and another of the cards that are left."""
    hand = KNOCKING[seed % len(KNOCKING)]
    rest = [card for card in DECK if card not in hand]
    return hand, random.Random(seed).sample(rest, size)


KNOCKING = [hand for hand in rich_hands(1_500, seed=17) if deadwood(hand) <= 10]


@given(two_hands, st.sampled_from(ACES), st.integers(0, 1))
def test_cards_deadwood_and_figures_give_the_same_score(hands, ace, knocker):
    own, other = hands
    rules = replace(STANDARD, ace=ace)
    assume(deadwood(own, ace) <= 10)
    shown = show_hand(own, other, rules=rules, knocker=knocker)
    left = [shown.opponent.deadwood] * 2
    left[knocker] = shown.knocker.deadwood
    of_deadwood = score_deadwood(knocker, left, rules=rules, opponent_cards=len(other))
    assert _without_reasons(of_deadwood) == _without_reasons(shown.score)
    if shown.score.winner is not None:
        of_figures = score_figures(
            shown.score.how,
            shown.score.winner,
            shown.score.difference,
            rules=rules,
            opponent_cards=len(other),
        )
        assert _without_reasons(of_figures) == _without_reasons(shown.score)
    assert set(codes(shown.score)) | set(codes(of_deadwood)) <= set(REASONS)


def _without_reasons(score):
    return replace(score, reasons=())


@given(two_hands, st.sampled_from(ACES), st.randoms(), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(hands, ace, chance, names):
    own, other = hands
    rules = replace(STANDARD, ace=ace)
    assume(deadwood(own, ace) <= 10)
    score = score_hand(own, other, rules=rules)
    turned = score_hand(chance.sample(own, 10), chance.sample(other, len(other)), rules=rules)
    assert turned == score
    renamed = [[DECK[names[card.suit] * 13 + card.rank - 1] for card in hand] for hand in hands]
    assert _without_reasons(score_hand(*renamed, rules=rules)) == _without_reasons(score)


@given(two_hands, st.integers(0, 1))
def test_swapping_knocker_swaps_points(hands, knocker):
    one, other = (score_hand(*hands, knocker=side) for side in (knocker, 1 - knocker))
    assert one.counts == other.counts[::-1] and one.how == other.how


@given(two_hands)
def test_knocker_melds_leave_opponent_the_most_deadwood(hands):
    own, other = hands
    shown = show_hand(own, other)
    assume(shown.knocker.deadwood > 0)
    blind = best_melds(own)
    assert blind.deadwood == shown.knocker.deadwood
    assert lay_off(other, blind.melds).deadwood <= shown.opponent.deadwood


def test_hands_may_be_texts_or_card_objects():
    assert score_hand(read_cards(KNOCKS_4), COUNTS_29.split()) == score_hand(KNOCKS_4, COUNTS_29)
