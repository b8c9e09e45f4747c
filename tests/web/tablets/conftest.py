"""A tournament with tablets on its tables, and its director. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def tournament(db):
    from tests import factories

    return factories.tournament(16)


@pytest.fixture
def tablet(tournament):
    """Return a function that admits a tablet at a table."""
    from tests.web.tablets.device_clients import Tablet

    return lambda table, label="": Tablet(tournament, table, label)
