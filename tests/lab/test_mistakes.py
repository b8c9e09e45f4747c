"""Check that every deliberate mistake can still be made: one that cannot be made proves nothing."""

import ast
import builtins
import json
import re
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.lab.mistakes import MISTAKES, Mistake
from tests.lab.source import changed_source, names_in, replaced, shape

ROOT = Path(__file__).resolve().parents[2]


def test_mistake_names_are_unique():
    names = [mistake.name for mistake in MISTAKES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_mistake_can_be_planted(mistake: Mistake):
    path, wrong = changed_source(ROOT, mistake.place, mistake.before, mistake.after)
    right = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        assert wrong != right
        MiniRacer().eval(f"new Function({json.dumps(wrong)}); 0")  # raises where it cannot be read
    else:
        assert ast.dump(ast.parse(wrong)) != ast.dump(ast.parse(right))
    own = names_in(mistake.after) - names_in(mistake.before) - set(dir(builtins))
    assert own <= set(re.findall(r"[\w$]+", right)), "it uses a name that is not in its file"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_tests_of_mistake_exist(mistake: Mistake):
    assert mistake.tests
    for test in mistake.tests:
        path, _, function = test.partition("::")
        assert f"def {function}" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if line.basis == desk.last: pass", "if line.basis <= desk.last: pass"),
        ("if x.y == z.last:\n    pass", "if x.y <= z.last:\n    pass"),
    ],
)
def test_replacement_ignores_names(source, expected):
    assert replaced(source, "if line.basis == desk.last", "if line.basis <= desk.last") == expected


@pytest.mark.parametrize(
    "source",
    [
        "if line.basis != desk.last: pass",  # something else
        "if line.basis == desk.last: pass\nif a.b == c.last: pass",  # twice
        'f("a", x) or g("a", x)',
    ],
)
def test_ambiguous_or_missing_source_is_refused(source):
    with pytest.raises(LookupError):
        replaced(source, "line.basis == desk.last", "line.basis <= desk.last")


def test_each_name_stands_for_one_expression():
    with pytest.raises(LookupError):
        replaced("one.a < other.b", "line.basis < line.last", "True")
    assert shape("one.a < other.b") != shape("line.basis < line.last")
    assert shape("one.a(one)") == shape("line.basis(line)")
    assert shape("min(one)") != shape("max(one)")
    assert shape("one(a__lt=2)") != shape("one(a__lte=2)")
