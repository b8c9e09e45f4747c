"""The static site opened from a USB key: no server, no network, with a script and without."""

from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page

from tests import browser
from tests.finals.test_playoffs import begun, numbers, win
from tests.papers.paper_text import texts
from tests.publishing.tournaments import played, published
from tournaments import registration
from tournaments.delivery.destinations.local import Local
from tournaments.delivery.destinations.sending import Sending
from tournaments.finals import playoffs
from tournaments.publishing.outputs import folder
from tournaments.registration import consent

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("index.html", "standings.html", "games/1.html", "people/1.html", "rules.html", "files.html")
TEXT_BOXES = """() => [...document.querySelectorAll(".drawing text")].map((text) => {
  const { x, y, width, height } = text.getBBox(), box = text.closest("g")?.querySelector("rect");
  const [left, wide] = box ? [box.x, box.width].map((one) => one.baseVal.value)
    : [0, text.ownerSVGElement.viewBox.baseVal.width];
  return { said: text.textContent, left: x, right: x + width,
    top: y + 0.15 * height, bottom: y + 0.85 * height,
    room: [left, left + wide] };
})"""
LONG_NAMES = (
    "Marie-Madeleine-Françoise Desrosiers-Charbonneau de la Bruère",
    "Marguerite Bourgeoys et Bartholomé Saint-Germain-Lachapelle",
    "WILHELMINE WAWANOLOATH-MONTGOMERY",
    "Zoé Roy",
)
MENU_ROWS = """() => new Set([...document.querySelectorAll("header nav > ul > li")]
  .map((one) => one.getBoundingClientRect().top)).size"""
LOADED_FONTS = """() => document.fonts.ready.then(
  (all) => [...all].filter((one) => one.status === "loaded").map((one) => one.family))"""
VISIBLE_ROWS = "() => [...document.querySelectorAll('tbody tr')].filter((row) => row.offsetParent).length"


def test_site_works_from_usb_key_without_requests(page: Page, tmp_path):
    tournament = published(played())
    Sending(
        dict(folder.publication_files(tournament)),
        lambda: Local(tmp_path),
        known={},
        note=lambda path, digest: None,
    ).send()
    top = (tmp_path / tournament.slug).as_uri()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    announced = browser.heard(page)
    for language, size in (("fr", "phone"), ("en", "tablet")):
        browser.resize(page, size)
        for name in PAGES:
            page.goto(f"{top}/{language}/{name}")
            assert page.evaluate(browser.OVERFLOW_WIDTH) <= 0, name
            assert browser.violations(page) == [], name
            assert page.evaluate(MENU_ROWS) == 1, name
            assert {name.strip('"') for name in page.evaluate(LOADED_FONTS)} == {
                "Atkinson Hyperlegible Next",
                "Fraunces",
            }
    assert browser.in_the_dark(page) == []
    browser.resize(page, "phone")
    page.goto(f"{top}/en/standings.html")
    everybody = page.evaluate(VISIBLE_ROWS)
    page.fill("#q", "huguette")
    assert page.evaluate(VISIBLE_ROWS) == 1
    page.fill("#q", "")
    assert page.evaluate(VISIBLE_ROWS) == everybody == 6
    page.click("[data-sort=name] button")
    assert page.get_attribute("[data-sort=name]", "aria-sort") == "ascending"
    names = page.locator("tbody th a").all_inner_texts()
    assert names[0].startswith("<b>Gras")
    page.click("tbody th a")
    assert page.url.startswith(f"{top}/en/people/")
    assert announced == []
    assert [url for url in asked if not url.startswith(tmp_path.as_uri())] == []
    without = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    try:
        plain = without.new_page()
        plain.goto(f"{top}/fr/standings.html")
        assert plain.locator("tbody tr").count() == 6
        assert not plain.locator("form").is_visible()
    finally:
        without.close()


def opened_at_the_top(page: Page, site: str, **wants: Any) -> tuple[str, str]:
    """Open the page at the top in another browser; return where it stays, and its language."""
    with closing(page.context.browser.new_context(**wants)) as context:  # type: ignore[union-attr]
        visitor = context.new_page()
        visitor.goto(f"{site}/index.html")
        visitor.wait_for_load_state()
        assert visitor.locator(".podium li").count() == 3
        return visitor.url.removeprefix(site), visitor.locator("html").get_attribute("lang") or ""


def test_top_page_is_in_language_of_visitor(page: Page, tmp_path):
    tournament = published(played())
    Sending(
        dict(folder.publication_files(tournament)),
        lambda: Local(tmp_path),
        known={},
        note=lambda path, digest: None,
    ).send()
    site = (tmp_path / tournament.slug).as_uri()
    assert opened_at_the_top(page, site, locale="fr-FR") == ("/index.html", "fr-CA")
    assert opened_at_the_top(page, site, locale="es") == ("/index.html", "fr-CA")
    assert opened_at_the_top(page, site, locale="en-US") == ("/en/index.html", "en-CA")
    plain = {"locale": "en-US", "java_script_enabled": False}
    assert opened_at_the_top(page, site, **plain) == ("/index.html", "fr-CA")
    page.goto(f"{site}/index.html")
    page.click("header a[lang=en]")
    page.wait_for_url("**/en/index.html")
    page.click("header summary")
    page.click("header details a[href$='rules.html']")
    page.wait_for_url("**/en/rules.html")


def test_printed_standings_have_no_menu(page: Page, tmp_path):
    tournament = published(played(rounds=1, closed=1, players=32))
    Sending(
        dict(folder.publication_files(tournament)),
        lambda: Local(tmp_path),
        known={},
        note=lambda path, digest: None,
    ).send()
    page.goto(f"{(tmp_path / tournament.slug).as_uri()}/fr/standings.html")
    page.emulate_media(media="print")
    for role in ("navigation", "searchbox", "combobox"):
        assert page.get_by_role(role).count() == 0, role
    assert page.evaluate(VISIBLE_ROWS) == 32
    printed = page.pdf(format="Letter")
    (tmp_path / "printed.pdf").write_bytes(printed)
    pages = texts(printed)
    assert len(pages) == 1


@pytest.fixture
def club(tmp_path):
    """Yield the site of a club, on another server."""
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_standings_show_in_sandboxed_frame(page: Page, live_server, tmp_path, club):
    tournament = played()
    announced = browser.heard(page)
    frame = f'<iframe src="{live_server.url}/t/{tournament.slug}/embed/" sandbox="" width="320" height="600">'
    text = f'<!doctype html><html lang="fr"><title>Club</title><link rel="icon" href="data:,">{frame}'
    (tmp_path / "club.html").write_text(text, "utf-8")
    page.goto(f"{club}/club.html")
    inside = page.frame_locator("iframe")
    inside.locator("tbody tr").first.wait_for()
    assert inside.locator("tbody tr").count() == 6
    assert page.context.cookies() == []
    assert announced == []


def do_not_overlap(one, other):
    """Return whether two texts do not overlap, apart from the spare room of their font."""
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_bracket_names_are_whole_and_do_not_overlap(page: Page, tmp_path):
    tournament = begun(16, who="everybody", count=None, third_place=True)
    for at, entry in enumerate(tournament.entries.all()):
        registration.edit_entry(entry, f"{LONG_NAMES[at % len(LONG_NAMES)]} {at}")
    consent.declare(tournament, True, by=None)
    for meeting in playoffs.open_meetings(tournament):
        win(meeting, max(numbers(meeting)), lost=1)
    playoffs.advance(tournament, by=None)
    tournament.refresh_from_db()
    written = dict(folder.publication_files(published(tournament)))
    Sending(written, lambda: Local(tmp_path), known={}, note=lambda path, digest: None).send()
    browser.resize(page, "projector")
    page.goto(f"{(tmp_path / tournament.slug).as_uri()}/fr/bracket.html")
    page.add_style_tag(content="* { font-family: Verdana, 'DejaVu Sans' !important; }")
    texts = page.evaluate(TEXT_BOXES)
    assert len(texts) > 40
    assert [pair for pair in combinations(texts, 2) if not do_not_overlap(*pair)] == []
    assert [one for one in texts if not one["room"][0] <= one["left"] <= one["right"] <= one["room"][1]] == []
    assert not [one["said"] for one in texts if "…" in one["said"]]
