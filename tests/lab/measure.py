"""Measure the source code: `python -m tests.lab.measure [--root FOLDER]`.

Prints how the program is divided into packages, what they import, and how long functions, docstrings,
documents and tests are, so that two versions can be compared. `--docstrings PATH` lists the docstrings to
reword in a file or folder instead.
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[2]
APP = "tournaments"
LOOSE_MODULES = f"{APP} (loose modules)"
PACKAGES = ("config", "scoring")
NON_PROGRAM_FOLDERS = {"tests", "migrations"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
GLOSSARIES = (("docs/house.md", "Words"), ("docs/words.md", "Glossary"))
VAGUE_NAMES = ("asked", "files", "listed", "of", "page", "read", "said", "shown", "told")
CLAUSE_START = re.compile(r"(?:What|Whether|Who|Whose|Whom|Where|When|How|Why|Which|That)\b")
VAGUE_WORDS = re.compile(r"\b(?:somebody|nobody|whoever|anybody|told)\b", re.IGNORECASE)
SMALL_FILE, SHORT_FUNCTION, LONG_FUNCTION = 50, 8, 60  # lines

Section = Iterable[tuple[str, object]]
Edges = Mapping[str, set[str]]


@dataclass(frozen=True)
class Docstring:
    """The text of a docstring, of an attribute too, with its place and its length in lines."""

    path: str
    line: int
    lines: int
    text: str

    @property
    def is_clause(self) -> bool:
        """Return whether it starts with a clause: "Whether …" instead of "Return whether …"."""
        return bool(CLAUSE_START.match(self.text.lstrip()))

    @property
    def is_vague(self) -> bool:
        """Return whether it has a word of VAGUE_WORDS outside of `code`."""
        return bool(VAGUE_WORDS.search(re.sub(r"`[^`]*`", "", self.text)))


@dataclass(frozen=True)
class Module:
    """A Python file; `path` is relative to the root of the project."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.path.removesuffix(".py").split("/"))

    @property
    def package(self) -> str:
        """Return the package that it is counted with; modules outside of all packages are "others"."""
        if self.parts[0] == APP:
            return f"{APP}/{self.parts[1]}" if len(self.parts) > 2 else LOOSE_MODULES
        return self.parts[0] if self.parts[0] in PACKAGES else "others"

    @property
    def component(self) -> str:
        """Return the folder or module at the top of the app that it belongs to; "" outside of the app."""
        return self.parts[1] if self.parts[0] == APP and self.parts[1] != "__init__" else ""

    @cached_property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        return [node for node in ast.walk(self.tree) if isinstance(node, FUNCTIONS)]

    def docstrings(self) -> Iterator[Docstring]:
        """Yield each text that stands as a statement of its own."""
        for node in ast.walk(self.tree):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield Docstring(self.path, node.lineno, length(node), text)

    def imported(self, node: ast.AST) -> list[str]:
        """Return the dotted names that a statement imports; none if it is another statement."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        if not isinstance(node, ast.ImportFrom):
            return []
        base = [*self.parts[: len(self.parts) - node.level]] if node.level else []
        origin = ".".join(base + ([node.module] if node.module else []))
        return [f"{origin}.{alias.name}" for alias in node.names]


def length(node: ast.stmt | ast.expr) -> int:
    """Return the lines that a node of the tree takes."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def modules(root: Path) -> list[Module]:
    """Read every Python file below `root`, hidden folders left out."""
    paths = sorted(path.relative_to(root) for path in root.rglob("*.py"))
    return [
        Module(path.as_posix(), (root / path).read_text(encoding="utf-8"))
        for path in paths
        if not any(part.startswith(".") for part in path.parts)
    ]


def nodes_at_load(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported: neither functions nor what is for types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, FUNCTIONS) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        ):
            continue
        yield node
        yield from nodes_at_load(node)


def dependencies(program: Iterable[Module], *, load: bool) -> dict[str, set[str]]:
    """Map each component of the app to those that it imports; with `load`, to those imported at load."""
    found: dict[str, set[str]] = {one.component: set() for one in program if one.component}
    for module in program:
        if module.component:
            for node in nodes_at_load(module.tree) if load else ast.walk(module.tree):
                tops = {name.split(".")[1] for name in module.imported(node) if name.startswith(f"{APP}.")}
                found[module.component] |= tops & found.keys() - {module.component}
    return found


def reachable_components(start: str, edges: Edges) -> set[str]:
    """Return the components that `start` depends on, directly or not; itself only if it is in a cycle."""
    seen: set[str] = set()
    new = set(edges[start])
    while new:
        seen |= new
        new = set().union(*(edges[one] for one in new)) - seen
    return seen


def cycles(edges: Edges) -> list[list[str]]:
    """Return the groups of components that depend on each other."""
    below = {one: reachable_components(one, edges) for one in edges}
    groups = {
        tuple(sorted(two for two in below[one] if one in below[two])) for one in edges if one in below[one]
    }
    return sorted(list(group) for group in groups)


def layers(edges: Edges) -> dict[str, int]:
    """Number the layer of each component: one above the highest that it depends on; a cycle shares one."""
    below = {one: reachable_components(one, edges) for one in edges}
    found: dict[str, int] = {}
    for one in sorted(edges, key=lambda name: (len(below[name] | {name}), name)):
        lower = [two for two in below[one] if one not in below[two]]
        found[one] = 1 + max((found[two] for two in lower), default=0)
    return found


def upward_dependencies(every: Edges, layer: Mapping[str, int]) -> list[str]:
    """List the dependencies that point to the same layer or a higher one."""
    return [
        f"{one} -> {two}" for one in sorted(every) for two in sorted(every[one]) if layer[two] >= layer[one]
    ]


def structure(program: list[Module], entries: set[str], folders: set[str]) -> Section:
    """Measure how the app is divided.

    Layers come from what is imported at load: only a cycle or an import inside of a function points upward.
    """
    every, loaded = dependencies(program, load=False), dependencies(program, load=True)
    layer = layers(loaded)
    against, together = upward_dependencies(every, layer), cycles(every)
    yield "entries at the top", len(entries)
    yield "folders", len(folders)
    yield "loose modules", len(entries - folders)
    yield "components (without migrations)", len(every)
    yield "layers", max(layer.values(), default=0)
    yield "dependencies", sum(map(len, every.values()))
    yield "upward, by imports after load", f"{len(against)}  {', '.join(against)}".rstrip()
    yield "cycles", f"{len(together)}  {'; '.join(map(' '.join, together))}".rstrip()


def table_rows(path: Path, heading: str = "") -> int:
    """Count the rows of tables, without heads, in a Markdown file or in its section with that heading."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if heading:
        found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        text = found[1] if found else ""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return len(rows) - 2 * sum(1 for line in rows if re.fullmatch(r"\|[-:| ]+", line))


def reading_counts(root: Path) -> Section:
    """Count what a newcomer is asked to read in tables."""
    yield "rows of packages in docs/house.md", table_rows(root / "docs" / "house.md", "(?:Rooms|Packages)")
    for name, heading in GLOSSARIES:
        if (root / name).exists():
            yield f"glossary entries in {name}", table_rows(root / name, heading)


def private_functions(program: Iterable[Module]) -> Iterator[tuple[int, int]]:
    """Yield the number of callers and the length of each private function at the top of a module."""
    for module in program:
        used = references(module.tree)
        for node in module.tree.body:
            if isinstance(node, FUNCTIONS) and node.name.startswith("_") and not node.name.startswith("__"):
                yield used[node.name] - references(node)[node.name], length(node)


def references(tree: ast.AST) -> Counter[str]:
    """Count how often each name is used, as itself or as an attribute."""
    nodes = ast.walk(tree)
    names = [getattr(node, "id", None) or getattr(node, "attr", None) for node in nodes]
    return Counter(name for name in names if isinstance(name, str))


def python_files(program: list[Module]) -> Section:
    """Measure files and functions."""
    largest = max(program, key=lambda one: (one.lines, one.path))
    sizes = sorted(length(node) for one in program for node in one.functions)
    names = Counter(node.name for one in program for node in one.functions)
    private = list(private_functions(program))
    once = [size for callers, size in private if callers == 1]
    yield "files", len(program)
    yield "lines", sum(one.lines for one in program)
    yield f"files under {SMALL_FILE} lines", sum(one.lines < SMALL_FILE for one in program)
    yield "lines of the largest file", f"{largest.lines}  {largest.path}"
    yield "functions", len(sizes)
    yield "lines of a function: median", int(median(sizes))
    yield "lines of a function: 90th percentile", int(quantiles(sizes, n=10, method="inclusive")[-1])
    yield "lines of a function: longest", sizes[-1]
    yield f"functions of more than {LONG_FUNCTION} lines", sum(size > LONG_FUNCTION for size in sizes)
    yield "private functions of modules", len(private)
    yield "with one caller", len(once)
    yield f"with one caller, at most {SHORT_FUNCTION} lines", sum(size <= SHORT_FUNCTION for size in once)
    yield "functions with a vague name", sum(names[name] for name in VAGUE_NAMES)
    yield "of them", ", ".join(f"{name} {names[name]}" for name in VAGUE_NAMES)


def docstrings(program: list[Module]) -> Section:
    """Measure docstrings and how they are worded."""
    found = [one for module in program for one in module.docstrings()]
    share = sum(one.lines for one in found) / max(1, sum(module.lines for module in program))
    yield "docstrings", len(found)
    yield "words", sum(len(one.text.split()) for one in found)
    yield "share of all lines", f"{share:.1%}"
    yield "that start with a clause", sum(one.is_clause for one in found)
    yield "with somebody, nobody, whoever, anybody or told", sum(one.is_vague for one in found)
    yield "with either", sum(one.is_clause or one.is_vague for one in found)


def documents(root: Path) -> Section:
    """Count the words of every document outside of the tests."""
    paths = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])
    words = {path: len(path.read_text(encoding="utf-8").split()) for path in paths}
    yield from ((path.relative_to(root).as_posix(), count) for path, count in words.items())
    yield "sum", sum(words.values())


def tests(every: list[Module], program: list[Module]) -> Section:
    """Measure the tests; experiments are counted apart."""
    lab = [one for one in every if one.parts[:2] == ("tests", "lab")]
    suite = [one for one in every if one.parts[0] == "tests" and one not in lab]
    lines = sum(one.lines for one in suite)
    yield "files", len(suite)
    yield "lines", lines
    yield "lines of tests for a line of the program", f"{lines / sum(one.lines for one in program):.2f}"
    yield "files of tests/lab", len(lab)
    yield "lines of tests/lab", sum(one.lines for one in lab)


def packages(program: list[Module]) -> Section:
    """Count files and lines of each package."""
    files = Counter(one.package for one in program)
    lines: Counter[str] = Counter()
    for one in program:
        lines[one.package] += one.lines
    for name in sorted(files):
        yield name, f"{files[name]:5} files {lines[name]:7} lines"
    yield "sum", f"{files.total():5} files {lines.total():7} lines"


def report(root: Path) -> Iterator[str]:
    """Yield the lines of the report about the project at `root`."""
    every = modules(root)
    program = [one for one in every if not NON_PROGRAM_FOLDERS & set(one.parts)]
    of_app = [one.parts for one in every if one.parts[0] == APP and one.parts[1] != "__init__"]
    folders = {parts[1] for parts in of_app if len(parts) > 2}
    sections: dict[str, Section] = {
        f"Division of {APP}/": structure(program, {parts[1] for parts in of_app}, folders),
        "To learn first": reading_counts(root),
        "Python without tests and migrations": python_files(program),
        "Docstrings": docstrings(program),
        "Words of documents": documents(root),
        "Tests": tests(every, program),
        "Packages": packages(program),
    }
    for title, rows in sections.items():
        yield f"\n{title}"
        for name, value in rows:
            yield f"  {name:<50} {value if isinstance(value, str) else format(value, '7')}"


def docstrings_to_reword(root: Path, where: str) -> Iterator[str]:
    """Yield place and first line of each docstring to reword in a file or folder below `root`."""
    for module in modules(root):
        if f"{module.path}/".startswith(f"{where.removesuffix('/')}/") and not NON_PROGRAM_FOLDERS & set(
            module.parts
        ):
            for one in sorted(module.docstrings(), key=lambda found: found.line):
                if one.is_clause or one.is_vague:
                    yield f"{one.path}:{one.line}: {one.text.strip().splitlines()[0]}"


def main() -> None:
    """Print the report, or the docstrings to reword."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="another copy of the project")
    parser.add_argument("--docstrings", metavar="PATH", help="such as tournaments/rounds")
    asked = parser.parse_args()
    lines = docstrings_to_reword(asked.root, asked.docstrings) if asked.docstrings else report(asked.root)
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()
