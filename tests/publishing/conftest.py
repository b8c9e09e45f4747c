"""A small tournament with awkward names, two games of it closed. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def day(db):
    from tests.publishing.days import played

    return played()
