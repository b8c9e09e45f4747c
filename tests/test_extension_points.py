"""The registries of games: each has every game, and no other code asks which game it is."""

import ast
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring import games as rule_books
from scoring.criteria import GameFigure
from tournaments import formats
from tournaments.games import GAMES
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.publishing.papers import registry
from tournaments.web.setup.forms.form import COMMON_SECTIONS, SetupForm

ROOT = Path(__file__).resolve().parent.parent
GAME_FILE = re.compile(rf"(^|[/_])({'|'.join(GAMES)})(?=[/_.])")  # the files of a game have its name
JUDGE_PATHS = (
    "tournaments/judge/",
    "templates/judge/",
)
"""The judge's pages are of one game each."""
MOVEMENT_PATHS = (
    "tournaments/pairing/pairing_systems.py",
    "tournaments/management/commands/seat.py",
)
"""`manage.py seat` reads and writes other data for each that it knows."""
ALLOWED_PATHS = (*JUDGE_PATHS, "tournaments/formats/legacy.py", "tournaments/migrations/")
AMBIGUOUS_NAMES = ("points",)
"""Names of games that much else has as well: they ask for a game where one is spoken of."""
TEMPLATE_COMPARISON = re.compile(rf"""[!=]=+\s*["']({"|".join(GAMES)})["']""")


def test_game_and_its_rule_book_have_the_same_key():
    assert {key: game.book for key, game in GAMES.items()} == rule_books.GAMES


def test_incomplete_game_module_fails_at_start():
    half = SimpleNamespace(__name__="tournaments.games.whist.tablet", SCRIPTS=(), WORDS={})
    with pytest.raises(TypeError, match=r"tournaments\.games\.whist\.tablet.*`tablet`.* STYLES$"):
        replace(GAMES["gin"], tablet=half)


def test_rule_book_without_common_rule_fails_at_start():
    own = {name: rule for name, rule in GAMES["gin"].book.DEFAULTS.items() if name != "in_a_match"}
    book = SimpleNamespace(**{**vars(GAMES["gin"].book), "__name__": "scoring.whist.book", "DEFAULTS": own})
    with pytest.raises(TypeError, match=r"scoring\.whist\.book.* in_a_match "):
        replace(GAMES["gin"], book=book)


def test_game_figure_without_words_fails_at_start():
    book = SimpleNamespace(**vars(GAMES["gin"].book) | {"OWN_FIGURES": (GameFigure("sweeps"),)})
    with pytest.raises(TypeError, match=r"tournaments\.games\.gin\.words.* sweeps$"):
        replace(GAMES["gin"], book=book)


def test_incomplete_format_fails_at_start():
    shipped = formats.FORMATS["gin-swiss"]
    rules = {name: rule for name, rule in shipped.rules.items() if name != "rounds"}
    with pytest.raises(TypeError, match=r"gin-swiss.*rounds, name$"):
        replace(shipped, rules=rules, name="")


def test_format_names_known_game_and_pairing_system():
    for key, shipped in formats.FORMATS.items():
        rules = formats.rules(key)
        assert (shipped.key, shipped.game) == (key, rules["game"])
        assert rules["game"] in GAMES and rules["movement"] in PAIRING_SYSTEMS
        assert set(shipped.asks or ()) <= set(GAMES[shipped.game].rules.names)
        assert formats.complete_rules(rules) == rules, "frozen rules are complete"


def test_setup_fields_and_sections_have_unique_names():
    fields, sections = list(SetupForm.base_fields), list(COMMON_SECTIONS)
    for table in (game.rules for game in GAMES.values()):
        assert (ROOT / "templates" / table.template).exists()
        fields += table.names
        sections += table.sections
    assert len(fields) == len(set(fields)) and len(sections) == len(set(sections))


def test_paper_types_are_listed_under_their_own_key():
    assert {key: kind.key for key, kind in registry.PAPER_TYPES.items()} == {
        key: key for key in registry.PAPER_TYPES
    }


def sources(*suffixes: str):
    """Yield (name, text) of the program's files that belong to no single game and may not ask."""
    for top in ("tournaments", "templates", "static/js", "static/games"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in suffixes and not GAME_FILE.search(name) and not name.startswith(ALLOWED_PATHS):
                yield name, path.read_text(encoding="utf-8")


def test_no_code_compares_the_name_of_a_game():
    """No `== "gin"` and no `GAMES["gin"]`: a game answers itself."""
    faults = []
    for name, text in sources(".py"):
        for node in ast.walk(ast.parse(text)):
            asked = ()
            if isinstance(node, ast.Compare):
                asked = ast.walk(node)
            elif isinstance(node, ast.Subscript):
                asked = ast.walk(node.slice)
            elif isinstance(node, ast.Call):
                asked = iter([*node.args, *(keyword.value for keyword in node.keywords)])
            elif isinstance(node, ast.Dict) and not name.endswith("games/__init__.py"):
                asked = (key for key in node.keys if getattr(key, "value", "") not in AMBIGUOUS_NAMES)
            known = (one for one in asked if isinstance(one, ast.Constant) and isinstance(one.value, str))
            found = [one.value for one in known if one.value in GAMES]
            if found and "game" not in ast.unparse(node).lower():
                found = [one for one in found if one not in AMBIGUOUS_NAMES]
            faults += [f"{name}:{node.lineno}" for _one in found]
    for name, text in sources(".html", ".js"):
        faults += [f"{name}: {found[0]}" for found in TEMPLATE_COMPARISON.finditer(text)]
    assert not faults, "\n".join(faults)


def test_no_code_compares_names_of_movements_or_papers():
    """No `movement == "swiss"`, no table by movements outside of their registry, no `kind == "join"`."""
    faults = []
    for name, text in sources(".py"):
        nodes = () if name.startswith(MOVEMENT_PATHS) else ast.walk(ast.parse(text))
        for node in nodes:
            if isinstance(node, ast.Compare):
                written = ast.unparse(node).lower()
                asked = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                by_name = "movement" in written and asked & set(PAIRING_SYSTEMS)
                faults += [f"{name}:{node.lineno}"] if by_name else []
                faults += (
                    [f"{name}:{node.lineno}"]
                    if "kind" in written and asked & set(registry.PAPER_TYPES)
                    else []
                )
            elif isinstance(node, ast.Dict):
                keys = {getattr(key, "value", "") for key in node.keys}
                faults += [f"{name}:{node.lineno}"] if len(keys & set(PAIRING_SYSTEMS)) > 1 else []
    assert not faults, "\n".join(faults)
