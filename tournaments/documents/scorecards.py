"""Player scorecards: one page a card, blank to fill in by hand, or filled after the day."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .ink import BOLD, BOLD_FIGURES, FIGURES, TEXT
from .numbers import grouped, signed
from .page import CENTRE, RIGHT, Sheet
from .structure import COLUMN_HEADING, ROW_HEADING
from .values import Card, CardRow, DayHeader
from .words import award_word, seat_words, skunk_word

_QR = 82.0
_HEADING_ROW, _TOTAL_ROW, _BREAK_ROW, _FOOT = 34.0, 36.0, 19.0, 44.0
_TALLEST_ROW = 40.0
_EMPTY_REST = "/A<</O/Table/ColSpan {}>>"


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    label: str
    left: float
    width: float
    heavy: bool = False

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def scorecards(
    header: DayHeader, cards: Iterable[Card], progress: Callable[[int], None] | None = None
) -> bytes:
    """The cards as a PDF file, in the order given.

    ``progress`` is told how many cards are done; what it raises stops the work (a cancelled job).
    """
    paper = _Scorecards(header)
    for number, card in enumerate(cards, 1):
        paper.add(card)
        if progress:
            progress(number)
    return paper.sheet.finish()


class _Scorecards:
    """The sheet and its two layouts: a filled card has no room for initials, a blank one needs it."""

    def __init__(self, header: DayHeader) -> None:
        self.sheet = Sheet(header, _("Scorecards"))
        self.blank = _Layout(self.sheet, filled=False)
        self.filled = _Layout(self.sheet, filled=True)

    def add(self, card: Card) -> None:
        (self.filled if card.rows else self.blank).card(card)


class _Layout:
    def __init__(self, sheet: Sheet, *, filled: bool) -> None:
        self.sheet, self.header, self.language = sheet, sheet.header, sheet.header.language
        self.filled, self.grid = filled, "filled" if filled else "blank"
        self.columns = self._columns()
        self.named = {column.name: column for column in self.columns}
        self.table_top = sheet.top - 158
        breaks = [each for each in self.header.breaks if 0 < each.after < self.header.games]
        self.breaks = {each.after: each.label for each in breaks}
        fixed = _HEADING_ROW + _TOTAL_ROW + _BREAK_ROW * len(self.breaks) + (0 if filled else _FOOT)
        self.row = min(_TALLEST_ROW, (self.table_top - sheet.bottom - fixed) / self.header.games)
        self.size = min(15.0, self.row * 0.5)
        self.baselines: list[float] = []
        sheet.form(self.grid, self._grid)

    def _columns(self) -> list[_Column]:
        """The columns with their shares of the width."""
        shares = [
            ("game", _("Game"), 38, 38, False),
            ("table", _("Table"), 42, 42, False),
            ("opponent", _("Opponent"), 128, 142, False),
            ("points", _("My points"), 48, 52, True),
            ("against", _("Their points"), 48, 52, False),
            ("won", _("Won or lost"), 52, 74, False),
            ("match_points", _("Match points"), 44, 44, False),
            ("spread", _("Spread +/−"), 46, 48, False),
            ("total", _("Running total"), 56, 60, True),
            ("initials", _("Opp. initials"), 50, 0, False),
        ]
        if not self.header.match_points:
            shares = [share for share in shares if share[0] != "match_points"]
        taken = [
            (name, label, wide if self.filled else slim, heavy) for name, label, slim, wide, heavy in shares
        ]
        scale = (self.sheet.right - self.sheet.left) / sum(share[2] for share in taken)
        columns, left = [], self.sheet.left
        for name, label, share, heavy in taken:
            if share:
                columns.append(_Column(name, label, left, share * scale, heavy))
            left += share * scale
        return columns

    # what is the same on every card

    def _grid(self) -> None:
        sheet, y = self.sheet, self.table_top
        sheet.rule(sheet.left, y, sheet.right, y, 1.4)
        y -= _HEADING_ROW
        sheet.rule(sheet.left, y, sheet.right, y, 1.4)
        first = y
        for game in range(1, self.header.games + 1):
            self.baselines.append(y - self.row / 2 - self.size * 0.34)
            y -= self.row
            if game in self.breaks:
                sheet.rule(sheet.left, y, sheet.right, y, 0.6)
                self._sides(first, y)
                y -= _BREAK_ROW
                first = y
            last = game == self.header.games
            sheet.rule(sheet.left, y, sheet.right, y, 1.4 if last else 0.6)
        self._sides(first, y)
        self.total_baseline = y - _TOTAL_ROW / 2 - 5.5
        self._sides(y, y - _TOTAL_ROW, ("points", "against", "won", "match_points", "spread", "total"))
        sheet.rule(sheet.left, y - _TOTAL_ROW, sheet.right, y - _TOTAL_ROW, 1.4)
        self.foot = y - _TOTAL_ROW - 30

    def _sides(self, top: float, bottom: float, names: tuple[str, ...] = ()) -> None:
        """The upright lines between columns; double weight beside what one adds up."""
        sheet = self.sheet
        for column in self.columns:
            if not names or column.name in names:
                sheet.rule(column.left, top, column.left, bottom, 0.6)
            if column.name in (names or ("points", "total")) and column.heavy:
                for x in (column.left, column.left + column.width):
                    sheet.rule(x, top, x, bottom, 1.4)
        if not names:
            sheet.rule(sheet.right, top, sheet.right, bottom, 0.6)

    # one card

    def card(self, card: Card) -> None:
        sheet = self.sheet
        with sheet.group("Sect"):
            self._head(card)
            sheet.show(self.grid)
            rows = {row.game: row for row in card.rows}
            with sheet.group("Table"):
                self._headings()
                for game in range(1, self.header.games + 1):
                    self._row(game, rows.get(game))
                    if game in self.breaks:
                        self._break(game)
                self._total(card)
            self._foot()
        sheet.end_page()

    def _head(self, card: Card) -> None:
        sheet, header = self.sheet, self.header
        url = card.url or header.public_url
        right = sheet.right - (_QR + 8 if url else 0)
        wide = right - sheet.left
        sheet.text(sheet.left, sheet.top - 15, header.tournament, 19, BOLD, width=wide, tag="P")
        day = " · ".join(part for part in (header.date, header.place) if part)
        sheet.text(sheet.left, sheet.top - 33, day, 13, width=wide, tag="P")
        won = [row.game for row in card.rows if row.won]
        sheet.board(sheet.right, sheet.top - 136, header.games, won)
        top = sheet.top - 50
        self._number(card, top)
        x = sheet.left + 92
        sheet.text(x, top - 25, card.name, 27, BOLD, width=right - x, smallest=0.55, tag="H1")
        sheet.text(x, top - 45, card.club, 15, width=right - x, tag="P" if card.club else "")
        self._place(card, x, top - 68 if card.club else top - 54)
        sheet.qr(url, sheet.right - _QR + 6, sheet.top - _QR + 6, _QR)

    def _number(self, card: Card, top: float) -> None:
        sheet = self.sheet
        sheet.box(sheet.left, top - 72, 78, 72, 1.6, 9)
        label, number = _("Player no."), str(card.number)
        with sheet.tagged("P"):
            sheet.text(sheet.left + 39, top - 15, label, 11, align=CENTRE, width=70)
            sheet.text(sheet.left + 39, top - 57, number, 44, BOLD, align=CENTRE, width=68)

    def _place(self, card: Card, x: float, y: float) -> None:
        sheet = self.sheet
        if card.total and card.total.rank is not None:
            words = _("Rank %(rank)d, shared") if card.total.tied else _("Rank %(rank)d")
            sheet.text(
                x, y, words % {"rank": card.total.rank}, 18, BOLD, width=sheet.right - x - 150, tag="P"
            )
        elif card.table is not None:
            words = _("Starts at: %(seat)s") % {"seat": seat_words(card.table, card.letter)}
            sheet.text(x, y, words, 16, BOLD, width=sheet.right - x - 150, tag="P")

    def _headings(self) -> None:
        sheet = self.sheet
        sheet.begin("TR")
        for column in self.columns:
            lines = column.label.split(" ", 1)
            with sheet.tagged("TH", COLUMN_HEADING):
                y = self.table_top - (14.5 if len(lines) > 1 else 21)
                for line in lines:
                    sheet.text(column.middle, y, line, 11, BOLD, align=CENTRE, width=column.width - 5)
                    y -= 12.5
        sheet.end()

    def _row(self, game: int, row: CardRow | None) -> None:
        sheet, y = self.sheet, self.baselines[game - 1]
        sheet.begin("TR")
        first = self.columns[0]
        sheet.text(
            first.middle, y, str(game), self.size + 1, BOLD, align=CENTRE, tag="TH", attributes=ROW_HEADING
        )
        if row:
            self._cells(row, y)
        else:
            sheet.nothing("TD", _EMPTY_REST.format(len(self.columns) - 1))
            if not self.filled:
                self._to_circle(y)
        sheet.end()

    def _to_circle(self, y: float) -> None:
        """The two letters of which one is circled by hand."""
        column = self.named["won"]
        for letter, x in ((_won_letter(), 0.29), (_lost_letter(), 0.71)):
            self.sheet.text(column.left + column.width * x, y, letter, self.size - 1.5, align=CENTRE)

    def _cells(self, row: CardRow, y: float) -> None:
        shown = {
            "table": (grouped(row.table, self.language), FIGURES),
            "points": (grouped(row.points, self.language), BOLD_FIGURES),
            "against": (grouped(row.against, self.language), FIGURES),
            "match_points": (grouped(row.match_points, self.language), FIGURES),
            "spread": (signed(row.spread, self.language), FIGURES),
            "total": (grouped(row.total, self.language), BOLD_FIGURES),
        }
        for column in self.columns[1:]:
            if column.name == "opponent":
                self._opponent(column, row, y)
            elif column.name == "won":
                self._outcome(column, row, y)
            else:
                text, face = shown.get(column.name, ("", TEXT))
                self._figure(column, y, text, face)

    def _figure(self, column: _Column, y: float, text: str, face: str, size: float = 0.0) -> None:
        """A number at the right of its cell, so that units stand under units."""
        narrow = column.name == "table"
        x = column.middle + (9 if narrow else column.width / 2 - 8)
        self.sheet.text(x, y, text, size or self.size, face, align=RIGHT, width=column.width - 10, tag="TD")

    def _opponent(self, column: _Column, row: CardRow, y: float) -> None:
        sheet, word = self.sheet, award_word(row.award)
        x, wide = column.left + 5, column.width - 9
        if not (word and row.opponent):
            with sheet.tagged("TD"):
                sheet.block(x, y + self.size * 0.34, row.opponent or word.capitalize(), self.size - 1, wide)
            return
        with sheet.tagged("TD"):
            step = self.row * 0.19
            sheet.text(x, y + step, row.opponent, self.size - 2, width=wide)
            sheet.text(x, y - step - 1.5, word, self.size - 3.5, BOLD, width=wide)

    def _outcome(self, column: _Column, row: CardRow, y: float) -> None:
        sheet, wide = self.sheet, column.width - 6
        if row.won is None:
            sheet.text(column.middle, y, "–", self.size, align=CENTRE, tag="TD")
            return
        word, skunk = (_("Won") if row.won else _("Lost")), skunk_word(row.skunk)
        face = BOLD if row.won else TEXT
        if not skunk:
            sheet.text(column.middle, y, word, self.size - 1, face, align=CENTRE, width=wide, tag="TD")
            return
        with sheet.tagged("TD"):
            step = self.row * 0.19
            sheet.text(column.middle, y + step, word, self.size - 2, face, align=CENTRE, width=wide)
            sheet.text(column.middle, y - step - 1.5, skunk, self.size - 3.5, align=CENTRE, width=wide)

    def _break(self, game: int) -> None:
        sheet = self.sheet
        y = self.baselines[game - 1] + self.size * 0.34 - self.row / 2 - _BREAK_ROW / 2 - 4
        sheet.begin("TR")
        middle, attributes = (sheet.left + sheet.right) / 2, _EMPTY_REST.format(len(self.columns))
        label = self.breaks[game]
        sheet.text(middle, y, label, 12, BOLD, align=CENTRE, width=400, tag="TD", attributes=attributes)
        sheet.end()

    def _total(self, card: Card) -> None:
        sheet, y, total = self.sheet, self.total_baseline, card.total
        sheet.begin("TR")
        points = self.named["points"]
        with sheet.tagged("TH", f"/A<</O/Table/Scope/Row/ColSpan {self.columns.index(points)}>>"):
            sheet.text(points.left - 8, y, _("Total"), 16, BOLD, align=RIGHT)
        shown = {}
        if total:
            shown = {
                "points": grouped(total.points, self.language),
                "against": grouped(total.against, self.language),
                "match_points": grouped(total.match_points, self.language),
                "spread": signed(total.spread, self.language),
                "total": grouped(total.points, self.language),
            }
        for column in self.columns[self.columns.index(points) :]:
            if column.name == "won":
                text = f"{total.won} {_won_letter()}" if total else ""
                sheet.text(column.middle, y, text, 15, BOLD, align=CENTRE, width=column.width - 6, tag="TD")
            else:
                self._figure(column, y, shown.get(column.name, ""), BOLD_FIGURES, 15)
        sheet.end()

    def _foot(self) -> None:
        sheet, y = self.sheet, self.foot
        if self.filled:
            return
        half = (sheet.right - sheet.left) / 2
        for x, label in ((sheet.left, _("Player's signature")), (sheet.left + half + 10, _("Checked by"))):
            wide = sheet.text(x, y, label, 12, tag="P")
            sheet.rule(x + wide + 8, y - 2, x + half - 10, y - 2, 0.8)


def _won_letter() -> str:
    return pgettext("one letter for a game won", "W")


def _lost_letter() -> str:
    return pgettext("one letter for a game lost", "L")
