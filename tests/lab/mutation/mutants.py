"""List small mistakes that can be made in a file: a comparison, a condition, a number, a step left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.lab.source import SWAPPED_NAMES, module_name, name_of, shape

COMPARISON_SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATOR_SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
LOOKUP_SWAPS = {"__lt": "__lte", "__lte": "__lt", "__gt": "__gte", "__gte": "__gt"}
FILTER_CALLS = {"filter", "exclude", "Q", "get"}
SQL_SWAPS = {" <= ": " < ", " <> ": " = ", " > ": " >= ", " DESC": "", "LEFT JOIN": "JOIN"}
SKIPPED_FIELDS = {"annotation", "returns", "bases", "ctx", "op", "type_params"}

Put = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One mistake. `plant` makes it in the tree of its file; `lines` is where it can be noticed.

    `place` is the dotted name of the function or constant that it is made in. `at_import`: it stands in what
    runs when the module is read, not in a function.
    """

    file: str
    place: str
    lines: range
    before: str
    after: str
    at_import: bool
    tree: ast.Module
    plant: Callable[[], None]

    @property
    def key(self) -> str:
        """Return the name of the mutant in `explained.py`: without its line, which moves."""
        return f"{self.place}: {self.before} → {self.after}"


def normalised_key(key: str) -> str:
    """Return the same for two keys that differ only in the names used within the function."""
    place, _, change = key.partition(": ")
    return f"{place}: {shape(change)}"


def mutants_of(file: str, root: Path) -> list[Mutant]:
    """Return the mutants of a file, in its order. Those of a function that are alike are numbered."""
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    found: list[Mutant] = []
    known: dict[str, int] = {}
    for mutant in _Finder(file, tree).found():
        same = normalised_key(mutant.key)
        again = known[same] = known.get(same, 0) + 1
        if again > 1:
            mutant = Mutant(**{**vars(mutant), "after": f"{mutant.after} ({again})"})
        found.append(mutant)
    return found


def _text(node: ast.AST | None) -> str:
    if node is None:
        return "nothing"
    return " ".join(ast.unparse(node).split())


class _Finder:
    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file, self.tree = file, tree
        self.where = [module_name(file)]
        self.in_class = False
        self.in_function = False
        self.of: range | None = None  # the function whose defaults and decorators are looked at

    def found(self) -> Iterator[Mutant]:
        yield from self._block_mutants(self.tree.body)

    def _mutant(self, node: ast.AST, put: Put, after: ast.AST, shown: str | None = None) -> Mutant:
        lines = self.of or range(node.lineno, node.end_lineno + 1)  # type: ignore[attr-defined]
        ast.copy_location(after, node)
        ast.fix_missing_locations(after)
        return Mutant(
            self.file,
            ".".join(filter(None, self.where)),
            lines,
            _text(node),
            shown or _text(after),
            not self.in_function,
            self.tree,
            lambda: put(after),
        )

    # Statements

    def _block_mutants(self, body: list[ast.stmt]) -> Iterator[Mutant]:
        for at, node in enumerate(body):
            if not (at == 0 and _is_text(node)):
                yield from self._statement_mutants(node, _putter(body, at))

    def _statement_mutants(self, node: ast.stmt, put: Put) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from self._definition_mutants(node)
            return
        if isinstance(node, ast.Import | ast.ImportFrom) or name_of(node) == "__all__":
            return
        if self.in_function:
            yield from self._omission_mutants(node, put)
            yield from self._child_mutants(node)
        elif not self.in_class:  # there they are fields and their defaults
            self.where.append(name_of(node))
            yield from self._child_mutants(node)
            self.where.pop()

    def _definition_mutants(self, node: ast.FunctionDef | ast.ClassDef) -> Iterator[Mutant]:
        before = self.in_function, self.in_class
        self.where.append(node.name)
        if isinstance(node, ast.FunctionDef):
            self.of = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            for part in (node.decorator_list, node.args.defaults, node.args.kw_defaults):
                for at, child in enumerate(part):
                    if child is not None:
                        yield from self._expression_mutants(child, _putter(part, at))
            self.of = None
            self.in_function = True
        else:
            self.in_class = True
        yield from self._block_mutants(node.body)
        self.in_function, self.in_class = before
        self.where.pop()

    def _omission_mutants(self, node: ast.stmt, put: Put) -> Iterator[Mutant]:
        """Leave out a step, a guard, or the value that is returned."""
        to_a_part = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
        if isinstance(node, ast.Expr | ast.Raise | ast.AugAssign) or to_a_part:
            if not isinstance(getattr(node, "value", None), ast.Yield | ast.YieldFrom):
                yield self._mutant(node, put, ast.Pass(), "left out")
        elif isinstance(node, ast.Return) and not _is_none_or_false(node.value):
            yield self._mutant(node, put, ast.Return(ast.Constant(None)))
        elif isinstance(node, ast.Continue | ast.Break):
            yield self._mutant(node, put, ast.Pass(), "left out")
        elif isinstance(node, ast.If):
            guard = _putter(node, "test")
            yield self._mutant(node.test, guard, ast.Constant(False), "if: never")
        if isinstance(node, ast.AugAssign) and type(node.op) in OPERATOR_SWAPS:
            other = ast.AugAssign(node.target, OPERATOR_SWAPS[type(node.op)](), node.value)
            yield self._mutant(node, put, other)

    def _child_mutants(self, node: ast.AST) -> Iterator[Mutant]:
        for name, value in ast.iter_fields(node):
            if name in SKIPPED_FIELDS:
                continue
            if isinstance(value, list):
                if value and isinstance(value[0], ast.stmt):
                    yield from self._block_mutants(value)
                    continue
                for at, child in enumerate(value):
                    if isinstance(child, ast.AST):
                        yield from self._expression_mutants(child, _putter(value, at))
            elif isinstance(value, ast.AST):
                yield from self._expression_mutants(value, _putter(node, name))

    # Expressions

    def _expression_mutants(self, node: ast.AST, put: Put) -> Iterator[Mutant]:
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
            return  # words; and a check that no right program needs, as an assertion is
        for kind, make in _MISTAKES:
            if isinstance(node, kind):
                for after in make(node):
                    yield self._mutant(node, put, after)
        if isinstance(node, ast.Lambda):
            yield from self._expression_mutants(node.body, _putter(node, "body"))
            return
        yield from self._child_mutants(node)


def _putter(holder: list | ast.AST, at: int | str) -> Put:
    if isinstance(holder, list):
        return lambda node: holder.__setitem__(at, node)  # type: ignore[index]
    return lambda node: setattr(holder, str(at), node)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_none_or_false(node: ast.expr | None) -> bool:
    """Return whether this is None or False."""
    return node is None or (isinstance(node, ast.Constant) and (node.value is None or node.value is False))


# What can be made of an expression


def _compare(node: ast.Compare) -> Iterator[ast.expr]:
    for at, op in enumerate(node.ops):
        if type(op) in COMPARISON_SWAPS:
            ops = [
                COMPARISON_SWAPS[type(op)]() if at == other else kept for other, kept in enumerate(node.ops)
            ]
            yield ast.Compare(node.left, ops, node.comparators)


def _bool(node: ast.BoolOp) -> Iterator[ast.expr]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for at in range(len(node.values)):
        left = [value for other, value in enumerate(node.values) if other != at]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _unary(node: ast.UnaryOp) -> Iterator[ast.expr]:
    if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield node.operand


def _binary(node: ast.BinOp) -> Iterator[ast.expr]:
    texts = any(isinstance(side, ast.JoinedStr) or _is_str(side) for side in (node.left, node.right))
    if type(node.op) in OPERATOR_SWAPS and not texts:
        yield ast.BinOp(node.left, OPERATOR_SWAPS[type(node.op)](), node.right)


def _constant(node: ast.Constant) -> Iterator[ast.expr]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node.value, str) and "SELECT" in node.value:
        for one, other in SQL_SWAPS.items():
            parts = node.value.split(one)
            for at in range(1, len(parts)):
                yield ast.Constant(one.join(parts[:at]) + other + one.join(parts[at:]))


def _choice(node: ast.IfExp) -> Iterator[ast.expr]:
    yield node.body
    yield node.orelse


def _call(node: ast.Call) -> Iterator[ast.expr]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in SWAPPED_NAMES and not (
        name in ("min", "max") and any(key.arg == "default" for key in node.keywords)
    ):
        yield ast.Call(_renamed(node.func, SWAPPED_NAMES[name]), node.args, node.keywords)
    if name == "DomainError" and node.args and _is_str(node.args[0]):
        yield ast.Call(node.func, [ast.Constant("another_code"), *node.args[1:]], node.keywords)
    if name == "order_by":
        for at, field in enumerate(node.args):
            if _is_str(field):
                text = field.value  # type: ignore[attr-defined]
                turned = ast.Constant(text[1:] if text.startswith("-") else f"-{text}")
                yield ast.Call(node.func, [*node.args[:at], turned, *node.args[at + 1 :]], node.keywords)
    if name in FILTER_CALLS:
        yield from _conditions(node, name)


def _conditions(node: ast.Call, name: str) -> Iterator[ast.expr]:
    for at, key in enumerate(node.keywords):
        others = [other for place, other in enumerate(node.keywords) if place != at]
        if key.arg and (others or node.args or name in ("filter", "exclude")):
            yield ast.Call(node.func, node.args, others)
        ending = next((end for end in LOOKUP_SWAPS if (key.arg or "").endswith(end)), None)
        if key.arg and ending:
            turned = ast.keyword(key.arg.removesuffix(ending) + LOOKUP_SWAPS[ending], key.value)
            yield ast.Call(node.func, node.args, [*others[:at], turned, *others[at:]])


def _renamed(func: ast.expr, name: str) -> ast.expr:
    if isinstance(func, ast.Attribute):
        return ast.Attribute(func.value, name, ast.Load())
    return ast.Name(name, ast.Load())


def _is_str(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


_MISTAKES: tuple[tuple[type[ast.AST], Callable], ...] = (
    (ast.Compare, _compare),
    (ast.BoolOp, _bool),
    (ast.UnaryOp, _unary),
    (ast.BinOp, _binary),
    (ast.Constant, _constant),
    (ast.IfExp, _choice),
    (ast.Call, _call),
)
