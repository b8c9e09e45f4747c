"""The pages of a gin tournament in a browser: at three sizes they fit the screen and pass axe."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import OVERFLOW_WIDTH, SIZES, heard, resize, sign_in, violations
from tournaments import rounds

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = "a 24\nb g 43\na u 14\n0\na k 31\nb 12\na g 52\n"


@pytest.fixture
def tournament():
    tournament = factories.gin(8, odd="bye", bye_credit=0)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.filter(void_act=None):
        factories.totals(meeting, 300 + meeting.place.number, 120)
    rounds.close_round(round_, by=None)
    factories.open_round(tournament, 2)
    return tournament


@pytest.fixture
def organiser(page: Page, live_server, tournament):
    """Yield the page with a director signed in, in English; the console must stay silent."""
    sign_in(page, live_server.url, tournament)
    announced = heard(page)
    yield page
    assert announced == []


def page_faults(page: Page, *sizes: str) -> list[tuple]:
    """Return what axe finds and what is too wide, at each size."""
    found = []
    for size in sizes:
        resize(page, size)
        found += [(size, *one) for one in violations(page)]
        found += [(size, "too wide")] * (page.evaluate(OVERFLOW_WIDTH) > 0)
    return found


def test_gin_pages_pass_axe_and_fit_the_screen(organiser: Page, live_server, tournament):
    found = {}
    for path in ("", "standings/", "players/1/", "screen/", "rules/", "medals/", "rounds/", "setup/"):
        organiser.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
        found[path] = page_faults(organiser, "phone", "projector")
    assert {path: one for path, one in found.items() if one} == {}


def test_desk_accepts_a_sheet_of_hands(organiser: Page, live_server, tournament):
    organiser.goto(f"{live_server.url}/t/{tournament.slug}/desk/")
    expect(organiser.locator("form.has-script #d-table")).to_be_focused()
    organiser.keyboard.type("1 h")
    organiser.keyboard.type(SHEET)
    expect(organiser.locator("#desk-sheet [data-over]")).to_have_text(re.compile("301.95"))
    assert page_faults(organiser, *SIZES) == []
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#desk-answer [data-code=entered]")).to_contain_text("301–95")


def test_setup_page_updates_while_typing(organiser: Page, live_server, tournament):
    organiser.goto(f"{live_server.url}/t/{tournament.slug}/setup/")
    for folded in ("Everything else", "Games and schedule"):
        organiser.locator("summary", has_text=folded).click()
    organiser.locator("#id_minutes").fill("35")
    expect(organiser.locator("[id^=summary-]", has_text="35").first).to_be_visible()
