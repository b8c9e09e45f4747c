"""Gin typed at the desk: both totals, or the sheet hand by hand."""

import pytest

from tests.scripts.desk import Desk, board, settled, slot

SENT_FIELDS = ("table", "winner", "total_A", "total_B")


def desk(**more):
    return Desk(
        board(slot(1), slot(2), settled(4), game="gin", forfeit={"present": 220, "absent": 0}, **more)
    )


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        ("1 312 185\n", ("1", "A", "312", "185")),
        ("1\n312\n185\n", ("1", "A", "312", "185")),
        ("1 185 312\n", ("1", "B", "185", "312")),
        ("1 312 185x\n", ("1", "B", "185", "312")),
        ("1 240 250a\n", ("1", "A", "240", "250")),
        ("1 a240 250\n", ("1", "A", "240", "250")),
        ("1 240 250ax\n", ("1", "B", "250", "240")),
        ("1 300 -25\n", ("1", "A", "300", "-25")),
        ("1 300 300\n", ("1", "", "300", "300")),
        ("99 312 185\n1 310 100\n", ("1", "A", "310", "100")),
    ],
)
def test_keys_that_enter_a_result(keys, sent):
    assert desk().type(keys).bodies(*SENT_FIELDS) == [sent]


@pytest.mark.parametrize("keys", ["1 300\n\n", "1 \n\n", "1 a\n\n"])
def test_missing_totals_are_not_sent(keys):
    typed = desk().type(keys)
    assert (typed.code, typed.sent) == ("totals_missing", [])


@pytest.mark.parametrize(
    ("keys", "about"),
    [
        ("1 312 185", "Table 1: Anne1 beats Bob1 312-185 +127"),
        ("1 240 250a", "Table 1: Anne1 beats Bob1 240-250 −10"),
        ("1 250 250a", "Table 1: Anne1 beats Bob1 250-250 0"),
        ("1 312", "Table 1: A Anne1 · B Bob1"),
        ("1 31x185", "Table 1: Anne1 beats Bob1 185-31 +154"),
    ],
)
def test_value_is_shown_before_sending(keys, about):
    typed = desk().type(keys)
    assert typed.shown["about"] == about


def test_clicked_winner_overrides_computed_winner():
    typed = desk().type("1").does("pickWinner", "B")
    typed.s["focus"] = "winner"
    assert typed.type("312 185\n").bodies(*SENT_FIELDS) == [("1", "B", "312", "185")]


def test_warning_stays_until_answered():
    typed = desk().type("4 312 185\n")
    assert (typed.code, typed.sent, typed.s["table"]) == ("is_in", [], "4")


def test_forfeit_is_sent_with_declared_points():
    typed = desk().type("1\nfb\n\n")
    assert typed.bodies("how", "winner", "points_A", "points_B") == [("forfeit", "B", "0", "220")]


def test_h_opens_sheet_and_enter_on_empty_line_sends_it():
    typed = desk().type("1 ha 24\nb 30\n")
    assert (typed.s["focus"], typed.s["values"]["hands"], typed.sent) == ("hands", "a 24\nb 30\n", [])
    assert typed.type("\n").bodies("table", "hands") == [("1", "a 24\nb 30\n")]


def test_control_and_enter_send_the_sheet_from_any_line():
    typed = desk().type("1ha 24")
    typed.s["caret"] = 2
    assert typed.does("press", "Enter", True).bodies("hands") == [("a 24",)]


@pytest.mark.parametrize(
    ("written", "caret", "empty"),
    [
        ("", None, False),
        ("\n", None, False),
        ("a 24", None, False),
        ("a 24\n", None, True),
        ("a 24\n  ", None, True),
        ("a 24\n\nb 30", 5, False),
        ("a 24\n\n", 5, True),
        ("a 24\n", 4, False),
    ],
)
def test_empty_line_at_caret_is_recognised(written, caret, empty):
    assert desk().ask("Cheville.desk.games.gin.isLineEmpty", written, caret) is empty


def test_escape_leaves_sheet_and_keeps_its_text():
    typed = desk().type("1ha 24\x1b")
    assert (typed.s["focus"], typed.s["values"]["hands"]) == ("total_A", "a 24")


def test_sheet_without_table_is_not_sent():
    typed = desk()
    typed.s["focus"] = "hands"
    typed.type("a 24\n\n")
    assert (typed.code, typed.s["values"]["hands"], typed.sent) == ("which_table", "a 24\n", [])


def test_c_loads_the_written_sheet_for_correction():
    typed = desk().type("4\nc")
    assert (typed.code, typed.done[-1]) == ("correcting", {"act": "sheet", "game": 1})
    typed.does("loadSheet", "A K 24")
    assert (typed.s["focus"], typed.s["selected"], typed.s["values"]["hands"]) == ("hands", False, "A K 24\n")
    assert typed.type("\n").bodies("do", "hands") == [("correct", "A K 24\n")]


def test_refused_sheet_is_not_selected():
    typed = desk().type("1hwhat\n\n").answer(False, code="gin_in_line", say="", field="hands")
    assert (typed.s["focus"], typed.s["selected"], typed.s["values"]["hands"]) == ("hands", False, "what\n")
    typed = desk().type("1 5 6\n").answer(False, code="who_won", say="", field="winner")
    assert typed.s["focus"] == "total_A"
