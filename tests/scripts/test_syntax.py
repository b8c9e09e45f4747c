"""Browsers of five years ago can read every script: the oldest are named in tournaments/web/tablet_app."""

import json
import re
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from tests.scripts.engine import STATIC, script

ACORN = Path(__file__).resolve().parent.parent / "vendor" / "acorn.js"
ECMA = 2020  # Chrome 87, Firefox 78 and Safari 14 read all of its syntax but one: Safari 14 lacks lookbehind
NEWER_METHODS = {  # methods that one of them lacks though all can read the call
    *("at", "hasOwn", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "groupBy", "any"),
    "randomUUID",
}
LAPTOP_METHODS = {"showModal"}  # an organiser's laptop has it
PARSE_SCRIPT = """(text, kind) => {
  const found = {fault: "", calls: [], patterns: []};
  let before = "", name = "";
  try {
    acorn.parse(text, {ecmaVersion: %d, sourceType: kind, onToken: (token) => {
      if (token.type.label === "regexp") found.patterns.push(token.value.pattern);
      if (token.type.label === "(" && name) found.calls.push(name);
      name = token.type.label === "name" && before.endsWith(".") ? token.value : "";
      before = token.type.label;
    }});
  } catch (fault) { found.fault = String(fault); }
  return JSON.stringify(found);
}"""
MODULES = {"tablet_app/qr.js"}
SCRIPTS = sorted(
    path.relative_to(STATIC).as_posix().removeprefix("js/")
    for folder in ("js", "games")
    for path in (STATIC / folder).rglob("*.js")
)


@pytest.fixture(scope="module")
def read():
    """What a script uses: `read(text, kind)`."""
    engine = MiniRacer()
    engine.eval(ACORN.read_text(encoding="utf-8"))

    def use(text: str, kind: str = "script") -> dict:
        return json.loads(engine.eval(f"({PARSE_SCRIPT % ECMA})({json.dumps(text)}, {json.dumps(kind)})"))

    return use


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_use_only_syntax_of_old_browsers(read, name):
    found = read(script(name).read_text(encoding="utf-8"), "module" if name in MODULES else "script")
    assert found["fault"] == ""
    assert not [pattern for pattern in found["patterns"] if "(?<=" in pattern or "(?<!" in pattern]
    on_a_tablet = re.match(r"tablet_app/|games/\w+/(?!desk)", name)
    assert not (NEWER_METHODS | (LAPTOP_METHODS if on_a_tablet else set())) & set(found["calls"])


@pytest.mark.parametrize(
    "text", ["class A { #own = 1 }", "a ||= 1", "x = 1_000", "class A { static { } }", "await x"]
)
def test_newer_syntax_is_detected(read, text):
    assert read(text)["fault"]


def test_older_syntax_is_accepted(read):
    found = read("const b = a?.b ?? 1n; b.at(-1); /(?<=x)y/.test(b)")
    assert (found["fault"], found["calls"], found["patterns"]) == ("", ["at", "test"], ["(?<=x)y"])
