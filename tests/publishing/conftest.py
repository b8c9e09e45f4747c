"""A small tournament with awkward names, two games of it closed. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def tournament(db):
    from tests.publishing.tournaments import played

    return played()
