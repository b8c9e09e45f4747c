"""Rows of a tournament that are used under its lock are read under it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tournaments.models import Tournament
from tournaments.models.locking import PARENT_COLUMNS

ROOT = Path(__file__).resolve().parent.parent
ROW_MODELS = {
    model.__name__
    for model in apps.get_app_config("tournaments").get_models()
    if model is Tournament
    or any(field.is_relation and field.name in PARENT_COLUMNS for field in model._meta.concrete_fields)
} - {"Job"}  # which has a lease of its own
LOCK_FUNCTIONS = ("locked", "held_game")
RELOAD_FUNCTIONS = ("reload", "reload_all")
LOCK_IMPORT = r"^from tournaments\.models\.locking import (\([^)]*|.*)\blocked\b|^from .* import .*held_game"
MODULES = [
    path
    for path in sorted((ROOT / "tournaments").rglob("*.py"))
    if re.search(LOCK_IMPORT, path.read_text(), re.M)
]


def _is_lock(call: ast.expr) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in LOCK_FUNCTIONS


def _root(of: ast.expr) -> str:
    while isinstance(of, ast.Attribute):
        of = of.value
    return of.id if isinstance(of, ast.Name) else ""


def _parameters(function: ast.FunctionDef) -> set[str]:
    """Return the parameters of a function that are rows of a tournament, or several of them."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return {
        one.arg
        for one in arguments
        if one.annotation
        and "Callable" not in ast.unparse(one.annotation)
        and {name.id for name in ast.walk(one.annotation) if isinstance(name, ast.Name)} & ROW_MODELS
    }


def _read_anew(body: list[ast.stmt]) -> set[str]:
    """Return the names that stand for a row read again in a block."""
    found: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            calls = [
                one.func.id
                for one in ast.walk(node)
                if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
            ]
            if isinstance(node, ast.Assign) and set(calls) & set(RELOAD_FUNCTIONS):
                found |= {
                    name.id
                    for target in node.targets
                    for name in ast.walk(target)
                    if isinstance(name, ast.Name)
                }
    return found


def old_rows(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of every row that was read before a lock and is used under it."""
    for function in [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]:
        held: set[str] = set()
        for block in [node for node in ast.walk(function) if isinstance(node, ast.With)]:
            locks = [item for item in block.items if _is_lock(item.context_expr)]
            for item in locks:
                given = item.context_expr.args[0]
                new = {item.optional_vars.id} if isinstance(item.optional_vars, ast.Name) else set()
                held |= new | _read_anew(block.body)
                old = ({_root(given)} | _parameters(function)) - held
                for node in [node for statement in block.body for node in ast.walk(statement)]:
                    if isinstance(node, ast.Name) and node.id in old:
                        yield node.lineno, node.id


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_row_that_was_read_before_the_lock_is_used_under_it(path):
    assert list(old_rows(path.read_text())) == []


@pytest.mark.parametrize(
    ("body", "old"),
    [
        ("with locked(stage) as stage:\n  return stage.rules", []),
        ("with locked(stage.tournament_id):\n  return stage.rules", [(3, "stage")]),
        ("with locked(stage.tournament) as it:\n  return it, entry", [(3, "entry")]),
        ("with locked(stage) as stage:\n  entry = reload(entry, stage.tournament)\n  return entry", []),
        ("with locked(entry) as now:\n  return now, entry", [(3, "entry")]),
    ],
)
def test_rows_read_before_the_lock_are_detected(body, old):
    indented = "".join(f"  {line}\n" for line in body.splitlines())
    found = old_rows(f"def do(stage: Stage, entry: Entry | None, by: User):\n{indented}")
    assert [(line, name) for line, name in found] == old


def comparisons_outside_lock(text: str) -> Iterator[str]:
    """Yield the functions that take a lock and compare what a page showed, `seen`, outside of it."""
    for function in [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]:
        arguments = [*function.args.args, *function.args.kwonlyargs]
        held = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.With) and any(_is_lock(item.context_expr) for item in node.items)
        ]
        if not held or "seen" not in [one.arg for one in arguments]:
            continue
        used = {id(node) for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == "seen"}
        under = {id(node) for block in held for one in block.body for node in ast.walk(one)}
        if not used or not used <= under:
            yield function.name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_seen_values_are_compared_under_the_lock(path):
    assert list(comparisons_outside_lock(path.read_text())) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("with locked(it) as it:\n  if seen != it.name:\n   raise DomainError('changed')", []),
        ("if seen != it.name:\n  raise DomainError('changed')\n with locked(it) as it:\n  return it", ["do"]),
        ("with locked(it) as it:\n  return it", ["do"]),
    ],
)
def test_comparison_outside_the_lock_is_detected(body, found):
    assert list(comparisons_outside_lock(f"def do(it, *, seen=None):\n {body}\n")) == found
