"""Files taken from elsewhere are the ones that were looked at: none changed, none came in beside the list."""

import hashlib
import json
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parent.parent / "static"
LOCK = json.loads((STATIC / "vendor.lock.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", LOCK, ids=lambda entry: entry["file"])
def test_a_vendored_file_is_the_one_that_was_locked(entry):
    found = hashlib.sha256((STATIC / entry["file"]).read_bytes()).hexdigest()
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
