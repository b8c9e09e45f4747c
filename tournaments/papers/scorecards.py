"""Player scorecards, blank to fill in by hand or filled after the games: one a page, or two to cut apart."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.papers.card_grid import SPREAD, Column, Grid
from tournaments.papers.masthead import day_line, logo, sponsors
from tournaments.papers.page import CENTRE, RIGHT, Area, Sheet, ignore_progress
from tournaments.papers.pagination import impose
from tournaments.papers.structure import COLUMN_HEADING, ROW_HEADING
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES, FIGURES, TEXT
from tournaments.papers.values import AWARDS, Card, CardRow, Progress, TournamentHeader
from tournaments.papers.words import award_word, grouped, seat_words, signed, skunk_word

_SPAN = "/A<</O/Table/ColSpan {}>>"
_INSET = 24.0


def scorecards(
    header: TournamentHeader,
    cards: Iterable[Card],
    progress: Progress = ignore_progress,
    *,
    two: bool = False,
) -> bytes:
    """Draw the cards as a PDF file, in the order given; ``two`` a sheet, to be cut and laid pile on pile."""
    sheet = Sheet(header, _("Scorecards"), landscape=two)
    areas = [sheet.area]
    if two:  # both halves of a landscape sheet, with room for the scissors between them
        half, at = sheet.width / 2, (sheet.bottom - 8, sheet.top + 8)
        areas = [Area(sheet.left - 4, half - _INSET, *at), Area(half + _INSET, sheet.right + 4, *at)]
    layouts = [
        {filled: _Cards(sheet, area, filled=filled, place=place if two else None) for filled in (False, True)}
        for place, area in enumerate(areas)
    ]
    pages: Iterable[Sequence[Card | None]] = impose(tuple(cards), 2) if two else ((card,) for card in cards)
    count = 0
    for page in pages:
        for layout, card in zip(layouts, page, strict=True):
            if card:
                layout[bool(card.rows)].add(card)
                count += 1
        if two:
            sheet.dashes(sheet.width / 2, 0, sheet.width / 2, sheet.height)
        sheet.end_page()
        progress(count)
    return sheet.finish()


class _Cards:
    """A drawer of cards of one layout. Words are looked up once, as there may be a thousand cards."""

    def __init__(self, sheet: Sheet, area: Area, *, filled: bool, place: int | None) -> None:
        self.sheet, self.header, self.language = sheet, sheet.header, sheet.header.language
        self.area, self.filled, self.half = area, filled, place is not None
        self.form = f"{'filled' if filled else 'blank'}{place or 0}"
        self.grid = Grid(sheet, area, filled=filled, half=self.half)
        self.at = self.grid.at
        self.number_word, self.total_word = _("Player no."), _("Total")
        self.net_word = _("Match points / games won, net spread") if self.header.foot else _("Net spread")
        self.with_word = _("with %(partner)s")
        self.penalty_word = _("penalty %(points)s")
        self.won_word, self.lost_word = _("Won"), _("Lost")
        self.won_letter = pgettext("one letter for a game won", "W")
        self.lost_letter = pgettext("one letter for a game lost", "L")
        self.awards = {award: award_word(award) for award in AWARDS}
        self.skunks = [skunk_word(level) for level in range(4)]
        self.own_page = _("QR code of the own page of %(name)s: %(address)s")
        self._defined = False

    @property
    def _box(self) -> tuple[float, float]:
        """Return side and top of the frame around the player's number."""
        return (56.0, self.area.top - 38) if self.half else (78.0, self.area.top - 50)

    @property
    def _logo_size(self) -> tuple[float, float]:
        """Return the most that the logo above that frame takes of the width and the height."""
        return (84.0, 32.0) if self.half else (120.0, 42.0)

    @property
    def _board_y(self) -> float:
        return self.area.top - self.at.head + 22

    def _frame(self) -> None:
        side, top = self._box
        self.grid.draw()
        self.sheet.box(self.area.left, top - side * 0.92, side, side * 0.92, 1.6, 9)
        if not self.half:
            self.sheet.board(self.area.right, self._board_y, self.header.games)

    def add(self, card: Card) -> None:
        """Draw one card in its area of the page."""
        sheet, grid = self.sheet, self.grid
        if not self._defined:
            sheet.form(self.form, self._frame)
            self._defined = True
        sheet.bookmark(f"{card.number} {card.name}" if card.number else _("Spare card"))
        with sheet.group("Sect"):
            sheet.show(self.form)
            self._head(card)
            rows = {row.game: row for row in card.rows or card.ahead}
            with sheet.group("Table"):
                self._headings()
                for game, middle in grid.middles.items():
                    self._row(game, rows.get(game), middle - grid.size * 0.34)
                    if game in grid.breaks:
                        self._break(grid.breaks[game], middle - (grid.row + self.at.pause) / 2 - 4)
                self._total(card, grid.total_middle - 5.5)
                if grid.net:
                    self._draw_net_spread(card, (grid.total_end + grid.end) / 2 - 5)
            if not self.filled:
                self._signatures(grid.end - self.at.signatures * 0.68)
            sponsors(sheet, self.area.left, self.area.bottom - 11, self.area.width, self.at.small, read=True)

    # above the table

    def _head(self, card: Card) -> None:
        sheet, area, header, at = self.sheet, self.area, self.header, self.at
        url = card.url or header.public_url
        right = area.right - (at.qr if url else 0)
        size = at.figure * 1.25
        x = area.left + logo(sheet, area.left, area.top, *self._logo_size, read=True)
        wide = right - x
        sheet.text(x, area.top - size * 0.78, header.tournament, size, BOLD, width=wide, tag="P")
        y, middle = area.top - size * 1.75, self._box[1] + 10
        day_line(sheet, x, y, at.small + 2, wide, middle=middle, read=True)
        self._number(card)
        self._draw_player(card, right)
        opens = self.own_page % {"name": card.name, "address": url} if card.url else ""
        sheet.qr(url, area.right - at.qr + 6, area.top - at.qr + 6, at.qr, words=opens)
        if self.filled and not self.half:
            won = [row.game for row in card.rows if row.won]
            sheet.pegs(area.right, self._board_y, header.games, won)

    def _number(self, card: Card) -> None:
        sheet, (side, top) = self.sheet, self._box
        middle, wide = self.area.left + side / 2, side - 8
        with sheet.tagged("P"):
            small = self.at.small
            sheet.text(middle, top - small * 1.35, self.number_word, small, align=CENTRE, width=wide)
            if card.number:
                number, size = str(card.number), side * 0.56
                sheet.text(middle, top - side * 0.74, number, size, BOLD, align=CENTRE, width=wide)

    def _draw_player(self, card: Card, right: float) -> None:
        """Draw the name, the club, and the first seat or the final result."""
        sheet, (side, top) = self.sheet, self._box
        x, size = self.area.left + side + 14, self.at.figure * 1.8
        right, wide = min(right, self.area.right), right - x
        if not card.name:
            self._draw_blank_name(x, top, self.area.right)
            return
        lines, size = sheet.shaper.fit(card.name, BOLD, size, wide, size * 1.8)
        y = top - size * 0.85
        with sheet.tagged("H1"):
            y = sheet.lines(x, y, lines, size, BOLD, leading=size * 1.06)
        small = self.at.figure if len(lines) == 1 else self.at.figure * 0.85
        y += size * 0.7 - small * 0.95
        if card.club:
            sheet.text(x, y, card.club, small, width=wide, tag="P")
            y -= small * 1.4
        self._draw_rank_or_seat(card, x, y, wide, small * 1.15)

    def _draw_rank_or_seat(self, card: Card, x: float, y: float, wide: float, size: float) -> None:
        words = ""
        if card.total and card.total.rank is not None:
            words = _("Rank %(rank)d, shared") if card.total.tied else _("Rank %(rank)d")
            words %= {"rank": card.total.rank}
        elif card.table is not None:
            words = _("Starts at: %(seat)s") % {"seat": seat_words(card.table, card.letter)}
        if words:
            self.sheet.text(x, y, words, size, BOLD, width=wide, tag="P")

    def _draw_blank_name(self, x: float, top: float, right: float) -> None:
        """Draw lines for the name and the club on a spare card."""
        sheet, small = self.sheet, self.at.small + 1
        side, _top = self._box
        with sheet.tagged("H1"):
            sheet.text(x, top - side * 0.46, _("Name"), small)
        sheet.text(x, top - side * 0.9, _("Club"), small, tag="P")
        start = x + 8 + max(sheet.shaper.width(word, TEXT, small) for word in (_("Name"), _("Club")))
        for y in (top - side * 0.48, top - side * 0.92):
            sheet.rule(start, y, right - (self.at.qr if y > self.area.top - self.at.qr else 0), y, 0.8)

    # the table

    def _headings(self) -> None:
        sheet, size = self.sheet, self.at.small
        sheet.begin("TR")
        for column in self.grid.columns:
            lines, wide = column.label.split(" ", 1), column.width - 3
            widest = max(sheet.shaper.width(line, BOLD, 1) for line in lines)
            fits = min(size, wide / widest) if widest else size
            y = self.grid.top - self.at.heading / 2 - fits * 0.36 + fits * 0.57 * (len(lines) - 1)
            with sheet.tagged("TH", COLUMN_HEADING):
                sheet.lines(column.middle, y, lines, fits, BOLD, leading=fits * 1.14, align=CENTRE)
        sheet.end()

    def _row(self, game: int, row: CardRow | None, y: float) -> None:
        sheet, grid = self.sheet, self.grid
        sheet.begin("TR")
        x, size = grid.columns[0].middle, grid.size + 1
        label = self.header.labels[game - 1] if self.header.labels else str(game)
        sheet.text(x, y, label, size, BOLD, align=CENTRE, tag="TH", attributes=ROW_HEADING)
        if row and self.filled:
            self._cells(row, y)
        else:
            known = self._draw_planned_game(row, y) if row else 0
            sheet.add_empty_cell("TD", _SPAN.format(len(grid.columns) - 1 - known))
            if not self.filled:
                self._draw_result_letters(y)
        sheet.end()

    def _draw_planned_game(self, row: CardRow, y: float) -> int:
        """Draw the table and the opponent of a game to come; return how many cells they are."""
        known = [column for column in self.grid.columns if column.name in ("table", "number", "opponent")]
        for column in known:
            if column.name == "opponent":
                self._opponent(column, row, y)
            else:
                numbers = (row.table or "",) if column.name == "table" else row.numbers
                self._figure(column, y, ", ".join(map(str, numbers)), FIGURES, self.grid.size)
        return len(known)

    def _draw_result_letters(self, y: float) -> None:
        """Draw the two letters of which one is circled by hand."""
        column = self.grid.named["won"]
        for letter, share in ((self.won_letter, 0.27), (self.lost_letter, 0.73)):
            x = column.left + column.width * share
            self.sheet.text(x, y, letter, self.grid.size, align=CENTRE)

    def _cells(self, row: CardRow, y: float) -> None:
        plus, minus = _spread_columns(row.spread)
        shown = {
            "table": (grouped(row.table, self.language), FIGURES),
            "number": (", ".join(map(str, row.numbers)), FIGURES),
            "points": (grouped(row.points, self.language), BOLD_FIGURES),
            "against": (grouped(row.against, self.language), FIGURES),
            "match_points": (grouped(row.match_points, self.language), FIGURES),
            "value": (signed(row.spread, self.language), FIGURES),
            "plus": (grouped(plus, self.language), FIGURES),
            "minus": (grouped(minus, self.language), FIGURES),
            "total": (self._format_total(row.total), BOLD_FIGURES),
        }
        shown |= {
            f"figure {at}": (grouped(count, self.language), FIGURES) for at, count in enumerate(row.figures)
        }
        for column in self.grid.columns[1:]:
            if column.name == "opponent":
                self._opponent(column, row, y)
            elif column.name == "won":
                self._outcome(column, row, y)
            else:
                self._figure(column, y, *shown[column.name], self.grid.size)

    def _format_total(self, number: int | None) -> str:
        """Format the running total: points, or values with their sign."""
        return signed(number, self.language) if self.header.signed else grouped(number, self.language)

    def _figure(self, column: Column, y: float, text: str, face: str, size: float) -> None:
        """Draw a number flush right in its cell, so that units line up."""
        inset = 4 if self.half else 7
        x = column.middle + 9 if column.name == "table" else column.right - inset
        wide, high = column.width - inset - 3, self.grid.row - 2
        self.sheet.text(x, y, text, size, face, align=RIGHT, width=wide, height=high, tag="TD")

    def _opponent(self, column: Column, row: CardRow, y: float) -> None:
        sheet, size = self.sheet, self.grid.size
        x, wide = column.left + 4, column.width - 7
        below, face = self._remark(row)
        high = self.grid.row - 2
        names = ", ".join(name for name in (row.opponent, *row.others) if name)
        with sheet.tagged("TD"):
            if not names:
                sheet.block(x, y + size * 0.34, below[:1].upper() + below[1:], size, wide, height=high)
                return
            middle = y + size * 0.34
            if not below:
                sheet.block(x, middle, names, size - 1, wide, height=high)
                return
            share = 0.62 if row.others else 0.5  # of two opponents each may need a line
            upper, under = middle + high * (1 - share) / 2, middle - high * share / 2
            sheet.block(x, upper, names, size - 2, wide, height=high * share)
            sheet.block(x, under, below, size - 3.5, wide, face, height=high * (1 - share))

    def _remark(self, row: CardRow) -> tuple[str, str]:
        """Return the text below the opponents and its face: partners, and why the game was not played out."""
        word = self.awards.get(row.award, row.award)
        partner = self.with_word % {"partner": row.partner} if row.partner else ""
        off = self.penalty_word % {"points": signed(-row.penalty, self.language)} if row.penalty else ""
        return ", ".join(part for part in (partner, word, off) if part), TEXT if partner else BOLD

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
                below = y - self.grid.row * 0.19 - 1.5
                sheet.text(x, below, skunk, size - 3.5, align=CENTRE, width=wide)
            else:
                sheet.text(x, y, word, size - 1, face, align=CENTRE, width=wide)

    def _break(self, label: str, y: float) -> None:
        sheet, area, span = self.sheet, self.area, _SPAN.format(len(self.grid.columns))
        size, wide = self.at.small + 1, area.width * 0.74
        sheet.begin("TR")
        sheet.text(area.middle, y, label, size, BOLD, align=CENTRE, width=wide, tag="TD", attributes=span)
        sheet.end()

    def _total(self, card: Card, y: float) -> None:
        sheet, grid, total = self.sheet, self.grid, card.total
        sheet.begin("TR")
        before = len(grid.columns) - len(grid.added)
        attributes = f"/A<</O/Table/Scope/Row/ColSpan {before}>>"
        x, size = grid.added[0].left - 8, self.at.figure
        sheet.text(x, y, self.total_word, size, BOLD, align=RIGHT, tag="TH", attributes=attributes)
        shown = {}
        if total:
            ran_to = total.spread if self.header.signed else total.points
            plus, minus = (
                sum(part or 0 for part in parts)
                for parts in zip((0, 0), *(_spread_columns(row.spread) for row in card.rows), strict=True)
            )
            shown = {
                "points": grouped(total.points, self.language),
                "against": grouped(total.against, self.language),
                "match_points": grouped(total.match_points, self.language),
                "value": signed(total.spread, self.language),
                "plus": grouped(plus, self.language),
                "minus": grouped(minus, self.language),
                "total": self._format_total(ran_to if total.total is None else total.total),
            }
            for at, _heading in enumerate(self.header.figures):
                counts = sum(row.figures[at] or 0 for row in card.rows if row.figures)
                shown[f"figure {at}"] = grouped(counts, self.language)
        for column in grid.added:
            if column.name == "won":
                text, wide = f"{total.won} {self.won_letter}" if total else "", column.width - 6
                sheet.text(column.middle, y, text, size, BOLD, align=CENTRE, width=wide, tag="TD")
            else:
                self._figure(column, y, shown.get(column.name, ""), BOLD_FIGURES, size)
        sheet.end()

    def _draw_net_spread(self, card: Card, y: float) -> None:
        """Draw the net spread: + less −, below both columns."""
        sheet, grid, size = self.sheet, self.grid, self.at.figure - 1
        left, right = (grid.named[name] for name in SPREAD)
        before = grid.columns.index(left)
        heading = f"/A<</O/Table/Scope/Row/ColSpan {before}>>"
        sheet.begin("TR")
        wide = left.left - self.area.left
        x = left.left - 8
        sheet.text(
            x,
            y,
            self.net_word,
            self.at.small + 1,
            BOLD,
            align=RIGHT,
            width=wide,
            tag="TH",
            attributes=heading,
        )
        text = card.total.foot or signed(card.total.spread, self.language) if card.total else ""
        middle, wide = (left.left + right.right) / 2, left.width + right.width - 8
        span = _SPAN.format(2)
        sheet.text(middle, y, text, size, BOLD_FIGURES, align=CENTRE, width=wide, tag="TD", attributes=span)
        sheet.add_empty_cell("TD", _SPAN.format(len(grid.columns) - before - 2))
        sheet.end()

    def _signatures(self, y: float) -> None:
        sheet, area, size = self.sheet, self.area, self.at.small + 1
        half = area.width / 2
        for x, label in ((area.left, _("Player’s signature")), (area.left + half + 10, _("Checked by"))):
            wide = sheet.text(x, y, label, size, width=half * 0.6, tag="P")
            sheet.rule(x + wide + 8, y - 2, x + half - 10, y - 2, 0.8)


def _spread_columns(spread: int | None) -> tuple[int | None, int | None]:
    """Return a spread as it is written by hand: in the column of +, or without its sign in that of −."""
    if spread is None or spread >= 0:
        return spread, None
    return None, -spread
