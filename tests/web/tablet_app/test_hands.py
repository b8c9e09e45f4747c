"""Gin hand by hand in real Chromium: a running sheet, from the first hand to the score book."""

import re

import pytest
from playwright.sync_api import expect

from scoring.gin.book import final_totals, sheet_of
from tests import factories
from tests.web.tablet_app.hands import foot, hand, rows, sat_down, seated, tournament_of
from tests.web.tablet_app.sentences import seat, sentence
from tournaments import devices
from tournaments.common import audit_log
from tournaments.models import Line, Result
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db(transaction=True)

MAX_TAPS = 6
HANDS = ((0, 16), (1, 13), (1, 19), (1, 33), (0, 27))


def test_game_entered_hand_by_hand_is_in_the_score_book(transactional_db, tablet):
    opened = seated()
    one, names = sat_down(tablet, opened)
    one.sees(sentence("draw_deals"))
    one.taps = 0
    one.tap(sentence("write_hand", number=1))
    one.title(sentence("who_knocked"))
    one.tap(seat("A", names[0]))
    one.title(sentence("deadwood_of", name=names[0]))
    one.key("4")
    one.tap(sentence("next"))
    one.title(sentence("deadwood_of", name=names[1]))
    one.key("23")
    one.sees(sentence("hand_knock", name=names[0], points=19))
    one.tap(sentence("write_down"))
    assert one.taps <= MAX_TAPS
    one.title(sentence("hand", number=2))
    one.sees(sentence("hand_knock", name=names[0], points=f"19. {names[0]} deals"))

    one.tap(sentence("write_hand", number=2))
    one.tap(seat("A", names[0]))
    one.key("5")
    one.tap(sentence("next"))
    one.key("2")
    one.sees(sentence("hand_undercut", name=names[1], points=13))
    one.tap(sentence("write_down"))
    one.taps = 0
    one.tap(sentence("write_hand", number=3))
    one.tap(seat("B", names[1]))
    one.tap(sentence("gin_call"))
    one.sees(sentence("hint_after_gin"))
    one.key("30")
    one.sees(sentence("hand_gin", name=names[1], points=50))
    one.tap(sentence("write_down"))
    assert one.taps <= MAX_TAPS
    one.tap(sentence("write_hand", number=4))
    one.tap(sentence("void_hand"))
    one.tap(sentence("void_stock_out"))
    one.sees(
        sentence(
            "deals_next",
            name=f"The stock ran out. The hand counts for nothing and is dealt again. {names[1]}",
        )
    )
    one.tap(sentence("write_hand", number=5))
    one.tap(sentence("nobody_scored"))
    assert rows(one) == [["19_", ""], ["", "13_"], ["", "63_"], ["", ""], ["", ""]]
    assert (foot(one, "written"), foot(one, "boxes")) == (["19", "63"], ["1", "2"])
    hand(one, 0, 0, 65)
    one.title(sentence("sheet_won", name=names[0]))
    one.sees(
        sentence("result", winner=f"Gin: {names[0]} scores 85. {names[0]}", loser=names[1], high=244, low=103)
    )
    assert [foot(one, name) for name in ("game_bonus", "box_bonus", "total", "value")] == [
        ["100", "0"],
        ["40", "40"],
        ["244", "103"],
        ["141", "−141"],
    ]
    one.tap(sentence("we_are_done"))
    one.title(sentence("please_read", name=names[1]))
    one.sees(sentence("read_won_total", name=names[0], points=244))
    one.sees(sentence("value", points=141))
    one.tap(sentence("accept", name=names[1]))
    one.title(sentence("after_received"))
    one.received()

    line = Line.objects.get()
    assert line.data["hands"] == [
        {"knocker": 0, "deadwood": [4, 23]},
        {"knocker": 0, "deadwood": [5, 2]},
        {"knocker": 1, "deadwood": [30, 0]},
        {"how": "void", "reason": "stock_out"},
        {"how": "nobody"},
        {"knocker": 0, "deadwood": [0, 65]},
    ]
    assert list(Result.objects.order_by("-pegged").values_list("entry__name", "pegged", "value", "won")) == [
        (names[0], 244, 141, True),
        (names[1], 103, -141, False),
    ]
    assert one.errors == []


def test_hands_can_be_taken_back_put_back_and_typed(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
    for points in (20, 30):
        hand(one, 0, 1, points)
    assert rows(one) == [["19_", ""], ["48_", ""]]
    one.tap(sentence("take_hand_back", number=2))
    one.sees(sentence("take_hand_back", number=1))
    one.later(450)
    one.tap(sentence("put_hand_back", number=2))
    one.sees(sentence("take_hand_back", number=2))
    for number in (2, 1):
        one.later(450)
        one.tap(sentence("take_hand_back", number=number))
    one.title(sentence("hand", number=1))
    assert rows(one) == []
    expect(one.button(re.compile("^Undo hand"))).to_have_count(0)
    hand(one, 1, 3, 10)
    assert rows(one) == [["", "7_"]]
    expect(one.button(re.compile("^Restore hand"))).to_have_count(0)
    one.button(sentence("take_hand_back", number=1)).dblclick()
    one.sees(sentence("put_hand_back", number=1))

    page = one.page  # by keyboard alone
    one.button(sentence("write_hand", number=1)).focus()
    page.keyboard.press("Enter")
    one.button(seat("B", names[1])).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    one.title(sentence("deadwood_of", name=names[0]))
    page.keyboard.type("28")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    one.title(sentence("hand", number=2))
    one.sees(sentence("hand_undercut", name=names[0], points=18))


def test_sheet_comes_back_after_a_slip_of_another_table(transactional_db, tablet):
    """A slip of another table was typed at this one, and taken back; or the tablet was moved by mistake."""
    opened = seated()
    one, _names = sat_down(tablet, opened)
    for points in (20, 30):
        hand(one, 0, 1, points)
    meeting, written = factories.meeting_at(opened, 1), [["19_", ""], ["48_", ""]]
    factories.totals(meeting, 250, 85)
    one.sees(sentence("tool_dropped"))
    factories.void_game(meeting, game=1, nonce="v" * 20, basis=scores.last_line_of(meeting), user=None)
    one.title(sentence("hand", number=3))
    assert rows(one) == written
    tournament = tournament_of(opened)
    device = tournament.devices.get()
    moved = devices.move(device, tournament.places.get(number=2), by=None)
    one.sees(sentence("tool_dropped"))
    one.sit_down()
    expect(one.button(sentence("write_each_hand"))).to_have_count(1)
    audit_log.undo(moved, by=None)
    one.title(sentence("who_sits_here"))
    one.tap(sentence("this_is_us"))
    one.title(sentence("hand", number=3))
    assert rows(one) == written
    assert one.errors == []


def test_unfinished_hand_survives_reload_and_network_loss(transactional_db, tablet):
    opened = seated()
    one, names = sat_down(tablet, opened)
    hand(one, 0, 1, 20)
    one.touch("write", "knocked-1", "key-7")
    one.loses_the_network()
    one.touch("next")
    one.page.context.set_offline(False)
    one.page.reload()
    one.title(sentence("deadwood_of", name=names[0]))
    one.key("17")
    one.sees(sentence("hand_knock", name=names[1], points=10))
    one.tap(sentence("write_down"))
    assert rows(one) == [["19_", ""], ["", "10_"]]
    one.tap(sentence("back_to_table"))
    one.title(sentence("play"))
    one.tap(sentence("go_on_with_hand", number=3))
    assert rows(one) == [["19_", ""], ["", "10_"]]
    one.page.reload()
    one.title(sentence("hand", number=3))
    one.loses_the_network()  # nothing of it needs the desk
    hand(one, 0, 0, 80)
    one.touch("done", "accept")
    one.sees(sentence("kept_here"))
    one.finds_the_network()
    one.received()
    assert Line.objects.get().data["hands"][1] == {"knocker": 1, "deadwood": [17, 7]}


def test_sheet_gets_a_qr_code_up_to_its_capacity(transactional_db, tablet):
    one, _names = sat_down(tablet, seated(target=900))
    one.page.context.set_offline(True)
    one.page.evaluate(
        """() => Cheville.updateTool({hands: Array(30).fill({knocker: 0, deadwood: [1, 31]})})"""
    )
    one.touch("done", "accept", "qr")
    expect(one.page.locator(".qr")).to_be_visible()
    one.page.evaluate("Cheville.qr('x'.repeat(2900), '') || fail()")
    one.page.evaluate("if (Cheville.qr('x'.repeat(3000), '')) fail()")
    assert one.errors == []


def test_hollywood_sheet_is_entered_hand_by_hand(transactional_db, tablet):
    opened = seated(hollywood=True)
    one, names = sat_down(tablet, opened)
    hands = [{"knocker": side, "deadwood": [points, 1] if side else [1, points]} for side, points in HANDS]
    one.page.evaluate("(hands) => Cheville.updateTool({hands})", hands[:-1])
    hand(one, 0, 1, 27)
    assert rows(one) == [
        ["15_", "", "", "", "", ""],
        ["", "12_", "", "", "", ""],
        ["", "30_", "", "18_", "", ""],
        ["", "62_", "", "50_", "", "32_"],
        ["41_", "", "26_", "", "", ""],
    ]
    expect(one.page.locator(".of-game.is-closed")).to_have_count(0)
    hand(one, 1, 0, 20)
    expect(one.page.locator(".of-game").nth(0)).to_have_text(sentence("game", number="1closed"))
    hand(one, 1, 0, 20)
    expect(one.page.locator(".of-game.is-closed")).to_have_count(3)
    one.title(sentence("sheet_won", name=names[1]))
    shown = foot(one, "total")
    one.touch("done", "accept")
    one.received()
    data, rules = Line.objects.get().data, opened.stage.rules
    paper = sheet_of(data, rules)
    assert shown == [str(total) for game in paper.results if game for total in game.totals]
    assert tuple(Result.objects.order_by("pegged").values_list("pegged", flat=True)) == final_totals(
        data, rules
    )


def test_refused_or_sent_sheet_can_be_opened_again(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
    hand(one, 0, 1, 60)
    hand(one, 0, 1, 60)
    one.page.context.set_offline(True)
    one.touch("done")
    one.page.evaluate("Cheville.store.save('draft', {...Cheville.draft(), sides: [[998], [999]]})")
    one.touch("accept")
    one.page.context.set_offline(False)
    one.title(sentence("refused"))
    one.tap(sentence("enter_again"))
    one.title(sentence("sheet_won", name=names[0]))
    assert rows(one) == [["59_", ""], ["118_", ""]]
    one.touch("done", "accept")
    one.title(sentence("after_received"))
    assert len(Line.objects.get().data["hands"]) == 2

    one.tap(sentence("correct"))
    one.title(sentence("sheet_won", name=names[0]))
    one.tap(sentence("back_to_table"))
    one.title(sentence("after_received"))
    one.tap(sentence("correct"))
    one.tap(sentence("take_hand_back", number=2))
    hand(one, 1, 0, 90)
    one.page.reload()
    one.title(sentence("sheet_won", name=names[1]))
    one.tap(sentence("we_are_done"))
    one.sees("corrected")
    one.tap(sentence("not_right"))
    one.title(sentence("sheet_won", name=names[1]))
    one.tap(sentence("we_are_done"))
    one.tap(sentence("accept", name=names[0]))
    one.title(sentence("after_received"))
    one.received()
    assert [line.kind for line in Line.objects.order_by("number")] == ["claim", "correction"]
    assert Result.objects.get(won=True).entry.name == names[1]


def test_correcting_a_game_keeps_the_sheet_of_the_current_game(transactional_db, tablet):
    opened = seated()
    meeting = factories.meeting_at(opened, 1)
    factories.as_best_of_three(meeting)
    one, _names = sat_down(tablet, opened)
    hand(one, 0, 0, 90)
    one.touch("done", "accept")
    one.sees(sentence("received"))
    one.tap(sentence("write_each_hand"))
    hand(one, 1, 1, 20)
    one.tap(sentence("back_to_table"))
    one.tap(sentence("correct"))
    one.title(re.compile(re.escape(sentence("sheet_won", name=""))))
    one.tap(sentence("back_to_table"))
    one.tap(sentence("correct"))
    one.tap(sentence("take_hand_back", number=1))
    hand(one, 0, 0, 95)
    one.touch("done", "accept")
    one.until(lambda: Line.objects.filter(meeting=meeting).count() == 2)
    one.tap(sentence("go_on_with_hand", number=2))
    assert rows(one) == [["", "19_"]]
