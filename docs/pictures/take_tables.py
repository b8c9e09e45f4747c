#!/usr/bin/env python3
"""Take the pictures of the guide about judge, tablets and gin, in French, with the helpers of `take.py`."""

from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page
from program import TABLET, empty_program, look
from take import paper, shoot, sign_in

HANDS = "A 31\nB G 43\nA U 14\nA 38\nB 22\nA 27\nA 45"


def judge(browser: Browser) -> None:
    """A hand, counted combination by combination."""
    page = look(browser, TABLET, has_touch=True, is_mobile=True)
    page.goto("/judge/hand/?" + urlencode({"hand": "5H 5S 5D JC", "starter": "5C"}))
    shoot(page, "judge-hand", tall=1000, width=800)


def a_day(of: str, **rules: Any) -> Any:
    """A day with its first game open."""
    from tests import factories
    from tournaments import registration

    day = getattr(factories, of)(8, **rules)
    day.name = "Journée de cartes de l’Érablière"
    day.save()
    for entry in day.entries.all():
        registration.check_in(entry, here=True)
    factories.open_round(day)
    return day


def tablet(browser: Browser, day: Any, table: int) -> Page:
    """A tablet on its table, as its sheet invites it."""
    from tournaments import devices

    page = look(browser, TABLET, has_touch=True, is_mobile=True)
    page.goto(f"/table/{devices.invite_tables(day)[table - 1].secret}/")
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(1500)
    return page


def touch(page: Page, *ids: str) -> None:
    """Fingers on what has these names."""
    for name in ids:
        page.locator(f"[data-id={name}], #{name}").first.tap()
        page.wait_for_timeout(150)


def at_a_table(browser: Browser, day: Any) -> None:
    """Take each step of a result: seats, winner, points, the other side's consent, the next seat."""
    page = tablet(browser, day, 2)
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


def hall(page: Page, day: Any) -> None:
    """The hall as the desk sees it, and the codes that lie on the tables."""
    page.goto(f"/t/{day.slug}/tablets/")
    shoot(page, "tablets", tall=870, width=800)
    paper(day, "table_codes", 520)


def gin(page: Page, day: Any) -> None:
    """A sheet of three games, worked out at the desk."""
    page.goto(f"/t/{day.slug}/desk/")
    for key in ("1", "Enter", "h"):
        page.keyboard.press(key)
    page.keyboard.type(HANDS)
    page.wait_for_timeout(800)
    shoot(page, "gin-hollywood", of="#desk-sheet table", tall=1300)


def main() -> None:
    """All of them."""
    with empty_program() as (browser, password):
        from django.utils import translation

        page = look(browser, TABLET, has_touch=True, is_mobile=True)
        sign_in(page, password)
        judge(browser)
        with translation.override("fr-ca"):
            crib, three = a_day("tournament", rounds=15), a_day("gin", hollywood=True)
            at_a_table(browser, crib)
            hall(page, crib)
            gin(page, three)


if __name__ == "__main__":
    main()
