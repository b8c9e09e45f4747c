"""A drawing becomes a picture in the browser that chose it: no script of it runs, it loads nothing."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests import factories
from tests.browser import directing
from tests.web.identity.files import DRAWINGS, SVG
from tournaments.publishing import identity

pytestmark = pytest.mark.django_db(transaction=True)

DRAWING = f"""<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="{SVG}" width="30mm" height="10mm" viewBox="0 0 300 100" onload="document.title = 'ran'">
<style>.a {{ fill: #1b5e20 }}</style><script>document.title = "ran"; fetch("/ran")</script>
<rect class="a" width="100" height="100"/><rect x="200" width="100" height="100" fill="#c2185b"/>
<image href="/static/icons/logo-32.png" x="100" width="100" height="100"/></svg>"""


@pytest.fixture
def at(live_server, page):
    yield from directing(page, live_server)


def choose_drawing(page, drawing: str) -> None:
    """Choose a drawing and save: the button waits until it is drawn."""
    file = {"name": "Logo.SVG", "mimeType": "image/svg+xml", "buffer": drawing.encode()}
    page.set_input_files("#file", file)
    page.locator("[data-save]").click()


def test_svg_is_stored_as_a_picture_and_runs_no_script(at):
    tournament = factories.tournament(2)
    page = at(tournament)("identity/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    choose_drawing(page, DRAWING)
    expect(page.locator("[data-preview] .logo")).to_have_count(2)
    tournament.refresh_from_db()
    picture = Image.open(io.BytesIO(identity.picture(tournament)))
    width, height = picture.size
    assert (width, round(width / height)) == (800, 3)
    found = [picture.getpixel((width * share // 6, height // 2)) for share in (1, 3, 5)]
    assert found == [(0x1B, 0x5E, 0x20), (255, 255, 255), (0xC2, 0x18, 0x5B)]
    assert not [url for url in asked if url.endswith(("/ran", "logo-32.png"))]
    assert "ran" not in page.title()


@pytest.mark.parametrize("name", ["entities", "shouted"])
def test_svg_that_cannot_be_drawn_is_refused(at, name):
    tournament = factories.tournament(2)
    page = at(tournament)("identity/")
    page.fill("[name=name]", "Club")
    at.announced.clear()
    choose_drawing(page, DRAWINGS[name])
    expect(page.locator("[data-code=logo_is_drawing]")).to_be_visible()
    assert page.input_value("[name=name]") == "Club"
    at.announced.clear()  # Chromium logs each answer 422
