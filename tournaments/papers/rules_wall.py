"""The rules of the tournament for the wall, in the largest type that fits one page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import Sheet
from tournaments.papers.pagination import paginate
from tournaments.papers.structure import ROW_HEADING
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.values import TournamentHeader

_Row = tuple[str, str]  # a time or a heading, with what goes with it, in words
_MAX_SIZE, _MIN_SIZE, _STEP = 26.0, 15.0, 0.5
_LABEL_SHARE, _GAP = 0.29, 12.0  # the share of the width that times and headings take
_LEADING = 1.22


def rules_wall(
    header: TournamentHeader, rules: Iterable[_Row], timetable: Iterable[_Row] = (), title: str = ""
) -> bytes:
    """Draw the rules and the timetable as a PDF file, or other headings with their sentences under a `title`.

    One page, in the largest type that fits; more pages only if the type would be under 15 points.
    """
    title = title or _("Rules of the day")
    paper = _Wall(Sheet(header, title), title, rules, tuple(timetable))
    paper.draw()
    return paper.sheet.finish()


@dataclass(frozen=True, slots=True)
class _Block:
    """A label at the left, a text at the right; ``last`` of the timetable has a line under it."""

    label: str
    text: str
    last: bool = False


class _Wall:
    def __init__(self, sheet: Sheet, title: str, rules: Iterable[_Row], times: Sequence[_Row]) -> None:
        self.sheet, self.title = sheet, title
        self.blocks = [_Block(*row, last=at == len(times)) for at, row in enumerate(times, 1)]
        self.blocks += [_Block(*row) for row in rules]
        self.indent = (sheet.right - sheet.left) * _LABEL_SHARE
        self.room = sheet.top - DEPTH - sheet.bottom - FOOT
        self.size = self._largest_size()

    def _largest_size(self) -> float:
        """Return the largest type that needs the fewest pages and in which no word of a label is broken."""
        pages = len(self._paginate(_MIN_SIZE))
        size = _MAX_SIZE
        while size > _MIN_SIZE and (self._breaks_label(size) or len(self._paginate(size)) > pages):
            size -= _STEP
        return size

    def _breaks_label(self, size: float) -> bool:
        words = {word for block in self.blocks for word in block.label.split(" ")}
        room = self.indent - _GAP
        return any(self.sheet.shaper.width(word, BOLD, size) > room for word in words)

    def _lines(self, block: _Block, size: float) -> tuple[list[str], list[str]]:
        shaper, room = self.sheet.shaper, self.sheet.right - self.sheet.left - self.indent
        label = shaper.wrap(block.label, BOLD, size, self.indent - _GAP)
        return label, shaper.wrap(block.text, TEXT, size, room)

    def _depth(self, block: _Block, size: float) -> float:
        """Return how much of the page a block takes, the air under it included."""
        lines = max(len(column) for column in self._lines(block, size))
        return lines * size * _LEADING + size * (1.2 if block.last else 0.4)

    def draw(self) -> None:
        pages = self._paginate(self.size)
        for number, blocks in enumerate(pages, 1):
            y = masthead(self.sheet, self.title, first=number == 1)
            if number == 1:
                self.sheet.begin("Table")
            for block in blocks:
                y = self._block(block, y)
            foot(self.sheet, number, len(pages))
            self.sheet.end_page()
        self.sheet.end()

    def _paginate(self, size: float) -> list[list[_Block]]:
        return paginate(self.blocks, lambda block: self._depth(block, size), self.room)

    def _block(self, block: _Block, y: float) -> float:
        sheet, size = self.sheet, self.size
        labels, texts = self._lines(block, size)
        sheet.begin("TR")
        with sheet.tagged("TH", ROW_HEADING):
            sheet.lines(sheet.left, y - size, labels, size, BOLD, leading=size * _LEADING)
        with sheet.tagged("TD"):
            sheet.lines(sheet.left + self.indent, y - size, texts, size, leading=size * _LEADING)
        sheet.end()
        y -= self._depth(block, size)
        if block.last:
            sheet.rule(sheet.left, y + size * 0.55, sheet.right, y + size * 0.55, 1.0)
        return y
