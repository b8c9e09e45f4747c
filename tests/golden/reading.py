"""Render answers of the program as lines of text: what a page shows, where it leads, what it sends."""

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

import openpyxl
import pypdfium2

from tests.golden.masks import MASKED_FIELDS, masked
from tests.page_reader import Element, parse

INLINE_TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "br",
        "button",
        "code",
        "em",
        "i",
        "img",
        "input",
        "kbd",
        "label",
        "mark",
        "option",
        "s",
        "select",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "svg",
        "td",
        "textarea",
        "th",
        "time",
        "u",
        "wbr",
    ]
)
"""Elements that share a line with their neighbours."""
SPOKEN_ATTRIBUTES = ("aria-label", "alt", "title", "placeholder")
HIDDEN_TAGS = ("script", "style", "template", "link", "meta", "svg")
OWN_TAGS = ("title", "main")
"""Elements with the content that is specific to a page."""
PART_BREAK = ""
"""An empty line: what follows may be the same in many answers, and is then stored once (`kept.py`)."""
EXCEL_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def lines(answer: Any) -> list[str]:
    """Return the status, the target of a redirect, the kind of file, and the text."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    head = [str(answer.status_code), answer.headers.get("Location", ""), kind]
    head += [answer.headers.get("Content-Disposition", "")]
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    told = [" ".join(one for one in head if one), *text(kind, content)]
    return masked("\n".join(told)).split("\n")


def text(kind: str, content: bytes) -> Iterator[str]:
    """Yield the text of a file; nothing for files without text."""
    if kind == "text/html":
        yield from of_page(content.decode())
    elif kind.endswith("json") and content:
        yield from of_json(content)
    elif kind == "application/pdf":
        yield from of_paper(content)
    elif kind == EXCEL_TYPE:
        yield from of_workbook(content)
    elif kind.startswith("text/"):
        yield from content.decode("utf-8-sig").splitlines()


def of_paper(content: bytes) -> Iterator[str]:
    """Yield the text of every page of a paper."""
    for at, one in enumerate(pypdfium2.PdfDocument(content), start=1):
        yield f"page {at}"
        yield from one.get_textpage().get_text_range().splitlines()


def of_workbook(content: bytes) -> Iterator[str]:
    """Yield the cells of every sheet."""
    for sheet in openpyxl.load_workbook(io.BytesIO(content)):
        yield f"sheet {sheet.title}"
        for row in sheet.iter_rows(values_only=True):
            yield " | ".join("" if one is None else str(one) for one in row).rstrip(" |")


def of_page(html: str) -> Iterator[str]:
    """Yield a line for each block or row of a page: of its main part, of what is around it, of its data."""
    whole = parse(html)
    data = [one for one in whole.all("script") if (one.get("type") or "").endswith("json")]
    yield from _blocks(part for tag in OWN_TAGS for one in whole.all(tag) for part in _parts(one))
    yield PART_BREAK
    yield from _blocks(_parts(whole, without=OWN_TAGS))
    for one in data:
        yield PART_BREAK
        yield from of_json("".join(str(part) for part in one.inside))


def of_json(given: str | bytes) -> list[str]:
    """Return data with a line for each value, whatever the order of the names."""
    return json.dumps(json.loads(given), indent=1, sort_keys=True, ensure_ascii=False).split("\n")


def _blocks(parts: Iterable[str | None]) -> Iterator[str]:
    line: list[str] = []
    for part in [*parts, None]:
        if part is not None:
            line.append(part)
        elif words := " ".join(" ".join(line).split()):
            yield words
        if part is None:
            line.clear()


def _parts(one: Element, without: tuple[str, ...] = ()) -> Iterator[str | None]:
    """Yield pieces of text, and None at the end of a line."""
    if one.tag in HIDDEN_TAGS or one.tag in without:
        return
    if one.tag not in INLINE_TAGS:
        yield None
    if said := _attributes(one):
        yield f"[{' '.join(said)}]"
    for part in one.inside:
        if isinstance(part, str):
            yield part
        else:
            yield from _parts(part, without)
    if one.tag in ("td", "th"):
        yield "|"
    if one.tag not in INLINE_TAGS:
        yield None


def _attributes(one: Element) -> list[str]:
    """Return where an element leads, what it sends, its codes and its labels."""
    return [
        *(f"{name}={one[name]}" for name in sorted(one.attributes) if name.startswith(("data-", "hx-"))),
        *_of_forms(one),
        *([f"→ {one['href']}"] if one.tag == "a" and "href" in one else []),
        *(f"{name}: {one[name]}" for name in SPOKEN_ATTRIBUTES if one.get(name)),
    ]


def _of_forms(one: Element) -> Iterator[str]:
    if one.tag == "form":
        yield f"{one.get('method') or 'get'} {one.get('action') or ''}"
    if one.tag in ("input", "select", "textarea", "button") and one.get("name"):
        value = "" if one["name"] in MASKED_FIELDS else one.get("value") or ""
        yield f"{one['name']}={value}"
    if one.tag == "option":
        yield f"={one.get('value') or ''}"
    yield from (name for name in ("checked", "selected", "disabled", "required", "hidden") if name in one)
