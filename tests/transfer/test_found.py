"""The copies that lie in a folder: those of each tournament, the newest first, whatever they are called."""

from pathlib import Path
from uuid import uuid4

import pytest

from tournaments.transfer import copies

BEFORE = Path(__file__).parent / "before" / "day.cheville"


@pytest.fixture
def folders(tmp_path):
    """Two folders with copies, and what is none."""
    found = tmp_path / "laptop", tmp_path / "key"
    for folder in found:
        folder.mkdir()
        (folder / "half.cheville").write_bytes(BEFORE.read_bytes()[:-9])
        (folder / f"crible-{uuid4()}-1-00009.part").touch()
    return found


def test_the_newest_is_that_of_the_last_life_and_of_the_highest_version(folders):
    one, other = uuid4(), uuid4()
    lives = {one: ["1-00009", "1-00010", "2-00003", "10-00002"], other: ["3-123456789"]}
    for uid, numbers in lives.items():
        for at, number in enumerate(numbers):
            (folders[at % 2] / f"crible-{uid}-{number}.cheville").touch()
    (folders[0] / f"crible-{one}-11-1234567890.cheville").touch()  # no version has as many figures
    names = [[path.stem.partition("-")[2] for path in paths] for paths in copies.lying_in(folders)]
    expected = [[f"{uid}-{number}" for number in reversed(numbers)] for uid, numbers in lives.items()]
    assert sorted(names) == sorted(expected)


def test_a_copy_that_was_renamed_is_known_by_what_is_in_it(folders):
    copy = copies.open_copy(BEFORE.read_bytes())
    renamed = folders[1] / "samedi.cheville"
    renamed.write_bytes(BEFORE.read_bytes())
    around = [
        folders[0] / f"crible-{copy.uid}-{copy.epoch}-{copy.version + by:05}.cheville" for by in (1, -1)
    ]
    for path in around:
        path.touch()
    assert copies.lying_in(folders) == [[around[0], renamed, around[1]]]


def test_the_first_that_can_be_read_is_read(folders):
    half, none = folders[0] / "half.cheville", folders[0] / "none.cheville"
    path, copy = copies.readable([none, half, BEFORE, half])
    assert (path, copy) == (BEFORE, copies.open_copy(BEFORE.read_bytes()))
    assert copies.readable([none, half]) is None
