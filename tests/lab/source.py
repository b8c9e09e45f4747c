"""Find source text by the function around it, whatever names it uses there.

A place is a dotted name, of a function, a method, a class or a constant of a module, or the path of a script.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

SWAPPED_NAMES = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "filter": "exclude",
    "exclude": "filter",
    "first": "last",
    "last": "first",
}
"""Calls that are mistaken for each other."""
KEPT_NAMES = {
    *keyword.kwlist,
    *SWAPPED_NAMES,
    *("Math", "ceil", "floor", "const", "function", "let", "new", "null", "undefined", "var"),
}
"""Names that match only themselves."""
_TEXT = r"""'[^'\n]*'|"[^"\n]*\""""
_LOOKUP = r"__[gl]te?\b"  # the end of a keyword of Django's
# The end is written out: possessive quantifiers before a lookahead fail on Python 3.11.2.
_NAME = rf"(?<![\w$])[^\W\d](?:(?!{_LOOKUP})[\w$])*(?:(?={_LOOKUP})|(?![\w$]))"
_TOKEN = re.compile(rf"(?P<text>{_TEXT})|(?P<name>{_NAME})|(?P<space>\s+)|(?P<other>\d+|{_LOOKUP}|.)")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield each token with its kind; names that match only themselves are of the kind "other"."""
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        yield ("other" if kind == "name" and found[0] in KEPT_NAMES else kind), found[0]


def names_in(text: str) -> set[str]:
    return {token for kind, token in _tokens(text) if kind == "name"}


def shape(text: str) -> str:
    """Return the text with each name replaced by its number, in the order in which they first appear."""
    numbers: dict[str, int] = {}
    return "".join(
        f"<{numbers.setdefault(token, len(numbers))}>" if kind == "name" else token
        for kind, token in _tokens(text)
    )


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern for the text with any names, each the same everywhere, and any line breaks."""
    known: set[str] = set()
    parts = []
    for kind, token in _tokens(text):
        if kind == "name":
            parts.append(rf"(?P={token})(?![\w$])" if token in known else f"(?P<{token}>{_NAME})")
            known.add(token)
        elif kind == "text":
            parts.append(rf"""["']{re.escape(token[1:-1])}["']""")
        else:
            parts.append(r"\s*" if kind == "space" else re.escape(token))
    return re.compile("".join(parts))


def replaced(source: str, before: str, after: str) -> str:
    """Return the source with `before` replaced; names of `after` become the matching names there.

    Raises:
        LookupError: `before` does not occur in it exactly once.
    """
    found = list(pattern(before).finditer(source))
    if len(found) != 1:
        raise LookupError(f"{before!r} stands {len(found)} times")
    standing = found[0].groupdict()
    text = "".join(standing.get(token, token) if kind == "name" else token for kind, token in _tokens(after))
    return source[: found[0].start()] + text + source[found[0].end() :]


def changed_source(root: Path, place: str, before: str, after: str) -> tuple[Path, str]:
    """Return the file of a place, and its text after the change.

    Raises:
        LookupError: there is no such place, or `before` does not occur in it exactly once.
    """
    if place.endswith(".js"):
        path = root / place
        return path, replaced(path.read_text(encoding="utf-8"), before, after)
    path, within = _file_of(root, place)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    body, at = _statement(tree, within)
    body[at : at + 1] = ast.parse(replaced(ast.unparse(body[at]), before, after)).body
    return path, ast.unparse(tree)


def _file_of(root: Path, place: str) -> tuple[Path, list[str]]:
    """Return the file of a dotted name, and the names within it."""
    parts = place.split(".")
    for at in range(len(parts) - 1, 0, -1):
        module = root.joinpath(*parts[:at])
        for path in (module.with_suffix(".py"), module / "__init__.py"):
            if path.exists():
                return path, parts[at:]
    raise LookupError(f"no module of {place}")


def _statement(tree: ast.Module, names: list[str]) -> tuple[list[ast.stmt], int]:
    """Return the body that holds the named statement, and its index there."""
    body = tree.body
    for name in names[:-1]:
        body = body[_index(body, name)].body  # type: ignore[attr-defined]
    return body, _index(body, names[-1])


def _index(body: list[ast.stmt], name: str) -> int:
    found = [at for at, node in enumerate(body) if name == name_of(node)]
    if len(found) != 1:
        raise LookupError(f"{name} stands {len(found)} times")
    return found[0]


def name_of(node: ast.stmt) -> str:
    """Return the name that a statement gives to a function, a class or a constant; "" for others."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def module_name(file: str) -> str:
    """Return the dotted name of the module that a file of the repository is."""
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
