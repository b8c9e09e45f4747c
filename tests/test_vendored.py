"""Files taken from elsewhere are those that were looked at: none changed, none added beside the list."""

import hashlib
import json
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
STATIC = TESTS.parent / "static"
LOCKS = {
    folder: json.loads((folder / "vendor.lock.json").read_text(encoding="utf-8"))
    for folder in (STATIC, TESTS / "vendor")
}
LOCK = LOCKS[STATIC]
FILES = [(folder / entry["file"], entry) for folder, lock in LOCKS.items() for entry in lock]


@pytest.mark.parametrize(("path", "entry"), FILES, ids=[path.name for path, _entry in FILES])
def test_vendored_file_matches_its_lock(path, entry):
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found == entry["sha256"]
    assert entry["integrity"].startswith("sha512-")
    assert entry["version"]
    assert entry["licence"]


def test_every_font_is_locked_and_has_its_licence():
    locked = {entry["file"] for entry in LOCK}
    fonts = {f"fonts/{path.name}" for path in (STATIC / "fonts").iterdir()}
    assert fonts <= locked
    for package in {entry["name"] for entry in LOCK}:
        assert any(entry["source"] == "LICENSE" for entry in LOCK if entry["name"] == package)
