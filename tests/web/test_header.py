"""The head of a tournament's pages has the whole name where the screen has room for it."""

import pytest

from tests import factories
from tests.browser import directing

pytestmark = pytest.mark.django_db(transaction=True)
show = pytest.fixture(directing)
USUAL_NAME = "Journée régionale de crible (exemple)"
LONG_NAME = "Tournoi régional de crible FADOQ Richelieu-Yamaska, Saint-Hyacinthe"
TEXT_CUT = "one => one.scrollHeight - one.clientHeight > 2 || one.scrollWidth > one.clientWidth"


def test_long_name_is_fully_visible_on_large_screens(show):
    page = show(factories.tournament(2, about={"name": LONG_NAME}))("registration/")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.locator(".event-name").evaluate(TEXT_CUT), width
        assert page.locator(".board").bounding_box()["height"] < 70, width


def test_usual_name_is_fully_visible_on_a_phone(show):
    page = show(factories.tournament(2, about={"name": USUAL_NAME}))("registration/")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator(".event-name").evaluate(TEXT_CUT)


def test_french_quotation_marks_stay_beside_their_word(show):
    name = "Journée de crible « L'Érablière » : finale !"
    shown = show(factories.tournament(2, about={"name": name}))("").locator(".event-name").inner_text()
    assert shown == "Journée de crible «\u00a0L'Érablière\u00a0»\u00a0: finale\u00a0!"
