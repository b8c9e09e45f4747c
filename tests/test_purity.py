"""Rules and pairing are exact and repeatable, large libraries load late, messages carry codes.

Import-linter checks which package imports which; its contracts are in pyproject.toml.
"""

import ast
import os
import subprocess
import sys

import pytest

from tests.source import ROOT, imports, modules, tree

LATE_MODULES = (
    "apispec",
    "arabic_reshaper",
    "bidi",
    "reportlab",
    "rustworkx",
    "openpyxl",
    "cryptography",
    "prometheus_client",
    "redis",
    "psycopg",
)
PURE_PACKAGES = ("scoring", "tournaments/pairing")


def test_large_libraries_are_not_loaded_at_start():
    look = (
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings';"
        "import sys, django; django.setup(); import config.urls, config.wsgi;"
        f"print([name for name in {LATE_MODULES} if name in sys.modules])"
    )
    seen = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=False)
    assert seen.stdout.strip() == "[]", seen.stdout + seen.stderr


def test_the_tests_of_rules_and_pairing_need_no_settings():
    """`make quick` runs them without."""
    folders = [ROOT / "tests" / name for name in ("scoring", "pairing")]
    files = [path.relative_to(ROOT) for folder in folders for path in folder.rglob("test_*.py")]
    names = [".".join(path.with_suffix("").parts) for path in files]
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    look = [sys.executable, "-c", f"import {', '.join(names)}"]
    seen = subprocess.run(look, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert seen.returncode == 0, seen.stderr


def pure_modules() -> list[str]:
    """Return the names of the modules that calculate with integers and fractions only."""
    return [
        name
        for name, path in modules().items()
        if path.relative_to(ROOT).as_posix().startswith(PURE_PACKAGES)
    ]


@pytest.mark.parametrize("name", pure_modules())
def test_no_floats_where_points_are_counted(name: str):
    faults = []
    for node in ast.walk(tree(name)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
        if literal or call or is_true_division(node):
            faults.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert not faults, "\n".join(faults)


def is_true_division(node: ast.AST) -> bool:
    """Return whether the node is `a / b` and neither side is written as a Fraction."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Div)
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)):
        return False
    return not any("Fraction" in ast.unparse(side) for side in (node.left, node.right))


@pytest.mark.parametrize("name", pure_modules())
def test_no_clock_and_no_hidden_randomness_where_points_are_counted(name: str):
    """A seed is an argument: `random.Random(seed)` is welcome, functions of the module are not."""
    clocks = {"time", "datetime", "secrets", "uuid", "os"}
    faults = [other for other in imports(name) if other.split(".")[0] in clocks]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
            faults.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert not faults, "\n".join(faults)


def test_only_flash_adds_messages():
    """`tournaments.web.flash` adds every message; another call of Django's would give one without a code."""
    faults = [
        name
        for name in modules()
        if name.startswith("tournaments.") and name != "tournaments.web.flash"
        for node in ast.walk(tree(name))
        if isinstance(node, ast.ImportFrom)
        and node.module == "django.contrib"
        and any(alias.name == "messages" for alias in node.names)
    ]
    assert not faults, "\n".join(faults)
