"""Pictures of the guide about judge, tablets and gin."""

from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page
from program import LANGUAGE, LANGUAGES, TABLET, look, paper, shoot

HANDS = "A 31\nB G 43\nA U 14\nA 38\nB 22\nA 27\nA 45"


def judge(browser: Browser) -> None:
    """Take a hand, counted combination by combination."""
    page = look(browser, TABLET, has_touch=True, is_mobile=True)
    page.goto("/judge/hand/?" + urlencode({"hand": "5H 5S 5D JC", "starter": "5C"}))
    shoot(page, "judge-hand", tall=1000, width=800)


def tournament(make: str, **rules: Any) -> Any:
    """Make a tournament with its first game open; `make` names a function of the factories."""
    from tests import factories
    from tournaments import registration

    made = getattr(factories, make)(8, **rules)
    made.name = "Journée de cartes de l’Érablière" if LANGUAGE == "fr" else "Érablière card day"
    made.language = LANGUAGES[LANGUAGE]
    made.save()
    for entry in made.entries.all():
        registration.check_in(entry, here=True)
    factories.open_round(made)
    return made


def tablet(browser: Browser, tournament: Any, table: int) -> Page:
    """Open a tablet with the code of its table."""
    from tournaments import devices

    page = look(browser, TABLET, has_touch=True, is_mobile=True)
    page.goto(f"/table/{devices.invite_tables(tournament)[table - 1].secret}/")
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(1500)
    return page


def touch(page: Page, *ids: str) -> None:
    """Tap the elements with these ids."""
    for name in ids:
        page.locator(f"[data-id={name}], #{name}").first.tap()
        page.wait_for_timeout(150)


def at_a_table(browser: Browser, tournament: Any) -> None:
    """Take each step of a result: seats, winner, points, the other side's consent, the next seat."""
    page = tablet(browser, tournament, 2)
    shoot(page, "table-seats", width=640)
    touch(page, "us")
    shoot(page, "table-who-won", width=640)
    touch(page, "won-0")
    page.wait_for_timeout(400)
    touch(page, "key-8", "key-4")
    page.wait_for_timeout(1600)
    shoot(page, "table-read-back", width=640)
    touch(page, "accept")
    page.wait_for_timeout(2500)
    shoot(page, "table-received", width=640)


def hall(page: Page, tournament: Any) -> None:
    """Take the page of the tablets, and the codes of the tables."""
    page.goto(f"/t/{tournament.slug}/tablets/")
    shoot(page, "tablets", tall=870, width=800)
    paper(tournament, "table_codes", 520)


def gin(page: Page, tournament: Any) -> None:
    """Take a sheet of three games at the desk."""
    page.goto(f"/t/{tournament.slug}/desk/")
    for key in ("1", "Enter", "h"):
        page.keyboard.press(key)
    page.keyboard.type(HANDS)
    page.wait_for_timeout(800)
    shoot(page, "gin-hollywood", element="#desk-sheet table", tall=1300)


def take(browser: Browser, page: Page) -> None:
    """Take all of them; `page` is signed in as the organiser."""
    from django.utils import translation

    judge(browser)
    with translation.override(LANGUAGES[LANGUAGE]):
        cribbage, gin_rummy = tournament("tournament", rounds=15), tournament("gin", hollywood=True)
        at_a_table(browser, cribbage)
        hall(page, cribbage)
        gin(page, gin_rummy)
