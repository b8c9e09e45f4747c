"""Tournaments to be deleted, and the folder of their copies and papers."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR = tmp_path
    settings.MEDIA_ROOT = str(tmp_path / "papers")
    (tmp_path / "papers").mkdir()
    return tmp_path


@pytest.fixture
def lise(db):
    from tests import factories

    return factories.director("lise")


@pytest.fixture
def tournament(lise):
    from tests.transfer.removal import tournaments

    return tournaments.tied(lise)


@pytest.fixture
def full(tournament, lise, folder):
    from tests.transfer.removal import tournaments

    return tournaments.full_of_everything(tournament, lise, folder)
