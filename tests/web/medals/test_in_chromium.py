"""The podium on a projector."""

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import sign_in
from tournaments import rounds
from tournaments.publishing import publications
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db(transaction=True)

BESIDE_THE_CODE = """() => {
  const code = document.createElement("figure");
  code.className = "wall-qr";
  code.style.height = "6.6rem";
  if (!document.querySelector(".wall-qr")) document.querySelector(".wall-foot").append(code);
  const a = document.querySelector(".wall-qr").getBoundingClientRect();
  return Array.from(document.querySelectorAll(".stage h1, .disc, .who, .plinth, .wall-keys")).every(one => {
    const b = one.getBoundingClientRect();
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top; });
}"""


def finished_tournament(losers):
    """Return a tournament of one game, with the points of the loser of each table."""
    tournament = factories.tournament(8, rounds=1)
    round_ = factories.open_round(tournament, 1)
    for table, loser in enumerate(losers, 1):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    rounds.close_round(round_, by=None)
    return tournament


def test_the_podium_and_the_code_fit_on_a_projector(page: Page, live_server):
    tournament = finished_tournament([60, 70, 80, 90])
    stages.change_description(tournament, {"final_secret": True}, by=None)
    tournament.refresh_from_db()
    publications.publish(tournament, official=True, by=None)
    sign_in(page, live_server.url, tournament)
    for width, height in ((1366, 768), (1024, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{live_server.url}/t/{tournament.slug}/podium/")
        expect(page.locator("[data-podium-next]")).to_be_focused()
        assert page.evaluate("[document.documentElement.scrollHeight - innerHeight, scrollY]") == [0, 0]
        tops = page.locator(".disc").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert min(tops) > 0
        assert page.evaluate(BESIDE_THE_CODE)


def test_enter_on_a_link_of_the_podium_follows_it(page: Page, live_server):
    tournament = finished_tournament([60, 70, 80, 90])
    publications.publish(tournament, official=True, by=None)
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/t/{tournament.slug}/podium/")
    page.locator("[data-leave]").press("Enter")
    expect(page).to_have_url(f"{live_server.url}/t/{tournament.slug}/")


def test_actions_of_the_official_section_do_not_overlap(page: Page, live_server):
    tournament = finished_tournament([60, 60, 80, 90])
    sign_in(page, live_server.url, tournament)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{live_server.url}/t/{tournament.slug}/medals/")
    page.locator("form[action$='/medals/create/'] button").first.click()
    expect(page.locator("#official > .action")).to_have_count(2)
    make, reopen = (page.locator("#official > .action").nth(at).bounding_box() for at in (0, 1))
    assert make["y"] + make["height"] < reopen["y"]
