"""A day under way, somebody who directs it, and somebody with a phone."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.fixture
def day(db):
    from tests import factories

    return factories.tournament(8)


@pytest.fixture
def visitor(client):
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def director(client, day):
    from tests import factories

    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    return client
