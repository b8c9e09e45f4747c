"""Copies in a folder: those of each tournament, the newest first, whatever their names."""

from pathlib import Path
from uuid import uuid4

import pytest

from tournaments.transfer import copies

OLD_COPY = Path(__file__).parent / "before" / "day.cheville"


@pytest.fixture
def folders(tmp_path):
    """Return two folders with copies, and with files that are none."""
    found = tmp_path / "laptop", tmp_path / "key"
    for folder in found:
        folder.mkdir()
        (folder / "half.cheville").write_bytes(OLD_COPY.read_bytes()[:-9])
        (folder / f"crible-{uuid4()}-1-00009.part").touch()
    return found


def test_copies_are_sorted_by_epoch_and_version(folders):
    one, other = uuid4(), uuid4()
    lives = {one: ["1-00009", "1-00010", "2-00003", "10-00002"], other: ["3-123456789"]}
    for uid, numbers in lives.items():
        for at, number in enumerate(numbers):
            (folders[at % 2] / f"crible-{uid}-{number}.cheville").touch()
    (folders[0] / f"crible-{one}-11-1234567890.cheville").touch()  # no version has as many figures
    names = [[path.stem.partition("-")[2] for path in paths] for paths in copies.find_copies(folders)]
    expected = [[f"{uid}-{number}" for number in reversed(numbers)] for uid, numbers in lives.items()]
    assert sorted(names) == sorted(expected)


def test_renamed_copy_is_identified_by_its_content(folders):
    copy = copies.open_copy(OLD_COPY.read_bytes())
    renamed = folders[1] / "samedi.cheville"
    renamed.write_bytes(OLD_COPY.read_bytes())
    around = [
        folders[0] / f"crible-{copy.uid}-{copy.epoch}-{copy.version + by:05}.cheville" for by in (1, -1)
    ]
    for path in around:
        path.touch()
    assert copies.find_copies(folders) == [[around[0], renamed, around[1]]]


def test_first_readable_copy_is_used(folders):
    half, none = folders[0] / "half.cheville", folders[0] / "none.cheville"
    path, copy = copies.first_readable([none, half, OLD_COPY, half])
    assert (path, copy) == (OLD_COPY, copies.open_copy(OLD_COPY.read_bytes()))
    assert copies.first_readable([none, half]) is None
