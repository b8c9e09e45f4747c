"""A game of gin in the score book: what may be a result, and what each side has of it."""

import doctest

import pytest

from scoring import Refusal, side
from scoring.gin import book
from tournaments import formats

STANDARD = formats.rules("gin-round-robin")
OKLAHOMA = formats.rules("gin-round-robin", bonuses="oklahoma")


@pytest.mark.parametrize("module", [book, side])
def test_the_examples_in_the_text_are_true(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("rules", "totals", "code"),
    [
        (STANDARD, [300, 300], "gin_totals_level"),
        (STANDARD, [219, 80], "gin_total_too_low"),
        (OKLAHOMA, [274, 80], "gin_total_too_low"),
        (STANDARD, [10_000, 80], "gin_total_too_high"),
        (STANDARD, [300, -10_000], "gin_total_too_high"),
        (STANDARD, [300], "one_score_a_side"),
        (STANDARD, [300, 20, 10], "one_score_a_side"),
        (STANDARD, None, "one_score_a_side"),
        (STANDARD, [300, "80"], "gin_not_a_whole_number"),
        (STANDARD, [300, True], "gin_not_a_whole_number"),
        (STANDARD, [300, 80.0], "gin_not_a_whole_number"),
    ],
)
def test_what_cannot_be_final_totals_is_refused(rules, totals, code):
    with pytest.raises(Refusal) as refusal:
        book.check({"v": 1, "totals": totals}, rules)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "totals": [300, 80]}, "unknown_result_version"),
        ({"v": 1, "totals": [300, 80], "winner": 2}, "unknown_winner"),
        ({"v": 1, "totals": [300, 80], "winner": "A"}, "unknown_winner"),
        ({"v": 1, "how": "bored", "totals": [0, 0]}, "unknown_award"),
        ({"v": 1, "how": "forfeit", "totals": [0, 50], "winner": 0}, "gin_award_backwards"),
    ],
)
def test_what_no_line_can_say_is_refused(data, code):
    with pytest.raises(Refusal) as refusal:
        book.check(data, STANDARD)
    assert refusal.value.code == code


def test_gin_is_for_two():
    with pytest.raises(Refusal, match="gin_two_sides"):
        book.check(book.totals(300, 80), STANDARD, sides=3)


@pytest.mark.parametrize("totals", [(220, 0), (220, -20), (80, 1040), (500, 0), (9999, -9999)])
def test_no_margin_of_a_cribbage_board_limits_a_game(totals):
    data = book.totals(*totals)
    book.check(data, STANDARD)
    one, other = book.earned(data, STANDARD)
    assert one.value == -other.value == totals[0] - totals[1]
    assert (one.won, other.won) == (totals[0] > totals[1], totals[1] > totals[0])
    assert (one.pegged, one.against, one.skunk, one.match_points) == (*totals, 0, 0)


def test_who_reached_the_target_may_have_the_lower_total():
    """99 points in twelve hands won are 339 with the boxes; the winner's 100 in two hands are 240."""
    data = book.totals(240, 339, winner=0)
    book.check(data, STANDARD)
    winner, loser = book.earned(data, STANDARD)
    assert (winner.won, winner.value, loser.won, loser.value) == (True, -99, False, 99)
    book.check(book.totals(240, 240, winner=1), STANDARD)


def test_a_forfeit_counts_with_its_declared_totals_and_is_not_played():
    data = book.awarded("forfeit", [120, 0], 0)
    book.check(data, STANDARD)
    here, absent = book.earned(data, STANDARD)
    assert (here.won, here.value, here.played, here.how) == (True, 120, False, "forfeit")
    assert (absent.won, absent.value) == (False, -120)


def test_a_game_that_nobody_won_has_no_value():
    data = book.awarded("abandoned", [85, 40])
    book.check(data, STANDARD)
    assert [(side.won, side.value, side.pegged) for side in book.earned(data, STANDARD)] == [
        (False, 0, 85),
        (False, 0, 40),
    ]


def test_turned_round_twice_is_the_same():
    for data in (book.totals(310, 85), book.totals(240, 339, winner=0), book.awarded("no_show", [100, 0], 0)):
        turned = book.turned_round(data)
        assert book.turned_round(turned) == data
        assert book.winner_of(turned, STANDARD) == 1
        assert book.winner_of(data, STANDARD) == 0


@pytest.mark.parametrize(
    ("choices", "target"),
    [
        ({}, 100),
        ({"bonuses": "oklahoma"}, 150),
        ({"ace": "corner"}, 125),
        ({"bonuses": "variant_a", "target": 200}, 200),
        ({"bonuses": {"name": "variant_b", "gin": 30}}, 100),
    ],
)
def test_the_target_follows_from_the_bonuses_unless_it_is_set(choices, target):
    assert formats.rules("gin-round-robin", **choices)["target"] == target


def test_own_bonuses_stand_over_a_row_of_the_book():
    rules = book.rules_of({"bonuses": {"name": "variant_b", "gin": 30}, "ace": "both", "boxes_doubled": True})
    assert (rules.undercut, rules.gin, rules.box, rules.ace, rules.boxes_doubled) == (
        20,
        30,
        25,
        "both",
        True,
    )
