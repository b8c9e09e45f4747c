"""A director with a browser. Modules that need Django are imported by the fixtures."""

import pytest


@pytest.fixture
def day(db):
    from tests import factories

    day = factories.tournament(8)
    for entry in day.entries.all():
        factories.registration.check_in(entry, here=True)
    return day
