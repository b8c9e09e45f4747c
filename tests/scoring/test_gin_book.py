"""A game of gin in the score book: valid results, and what each side has of them."""

import doctest
import json
import random

import pytest

from scoring import DomainError, side
from scoring.games import GAMES
from scoring.gin import book
from scoring.gin.rules import GinRules
from scoring.gin.simulated import simulated_hand
from tournaments import formats

STANDARD = formats.rules("gin-round-robin")
OKLAHOMA = formats.rules("gin-round-robin", bonuses="oklahoma")


@pytest.mark.parametrize("module", [book, side])
def test_gin_doctests_pass(module):
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
def test_impossible_final_totals_are_refused(rules, totals, code):
    with pytest.raises(DomainError) as refusal:
        book.check({"v": 1, "totals": totals}, rules)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "totals": [300, 80]}, "unknown_result_version"),
        ({"v": 1, "totals": [300, 80], "winner": 2}, "unknown_winner"),
        ({"v": 1, "totals": [80, 300], "winner": True}, "unknown_winner"),
        ({"v": 1, "totals": [300, 80], "winner": 0}, "gin_winner_is_told"),
        ({"v": 1, "totals": [300, 80], "note": ""}, "unknown_key"),
        ({"v": True, "totals": [300, 80]}, "unknown_result_version"),
        ({"v": 1, "totals": [300, 80], "winner": "A"}, "unknown_winner"),
        ({"v": 1, "how": "bored", "totals": [0, 0]}, "unknown_award"),
        ({"v": 1, "how": "forfeit", "totals": [0, 50], "winner": 0}, "gin_award_backwards"),
    ],
)
def test_invalid_line_data_is_refused(data, code):
    with pytest.raises(DomainError) as refusal:
        book.check(data, STANDARD)
    assert refusal.value.code == code


def test_gin_with_three_sides_is_refused():
    with pytest.raises(DomainError, match="gin_two_sides"):
        book.check(book.totals(300, 80), STANDARD, sides=3)


@pytest.mark.parametrize("totals", [(220, 0), (220, -20), (80, 1040), (500, 0), (9999, -9999)])
def test_gin_totals_are_not_limited_like_cribbage_scores(totals):
    data = book.totals(*totals)
    book.check(data, STANDARD)
    one, other = book.side_values(data, STANDARD)
    assert one.value == -other.value == totals[0] - totals[1]
    assert (one.won, other.won) == (totals[0] > totals[1], totals[1] > totals[0])
    assert (one.pegged, one.against, one.skunk, one.match_points) == (*totals, 0, 0)


def test_winner_may_have_the_lower_total():
    """99 points in twelve hands won are 339 with the boxes; the winner's 100 in two hands are 240."""
    data = book.totals(240, 339, winner=0)
    book.check(data, STANDARD)
    winner, loser = book.side_values(data, STANDARD)
    assert (winner.won, winner.value, loser.won, loser.value) == (True, -99, False, 99)
    book.check(book.totals(240, 240, winner=1), STANDARD)


@pytest.mark.parametrize(
    ("order", "counted"),
    [
        (None, "value"),
        (["won", "pegged"], "pegged"),
        (["pegged", "value"], "pegged"),
        (["won", "value", "pegged"], "value"),
        (["won", "plus"], "value"),
    ],
)
def test_declared_points_count_in_the_sum_that_ranks(order, counted):
    found = book.derived_rules(book.DEFAULTS | {"match_points": None, "order": order})
    assert (found["credited"], found["penalised"]) == (counted, counted)


def test_forfeit_counts_declared_totals_and_is_not_played():
    data = book.award_data("forfeit", [120, 0], 0)
    book.check(data, STANDARD)
    here, absent = book.side_values(data, STANDARD)
    assert (here.won, here.value, here.played, here.how) == (True, 120, False, "forfeit")
    assert (absent.won, absent.value) == (False, -120)


def test_abandoned_game_without_winner_has_no_value():
    data = book.award_data("abandoned", [85, 40])
    book.check(data, STANDARD)
    assert [(side.won, side.value, side.pegged) for side in book.side_values(data, STANDARD)] == [
        (False, 0, 85),
        (False, 0, 40),
    ]


def test_turning_a_result_round_twice_restores_it():
    for data in (
        book.totals(310, 85),
        book.totals(240, 339, winner=0),
        book.award_data("no_show", [100, 0], 0),
    ):
        turned = book.reorder_sides(data)
        assert book.reorder_sides(turned) == data
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


def test_own_bonuses_override_those_of_the_named_variant():
    rules = book.rules_of({"bonuses": {"name": "variant_b", "gin": 30}, "ace": "both", "boxes_doubled": True})
    assert (rules.undercut, rules.gin, rules.box, rules.ace, rules.boxes_doubled) == (
        20,
        30,
        25,
        "both",
        True,
    )


# Hand by hand

SHUTOUT = [{"how": "knock", "winner": 1, "difference": 60}, {"knocker": 1, "deadwood": [45, 0]}]


def test_example_of_the_rules_totals_500():
    """100 points and five wins: (100 + 100) x 2 + 5 x 20 = 500; with boxes doubled 600 (rules.md §5)."""
    played = book.hands([{"how": "knock", "winner": 0, "difference": 20}] * 5)
    assert book.final_totals(played, STANDARD) == (500, 0)
    assert book.final_totals(played, formats.rules("gin-round-robin", boxes_doubled=True)) == (600, 0)
    winner, loser = book.side_values(played, STANDARD)
    assert (winner.won, winner.value, loser.value) == (True, 500, -500)


def test_winner_with_lower_total_is_found_from_the_hands():
    """B wins twelve hands of 8 and is at 96; A wins two of 50 and is at 100 first (rules.md §5)."""
    small = [{"how": "knock", "winner": 1, "difference": 8}] * 12
    played = book.hands([*small, *([{"how": "knock", "winner": 0, "difference": 50}] * 2)])
    assert book.final_totals(played, STANDARD) == (240, 336)
    assert [(side.won, side.value) for side in book.side_values(played, STANDARD)] == [
        (True, -96),
        (False, 96),
    ]
    totals = book.totals(240, 336, winner=0)
    assert book.side_values(totals, STANDARD) == book.side_values(played, STANDARD)


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([], "gin_game_not_over"),
        (SHUTOUT[:1], "gin_game_not_over"),
        ([*SHUTOUT, SHUTOUT[0]], "gin_game_is_over"),
        ([{"how": "void", "reason": "stock_out"}] * 201, "gin_too_many_hands"),
        ([{"how": "knock", "winner": 2, "difference": 5}], "unknown_winner"),
        ([{"how": "won", "winner": 1, "difference": 5}], "gin_unknown_how"),
        ([{"how": "gin", "winner": 1, "difference": 99}], "gin_too_many_points"),
        ([{"how": "gin", "winner": 1, "points": 9}], "gin_unknown_figure"),
        ([{"knocker": 0, "deadwood": [11, 40]}], "gin_over_limit"),
        ([{"knocker": 0, "deadwood": 5}], "gin_two_deadwoods"),
        ([{"knocker": 0, "deadwood": {"0": 7, "1": 31}}], "gin_two_deadwoods"),
        ([7], "gin_hands_unread"),
        ({"how": "gin"}, "gin_hands_unread"),
    ],
)
def test_impossible_hands_are_refused(hands, code):
    with pytest.raises(DomainError) as refusal:
        book.check({"v": 1, "hands": hands}, STANDARD)
    assert refusal.value.code == code


def test_hands_together_with_totals_are_refused():
    with pytest.raises(DomainError, match="unknown_key"):
        book.check({**book.hands(SHUTOUT), "totals": [0, 490]}, STANDARD)


def test_void_hands_and_fines_count_in_the_sheet():
    void = {"how": "void", "reason": "stock_out"}
    short = {"how": "undercut", "winner": 0, "difference": 3, "opponent_cards": 9}
    played = book.hands([void, {"how": "nobody"}, short, *SHUTOUT])
    book.check(played, STANDARD)
    assert book.final_totals(played, STANDARD)[0] == 3 - 10 + 20


def test_turning_round_swaps_sides_of_every_hand():
    played = book.hands([{"how": "nobody"}, *SHUTOUT])
    turned = book.reorder_sides(played)
    assert turned["hands"][1]["winner"] == 0 and turned["hands"][2] == {"knocker": 0, "deadwood": [0, 45]}
    assert book.reorder_sides(turned) == played
    assert book.final_totals(turned, STANDARD) == book.final_totals(played, STANDARD)[::-1]


CHOICES = [{}, {"bonuses": "oklahoma"}, {"ace": "corner"}, {"bonuses": "variant_a", "ace": "both"}]


@pytest.mark.parametrize("choices", CHOICES)
def test_rehearsed_games_are_valid_results(choices):
    rules = formats.rules("gin-round-robin", **choices)
    for seed in range(15):
        data = json.loads(json.dumps(book.simulated_data(random.Random(seed), rules)))
        assert data == book.simulated_data(random.Random(seed), rules), "the same seed plays the same game"
        book.check(data, rules)
        one, other = book.side_values(data, rules)
        assert one.value == -other.value and one.won != other.won
        totals = book.totals(*book.final_totals(data, rules), winner=book.winner_of(data, rules))
        book.check(totals, rules)
        assert book.side_values(totals, rules) == (one, other), "a sheet by its totals has the same value"


def test_rehearsal_includes_hands_without_a_winner():
    oklahoma = GinRules(oklahoma=True)
    assert simulated_hand(random.Random(84), oklahoma, 0) == {"how": "void", "reason": "stock_out"}
    corner = GinRules(oklahoma=True, ace="corner")
    assert simulated_hand(random.Random(38), corner, 0) == {"how": "nobody", "up_card": "AC"}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_implements_the_rule_book_functions(name):
    rules = STANDARD if name == "gin" else formats.first_rules_of_game(name)
    game = GAMES[name]
    data = game.simulated_data(random.Random(3), rules)
    game.check(data, rules)
    values = game.side_values(data, rules, 1)
    assert [value.won for value in values].index(True) == game.winner_of(data, rules)
    turned = game.side_values(game.reorder_sides(data), rules, 1)
    assert turned == values[::-1]
    assert game.export_data(data, rules)["scores"] == [value.pegged for value in values]
    for how in game.AWARDS:
        game.check(game.award_data(how, [0, 0], 0), rules)


@pytest.mark.parametrize("mode", ["three", "captain", "teams"])
def test_gin_modes_for_more_than_two_players_are_refused(mode):
    with pytest.raises(DomainError) as refusal:
        formats.rules("gin-round-robin", bonuses={"name": "standard", "mode": mode, "a_side": 2})
    assert refusal.value.code == "gin_two_players"


def test_payment_of_a_player_without_a_hand_is_no_part_of_tournaments():
    """The value of a side is a difference of final totals, which such a payment is no part of."""
    plain, paid = (
        formats.rules("gin-three", bonuses={"name": "standard", "three_shutout": how})
        for how in ("once", "paid")
    )
    assert book.rules_of(paid) == book.rules_of(plain)


def test_forfeit_scores_target_against_zero():
    assert book.forfeit_points(book.DEFAULTS) == (100, 0)


@pytest.mark.parametrize(
    ("rules", "may"), [({}, False), ({"look_through": True}, True), ({"ace": "corner"}, True)]
)
def test_discards_may_be_looked_through_by_rule_or_with_corner(rules, may):
    assert book.may_look_through(book.DEFAULTS | rules) is may
