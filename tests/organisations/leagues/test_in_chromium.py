"""The pages of a season in a browser: on the static site, opened from a USB key, and on a phone."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from tests import browser, factories
from tests.organisations.leagues import evenings
from tournaments.models import Season, Tournament
from tournaments.organisations.leagues import Side, site
from tournaments.publishing.outputs.season_folder import folder_of

pytestmark = pytest.mark.django_db(transaction=True)
BROKEN_WORDS = r"""() => [...document.querySelectorAll(".fixtures span, .season th")].flatMap((one) => {
  const text = one.firstChild, range = document.createRange(), found = [];
  for (const word of text.data.matchAll(/[^\s-]+/g)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found.push(word[0]);
  }
  return found;
})"""
"""The words that are on several lines, of the names in fixtures and in the standings."""


def test_season_site_opens_from_a_folder_without_axe_violations(page: Page, tmp_path):
    lise = factories.director()
    league = evenings.league(evenings.persons(6), of=lise.roles.get().organisation, evenings=5)
    first = evenings.evening(league, 1, by=lise)
    evenings.play(first, by=lise)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    call_command("publish", first.slug, to=tmp_path)
    top = (tmp_path / folder_of(league.season)).as_uri()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    announced = browser.heard(page)
    for language, size in (("fr", "phone"), ("en", "tablet")):
        browser.resize(page, size)
        for name in site.FIXTURE_PAGES:
            page.goto(f"{top}/{language}/{name}")
            assert page.evaluate(browser.OVERFLOW_WIDTH) <= 0, name
            assert browser.violations(page) == [], name
            assert language == "fr" or browser.in_the_dark(page) == [], name
    page.goto(f"{top}/fr/index.html")
    page.locator("a.evening").first.click()
    assert page.url.startswith((tmp_path / first.slug).as_uri())
    assert announced == []
    assert [url for url in asked if not url.startswith(tmp_path.as_uri())] == []


def test_names_of_fixtures_are_not_broken_inside_a_word_on_a_phone(page: Page, live_server):
    lise = factories.director()
    typed = (
        "TREMBLAY Jean-Guy",
        "Raymond Bouchard",
        "Jean-François-Xavier Desrosiers-Charbonneau",
        "L'Écuyer",
    )
    league = evenings.league([Side(name, "") for name in typed], of=lise.roles.get().organisation, evenings=3)
    evenings.play(evenings.evening(league, 1, by=lise), by=lise)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    browser.resize(page, "phone")
    page.goto(f"{live_server.url}/seasons/{league.season.uid}/")
    page.evaluate("document.fonts.ready")
    assert page.locator(".fixture-score").first.is_visible()
    assert page.evaluate(BROKEN_WORDS) == []
