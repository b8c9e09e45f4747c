"""A day with tablets on its tables, and a director who looks at them. Models are imported when asked for."""

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
    """Let a tablet in at a table."""
    from tests.tablets.held import Tablet

    return lambda table, label="": Tablet(day, table, label)


@pytest.fixture
def at(page, live_server):
    """Open an address as the director of a day, at a size; the console must stay silent."""
    from tests.browser import directing

    yield from directing(page, live_server)
