"""The public page in a browser: it reads itself again, keeps what is open, and finds a name."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import OVERFLOW_WIDTH, sign_in
from tournaments import registration, rounds
from tournaments.common import jobs
from tournaments.publishing import notices, publications
from tournaments.publishing.papers import printing

pytestmark = pytest.mark.django_db(transaction=True)
LONG_NAMES = (
    "Marie-Jeanne-Françoise Tremblay-Saint-Hilaire",
    "Jean-Christophe-Alexandre de La Durantaye-Beauregard",
    "Marguerite Archambault-Charbonneau",
    "Œdipe Lefebvre",
)


@pytest.fixture
def tournament():
    tournament = factories.tournament(8)
    factories.play_round(tournament, 1)
    return tournament


@pytest.fixture
def phone(page: Page, live_server):
    """Return a phone in the hall, in English."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return page


def poll_rows(page: Page) -> int:
    """Ask as the timer does, and return the status."""
    with page.expect_response(lambda response: "/rows/" in response.url) as answer:
        page.evaluate("htmx.trigger(document, 'visibilitychange')")
    return answer.value.status


def test_page_updates_itself_and_reports_a_lost_connection(phone: Page, live_server, tournament):
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    row = phone.locator("tr[data-explain]").first
    number = row.get_attribute("id")
    row.locator(".explain").click()
    sentence = phone.locator(f"#{number} + tr.explanation")
    expect(sentence).to_contain_text("shares 1st place with")
    row.evaluate("row => row.dataset.same = 'yes'")
    assert poll_rows(phone) == 304
    assert row.get_attribute("data-same") == "yes", "nothing was touched"
    factories.play_round(tournament, 2)
    assert poll_rows(phone) == 200
    expect(phone.locator("[data-after]")).to_have_attribute("data-after", "2")
    expect(sentence).to_be_visible()
    expect(phone.locator(f"#{number} .explain")).to_have_attribute("aria-expanded", "true")
    assert poll_rows(phone) == 304, "the new state is known"
    expect(phone.locator("[data-fresh-text]")).to_contain_text(re.compile(r"\d:\d\d\s[ap]m"))

    phone.route("**/rows/*", lambda route: route.abort())
    phone.evaluate("htmx.trigger(document, 'visibilitychange')")
    expect(phone.locator("[data-fresh]")).to_contain_text("No connection")
    expect(phone.locator("tr[data-explain]")).to_have_count(8)


def test_explanation_that_was_lost_is_asked_for_again(phone: Page, live_server, tournament):
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    explain = phone.locator("tr[data-explain] .explain").first
    phone.route("**/why/", lambda route: route.abort())
    explain.click()
    expect(phone.locator("tr.explanation")).to_have_attribute("data-failed", "")
    phone.unroute("**/why/")
    explain.click()
    expect(phone.locator("tr.explanation")).to_have_count(0)
    explain.click()
    expect(phone.locator("tr.explanation")).to_contain_text("shares 1st place with")


SHARE_SCRIPT = "window.shared = []; navigator.share = async (what) => { shared.push(what.url); };"
NO_SHARE_SCRIPT = "Object.defineProperty(navigator, 'share', { value: undefined });"
COPY_SCRIPT = (
    "document.addEventListener('copy', () => { window.copied = String(document.activeElement.value); });"
)


def test_player_can_be_chosen_and_shared_near_the_top(phone: Page, live_server, tournament):
    phone.add_init_script(SHARE_SCRIPT)
    address = f"{live_server.url}/t/{tournament.slug}/players/1/"
    phone.goto(address)
    table = phone.locator("table").bounding_box()
    for choice in ("me-button", "follow-button", "share"):
        box = phone.locator(f"[data-{choice}]").bounding_box()
        assert box and table and box["y"] + box["height"] < min(table["y"], 600)
    share = phone.locator("[data-share]")
    words = share.inner_text()
    share.click()
    assert phone.evaluate("shared") == [address]
    assert share.inner_text() == words
    phone.add_init_script(NO_SHARE_SCRIPT + COPY_SCRIPT)
    phone.reload()
    share.click()
    expect(share).not_to_have_text(words)
    assert phone.evaluate("copied") == address


def test_script_buttons_are_hidden_without_javascript(browser, live_server, tournament):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{tournament.slug}/players/1/")
    for choice in ("me-button", "follow-button", "share"):
        expect(page.locator(f"[data-{choice}]")).to_be_hidden()
    context.close()


def test_search_is_hidden_before_the_first_standings(phone: Page, live_server):
    tournament = factories.tournament(4)
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    expect(phone.locator("[data-begins=first_game]")).to_be_visible()
    search = phone.get_by_role("searchbox")
    expect(search).to_be_hidden()
    factories.play_round(tournament, 1)
    assert poll_rows(phone) == 200
    expect(search).to_be_visible()
    assert search.get_attribute("placeholder") == phone.locator("label[for=find]").inner_text()


def test_name_search_ignores_accents(phone: Page, live_server, tournament):
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    phone.get_by_label("Find a name").fill("cote")
    expect(phone.locator("tr[data-explain]:visible")).to_have_count(1)
    found = phone.locator("[data-found]")
    expect(found).to_have_text(found.get_attribute("data-one") or "?")
    factories.play_round(tournament, 2)
    assert poll_rows(phone) == 200
    expect(phone.locator("tr[data-explain]:visible")).to_have_count(1)
    phone.get_by_label("Find a name").fill("nobody")
    expect(found).to_have_text(found.get_attribute("data-none") or "?")


def test_own_and_followed_players_are_marked(phone: Page, live_server, tournament):
    phone.goto(f"{live_server.url}/t/{tournament.slug}/players/2/")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    expect(phone.locator("#row-2")).to_have_class(re.compile("is-me"))
    expect(phone.locator("[data-me]")).to_contain_text("Huguette Côté")
    for number in (1, 3):
        phone.goto(f"{live_server.url}/t/{tournament.slug}/players/{number}/")
        phone.locator("[data-follow-button]").click()
        expect(phone.locator("[data-follow-button]")).to_have_attribute("aria-pressed", "true")
    phone.locator("[data-follow-button]").click()  # not 3 after all
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    expect(phone.locator("tr.is-followed")).to_have_attribute("id", "row-1")
    expect(phone.locator("[data-me] li")).to_have_count(2)
    phone.goto(f"{live_server.url}/t/{tournament.slug}/rounds/1/")
    expect(phone.locator("tr[data-number]").first).to_have_attribute("data-number", "2")
    expect(phone.locator("tr[data-number]").nth(1)).to_have_attribute("data-number", "1")


def test_pages_are_not_wider_than_a_phone(phone: Page, live_server, tournament):
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for path in ("", "players/2/", "screen/", "podium/", "cross-table/"):
        phone.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
        assert phone.evaluate(wider) <= 0, path


def test_earlier_papers_stay_unfolded_during_updates(page: Page, live_server, tournament, client):
    client.force_login(factories.organiser(tournament))
    page.context.add_cookies(
        [
            {"name": "django_language", "value": "en", "url": live_server.url},
            {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url},
        ]
    )
    for kind in ("rules", "standings", "table_numbers", "scorecards_blank"):
        jobs.cancel(printing.request(tournament, kind, {"language": "en"}))
    printing.request(tournament, "rules", {"language": "en"})
    page.goto(f"{live_server.url}/t/{tournament.slug}/papers/")
    page.get_by_text("Made earlier").click()
    for _ in range(2):
        with page.expect_response(re.compile("/papers/rows/")):
            pass
    expect(page.locator(".paper-earlier .paper-job").first).to_be_visible()


def test_projector_shows_all_players_in_turn(page: Page, live_server):
    many = factories.tournament(64, tables=32)
    factories.play_round(many, 1)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"{live_server.url}/t/{many.slug}/screen/")
    page.evaluate("document.fonts.ready")  # how much goes on a page is measured with them
    page.clock.run_for(1_000)
    names = page.locator(".wall-list li:visible .wall-name")
    seen = set(names.all_inner_texts())
    pages = int(page.locator("[data-wall-page]").inner_text().split("/")[1])
    for _ in range(pages * 10):  # a page stays as long as its lines take to be read
        page.evaluate("document.dispatchEvent(new Event('live:changed'))")
        page.clock.run_for(4_000)
        seen |= set(names.all_inner_texts())
    assert len(seen) == 64


VISIBLE_ROWS = """() => [...document.querySelectorAll("tr[data-explain]")]
  .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length"""


@pytest.mark.parametrize(("games", "played"), [(15, 1), (3, 2)], ids=["early", "medals in sight"])
def test_enough_rows_are_visible_without_scrolling(page: Page, live_server, games, played):
    """Earlier the header, the title and the steps took 460 pixels, and signed in on a phone all of it."""
    tournament = factories.tournament(32, rounds=games)
    for number in range(1, played + 1):
        factories.play_round(tournament, number)
    factories.open_round(tournament, played + 1)
    for path in ("", "standings/"):
        if path:
            sign_in(page, live_server.url, tournament, language="fr-ca")
        for width, height, rows in ((1366, 768, 10), (390, 844, 5)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
            assert page.locator(".medal-chances").count() == (played > 1)
            assert page.evaluate("document.fonts.ready.then(() => true)")
            assert page.evaluate(VISIBLE_ROWS) >= rows, (path, width)
            assert page.evaluate(OVERFLOW_WIDTH) == 0


def test_projector_opens_its_own_window_and_can_be_left(page: Page, live_server, tournament):
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/t/{tournament.slug}/rounds/")
    with page.expect_popup() as opened:
        page.locator("[target=projector]").first.click()
    projector = opened.value
    projector.wait_for_load_state()  # its script listens to the keys
    expect(projector.locator("[data-wall]")).to_be_visible()
    projector.keyboard.press("Escape")
    expect(projector).to_have_url(f"{live_server.url}/t/{tournament.slug}/")
    expect(page).to_have_url(f"{live_server.url}/t/{tournament.slug}/rounds/")


def test_projector_fits_32_names_and_hides_keys_until_moved(page: Page, live_server):
    full = factories.tournament(32, rounds=15)
    factories.play_round(full, 1)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"{live_server.url}/t/{full.slug}/screen/")
    page.evaluate("document.fonts.ready")
    page.clock.run_for(1_000)
    expect(page.locator(".wall-list li:visible")).to_have_count(32)
    assert page.locator("[data-wall-page]").inner_text() == ""
    keys, leave = page.locator(".wall-keys").first, page.locator("[data-leave]").locator("..")
    page.clock.run_for(10_000)
    for shown in (keys, leave):
        expect(shown).to_have_css("opacity", "0")
    page.mouse.move(400, 400)
    for shown in (keys, leave):
        expect(shown).to_have_css("opacity", "1")
    page.clock.run_for(10_000)
    expect(leave).to_have_css("opacity", "0")
    page.keyboard.press("Tab")  # a keyboard finds the way out
    page.locator("[data-leave]").focus()
    expect(leave).to_have_css("opacity", "1")


def test_projector_keys_cover_no_row(page: Page, live_server):
    many = factories.tournament(26, rounds=2)
    factories.play_round(many, 1)
    page.context.add_cookies([{"name": "django_language", "value": "fr-ca", "url": live_server.url}])
    for width in (1366, 1300, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        page.goto(f"{live_server.url}/t/{many.slug}/screen/")
        expect(page.locator(".wall-list.is-laid > li:visible")).to_have_count(26)
        bottoms = page.locator(".wall-list > li").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().bottom)"
        )
        keys = page.locator(".wall-keys").first.bounding_box()
        leave = page.locator(".wall-leave a").bounding_box()
        assert keys and leave
        assert max(bottoms) <= min(keys["y"], leave["y"]), width
        assert leave["x"] + leave["width"] < width


def test_code_on_a_projector_covers_no_notice(page: Page, live_server, tournament):
    notices.set_notice(tournament, "Dîner à midi " * 12, until=None, by=None)
    page.set_viewport_size({"width": 1920, "height": 1080})
    code = '<figure class="wall-qr" data-qr><svg viewBox="0 0 1 1"></svg></figure>'
    for path in ("screen/", "screen/seats/", "rules/screen/"):
        page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
        # The address of a test leads to this computer alone, so its pages have no code.
        page.locator(".wall-foot").evaluate(
            "(foot, html) => foot.insertAdjacentHTML('beforeend', html)", code
        )
        notice = page.locator("[data-notice]").bounding_box()
        qr = page.locator("[data-qr]").bounding_box()
        assert notice and qr
        assert notice["y"] >= qr["y"] + qr["height"] or notice["x"] + notice["width"] <= qr["x"], path


def test_heading_takes_one_line_on_a_phone(page: Page, live_server, tournament):
    sign_in(page, live_server.url, tournament, "fr-ca")
    page.goto(f"{live_server.url}/t/{tournament.slug}/standings/")
    page.evaluate("document.fonts.ready")
    heading = page.locator("h1")
    for width in (375, 390):
        page.set_viewport_size({"width": width, "height": 800})
        size = heading.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert heading.bounding_box()["height"] < 1.5 * size, width


STEPS = """() => [
  [...document.querySelectorAll("[data-steps] a, [data-step-row] a")]
    .map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right]),
  document.querySelector("[data-steps]").getBoundingClientRect().height]"""


@pytest.mark.parametrize("language", ["fr-ca", "en"])
def test_navigation_is_fully_visible_at_every_width(page: Page, live_server, language):
    tournament = factories.tournament(4, rounds=1)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    sign_in(page, live_server.url, tournament, language)
    for path in ("papers/", "rounds/", "copies/"):
        page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
        for width in (1366, 1330, 1312, 768, 390, 320):
            page.set_viewport_size({"width": width, "height": 768})
            links, height = page.evaluate(STEPS)
            assert links
            for left, right in links:
                assert 0 <= left < right <= width, (path, width)
            assert height < 60, "one row"


def test_numbers_are_not_cut_off_beside_long_names(phone: Page, live_server):
    tournament = factories.gin(4)
    for entry, name in zip(tournament.entries.order_by("number"), LONG_NAMES, strict=True):
        registration.edit_entry(entry, name)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 1220, 788)
    rounds.close_round(round_, by=None)
    sign_in(phone, live_server.url, tournament)
    for language in ("fr-ca", "en"):
        phone.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
        for page in ("", "standings/"):
            phone.goto(f"{live_server.url}/t/{tournament.slug}/{page}")
            box = phone.locator(".table-box:has(table.standings)")
            expect(box.locator("tbody")).to_contain_text(LONG_NAMES[0].split()[-1])
            for width in (320, 390):
                phone.set_viewport_size({"width": width, "height": 844})
                assert box.evaluate("one => one.scrollWidth - one.clientWidth") == 0, (language, page, width)
