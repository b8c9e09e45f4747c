"""Every example in the rule book is true, and every module of it opens with one."""

import doctest
import importlib
from pkgutil import walk_packages

import pytest

import scoring

MODULES = [module.name for module in walk_packages(scoring.__path__, "scoring.") if not module.ispkg]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
