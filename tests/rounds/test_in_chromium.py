"""The rounds and the desk in a real browser: axe, targets, nothing too wide, a name found on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser import sound, sound_at
from tournaments import rounds
from tournaments.models import Role, Tournament, User
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db(transaction=True)


def tournament_in_second_round():
    """Return a tournament after game 1, with game 2 half entered, a dispute in it and a removed result."""
    tournament = factories.tournament(12, match_points="acc")
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    for table, points in ((1, [121, 80]), (2, [100, 121]), (3, [121, 55])):
        factories.enter(factories.meeting_at(round_, table), points)
    factories.enter(factories.meeting_at(round_, 3), [121, 56], nonce="another", basis=0)
    scores.desk.void_result(factories.meeting_at(round_, 2), game=1, nonce="out", seen=99, user=None)
    return tournament


def test_pages_are_accessible(at):
    tournament = tournament_in_second_round()
    show = at(tournament)
    paths = (
        "rounds/",
        "rounds/2/",
        "rounds/2/?by=table",
        "rounds/2/swap/?one=1&other=2",
        "rounds/2/more-games/?table=4&counts=next",
        "desk/",
        "desk/?table=1",
        "desk/?table=3",
    )
    found = {}
    for path in paths:
        page = show(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found[path] = sound_at(page, "phone", "tablet")
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_rounds_page_counts_arriving_results(at):
    tournament = factories.tournament(4)
    round_ = factories.open_round(tournament)
    page = at(tournament)("rounds/")
    card = page.locator(".next-step")
    expect(card).to_have_attribute("data-in", "0")
    factories.enter(factories.meeting_at(round_, 1), [121, 80])
    expect(card).to_have_attribute("data-in", "1", timeout=7000)  # it polls every 5 seconds
    factories.enter(factories.meeting_at(round_, 2), [121, 80])
    expect(card).to_have_attribute("data-do", "close", timeout=7000)
    card.get_by_role("button").click()
    page.wait_for_url("**/rounds/seat/")


def test_seating_preview_and_wall_are_accessible(at):
    tournament = factories.tournament(12)
    show = at(tournament)
    assert sound(show("rounds/seat/?anyway=1")) == []
    assert sound(show("rounds/seat/", "phone")) == []
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    page = show("rounds/1/screen/", "projector")
    assert sound(page) == []
    assert page.locator(".wall-list > li:visible").count() == 12


def test_a_name_is_found_on_a_phone_without_accents(at):
    tournament = factories.tournament(12)
    factories.open_round(tournament)
    page = at(tournament)("where/", "phone")
    page.get_by_label("Find your name").fill("ecuyer")
    expect(page.locator("tr[data-name]:visible")).to_have_count(1)
    expect(page.locator("tr[data-name]:visible")).to_contain_text("Noëlla L'Écuyer")
    page.get_by_label("Find your name").fill("zzz")
    expect(page.locator("[data-found]")).to_have_text(
        page.locator("[data-found]").get_attribute("data-none") or "?"
    )


def test_phone_shows_seats_once_drawn(at):
    tournament = factories.tournament(12)
    page = at(tournament)("where/", "phone")
    page.clock.install()
    page.reload()
    factories.open_round(tournament)
    page.clock.fast_forward(16_000)
    expect(page.locator("tr[data-name]")).to_have_count(12)
    heading = page.locator("[data-label]").first.get_attribute("data-label")
    expect(page.get_by_role("cell", name=f"{heading} 1", exact=True)).to_have_count(2)


def test_main_button_leads_from_check_in_to_desk(at):
    tournament = factories.tournament(4)
    page = at(tournament)("rounds/")
    page.get_by_role("link", name="Seat game 1").click()
    page.get_by_role("button", name="Everybody is here").click()
    page.locator("button[name=start]").dblclick()
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    page.keyboard.type("1\na100\n2\nb90\n")
    expect(page.locator("#desk-status [role=progressbar]")).to_have_attribute("aria-valuenow", "2")
    page.get_by_role("button", name="Close game 1").click()
    expect(page).to_have_url(re.compile(r"/rounds/seat/$"))
    expect(page.locator("button[name=start]")).to_be_visible()
    page.go_back()
    page.go_forward()
    tournament.refresh_from_db()
    assert tournament.stages.get(order=1).rounds.get().state == "closed"
    page.get_by_role("button", name="Open game 1 again").click()
    page.get_by_role("button", name="Yes, undo").click()
    expect(page.get_by_role("button", name="Close game 1")).to_be_visible()


def test_double_click_submits_once(at, live_server):
    """Close and Create are each clicked twice: each is done once, and nothing is pressed on the next page."""
    tournament = factories.tournament(4)
    round_ = factories.open_round(tournament)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
    page = at(tournament)("desk/")
    page.get_by_role("button", name="Close game 1").dblclick()
    expect(page).to_have_url(re.compile(r"/rounds/seat/$"))
    expect(page.locator("button[name=start]")).to_be_visible()
    assert [one.state for one in tournament.stages.get(order=1).rounds.all()] == ["closed"]
    page.go_back()
    expect(page).to_have_url(re.compile(r"/desk/$"))
    expect(page.get_by_role("button", name="Close game 1")).to_have_count(0)

    Role.objects.create(
        user=User.objects.get(), organisation=tournament.organisation, role=Role.Kind.DIRECTOR
    )
    page.goto(f"{live_server.url}/new/")
    page.get_by_label("Name of the tournament").fill("Journée de L'Écuyer")
    page.get_by_label("As suggested").check()
    page.get_by_role("button", name="Create the tournament").dblclick()
    expect(page).to_have_url(re.compile(r"/t/[^/]+/registration/$"))
    made = Tournament.objects.exclude(pk=tournament.pk)
    assert made.count() == 1 and not made.get().entries.exclude(kind="house").exists()


GAP_BELOW = """above => {
  const below = above.nextElementSibling.getBoundingClientRect();
  return below.top - Math.max(...Array.from(above.children, one => one.getBoundingClientRect().bottom)); }"""


@pytest.mark.parametrize(
    ("path", "above"), [("rounds/seat/?anyway=1", ".seat-act"), ("desk/?table=1", ".desk-lines > .row")]
)
def test_buttons_keep_distance_from_content_below(at, path, above):
    tournament = factories.tournament(8)
    if path.startswith("desk"):
        factories.enter(factories.meeting_at(factories.open_round(tournament, 1), 1), [121, 80])
    page = at(tournament)(path)
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator(above).first.evaluate(GAP_BELOW) >= 8
