"""Euchre in the scripts: two numbers of each side on the tablet and at the desk, and what cannot be."""

import pytest

from tests.scripts.desk import Desk, board, slot
from tests.scripts.engine import load

TABLET = load("tablet_app/entry_model.js", "games/euchre/table.js")
RULES = {"target": 0, "hands": 8, "most_hands": 8, "best_hand": 2, "ties_allowed": True}
SIDES = [{"entries": []}, {"entries": []}]
TO_TEN = {"target": 10, "hands": 0, "most_hands": 0, "best_hand": 2, "ties_allowed": True}


def draft(*points: str) -> dict:
    return {"points": [*points, *[""] * (4 - len(points))], "names": ["A", "B"]}


def consequence(*points: str, rules=RULES):
    result = TABLET("Cheville.games.euchre.consequence", draft(*points), rules)
    return result and result["code"]


def complete(at: int, *points: str, rules=RULES):
    return TABLET("Cheville.games.euchre.isComplete", False, points[at], rules, draft(*points), at)


def test_tablet_asks_for_points_then_lone_hands():
    game = TABLET("Cheville.games.euchre.order")
    assert game == [0, 1, 2, 3]
    asked = [TABLET("Cheville.games.euchre.question", RULES, at) for at in game]
    assert asked == ["euchre_what_points"] * 2 + ["euchre_what_loners"] * 2


def test_draft_has_two_numbers_per_side():
    found = {
        "meeting": {"uid": "m1", "game": 1, "basis": 0, "games": 1, "table": 3, "sides": SIDES},
        "next": 1, "names": ["A", "B"], "letters": [["A"], ["B"]], "round": {"number": 1}, "answer": {},
        "match": {"kind": "fixed"},
    }  # fmt: skip
    begun = TABLET("Cheville.entry.newDraft", found, "n", "points 0", None, None, 2)
    assert begun["points"] == [""] * 4
    pressed = TABLET("Cheville.entry.withKey", begun, 3, "2", 2)
    assert pressed["points"] == ["", "", "", "2"]
    assert TABLET("Cheville.entry.shown", pressed, "euchre")["points"] == ["", ""]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (("8", "5"), "euchre_won_by"),
        (("6", "6"), "euchre_level"),
        (("3", "4"), "euchre_hands"),
        (("9", "9", "0", "0"), "euchre_hands"),
        (("9", "9", "1", "0"), "euchre_level"),
    ],
)
def test_tablet_checks_points_of_eight_hands(points, expected):
    assert consequence(*points) == expected


def test_game_needs_target_and_tie_continues_if_not_allowed():
    assert consequence("9", "8", rules=TO_TEN) == "euchre_not_over"
    assert consequence("10", "8", rules=TO_TEN) == "euchre_won_by"
    assert consequence("6", "6", rules=RULES | {"ties_allowed": False, "most_hands": 9}) == "euchre_goes_on"


def test_impossible_number_is_not_complete():
    assert complete(0, "8") and not complete(0, "")
    assert complete(1, "8", "5") and not complete(1, "3", "4")
    assert complete(2, "8", "5", "2") and not complete(2, "8", "5", "3")
    assert complete(3, "8", "5", "1", "0") and not complete(3, "9", "9", "0", "0")


def test_data_and_winner_of_tablet_result():
    of = draft("10", "6", "1", "0")
    assert TABLET("Cheville.games.euchre.data", of) == {"v": 1, "points": [10, 6], "loners": [1, 0]}
    assert TABLET("Cheville.games.euchre.winner", of) == 0


def desk() -> Desk:
    words = {"loners_too": "lone hands {one}-{other}"}
    made = board(slot(7, "Roy+Côté", "Lee+Ek"), game="euchre", forfeit={"present": 10, "absent": 0})
    return Desk(made | {"words": made["words"] | words})


@pytest.mark.parametrize(
    ("keys", "loners"),
    [
        ("7 10 6\n", ("", "")),
        ("7 10\n6\n", ("", "")),
        ("7 10 6 1\n", ("1", "")),
        ("7 10 6 1 2\n", ("1", "2")),
        ("7a10a2c6\n", ("2", "")),
    ],
)
def test_desk_reads_points_then_lone_hands(keys, loners):
    sent = desk().type(keys).bodies("score_A", "score_C", "loners_A", "loners_C", "winner")
    assert sent == [("10", "6", *loners, "A")]


def test_desk_asks_for_points_and_shows_outcome():
    assert desk().type("7 10\n").s["focus"] == "score_C"
    typed = desk().type("7 10 6 1")
    assert typed.shown["about"] == "Table 7: Roy+Côté beats Lee+Ek 10-6 4, lone hands 1-0"
    turned = typed.type("x").s
    assert (turned["values"]["score_A"], turned["values"]["loners_C"], turned["winner"]) == ("6", "1", "C")
    assert desk().type("7 8 8").shown["about"] == "Table 7: tied at 8"


def test_forfeit_declares_points_without_lone_hands():
    typed = desk().type("7fc\n\n")
    assert typed.bodies("winner", "how", "points_A", "points_C") == [("C", "forfeit", "0", "10")]
