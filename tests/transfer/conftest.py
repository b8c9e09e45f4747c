"""A tournament with a bit of everything, and its owner. Models are imported by the fixtures."""

import json
from functools import cache
from pathlib import Path

import pytest


@pytest.fixture
def quiet():
    """Silence the log of refused copies, which has a traceback for each."""
    from django.core.cache import cache

    from tests.hostile import world

    cache.clear()
    world.quiet(True)
    yield
    world.quiet(False)


@pytest.fixture
def owner(db):
    from tests import factories

    return factories.User.objects.create_superuser("lise", password="crible-121")


@pytest.fixture
def full_tournament(owner):
    """Return a tournament with a bit of everything, so that no part of its copy is empty."""
    from tests.hostile.world import with_everything

    return with_everything(owner)


@cache
def before_formats() -> str:
    """Return the rows of a copy of an earlier version, as JSON."""
    from tournaments.transfer.copies import file

    packed = (Path(__file__).parent / "before" / "day.cheville").read_bytes()
    return json.dumps(file.open_copy(packed).rows)


@pytest.fixture
def whole():
    """Return those rows, to be changed."""
    return json.loads(before_formats())


@pytest.fixture
def key(settings, tmp_path):
    """Return a configured folder for copies; the data folder is another one."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "key")
    Path(settings.COPIES_DIR).mkdir()
    return Path(settings.COPIES_DIR)
