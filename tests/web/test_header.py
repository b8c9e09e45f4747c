"""The head of a tournament's pages: its whole name is read where the screen has room for it."""

import pytest

from tests import factories
from tests.browser import directing

pytestmark = pytest.mark.django_db(transaction=True)
show = pytest.fixture(directing)
USUAL = "Journée régionale de crible (exemple)"
LONG = "Tournoi régional de crible FADOQ Richelieu-Yamaska, Saint-Hyacinthe"
HIDDEN = "one => one.scrollHeight - one.clientHeight > 2 || one.scrollWidth > one.clientWidth"


def test_a_long_name_is_read_whole_on_a_laptop_and_a_large_screen(show):
    page = show(factories.tournament(2, about={"name": LONG}))("registration/")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.locator(".event-name").evaluate(HIDDEN), width
        assert page.locator(".board").bounding_box()["height"] < 70, width


def test_a_usual_name_is_read_whole_on_a_phone(show):
    page = show(factories.tournament(2, about={"name": USUAL}))("registration/")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator(".event-name").evaluate(HIDDEN)
