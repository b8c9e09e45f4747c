"""What is on its way from the desk, and what was typed since: kept in its order, sent once."""

import json

import pytest

from tests.scripts.desk import Desk, board, settled, slot
from tests.scripts.engine import load

SENT_FIELDS = ("table", "winner", "loser")
REFUSAL = {"code": "loser_too_high", "say": "No.", "field": "loser"}


def desk(*more):
    return Desk(board(slot(1), slot(2), slot(3), settled(4), slot(88), *more))


def sending(name, *arguments):
    scripts = load("desk/board.js", "games/cribbage/desk.js", "desk/entry.js", "desk/sending.js")
    return scripts(f"Cheville.desk.sending.{name}", *arguments)


def test_results_typed_while_waiting_are_sent_in_order():
    typed = desk().type("1a88\n2b77\n3a64\n")
    assert (typed.bodies(*SENT_FIELDS), typed.ahead) == ([("1", "A", "88")], "2b77\n3a64\n")
    typed.answer().answer().answer()
    assert typed.bodies(*SENT_FIELDS) == [("1", "A", "88"), ("2", "B", "77"), ("3", "A", "64")]
    assert (typed.ahead, typed.code) == ("", "entered")


def test_partial_entry_is_kept_when_answer_arrives():
    typed = desk().type("1a88\n2b7").answer()
    assert (typed.s["slot"]["id"], typed.s["winner"], typed.s["values"]["loser"]) == ("m2", "B", "7")
    assert typed.type("7\n").bodies(*SENT_FIELDS)[1] == ("2", "B", "77")


def test_focus_follows_replayed_keys():
    """Else the next key is typed where the slip before it began, and that slip is lost."""
    waiting = {**sending("empty"), "ahead": [*"2b7"]}
    state, _outbox = sending("replay", board(slot(1), slot(2)), desk().s, waiting)
    assert (state["focus"], state["moved"]) == ("loser", True)
    state, _outbox = sending("replay", board(slot(1), slot(2)), state, {**waiting, "ahead": ["7"]})
    assert not state["moved"]


def test_keys_typed_without_answer_are_kept():
    typed = desk().type("1a88\n2b").lost().type("77\n").lost().type("3a6\b64\n")
    assert typed.ahead == "2b77\n3a6\b64\n"
    assert typed.waits["code"] == "typed_since"
    typed.answer().answer().answer()
    assert typed.bodies(*SENT_FIELDS) == [("1", "A", "88"), ("2", "B", "77"), ("3", "A", "64")]


def test_no_message_while_request_is_under_way():
    assert desk().type("1a88\n2b").waits is None


def test_enter_retries_at_once_and_is_kept_at_end_of_entry():
    typed = desk().type("1a88\n").lost("signed_out").type("\n")
    assert (typed.done[-1], typed.ahead) == ({"act": "again"}, "")
    typed.type("2b77\n")
    assert (typed.done[-1], typed.ahead) == ({"act": "again"}, "2b77\n")
    assert len(typed.sent) == 1


def test_escape_gives_up_unanswered_result_unless_next_is_begun():
    typed = desk().type("1a88\n").lost().type("\x1b")
    assert (typed.done[-1], typed.outbox["now"]) == ({"act": "give_up"}, None)
    typed = desk().type("1a88\n").lost().type("2a\x1b3b77\n").answer().answer()
    assert typed.bodies(*SENT_FIELDS) == [("1", "A", "88"), ("3", "B", "77")]


def test_escape_before_answer_gives_up_nothing():
    typed = desk().type("1a88\n\x1b").answer()
    assert (len(typed.sent), typed.s["slot"], typed.outbox["ahead"]) == (1, None, [])


def test_keys_typed_ahead_wait_after_refusal():
    """The keys of the next slip must not become the points of the one that was refused."""
    typed = desk().type("1a122\n2b7").answer(False, **REFUSAL).type("7\n3a64\n")
    assert (typed.code, len(typed.sent), typed.ahead) == ("loser_too_high", 1, "2b77\n3a64\n")
    assert typed.waits["code"] == "held"
    typed.type("\b").type("95\n")
    assert typed.bodies(*SENT_FIELDS)[1] == ("1", "A", "95")
    typed.answer().answer().answer()
    assert typed.bodies(*SENT_FIELDS)[2:] == [("2", "B", "77"), ("3", "A", "64")]


def test_escape_skips_refused_result_and_sends_the_next():
    typed = desk().type("1a122\n2b77\n").answer(False, **REFUSAL).type("\x1b")
    assert typed.bodies(*SENT_FIELDS) == [("1", "A", "122"), ("2", "B", "77")]


def test_waiting_keys_are_shown_during_correction():
    typed = desk().type("1a122\n2b77\n").answer(False, **REFUSAL).type("\b9")
    assert (typed.waits["code"], typed.waits["keys"]) == ("goes_on", ["2", "b", "7", "7", "Enter"])
    assert typed.type("\x1b").bodies(*SENT_FIELDS)[1] == ("2", "B", "77")


def test_refused_result_can_be_corrected_at_once():
    typed = desk().type("1a122\n").answer(False, **REFUSAL)
    assert typed.waits is None
    assert typed.type("95\n").bodies(*SENT_FIELDS)[1] == ("1", "A", "95")


@pytest.mark.parametrize("slip", ["4a88\n", "4\na88\n", "99a88\n", "99\na88\n", "4\n"])
def test_impossible_entry_typed_ahead_holds_following_keys(slip):
    typed = desk().type("1a88\n" + slip + "2b77\n").answer()
    assert typed.code in ("is_in", "no_table")
    assert len(typed.sent) == 1
    if slip == "4\n":  # what follows a mere look is taken for its result
        assert typed.ahead == ""
        return
    assert (typed.ahead, typed.waits["code"]) == ("2b77\n", "held")
    assert typed.type("\x1b").bodies(*SENT_FIELDS)[1] == ("2", "B", "77")


def test_correction_typed_ahead_is_sent():
    typed = desk().type("1a88\n4\ncb70\n2b77\n").answer()
    assert typed.bodies("do", *SENT_FIELDS)[1] == ("correct", "4", "B", "70")
    assert typed.answer().bodies("do", *SENT_FIELDS)[2] == ("enter", "2", "B", "77")


@pytest.mark.parametrize(("keys", "code"), [("4x", "is_in"), ("2x", "no_result"), ("99x", "no_table")])
def test_result_key_typed_ahead_holds_next_entry(keys, code):
    typed = desk().type("1a88\n" + keys + "3b77\n").answer()
    assert (typed.code, typed.ahead, len(typed.sent)) == (code, "3b77\n", 1)
    assert typed.type("\x1b").bodies(*SENT_FIELDS)[1] == ("3", "B", "77")


def test_entry_without_winner_holds_next_entry():
    typed = desk().type("1a88\n2\n77\n3a64\n").answer()
    assert (typed.code, typed.ahead) == ("who_won", "3a64\n")


def test_x_typed_ahead_turns_result_once_it_is_known():
    typed = desk().type("1a88\nx").answer(line=12)
    assert typed.bodies("do", "line")[1] == ("turn", "12")


def test_two_games_of_a_match_can_be_typed_ahead():
    typed = Desk(board(slot(1, games=3))).type("1a88\n1b90\n")
    typed.answer(slots=[slot(1, games=3, game=2, said="in 1", counting={"game": 1, "line": 8}, line=8)])
    assert typed.bodies("game", "winner") == [("1", "A"), ("2", "B")]


def test_clicks_are_kept_in_order_with_keys():
    typed = desk().type("1a88\n")
    for what in [{"choose": "2"}, {"pick": "B"}, "7", "7", "Enter", {"post": "do=void&meeting=m4"}]:
        typed.press(what)
    typed.answer().answer()
    assert typed.bodies(*SENT_FIELDS)[1] == ("2", "B", "77")
    assert typed.sent[2] == "do=void&meeting=m4"


def test_retry_sends_the_same_body():
    outbox = sending("post", sending("empty"), "nonce=1")
    for _ in range(3):
        outbox = sending("markFailed", outbox, "not_saved")
        assert outbox["now"] == "nonce=1"
    assert sending("markAnswered", outbox, True) == sending("empty")


def test_reload_keeps_sent_request_and_typed_keys():
    outbox = desk().type("1a88\n2b7").outbox
    kept = sending("unpack", sending("pack", outbox))
    assert (kept["now"], kept["ahead"], kept["held"]) == ("body 1", ["2", "b", "7"], False)
    held = desk().type("1a122\n2b7").answer(False, **REFUSAL).outbox
    kept = sending("unpack", sending("pack", held))
    assert (kept["now"], kept["ahead"], kept["held"]) == (None, ["2", "b", "7"], True)


@pytest.mark.parametrize("text", [None, ""])
def test_page_without_stored_state_starts_empty(text):
    assert sending("unpack", text) == sending("empty")
    assert sending("pack", sending("empty")) == ""


def test_request_stored_by_earlier_page_is_sent():
    assert sending("unpack", "do=enter&nonce=1")["now"] == "do=enter&nonce=1"
    assert json.loads(sending("pack", sending("unpack", "do=enter")))["now"] == "do=enter"


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
def test_answer_kind_by_status_and_type(status, type_, kind):
    assert sending("responseKind", status, type_) == kind


def test_unsaved_request_is_kept_and_retried_with_its_nonce():
    typed = desk().type("1a88\n").lost()
    assert typed.bodies(*SENT_FIELDS) == [("1", "A", "88")]
    kept = sending("pack", typed.outbox)
    assert sending("unpack", kept)["now"] == typed.outbox["now"] != ""
