"""Names that a package imports in its `__init__.py` are imported from there elsewhere, or used there."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("scoring", "tournaments", "config", "tests", "docs")


def test_every_package_export_is_used():
    taken, there = set(), {}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        taken |= names_taken_from_modules(nodes)
        package = path.relative_to(ROOT).parent
        if path.name == "__init__.py" and package.parts[0] in ("scoring", "tournaments"):
            there[package] = exported_names(nodes)
    idle = [
        f"{package}: {name}"
        for package, names in there.items()
        for name in sorted(names)
        if not {(".".join(package.parts), name), (package.name, name)} & taken
    ]
    assert len(there) > 20
    assert not idle


def names_taken_from_modules(nodes: list[ast.AST]) -> set[tuple[str, str]]:
    """Return what a module takes of others, as their name or path and the name: `package.name`, an import."""
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    called = {one.asname: one.name for node in imports for one in node.names if one.asname}
    found = {(node.module or "", one.name) for node in imports for one in node.names}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            found.add((called.get(of, of), node.attr))
    return found


def exported_names(nodes: list[ast.AST]) -> set[str]:
    """Return the names that a module imports and does not use itself."""
    imported = {
        (one.asname or one.name).partition(".")[0]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for one in node.names
    }
    return imported - {"urlpatterns"} - {node.id for node in nodes if isinstance(node, ast.Name)}
