"""A finger that trembles touches twice, and the second time another screen may lie under it."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.tablet_app.hands import hand, sat_down, seated
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet

pytestmark = pytest.mark.django_db(transaction=True)

TABLET, PHONE = (1024, 768), (390, 844)
NEARLY_WON = "[[1, 29], [0, 29], [0, 29], [0, 29], [0, 24], [0, 20]]"
IS_THIS_RIGHT = re.compile("is this right")


def tap_three_times(one: Tablet, name: str) -> None:
    """Tap three times where the button is, within 200 ms of the page's own clock."""
    box = one.page.locator(f"[data-id={name}]").bounding_box()
    assert box
    with one.time_stands_still():
        for _time in range(3):
            one.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            one.later(100)


def expect_read_back(one: Tablet) -> None:
    """Check that nothing was accepted, and that a deliberate tap accepts."""
    expect(one.page.get_by_role("heading", level=1)).to_have_text(IS_THIS_RIGHT)
    assert one.kept() == []
    one.touch("accept")
    one.received()
    assert len(one.kept()) == 1
    assert one.errors == []


def test_repeated_taps_on_the_keypad_do_not_accept_a_result(tournament, opened, tablet):
    one = tablet(tournament, 1)
    names = one.sit_down()
    tap_three_times(one, "won-1")
    expect(one.page.locator(".screen")).to_have_text("")  # the pad came under the finger
    for width, height in (TABLET, PHONE):
        one.page.set_viewport_size({"width": width, "height": height})
        one.touch("key-8")
        one.steady()
        tap_three_times(one, "key-8")
        one.sees(sentence("read_pegged", name=names[0], points=88))
        expect(one.page.get_by_role("heading", level=1)).to_have_text(IS_THIS_RIGHT)
        assert one.kept() == []
        one.tap(sentence("not_right"))
        one.touch("key-clear")
    one.steady()
    go_on = one.page.locator("[data-id=next]").bounding_box()
    one.touch("key-8", "key-8")
    assert go_on
    one.later(500)  # nor by a player who means to go on
    one.page.touchscreen.tap(go_on["x"] + go_on["width"] / 2, go_on["y"] + go_on["height"] / 2)
    expect_read_back(one)


def test_repeated_taps_do_not_accept_a_gin_sheet(transactional_db, tablet):
    one, _names = sat_down(tablet, seated())
    one.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    hand(one, 0, 0, 90)
    expect(one.page.locator("[data-id=done]")).to_be_visible()
    tap_three_times(one, "done")
    expect_read_back(one)


def test_repeated_taps_do_not_accept_a_board(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    one.sit_down()
    one.touch("board")
    one.page.evaluate(f"Cheville.updateTool({{taps: {NEARLY_WON}}})")
    tap_three_times(one, "over")
    expect_read_back(one)
