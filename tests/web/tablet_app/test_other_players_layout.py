"""The list of names in a hall of sixty: six a page, large, nothing below the fold, on both screens."""

import pytest

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence

pytestmark = pytest.mark.django_db(transaction=True)


def test_list_of_names_fits_with_six_names_per_page(tablet):
    tournament = english(60)
    factories.open_round(tournament)
    one = tablet(tournament, 1)
    one.until(lambda: one.page.evaluate("Boolean(Cheville.store.get('people'))"))
    one.tap(sentence("we_are_others"))
    one.tap(sentence("others_by_name"))
    one.tap("N")
    for width, height in ((1024, 768), (390, 844)):
        one.page.set_viewport_size({"width": width, "height": height})
        assert one.page.locator(".others-names button").count() == 6
        assert one.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        assert one.faults() == []
    first = one.page.locator(".others-names button").first.inner_text()
    one.tap(sentence("others_more_names"))
    assert one.page.locator(".others-names button").first.inner_text() != first
