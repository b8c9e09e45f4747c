"""What is on its way from the desk, and what was typed since: kept in its order, sent once."""

import json

import pytest

from tests.scripts.desk import Desk, board, settled, slot
from tests.scripts.engine import load

SENT = ("table", "winner", "loser")
REFUSED = {"code": "loser_too_high", "say": "No.", "field": "loser"}


def desk(*more):
    return Desk(board(slot(1), slot(2), slot(3), settled(4), slot(88), *more))


def sending(name, *arguments):
    scripts = load("desk/board.js", "games/cribbage/desk.js", "desk/entry.js", "desk/sending.js")
    return scripts(f"Cheville.desk.sending.{name}", *arguments)


def test_a_second_slip_typed_while_the_answer_is_out_follows_it():
    typed = desk().type("1a88\n2b77\n3a64\n")
    assert (typed.bodies(*SENT), typed.ahead) == ([("1", "A", "88")], "2b77\n3a64\n")
    typed.answer().answer().answer()
    assert typed.bodies(*SENT) == [("1", "A", "88"), ("2", "B", "77"), ("3", "A", "64")]
    assert (typed.ahead, typed.code) == ("", "entered")


def test_half_a_slip_stands_there_when_the_answer_comes():
    typed = desk().type("1a88\n2b7").answer()
    assert (typed.s["slot"]["id"], typed.s["winner"], typed.s["values"]["loser"]) == ("m2", "B", "7")
    assert typed.type("7\n").bodies(*SENT)[1] == ("2", "B", "77")


def test_the_focus_follows_what_was_played():
    """Else the next key is typed where the slip before it began, and that slip is lost."""
    waiting = {**sending("empty"), "ahead": [*"2b7"]}
    state, _mail = sending("play", board(slot(1), slot(2)), desk().s, waiting)
    assert (state["focus"], state["moved"]) == ("loser", True)
    state, _mail = sending("play", board(slot(1), slot(2)), state, {**waiting, "ahead": ["7"]})
    assert not state["moved"]


def test_nothing_typed_while_nobody_answers_is_dropped():
    typed = desk().type("1a88\n2b").lost().type("77\n").lost().type("3a6\b64\n")
    assert typed.ahead == "2b77\n3a6\b64\n"
    assert typed.waits["code"] == "typed_since"
    typed.answer().answer().answer()
    assert typed.bodies(*SENT) == [("1", "A", "88"), ("2", "B", "77"), ("3", "A", "64")]


def test_while_it_is_only_on_its_way_nothing_is_said():
    assert desk().type("1a88\n2b").waits is None


def test_enter_asks_again_at_once_and_is_kept_where_it_ends_a_slip():
    typed = desk().type("1a88\n").lost("signed_out").type("\n")
    assert (typed.done[-1], typed.ahead) == ({"act": "again"}, "")
    typed.type("2b77\n")
    assert (typed.done[-1], typed.ahead) == ({"act": "again"}, "2b77\n")
    assert len(typed.sent) == 1


def test_escape_gives_up_what_nobody_answers_unless_another_slip_was_begun():
    typed = desk().type("1a88\n").lost().type("\x1b")
    assert (typed.done[-1], typed.mail["now"]) == ({"act": "give_up"}, None)
    typed = desk().type("1a88\n").lost().type("2a\x1b3b77\n").answer().answer()
    assert typed.bodies(*SENT) == [("1", "A", "88"), ("3", "B", "77")]


def test_escape_before_the_answer_gives_up_nothing():
    typed = desk().type("1a88\n\x1b").answer()
    assert (len(typed.sent), typed.s["slot"], typed.mail["ahead"]) == (1, None, [])


def test_what_was_typed_since_waits_where_the_first_is_refused():
    """The keys of the next slip must not become the points of the one that was refused."""
    typed = desk().type("1a122\n2b7").answer(False, **REFUSED).type("7\n3a64\n")
    assert (typed.code, len(typed.sent), typed.ahead) == ("loser_too_high", 1, "2b77\n3a64\n")
    assert typed.waits["code"] == "held"
    typed.type("\b").type("95\n")
    assert typed.bodies(*SENT)[1] == ("1", "A", "95")
    typed.answer().answer().answer()
    assert typed.bodies(*SENT)[2:] == [("2", "B", "77"), ("3", "A", "64")]


def test_a_refused_slip_is_left_and_the_next_go_on():
    typed = desk().type("1a122\n2b77\n").answer(False, **REFUSED).type("\x1b")
    assert typed.bodies(*SENT) == [("1", "A", "122"), ("2", "B", "77")]


def test_while_one_is_mended_the_rest_is_shown_and_goes_on_after_it():
    typed = desk().type("1a122\n2b77\n").answer(False, **REFUSED).type("\b9")
    assert (typed.waits["code"], typed.waits["keys"]) == ("goes_on", ["2", "b", "7", "7", "Enter"])
    assert typed.type("\x1b").bodies(*SENT)[1] == ("2", "B", "77")


def test_a_refusal_with_nothing_typed_since_is_mended_at_once():
    typed = desk().type("1a122\n").answer(False, **REFUSED)
    assert typed.waits is None
    assert typed.type("95\n").bodies(*SENT)[1] == ("1", "A", "95")


@pytest.mark.parametrize("slip", ["4a88\n", "4\na88\n", "99a88\n", "99\na88\n", "4\n"])
def test_a_slip_typed_ahead_that_cannot_be_entered_stops_the_rest_and_takes_no_key_of_it(slip):
    typed = desk().type("1a88\n" + slip + "2b77\n").answer()
    assert typed.code in ("is_in", "no_table")
    assert len(typed.sent) == 1
    if slip == "4\n":  # what follows a mere look is taken for its result
        assert typed.ahead == ""
        return
    assert (typed.ahead, typed.waits["code"]) == ("2b77\n", "held")
    assert typed.type("\x1b").bodies(*SENT)[1] == ("2", "B", "77")


def test_a_correction_typed_ahead_goes_through():
    typed = desk().type("1a88\n4\ncb70\n2b77\n").answer()
    assert typed.bodies("do", *SENT)[1] == ("correct", "4", "B", "70")
    assert typed.answer().bodies("do", *SENT)[2] == ("enter", "2", "B", "77")


@pytest.mark.parametrize(("keys", "code"), [("4x", "is_in"), ("2x", "no_result"), ("99x", "no_table")])
def test_a_key_typed_ahead_that_is_about_a_result_takes_no_key_of_the_next_slip(keys, code):
    typed = desk().type("1a88\n" + keys + "3b77\n").answer()
    assert (typed.code, typed.ahead, len(typed.sent)) == (code, "3b77\n", 1)
    assert typed.type("\x1b").bodies(*SENT)[1] == ("3", "B", "77")


def test_a_slip_without_a_winner_holds_the_next():
    typed = desk().type("1a88\n2\n77\n3a64\n").answer()
    assert (typed.code, typed.ahead) == ("who_won", "3a64\n")


def test_the_last_result_is_turned_round_once_it_is_known():
    typed = desk().type("1a88\nx").answer(line=12)
    assert typed.bodies("do", "line")[1] == ("turn", "12")


def test_two_games_at_one_table_without_waiting():
    typed = Desk(board(slot(1, games=3))).type("1a88\n1b90\n")
    typed.answer(slots=[slot(1, games=3, game=2, said="in 1", counting={"game": 1, "line": 8}, line=8)])
    assert typed.bodies("game", "winner") == [("1", "A"), ("2", "B")]


def test_clicks_are_kept_among_the_keys():
    typed = desk().type("1a88\n")
    for what in [{"choose": "2"}, {"pick": "B"}, "7", "7", "Enter", {"post": "do=void&meeting=m4"}]:
        typed.press(what)
    typed.answer().answer()
    assert typed.bodies(*SENT)[1] == ("2", "B", "77")
    assert typed.sent[2] == "do=void&meeting=m4"


def test_the_same_body_goes_again():
    mail = sending("post", sending("empty"), "nonce=1")
    for _ in range(3):
        mail = sending("lost", mail, "not_saved")
        assert mail["now"] == "nonce=1"
    assert sending("answered", mail, True) == sending("empty")


def test_a_reload_keeps_what_was_sent_and_what_was_typed_since():
    mail = desk().type("1a88\n2b7").mail
    kept = sending("unpacked", sending("packed", mail))
    assert (kept["now"], kept["ahead"], kept["held"]) == ("body 1", ["2", "b", "7"], False)
    held = desk().type("1a122\n2b7").answer(False, **REFUSED).mail
    kept = sending("unpacked", sending("packed", held))
    assert (kept["now"], kept["ahead"], kept["held"]) == (None, ["2", "b", "7"], True)


@pytest.mark.parametrize("text", [None, ""])
def test_a_page_that_kept_nothing_begins_empty(text):
    assert sending("unpacked", text) == sending("empty")
    assert sending("packed", sending("empty")) == ""


def test_what_an_earlier_page_kept_is_sent():
    assert sending("unpacked", "do=enter&nonce=1")["now"] == "do=enter&nonce=1"
    assert json.loads(sending("packed", sending("unpacked", "do=enter")))["now"] == "do=enter"


@pytest.mark.parametrize(
    ("status", "type_", "kind"),
    [
        (200, "application/json", "said"),
        (422, "application/json; charset=utf-8", "said"),
        (507, "application/json", "disk"),
        (507, "text/html; charset=utf-8", "again"),
        (500, "text/html", "again"),
        (503, "application/json", "again"),
        (200, "text/html; charset=utf-8", "signed_out"),
        (200, "", "signed_out"),
    ],
)
def test_what_an_answer_is(status, type_, kind):
    assert sending("kind", status, type_) == kind


def test_what_the_disk_did_not_take_stays_and_goes_again_with_its_nonce():
    typed = desk().type("1a88\n").lost()
    assert typed.bodies(*SENT) == [("1", "A", "88")]
    kept = sending("packed", typed.mail)
    assert sending("unpacked", kept)["now"] == typed.mail["now"] != ""
