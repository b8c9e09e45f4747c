"""A director with a browser. Modules that need Django are imported by the fixtures."""

import pytest


@pytest.fixture
def day(db):
    from tests import factories

    day = factories.tournament(8)
    for entry in day.entries.all():
        factories.registration.check_in(entry, here=True)
    return day


@pytest.fixture
def director(client, day):
    from tests import factories

    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def at(page, live_server):
    """Yield a function that opens an address as a director, at a size; the console must stay silent."""
    from tests.browser import directing

    yield from directing(page, live_server)
