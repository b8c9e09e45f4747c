"""The program starts without an optional package."""

import json
from pathlib import Path

import pytest

from tests.left_out import PACKAGE_PATHS, run, without
from tests.processes import first_started


@pytest.mark.long
@pytest.mark.parametrize("room", PACKAGE_PATHS)
def test_program_starts_without_an_optional_package(room: str, tmp_path: Path, empty_database: Path):
    house = without(room, target=tmp_path)
    first_started(house / "data", empty_database)
    started = run(house, "-m", "tests.one_start")
    assert started.returncode == 0, started.stdout
    assert set(json.loads(started.stdout.splitlines()[-1]).values()) == {200}, started.stdout
