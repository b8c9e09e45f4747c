"""A day with a bit of everything, and its owner. Models are imported when asked for."""

import logging
import random

import pytest


@pytest.fixture
def quiet():
    """What is refused is logged with where it failed: not wanted a thousand times."""
    from django.core.cache import cache

    cache.clear()
    logging.getLogger("tournaments.copies.restore").setLevel(logging.ERROR)
    yield
    logging.getLogger("tournaments.copies.restore").setLevel(logging.NOTSET)


@pytest.fixture
def owner(db):
    from tests import factories

    return factories.User.objects.create_superuser("lise", password="crible-121")


@pytest.fixture
def full_day(owner):
    """A day with a bit of everything, so that no part of its copy is empty."""
    from tests import factories
    from tests.devices.test_api import joined
    from tournaments import calls, devices, rehearsal, rounds, scorebook, stages
    from tournaments.models import Device
    from tournaments.publication import freeze

    tournament = factories.tournament(9, by=owner, odd="bye", bye_credit=60)
    devices.invite_players(tournament)
    told = joined(tournament)
    rehearsal.play_round(tournament, 1, chance=random.Random(1), by=owner)
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=owner), by=owner)
    meeting = next(table.meeting for table in scorebook.overview([round_]) if not table.bye)
    factories.enter(meeting, [121, 88], user=owner)
    calls.others(Device.objects.get(), "x" * 16, [[1], [2]])
    freeze.publish(tournament, official=False, by=owner)
    freeze.publish(tournament, official=True, by=owner)
    tournament.refresh_from_db()
    tournament.told = told
    return tournament
