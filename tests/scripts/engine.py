"""The scripts of the pages without a page: their functions are called directly, in Chromium's engine.

scripts = load("games/cribbage/board_model.js")
scripts("Cheville.pegging.pegs", [], 2, {"target": 121})
"""

import json
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

STATIC = Path(__file__).resolve().parents[2] / "static"


def script(name: str) -> Path:
    """Return the file of a script: of a game in `static/games/`, any other in `static/js/`."""
    return STATIC / name if name.startswith("games/") else STATIC / "js" / name


class Scripts:
    """Scripts loaded one after the other where there is neither a document nor a network."""

    def __init__(self, *names: str) -> None:
        """Load the script of each name in this order, at the first call."""
        self._names = names

    @cached_property
    def _engine(self) -> MiniRacer:
        engine = MiniRacer()
        engine.eval("var window = globalThis;")
        for name in self._names:
            engine.eval(script(name).read_text(encoding="utf-8"))
        return engine

    def __call__(self, function: str, *arguments: Any) -> Any:
        """Call a function by its full name; arguments and answer are plain JSON (`undefined` is None)."""
        given = json.dumps(arguments)
        found = self._engine.eval(f"JSON.stringify(({function})(...{given}))")
        return None if found is None or not isinstance(found, str) else json.loads(found)


@cache
def load(*names: str) -> Scripts:
    """Load the same scripts once for all tests: those tested here keep no state between calls."""
    return Scripts(*names)
