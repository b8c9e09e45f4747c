"""A bracket for the wall: landscape, filled in as far as played; the rest is written by hand."""

from collections.abc import Sequence

from tournaments.papers.masthead import FOOT, foot
from tournaments.papers.page import CENTRE, RIGHT, Sheet
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.values import BracketBox, BracketPage, BracketSide, DayHeader

_HEAD, _TITLES, _QR = 50.0, 22.0, 54.0
_GAP, _NUMBER, _WON, _SEED = 13.0, 17.0, 14.0, 14.0
_MAX_WIDTH, _MAX_HEIGHT, _MAX_SIZE, _MIN_SIZE = 215.0, 64.0, 14.0, 9.0
_FULL = 0.86  # of a slot: how high a box is


def bracket(header: DayHeader, title: str, pages: Sequence[BracketPage]) -> bytes:
    """Draw the bracket as a PDF file, a page a sheet."""
    paper = _Paper(header, title)
    for number, page in enumerate(pages, 1):
        paper.page(page, number, len(pages))
    return paper.sheet.finish()


class _Paper:
    def __init__(self, header: DayHeader, title: str) -> None:
        self.title = title
        self.sheet = Sheet(header, title, lying=True)

    def page(self, page: BracketPage, number: int, pages: int) -> None:
        sheet = self.sheet
        with sheet.group("Sect"):
            top = self._head(page, first=number == 1)
            columns = len(page.headings)
            across = min((sheet.right - sheet.left + _GAP) / columns, _MAX_WIDTH + _GAP)
            down = min((top - _TITLES - sheet.bottom - FOOT) / page.slots, _MAX_HEIGHT)
            self._left, self._wide, self._across = sheet.left, across - _GAP, across
            self._top, self._down, self._high = top - _TITLES, down, down * _FULL
            for column, heading in enumerate(page.headings):
                x = self._left + column * across
                sheet.text(x, top - 12, heading, 12, BOLD, width=self._wide, tag="H2")
            self._size = self._one_size(page)
            at = {box.number: box for box in page.boxes}
            for one, other in page.links:
                self._link(at[one], at[other])
            for box in page.boxes:
                self._box(box)
            foot(sheet, number, pages)
            sheet.end_page()

    def _head(self, page: BracketPage, *, first: bool) -> float:
        """Draw title, tournament and date in a narrow strip; return the y at which the drawing begins."""
        sheet, header = self.sheet, self.sheet.header
        title = f"{self.title} – {page.part}" if page.part else self.title
        sheet.bookmark(title)
        wide = sheet.right - sheet.left - (_QR + 8 if header.public_url else 0)
        taken = sheet.text(
            sheet.left, sheet.top - 20, title, 23, BOLD, width=wide, tag="H1" if first else "P"
        )
        if wide - taken > 150:
            x = sheet.left + taken + 16
            told = header.tournament
            sheet.text(x, sheet.top - 20, told, 14, width=wide - taken - 16, tag="P" if first else "")
        else:
            sheet.text(sheet.left, sheet.top - 36, header.tournament, 11, width=wide / 2)
        day = " · ".join(part for part in (header.date, header.place) if part)
        sheet.text(sheet.left + wide, sheet.top - 36, day, 11, align=RIGHT, width=wide / 2)
        if first:
            sheet.qr(header.public_url, sheet.right - _QR + 4, sheet.top - _QR + 6, _QR)
        y = sheet.top - _HEAD + 6
        sheet.rule(sheet.left, y, sheet.left + wide, y, 1.2)
        return sheet.top - _HEAD

    def _one_size(self, page: BracketPage) -> float:
        """Return the size at which all names of the page fit, but at least a legible one."""
        names = [side.name for box in page.boxes for side in box.sides if side.known]
        longest = max((self.sheet.shaper.width(name, BOLD, 1) for name in names), default=1)
        size = min(_MAX_SIZE, self._high * 0.39)
        return max(min(size, self._room / longest), min(size, _MIN_SIZE))

    @property
    def _room(self) -> float:
        return self._wide - _NUMBER - 5 - _SEED - _WON

    def _x(self, box: BracketBox) -> float:
        return self._left + box.column * self._across

    def _y(self, box: BracketBox) -> float:
        return self._top - box.middle * self._down

    def _link(self, one: BracketBox, other: BracketBox) -> None:
        x, end = self._x(one) + self._wide, self._x(other)
        half = (x + end) / 2 if other.column == one.column + 1 else end - _GAP / 2
        y, to = self._y(one), self._y(other)
        for line in ((x, y, half, y), (half, y, half, to), (half, to, end, to)):
            self.sheet.rule(*line, weight=0.8)

    def _box(self, box: BracketBox) -> None:
        sheet, x, middle = self.sheet, self._x(box), self._y(box)
        half = self._high / 2
        sheet.box(x, middle - half, self._wide, self._high, 0.9, 3)
        sheet.rule(x + _NUMBER, middle, x + self._wide, middle, 0.4)
        sheet.rule(x + _NUMBER, middle - half, x + _NUMBER, middle + half, 0.4)
        if box.named:
            sheet.text(x, middle + half + 3, box.title, 9, BOLD, width=self._wide)
        sheet.text(x + _NUMBER / 2, middle - 3, str(box.number), 9, align=CENTRE, width=_NUMBER - 4)
        with sheet.tagged("P", read=box.read):
            for at, side in enumerate(box.sides):
                self._side(side, x, middle + half * (0.5 - at))

    def _side(self, side: BracketSide, x: float, middle: float) -> None:
        sheet, size = self.sheet, self._size
        y = middle - size * 0.34
        left, wide = x + _NUMBER + 3, self._wide - _NUMBER - 5
        if not side.known:
            sheet.text(left, middle - 2.6, side.name or " ", 7.5, width=wide)
            return
        seed = str(side.seed or "")
        sheet.text(left + _SEED - 4, y, seed, min(size, 8), align=RIGHT, width=_SEED - 4)
        face = BOLD if side.winner else TEXT
        sheet.block(left + _SEED, middle, side.name, size, self._room, face, height=self._high / 2 - 1)
        if side.won is not None:
            sheet.text(x + self._wide - 5, y, str(side.won), size, face, align=RIGHT, width=_WON - 4)
