"""The rules of a stage in a copy: every length and number is tried at both sides of its limit."""

import json

import pytest

from tests import factories
from tests.transfer.tampered import both_sides
from tournaments import formats
from tournaments.transfer.copies import rules_schema

DEVICE = "7f4c2c1e-9f43-4b43-9f4e-2f1a6a3f0b11"
SEATS_FILE = {"name": "Saint-Hilaire", "like": "round_robin", "rounds": [[[1, 1, 2], [2, 3, 4]]]}


def rules(**changes):
    return json.loads(json.dumps(formats.rules("fadoq-15", tables=4, **factories.DECLARED))) | changes


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("rounds", 60),
        ("target", 9999),
        ("tables", 2000),
        ("minutes", 1440),
        ("medals", 99),
        ("start", 1440),
        ("games", 99),
        ("protest_minutes", 1440),
        ("apart_for", 60),
    ],
)
def test_rule_numbers_are_limited(name, most):
    known, _needed = rules_schema.shapes_of("cribbage")
    assert known[name](most) and not known[name](most + 1) and not known[name](-1)


@pytest.mark.parametrize(("name", "longest"), [("format", 60), ("first_deal", 20), ("ties", 30)])
def test_rule_text_lengths_are_limited(name, longest):
    assert both_sides(rules_schema.REQUIRED_RULES[name], longest)


def test_break_and_missed_points_schema():
    def pause(**changes):
        return rules_schema.PAUSE({"after": 3, "minutes": 60, "code": "lunch", **changes})

    assert both_sides(lambda text: pause(code=text), 20)
    assert pause(after=60, minutes=1440) and not pause(after=61) and not pause(minutes=1441)
    breaks = rules_schema.REQUIRED_RULES["breaks"]
    one = {"after": 3, "minutes": 60, "code": "lunch"}
    assert breaks([one] * 50) and not breaks([one] * 51)
    missed = rules_schema.REQUIRED_RULES["missed"]
    assert [missed(points) for points in (None, -9999, 9999, -10000, 10000)] == [True] * 3 + [False] * 2


def test_table_size_is_limited():
    at_table, most = rules_schema.OPTIONAL_RULES["at_table"], rules_schema.OPTIONAL_RULES["most_at_table"]
    assert [at_table(count) for count in (1, 2, 6, 7)] == [False, True, True, False]
    assert [most(count) for count in (0, 1, 6, 7)] == [False, True, True, False]


def test_own_format_reference_schema():
    own = {"uid": DEVICE, "version": 1, "name": "Soirée de L'Écuyer"}
    for version, taken in ((0, False), (1, True), (2**31 - 1, True), (2**31, False)):
        assert rules_schema.OWN_FORMAT({**own, "version": version}) is taken
    assert both_sides(lambda text: rules_schema.OWN_FORMAT({**own, "name": text}), 80)
    assert both_sides(lambda text: rules_schema.OPTIONAL_RULES["in_a_match"]({"odd": text}), 20)


def test_criteria_order_schema():
    assert rules_schema.is_criteria_order(["won", "spread"])
    assert not rules_schema.is_criteria_order(["nothing"]) and not rules_schema.is_criteria_order("won")
    assert not rules_schema.is_criteria_order(["won", "won"]) and not rules_schema.is_criteria_order([])


def test_bracket_schema():
    order = {"order": [1, 4, 3, 2], "third_place": False}
    assert rules_schema.is_bracket(order)
    assert not rules_schema.is_bracket({"order": [1, 2, 2, 4], "third_place": False})
    # Too few for two.
    assert not rules_schema.is_bracket({"order": [1, 2], "third_place": False, "double": True})
    assert not rules_schema.is_bracket({**order, "more": 1}) and not rules_schema.is_bracket(None)
    assert not rules_schema.is_bracket({**order, "double": True, "consolation": "full", "rest": [1, 2, 3, 4]})


@pytest.mark.parametrize("value", [None, [], "cribbage", {}, {"game": "chess"}, {"game": ["gin"]}])
def test_rules_without_game_are_refused(value):
    assert not rules_schema.are_valid_rules(value)


def test_rules_must_be_complete_for_their_game():
    assert rules_schema.are_valid_rules(rules())
    assert not rules_schema.are_valid_rules(rules(tables=2001)) and not rules_schema.are_valid_rules(
        rules(more=1)
    )
    assert not rules_schema.are_valid_rules({key: value for key, value in rules().items() if key != "medals"})
    assert not rules_schema.are_valid_rules(rules(game="gin")) and not rules_schema.are_valid_rules(
        rules(format="gin-round-robin")
    )
    assert rules_schema.are_valid_rules(rules(format="their own"))


def test_from_file_movement_needs_a_seats_file():
    from_file = {"movement": "from_file", "rounds": 1, "tables": 2}
    assert rules_schema.are_valid_rules(rules(**from_file, seats_file=SEATS_FILE))
    for without in ({}, {"seats_file": None}):
        assert not rules_schema.are_valid_rules(rules(**from_file, **without))


def test_bracket_match_needs_no_match_points():
    bracket = {"order": [1, 4, 3, 2], "third_place": False}
    assert rules_schema.are_valid_rules(rules(bracket=bracket, match={"kind": "best_of", "games": 1}))
    to_five = {"kind": "first_to", "points": 5}  # a day needs a table of match points for it
    assert rules_schema.are_valid_rules(
        rules(bracket=bracket, match=to_five)
    ) and not rules_schema.are_valid_rules(rules(match=to_five))
    assert not rules_schema.are_valid_rules(
        rules(bracket={**bracket, "order": [1, 2]}, match={"kind": "all of", "games": 1})
    )


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        (None, False),
        ({"kind": "best_of", "games": 3}, True),
        ({"kind": "first_to", "points": 5}, True),
        ({"kind": "best_of"}, False),
        ({"kind": [], "games": 3}, False),
        ({"kind": "best_of", "games": "3"}, False),
        ([], False),
        (7, False),
    ],
)
def test_match_schema(value, taken):
    assert rules_schema.is_match(value) is taken


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        (None, True),
        ({"count": 4}, True),
        ({"count": 4, "points": [3, 1, 0]}, True),
        ({"count": 0}, False),
        ({"count": "4"}, False),
        ([], False),
    ],
)
def test_boards_schema(value, taken):
    assert rules_schema.is_boards_rule(value) is taken


def test_playoffs_schema():
    def playoffs(**changes):
        named = {"who": "first", "count": 4, "games": 3, "third_place": False, **changes}
        return rules_schema.OPTIONAL_RULES["playoffs"](named)

    assert playoffs() and rules_schema.OPTIONAL_RULES["playoffs"](None) and playoffs(count=None)
    for games in (True, 1.0, 2, "3", None):
        assert not playoffs(games=games), games
    assert playoffs(games=1) and playoffs(count=2) and playoffs(count=128)
    assert not playoffs(count=1) and not playoffs(count=129)


def test_seats_file_schema():
    def file(*lines, **changes):
        return rules_schema.SEATS_FILE({**SEATS_FILE, "rounds": [list(lines)], **changes})

    assert file([1, 1, 2]) and file([1, 0]) and file([1, *range(1, 7)])
    for line in ([1], [], [1, *range(1, 8)], [1, -1], [1, "2"], 7, None):
        assert not file(line), line
    assert not file([1, 1, 2], like="from_file") and not file([1, 1, 2], like="x")
    assert both_sides(lambda text: file([1, 1, 2], name=text), 80)


def test_penalties_and_odd_ways_schema():
    penalties = rules_schema.OPTIONAL_RULES["penalties"]
    assert penalties([{"fault": "late", "points": 1}] * 40)
    assert not penalties([{"fault": "late", "points": 1}] * 41)
    for points, taken in ((0, False), (1, True), (999, True), (1000, False)):
        assert rules_schema.PENALTY({"fault": "late", "points": points}) is taken
    assert both_sides(lambda text: rules_schema.PENALTY({"fault": text, "points": 5}), 80)
    assert both_sides(lambda text: rules_schema.PENALTY({"fault": text, "deal": True}), 80)
    assert not rules_schema.PENALTY({"fault": "late"}) and not rules_schema.PENALTY(
        {"fault": "late", "deal": 1}
    )
    ways = rules_schema.OPTIONAL_RULES["odd_ways"]
    assert ways(["house", "bye", "three"]) and not ways(["bye"] * 4) and not ways(["two"])
    allowed = rules_schema.OPTIONAL_RULES["rounds_allowed"]
    assert [allowed(value) for value in ([0, 60], [60, 0], [61, 0], [0, 61])] == [True, True, False, False]
    assert both_sides(lambda text: rules_schema.OWN_FORMAT({"uid": text, "version": 1, "name": ""}), 36)
    assert both_sides(rules_schema.short, 200) and rules_schema.MAX_SIDES == 6


def test_medal_match_games_are_limited():
    games = rules_schema.MATCH_RULES["games"]
    assert [games(value) for value in (0, 1, 99, 100)] == [False, True, True, False]


@pytest.mark.parametrize("order", [[1], [0, 1], [1, 1], [1, 200], ["1", "2"], None, 7, [2, 1, 0]])
def test_seed_order_must_be_complete(order):
    assert not rules_schema.is_seed_order(order)
    assert rules_schema.is_seed_order([1, 0, 3, 2]) and rules_schema.is_seed_order([1, 2])
