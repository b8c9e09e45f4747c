"""A game of points typed at the desk: the number of each side, and who has won follows from them."""

import pytest

from tests.scripts.desk import Desk, board, settled, slot

SENT_FIELDS = ("table", "winner", "score_A", "score_B")


def desk(*, higher: bool = True):
    tables = (slot(1), slot(2), settled(4))
    return Desk(board(*tables, game="points", higher_wins=higher, forfeit={"present": 100, "absent": 0}))


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        ("1 520 -140\n", ("1", "A", "520", "-140")),
        ("1\n320\n500\n", ("1", "B", "320", "500")),
        ("1a320b500\n", ("1", "B", "320", "500")),
        ("1b500a320\n\n", ("1", "B", "320", "500")),
        ("1 320 500x\n", ("1", "A", "500", "320")),
        ("1 150 150\n", ("1", "", "150", "150")),
        ("99 312 185\n1 310 100\n", ("1", "A", "310", "100")),
    ],
)
def test_keys_that_enter_a_result(keys, sent):
    assert desk().type(keys).bodies(*SENT_FIELDS) == [sent]


def test_lower_number_wins_by_rule():
    typed = desk(higher=False).type("1 37 104")
    assert typed.shown["about"] == "Table 1: Anne1 beats Bob1 37-104 67"
    assert typed.type("\n").bodies(*SENT_FIELDS) == [("1", "A", "37", "104")]


@pytest.mark.parametrize("keys", ["1 300\n\n", "1 \n\n", "1 a\n\n"])
def test_missing_scores_are_not_sent(keys):
    typed = desk().type(keys)
    assert (typed.code, typed.sent) == ("scores_missing", [])


@pytest.mark.parametrize(
    ("keys", "about"),
    [
        ("1 520 -140", "Table 1: Anne1 beats Bob1 520-\u2212140 660"),
        ("1 320 500", "Table 1: Bob1 beats Anne1 500-320 180"),
        ("1 150 150", "Table 1: tied at 150"),
        ("1 520", "Table 1: A Anne1 · B Bob1"),
    ],
)
def test_outcome_is_shown_before_sending(keys, about):
    assert desk().type(keys).shown["about"] == about


def test_scores_override_clicked_winner():
    typed = desk().type("1 320 500").does("pickWinner", "A")
    assert typed.type("\n").bodies(*SENT_FIELDS) == [("1", "B", "320", "500")]


def test_forfeit_is_sent_with_winner_and_declared_points():
    typed = desk().type("1fb\n\n")
    assert typed.bodies("winner", "how", "points_A", "points_B") == [("B", "forfeit", "0", "100")]
