"""A sheet of Hollywood in the score book: three games, one win, one value (rules.md §7.2)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import book
from tests.games.gin.hollywood_on_paper import PLAIN_VALUES, column, of_hollywood, won_hands
from tournaments import formats

LETTER_RULES = formats.rules("gin-round-robin", hollywood=True)
HOLLYWOOD = formats.rules("gin-round-robin", hollywood=True, hollywood_letter=False)
STILL_OPEN = formats.rules("gin-round-robin", hollywood=True, hollywood_open=True)
OKLAHOMA = formats.rules("gin-round-robin", hollywood=True, hollywood_letter=False, bonuses="oklahoma")
CORNER = formats.rules("gin-round-robin", hollywood=True, ace="corner")
OKLAHOMA_VALUES = PLAIN_VALUES | {"target": 150, "undercut": 20, "gin": 25, "box": 25}


def knock(winner, difference):
    return {"how": "knock", "winner": winner, "difference": difference}


# 562 each: A has won game 1, B games 2 and 3.
EQUAL_HANDS = [
    knock(0, 17), knock(1, 31), knock(0, 26), knock(0, 46), {"how": "gin", "winner": 0, "difference": 5},
    knock(1, 41), {"how": "gin", "winner": 1, "difference": 85},
]  # fmt: skip

played = st.one_of(
    st.builds(knock, st.integers(0, 1), st.integers(1, 60)),
    st.builds(
        lambda s, d: {"how": "gin", "winner": s, "difference": d}, st.integers(0, 1), st.integers(0, 98)
    ),
    st.builds(
        lambda s, d: {"how": "undercut", "winner": s, "difference": d}, st.integers(0, 1), st.integers(0, 10)
    ),
    st.sampled_from([{"how": "nobody"}, {"how": "void", "reason": "stock_out"}]),
)


def hands_until_over(hands, numbers=PLAIN_VALUES, still_open=False):
    """Return hands up to the end of the sheet, adding more of them where it does not end."""
    used = []
    for hand in [*hands, *[knock(0, 90)] * 12]:
        used.append(hand)
        found = won_hands(used, numbers)
        if all(column(found, number, numbers, still_open) for number in (1, 2, 3)):
            return used
    raise AssertionError("never over")


@pytest.mark.parametrize(
    ("rules", "numbers", "still_open"),
    [
        (HOLLYWOOD, PLAIN_VALUES, False),
        (STILL_OPEN, PLAIN_VALUES, True),
        (LETTER_RULES, PLAIN_VALUES, True),  # the two differ only where a player is fined
        (OKLAHOMA, OKLAHOMA_VALUES, False),
    ],
)
@given(hands=st.lists(played, max_size=40), spades=st.integers(0, 2**40))
def test_totals_equal_paper_calculation(rules, numbers, still_open, hands, spades):
    if rules is OKLAHOMA:
        hands = [
            hand | {"spade": bool(spades >> at & 1)} if "winner" in hand else hand
            for at, hand in enumerate(hands)
        ]
        hands = [hand for hand in hands if "winner" in hand] + [knock(0, 90) | {"spade": False}] * 12
    hands = hands_until_over(hands, numbers, still_open)
    totals, winner = of_hollywood(hands, numbers, still_open)
    data = book.hands(hands)
    book.check(data, rules)
    assert list(book.final_totals(data, rules)) == totals
    sides = book.side_values(data, rules)
    assert [side.value for side in sides] == [totals[0] - totals[1], totals[1] - totals[0]]
    assert [side.won for side in sides] == [winner == 0, winner == 1]
    found = book.totals(*totals, winner if totals[0] == totals[1] else None)
    book.check(found, rules)
    assert book.side_values(found, rules) == sides


def test_three_shutout_games_count_as_one_win():
    data = book.hands([knock(0, 100 - 5)] * 4)
    totals, winner = of_hollywood(data["hands"])
    assert (list(book.final_totals(data, HOLLYWOOD)), winner) == (totals, 0)
    one, other = book.side_values(data, HOLLYWOOD)
    assert (one.won, other.won, one.value) == (True, False, totals[0])


def test_level_sheet_is_won_by_side_with_more_games():
    data = book.hands(EQUAL_HANDS)
    assert book.final_totals(data, HOLLYWOOD) == (562, 562)
    assert book.winner_of(data, HOLLYWOOD) == 1
    assert [side.value for side in book.side_values(data, HOLLYWOOD)] == [0, 0]
    assert book.winner_of(book.reorder_sides(data), HOLLYWOOD) == 0
    book.check(book.totals(562, 562, winner=1), HOLLYWOOD)
    assert book.side_values(book.totals(562, 562, winner=1), HOLLYWOOD) == book.side_values(data, HOLLYWOOD)


@pytest.mark.parametrize(
    ("rules", "data", "code"),
    [
        (HOLLYWOOD, book.totals(562, 562), "gin_sheet_level"),
        (HOLLYWOOD, book.totals(500, 700, winner=0), "gin_sheet_backwards"),
        (HOLLYWOOD, {"v": 1, "totals": [700, 500], "winner": 0}, "gin_winner_is_told"),
        (HOLLYWOOD, book.totals(310, 85), "gin_sheet_too_low"),  # the total of one game
        (HOLLYWOOD, book.totals(439, 85), "gin_sheet_too_low"),
        (HOLLYWOOD, book.totals(439, 439, winner=0), "gin_sheet_too_low"),
        (OKLAHOMA, book.totals(549, 85), "gin_sheet_too_low"),
        (HOLLYWOOD, book.hands([knock(0, 60), knock(0, 50)]), "gin_sheet_not_over"),
        (HOLLYWOOD, book.hands([knock(0, 95)] * 5), "gin_game_is_over"),
    ],
)
def test_impossible_sheets_are_refused(rules, data, code):
    with pytest.raises(DomainError) as refusal:
        book.check(data, rules)
    assert refusal.value.code == code


def test_error_for_unfinished_sheet_has_number_of_open_games():
    with pytest.raises(DomainError) as refusal:
        book.check(book.hands([knock(0, 60), knock(0, 50)]), HOLLYWOOD)
    assert refusal.value.args_ == {"open": 2}


def test_letter_reading_error_counts_games_of_the_nearer_side():
    fined = {"knocker": 1, "deadwood": [80, 0], "opponent_cards": 9}
    gin = {"how": "gin", "winner": 0, "difference": 80}
    hands = [fined, knock(0, 1), knock(0, 1), gin, knock(0, 1)]
    with pytest.raises(DomainError) as refusal:
        book.check(book.hands(hands), LETTER_RULES)
    assert (refusal.value.code, refusal.value.args_) == ("gin_sheet_not_over", {"open": 1})
    book.check(book.hands([*hands, knock(0, 90)]), LETTER_RULES)
    book.check(book.hands(hands[:4]), HOLLYWOOD)


@pytest.mark.parametrize(("rules", "least"), [(HOLLYWOOD, 440), (OKLAHOMA, 550), (STILL_OPEN, 440)])
def test_lowest_winning_total_is_accepted(rules, least):
    assert book.least_winner_total(rules) == least
    book.check(book.totals(least, 0), rules)


@given(hands=st.lists(played, max_size=30))
def test_winner_total_is_never_below_the_least(hands):
    totals, winner = of_hollywood(hands_until_over(hands))
    assert totals[winner] >= book.least_winner_total(HOLLYWOOD)


def test_round_the_corner_target_is_100_on_hollywood_sheet():
    assert CORNER["target"] == 100
    assert formats.rules("gin-round-robin", ace="corner")["target"] == 125
    assert OKLAHOMA["target"] == 150


def test_forfeited_sheet_counts_declared_totals():
    data = book.award_data("forfeit", [440, 0], 0)
    book.check(data, HOLLYWOOD)
    assert [side.value for side in book.side_values(data, HOLLYWOOD)] == [440, -440]


def test_rehearsed_sheet_is_valid():
    for rules in (HOLLYWOOD, STILL_OPEN, OKLAHOMA, CORNER):
        data = book.simulated_data(random.Random(8), rules)
        book.check(data, rules)
        assert {side.won for side in book.side_values(data, rules)} == {True, False}
