"""The pages of a day of gin in a browser: at three sizes nothing sticks out, and axe finds nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import SIZES, TOO_WIDE, heard, resize, sign_in, violations
from tournaments import rounds

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = "a 24\nb g 43\na u 14\n0\na k 31\nb 12\na g 52\n"


@pytest.fixture
def day():
    day = factories.gin(8, odd="bye", bye_credit=0)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.filter(void_act=None):
        factories.totals(meeting, 300 + meeting.place.number, 120)
    rounds.close_round(round_, by=None)
    factories.open_round(day, 2)
    return day


@pytest.fixture
def organiser(page: Page, live_server, day):
    """Somebody who directs the day, in English; the console stays silent."""
    sign_in(page, live_server.url, day)
    said = heard(page)
    yield page
    assert said == []


def faults(page: Page, *sizes: str) -> list[tuple]:
    """What axe finds and what is too wide, at each size."""
    found = []
    for size in sizes:
        resize(page, size)
        found += [(size, *one) for one in violations(page)]
        found += [(size, "too wide")] * (page.evaluate(TOO_WIDE) > 0)
    return found


def test_the_pages_of_a_day_of_gin(organiser: Page, live_server, day):
    found = {}
    for path in ("", "standings/", "players/1/", "screen/", "rules/", "medals/", "rounds/", "setup/"):
        organiser.goto(f"{live_server.url}/t/{day.slug}/{path}")
        found[path] = faults(organiser, "phone", "projector")
    assert {path: one for path, one in found.items() if one} == {}


def test_the_desk_with_a_sheet_of_hands(organiser: Page, live_server, day):
    organiser.goto(f"{live_server.url}/t/{day.slug}/desk/")
    expect(organiser.locator("form.has-script #d-table")).to_be_focused()
    organiser.keyboard.type("1 h")
    organiser.keyboard.type(SHEET)
    expect(organiser.locator("#desk-sheet [data-over]")).to_have_text(re.compile("301.95"))
    assert faults(organiser, *SIZES) == []
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#desk-answer [data-code=entered]")).to_contain_text("301–95")


def test_the_box_of_a_tournament_that_exists_follows_what_is_typed(organiser: Page, live_server, day):
    organiser.goto(f"{live_server.url}/t/{day.slug}/setup/")
    for folded in ("Everything else", "Games and hours"):
        organiser.locator("summary", has_text=folded).click()
    organiser.locator("#id_minutes").fill("35")
    expect(organiser.locator("[id^=told-]", has_text="35").first).to_be_visible()
