"""A hall with a game being played, and a user at the desk. Models are imported by the fixtures."""

import pytest


@pytest.fixture
def desk(playing):
    from tests.web.desk.desk_client import Desk

    return Desk(playing.stage.tournament)
