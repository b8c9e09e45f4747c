"""Plant a mistake in modules that are loaded already: give its code to the functions that exist.

They stay the same objects, so nothing has to be imported again.
"""

from __future__ import annotations

import ast
import gc
import importlib
import sys
from collections.abc import Iterable, Iterator
from inspect import getclosurevars
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.lab.mutation.mutants import Mutant
from tests.lab.source import module_name

Functions = dict[str, list[FunctionType]]
"""Functions that exist, by the path of their file."""


def functions(paths: Iterable[str]) -> Functions:
    """Return every function of these files, also those that decorators and closures hold."""
    wanted = set(paths)
    gc.unfreeze()  # config/wsgi.py freezes what is loaded
    found: Functions = {path: [] for path in wanted}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in wanted:
            found[one.__code__.co_filename].append(one)
    return found


def query_caches() -> list[dict[Any, Any]]:
    """Return the caches of `rows.prepared`. Emptied, they build each query anew, with the mistake in it."""
    gc.unfreeze()
    return [
        getclosurevars(one).nonlocals["known"]
        for one in gc.get_objects()
        if type(one) is FunctionType and one.__code__.co_qualname == "prepared.<locals>.asked"
    ]


def plant(mutant: Mutant, root: Path, living: Functions) -> None:
    """Make the mistake in this process, which cannot be used for anything else afterwards."""
    path = str(root / mutant.file)
    module = importlib.import_module(module_name(mutant.file))
    right = {_place(code): code for code in _codes(compile(ast.unparse(mutant.tree), path, "exec"))}
    mutant.plant()
    wrong = compile(ast.unparse(mutant.tree), path, "exec")
    if mutant.at_import:
        _replace_constants(module, wrong)
        return
    changed = {_place(code): code for code in _codes(wrong) if code != right.get(_place(code))}
    swapped = 0
    for function in living[path]:
        code = changed.get(function.__code__.co_qualname)
        if code is not None and len(code.co_freevars) == len(function.__code__.co_freevars):
            function.__code__ = code
            swapped += 1
    if not swapped:
        raise LookupError(mutant.key)


def _place(code: CodeType) -> str:
    return code.co_qualname


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function, methods and inner ones too, but not of comprehensions in them."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if not inner.co_name.startswith("<"):
                yield inner
            yield from _codes(inner)


def _replace_constants(module: ModuleType, wrong: CodeType) -> None:
    """Replace what is computed at import: constants, also where they were imported to, and defaults."""
    again = ModuleType(module.__name__)
    again.__dict__.update({key: value for key, value in vars(module).items() if key.startswith("__")})
    exec(wrong, again.__dict__)
    for name, new in vars(again).items():
        old = vars(module).get(name)
        if name.startswith("__") or old is None or isinstance(new, type | ModuleType):
            continue
        if isinstance(new, FunctionType) and new.__qualname__ == name:  # a closure is a constant
            old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
            continue
        for other in list(sys.modules.values()):
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, new)
