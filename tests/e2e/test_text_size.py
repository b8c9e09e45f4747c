"""Large text and narrow screens: no page scrolls sideways.

Visitors and tablets have text at double size and 320 pixels, directors the largest text that Chromium offers.
"""

import pytest
from playwright.sync_api import Page

from tests import event_tournaments, factories, optional_packages
from tests.e2e.test_every_page import (
    LAPTOP,
    LONGER_LANGUAGE,
    NARROW,
    OVERFLOW,
    SIZES,
    being_played,
    in_playoffs,
    keep,
    official,
    on_boards,
    registering,
)
from tournaments import devices
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DOUBLE_TEXT_SIZE = """() => {
    const page = document.documentElement;
    page.style.fontSize = `${2 * parseFloat(getComputedStyle(page).fontSize)}px`;
}"""
TOURNAMENT_PATHS = [
    "",
    "statistics/",
    "where/",
    "rules/",
    "cross-table/",
    "players/1/",
    *optional_packages.pages_of("judge", "judge/", "judge/rulings/"),
]
GENERAL_PATHS = [
    "/",
    "/sign-in/",
    "/join/",
    "/help/",
    "/help/?q=caisse",
    "/help/game/",
    "/formats/",
    "/formats/fadoq-15/",
    *optional_packages.pages_of("judge", "/judge/", "/judge/learn/", "/judge/practice/?hand=7&said=12"),
]


def paths_of(tournament: Tournament, *paths: str) -> list[str]:
    return [f"/t/{tournament.slug}/{path}" for path in paths]


def test_nothing_scrolls_sideways(page: Page, live_server):
    lise = factories.director()
    tournament = being_played(lise)
    tables, people = devices.invite_tables(tournament), devices.invite_players(tournament)
    addresses = [
        *GENERAL_PATHS,
        *paths_of(tournament, *TOURNAMENT_PATHS),
        *paths_of(official(lise), "", "rules/", "players/1/"),
        *paths_of(in_playoffs(lise), "", "bracket/", "players/1/"),
        *paths_of(on_boards(lise), "", "boards/", "rules/"),
        f"/me/{people[0].secret}/",
        f"/table/{tables[0].secret}/",
        f"/table/{tables[1].secret}/",
    ]
    cookie = {"name": "django_language", "value": "fr-ca", "url": live_server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    too_wide = {}
    for address in addresses:
        page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
        answer = page.goto(live_server.url + address)
        assert answer is not None and answer.status == 200, address
        page.evaluate(DOUBLE_TEXT_SIZE)
        twice = page.evaluate(OVERFLOW)
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.set_viewport_size(dict(zip(("width", "height"), NARROW, strict=True)))
        narrow = page.evaluate(OVERFLOW)
        if twice > 0 or narrow > 0:
            too_wide[address] = (twice, narrow)
    assert too_wide == {}


LARGE_FONT_SIZES = {"standard": 24, "fixed": 20}
"""The fonts of “Very large” in the settings of Chromium."""
DIRECTOR_PATHS = [
    "setup/",
    "papers/",
    "rounds/",
    "hall/",
    "desk/",
    "standings/",
    "medals/",
    "publish/",
    "more/",
]


def test_nothing_scrolls_sideways_for_a_director_with_very_large_text(page: Page, live_server):
    lise = factories.director()
    tournament, (other, _own) = being_played(lise), registering(lise)
    event = event_tournaments.event(tournament)
    addresses = [
        *paths_of(tournament, *DIRECTOR_PATHS, *optional_packages.pages_of("judge", "judge/")),
        *paths_of(other, "registration/", "registration/online/", "check-in/"),
        *(f"/o/{tournament.organisation.slug}/events/{event.uid}/", f"/events/{event.uid}/door/"),
    ]
    session = factories.signed_in(lise).cookies["sessionid"].value
    keep(page, live_server.url, sessionid=session, django_language=LONGER_LANGUAGE)
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": LARGE_FONT_SIZES})
    too_wide = {}
    for address in addresses:
        answer = page.goto(live_server.url + address)
        assert answer is not None and answer.status == 200, address
        for width, height in (SIZES["phone"], LAPTOP):
            page.set_viewport_size({"width": width, "height": height})
            if (over := page.evaluate(OVERFLOW)) > 0:
                too_wide[address] = (width, over)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 27
    assert too_wide == {}
