"""Limits of length and size in a copy, which must allow what an older program wrote.

Each limit is tried at both sides, as a copy that was made up stops there and one of a real day does not.
"""

import pytest

from tests.transfer.tampered import both_sides
from tournaments.common import audit_log
from tournaments.models import Device, Entry, Meeting, Tournament
from tournaments.standings import Row
from tournaments.transfer.copies import column_schemas, prizes_schema

DEVICE = "7f4c2c1e-9f43-4b43-9f4e-2f1a6a3f0b11"
ROUND_KEYS = {"stage": 1, "round": 1}
DEVICE_STATE = {"state": "active", "label": "7B", "place": 7, "waits": False}
TEXTS = {
    "notice": ({}, "text", 160),
    "password": ({}, "name", 200),
    "protest": ({**ROUND_KEYS, "table": 1, "entries": [1, 2]}, "text", 160),
    "protest_ruled": (
        {**ROUND_KEYS, "table": 1, "entries": [1, 2], "protest": 3, "upheld": True},
        "text",
        160,
    ),
    "played_ahead": ({**ROUND_KEYS, "table": 1, "entries": [1, 2], "partners": 0}, "text", 160),
    "extra_game": ({**ROUND_KEYS, "table": 1, "entries": [1, 2], "partners": 0}, "text", 160),
    "update": ({"from": "1.4"}, "text", 200),
    "update_failed": ({"text": "O'Brien"}, "from", 200),
    "fixtures": ({"stage": 1, "evening": 1, "rounds": []}, "league", 36),
}
CAME_AS = {
    "number": 7,
    "fee_cents": None,
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


@pytest.mark.parametrize("kind", TEXTS)
def test_action_text_length_is_limited(kind):
    args, name, longest = TEXTS[kind]
    assert kind in column_schemas.ACTS
    assert both_sides(lambda text: column_schemas.is_valid_act(kind, {**args, name: text}, None), longest)


def test_every_update_action_is_accepted():
    for kind in audit_log.UPDATE_KINDS:
        assert column_schemas.is_valid_act(kind, {"from": "1.4", "text": ""}, None)


def test_device_action_schema():
    def device(**stood):
        return column_schemas.is_valid_act("device_move", {"device": DEVICE}, {**DEVICE_STATE, **stood})

    assert device() and device(place=None) and not device(place="7") and not device(waits=1)
    assert both_sides(lambda text: device(state=text), 20)
    assert both_sides(lambda text: device(label=text), 60)
    assert both_sides(
        lambda text: column_schemas.is_valid_act("device_move", {"device": text}, DEVICE_STATE), 36
    )
    for count, taken in ((200, True), (201, False)):
        assert (
            column_schemas.is_valid_act("device_share", {"table": 1, "devices": [DEVICE] * count}, None)
            is taken
        )


def test_presence_intervals_schema():
    def withdrawn(*intervals):
        args = {"entry": 1, "from_round": 2}
        return column_schemas.is_valid_act("withdraw", args, {"intervals": list(intervals)})

    assert withdrawn([1, None, "x"]) and withdrawn([1, 3, ""])
    assert not withdrawn([None, 3, ""]) and not withdrawn([1, 3])
    assert both_sides(lambda text: withdrawn([1, 3, text]), 20)
    assert withdrawn(*[[1, 3, ""]] * 200) and not withdrawn(*[[1, 3, ""]] * 201)


@pytest.mark.parametrize(
    ("name", "longest"),
    [("apart", 60), ("note", 200), ("club", 120), ("region", 120), ("member_number", 40)],
)
def test_team_member_schema(name, longest):
    assert both_sides(lambda text: column_schemas.came_as({**CAME_AS, name: text}), longest)
    assert not column_schemas.came_as({key: value for key, value in CAME_AS.items() if key != name})


def test_tournament_settings_schema():
    takes = column_schemas.COLUMNS[Tournament, "settings"]
    assert takes({}) and takes({"expected": 40}) and not takes({"expected": "40"})
    assert both_sides(lambda text: takes({"house_name": text}), 120)
    hidden, podium = column_schemas.ceremony.HIDDEN_SETTING, column_schemas.ceremony.PODIUM_SETTING
    for count, taken in ((99, True), (100, False), (-1, False)):
        assert takes({hidden: count}) is taken
        assert takes({podium: {"shown": count, "over": False}}) is taken
    wifi = column_schemas.wifi.KEY
    assert both_sides(lambda text: takes({wifi: {"name": text, "password": ""}}), 32)
    assert both_sides(lambda text: takes({wifi: {"name": "Salle", "password": text}}), 64)


def test_list_columns_are_limited():
    team = column_schemas.COLUMNS[Entry, "team"]
    assert both_sides(lambda text: team([text]), 120)
    places = column_schemas.COLUMNS[Device, "earlier_places"]
    assert places([7] * 500) and not places([7] * 501)


def test_lot_numbers_are_unique_and_sorted():
    assert prizes_schema.is_lot([1, 4, 9])
    for value in ([], [4, 1], [1, 1], None, "14", [1, "4"], 7):
        assert not prizes_schema.is_lot(value)


# Names of things in plain data


@pytest.mark.parametrize(
    ("shape", "taken", "refused"),
    [
        (column_schemas.digits, ["0", "123456789"], ["", "x", "1234567890", "-1", 7, None]),
        (column_schemas.fingerprint, ["0a" * 32], ["0a" * 31, "0A" * 32, "", None, 7]),
        (column_schemas.link_token, ["", "a-_Z" * 5, "x" * 40], ["x" * 19, "x" * 41, "é" * 20, None, 7]),
        (column_schemas.uid, [DEVICE], [DEVICE[:-1], DEVICE.upper(), DEVICE.replace("-", ""), "", None, 7]),
        (
            column_schemas.moment,
            ["2026-11-21T09:00:00+00:00", "2026-11-21T09:00:00.123456" + "0" * 7 + "+00:00"],
            ["09:00", "2026-02-30T09:00", "2026-11-21T09:00:00.123456" + "0" * 8 + "+00:00", "", None, 7],
        ),
    ],
)
def test_string_formats_are_checked(shape, taken, refused):
    assert [shape(value) for value in taken] == [True] * len(taken)
    assert [shape(value) for value in refused] == [False] * len(refused)


def test_layout_cells_start_at_one():
    across, down = column_schemas.table_layout.MAX_ACROSS, column_schemas.table_layout.MAX_DOWN
    assert column_schemas.CELL([1, 1]) and column_schemas.CELL([across, down])
    for cell in ([0, 1], [1, 0], [across + 1, 1], [1, down + 1], [1], [1, 1, 1]):
        assert not column_schemas.CELL(cell)


def test_sides_feeders_and_board_schema():
    assert (
        column_schemas.sides([[1] * 12] * 6)
        and not column_schemas.sides([[1] * 13])
        and not column_schemas.sides([[1]] * 7)
    )
    feeders = column_schemas.COLUMNS[Meeting, "feeders"]
    assert feeders([{"meeting": 1}] * 20) and not feeders([{"meeting": 1}] * 21)
    board = column_schemas.COLUMNS[Meeting, "board"]
    assert [board(value) for value in (None, 0, 1, 8, 9)] == [True, False, True, True, False]


# Acts


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("medal_seat", lambda text: {**ROUND_KEYS, "matches": {text: [1, 2]}}),
        ("playoff_seat", lambda text: {"stage": 1, "matches": {text: [1, 2, 3]}}),
    ],
)
def test_match_name_length_is_limited(kind, args):
    assert both_sides(lambda text: column_schemas.is_valid_act(kind, args(text), None), 20)


def test_fixture_uid_length_is_limited():
    def fixtures(text):
        args = {"stage": 1, "evening": 1, "league": DEVICE, "rounds": [[[1, 2, text]]]}
        return column_schemas.is_valid_act("fixtures", args, None)

    assert both_sides(fixtures, 36)


def test_update_and_device_share_text_lengths():
    assert both_sides(
        lambda text: column_schemas.is_valid_act("update", {"from": text, "text": ""}, None), 200
    )
    assert both_sides(
        lambda text: column_schemas.is_valid_act("device_share", {"table": 1, "devices": [text]}, None),
        len(DEVICE),
    )


def test_line_up_schema():
    def line_up(*members):
        args = {**ROUND_KEYS, "entry": 1, "members": list(members)}
        return column_schemas.is_valid_act("line_up", args, {"members": []})

    assert line_up(0, 99) and not line_up(100) and not line_up(-1)
    assert line_up(*[1] * 8) and not line_up(*[1] * 9)
    assert not column_schemas.is_valid_act("line_up", {**ROUND_KEYS, "entry": 1, "members": []}, {})


def test_drawn_team_size_is_limited():
    def entered(*team):
        return column_schemas.is_valid_act(
            column_schemas.partner_draw.ENTERED, {"entries": [1], "teams": [list(team)], "drawn": 3}, None
        )

    most = column_schemas.teams.MAX_MEMBERS
    assert entered(1, 2) and entered(*range(most)) and not entered(1) and not entered(*range(most + 1))
    assert not column_schemas.is_valid_act(
        column_schemas.partner_draw.ENTERED, {"entries": [1], "teams": [7], "drawn": 3}, None
    )


def test_undo_action_schema():
    assert column_schemas.is_valid_act("undo_swap", {"act": 3}, None)
    for kind, args, inverse in (
        ("undo_swap", {"act": "3"}, None),
        ("undo_swap", {}, None),
        ("undo_swap", {"act": 3}, {}),
        ("undo_nothing", {"act": 3}, None),
        ("nothing", {}, None),
        ("undo_", {"act": 3}, None),
        ("swap", {"act": 3}, None),
    ):
        assert not column_schemas.is_valid_act(kind, args, inverse), (kind, args, inverse)


def test_action_inverse_schema():
    args = {**ROUND_KEYS, "seed": 7}
    assert column_schemas.is_valid_act("seat", args, {"round": 1}) and not column_schemas.is_valid_act(
        "seat", args, None
    )
    assert column_schemas.is_valid_act(
        "open", ROUND_KEYS, {"state": "seated"}
    ) and not column_schemas.is_valid_act("open", {}, {"state": "x"})
    assert both_sides(lambda text: column_schemas.is_valid_act("open", ROUND_KEYS, {"state": text}), 20)
    assert both_sides(lambda text: column_schemas.is_valid_act("close", ROUND_KEYS, {"state": text}), 20)
    assert column_schemas.is_valid_act("describe", {}, {"name": "O'Brien"}) and column_schemas.is_valid_act(
        "describe", {}, {}
    )
    assert not column_schemas.is_valid_act("describe", {}, {"name": ["O'Brien"]})
    deep = [[[[[[[[[1]]]]]]]]]
    assert not column_schemas.is_valid_act("seat", args, {"round": 1, "more": deep})


def test_lot_winner_follows_from_seed():
    def drawn(**changes):
        args = {"prize": 1, "seed": 7, "in_lot": [1, 4, 9], "entry": 4, **changes}
        return column_schemas.is_valid_act(prizes_schema.prizes.DRAW, args, None)

    assert drawn() and not drawn(entry=9) and not drawn(in_lot=[4, 1, 9]) and not drawn(seed=-1)
    assert prizes_schema.fairly_drawn(prizes_schema.prizes.HAND, {})


# Publications, and results that wait at the desk


def row(**changes):
    known = {name: 0 for name in Row._fields if name not in Row._field_defaults}
    decision = {"place": 1, "code": "won", "args": [7]}
    return {**known, "name": "O'Brien", "club": "", "tied": [1], "decision": decision, **changes}


def test_published_row_schema():
    assert column_schemas.published(row()) and column_schemas.published(
        row(decision=None, above=None, values=[None, 1])
    )
    for name in row():
        assert not column_schemas.published({key: value for key, value in row().items() if key != name}), name
    assert column_schemas.published(row(out=True, gap=-3)) and not column_schemas.published(row(more=1))
    decision = row()["decision"]
    assert both_sides(lambda text: column_schemas.published(row(decision={**decision, "code": text})), 40)
    for count, taken in ((20, True), (21, False)):
        assert column_schemas.published(row(decision={**decision, "args": [7] * count})) is taken
    assert not column_schemas.published(row(decision={"place": 1, "code": "won"}))


def test_waiting_result_schema():
    old = {"result": {}, "round": 1, "game": 1, "points": [121, 88]}
    assert column_schemas.is_waiting_result(old) and column_schemas.is_waiting_result(
        {**old, "why": "too_late", "counts": [121, 88]}
    )
    for more in ({"why": 7}, {"counts": "x"}, {"why": "too_late", "counts": "x"}, {"why": 7, "counts": []}):
        assert not column_schemas.is_waiting_result({**old, **more})
    assert not column_schemas.is_waiting_result(
        {"why": "too_late", "counts": []}
    ) and not column_schemas.is_waiting_result(None)
    assert both_sides(lambda text: column_schemas.is_waiting_result({**old, "why": text}), 40)
    assert column_schemas.is_waiting_result(
        {**old, "points": [1] * 6}
    ) and not column_schemas.is_waiting_result({**old, "points": [1] * 7})


def test_member_fixed_seat_schema():
    assert column_schemas.came_as(CAME_AS) and column_schemas.came_as({**CAME_AS, "fixed_seat": None})
    for wrong in ([3], [3, "G"], ["3", "A"], {}):
        assert not column_schemas.came_as({**CAME_AS, "fixed_seat": wrong})


# Prizes


def test_prize_numbers_are_limited():
    data = {"entry": 1, "points": 29, "game": 1, "table": 1, "cards": "", "witness": ""}
    assert column_schemas.is_valid_act(prizes_schema.prizes.HAND, data, None)
    assert not column_schemas.is_valid_act(prizes_schema.prizes.HAND, {**data, "points": 0}, None)
    most = prizes_schema.prizes.MAX_POINTS
    for name, least, last in (("points", 1, most), ("game", 0, 99), ("table", 0, 9999)):
        tried = [prizes_schema.HAND[name](value) for value in (least - 1, least, last, last + 1)]
        assert tried == [False, True, True, False], name
    cents = prizes_schema.registration.MAX_CENTS
    for value, taken in ((-cents, True), (cents, True), (-cents - 1, False), (cents + 1, False)):
        assert prizes_schema.LINE["cents"](value) is taken
    for name in ("best", "least"):
        assert [prizes_schema.CLUB_TEAMS[name](value) for value in (0, 1, 20, 21)] == [
            False,
            True,
            True,
            False,
        ]
    assert prizes_schema.held([1] * 24) and not prizes_schema.held([1] * 25)
