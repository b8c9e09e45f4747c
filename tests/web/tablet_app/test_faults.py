"""Real browsers over a bad network, with a laptop that is killed and one that is replaced: a small day.

`python -m tests.lab.figures.faults` plays larger ones.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from tests.web.tablet_app.faults import BrowserDay, Size, bad_network

pytestmark = pytest.mark.django_db(transaction=True)

A_SMALL_DAY = Size(tables=2, rounds=2)


@pytest.fixture
def page_of_its_own(browser: Browser) -> Iterator[Callable[[], Page]]:
    """A tablet each: a browser that shares nothing with the others."""
    with ExitStack() as stack:

        def make() -> Page:
            context = browser.new_context(
                viewport={"width": 1024, "height": 768}, has_touch=True, locale="en-CA"
            )
            stack.callback(context.close)
            return context.new_page()

        yield make


def test_a_day_in_browsers_over_a_bad_network(serve, database_url, page_of_its_own):
    def start():
        return serve(DATABASE_URL=database_url, TABLET_SECONDS="0.25")

    with bad_network(A_SMALL_DAY.seed) as network:
        day = BrowserDay(A_SMALL_DAY, start, page_of_its_own, network)
        day.play()
        day.check()
    assert day.happened["laptops replaced"] == 1
    assert day.happened["lines that the copy lacked"] > 0
    assert day.happened["killed"] == 2
    assert network.happened["question lost"] and network.happened["answer lost"]
    assert network.happened["doubled"]
