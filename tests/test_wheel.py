"""The wheel: built, installed in an empty environment, and used from there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import installed
from tests.test_project import ROOT, tracked

UV = Path(sys.executable).with_name("uv")
PACKAGES, FILES = ("config", "scoring", "tournaments"), ("docs", "locale", "static", "templates")


def uv(*arguments: object) -> None:
    subprocess.run([str(UV), *map(str, arguments)], cwd=ROOT, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


def test_wheel_contains_exactly_the_program_files(wheel: Path):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("cheville-")}
    wanted = {"config/files/pyproject.toml"}
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(PACKAGES):
            wanted.add(name)
        elif name.startswith(FILES):
            wanted.add(f"config/files/{name}")
    assert names == wanted


@pytest.mark.long
def test_a_tournament_is_played_in_an_empty_environment(wheel: Path, tmp_path: Path):
    environment = tmp_path / "environment"
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv("venv", "--python", sys.executable, environment)
    uv("pip", "install", "--python", python, "--require-hashes", "-r", "requirements.txt")
    uv("pip", "install", "--python", python, "--no-deps", wheel)
    uv("pip", "check", "--python", python)  # the requirements of the wheel are those of the lock
    home = tmp_path / "home"
    home.mkdir()
    left_out = ("CHEVILLE_DATA", "DATABASE_URL", "XDG_DATA_HOME", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
    variables = {name: value for name, value in os.environ.items() if name not in left_out}
    installed.play([str(python.with_name("cheville"))], variables | {"HOME": str(home)})
    if sys.platform == "linux":
        assert (home / ".local/share/Cheville/cheville.sqlite3").exists()
