"""Gin at the desk in a browser, by keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.web.desk.test_gin import SHEET, names, values
from tests.web.desk.test_keyboard import READY_FIELD, expect_message, expect_tables_in, sit_down
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament():
    return factories.gin(8)


@pytest.fixture
def round_(tournament):
    return factories.open_round(tournament)


def test_totals_are_entered_by_keyboard(page: Page, live_server, tournament, round_):
    sit_down(page, live_server, tournament)
    keys = page.keyboard.type
    one, other = names(round_, 1)
    keys("1 312 185")
    expect(page.locator("#desk-who")).to_have_text(f"Table 1: {one} beats {other} 312–185, value +127")
    expect(page.locator(".side-A input")).to_be_checked()
    page.keyboard.press("Enter")
    expect_message(page, "entered")
    expect(page.locator(READY_FIELD)).to_be_focused()
    keys("x")
    expect_message(page, "corrected")
    assert values(round_, 1) == [(185, -127, 0), (312, 127, 1)]

    keys("2 99 112\n")  # a refused entry stays typed
    expect_message(page, "gin_total_too_low")
    expect(page.locator("#d-total-b")).to_have_value("112")
    expect(page.locator("#d-total-a")).to_be_focused()
    keys("250x\n\n")
    expect_message(page, "entered")
    assert values(round_, 2) == [(112, -138, 0), (250, 138, 1)]

    keys("4\nfb")  # a forfeit, and its correction
    expect(page.locator("#d-points-a")).to_have_value("0")
    expect(page.locator("#d-points-b")).to_have_value("220")
    keys("\n\n")
    expect_message(page, "entered")
    assert values(round_, 4) == [(0, -220, 0), (220, 220, 1)]
    keys("4\n")
    expect_message(page, "is_in")
    keys("c")
    expect(page.locator("#d-total-a")).to_be_focused()
    keys("300 12\n3 303 103\n")  # without waiting between two
    expect_tables_in(page, 4)
    assert values(round_, 4) == [(300, 288, 1), (12, -288, 0)]
    assert values(round_, 3) == [(303, 200, 1), (103, -200, 0)]
    assert Line.objects.count() == 6


def test_hands_are_entered_and_corrected_by_keyboard(page: Page, live_server, tournament, round_):
    sit_down(page, live_server, tournament)
    keys = page.keyboard.type
    keys("1 h")
    expect(page.locator("#d-hands")).to_be_focused()
    keys("a 24\nwhat\n")
    expect(page.locator("#desk-sheet [data-code=gin_in_line]")).to_be_visible()
    page.keyboard.press("Enter")
    expect_message(page, "gin_in_line")
    expect(page.locator("#desk-sheet [data-code=gin_in_line]")).to_be_hidden()  # said once
    expect(page.locator("#d-hands")).to_be_focused()
    expect(page.locator("#d-hands")).to_have_value(re.compile("^a 24\nwhat\n$"))
    page.keyboard.press("Control+a")
    keys(SHEET.lower() + "\n")
    expect(page.locator("#desk-sheet u")).to_have_text(["24", "55", "20", "98", "112"])
    expect(page.locator("#desk-sheet [data-over]")).to_contain_text("292–40")
    page.keyboard.press("Enter")
    expect_message(page, "entered")
    expect(page.locator("#d-hands")).to_have_value("")
    expect(page.locator(READY_FIELD)).to_be_focused()
    assert values(round_, 1)[0] == (292, 252, 1)

    keys("1\n")
    expect(page.locator(".history details.desk-sheet")).to_be_visible()
    keys("c")
    expect(page.locator("#d-hands")).to_have_value("A K 24\nA K 31\nB K 20\nA G 43\nA U 14\n")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    keys("5")
    page.keyboard.press("Control+Enter")
    expect_message(page, "corrected")
    assert values(round_, 1)[0] == (293, 253, 1)


def test_no_key_is_lost_when_the_sheet_is_opened_by_mouse(page: Page, live_server, tournament, round_):
    sit_down(page, live_server, tournament)
    page.keyboard.type("2 312 185\n")
    expect_message(page, "entered")
    for before in ("1", "", "99 b", "2\n"):  # an open table, none, one that is not there, one that is in
        page.reload()
        page.keyboard.type(before)
        page.locator("#desk-hands summary").click()
        page.locator("#d-hands").click()
        page.keyboard.type("A 24\nVA\nC9 x", delay=20)
        expect(page.locator("#d-hands")).to_have_value("A 24\nVA\nC9 x")
        expect(page.locator("#d-hands")).to_be_focused()
    page.reload()
    page.locator("#desk-hands summary").click()
    page.locator("#d-table").click()
    page.keyboard.type("1")
    page.locator("#d-hands").click()
    page.keyboard.type(SHEET + "\n")
    page.keyboard.press("Enter")
    expect_message(page, "entered")
    expect(page.locator("#desk-hands")).not_to_have_attribute("open", "")
    assert values(round_, 1)[0] == (292, 252, 1)
