"""Texts to be read aloud, in type for reading at a microphone: each step begins a page."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import Sheet
from tournaments.papers.pagination import paginate
from tournaments.papers.text_shaping import TEXT
from tournaments.papers.values import TournamentHeader

_MAX_SIZE, _MIN_SIZE, _STEP = 24.0, 17.0, 0.5
_LEADING, _BETWEEN = 1.3, 0.55


def draw_announcements(header: TournamentHeader, texts: Iterable[tuple[str, Sequence[str]]]) -> bytes:
    """Draw texts as a PDF file: the title and the paragraphs of each."""
    sheet = Sheet(header, _("To read aloud"))
    pages = [
        (title, size, page, not at)
        for title, paragraphs in texts
        for size in [_size(sheet, paragraphs)]
        for at, page in enumerate(_paginate(sheet, paragraphs, size))
    ]
    for number, (title, size, paragraphs, first) in enumerate(pages, 1):
        with sheet.group("Sect"):
            y = masthead(sheet, title, first=first, code=False) - size
            for paragraph in paragraphs:
                with sheet.tagged("P"):
                    y = sheet.lines(
                        sheet.left, y, _lines(sheet, paragraph, size), size, leading=size * _LEADING
                    )
                y -= size * _BETWEEN
            foot(sheet, number, len(pages))
            sheet.end_page()
    return sheet.finish()


def _size(sheet: Sheet, paragraphs: Sequence[str]) -> float:
    """Return the largest type that needs no more pages than the smallest."""
    fewest, size = len(_paginate(sheet, paragraphs, _MIN_SIZE)), _MAX_SIZE
    while size > _MIN_SIZE and len(_paginate(sheet, paragraphs, size)) > fewest:
        size -= _STEP
    return size


def _paginate(sheet: Sheet, paragraphs: Sequence[str], size: float) -> list[list[str]]:
    def depth(paragraph: str) -> float:
        return (len(_lines(sheet, paragraph, size)) * _LEADING + _BETWEEN) * size

    return paginate(paragraphs, depth, sheet.top - DEPTH - sheet.bottom - FOOT - size)


def _lines(sheet: Sheet, paragraph: str, size: float) -> list[str]:
    return sheet.shaper.wrap(paragraph, TEXT, size, sheet.right - sheet.left)
