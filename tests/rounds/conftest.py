"""A director with a browser. What needs Django is imported when it is asked for."""

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
    """Open an address as the director of a day, at a size; the console must stay silent."""
    from tests.browser import directing

    yield from directing(page, live_server)
