"""A bracket for the wall: landscape, filled in as far as played; the rest is written by hand."""

from collections.abc import Sequence

from tournaments.papers.masthead import FOOT, foot, logo
from tournaments.papers.page import CENTRE, RIGHT, Sheet
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.values import A4, LETTER, BracketBox, BracketPage, BracketSide, TournamentHeader

_HEAD, _TITLES, _QR = 50.0, 22.0, 54.0
_GAP, _NUMBER, _WON, _SEED = 13.0, 17.0, 18.0, 14.0
_MAX_WIDTH, _MAX_HEIGHT, _MAX_SIZE, _MIN_SIZE = 255.0, 84.0, 17.0, 9.0
_BOX_SHARE = 0.86  # of a slot: how high a box is
_POSTER_SCALE = 1.5  # than on a sheet: the boxes of a poster of few
_POSTERS = {
    LETTER: ((792.0, 1224.0), (1224.0, 1584.0), (1584.0, 2448.0)),
    A4: ((841.89, 1190.55), (1190.55, 1683.78), (1683.78, 2383.94)),
}
"""The sizes of large paper, that of two sheets first."""
_SLOT, _COLUMN = 29.0, 130.0  # the least height and width of a box on a poster, to be written in by hand


def bracket(
    header: TournamentHeader, title: str, pages: Sequence[BracketPage], *, poster: bool = False
) -> bytes:
    """Draw the bracket as a PDF file, a page a sheet; as a `poster` on the smallest that is large enough."""
    paper = _Paper(header, title, _poster_size(header, pages) if poster else None)
    for number, page in enumerate(pages, 1):
        paper.page(page, number, len(pages))
    return paper.sheet.finish()


def _poster_size(header: TournamentHeader, pages: Sequence[BracketPage]) -> tuple[float, float]:
    columns, slots = max(len(page.headings) for page in pages), max(page.slots for page in pages)
    sizes = _POSTERS.get(header.paper, _POSTERS[LETTER])
    aside = 2 * Sheet.margin
    return next(
        (
            (high, wide)
            for high, wide in sizes
            if wide - aside >= columns * _COLUMN
            and high - aside - (_HEAD + _TITLES) * _scale(high) - FOOT >= slots * _SLOT
        ),
        sizes[-1],
    )


def _scale(high: float) -> float:
    """Return how large headings are on paper of this height, which lies."""
    return max(high / 612.0, 1.0)


class _Paper:
    def __init__(self, header: TournamentHeader, title: str, size: tuple[float, float] | None) -> None:
        self.sheet = Sheet(header, title, landscape=True, size=size)
        self.scale = _scale(self.sheet.height)
        self.most = self.scale * (_POSTER_SCALE if size else 1.0)
        self.number, self.seed, self.won = (wide * self.scale for wide in (_NUMBER, _SEED, _WON))

    def page(self, page: BracketPage, number: int, pages: int) -> None:
        sheet, scale = self.sheet, self.scale
        with sheet.group("Sect"):
            top = self._head(page, first=number == 1)
            columns = len(page.headings)
            across = min((sheet.right - sheet.left + _GAP) / columns, (_MAX_WIDTH + _GAP) * self.most)
            titles = _TITLES * scale
            down = min((top - titles - sheet.bottom - FOOT) / page.slots, _MAX_HEIGHT * self.most)
            self._left, self._wide, self._across = sheet.left, across - _GAP, across
            self._top, self._down, self._high = top - titles, down, down * _BOX_SHARE
            for column, heading in enumerate(page.headings):
                x = self._left + column * across
                sheet.text(x, top - 12 * scale, heading, 12 * scale, BOLD, width=self._wide, tag="H2")
            self._size = self._name_size(page)
            at = {box.number: box for box in page.boxes}
            for one, other in page.links:
                self._link(at[one], at[other])
            for box in page.boxes:
                self._box(box)
            foot(sheet, number, pages)
            sheet.end_page()

    def _head(self, page: BracketPage, *, first: bool) -> float:
        """Draw title, tournament and date in a narrow strip; return the y at which the drawing begins."""
        sheet, header, scale = self.sheet, self.sheet.header, self.scale
        sheet.bookmark(page.title)
        top, small, code = sheet.top, 11 * scale, _QR * scale
        left = sheet.left + logo(sheet, sheet.left, top, 90 * scale, (_HEAD - 10) * scale, read=first)
        wide = sheet.right - left - (code + 8 if first and header.public_url else 0)
        tag = "H1" if first else "P"
        taken = sheet.text(left, top - 20 * scale, page.title, 23 * scale, BOLD, width=wide, tag=tag)
        if wide - taken > 150:
            x, room = left + taken + 16, wide - taken - 16
            tag = "P" if first else ""
            sheet.text(x, top - 20 * scale, header.tournament, 14 * scale, width=room, tag=tag)
        else:
            sheet.text(left, top - 36 * scale, header.tournament, small, width=wide / 2)
        sheet.text(left + wide, top - 36 * scale, header.day, small, align=RIGHT, width=wide / 2)
        if first:
            sheet.qr(header.public_url, sheet.right - code + 4, top - code + 6, code)
        y = top - _HEAD * scale + 6
        sheet.rule(sheet.left, y, left + wide, y, 1.2)
        return top - _HEAD * scale

    def _name_size(self, page: BracketPage) -> float:
        """Return the size at which all names fit, on two lines if need be, but at least a legible one."""
        names = {side.name for box in page.boxes for side in box.sides if side.known}
        size = min(_MAX_SIZE * self.most, self._high * 0.39)
        fit, room = self.sheet.shaper.fit, (self._name_width, self._name_height)
        sizes = [fit(name, BOLD, size, *room)[1] for name in names]
        return max(min([size, *sizes]), min(size, _MIN_SIZE))

    @property
    def _name_width(self) -> float:
        return self._wide - self.number - 5 - self.seed - self.won

    @property
    def _name_height(self) -> float:
        return self._high / 2 - 1

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
        sheet.rule(x + self.number, middle, x + self._wide, middle, 0.4)
        sheet.rule(x + self.number, middle - half, x + self.number, middle + half, 0.4)
        if box.named:
            sheet.text(x, middle + half + 3, box.title, 9 * self.scale, BOLD, width=self._wide)
        sheet.text(
            x + self.number / 2,
            middle - 3 * self.scale,
            str(box.number),
            9 * self.scale,
            align=CENTRE,
            width=self.number - 4,
        )
        with sheet.tagged("P", read=box.read):
            for at, side in enumerate(box.sides):
                self._side(side, x, middle + half * (0.5 - at))

    def _side(self, side: BracketSide, x: float, middle: float) -> None:
        sheet, size = self.sheet, self._size
        y = middle - size * 0.34
        left, wide = x + self.number + 3, self._wide - self.number - 5
        if side.won is None:  # a box for the games won, to be written by hand
            x_won, half = x + self._wide - self.won, self._high / 4
            sheet.rule(x_won, middle - half, x_won, middle + half, 0.4)
        if not side.known and not side.seed:
            room = wide - self.won
            top = middle + self._high / 4 - 6 * self.scale
            sheet.block(left, top, side.name or " ", 7.5 * self.scale, room, height=10 * self.scale)
            return
        seed = str(side.seed or "")
        sheet.text(left + self.seed - 4, y, seed, min(size, 8 * self.scale), align=RIGHT, width=self.seed - 4)
        face = BOLD if side.winner else TEXT
        sheet.block(
            left + self.seed, middle, side.name, size, self._name_width, face, height=self._name_height
        )
        if side.won is not None:
            sheet.text(x + self._wide - 5, y, str(side.won), size, face, align=RIGHT, width=self.won - 4)
