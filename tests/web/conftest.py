"""A tournament of eight, its first game, and a visitor with a phone. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def tournament(db):
    from tests import factories

    return factories.tournament(8)


@pytest.fixture
def playing(tournament):
    from tests import factories

    return factories.open_round(tournament)


@pytest.fixture
def visitor(client):
    client.cookies["django_language"] = "en"
    return client
