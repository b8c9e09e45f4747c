"""Faint text is found wherever axe finds it, although each look is asked about once."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests import contrast
from tests.browser import AXE, AXE_OPTIONS

FULL_OPTIONS = {**AXE_OPTIONS, "rules": {}, "runOnly": [contrast.CONTRAST_RULE]}
FAINT, DARK = "color: #bbb", "color: #333"
PAGES = {
    "a row of many": f"<style>.odd {{{FAINT}}}</style>" + "<p>plain</p><p class=odd>faint words</p>" * 3,
    "on a ground": f"<p style='{DARK}'>here</p>"
    f"<div style='background: #444'><p style='{DARK}'>there</p></div>",
    "the first is hidden": f"<p hidden style='{FAINT}'>not seen</p><p style='{FAINT}'>seen</p>",
    "the first is off": f"<button aria-disabled=true style='{FAINT}'>off</button>"
    f"<button style='{FAINT}'>on</button>",
    "the first is out of sight": "<style>p {color: #bbb} .away {position: absolute; left: -999px}</style>"
    "<div class=away><p>away</p></div><p>in sight</p>",
    "the first lies below another": f"<p style='{FAINT}'>covered</p><p style='{FAINT}'>not covered</p>"
    "<div style='position: absolute; top: 0; left: 0; width: 100%; height: 40px; background: #fff'></div>",
    "out of the flow over something else": "<style>b {position: absolute; color: #333}</style>"
    "<div style='height: 60px'><b>on white</b></div>"
    "<div style='height: 60px; background: #444'><b>on grey</b></div>",
    "what is typed": f"<input aria-label=a value=words style='{FAINT}'>",
    "half seen through": "<div style='opacity: .3'><p>pale</p></div><p>not pale</p>",
    "nothing is": f"<p style='{DARK}'>words</p><p>words</p>",
}


def test_one_check_per_style_finds_all_that_axe_finds(page: Page, monkeypatch):
    monkeypatch.setattr(contrast, "JUDGED", {contrast.CONTRAST_RULE: set(), contrast.ENHANCED_RULE: set()})
    whole, found = {}, {}
    for name, body in PAGES.items():
        page.set_content(f"<html lang=en><body style='margin: 0; background: #fff'>{body}</body></html>")
        page.evaluate(AXE_SCRIPT)
        whole[name] = bool(page.evaluate(AXE, FULL_OPTIONS))
        found[name] = bool(contrast.faults(page))
    assert found == whole
    assert [name for name, faint in found.items() if not faint] == ["nothing is"]


def test_style_is_checked_once_unless_it_changes(page: Page, monkeypatch):
    monkeypatch.setattr(contrast, "JUDGED", {contrast.CONTRAST_RULE: set(), contrast.ENHANCED_RULE: set()})
    page.set_content("<html lang=en><body style='background: #fff'><p>words</p><p>words</p></body></html>")
    page.evaluate(AXE_SCRIPT)
    assert contrast.faults(page) == []
    known = contrast.JUDGED[contrast.CONTRAST_RULE]
    assert len(known) == 1
    page.evaluate("document.body.style.background = '#333'")
    assert len(contrast.faults(page)) == 1
    assert len(known) == 1, "a look with a fault is tried again"
