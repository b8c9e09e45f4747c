"""Frozen rules as each part of the rule book reads them, and rules that are refused."""

from random import Random

import pytest

from scoring import DomainError, criteria, match, two_cards
from scoring.cribbage import game as cribbage
from scoring.cribbage.rules import CribbageRules
from scoring.gin import book as gin
from scoring.gin.hand_data import is_hand
from scoring.match import Match
from scoring.points import game as points
from scoring.side import SideValue
from scoring.two_cards import Card
from tests.scoring.replayed import refusal
from tournaments import formats

TWO_CARD_RULES = {"target": 121, "match_points": "acc", "cards": "two"}
CRIBBAGE = formats.rules("fadoq-15")
GIN = formats.rules("gin-round-robin")


def raises_error(code):
    return pytest.raises(DomainError, match=f"^{code}")


# A match


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({"kind": "fixed", "games": 3, "by": "points"}, Match("fixed", 3, "points")),
        ({"kind": "best_of", "games": 5, "bye": "won"}, Match("best_of", 5, bye="won")),
        ({"kind": "first_to", "points": 4}, Match("first_to", 4)),
    ],
)
def test_match_is_read_from_rules(stored, read):
    assert match.read_match({"match": stored}) == read
    assert match.read_match({}) == Match() and match.read_match({"games": 3}) == Match("best_of", 3)


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        ("best_of", "unknown_match"),
        ({"kind": "fixed", "games": 1, "sets": 2}, "unknown_match"),
        ({"kind": "first_to", "games": 5}, "unknown_match"),
        ({"kind": "first_to", "games": 5, "points": 5}, "unknown_match"),
        ({"kind": "fixed", "points": 5}, "unknown_match"),
        ({"kind": "fixed"}, "unknown_match"),
        ({"kind": "rubber", "games": 3}, "unknown_match"),
        ({"kind": "fixed", "games": "3"}, "match_number"),
        ({"kind": "fixed", "games": True}, "match_number"),
        ({"kind": "fixed", "games": match.MAX_GAMES + 1}, "match_too_long"),
    ],
)
def test_invalid_match_rules_are_refused(stored, code):
    with raises_error(code):
        match.read_match({"match": stored})


def test_match_decided_by_points_needs_a_table():
    for stored in ({"kind": "first_to", "points": 4}, {"kind": "fixed", "games": 2, "by": "points"}):
        with raises_error("match_no_table"):
            match.clean_match({"match": stored, "match_points": None})
        assert match.clean_match({"match": stored, "match_points": "acc"}).decided_by_points
    plain = match.clean_match({"match": {"kind": "fixed", "games": 2}, "match_points": None})
    assert plain.several and not plain.decided_by_points and not Match().several


def test_outcome_of_a_game_in_a_match():
    lost, won = SideValue(), SideValue(won=True, match_points=4, skunk=3)
    assert match.outcome([lost, lost]) == (None, 0, False)
    assert match.outcome([lost, won]) == (1, 4, False)
    assert match.outcome([won, lost], 3) == (0, 4, True) and match.outcome([won, lost], 4)[2] is False


def test_criteria_of_matches_and_teams_need_such_rules():
    several = {"match": {"kind": "best_of", "games": 3}}
    criteria.check_match(["matches_won"], several)
    criteria.check_match(["team_points"], {"boards": {"count": 4}})
    with raises_error("criteria_no_match"):
        criteria.check_match(["won", "matches_won"], {})
    with raises_error("criteria_no_boards"):
        criteria.check_match(["team_points"], several)


# Cribbage


def test_cribbage_rules_are_read():
    assert cribbage.wins_match_at(CRIBBAGE) is None
    triple = {**CRIBBAGE, "match_points": "free_play_triple"}
    assert cribbage.wins_match_at(triple) == 3
    assert cribbage.people_per_entry({}) == 1
    assert cribbage.people_per_entry({"boards": {"count": 4}}) == 4
    assert not CribbageRules.read(CRIBBAGE).counts_match_points
    for more in ({"rank_by": "match_points"}, {"order": ["won", "match_points"]}):
        rules = {**CRIBBAGE, "match_points": "acc", "then": [], **more}
        assert CribbageRules.read({**rules, **cribbage.derived_rules(rules)}).counts_match_points


def test_an_order_by_match_points_needs_a_table():
    with raises_error("criteria_no_table"):
        cribbage.derived_rules({**CRIBBAGE, "order": ["match_points", "won"], "match_points": None})
    first = cribbage.derived_rules({**CRIBBAGE, "order": ["match_points", "won"], "match_points": "acc"})
    assert (first["running"], first["penalised"]) == ("match_points", "match_points")
    then = cribbage.derived_rules({**CRIBBAGE, "order": ["spread", "won"]})
    assert (then["criteria"], then["running"], then["penalised"]) == (["spread", "won"], "spread", "pegged")


@pytest.mark.parametrize("laid", ["KH", [(2, "KH")], [(-1, "QS")]])
def test_move_of_unknown_player_or_unheld_card_is_refused(laid):
    code = "unknown_player" if not isinstance(laid, str) else "not_held"
    refusal(code, laid, hands=["QS 9D 2C AC", "QD 8S 7S 6S"])


# Two cards


def test_two_cards_ruling_gives_each_side_its_card():
    ruling = two_cards.ruling_data((16, -17), TWO_CARD_RULES)
    assert ruling == {"v": 2, "cards": [16, -17]}
    assert [two_cards.card_of(ruling, side, TWO_CARD_RULES) for side in (0, 1)] == [Card(2, 16), Card(0, -17)]
    assert two_cards.card_of({"v": 2, "card": [2, None], "side": 0}, 0, TWO_CARD_RULES) == Card(2, None)
    assert two_cards.ruling_data((-17, 17), TWO_CARD_RULES) == {"v": 1, "pegged": [104, 121]}
    assert two_cards.ruling_data((17, -17), TWO_CARD_RULES) == {"v": 1, "pegged": [121, 104]}
    assert two_cards.reorder_sides(ruling, [1, 0]) == {"v": 2, "cards": [-17, 16]}
    assert two_cards.reorder_sides({"v": 2, "card": [2, -17], "side": 0}, [1, 0])["side"] == 1
    assert cribbage.export_data(ruling, TWO_CARD_RULES) == {"scores": [121, 104], "cards": [16, -17]}
    assert [value.spread for value in cribbage.side_values(ruling, {**CRIBBAGE, **TWO_CARD_RULES})] == [
        16,
        -17,
    ]


def test_two_cards_data_is_checked():
    two_cards.check({"v": 2, "cards": [16, -17]}, TWO_CARD_RULES)
    two_cards.check({"v": 2, "card": [2, None], "side": 0}, TWO_CARD_RULES)
    for data, code in (
        ({"v": 2, "cards": [16]}, "one_score_a_side"),
        ({"v": 2, "cards": [16, 17]}, "two_cards_both_won"),
        ({"v": 2, "cards": [17, -17]}, "two_cards_alike"),
        ({"v": 2, "cards": [0, -17]}, "spread_of_nothing"),
        ({"v": 2, "card": [2, 17], "side": 0}, "two_cards_alike"),
        ({"v": 2, "card": [2, 45], "side": 2}, "unknown_winner"),
        ({"v": 2, "card": [2], "side": 0}, "card_not_read"),
        ({"v": 2, "card": [7, 45], "side": 0}, "card_points"),
    ):
        with raises_error(code):
            two_cards.check(data, TWO_CARD_RULES)


def test_two_cards_need_a_table_of_match_points():
    with raises_error("two_cards_no_table"):
        two_cards.points_of(17, {"target": 121, "match_points": None})
    assert two_cards.points_of(0, TWO_CARD_RULES) == two_cards.points_of(-3, TWO_CARD_RULES) == 0


@pytest.mark.parametrize(
    ("typed", "spread"), [("16", 16), ("+16", 16), ("-17", -17), (" − 17", -17), ("–5", -5), ("0", 0)]
)
def test_typed_spread_is_read(typed, spread):
    assert two_cards.read_spread(typed, 121) == spread


@pytest.mark.parametrize(
    ("typed", "code"),
    [("", "not_a_whole_number"), ("1.5", "not_a_whole_number"), ("122", "spread_too_high")],
)
def test_invalid_typed_spread_is_refused(typed, code):
    with raises_error(code):
        two_cards.read_spread(typed, 121)


# Gin, and points


def test_gin_rules_are_read():
    assert gin.possible_gains({"criteria": ["won", "value"]}) == ((1,), (0,))
    assert gin.possible_gains({"criteria": ["value"]}) == ((), ())
    assert gin.wins_match_at(GIN) is None and gin.people_per_entry(GIN) == 1
    for wrong in ({"match_points": "acc"}, {"rank_by": "value"}):
        with pytest.raises(KeyError):
            gin.derived_rules({**GIN, **wrong})
    assert gin.derived_rules({**GIN, "order": ["value", "won"]})["criteria"] == ["value", "won"]
    with raises_error("criteria"):
        gin.derived_rules({**GIN, "order": ["won", "won"]})
    for hollywood, is_open, letter in ((True, False, True), (True, True, False), (False, False, False)):
        rules = {**GIN, "hollywood": hollywood, "hollywood_open": is_open, "hollywood_letter": None}
        assert gin.derived_rules(rules)["hollywood_letter"] is letter


def test_gin_sheet_is_reordered():
    totals = {"v": 1, "totals": [310, 85], "winner": 0}
    assert gin.reorder_sides(totals, [1, 0]) == {"v": 1, "totals": [85, 310], "winner": 1}
    assert gin.reorder_sides(totals, [0, 1]) == totals
    hands = {"v": 1, "mode": "three", "hands": []}
    assert gin.reorder_sides(hands, [0, 1, 2]) == hands
    with raises_error("gin_hands_not_turned"):
        gin.reorder_sides(hands, [1, 0, 2])
    for data, order in ((totals, [0, 1, 2]), (totals, [0, 0]), (hands, [0, 1])):
        with pytest.raises(ValueError, match="order"):
            gin.reorder_sides(data, order)


def test_rehearsal_checks_sides_and_time_limit():
    with raises_error("gin_two_sides"):
        gin.simulated_data(Random(1), GIN, 3)
    rules = {**CRIBBAGE, "pegging": "timed"}
    scores = {tuple(cribbage.simulated_data(Random(seed), rules)["pegged"]) for seed in range(30)}
    assert any(max(pegged) < 121 for pegged in scores) and any(max(pegged) == 121 for pegged in scores)


def test_hand_shape_is_recognised():
    assert is_hand({}, False) and is_hand([{}, {}], True)
    assert not is_hand([], False) and not is_hand({}, True) and not is_hand([{}, 7], True)


def test_possible_values_of_first_criterion_in_points():
    rules = points.DEFAULTS | {"match_points": None}
    assert points.possible_gains({**rules, "criteria": ["won"]}) == ((1,), (0,))
    assert points.possible_gains({**rules, "criteria": ["spread"]}) == ((), ())
    won, lost = points.possible_gains({**rules, "criteria": ["pegged"], "least": 0, "most": 9, "target": 0})
    assert (won, lost) == (tuple(range(1, 10)), tuple(range(9)))
    assert points.wins_match_at(rules) is None and points.people_per_entry(rules) == 1
