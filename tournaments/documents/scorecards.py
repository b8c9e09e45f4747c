"""Player scorecards: one page a card, blank to fill in by hand, or filled after the day."""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .card_grid import BREAK_ROW, HEADING_ROW, Column, Grid
from .ink import BOLD, BOLD_FIGURES, FIGURES, TEXT
from .numbers import grouped, signed
from .page import CENTRE, RIGHT, Sheet
from .structure import COLUMN_HEADING, ROW_HEADING
from .values import AWARDS, Card, CardRow, DayHeader
from .words import award_word, seat_words, shorter_and_shorter, skunk_word

_QR = 82.0
_NAME_LEFT = 92.0  # beside the player's number
_SPAN = "/A<</O/Table/ColSpan {}>>"


def scorecards(
    header: DayHeader, cards: Iterable[Card], progress: Callable[[int], None] | None = None
) -> bytes:
    """The cards as a PDF file, in the order given.

    ``progress`` is told how many cards are done; what it raises stops the work (a cancelled job).
    """
    sheet = Sheet(header, _("Scorecards"))
    blank, filled = _Cards(sheet, filled=False), _Cards(sheet, filled=True)
    count = 0
    for count, card in enumerate(cards, 1):
        (filled if card.rows else blank).add(card)
        if progress:
            progress(count)
    if not count:
        sheet.end_page()
    return sheet.finish()


class _Cards:
    """Cards of one layout. Words are looked up once: there may be a thousand cards."""

    def __init__(self, sheet: Sheet, *, filled: bool) -> None:
        self.sheet, self.header, self.language = sheet, sheet.header, sheet.header.language
        self.filled, self.form = filled, "filled" if filled else "blank"
        self.grid = Grid(sheet, filled=filled)
        self.number_word, self.total_word = _("Player no."), _("Total")
        self.with_word = _("with %(partner)s")
        self.penalty_word = _("penalty %(points)s")
        self.won_word, self.lost_word = _("Won"), _("Lost")
        self.won_letter = pgettext("one letter for a game won", "W")
        self.lost_letter = pgettext("one letter for a game lost", "L")
        self.awards = {award: award_word(award) for award in AWARDS}
        self.skunks = [skunk_word(level) for level in range(4)]
        sheet.form(self.form, self._frame)

    def _frame(self) -> None:
        sheet = self.sheet
        self.grid.draw()
        sheet.box(sheet.left, sheet.top - 122, 78, 72, 1.6, 9)
        sheet.board(sheet.right, sheet.top - 136, self.header.games)

    def add(self, card: Card) -> None:
        """Draw one card on a page of its own."""
        sheet, grid = self.sheet, self.grid
        with sheet.group("Sect"):
            sheet.show(self.form)
            self._head(card)
            rows = {row.game: row for row in card.rows}
            with sheet.group("Table"):
                self._headings()
                for game, middle in grid.middles.items():
                    self._row(game, rows.get(game), middle - grid.size * 0.34)
                    if game in grid.breaks:
                        self._break(grid.breaks[game], middle - grid.row / 2 - BREAK_ROW / 2 - 4)
                self._total(card, grid.total_middle - 5.5)
            if not self.filled:
                self._signatures(grid.end - 30)
        sheet.end_page()

    # above the table

    def _head(self, card: Card) -> None:
        sheet, header = self.sheet, self.header
        url = card.url or header.public_url
        right = sheet.right - (_QR + 8 if url else 0)
        wide = right - sheet.left
        sheet.text(sheet.left, sheet.top - 15, header.tournament, 19, BOLD, width=wide, tag="P")
        day = " · ".join(part for part in (header.date, header.place) if part)
        sheet.text(sheet.left, sheet.top - 33, day, 13, width=wide, tag="P" if day else "")
        self._number(card, sheet.top - 50)
        self._who(card, sheet.left + _NAME_LEFT, sheet.top - 50, right)
        sheet.qr(url, sheet.right - _QR + 6, sheet.top - _QR + 6, _QR)
        if self.filled:
            sheet.pegs(sheet.right, sheet.top - 136, header.games, [row.game for row in card.rows if row.won])

    def _number(self, card: Card, top: float) -> None:
        sheet = self.sheet
        with sheet.tagged("P"):
            sheet.text(sheet.left + 39, top - 15, self.number_word, 11, align=CENTRE, width=70)
            sheet.text(sheet.left + 39, top - 57, str(card.number), 44, BOLD, align=CENTRE, width=68)

    def _who(self, card: Card, x: float, top: float, right: float) -> None:
        sheet = self.sheet
        sheet.text(x, top - 25, card.name, 27, BOLD, width=right - x, smallest=0.55, tag="H1")
        if card.club:
            sheet.text(x, top - 45, card.club, 15, width=right - x, tag="P")
        y = top - 68 if card.club else top - 54
        if card.total and card.total.rank is not None:
            words = _("Rank %(rank)d, shared") if card.total.tied else _("Rank %(rank)d")
            sheet.text(x, y, words % {"rank": card.total.rank}, 18, BOLD, width=right - x, tag="P")
        elif card.table is not None:
            words = _("Starts at: %(seat)s") % {"seat": seat_words(card.table, card.letter)}
            sheet.text(x, y, words, 16, BOLD, width=right - x, tag="P")

    # the table

    def _headings(self) -> None:
        sheet = self.sheet
        sheet.begin("TR")
        for column in self.grid.columns:
            lines = column.label.split(" ", 1)
            y = self.grid.top - HEADING_ROW / 2 - 4 + 6.25 * (len(lines) - 1)
            with sheet.tagged("TH", COLUMN_HEADING):
                for line in lines:
                    sheet.text(column.middle, y, line, 11, BOLD, align=CENTRE, width=column.width - 4)
                    y -= 12.5
        sheet.end()

    def _row(self, game: int, row: CardRow | None, y: float) -> None:
        sheet, grid = self.sheet, self.grid
        sheet.begin("TR")
        x, size = grid.columns[0].middle, grid.size + 1
        sheet.text(x, y, str(game), size, BOLD, align=CENTRE, tag="TH", attributes=ROW_HEADING)
        if row:
            self._cells(row, y)
        else:
            sheet.nothing("TD", _SPAN.format(len(grid.columns) - 1))
            if not self.filled:
                self._to_circle(y)
        sheet.end()

    def _to_circle(self, y: float) -> None:
        """The two letters of which one is circled by hand."""
        column = self.grid.named["won"]
        for letter, share in ((self.won_letter, 0.29), (self.lost_letter, 0.71)):
            x = column.left + column.width * share
            self.sheet.text(x, y, letter, self.grid.size - 1.5, align=CENTRE)

    def _cells(self, row: CardRow, y: float) -> None:
        shown = {
            "table": (grouped(row.table, self.language), FIGURES),
            "points": (grouped(row.points, self.language), BOLD_FIGURES),
            "against": (grouped(row.against, self.language), FIGURES),
            "match_points": (grouped(row.match_points, self.language), FIGURES),
            "spread": (signed(row.spread, self.language), FIGURES),
            "total": (self._sum(row.total), BOLD_FIGURES),
        }
        for column in self.grid.columns[1:]:
            if column.name == "opponent":
                self._opponent(column, row, y)
            elif column.name == "won":
                self._outcome(column, row, y)
            else:
                text, face = shown[column.name]
                self._figure(column, y, text, face, self.grid.size)

    def _sum(self, number: int | None) -> str:
        """What is added up from game to game: points, or values with their sign."""
        return signed(number, self.language) if self.header.by_value else grouped(number, self.language)

    def _figure(self, column: Column, y: float, text: str, face: str, size: float) -> None:
        """A number at the right of its cell, so that units stand under units."""
        x = column.middle + (9 if column.name == "table" else column.width / 2 - 8)
        self.sheet.text(x, y, text, size, face, align=RIGHT, width=column.width - 12, tag="TD")

    def _opponent(self, column: Column, row: CardRow, y: float) -> None:
        sheet, size = self.sheet, self.grid.size
        x, wide = column.left + 5, column.width - 9
        below, face = self._below(row)
        with sheet.tagged("TD"):
            if below and row.opponent:
                names = self._names((row.opponent, *row.others), size - 2, wide, lines=1)
                sheet.text(x, y + self.grid.row * 0.19, names, size - 2, width=wide)
                sheet.text(x, y - self.grid.row * 0.19 - 1.5, below, size - 3.5, face, width=wide)
            elif row.others:
                names = self._names((row.opponent, *row.others), size - 2, wide, lines=2)
                sheet.block(x, y + size * 0.34, names, size - 1, wide)
            else:
                name = row.opponent or below[:1].upper() + below[1:]
                sheet.block(x, y + size * 0.34, name, size - 1, wide)

    def _below(self, row: CardRow) -> tuple[str, str]:
        """What stands below the opponents, and how: partners, and why the game was not played out."""
        word = self.awards.get(row.award, row.award)
        partner = self.with_word % {"partner": row.partner} if row.partner else ""
        off = self.penalty_word % {"points": signed(-row.penalty, self.language)} if row.penalty else ""
        return ", ".join(part for part in (partner, word, off) if part), TEXT if partner else BOLD

    def _names(self, names: Sequence[str], size: float, width: float, *, lines: int) -> str:
        """As many names as there is room for on so many lines."""
        shown = ""
        for shown in shorter_and_shorter(names):
            if len(self.sheet.ink.wrap(shown, TEXT, size * 0.84, width)) <= lines:
                break
        return shown

    def _outcome(self, column: Column, row: CardRow, y: float) -> None:
        sheet, size, x = self.sheet, self.grid.size, column.middle
        skunk = self.skunks[max(0, min(row.skunk, 3))]
        if row.won is None:
            sheet.text(x, y, "–", size, align=CENTRE, tag="TD")
            return
        word, face = (self.won_word, BOLD) if row.won else (self.lost_word, TEXT)
        wide = column.width - 5
        with sheet.tagged("TD"):
            if skunk:
                sheet.text(x, y + self.grid.row * 0.19, word, size - 2, face, align=CENTRE, width=wide)
                sheet.text(x, y - self.grid.row * 0.19 - 1.5, skunk, size - 3.5, align=CENTRE, width=wide)
            else:
                sheet.text(x, y, word, size - 1, face, align=CENTRE, width=wide)

    def _break(self, label: str, y: float) -> None:
        sheet = self.sheet
        middle, span = (sheet.left + sheet.right) / 2, _SPAN.format(len(self.grid.columns))
        sheet.begin("TR")
        sheet.text(middle, y, label, 12, BOLD, align=CENTRE, width=400, tag="TD", attributes=span)
        sheet.end()

    def _total(self, card: Card, y: float) -> None:
        sheet, grid, total = self.sheet, self.grid, card.total
        sheet.begin("TR")
        before = len(grid.columns) - len(grid.added)
        attributes = f"/A<</O/Table/Scope/Row/ColSpan {before}>>"
        x = grid.added[0].left - 8
        sheet.text(x, y, self.total_word, 16, BOLD, align=RIGHT, tag="TH", attributes=attributes)
        shown = {}
        if total:
            ran_to = total.spread if self.header.by_value else total.points
            shown = {
                "points": grouped(total.points, self.language),
                "against": grouped(total.against, self.language),
                "match_points": grouped(total.match_points, self.language),
                "spread": signed(total.spread, self.language),
                "total": self._sum(ran_to if total.total is None else total.total),
            }
        for column in grid.added:
            if column.name == "won":
                text = f"{total.won} {self.won_letter}" if total else ""
                sheet.text(column.middle, y, text, 15, BOLD, align=CENTRE, width=column.width - 6, tag="TD")
            else:
                self._figure(column, y, shown.get(column.name, ""), BOLD_FIGURES, 15)
        sheet.end()

    def _signatures(self, y: float) -> None:
        sheet = self.sheet
        half = (sheet.right - sheet.left) / 2
        for x, label in ((sheet.left, _("Player's signature")), (sheet.left + half + 10, _("Checked by"))):
            wide = sheet.text(x, y, label, 12, width=half * 0.6, tag="P")
            sheet.rule(x + wide + 8, y - 2, x + half - 10, y - 2, 0.8)
