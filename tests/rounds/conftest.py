"""A director with a browser. Modules that need Django are imported by the fixtures."""

import pytest


@pytest.fixture
def tournament(db):
    from tests import factories

    tournament = factories.tournament(8)
    for entry in tournament.entries.all():
        factories.registration.check_in(entry, here=True)
    return tournament
