"""Private names of libraries: each library's are used in one module, and the version installed has them."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.source import ROOT, modules, tree

DOCUMENTED = {"_meta", "_default_manager", "_asdict", "_replace", "_fields", "_field_defaults"}
"""Names of Django's models and of named tuples that their documentation gives to everybody."""
LIBRARY_NAMES = {"_state", "_render"}  # of Django, and given to functions of the program as well
PRIVATE = re.compile(r"\b_[^\W_]\w*")
TOOL_MODULES = {"tournaments.papers.fonts.plain_zero"}  # run by hand, with a library that is not installed
FENCES = {
    "tournaments.models.django_private": {
        "django.core.handlers.wsgi.WSGIHandler": "_get_response _view_middleware _exception_middleware "
        "_template_response_middleware _middleware_chain",
        "django.db.models.base.ModelState": "adding db",
        "django.db.models.query.QuerySet": "_fields _iterable_class _known_related_objects "
        "_prefetch_related_lookups",
        "django.db.models.sql.compiler.SQLCompiler": "as_sql connection",
    },
    "tournaments.laptop.http_server": {
        "waitress.server.TcpWSGIServer": "_map",
        "waitress.channel.HTTPChannel": "_fileno",
    },
    "tournaments.papers.book": {
        "reportlab.pdfgen.canvas.Canvas": "_code _doc _pagesize _startPage",
        "reportlab.pdfbase.pdfdoc.PDFDocument": "objectcounter idToObjectNumberAndVersion numberToId "
        "idToObject Reference Catalog info Pages GetPDFData xobjDict getXObjectName",
    },
    "tournaments.delivery.destinations.ftp": {"ftplib.FTP_TLS": "_prot_p"},
}
"""By the module that uses them: the class of the library, and the names of it that are not documented."""


def own_names(tree: ast.Module) -> set[str]:
    """Return the private names that a module gives to its own classes and objects."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in (each for one in targets for each in ast.walk(one)):
                if isinstance(target, ast.Name):
                    names.add(target.id)
                elif isinstance(target, ast.Attribute) and is_self(target.value):
                    names.add(target.attr)
    return names


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def foreign_attributes(module: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, name, expression) of every private attribute that a module has not defined itself."""
    used = [
        node
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr) and node.attr not in DOCUMENTED
    ]
    known = own_names(tree(module)) if used else set()
    yield from ((node.lineno, node.attr, ast.unparse(node)) for node in used if node.attr not in known)


def test_private_library_names_are_used_in_one_module():
    faults = []
    for name, path in modules().items():
        if name in TOOL_MODULES:
            continue
        fenced = {one for names in FENCES.get(name, {}).values() for one in names.split()} | {"_state"}
        faults += [
            f"{path.relative_to(ROOT)}:{line} uses {given}: only the module of its library may (FENCES)"
            for line, attribute, given in foreign_attributes(name)
            if name not in FENCES or attribute not in fenced
        ]
    assert not faults, "\n" + "\n".join(faults)


def test_tests_use_no_private_name_of_the_program():
    """Refuse private names of the program: it may rename or inline them without any change of behaviour."""
    private = {name for module in modules() for name in own_names(tree(module)) if PRIVATE.fullmatch(name)}
    faults = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not (names := private & set(PRIVATE.findall(text)) - DOCUMENTED - LIBRARY_NAMES):
            continue
        parsed = ast.parse(text)
        names -= own_names(parsed)
        faults += [
            f"{path.relative_to(ROOT)}:{line} uses {name}"
            for line, name in names_used(parsed)
            if name in names
        ]
    assert not faults, "\n" + "\n".join(faults)


def names_used(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of attributes of others, of names imported, and of names in a `setattr`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not is_self(node.value):
            yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("setattr"):
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            yield from ((node.lineno, one.rpartition(".")[2]) for one in texts if isinstance(one, str))


@pytest.mark.parametrize("name", FENCES)
def test_libraries_have_the_private_names_in_use(name: str):
    for where, names in FENCES[name].items():
        there = attribute_names(where)
        gone = [one for one in names.split() if one not in there]
        library = where.partition(".")[0]
        assert not gone, f"{where} of this version of {library} has no {', '.join(gone)}: mend {name}"


def attribute_names(where: str) -> set[str]:
    """Return the names that the source of a class and of its bases mention as attributes of their own."""
    import importlib
    import inspect

    module, _, cls = where.rpartition(".")
    found: set[str] = set()
    for base in getattr(importlib.import_module(module), cls).__mro__[:-1]:
        found |= set(vars(base))
        for node in ast.walk(ast.parse(inspect.getsource(inspect.getmodule(base)))):
            if isinstance(node, ast.Attribute) and is_self(node.value):
                found.add(node.attr)
    return found


SQL = re.compile(r"\b(SELECT\s+[\w(*%]|INSERT INTO\b|UPDATE \w+ SET\b|DELETE FROM\b|JOIN \w+ (AS )?\w+ ON\b)")
MAY_HAVE_SQL = {
    "tournaments.system.checks",
    "tournaments.models.raw_sql",  # the hot path
    "tournaments.models.rows",  # which runs it
    "tournaments.models.triggers",
    "tournaments.transfer.backup",  # a snapshot of PostgreSQL, and counts of two databases
    "tournaments.transfer.copies.restore",  # an advisory lock
    "tournaments.laptop.recovery",  # a database that Django cannot open
    "tournaments.laptop.migrate",  # a database of another version
    "tournaments.system.earlier_data",  # the same, before there are settings
    "tournaments.web.monitoring.endpoints",  # whether the database answers
}


def test_sql_is_only_in_listed_modules():
    faults = []
    for name, path in modules().items():
        if name not in MAY_HAVE_SQL and ".migrations." not in name:
            for node in ast.walk(tree(name)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value):
                    faults.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value.strip()[:60]}")
    assert not faults, "\n" + "\n".join(faults)
