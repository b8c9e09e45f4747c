"""Every example in a docstring of the program is true; `scoring/test_doctests.py` has those of the rules."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "tournaments").rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed
