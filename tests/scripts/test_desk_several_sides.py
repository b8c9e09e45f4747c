"""More than two sides typed at the desk: partners, each for themselves, up to six."""

import pytest

from tests.scripts.desk import Desk, board, settled, slot

POINT_FIELDS = tuple(f"pegged_{letter}" for letter in "ABCDEF")


def desk(**more):
    return Desk(
        board(
            slot(1, "Ann", "Bea", "Céd"),
            slot(2, "Ann+Bea", "Céd+Dan"),
            slot(3, "Ann", "Bea"),
            slot(4, *"UVWXYZ"),
            settled(5, "Ann", "Bea", "Céd"),
            **more,
        )
    )


@pytest.mark.parametrize(
    ("keys", "winner", "points"),
    [
        ("1b88 64\n", "B", ("88", "", "64")),
        ("1\nb88 64\n", "B", ("88", "", "64")),
        ("1c95 64\n", "C", ("95", "64", "")),
        ("1a88\n64\n", "A", ("", "88", "64")),
        ("1b88\n64\n", "B", ("88", "", "64")),
        ("1\n88 64 70b\n", "B", ("88", "", "70")),
    ],
)
def test_points_of_all_losers_are_typed(keys, winner, points):
    typed = desk().type(keys)
    assert typed.bodies("winner", *POINT_FIELDS[:3]) == [(winner, *points)]


def test_f_is_a_seat_at_table_of_six_sides():
    typed = desk().type("4f1 2 3 4 5\n")
    assert typed.bodies("winner", *POINT_FIELDS) == [("F", "1", "2", "3", "4", "5", "")]


@pytest.mark.parametrize(("key", "winner"), [("a", "A"), ("b", "A"), ("c", "C"), ("d", "C")])
def test_partner_letter_selects_the_side(key, winner):
    typed = desk().type(f"2{key}97\n")
    assert typed.bodies("winner", "loser") == [(winner, "97")]


def test_fields_shown_for_three_and_two_sides():
    typed = desk().type("1b")
    assert (typed.shown["letters"], typed.shown["several"], typed.shown["locked"]) == (
        list("ABC"),
        True,
        "pegged_B",
    )
    assert typed.type("88 64").shown["about"] == "Table 1: Bea 121: Ann 88, Céd 64 · skunk, 3"
    typed.type("\x1b3")
    assert (typed.shown["letters"], typed.shown["several"], typed.shown["locked"]) == (["A", "B"], False, "")


def test_sides_shown_before_a_number_fit_every_table():
    few, many = slot(1, "Réal O'Brien", "Bea", "Céd"), slot(2, *"UVWX")
    assert Desk(board(many, few)).shown["letters"] == list("ABC")
    assert Desk(board(many, few)).type("2").shown["letters"] == list("ABCD")
    alone = slot(3, "Ann") | {"bye": True}
    assert (Desk(board(many, alone)).shown["letters"], Desk(board()).shown["letters"]) == (
        [*"ABCD"],
        ["A", "B"],
    )


@pytest.mark.parametrize(("rule", "note"), [("all", "skunk, 3"), ("any", "double skunk, 4"), ("none", "2")])
def test_skunk_of_several_losers_follows_the_rule(rule, note):
    assert desk(several=rule).type("1a88 55").shown["about"].endswith(f"· {note}")


def test_partners_are_shown_together():
    assert desk().type("2a97").shown["about"] == "Table 2: Ann+Bea 121: Céd+Dan 97 · 2"


def test_winner_box_comes_last_as_pegged():
    typed = desk(as_pegged=True).type("1a88\n64\n")
    assert (typed.s["focus"], typed.sent) == ("pegged_A", [])
    assert typed.type("124\n").bodies(*POINT_FIELDS[:3]) == [("124", "88", "64")]


def test_result_without_winner_is_not_sent():
    typed = desk().type("1\n88\n64\n70\n\n")
    assert (typed.code, typed.sent) == ("who_of_several", [])


@pytest.mark.parametrize("keys", ["1\nx", "1\nb88x"])
def test_x_with_three_sides_asks_for_the_winner(keys):
    typed = desk().type(keys)
    assert (typed.code, typed.sent) == ("who_of_several", [])


def test_c_after_unknown_table_is_a_seat_letter():
    typed = desk().type("99c88\n")
    assert (typed.code, typed.s["table"], typed.sent) == ("no_table", "99", [])


def test_a_forfeit_declares_points_for_all():
    typed = desk().type("1\nfc")
    assert (typed.s["values"]["points_C"], typed.s["values"].get("points_B", "")) == ("121", "")
    typed.type("60\n100\n\n")
    assert typed.bodies("how", "winner", "points_A", "points_B", "points_C") == [
        ("forfeit", "C", "60", "100", "121")
    ]


def test_forfeit_of_three_asks_for_the_winner():
    assert desk().type("1\nf60\n100\n121\n").code == "who_has_of_several"
    assert desk().type("1\nfx").code == "who_has_of_several"


def test_turning_round_three_sides_asks_for_the_winner():
    typed = desk().type("5\nx")
    assert (typed.code, typed.s["turning"], typed.sent, typed.done[-1]) == (
        "turn_of_several",
        True,
        [],
        {"act": "who"},
    )
    typed = desk().type("1b88 64\n").answer(slots=[settled(1, "Ann", "Bea", "Céd")]).type("x")
    assert (typed.code, typed.s["slot"]["id"]) == ("turn_of_several", "m1")
    assert [one["act"] for one in typed.done[-2:]] == ["open", "who"]


def test_c_starts_correction_before_seats_are_typed():
    typed = desk().type("5\nc")
    assert typed.code == "correcting"
    assert typed.type("c50 60\n").bodies("do", "winner", *POINT_FIELDS[:3]) == [
        ("correct", "C", "50", "60", "")
    ]


def test_seat_missing_at_the_table_is_cleared():
    typed = desk().does("pickWinner", "C").type("3\n")
    assert typed.s["winner"] == ""
