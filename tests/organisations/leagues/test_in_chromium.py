"""The pages of a season on the static site, opened from a USB key."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from tests import browser, factories
from tests.organisations.leagues import evenings
from tournaments.models import Season, Tournament
from tournaments.organisations.leagues import site
from tournaments.publishing.outputs.season_folder import folder_of

pytestmark = pytest.mark.django_db(transaction=True)


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
    said = browser.heard(page)
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
    assert said == []
    assert [url for url in asked if not url.startswith(tmp_path.as_uri())] == []
