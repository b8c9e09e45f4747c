"""The page of papers in a browser: links to one paper, and to those being made."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser import sound
from tests.page_reader import data
from tournaments.models import Job
from tournaments.publishing.papers import printing, registry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament():
    tournament = factories.tournament(8)
    factories.play_round(tournament, 1)
    return tournament


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_print_link_focuses_the_paper_and_unfolds_it(at, tournament, size):
    page = at(tournament)("standings/", size)
    page.locator("a[href*='papers/#paper-']").click()
    card = page.locator("[data-now=standings]")
    expect(card.locator("h3")).to_be_focused()
    expect(card.get_by_role("button")).to_be_in_viewport()
    expect(page.locator("#all")).to_have_js_property("open", False)
    page.evaluate("location.hash = '#paper-rules'")
    expect(page.locator("#paper-rules")).to_be_focused()
    expect(page.locator("#paper-rules")).to_be_in_viewport()


def test_requested_paper_is_in_view_with_its_progress(at, tournament):
    page = at(tournament)("papers/", "phone")
    page.locator("[data-now] button").first.click()
    page.wait_for_url("**#made")
    expect(page.locator("#made")).to_be_focused()
    row = page.locator(".paper-job")
    expect(row).to_be_in_viewport()
    expect(row.locator("progress")).to_be_visible()
    printing.print_job(Job.objects.get(kind__in=registry.KINDS).pk)
    expect(row.locator("a.primary")).to_be_visible()
    assert data(page.content(), "job") == [str(Job.objects.get(kind__in=registry.KINDS).uid)]


def test_page_of_papers_is_accessible(at, tournament):
    printing.print_job(printing.request(tournament, "standings", {"language": "en", "base": ""}).pk)
    factories.play_round(tournament, 2)
    factories.open_round(tournament, 3)
    page = at(tournament)("papers/#paper-badges", "phone")
    page.locator("#one-badges").fill("cote")
    expect(page.locator("#paper-people option")).to_have_count(1)
    expect(page.locator("[data-outdated]")).to_be_visible()
    assert sound(page) == []
