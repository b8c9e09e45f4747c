"""The list of names in a hall of sixty: six a page, large, nothing below the fold, on both screens."""

import pytest

from tests import factories
from tests.table.hall import english

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_six_names_a_page_and_nothing_below_the_fold(tablet, width, height):
    day = english(60)
    factories.open_round(day)
    one = tablet(day, 1)
    one.page.set_viewport_size({"width": width, "height": height})
    one.until(lambda: one.page.evaluate("Boolean(Cheville.store.thing('people'))"))
    one.tap("We are others")
    one.tap("Look for the name")
    one.tap("N")
    assert one.page.locator(".others-names button").count() == 6
    assert one.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    first = one.page.locator(".others-names button").first.inner_text()
    one.tap("More names")
    assert one.page.locator(".others-names button").first.inner_text() != first
    assert one.faults() == []
