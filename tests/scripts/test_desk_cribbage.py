"""Cribbage typed at the desk: keys in, what is sent and said out."""

import pytest

from tests.scripts.desk import Desk, board, settled, slot

SENT_FIELDS = ("table", "winner", "loser", "how", "do")


def desk(**more):
    return Desk(board(slot(1), slot(2), settled(4), slot(12), slot(88), **more))


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        ("1b88\n", ("1", "B", "88", "", "enter")),
        ("1\nb88\n", ("1", "B", "88", "", "enter")),
        ("1\n88b\n", ("1", "B", "88", "", "enter")),
        ("1\n8b8\n", ("1", "B", "88", "", "enter")),
        ("1\nB88\n", ("1", "B", "88", "", "enter")),
        ("1\tb88\n", ("1", "B", "88", "", "enter")),
        ("1/88\n", ("1", "A", "88", "", "enter")),
        ("1*88\n", ("1", "B", "88", "", "enter")),
        ("012a60\n", ("12", "A", "60", "", "enter")),
        ("1a88b\n", ("1", "B", "88", "", "enter")),
        ("1a88x\n", ("1", "B", "88", "", "enter")),
        ("1a89\b8\n", ("1", "A", "88", "", "enter")),
        ("2\b1a88\n", ("1", "A", "88", "", "enter")),
        ("1a88\x1b2b77\n", ("2", "B", "77", "", "enter")),
        ("99\n1a88\n", ("1", "A", "88", "", "enter")),
        ("1\n88\na\n", ("1", "A", "88", "", "enter")),
        ("1az8?8\n", ("1", "A", "88", "", "enter")),
    ],
)
def test_keys_that_enter_a_result(keys, sent):
    assert desk().type(keys).bodies(*SENT_FIELDS) == [sent]


def test_request_has_meeting_game_and_newest_line_of_the_table():
    typed = desk().type("12a88\n")
    assert typed.bodies("meeting", "game", "seen") == [("m12", "1", "0")]


@pytest.mark.parametrize(
    ("keys", "code", "focus", "sent"),
    [
        ("", "", "table", 0),
        ("\n", "", "table", 0),
        ("99\n", "no_table", "table", 0),
        ("1\n", "", "loser", 0),
        ("1\n88\n", "who_won", "loser", 0),
        ("4\n", "is_in", "table", 0),
        ("x", "nothing_to_turn", "table", 0),
        ("c", "which_table", "table", 0),
        ("v", "which_table", "table", 0),
        ("f", "which_table", "table", 0),
        ("4x", "is_in", "table", 0),
        ("4c", "is_in", "table", 0),
        ("4v", "is_in", "table", 0),
        ("1\nc", "no_result", "loser", 0),
        ("99x", "no_table", "table", 0),
        ("1\n88x", "who_won", "loser", 0),
        ("4\ncx", "who_won", "loser", 0),
        ("a", "", "table", 0),
        ("1\x1b", "", "table", 0),
    ],
)
def test_keys_that_do_not_send(keys, code, focus, sent):
    typed = desk().type(keys)
    assert (typed.code, typed.s["focus"], len(typed.sent)) == (code, focus, sent)


@pytest.mark.parametrize("keys", ["1\n", "1b", "1b8", "1b88"])
def test_names_and_skunks_are_shown_before_sending(keys):
    about = {
        "1\n": "Table 1: A Anne1 · B Bob1",
        "1b": "Table 1: A Anne1 · B Bob1",
        "1b8": "Table 1: Bob1 beats Anne1 121-8  · double skunk, 4",
        "1b88": "Table 1: Bob1 beats Anne1 121-88  · skunk, 3",
    }
    assert desk().type(keys).shown["about"] == about[keys]


@pytest.mark.parametrize(
    ("loser", "note"), [("60", "double skunk, 4"), ("61", "skunk, 3"), ("90", "skunk, 3"), ("91", "2")]
)
def test_skunk_is_shown_below_its_line(loser, note):
    assert desk().type(f"1a{loser}").shown["about"].endswith(f"· {note}")


@pytest.mark.parametrize("loser", ["121", "150", "-3"])
def test_impossible_points_of_loser_are_not_shown_as_result(loser):
    assert desk().type(f"1a{loser}").shown["about"] == "Table 1: A Anne1 · B Bob1"


def test_table_number_shows_names_before_enter():
    typed = desk().type("1")
    assert typed.shown["names"] == {"A": "Anne1", "B": "Bob1"}
    assert (typed.shown["about"], typed.shown["tile"]) == ("", "")


def test_a_bye_has_nothing_to_enter():
    typed = Desk(board(slot(3, "Huguette", bye=True))).type("3\n")
    assert (typed.code, typed.s["invalid"], typed.s["slot"]) == ("bye", "table", None)


def test_as_pegged_the_winners_points_come_last():
    typed = desk(as_pegged=True).type("1a88\n")
    assert (typed.s["focus"], typed.sent) == ("winner_points", [])
    assert typed.type("124").shown["about"].startswith("Table 1: Anne1 beats Bob1 124-88")
    assert typed.type("\n").bodies("winner", "loser", "winner_points") == [("A", "88", "124")]


# With the mouse between the keys


@pytest.mark.parametrize(
    "way",
    [
        lambda one: one.type("1").does("pickWinner", "B").type("115\n"),
        lambda one: one.type("1\n").does("pickWinner", "B").type("115\n"),
        lambda one: one.type("1\n115").does("pickWinner", "B").type("\n"),
        lambda one: one.does("pickWinner", "B").type("1\n").type("115\n"),
        lambda one: (
            one.does("setField", "loser", "115")
            .does("setField", "table", "1")
            .does("pickWinner", "B")
            .does("submit")
        ),
        lambda one: (
            one.does("setField", "loser", "115")
            .does("pickWinner", "B")
            .does("setField", "table", "1")
            .does("submit")
        ),
        lambda one: one.does("setField", "loser", "115").does("pickWinner", "B").type("1\n"),
        lambda one: one.type("1").does("setField", "loser", "115").does("pickWinner", "B").does("submit"),
        lambda one: one.does("chooseTable", "1").does("pickWinner", "B").type("115\n"),
        lambda one: (
            one.does("pickWinner", "A").does("chooseTable", "1").does("pickWinner", "B").type("115\n")
        ),
    ],
)
def test_result_is_sent_with_fields_filled_in_any_order(way):
    one = desk()
    way(with_click_focus(one))
    assert one.bodies(*SENT_FIELDS) == [("1", "B", "115", "", "enter")]


def with_click_focus(one):
    """A click on a name puts the focus there, as in a browser."""
    does = one.does

    def clicked(name, *arguments):
        if name == "pickWinner":
            one.s["focus"], one.s["selected"] = "winner", False
        if name == "setField":
            one.s["focus"], one.s["selected"] = arguments[0], False
        return does(name, *arguments)

    one.does = clicked
    return one


@pytest.mark.parametrize(
    ("way", "code"),
    [
        (lambda one: one.does("pickWinner", "B").does("submit"), "which_table"),
        (lambda one: one.does("setField", "loser", "115").does("submit"), "which_table"),
        (
            lambda one: one.does("setField", "loser", "115").does("setField", "table", "1").does("submit"),
            "who_won",
        ),
        (lambda one: one.does("pickWinner", "B").does("setField", "table", "99").does("submit"), "no_table"),
    ],
)
def test_missing_field_is_reported_and_typed_values_are_kept(way, code):
    one = desk()
    way(with_click_focus(one))
    assert (one.sent, one.code) == ([], code)
    assert one.s["winner"] == "B" or one.s["values"]["loser"] == "115"


def test_changed_table_number_clears_the_winner():
    typed = desk().type("1a88")
    typed.does("setField", "table", "2")
    assert (typed.s["winner"], typed.s["values"]["loser"]) == ("", "88")
    assert typed.type("\n\n").code == "who_won"


def test_choosing_a_tile_starts_another_entry():
    typed = desk().type("1a88").does("chooseTable", "2")
    assert (typed.s["winner"], typed.s["values"], typed.s["slot"]["table"]) == ("", {}, 2)
    assert {"act": "open", "meeting": "m2"} in typed.done


# A table whose result is in


@pytest.mark.parametrize(
    "keys", ["4a88\n", "4\na88\n", "4\n88\n", "4\n12\n", "4\n\n\n", "4\nb12\n", "4\n1\b2\n"]
)
def test_warning_stays_until_answered(keys):
    typed = desk().type(keys)
    assert (typed.code, typed.s["table"], typed.s["slot"]["id"], typed.sent) == ("is_in", "4", "m4", [])
    assert typed.s["focus"] == "table"
    assert (typed.s["winner"], typed.s["values"]) == ("", {})


@pytest.mark.parametrize(
    "what", [("setField", "table", "12"), ("setField", "loser", "8"), ("award", "forfeit")]
)
def test_warning_ignores_typing_and_clicks(what):
    typed = desk().type("4\n").does(*what)
    assert (typed.code, typed.s["table"], typed.s["winner"], typed.s["how"]) == ("is_in", "4", "", "")
    assert typed.s["moved"] or what[0] != "setField"


def test_clicked_winner_during_warning_starts_correction():
    typed = desk().does("chooseTable", "4").does("pickWinner", "B")
    assert (typed.code, typed.s["winner"], typed.shown["button"]) == ("correcting", "B", "correct")
    assert typed.sent == []
    assert typed.type("70\n").bodies(*SENT_FIELDS, "game") == [("4", "B", "70", "", "correct", "1")]


@pytest.mark.parametrize("answer", ["\x1b", "tapTable", "leave"])
def test_warning_can_be_left(answer):
    typed = desk().type("4\na88\n")
    typed = typed.type(answer) if len(answer) == 1 else typed.does(answer)
    assert (typed.code, typed.s["table"], typed.s["slot"]) == ("", "", None)
    assert typed.type("12a88\n").bodies("table") == [("12",)]


def test_c_starts_a_correction():
    typed = desk().type("4\nc")
    assert (typed.code, typed.s["focus"], typed.shown["button"]) == ("correcting", "loser", "correct")
    assert typed.type("b70\n").bodies(*SENT_FIELDS, "game") == [("4", "B", "70", "", "correct", "1")]


def test_x_turns_the_shown_result_round():
    typed = desk().type("4\nx")
    assert typed.bodies("do", "meeting", "game", "line", "seen") == [("turn", "m4", "1", "7", "7")]


def test_x_turns_the_last_result_round():
    typed = desk().type("1a88\n").answer()
    assert typed.type("x").bodies("do", "meeting", "line")[1] == ("turn", "m1", "8")


def test_x_c_or_v_after_number_needs_a_second_press():
    assert desk().type("4xx").bodies("do", "meeting", "line") == [("turn", "m4", "7")]
    assert desk().type("4vv").done[-1] == {"act": "void", "game": 1}
    assert desk().type("4cc").code == "correcting"


@pytest.mark.parametrize("keys", ["2x", "2\nx", "2v", "2c"])
def test_x_c_or_v_at_table_without_result_spares_last_result(keys):
    typed = desk().type("1a88\n").answer().type(keys)
    assert (typed.code, len(typed.sent), typed.s["slot"]["id"]) == ("no_result", 1, "m2")
    assert typed.type("b77\n").bodies(*SENT_FIELDS)[1] == ("2", "B", "77", "", "enter")


@pytest.mark.parametrize("disputed", [0, 1])
def test_x_at_unturnable_result_spares_last_result(disputed):
    other = slot(2, open=False, said="in 2", line=4, disputed=disputed)
    typed = Desk(board(slot(1), other)).type("1a88\n").answer().type("2xx")
    assert (typed.code, len(typed.sent)) == ("in_dispute" if disputed else "is_in", 1)


def test_x_c_and_v_in_unfinished_match_affect_last_game():
    counting = {"game": 1, "line": 7}
    begun = board(slot(1), slot(2, game=2, games=3, said="in 2", counting=counting, line=7))
    last = Desk(begun).type("1a88\n").answer()
    assert last.type("2x").bodies("do", "meeting", "game", "line")[1] == ("turn", "m2", "1", "7")
    assert Desk(begun).type("2v").done[-1] == {"act": "void", "game": 1}
    typed = Desk(begun).type("2cb70\n")
    assert typed.bodies(*SENT_FIELDS, "game") == [("2", "B", "70", "", "correct", "1")]


def test_x_does_nothing_after_a_dispute():
    typed = desk().type("1a88\n").answer(disputed=True, turnable=False)
    assert typed.type("x").code == "nothing_to_turn"


@pytest.mark.parametrize(("key", "does"), [("v", {"act": "void", "game": 1}), ("q", {"act": "codes"})])
def test_keys_that_open_other_pages(key, does):
    assert desk().type("4\n" + key).done[-1] == does


def test_disputed_result_cannot_be_overwritten():
    typed = Desk(board(slot(1, disputed=1, line=4), slot(8))).type("1a88\n")
    assert (typed.code, typed.sent) == ("in_dispute", [])
    assert typed.type("8\n").code == "in_dispute"


def disputed_match_board(game):
    """A match whose first game is in, and of which two sides say unlike things about `game`."""
    counting = {"game": 1, "line": 7}
    labels = ["Table 1", *(f"Table 1, game {number}" for number in (1, 2, 3))]
    match = slot(1, labels=labels, disputed=game, game=2, games=3, counting=counting, line=9)
    return board(match, slot(8))


@pytest.mark.parametrize("game", [1, 2])
def test_c_corrects_the_disputed_game(game):
    typed = Desk(disputed_match_board(game)).type("1\nc")
    assert (typed.code, typed.shown["button"]) == ("correcting", "correct")
    assert typed.shown["about"].startswith(f"Table 1, game {game}:")
    assert typed.type("b70\n").bodies(*SENT_FIELDS, "game") == [("1", "B", "70", "", "correct", str(game))]


def test_click_on_dispute_replaces_current_entry():
    typed = Desk(disputed_match_board(2)).type("8a5").does("correct", 2, "m1")
    assert (typed.code, typed.s["table"], typed.s["values"]) == ("correcting", "1", {})
    assert typed.type("b70\n").bodies(*SENT_FIELDS, "game") == [("1", "B", "70", "", "correct", "2")]


# A table that is not there: the rest of its slip goes nowhere


@pytest.mark.parametrize("keys", ["99a88\n", "99\na88\n", "99fa\n\n"])
def test_points_after_unknown_table_are_not_a_table_number(keys):
    typed = desk().type(keys)
    assert (typed.code, typed.s["table"], typed.s["slot"], typed.sent) == ("no_table", "99", None, [])


def test_next_result_is_entered_after_unknown_table():
    typed = desk().type("99a88\n2b77\n")
    assert typed.bodies(*SENT_FIELDS) == [("2", "B", "77", "", "enter")]


@pytest.mark.parametrize("answer", ["\x1b", "\b"])
def test_unknown_table_number_can_be_corrected(answer):
    assert desk().type(f"99a{answer}1a88\n").bodies("table", "loser") == [("1", "88")]


# Not played out


@pytest.mark.parametrize(
    ("keys", "how", "winner", "points"),
    [
        ("1\nfb\n\n", "forfeit", "B", ("60", "121")),
        ("1\nfa\n\n", "forfeit", "A", ("121", "60")),
        ("1fa\n\n", "forfeit", "A", ("121", "60")),
        ("1\nfa100\n40\n", "forfeit", "A", ("100", "40")),
        ("1\nfax\n\n", "forfeit", "B", ("60", "121")),
        ("1\nnb\n\n", "no_show", "B", ("60", "121")),
        ("1\ni40\n75\n", "abandoned", "", ("40", "75")),
        ("1\na\x1b1\ni40\n75\n", "abandoned", "", ("40", "75")),
    ],
)
def test_an_award_is_one_key_and_declared_points(keys, how, winner, points):
    typed = desk().type(keys)
    assert typed.bodies("how", "winner", "points_A", "points_B") == [(how, winner, *points)]


def test_forfeit_without_winner_is_not_sent():
    typed = desk().type("1\nf60\n121\n")
    assert (typed.code, typed.sent) == ("who_has", [])
    assert typed.type("a\n\n").bodies("winner") == [("A",)]


def test_award_prompt_names_the_missing_field():
    """Once a player has the game, the prompt does not ask for one; an abandoned game needs none."""
    assert [desk().type(keys).code for keys in ("1\nf", "1\nfa", "1\ni", "1\nia")] == [
        "award",
        "award_has_it",
        "award_or_nobody",
        "award_has_it",
    ]


def test_same_key_cancels_an_award():
    typed = desk().type("1\nff")
    assert (typed.s["how"], typed.code, typed.s["focus"]) == ("", "", "loser")
    assert typed.type("a88\n").bodies(*SENT_FIELDS) == [("1", "A", "88", "", "enter")]


def test_clicked_award_applies_to_typed_table():
    typed = desk().type("1").does("award", "no_show")
    assert (typed.code, typed.s["slot"]["id"], typed.s["focus"]) == ("award", "m1", "points_A")
    assert typed.does("award", "").s["how"] == ""


# What the server says


@pytest.mark.parametrize(
    ("keys", "field", "focus"),
    [
        ("1a122\n", "loser", "loser"),
        ("1a122\n", "winner", "loser"),
        ("1a122\n", "table", "table"),
        ("1\nfa\n200\n", "points_B", "points_B"),
        ("1\nfa\n\n", "loser", "points_A"),
    ],
)
def test_refused_field_keeps_value_and_is_selected(keys, field, focus):
    typed = desk().type(keys).answer(False, code="wrong", say="No.", field=field)
    assert (typed.code, typed.s["focus"], typed.s["selected"], typed.s["invalid"]) == (
        "wrong",
        focus,
        True,
        focus,
    )
    assert typed.s["table"] == "1"


def test_refused_value_can_be_typed_over():
    typed = desk().type("1a122\n").answer(False, code="loser_too_high", say="No.", field="loser").type("95\n")
    assert typed.bodies("winner", "loser") == [("A", "122"), ("A", "95")]


def test_result_entered_by_another_desk_shows_warning():
    typed = desk().type("1a88\n")
    typed.answer(False, code="already_entered", say="", field="table", slots=[settled(1), slot(88)])
    assert (typed.code, typed.s["slot"]["id"]) == ("is_in", "m1")
    assert typed.type("88\n").code == "is_in"


def test_desk_is_cleared_and_confirms_after_answer():
    typed = desk().type("1a88\n").answer(told=["Seats stay."])
    assert (typed.code, typed.s["table"], typed.s["values"], typed.s["focus"]) == ("entered", "", {}, "table")
    assert [one["text"] for one in typed.s["notices"]] == ["Seats stay."]
    assert typed.type("2\n").s["notices"] == []


# What is written elsewhere


def test_result_from_elsewhere_is_shown_during_entry():
    typed = desk().type("1a88")
    typed.board |= {"slots": [settled(1)], "seen": 7}
    typed.does("applyUpdate")
    assert [one["code"] for one in typed.s["notices"]] == ["meanwhile"]
    assert (typed.s["values"]["loser"], typed.s["winner"]) == ("88", "A")
    assert typed.type("\n").bodies("seen") == [("0",)]  # of what was on the screen: the book decides


def test_changed_meeting_clears_winner_and_keeps_points():
    typed = desk().type("1a88")
    typed.board["slots"] = [slot(1, "Luc", "Ève", id="other")]
    typed.does("applyUpdate")
    assert (typed.code, typed.s["slot"], typed.s["winner"], typed.s["values"]["loser"]) == (
        "moved",
        None,
        "",
        "88",
    )


def test_results_of_other_tables_do_not_affect_entry():
    typed = desk().type("1a88")
    before = typed.s
    typed.board["slots"] = [slot(1), settled(2)]
    typed.does("applyUpdate")
    assert {**typed.s, "actions": [], "moved": 0, "handled": 0} == {
        **before,
        "actions": [],
        "moved": 0,
        "handled": 0,
    }
