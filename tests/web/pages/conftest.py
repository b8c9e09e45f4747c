"""A tournament under way, its director, and a visitor with a phone."""

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


def two_ties():
    """Return a tournament of one game with ties for gold and for bronze, whose matches are at two tables."""
    from tests import factories
    from tournaments import rounds
    from tournaments.finals import medals

    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    day.refresh_from_db()
    medals.create(day, seed=3, by=None)
    return day
