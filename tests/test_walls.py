"""The walls of the house: who may import whom, what stays pure, what is not loaded at start."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
FACES = (
    "views",
    "forms",
    "html_tables",
    "device_state",
    "api",
    "tasks",
    "admin",
    "management",
    "templatetags",
    "urls",
)

# From the ground up: a room may import those of its own row and of the rows that come before it.
ROWS = [
    (
        "formats",
        "seating",
        "competitors",
        "done",
        "refusals_around",
        "refusals_of_cards",
        "refusals_of_formats",
        "refusals_of_lists",
        "refusals_of_penalties",
        "refusals_of_rounds",
        "refusals_of_seats",
        "refusals_of_teams",
        "refusals_of_updates",
        "refusals_of_destinations",
        "sentences",
        "card_letters",
        "card_names",
        "incoming",
        "workbooks",
        "codes",
        "fields",
        "shapes",
    ),
    ("models", "migrations"),
    (
        "acts",
        "jobs",
        "job_delays",
        "interim",
        "help_requests",
        "devices",
        "throttle",
        "group_commit",
        "rights",
        "sign_ins",
        "helpers",
        "notices",
        "visitors",
        "wifi",
    ),
    (
        "registration",
        "portable",
        "stages",
        "rounds",
        "scorebook",
        "standings",
        "matches",
        "medals",
        "playoffs",
        "playoffs_check",
        "protests",
        "games",
        "publication",
    ),
    (
        "own_formats",
        "rehearsal",
        "proofs",
        "seasons",
        "side_by_side",
        "leagues",
        "example",
        "destinations",
        "mail",
        "copies",
        "room",
        "removal",
        "backup",
        "update",
        "table_status",
        "table_layout",
        "seats_file",
        "payloads",
        "device_cache",
    ),
    (*FACES, "apps"),
    ("https", "judge"),  # rooms that can be left out: nobody imports them (`tests/test_left_out.py`)
]
DAY = ROWS[3]
FACES_TOGETHER = {
    "views": {"forms", "html_tables", "templatetags"},
    "html_tables": {"templatetags"},
    "api": {"device_state"},
    "urls": {"views", "api", "device_state"},
}
LATE = (
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
PURE = ("scoring", "tournaments/pairing")


@cache
def modules() -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    found = {}
    for top in ("config", "scoring", "tournaments"):
        for path in sorted((HOUSE / top).rglob("*.py")):
            parts = path.relative_to(HOUSE).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


@cache
def imports(name: str, *, inside_functions: bool = True) -> tuple[str, ...]:
    """The names that a module imports; `from a import b` gives `a.b` where that is a module, else `a`."""
    return tuple(imported(name, inside_functions=inside_functions))


def imported(name: str, *, inside_functions: bool) -> Iterator[str]:
    for node in ast.walk(tree(name)) if inside_functions else at_import(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(name, node)
            for alias in node.names:
                longer = f"{base}.{alias.name}"
                yield longer if longer in modules() else base


def absolute(name: str, node: ast.ImportFrom) -> str:
    """The module that an import names, dots at its beginning resolved."""
    if not node.level:
        return node.module or ""
    package = name.split(".")
    if modules()[name].name != "__init__.py":
        package = package[:-1]
    package = package[: len(package) - node.level + 1]
    return ".".join([*package, *([node.module] if node.module else [])])


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when a module is imported: bodies of functions and `if TYPE_CHECKING` do not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield child
        yield from at_import(child)


def room(name: str) -> str:
    """`tournaments.web.day` lies in the room `views`; empty outside of `tournaments`."""
    parts = name.split(".")
    return parts[1] if parts[0] == "tournaments" and len(parts) > 1 else ""


def row(name: str) -> int:
    """The row of a room, counted from the ground."""
    return next(number for number, rooms in enumerate(ROWS) if name in rooms)


def rooms_used() -> Iterator[tuple[str, str, str, str]]:
    """(module, its room, imported module, its room) for every import between rooms of `tournaments`."""
    for name in modules():
        here = room(name)
        for other in imports(name):
            there = room(other)
            if here and there and here != there:
                yield name, here, other, there


def told(faults: list[str]) -> str:
    """One fault a line."""
    return "\n" + "\n".join(faults)


def test_every_room_has_its_place():
    known = {name for rooms in ROWS for name in rooms} | {"documents", ""}
    assert {room(name) for name in modules()} <= known


def test_the_rule_book_knows_nothing_but_itself():
    allowed = {*sys.stdlib_module_names, "scoring"}
    names = [name for name in modules() if name.split(".")[0] == "scoring"]
    faults = [
        f"{name}: {other}" for name in names for other in imports(name) if other.split(".")[0] not in allowed
    ]
    assert not faults, told(faults)


def test_seating_and_formats_are_pure():
    allowed = {*sys.stdlib_module_names, "scoring", "rustworkx", "tournaments"}
    names = [name for name in modules() if room(name) in {"seating", "formats"}]
    faults = [
        f"{name}: {other}" for name in names for other in imports(name) if other.split(".")[0] not in allowed
    ]
    faults += [
        f"{name}: {other}"
        for name, here, other, there in rooms_used()
        if here in {"seating", "formats"} and there not in {"seating", "formats"}
    ]
    assert not faults, told(faults)


def test_nothing_reaches_upwards():
    faults = [
        f"{name} imports {other}"
        for name, here, other, there in rooms_used()
        if "documents" not in (here, there) and row(there) > row(here)
    ]
    assert not faults, told(faults)


def test_a_stage_of_the_day_reads_ahead_only_inside_functions():
    """At import the day runs in one direction; a later stage may still be looked up when it is needed."""
    faults = []
    for name in modules():
        if room(name) in DAY:
            here = DAY.index(room(name))
            later = [
                other for other in imports(name, inside_functions=False) if room(other) in DAY[here + 1 :]
            ]
            faults += [f"{name} imports {other}" for other in later]
    assert not faults, told(faults)


def test_rooms_form_no_circle():
    """Also inside functions: two rooms that need each other are one room. A module of `config` is a room."""
    needs: dict[str, set[str]] = {}
    for name in modules():
        here = ".".join(name.split(".")[:2])
        others = {".".join(other.split(".")[:2]) for other in imports(name) if other in modules()}
        needs.setdefault(here, set()).update(others - {here, "tournaments", "config"})
    while free := {here for here, others in needs.items() if not others & needs.keys()}:
        for here in free:
            del needs[here]
    faults = [f"{here} needs {sorted(others & needs.keys())}" for here, others in needs.items()]
    assert not faults, told(faults)


def test_documents_know_plain_rows_only():
    names = [name for name in modules() if room(name) == "documents"]
    faults = []
    for name in names:
        for other in imports(name):
            inside = other.split(".")[0] in {"tournaments", "config"} and room(other) != "documents"
            django = other.split(".")[0] == "django" and not other.startswith("django.utils")
            if inside or django:
                faults.append(f"{name} imports {other}")
    assert not faults, told(faults)


def test_the_package_of_a_game_is_known_to_its_shelf_alone():
    """Nobody else imports it, nor its pure half, and no game another: the game answers on its shelf.

    `scoring.match_points` is read by any match. The judge's pages are of one game each, and a rehearsal takes
    the options of gin.
    """
    may = ("tournaments.judge", "tournaments.management.commands.simulate")
    shelves = ("scoring.games", "tournaments.games")
    faults = []
    for found in sorted((HOUSE / "tournaments" / "games").glob("*/__init__.py")):
        own = (f"scoring.{found.parent.name}.", f"tournaments.games.{found.parent.name}.")
        faults += [
            f"{name} imports {other}"
            for name in modules()
            if name not in shelves and not f"{name}.".startswith((*own, *may))
            for other in imports(name)
            if f"{other}.".startswith(own)
        ]
    assert not faults, told(faults)


def test_faces_do_not_look_at_one_another():
    faults = [
        f"{name} imports {other}"
        for name, here, other, there in rooms_used()
        if here in FACES and there in FACES and there not in FACES_TOGETHER.get(here, set())
    ]
    assert not faults, told(faults)


def test_rooms_that_can_be_left_out_know_nothing_of_one_another():
    faults = [
        f"{name} imports {other}" for name, here, other, there in rooms_used() if {here, there} <= {*ROWS[-1]}
    ]
    assert not faults, told(faults)


def test_nobody_imports_the_tasks():
    faults = [f"{name}: {other}" for name in modules() for other in imports(name) if room(other) == "tasks"]
    assert not faults, told(faults)


def test_papers_matching_and_spreadsheets_are_loaded_where_they_are_used():
    look = (
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings';"
        "import sys, django; django.setup(); import config.urls, config.wsgi;"
        f"print([name for name in {LATE} if name in sys.modules])"
    )
    seen = subprocess.run(
        [sys.executable, "-c", look], cwd=HOUSE, capture_output=True, text=True, check=False
    )
    assert seen.stdout.strip() == "[]", seen.stdout + seen.stderr


def pure_modules() -> list[str]:
    """The names of the modules that calculate with integers and fractions only."""
    return [name for name, path in modules().items() if path.relative_to(HOUSE).as_posix().startswith(PURE)]


@pytest.mark.parametrize("name", pure_modules())
def test_no_floats_where_points_are_counted(name: str):
    faults = []
    for node in ast.walk(tree(name)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
        if literal or call or is_true_division(node):
            faults.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert not faults, told(faults)


def is_true_division(node: ast.AST) -> bool:
    """`a / b`, unless one side is written as a Fraction."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Div)
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)):
        return False
    return not any("Fraction" in ast.unparse(side) for side in (node.left, node.right))


@pytest.mark.parametrize("name", pure_modules())
def test_no_clock_and_no_hidden_dice_where_points_are_counted(name: str):
    """A seed is an argument: `random.Random(seed)` is welcome, the dice of the module are not."""
    clocks = {"time", "datetime", "secrets", "uuid", "os"}
    faults = [other for other in imports(name) if other.split(".")[0] in clocks]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
            faults.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert not faults, told(faults)


def test_what_a_view_says_goes_through_one_door_so_that_it_carries_its_code():
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
    assert not faults, told(faults)
