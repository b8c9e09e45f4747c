"""Real browsers over a bad network, with a laptop that is killed and one that is replaced: a small day.

`python -m tests.lab.figures.faults` plays larger ones.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from tests.web.tablet_app.faults import BrowserTournament, Size, bad_network

pytestmark = pytest.mark.django_db(transaction=True)

SMALL_SIZE = Size(tables=2, rounds=2)


@pytest.fixture
def page_of_its_own(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Yield a function that opens a page in a browser of its own, which shares nothing with others."""
    with ExitStack() as stack:

        def make() -> Page:
            context = browser.new_context(
                viewport={"width": 1024, "height": 768}, has_touch=True, locale="en-CA"
            )
            stack.callback(context.close)
            return context.new_page()

        yield make


def test_tournament_in_browsers_survives_bad_network_and_crashes(serve, database_url, page_of_its_own):
    def start():
        return serve(DATABASE_URL=database_url, TABLET_SECONDS="0.25")

    with bad_network(SMALL_SIZE.seed) as network:
        tournament = BrowserTournament(SMALL_SIZE, start, page_of_its_own, network)
        tournament.play()
        tournament.check()
    assert tournament.happened["laptops replaced"] == 1
    assert tournament.happened["lacked"] > 0
    assert tournament.happened["killed"] == 2
    assert network.happened["question lost"] and network.happened["answer lost"]
    assert network.happened["doubled"]
