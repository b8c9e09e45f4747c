"""Gin at the desk in a browser, by keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.desk.test_gin import SHEET, names, values
from tests.desk.test_keyboard import sit_down
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def day():
    return factories.gin(8)


def test_table_both_totals_enter(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    one, other = names(round_, 1)
    page.keyboard.type("1 312 185")
    expect(page.locator("#desk-who")).to_have_text(f"Table 1: {one} beats {other} 312–185, value +127")
    expect(page.locator(".side-A input")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer")).to_have_text(f"Table 1: {one} beats {other} 312–185, value +127.")
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    page.keyboard.type("x")
    expect(page.locator("#desk-answer")).to_contain_text(f"Corrected. Table 1: {other} beats {one} 312–185")
    assert values(round_, 1) == [(185, -127, 0), (312, 127, 1)]


def test_four_tables_in_one_breath(page: Page, live_server, day):
    """Keys typed while an answer is on its way are not lost, Enter moves on like the space bar."""
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    for table in range(1, 5):
        between = " " if table % 2 else "\n"
        page.keyboard.type(f"{table}{between}{300 + table}{between}{100 + table}\n")
    expect(page.locator("#desk-status")).to_contain_text("4 tables are in")
    for table in range(1, 5):
        assert values(round_, table) == [(300 + table, 200, 1), (100 + table, -200, 0)]
    assert Line.objects.count() == 4


def test_what_is_refused_stays_typed_and_x_turns_what_is_typed(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("2 300\n\n")
    expect(page.locator("#desk-answer")).to_contain_text("Type both final totals")
    page.keyboard.type("112\n")
    expect(page.locator("#desk-answer")).to_contain_text("300–112")
    page.keyboard.type("3 99 112\n")
    expect(page.locator("#desk-answer")).to_contain_text("112 is too low for a winner")
    expect(page.locator("#d-total-b")).to_have_value("112")
    expect(page.locator("#d-total-a")).to_be_focused()
    page.keyboard.type("250x\n\n")
    expect(page.locator("#desk-answer")).to_contain_text("250–112")
    assert values(round_, 3) == [(112, -138, 0), (250, 138, 1)]


def test_who_reached_the_target_is_said_with_one_key(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("1 240 250a\n")
    expect(page.locator("#desk-answer")).to_contain_text("value −10")
    assert values(round_, 1) == [(240, -10, 1), (250, 10, 0)]


def test_a_sheet_hand_by_hand(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("1 h")
    expect(page.locator("#d-hands")).to_be_focused()
    page.keyboard.type("a 24\nwhat\n")
    expect(page.locator("#desk-sheet")).to_contain_text("Hand 2: “what” cannot be read.")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer")).to_contain_text("Hand 2: “what” cannot be read.")
    expect(page.locator("#d-hands")).to_be_focused()
    expect(page.locator("#d-hands")).to_have_value(re.compile("^a 24\nwhat\n$"))
    page.keyboard.press("Control+a")
    page.keyboard.type(SHEET.lower() + "\n")
    expect(page.locator("#desk-sheet u")).to_have_text(["24", "55", "20", "98", "112"])
    expect(page.locator("#desk-sheet")).to_contain_text("The game is over: 292–40.")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer")).to_contain_text("292–40, value +252")
    expect(page.locator("#d-hands")).to_have_value("")
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    assert values(round_, 1)[0] == (292, 252, 1)


def test_a_sheet_is_mended_where_it_is_wrong(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("1 h")
    page.keyboard.type(SHEET + "\n\n")
    expect(page.locator("#desk-answer")).to_contain_text("292–40")
    page.keyboard.type("1\n")
    expect(page.locator(".ink details.desk-sheet")).to_be_visible()
    page.keyboard.type("c")
    expect(page.locator("#d-hands")).to_have_value("A K 24\nA K 31\nB K 20\nA G 43\nA U 14\n")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#desk-answer")).to_contain_text("Corrected. Table 1:")
    assert values(round_, 1)[0] == (293, 253, 1)


def test_a_forfeit_and_a_correction(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("4\nfb")
    expect(page.locator("#d-points-a")).to_have_value("0")
    expect(page.locator("#d-points-b")).to_have_value("220")
    page.keyboard.type("\n\n")
    expect(page.locator("#desk-answer")).to_contain_text("forfeit")
    assert values(round_, 4) == [(0, -220, 0), (220, 220, 1)]
    page.keyboard.type("4\n")
    expect(page.locator("#desk-answer")).to_contain_text("A result is in already")
    page.keyboard.type("c310 85\n")
    expect(page.locator("#desk-answer")).to_contain_text("Corrected. Table 4:")
    assert values(round_, 4) == [(310, 225, 1), (85, -225, 0)]
