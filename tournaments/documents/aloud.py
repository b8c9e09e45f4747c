"""Texts to be read aloud, in type that is read standing at a microphone: each step begins a page."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from .masthead import DEPTH, FOOT, foot, masthead
from .page import Sheet
from .text_shaping import TEXT
from .values import DayHeader, Text

_LARGEST, _SMALLEST, _STEP = 24.0, 17.0, 0.5
_LEADING, _BETWEEN = 1.3, 0.55


def read_aloud(header: DayHeader, texts: Iterable[Text]) -> bytes:
    """The texts as a PDF file."""
    sheet = Sheet(header, _("To read aloud"))
    pages = [(text, page) for text in texts for page in _pages(sheet, text)]
    before = None
    for number, (text, (size, paragraphs)) in enumerate(pages, 1):
        with sheet.group("Sect"):
            _page(sheet, text.title, size, paragraphs, first=text is not before)
            foot(sheet, number, len(pages))
            sheet.end_page()
        before = text
    return sheet.finish()


def _pages(sheet: Sheet, text: Text) -> list[tuple[float, list[str]]]:
    """The paragraphs of each page, in the largest type that needs no more pages than the smallest."""
    fewest, size = len(_broken(sheet, text.paragraphs, _SMALLEST)), _LARGEST
    while size > _SMALLEST and len(_broken(sheet, text.paragraphs, size)) > fewest:
        size -= _STEP
    return [(size, page) for page in _broken(sheet, text.paragraphs, size)]


def _broken(sheet: Sheet, paragraphs: Sequence[str], size: float) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    room = full = sheet.top - DEPTH - sheet.bottom - FOOT - size
    for paragraph in paragraphs:
        depth = (len(_lines(sheet, paragraph, size)) * _LEADING + _BETWEEN) * size
        if depth > room and pages[-1]:
            pages.append([])
            room = full
        pages[-1].append(paragraph)
        room -= depth
    return pages


def _lines(sheet: Sheet, paragraph: str, size: float) -> list[str]:
    return sheet.shaper.wrap(paragraph, TEXT, size, sheet.right - sheet.left)


def _page(sheet: Sheet, title: str, size: float, paragraphs: Sequence[str], *, first: bool) -> None:
    y = masthead(sheet, title, first=first, code=False) - size
    for paragraph in paragraphs:
        with sheet.tagged("P"):
            for line in _lines(sheet, paragraph, size):
                sheet.text(sheet.left, y, line, size)
                y -= size * _LEADING
        y -= size * _BETWEEN
