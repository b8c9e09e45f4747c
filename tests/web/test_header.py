"""The head of a tournament's pages: its whole name is read where the screen has room for it."""

import pytest

from tests import factories
from tests.browser import TOO_WIDE, directing

pytestmark = pytest.mark.django_db(transaction=True)
show = pytest.fixture(directing)
LONG = "Tournoi régional de crible FADOQ Richelieu-Yamaska, Saint-Hyacinthe"
HIDDEN = "one => one.scrollHeight - one.clientHeight > 2 || one.scrollWidth > one.clientWidth"


def test_a_long_name_is_read_whole_on_a_laptop_and_a_large_screen(show):
    page = show(factories.tournament(2, about={"name": LONG}))("registration/")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.locator(".event-name").evaluate(HIDDEN), width
        assert page.locator(".board").bounding_box()["height"] < 70, width


CUT = """() => {
  const every = [...document.querySelectorAll(".event-name, .step, .step-row a, .step-row ul, .steps")];
  const seen = every.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const wide = (one) => one.scrollWidth > one.clientWidth + 1;
  const outside = ([one, box]) => box.left < 0 || box.right > innerWidth || wide(one);
  return seen.filter(outside).map(([one]) => one.textContent.trim());
}"""


@pytest.mark.parametrize("language", ["fr-ca", "en"])
def test_the_name_the_steps_and_their_pages_are_whole_on_a_phone(show, language):
    open_page = show(factories.tournament(8), language)
    for path in ("setup/", "tablets/", "check-in/"):
        page = open_page(path)
        for width in (320, 390, 640):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(CUT) == [], (path, width)
            assert page.evaluate(TOO_WIDE) <= 0
            assert not page.locator(".event-name").evaluate(HIDDEN), width
