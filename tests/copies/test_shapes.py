"""How long and how large what a copy holds may be: what an older program wrote must go on being read.

Each limit is tried at both sides, as a copy that was made up stops there and one of a real day does not.
"""

import json

import pytest

from tests import factories
from tournaments import acts, formats
from tournaments.copies import columns, of_prizes, of_rules
from tournaments.models import Device, Entry, Tournament

DEVICE = "7f4c2c1e-9f43-4b43-9f4e-2f1a6a3f0b11"
OF_A_ROUND = {"stage": 1, "round": 1}
STOOD = {"state": "active", "label": "7B", "place": 7, "waits": False}
TEXTS = {
    "notice": ({}, "text", 160),
    "password": ({}, "name", 200),
    "protest": ({**OF_A_ROUND, "table": 1, "entries": [1, 2]}, "text", 160),
    "protest_ruled": (
        {**OF_A_ROUND, "table": 1, "entries": [1, 2], "protest": 3, "upheld": True},
        "text",
        160,
    ),
    "played_ahead": ({**OF_A_ROUND, "table": 1, "entries": [1, 2], "partners": 0}, "text", 160),
    "extra_game": ({**OF_A_ROUND, "table": 1, "entries": [1, 2], "partners": 0}, "text", 160),
    "update": ({"from": "1.4"}, "text", 200),
    "update_failed": ({"text": "O'Brien"}, "from", 200),
    "fixtures": ({"stage": 1, "evening": 1, "rounds": []}, "league", 36),
}
CAME_AS = {
    "number": 7,
    "fee_cents": None,
    "paid_how": "",
    "apart": "",
    "note": "",
    "answers": {},
    "categories": [],
    "consented_at": None,
    "checked_in_at": "2026-11-21T09:00:00+00:00",
    "uid": DEVICE,
    "club": "FADOQ L'Écuyer",
    "region": "",
    "member_number": "",
    "fixed_seat": [3, "A"],
}


def both_sides(takes, longest):
    """Whether text is taken up to that length and no further."""
    return takes("É" * longest) and not takes("É" * (longest + 1))


def rules(**changes):
    return json.loads(json.dumps(formats.rules("fadoq-15", tables=4, **factories.DECLARED))) | changes


@pytest.mark.parametrize("kind", TEXTS)
def test_the_text_of_an_act(kind):
    args, name, longest = TEXTS[kind]
    assert kind in columns.ACTS
    assert both_sides(lambda text: columns.act(kind, {**args, name: text}, None), longest)


def test_every_kind_of_update_is_read():
    for kind in acts.UPDATES:
        assert columns.act(kind, {"from": "1.4", "text": ""}, None)


def test_an_act_about_a_device_says_which_and_how_it_stood():
    def device(**stood):
        return columns.act("device_move", {"device": DEVICE}, {**STOOD, **stood})

    assert device() and device(place=None) and not device(place="7") and not device(waits=1)
    assert both_sides(lambda text: device(state=text), 20)
    assert both_sides(lambda text: device(label=text), 60)
    assert both_sides(lambda text: columns.act("device_move", {"device": text}, STOOD), 36)
    for count, taken in ((200, True), (201, False)):
        assert columns.act("device_share", {"table": 1, "devices": [DEVICE] * count}, None) is taken


def test_when_somebody_was_there_is_a_list_of_rounds_with_why():
    def withdrawn(*intervals):
        args = {"entry": 1, "from_round": 2}
        return columns.act("withdraw", args, {"intervals": list(intervals)})

    assert withdrawn([1, None, "x"]) and withdrawn([1, 3, ""])
    assert not withdrawn([None, 3, ""]) and not withdrawn([1, 3])
    assert both_sides(lambda text: withdrawn([1, 3, text]), 20)
    assert withdrawn(*[[1, 3, ""]] * 200) and not withdrawn(*[[1, 3, ""]] * 201)


@pytest.mark.parametrize(
    ("name", "longest"),
    [("paid_how", 20), ("apart", 60), ("note", 200), ("club", 120), ("region", 120), ("member_number", 40)],
)
def test_what_a_member_of_a_team_came_with(name, longest):
    assert both_sides(lambda text: columns.came_as({**CAME_AS, name: text}), longest)
    assert not columns.came_as({key: value for key, value in CAME_AS.items() if key != name})


def test_settings_of_a_day():
    takes = columns.COLUMNS[Tournament, "settings"]
    assert takes({}) and takes({"expected": 40}) and not takes({"expected": "40"})
    assert both_sides(lambda text: takes({"house_name": text}), 120)
    hidden, podium = columns.ceremony.HIDDEN, columns.ceremony.PODIUM
    for count, taken in ((99, True), (100, False), (-1, False)):
        assert takes({hidden: count}) is taken
        assert takes({podium: {"shown": count, "over": False}}) is taken
    wifi = columns.wifi.KEY
    assert both_sides(lambda text: takes({wifi: {"name": text, "password": ""}}), 32)
    assert both_sides(lambda text: takes({wifi: {"name": "Salle", "password": text}}), 64)


def test_columns_that_hold_lists():
    team = columns.COLUMNS[Entry, "team"]
    assert both_sides(lambda text: team([text]), 120)
    places = columns.COLUMNS[Device, "earlier_places"]
    assert places([7] * 500) and not places([7] * 501)


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
    ],
)
def test_numbers_of_rules(name, most):
    known, _needed = of_rules.shapes_of("cribbage")
    assert known[name](most) and not known[name](most + 1) and not known[name](-1)


@pytest.mark.parametrize(("name", "longest"), [("format", 60), ("first_deal", 20), ("ties", 30)])
def test_words_of_rules(name, longest):
    assert both_sides(of_rules.OF_EVERY_FORMAT[name], longest)


def test_pauses_and_what_is_given_in_points():
    def pause(**changes):
        return of_rules.PAUSE({"after": 3, "minutes": 60, "code": "lunch", **changes})

    assert both_sides(lambda text: pause(code=text), 20)
    assert pause(after=60, minutes=1440) and not pause(after=61) and not pause(minutes=1441)
    breaks = of_rules.OF_EVERY_FORMAT["breaks"]
    one = {"after": 3, "minutes": 60, "code": "lunch"}
    assert breaks([one] * 50) and not breaks([one] * 51)
    missed = of_rules.OF_EVERY_FORMAT["missed"]
    assert [missed(points) for points in (None, -9999, 9999, -10000, 10000)] == [True] * 3 + [False] * 2


def test_how_many_sit_at_a_table():
    at_table, most = of_rules.LATER["at_table"], of_rules.LATER["most_at_table"]
    assert [at_table(count) for count in (1, 2, 6, 7)] == [False, True, True, False]
    assert [most(count) for count in (0, 1, 6, 7)] == [False, True, True, False]


def test_what_stands_beside_the_rules():
    own = {"uid": DEVICE, "version": 1, "name": "Soirée de L'Écuyer"}
    for version, taken in ((0, False), (1, True), (2**31 - 1, True), (2**31, False)):
        assert of_rules.OWN({**own, "version": version}) is taken
    assert both_sides(lambda text: of_rules.OWN({**own, "name": text}), of_rules.LONGEST_NAME)
    assert both_sides(lambda text: of_rules.LATER["in_a_match"]({"odd": text}), 20)


def test_an_order_of_criteria_ranks():
    assert of_rules.in_order(["won", "spread"])
    assert not of_rules.in_order(["nothing"]) and not of_rules.in_order("won")
    assert not of_rules.in_order(["won", "won"]) and not of_rules.in_order([])


def test_a_bracket_has_an_order_and_can_be_played():
    order = {"order": [1, 4, 3, 2], "third_place": False}
    assert of_rules.a_bracket(order)
    assert not of_rules.a_bracket({"order": [1, 2, 2, 4], "third_place": False})
    assert not of_rules.a_bracket({**order, "more": 1}) and not of_rules.a_bracket(None)
    assert not of_rules.a_bracket({**order, "double": True, "consolation": "full", "rest": [1, 2, 3, 4]})


@pytest.mark.parametrize("value", [None, [], "cribbage", {}, {"game": "chess"}, {"game": ["gin"]}])
def test_what_has_no_game_is_no_rules(value):
    assert not of_rules.rules(value)


def test_rules_are_those_of_a_game_whole():
    assert of_rules.rules(rules())
    assert not of_rules.rules(rules(tables=2001)) and not of_rules.rules(rules(more=1))
    assert not of_rules.rules({key: value for key, value in rules().items() if key != "medals"})
    assert not of_rules.rules(rules(movement="seats_file", seats_file=None))


def test_a_lot_holds_somebody_each_once_and_in_order():
    assert of_prizes.in_lot([1, 4, 9])
    for value in ([], [4, 1], [1, 1], None, "14", [1, "4"], 7):
        assert not of_prizes.in_lot(value)
