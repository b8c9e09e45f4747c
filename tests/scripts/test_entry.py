"""A game as it is entered: the draft step by step, what cannot be, what it is worth; cribbage and gin."""

from typing import Any

import pytest

from tests.scripts.engine import load

SCRIPTS = load("tablet_app/entry_model.js", "games/cribbage/table.js", "games/gin/table.js")
PAIR_SIDES = [{"entries": [{"number": 1}]}, {"entries": [{"number": 2}, {"number": 4}]}]
FOUND_GAME = {
    "meeting": {"uid": "m1", "game": 1, "basis": 7, "games": 3, "table": 3, "sides": PAIR_SIDES},
    "next": 1,
    "names": ["A", "B"],
    "letters": [["A"], ["B"]],
    "round": {"number": 2},
    "answer": {"table": None},
    "match": {"kind": "best_of"},
    "mode": "playing",
    "games": [],
}
CRIBBAGE = {
    "target": 121,
    "most": 149,
    "pegging": "exact",
    "win": 2,
    "skunks": [{"level": 1, "under": 91, "worth": 3}, {"level": 2, "under": 61, "worth": 4}],
}


def begun(**more: Any) -> dict[str, Any]:
    return SCRIPTS("Cheville.entry.newDraft", FOUND_GAME | more, "nonce-1", "winner")


def game_source(order: list[int]) -> str:
    """A game that asks who won, then the points of the sides in this order."""
    return f"{{asksWinner: true, order: () => {order}}}"


def code(given: dict | None) -> str | None:
    return given and given["code"]


# The draft


@pytest.mark.parametrize(("game", "basis"), [(1, 7), (2, 0)])
def test_new_game_has_the_basis_of_the_desk(game: int, basis: int):
    draft = begun(next=game)
    assert (draft["kind"], draft["game"], draft["basis"], draft["step"]) == ("claim", game, basis, "winner")
    assert (draft["sides"], draft["points"], draft["table"]) == ([[1], [2, 4]], ["", ""], 3)


def test_correction_has_corrected_line_as_basis():
    corrected = {"line": 9, "body": {"game": 1}}
    draft = SCRIPTS("Cheville.entry.newDraft", FOUND_GAME | {"next": 2}, "n", "winner", corrected)
    assert (draft["kind"], draft["game"], draft["basis"]) == ("correction", 1, 9)


def test_result_of_a_tool_is_read_back_at_once():
    filled = {"winner": 1, "points": [88, 121]}
    draft = SCRIPTS("Cheville.entry.newDraft", FOUND_GAME, "n", "winner", None, filled)
    assert (draft["step"], draft["points"], draft["winner"], draft["hands"]) == (
        "read",
        ["88", "121"],
        1,
        None,
    )
    steps = ["winner", "points 0", "read"]
    assert SCRIPTS("Cheville.entry.stepFrom", draft, steps, -1) is None  # back to the tool


@pytest.mark.parametrize(
    ("step", "winner", "order", "by", "to"),
    [
        ("winner", 0, [1], 1, "points 1"),
        ("points 1", 0, [1], 1, "read"),
        ("points 1", 0, [1, 0], 1, "points 0"),
        ("read", 0, [1, 0], -1, "points 0"),
        ("points 1", 0, [1], -1, "winner"),
        ("winner", None, [], -1, None),
        ("points 1", 0, [1, 2, 3], 1, "points 2"),
    ],
)
def test_steps_move_forward_and_back(step: str, winner, order: list, by: int, to):
    steps = f"Cheville.entry.steps({game_source(order)}, draft, {{}})"
    moved = f"(draft, by) => Cheville.entry.stepFrom(draft, {steps}, by)"
    assert SCRIPTS(moved, begun() | {"step": step, "winner": winner}, by) == to


def test_steps_without_winner_question():
    steps = "(draft) => Cheville.entry.steps({order: () => [0, 1]}, draft, {})"
    assert SCRIPTS(steps, begun()) == ["points 0", "points 1", "read"]


@pytest.mark.parametrize(("winner", "order"), [(1, [1, 0]), (0, [0, 1]), (None, [0, 1])])
def test_winner_is_read_first(winner, order):
    assert SCRIPTS("Cheville.entry.readingOrder", begun() | {"winner": winner}) == order


@pytest.mark.parametrize(("keys", "becomes"), [("-14", "-14"), ("14-", "-14"), ("-14-", "14")])
def test_minus_key_toggles_the_sign(keys, becomes):
    draft = begun()
    for key in keys:
        draft = SCRIPTS("Cheville.entry.withKey", draft, 0, key, 2)
    assert draft["points"][0] == becomes


@pytest.mark.parametrize(
    ("winner", "points", "side", "fixed", "becomes"),
    [
        (None, ["", ""], 0, "121", ["121", ""]),
        (0, ["121", "88"], 0, "121", ["121", "88"]),  # the same again: what was typed stays
        (0, ["121", "88"], 1, "121", ["", "121"]),
        (0, ["123", "88"], 1, "", ["", ""]),  # as pegged: both are asked again
        (1, ["88", "123"], 1, "", ["88", "123"]),
        (0, ["121", "88", "95"], 2, "121", ["", "88", "121"]),
    ],
)
def test_changed_winner_clears_points(winner, points, side: int, fixed: str, becomes: list):
    draft = begun() | {"winner": winner, "points": points}
    chosen = SCRIPTS("Cheville.entry.withWinner", draft, side, fixed)
    assert (chosen["winner"], chosen["points"]) == (side, becomes)


@pytest.mark.parametrize(
    ("text", "keys", "becomes"),
    [("", "88", "88"), ("88", "1", "881"), ("881", "2", "881"), ("0", "5", "5"), ("", "00", "0")],
)
def test_keypad_edits_points(text: str, keys: str, becomes: str):
    draft = begun() | {"points": ["", text]}
    for key in keys:
        draft = SCRIPTS("Cheville.entry.withKey", draft, 1, key, 3)
    assert draft["points"] == ["", becomes]
    typed = draft | {"points": ["97", draft["points"][1]]}
    assert SCRIPTS("Cheville.entry.withKey", typed, 1, "clear", 3)["points"] == [
        "97",
        "",
    ]  # the other one stays
    assert SCRIPTS("Cheville.entry.withKey", draft, 1, "delete", 3)["points"] == [
        "",
        "" if becomes in "05" else becomes[:-1],
    ]


@pytest.mark.parametrize(
    ("draft", "found", "why"),
    [
        ({}, {}, ""),
        ({"meeting": "m0"}, {}, "gone_on"),
        ({}, {"mode": "wait"}, "not_playing"),
        ({}, {"mode": "refused"}, ""),
        ({}, {"mode": "after", "games": [{}]}, ""),
        ({"kind": "correction"}, {"mode": "wait"}, ""),
    ],
)
def test_draft_is_dropped_if_the_game_has_changed(draft: dict, found: dict, why: str):
    assert SCRIPTS("Cheville.entry.dropReason", begun() | draft, FOUND_GAME | found) == why


def test_sent_body_and_shown_result():
    draft = begun() | {"winner": 0, "points": ["121", "88"]}
    body = SCRIPTS("Cheville.entry.body", draft, SCRIPTS("Cheville.games.cribbage.data", draft), "now")
    assert body == {
        "nonce": "nonce-1",
        "meeting": "m1",
        "game": 1,
        "basis": 7,
        "kind": "claim",
        "sides": [[1], [2, 4]],
        "data": {"v": 1, "pegged": [121, 88]},
        "seen_at": "now",
    }
    correction = SCRIPTS("Cheville.entry.body", draft | {"kind": "correction", "basis": 9}, {}, "now")
    assert (correction["kind"], correction["basis"]) == ("correction", 9)
    shown = SCRIPTS("Cheville.entry.shown", draft, "cribbage")
    assert (shown["winner"], shown["points"], shown["names"]) == (0, ["121", "88"], ["A", "B"])


@pytest.mark.parametrize(
    ("text", "rules", "full"),
    [
        ("", {}, False),
        ("0", {}, False),  # the next digit takes its place
        ("8", {}, False),
        ("12", {}, False),  # it may become 120
        ("13", {}, True),
        ("88", {}, True),
        ("110", {}, True),
        ("121", {}, False),  # not of one who has lost
        ("7", {"target": 61}, True),
    ],
)
def test_number_is_full_if_no_digit_may_follow(text: str, rules: dict, full: bool):
    asked = "(rules, draft) => Cheville.entry.isFull(Cheville.games.cribbage, false, rules, draft, 1)"
    assert SCRIPTS(asked, CRIBBAGE | rules, {"winner": 0, "points": ["121", text]}) is full


# Cribbage


@pytest.mark.parametrize(
    ("won", "text", "why", "complete"),
    [
        (False, "", None, False),
        (False, "0", None, True),
        (False, "120", None, True),
        (False, "121", "loser_too_high", False),
        (True, "12", None, False),
        (True, "120", "winner_too_low", False),
        (True, "121", None, True),
        (True, "149", None, True),
        (True, "150", "winner_too_high", False),
    ],
)
def test_impossible_cribbage_points_are_refused(won: bool, text: str, why: str | None, complete: bool):
    assert code(SCRIPTS("Cheville.games.cribbage.error", won, text, CRIBBAGE)) == why
    result = SCRIPTS("(...given) => Cheville.games.cribbage.isComplete(...given)", won, text, CRIBBAGE)
    assert result is complete


@pytest.mark.parametrize(
    ("points", "several", "level", "worth"),
    [
        (["121", "91"], None, 0, 2),
        (["121", "90"], None, 1, 3),
        (["121", "60"], None, 2, 4),
        (["121", "88", "95"], None, 0, 2),  # not all of them
        (["121", "88", "45"], None, 1, 3),
        (["121", "88", "95"], "all", 0, 2),
        (["121", "88", "95"], "any", 1, 3),
        (["121", "88", "45"], "none", 0, 2),
        (["121", "60"], "none", 2, 4),  # one loser alone
    ],
)
def test_value_of_a_cribbage_game(points: list, several: str | None, level: int, worth: int):
    draft = {"winner": 0, "names": points, "points": points}
    rules = CRIBBAGE | ({"several_losers": several} if several else {})
    outcome = SCRIPTS("Cheville.games.cribbage.consequence", draft, rules)
    assert (outcome["code"], outcome["count"]) == ("worth", worth)
    word = outcome["values"]["word"]
    assert word["code"] == f"skunk_is_{level}"
    assert word["values"].get("under") == {0: None, 1: 91, 2: 61}[level]
    result = SCRIPTS(
        "Cheville.games.cribbage.worthLine", {"winner": 0, "pegged": [int(one) for one in points]}, rules
    )
    assert result == outcome


def test_no_consequence_for_unfinished_entry_or_plain_win():
    consequence = "Cheville.games.cribbage.consequence"
    assert SCRIPTS(consequence, {"winner": 0, "names": ["", ""], "points": ["121", ""]}, CRIBBAGE) is None
    plain = CRIBBAGE | {"win": None, "skunks": [{"level": 1, "under": 91, "worth": None}]}
    found = [
        SCRIPTS(consequence, {"winner": 0, "names": ["", ""], "points": ["121", low]}, plain)
        for low in ("88", "99")
    ]
    assert [found[0]["code"], found[0]["values"]["under"], found[0]["end"], found[1]] == [
        "skunk_is_1",
        91,
        ".",
        None,
    ]
    assert (
        SCRIPTS("Cheville.games.cribbage.worthLine", {"winner": None, "pegged": [60, 60]}, CRIBBAGE) is None
    )


def test_cribbage_asks_for_points_of_losers():
    draft = {"winner": 1, "names": ["A", "B", "C"]}
    order = "Cheville.games.cribbage.order"
    assert SCRIPTS(order, draft, CRIBBAGE) == [0, 2]
    assert SCRIPTS(order, draft, CRIBBAGE | {"pegging": "as_pegged"}) == [0, 2, 1]
    fixed = [
        SCRIPTS("Cheville.games.cribbage.fixedPoints", CRIBBAGE | {"pegging": way})
        for way in ("exact", "as_pegged")
    ]
    assert fixed == ["121", ""]


# Totals of gin

SHEET = {"target": 100, "game_bonus": 100, "box": 20, "hollywood": False}
GIN, HOLLYWOOD = {"sheet": SHEET}, {"sheet": SHEET | {"hollywood": True}}


@pytest.mark.parametrize(
    ("won", "text", "rules", "why", "complete"),
    [
        (True, "22", GIN, None, False),
        (True, "219", GIN, "total_too_low", False),
        (True, "220", GIN, None, True),
        (True, "312", HOLLYWOOD, "total_too_low", False),
        (True, "440", HOLLYWOOD, None, True),
        (False, "563", GIN, None, True),
        (False, "562", HOLLYWOOD, None, True),
        (False, "563", HOLLYWOOD, "higher_total_wins", False),
        (True, "5", {}, None, True),
    ],
)
def test_impossible_gin_totals_are_refused(
    won: bool, text: str, rules: dict, why: str | None, complete: bool
):
    draft = {"winner": 0, "points": ["562", ""]}
    assert code(SCRIPTS("Cheville.games.gin.error", won, text, rules, draft)) == why
    result = SCRIPTS("(...given) => Cheville.games.gin.isComplete(...given)", won, text, rules, draft)
    assert result is complete


@pytest.mark.parametrize(
    ("points", "hands", "rules", "expected", "data"),
    [
        (["312", "185"], None, GIN, None, {"v": 1, "totals": [312, 185]}),
        (["312", "320"], None, GIN, "loser_has_more", {"v": 1, "totals": [312, 320], "winner": 0}),
        (["310", "20", "85"], None, GIN, None, {"v": 1, "totals": [310, 20, 85]}),
        (["310", "20", "320"], None, GIN, "loser_has_more", {"v": 1, "totals": [310, 20, 320], "winner": 0}),
        (["310", "20", ""], None, GIN, None, {"v": 1, "totals": [310, 20, 0]}),
        (["562", "562"], None, HOLLYWOOD, "level_sheet", {"v": 1, "totals": [562, 562], "winner": 0}),
        (["244", "103"], [{"how": "nobody"}], GIN, "value", {"v": 1, "hands": [{"how": "nobody"}]}),
        (
            ["244", "103", "40"],
            [{"how": "nobody"}],
            GIN | {"mode": "three"},
            "value",
            {"v": 1, "hands": [{"how": "nobody"}], "mode": "three"},
        ),
    ],
)
def test_consequence_and_data_of_gin_totals(points, hands, rules: dict, expected, data: dict):
    draft = {"winner": 0, "points": points, "hands": hands}
    assert code(SCRIPTS("Cheville.games.gin.consequence", draft, rules)) == expected
    assert SCRIPTS("Cheville.games.gin.data", draft, rules) == data


@pytest.mark.parametrize(
    ("mode", "winner", "points", "value"),
    [
        ("two", 0, [244, 103], 141),
        ("three", 0, [180, 100, 80], 180),
        ("three", 1, [180, 100, 80], -60),
        ("captain", 0, [350, 250], 200),
        ("captain", 1, [250, 350], 100),
        ("teams", 1, [250, 350], 100),
    ],
)
def test_value_of_winner_is_the_sum_of_payments(mode, winner, points, value):
    """rules.md §6; the numbers of the source: 180, 100 and 80, and 350 to 250."""
    draft = {"winner": winner, "points": [str(one) for one in points], "hands": [{"how": "nobody"}]}
    result = SCRIPTS("Cheville.games.gin.consequence", draft, GIN | {"mode": mode})
    assert result["values"] == {"points": value}


def test_running_total_by_game():
    assert SCRIPTS("Cheville.games.gin.total", {}) is None  # a laptop of an older version does not tell it
    assert SCRIPTS("Cheville.games.gin.total", {"value": -127})["values"] == {"value": {"signed": -127}}
    assert SCRIPTS("Cheville.games.cribbage.total", {"points": 121})["count"] == 121
    left = SCRIPTS(
        "Cheville.games.cribbage.total", {"games": 2, "points": 209}, {"pegging": "left", "target": 121}
    )
    assert (left["code"], left["count"]) == ("so_far_left", 33)
