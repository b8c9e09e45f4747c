"""The key of a data folder is made once, also if two start at the same moment."""

import stat
from pathlib import Path
from threading import Timer

import pytest

from tournaments.system.data_folder import read_or_create_secret


def test_secret_is_made_once_for_its_owner_alone(tmp_path: Path):
    made = read_or_create_secret(tmp_path / "key")
    assert len(made) > 50
    assert read_or_create_secret(tmp_path / "key") == made
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_start_at_the_same_moment_reads_the_secret_of_the_first(tmp_path: Path):
    key = tmp_path / "key"
    key.touch()
    first = Timer(0.2, key.write_text, ["made by the first"])
    first.start()
    assert read_or_create_secret(key) == "made by the first"
    first.join()


@pytest.mark.parametrize("left", [b"", bytes(67)])
def test_secret_that_was_cut_off_is_made_again(tmp_path: Path, left: bytes):
    (tmp_path / "key").write_bytes(left)
    made = read_or_create_secret(tmp_path / "key")
    assert len(made) > 50
    assert (tmp_path / "key").read_text() == made
