"""The files of the golden data, one for each tournament, and how differences are shown."""

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path

DATA = Path(__file__).parent / "data"
PAGE_MARK, REFERENCE_MARK = "@@ ", "as part "
MAX_REPEATED_CHARS = 100  # characters up to which a part is repeated rather than referred to


def path(name: str) -> Path:
    """Return the file of a tournament."""
    return DATA / f"{name}.txt"


def written(answers: Iterable[tuple[str, list[str]]]) -> str:
    """Return the text of a file; a part of an earlier answer is referred to instead of repeated."""
    known: dict[str, str] = {}
    told = []
    for asked, lines in answers:
        parts = _split(lines)
        for at, part in enumerate(parts, start=1):
            named = known.setdefault(part, f"{REFERENCE_MARK}{at} of {asked}")
            if named != f"{REFERENCE_MARK}{at} of {asked}" and len(part) > MAX_REPEATED_CHARS:
                parts[at - 1] = named
        told.append(f"{PAGE_MARK}{asked}\n" + "\n\n".join(parts) + "\n\n")
    return "".join(told)


def read(text: str) -> dict[str, list[str]]:
    """Return the questions with their answers, with the parts that are only referred to."""
    found: dict[str, list[str]] = {}
    for one in text.split(PAGE_MARK)[1:]:
        asked, _, body = one.partition("\n")
        found[asked] = _split(body.split("\n"))
        for at, part in enumerate(found[asked]):
            if part.startswith(REFERENCE_MARK):
                number, _, of = part.removeprefix(REFERENCE_MARK).partition(" of ")
                found[asked][at] = found[of][int(number) - 1]
    return {asked: "\n\n".join(parts).split("\n") for asked, parts in found.items()}


def _split(lines: list[str]) -> list[str]:
    """Return the parts between empty lines."""
    return [part for one in "\n".join(lines).split("\n\n") if (part := one.strip("\n"))]


def differences(name: str, before: dict[str, list[str]], now: dict[str, list[str]]) -> Iterator[str]:
    """Yield unified diffs under the tournament and the question; one that many answers share comes once."""
    shared: dict[tuple[str, ...], list[str]] = {}
    for asked in dict.fromkeys([*before, *now]):
        was, came = before.get(asked, []), now.get(asked, [])
        if was != came:
            diff = difflib.unified_diff(was, came, lineterm="", n=1)
            lines = [line for line in diff if not line.startswith(("---", "+++", "@@"))]
            shared.setdefault(tuple(lines), []).append(asked)
    for lines, places in shared.items():
        yield "\n".join(f"{name}: {asked}" for asked in places[:5])
        if len(places) > 5:
            yield f"and {len(places) - 5} more"
        yield from lines
        yield ""
