"""The static site as somebody opens it from a USB key: no server, no network, with a script and without."""

import pytest
from playwright.sync_api import Page

from tests import browser
from tests.publication.days import played, published
from tournaments.destinations.local import Local
from tournaments.destinations.sending import Sending
from tournaments.publication.outputs import folder

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("index.html", "standings.html", "games/1.html", "people/1.html", "rules.html", "files.html")
VISIBLE = "() => [...document.querySelectorAll('tbody tr')].filter((row) => row.offsetParent).length"


def test_the_site_opens_from_a_key_and_asks_nobody_for_anything(page: Page, tmp_path):
    day = published(played())
    Sending(dict(folder.files(day)), lambda: Local(tmp_path), known={}, note=lambda path, digest: None).send()
    top = (tmp_path / day.slug).as_uri()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    said = browser.heard(page)
    for language, size in (("fr", "phone"), ("en", "tablet")):
        browser.resize(page, size)
        for name in PAGES:
            page.goto(f"{top}/{language}/{name}")
            assert page.evaluate(browser.TOO_WIDE) <= 0, name
            assert browser.violations(page) == [], name
    assert browser.in_the_dark(page) == []
    browser.resize(page, "phone")
    page.goto(f"{top}/en/standings.html")
    everybody = page.evaluate(VISIBLE)
    page.fill("#q", "huguette")
    assert page.evaluate(VISIBLE) == 1
    page.fill("#q", "")
    assert page.evaluate(VISIBLE) == everybody == 6
    page.click("[data-sort=name] button")
    assert page.get_attribute("[data-sort=name]", "aria-sort") == "ascending"
    names = page.locator("tbody th a").all_inner_texts()
    assert names[0].startswith("<b>Gras")
    page.click("tbody th a")
    assert page.url.startswith(f"{top}/en/people/")
    assert said == []
    assert [url for url in asked if not url.startswith(tmp_path.as_uri())] == []
    without = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    try:
        plain = without.new_page()
        plain.goto(f"{top}/fr/standings.html")
        assert plain.locator("tbody tr").count() == 6
        assert not plain.locator("form").is_visible()
    finally:
        without.close()
