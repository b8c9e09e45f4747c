"""A hall with a real server and a tournament of eight in English, and tablets in real browsers."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.web.tablet_app.tablet import Tablet

if TYPE_CHECKING:  # models are imported by the tests, once Django is set up
    from tests.web.tablet_app.hall_server import Hall
    from tournaments.models import Round, Tournament

EXPECT_TIMEOUT, DEFAULT_TIMEOUT = 20_000, 5_000
TABLET = {
    "viewport": {"width": 1024, "height": 768},
    "has_touch": True,
    "locale": "en-CA",
    "reduced_motion": "reduce",
}


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=EXPECT_TIMEOUT)
    yield
    expect.set_options(timeout=DEFAULT_TIMEOUT)


@pytest.fixture(scope="session")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], "Hall"]]:
    """Yield a function for the server on a database: started once, as each test has its own tournament."""
    from tests.web.tablet_app.hall_server import Hall

    known: dict[str, Hall] = {}

    def on(database_url: str) -> Hall:
        if database_url not in known:
            known[database_url] = Hall(database_url, tmp_path_factory.mktemp("hall"))
        return known[database_url]

    yield on
    for hall in known.values():
        hall.kill()


@pytest.fixture
def hall(halls: "Callable[[str], Hall]", database_url: str) -> "Hall":
    """Return the server on the database of the test, restarted where an earlier test has killed it."""
    found = halls(database_url)
    if not found.process.runs:
        found.restart()
    return found


@pytest.fixture
def tournament(transactional_db: None) -> "Tournament":
    """Return a tournament of eight, match points by the first table of the rule book, nothing seated."""
    from tests.web.tablet_app.hall_server import english

    return english(match_points="acc")


@pytest.fixture
def opened(tournament: "Tournament") -> "Round":
    """Return game 1 of that tournament, seated and open."""
    from tests import factories

    return factories.open_round(tournament)


@pytest.fixture
def tablet(browser: Browser, hall: "Hall") -> Iterator[Callable[..., Tablet]]:
    """Yield a function that puts a tablet on a table: `one = tablet(day, 1)`; each has its own browser."""
    contexts: list[BrowserContext] = []

    def put(tournament: "Tournament | None" = None, table: int = 0, **options: object) -> Tablet:
        context = browser.new_context(**TABLET, **options)
        context.clock.install()
        contexts.append(context)
        put_down = Tablet(context.new_page(), hall)
        if tournament is not None:
            put_down.open(hall.sheet(tournament, table))
        return put_down

    yield put
    for context in contexts:
        with suppress(Exception):
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")  # a request that a test holds back never ends
            context.close()
