"""The pages of a day of gin in a browser: at three sizes nothing sticks out, and axe finds nothing."""

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import SIZES, heard, sign_in, violations
from tournaments import rounds

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = "a 24\nb g 43\na u 14\n0\na k 31\nb 12\na g 52\n"


@pytest.fixture
def day():
    cache.clear()
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


def sound(page: Page, width: int) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", ["phone", "projector"])
def test_the_pages_of_a_day_of_gin(organiser: Page, live_server, day, size):
    width, height = SIZES[size]
    organiser.set_viewport_size({"width": width, "height": height})
    at = f"{live_server.url}/t/{day.slug}/"
    for path in ("", "standings/", "players/1/", "screen/", "rules/", "medals/", "rounds/", "setup/"):
        organiser.goto(at + path)
        organiser.wait_for_load_state("networkidle")
        sound(organiser, width)


@pytest.mark.parametrize("size", SIZES)
def test_the_desk_with_a_sheet_of_hands(organiser: Page, live_server, day, size):
    width, height = SIZES[size]
    organiser.set_viewport_size({"width": width, "height": height})
    organiser.goto(f"{live_server.url}/t/{day.slug}/desk/")
    expect(organiser.locator("form.has-script #d-table")).to_be_focused()
    organiser.keyboard.type("1 h")
    organiser.keyboard.type(SHEET)
    expect(organiser.locator("#desk-sheet")).to_contain_text("The game is over: 301–95.")
    sound(organiser, width)
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#desk-answer")).to_contain_text("301–95, value +206")


def test_the_box_of_a_tournament_that_exists_follows_what_is_typed(organiser: Page, live_server, day):
    organiser.goto(f"{live_server.url}/t/{day.slug}/setup/")
    organiser.locator("summary", has_text="Timetable").click()
    organiser.get_by_label("A game takes").fill("35")
    expect(organiser.get_by_text("Game 1 at 9:00, 35 minutes a game")).to_be_visible()
