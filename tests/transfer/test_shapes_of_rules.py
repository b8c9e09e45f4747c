"""What the rules of a stage may be in a copy: every length and number is tried at both sides."""

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
def test_numbers_of_rules(name, most):
    known, _needed = rules_schema.shapes_of("cribbage")
    assert known[name](most) and not known[name](most + 1) and not known[name](-1)


@pytest.mark.parametrize(("name", "longest"), [("format", 60), ("first_deal", 20), ("ties", 30)])
def test_words_of_rules(name, longest):
    assert both_sides(rules_schema.OF_EVERY_FORMAT[name], longest)


def test_pauses_and_what_is_given_in_points():
    def pause(**changes):
        return rules_schema.PAUSE({"after": 3, "minutes": 60, "code": "lunch", **changes})

    assert both_sides(lambda text: pause(code=text), 20)
    assert pause(after=60, minutes=1440) and not pause(after=61) and not pause(minutes=1441)
    breaks = rules_schema.OF_EVERY_FORMAT["breaks"]
    one = {"after": 3, "minutes": 60, "code": "lunch"}
    assert breaks([one] * 50) and not breaks([one] * 51)
    missed = rules_schema.OF_EVERY_FORMAT["missed"]
    assert [missed(points) for points in (None, -9999, 9999, -10000, 10000)] == [True] * 3 + [False] * 2


def test_how_many_sit_at_a_table():
    at_table, most = rules_schema.LATER["at_table"], rules_schema.LATER["most_at_table"]
    assert [at_table(count) for count in (1, 2, 6, 7)] == [False, True, True, False]
    assert [most(count) for count in (0, 1, 6, 7)] == [False, True, True, False]


def test_what_stands_beside_the_rules():
    own = {"uid": DEVICE, "version": 1, "name": "Soirée de L'Écuyer"}
    for version, taken in ((0, False), (1, True), (2**31 - 1, True), (2**31, False)):
        assert rules_schema.OWN({**own, "version": version}) is taken
    assert both_sides(lambda text: rules_schema.OWN({**own, "name": text}), 80)
    assert both_sides(lambda text: rules_schema.LATER["in_a_match"]({"odd": text}), 20)


def test_an_order_of_criteria_ranks():
    assert rules_schema.in_order(["won", "spread"])
    assert not rules_schema.in_order(["nothing"]) and not rules_schema.in_order("won")
    assert not rules_schema.in_order(["won", "won"]) and not rules_schema.in_order([])


def test_a_bracket_has_an_order_and_can_be_played():
    order = {"order": [1, 4, 3, 2], "third_place": False}
    assert rules_schema.a_bracket(order)
    assert not rules_schema.a_bracket({"order": [1, 2, 2, 4], "third_place": False})
    assert not rules_schema.a_bracket(
        {"order": [1, 2], "third_place": False, "double": True}
    )  # too few for two
    assert not rules_schema.a_bracket({**order, "more": 1}) and not rules_schema.a_bracket(None)
    assert not rules_schema.a_bracket({**order, "double": True, "consolation": "full", "rest": [1, 2, 3, 4]})


@pytest.mark.parametrize("value", [None, [], "cribbage", {}, {"game": "chess"}, {"game": ["gin"]}])
def test_what_has_no_game_is_no_rules(value):
    assert not rules_schema.rules(value)


def test_rules_are_those_of_a_game_whole():
    assert rules_schema.rules(rules())
    assert not rules_schema.rules(rules(tables=2001)) and not rules_schema.rules(rules(more=1))
    assert not rules_schema.rules({key: value for key, value in rules().items() if key != "medals"})
    assert not rules_schema.rules(rules(game="gin")) and not rules_schema.rules(
        rules(format="gin-round-robin")
    )
    assert rules_schema.rules(rules(format="their own"))


def test_a_movement_from_a_file_has_its_file():
    from_file = {"movement": "from_file", "rounds": 1, "tables": 2}
    assert rules_schema.rules(rules(**from_file, seats_file=SEATS_FILE))
    for without in ({}, {"seats_file": None}):
        assert not rules_schema.rules(rules(**from_file, **without))


def test_the_match_of_a_bracket_is_none_of_the_day():
    bracket = {"order": [1, 4, 3, 2], "third_place": False}
    assert rules_schema.rules(rules(bracket=bracket, match={"kind": "best_of", "games": 1}))
    to_five = {"kind": "first_to", "points": 5}  # a day needs a table of match points for it
    assert rules_schema.rules(rules(bracket=bracket, match=to_five)) and not rules_schema.rules(
        rules(match=to_five)
    )
    assert not rules_schema.rules(
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
def test_what_is_played_in_one_round(value, taken):
    assert rules_schema.a_match(value) is taken


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
def test_what_a_match_of_teams_is(value, taken):
    assert rules_schema.some_boards(value) is taken


def test_playoffs_that_rules_name():
    def playoffs(**changes):
        named = {"who": "first", "count": 4, "games": 3, "third_place": False, **changes}
        return rules_schema.LATER["playoffs"](named)

    assert playoffs() and rules_schema.LATER["playoffs"](None) and playoffs(count=None)
    for games in (True, 1.0, 2, "3", None):
        assert not playoffs(games=games), games
    assert playoffs(games=1) and playoffs(count=2) and playoffs(count=128)
    assert not playoffs(count=1) and not playoffs(count=129)


def test_seats_from_a_file():
    def file(*lines, **changes):
        return rules_schema.SEATS_FILE({**SEATS_FILE, "rounds": [list(lines)], **changes})

    assert file([1, 1, 2]) and file([1, 0]) and file([1, *range(1, 7)])
    for line in ([1], [], [1, *range(1, 8)], [1, -1], [1, "2"], 7, None):
        assert not file(line), line
    assert not file([1, 1, 2], like="from_file") and not file([1, 1, 2], like="x")
    assert both_sides(lambda text: file([1, 1, 2], name=text), 80)


def test_penalties_and_ways_that_rules_name():
    penalties = rules_schema.LATER["penalties"]
    assert penalties([{"fault": "late", "points": 1}] * 40)
    assert not penalties([{"fault": "late", "points": 1}] * 41)
    for points, taken in ((0, False), (1, True), (999, True), (1000, False)):
        assert rules_schema.FAULT({"fault": "late", "points": points}) is taken
    assert both_sides(lambda text: rules_schema.FAULT({"fault": text, "points": 5}), 80)
    assert both_sides(lambda text: rules_schema.FAULT({"fault": text, "deal": True}), 80)
    assert not rules_schema.FAULT({"fault": "late"}) and not rules_schema.FAULT({"fault": "late", "deal": 1})
    ways = rules_schema.LATER["odd_ways"]
    assert ways(["house", "bye", "three"]) and not ways(["bye"] * 4) and not ways(["two"])
    allowed = rules_schema.LATER["rounds_allowed"]
    assert [allowed(value) for value in ([0, 60], [60, 0], [61, 0], [0, 61])] == [True, True, False, False]
    assert both_sides(lambda text: rules_schema.OWN({"uid": text, "version": 1, "name": ""}), 36)
    assert both_sides(rules_schema.short, 200) and rules_schema.MAX_SIDES == 6


def test_the_last_numbers_of_a_medal_match():
    games = rules_schema.OF_A_MATCH["games"]
    assert [games(value) for value in (0, 1, 99, 100)] == [False, True, True, False]


@pytest.mark.parametrize("order", [[1], [0, 1], [1, 1], [1, 200], ["1", "2"], None, 7, [2, 1, 0]])
def test_an_order_has_every_seed_once(order):
    assert not rules_schema.an_order(order)
    assert rules_schema.an_order([1, 0, 3, 2]) and rules_schema.an_order([1, 2])
