"""A small day with awkward names, of which two games are closed. Models are imported when asked for."""

import pytest


@pytest.fixture
def day(db):
    from tests.publication.days import played

    return played()
