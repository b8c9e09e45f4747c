"""Modules, functions and settings that are named in strings exist, so that a move cannot leave one behind."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.utils.module_loading import import_string

from config.celery import app

ROOT = Path(__file__).resolve().parent.parent
DOTTED = re.compile(r"(?:config|scoring|tests|tournaments)(?:\.\w+)+(?::\w+)?")
MADE_BY_A_TEST = {
    "scoring.whist.book",
    "tests.pth",
    "tournaments.9999_from_tomorrow",
    "tournaments.games.whist.tablet",
}


def python_files() -> Iterator[Path]:
    for top in ("config", "scoring", "tests", "tournaments"):
        yield from sorted((ROOT / top).rglob("*.py"))
    yield from (ROOT / "manage.py", ROOT / "start.py")


def dotted_names_in_strings() -> dict[str, str]:
    """Return each dotted name with a file in which it stands."""
    found: dict[str, str] = {}
    for path in python_files():
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and DOTTED.fullmatch(node.value)
            ):
                found.setdefault(node.value, str(path.relative_to(ROOT)))
    return found


def is_known(name: str) -> bool:
    """Return whether a name is a module, an attribute of one, a model or a Celery task."""
    label, _dot, model = name.partition(".")
    if name in app.tasks or (label == "tournaments" and model.lower() in apps.all_models[label]):
        return True
    dotted = name.replace(":", ".")
    for load in (import_module, import_string, attribute_of_a_class):
        try:
            load(dotted)
        except ImportError:
            continue
        return True
    return False


def attribute_of_a_class(dotted: str) -> object:
    """Return `module.Class.attribute`. Raises `ImportError`."""
    owner, _dot, name = dotted.rpartition(".")
    try:
        return getattr(import_string(owner), name)
    except AttributeError as error:
        raise ImportError(dotted) from error


def test_each_dotted_string_names_something():
    app.loader.import_default_modules()
    names = dotted_names_in_strings()
    assert len(names) > 50
    lost = {name: path for name, path in names.items() if name not in MADE_BY_A_TEST and not is_known(name)}
    assert lost == {}


def test_each_module_named_in_pyproject_exists():
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    ours = [
        name.removesuffix(".*")
        for part in checked["overrides"]
        for name in part["module"]
        if DOTTED.match(name) or name == "scoring.*"
    ]
    assert len(ours) > 5
    for name in ours:
        import_module(name)


@pytest.mark.parametrize(
    "name", ["tournaments.nothing", "tournaments.models.Nothing", "config.settings:NOTHING"]
)
def test_missing_name_is_detected(name):
    assert not is_known(name)
