"""Every module of the rule book begins with what it implements and an example, and every example is true."""

import doctest
import importlib
import inspect
from pkgutil import walk_packages

import pytest

import scoring

MODULES = [module.name for module in walk_packages(scoring.__path__, "scoring.") if not module.ispkg]
RULES = [name for name in MODULES if name != "scoring.errors"]  # the module of errors has no rule
FUNCTIONS = [
    f"{name}.{function}"
    for name in RULES
    for function, found in inspect.getmembers(importlib.import_module(name), inspect.isroutine)
    if found.__module__ == name and not function.startswith("_")
]
METHODS = [
    f"{name}.{kind}.{method}"
    for name in RULES
    for kind, found in inspect.getmembers(importlib.import_module(name), inspect.isclass)
    if found.__module__ == name and not kind.startswith("_")
    for method, member in vars(found).items()
    if not method.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
]


@pytest.mark.parametrize("name", MODULES)
def test_doctests_pass(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", RULES)
def test_module_docstring_has_table_of_rules_and_example(name):
    opening = importlib.import_module(name).__doc__
    assert "rules.md §" in opening
    assert "|--" in opening
    assert ">>> " in opening


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_cites_its_section(name):
    module, _, function = name.rpartition(".")
    assert "rules.md §" in inspect.getdoc(getattr(importlib.import_module(module), function))


@pytest.mark.parametrize("name", METHODS)
def test_a_public_method_cites_its_section(name):
    module, kind, method = name.rsplit(".", 2)
    found = getattr(getattr(importlib.import_module(module), kind), method)
    assert "§" in inspect.getdoc(found)
