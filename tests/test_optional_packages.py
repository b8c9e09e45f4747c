"""The program starts without an optional package."""

import json
from pathlib import Path

import pytest

from tests.left_out import PACKAGE_PATHS, run, without
from tests.processes import first_started


@pytest.mark.long
@pytest.mark.parametrize("package", PACKAGE_PATHS)
def test_program_starts_without_an_optional_package(package: str, tmp_path: Path, empty_database: Path):
    project_copy = without(package, target=tmp_path)
    first_started(project_copy / "data", empty_database)
    started = run(project_copy, "-m", "tests.startup_check")
    assert started.returncode == 0, started.stdout
    assert set(json.loads(started.stdout.splitlines()[-1]).values()) == {200}, started.stdout
