"""A tournament with tablets on its tables, and its director. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def day(db):
    from tests import factories

    return factories.tournament(16)


@pytest.fixture
def playing(day):
    from tests import factories

    return factories.open_round(day)


@pytest.fixture
def director(client, day):
    from tests import factories

    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def tablet(day):
    """Return a function that admits a tablet at a table."""
    from tests.web.tablets.held import Tablet

    return lambda table, label="": Tablet(day, table, label)


@pytest.fixture
def at(page, live_server):
    """Yield a function that opens an address as a director, at a size; the console must stay silent."""
    from tests.browser import directing

    yield from directing(page, live_server)
