"""The page /design/ in a real browser: every component, in both lights, on three sizes of screen."""

import pytest
from django.template.loader import render_to_string
from django.views.defaults import page_not_found, permission_denied, server_error

from tests import samples
from tests.browser import in_the_dark, violations

pytestmark = [pytest.mark.urls("tests.urls_design"), pytest.mark.django_db(transaction=True)]

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "projector": (1920, 1080)}
OPEN_EVERYTHING = """() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll("tr.explanation").forEach((one) => { one.hidden = false; });
}"""
WHEN_BODY_BEGINS = """
  new MutationObserver((changes, observer) => {
    if (!document.body) return;
    window.themeWhenBodyBegan = document.documentElement.dataset.theme;
    observer.disconnect();
  }).observe(document, {childList: true, subtree: true});
"""
TARGETS = "a, button, input:not([type=hidden]), select, summary"
SMALL_TARGETS = """(targets) => [...document.querySelectorAll(targets)]
  .filter((one) => one.offsetParent && !one.matches("p a"))
  .map((one) => one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one)
  .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
  .map((one) => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def design(live_server, page):
    """Yield the page, with everything that its console says."""
    received: list[str] = []
    page.on("console", lambda message: received.append(message.text))
    page.on("pageerror", lambda error: received.append(str(error)))

    def show():
        page.set_viewport_size(dict(zip(("width", "height"), SIZES["tablet"], strict=True)))
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(f"{live_server.url}/design/")
        return page

    yield show
    assert received == []  # among other things: the CSP refused nothing


def test_design_page_has_no_axe_violation_or_small_target(design):
    """Axe looks at the largest size, where most is visible; in `make figures` at each."""
    page = design()
    page.evaluate(OPEN_EVERYTHING)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if size == "projector" or samples.SWEEP_FACTOR > 1:
            assert violations(page) == [], size
        assert page.evaluate(SMALL_TARGETS, TARGETS) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
    assert in_the_dark(page) == []


def test_chosen_theme_survives_reload_without_flash(design, live_server):
    page = design()
    switch = page.locator("[data-theme-switch]")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    page.add_init_script(WHEN_BODY_BEGINS)
    page.reload()
    assert page.evaluate("window.themeWhenBodyBegan") == "dark"


def test_skip_link_row_explanation_and_dialog_by_keyboard(design):
    page = design()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"

    under = page.locator("tr.explanation")
    page.locator("tr[data-explain] td").first.click()
    assert under.first.is_visible()
    button = page.locator("button.explain").nth(1)
    button.focus()
    page.keyboard.press("Enter")
    assert under.nth(1).is_visible()
    assert button.get_attribute("aria-expanded") == "true"

    page.locator("[data-open]").click()
    assert page.locator("dialog[open]").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_error_pages_have_the_design(rf):
    request = rf.get("/nowhere/")
    assert b"board" in page_not_found(request, Exception()).content
    assert b"board" in permission_denied(request, Exception()).content
    assert b"board" in server_error(request).content
    assert "board" in render_to_string("registration/locked.html", request=request)


def test_csrf_failure_page_has_the_design(client, settings):
    client.handler.enforce_csrf_checks = True
    answer = client.post("/sign-in/", {})
    assert answer.status_code == 403
    assert b"board" in answer.content
