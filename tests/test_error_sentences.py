"""Every refusal of the rule book has a sentence, and gives the numbers and names in it."""

import ast
import re
from pathlib import Path

import pytest

import scoring
from tournaments.common.messages.sentences import SENTENCES

ROOT = Path(scoring.__file__).parent


def domain_errors():
    """Yield each `DomainError("code", name=...)` in the rule book: its place, and the call."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "DomainError":
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def error_codes(node):
    """Return the codes that the first argument may be; none where it is passed on."""
    given = node.args[0]
    branches = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
    return [branch.value for branch in branches if isinstance(branch, ast.Constant)]


RAISED_CODES = [(where, code, node) for where, node in domain_errors() for code in error_codes(node)]


@pytest.mark.parametrize(
    ("where", "code", "node"), RAISED_CODES, ids=[f"{code}-{where}" for where, code, _ in RAISED_CODES]
)
def test_every_error_code_has_a_sentence_with_its_arguments(where, code, node):
    assert code in SENTENCES, where
    spoken_of = set(re.findall(r"%\((\w+)\)s", str(SENTENCES[code])))
    names = {keyword.arg for keyword in node.keywords}
    assert None in names or spoken_of <= names, f"{where}: {spoken_of - names}"
