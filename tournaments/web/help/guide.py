"""The guide as data: the chapters and sections of docs/guide*.md, rendered once for each language.

A heading with an anchor in front of it (`<a id="check-in"></a>`, the same in both languages) is a chapter or
a section; other headings belong to the text of their section.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

from tournaments.registration.names import fold

FILES = {"fr-ca": {"guide.md": 2, "errata.md": 1}, "en": {"guide.en.md": 2, "errata.en.md": 1}}
"""The files of each language, with the level of heading at which a chapter begins."""
HEADING = re.compile(r'^<a id="([a-z-]+)"></a>\n(#+) ', re.MULTILINE)
ANCHOR = re.compile(r'<a id="([a-z-]+)"></a>')
OTHER_LANGUAGE = re.compile(r"^\*(?:En français|For English).*\*$", re.MULTILINE)
PICTURE = re.compile(r'<img ([^>]*?)src="pictures/(fr|en)/([\w-]+)\.png"([^>]*?)/?>')
WIDTH = re.compile(r'width="(\d+)"')
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


@dataclass(frozen=True)
class Section:
    """One section; `blocks` are its paragraphs and cells without markup, `folded` all of its words."""

    anchor: str
    title: str
    html: SafeString
    blocks: tuple[str, ...]
    folded: str

    @property
    def address(self) -> str:
        """Return the address of the section on the page of its chapter."""
        return address(self.anchor)


@dataclass(frozen=True)
class Chapter:
    """A chapter: what stands below its own heading (`top`), then its sections."""

    top: Section
    sections: tuple[Section, ...]


@dataclass
class _Part:
    """A heading with its anchor, its level below that of a chapter, and the tokens up to the next one."""

    chapter: str
    anchor: str
    title: str
    tokens: list[Token]


def folder() -> Path:
    """Return the folder of the guide and of its pictures."""
    return settings.BASE_DIR / "docs"


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the language of the reader."""
    language = get_language() or ""
    return _chapters(language if language in FILES else "en")


def address(anchor: str) -> str:
    """Return the address of a chapter or section; KeyError if there is none with this anchor."""
    chapter = _chapter_by_anchor()[anchor]
    page = reverse("help_chapter", args=[chapter])
    return page if anchor == chapter else f"{page}#{anchor}"


@cache
def _chapter_by_anchor() -> dict[str, str]:
    """Return the chapter of each anchor. Every page asks for it, so nothing is rendered here."""
    homes, chapter = {}, ""
    for name, level in FILES["en"].items():
        for anchor, marks in HEADING.findall(_read_file(name)):
            chapter = anchor if len(marks) == level else chapter
            homes[anchor] = chapter
    return homes


def _read_file(name: str) -> str:
    return (folder() / name).read_text(encoding="utf-8")


@cache
def _chapters(language: str) -> tuple[Chapter, ...]:
    parts = [part for name, level in FILES[language].items() for part in _parts(name, level)]
    found: list[tuple[Section, list[Section]]] = []
    for part in parts:
        one = _section(part)
        if part.anchor == part.chapter:
            found.append((one, []))
        else:
            found[-1][1].append(one)
    return tuple(Chapter(top, tuple(sections)) for top, sections in found)


def _parts(name: str, level: int) -> Iterator[_Part]:
    """Yield the chapters and sections of a file; what stands before the first chapter is left out."""
    text = OTHER_LANGUAGE.sub("", _read_file(name).replace("- [ ] ", "- ☐ "))
    tokens = MARKDOWN.parse(text)
    part = None
    chapter, at = "", 0
    while at < len(tokens):
        anchor = _anchor(tokens, at)
        if anchor:
            heading = tokens[at + 4]
            if tokens[at + 3].tag == f"h{level}":
                chapter = anchor
            if part:
                yield part
            part = _Part(chapter, anchor, _plain_text(heading), [])
            at += 6  # the paragraph of the anchor and the heading, three tokens each
        else:
            if part:
                part.tokens.append(tokens[at])
            at += 1
    if part:
        yield part


def _anchor(tokens: list[Token], at: int) -> str:
    """Return the anchor that is the paragraph beginning here, if a heading follows it."""
    if tokens[at].type == "paragraph_open" and at + 4 < len(tokens) and tokens[at + 3].type == "heading_open":
        found = ANCHOR.fullmatch(tokens[at + 1].content)
        return found[1] if found else ""
    return ""


def _section(part: _Part) -> Section:
    for token in part.tokens:
        for child in token.children or ():
            if child.type == "link_open":
                _rewrite_link(child, token.children or [])
    html = MARKDOWN.renderer.render(part.tokens, MARKDOWN.options, {})
    html = PICTURE.sub(_picture, html)
    html = html.replace("<table>", '<div class="table-box" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    blocks = tuple(text for token in part.tokens if (text := _plain_text(token)))
    folded = fold(" ".join((part.title, *blocks)))
    safe = mark_safe(html)  # noqa: S308 - made of a file of the program
    return Section(part.anchor, part.title, safe, blocks, folded)


def _plain_text(token: Token) -> str:
    """Return the words of a token; pictures give what is read out for them."""
    if token.type == "fence":
        return token.content.strip()
    spoken = ("text", "code_inline", "image")
    return "".join(
        one.content if one.type in spoken else " " if one.type == "softbreak" else ""
        for one in token.children or ()
    ).strip()


def _rewrite_link(link: Token, around: list[Token]) -> None:
    """Change the target of a link from a file of the repository to a page; other files are named only."""
    path, _, anchor = str(link.attrGet("href")).partition("#")
    if ":" in path:
        return
    aim = next((one for one in (anchor, path.partition(".")[0]) if one in _chapter_by_anchor()), None)
    if aim:
        link.attrSet("href", address(aim))
        return
    end = next(one for one in around[around.index(link) :] if one.type == "link_close")
    for one in (link, end):
        one.type, one.tag, one.nesting, one.content = "text", "", 0, ""


def _picture(found: re.Match[str]) -> str:
    """Return the element of a picture with its size, so that nothing moves when it arrives."""
    language, name = found[2], found[3]
    with Image.open(folder() / "pictures" / language / f"{name}.png") as picture:
        wide, high = picture.size
    given = WIDTH.search(found[0])
    width = int(given[1]) if given else wide
    others = WIDTH.sub("", f"{found[1]} {found[4]}")
    return format_html(
        '<img src="{}" width="{}" height="{}" loading="lazy" {}>',
        reverse("help_picture", args=[language, name]),
        width,
        round(width * high / wide),
        mark_safe(others.strip()),  # noqa: S308 - attributes that stand in the guide
    )
