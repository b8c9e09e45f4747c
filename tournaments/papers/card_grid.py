"""The part of a scorecard that is the same for all players: columns, lines, the heights of the games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.papers.page import Area, Sheet
from tournaments.papers.values import TournamentHeader

_THIN, _THICK = 0.6, 1.4
SPREAD = ("plus", "minus")


@dataclass(frozen=True, slots=True)
class Size:
    """Heights of the parts of a card and its font sizes, in points; ``qr`` is the side of the QR code."""

    head: float
    heading: float
    total: float
    net: float
    pause: float
    signatures: float
    tallest: float
    small: float
    figure: float
    qr: float


WHOLE = Size(
    head=158, heading=36, total=34, net=22, pause=19, signatures=44, tallest=40, small=11, figure=15, qr=82
)
HALF = Size(
    head=112, heading=29, total=27, net=18, pause=15, signatures=30, tallest=26, small=9, figure=12.5, qr=66
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the card; a ``heavy`` one has a total and thick lines at its sides."""

    name: str
    label: str
    left: float
    width: float
    heavy: bool = False

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def right(self) -> float:
        return self.left + self.width


class Grid:
    """The layout of a card. Only a blank card has a column for initials."""

    def __init__(self, sheet: Sheet, area: Area, *, filled: bool, half: bool) -> None:
        self.sheet, self.area, self.filled, self.half = sheet, area, filled, half
        self.at = HALF if half else WHOLE
        self.games = sheet.header.games
        self.columns = self._columns()
        self.named = {column.name: column for column in self.columns}
        first = next(name for name in ("part 1", "points", "won") if name in self.named)
        self.added = self.columns[self.columns.index(self.named[first]) :]
        self.top = area.top - self.at.head
        breaks = [each for each in sheet.header.breaks if 0 < each.after < self.games]
        self.breaks = {each.after: each.label for each in breaks}
        self.net = self.at.net if "plus" in self.named else 0.0
        fixed = self.at.heading + self.at.total + self.net + self.at.pause * len(self.breaks)
        fixed += 0 if filled else self.at.signatures
        self.row = min(self.at.tallest, (self.top - area.bottom - fixed) / max(1, self.games))
        self.size = min(self.at.figure, self.row * 0.5)
        self.middles, self.rows_end = self._heights()
        self.total_middle = self.rows_end - self.at.total / 2
        self.total_end = self.rows_end - self.at.total
        self.end = self.total_end - self.net

    def _columns(self) -> list[Column]:
        """Return the columns, from (name, heading, share of the width, heavy).

        The shares are those of a blank card, filled, half blank, half filled.
        """
        by_value, is_signed = self.sheet.header.by_value, self.sheet.header.signed
        so_far = _("Value so far") if by_value else _("Spread so far") if is_signed else _("Running total")
        own, theirs = point_headings(self.sheet.header)
        figures = self.sheet.header.figures
        shares = [
            ("game", _("Game"), (34, 31, 27, 27), False),
            ("table", _("Table"), (37, 33, 28, 28), False),
            ("number", pgettext("heading: the number of the opponent", "Opp. no."), (36, 33, 36, 26), False),
            ("opponent", _("Opponent"), (96, 152, 0, 80), False),
            ("points", own, (44, 47, 40, 38), not is_signed),
            ("against", theirs, (44, 47, 40, 38), False),
            ("won", _("Won or lost"), (48, 52, 38, 44), False),
            *((f"figure {at}", heading, (42, 42, 36, 34), False) for at, heading in enumerate(figures)),
            ("match_points", pgettext("heading of a narrow column", "Match points"), (38, 40, 30, 28), False),
            ("value", _("Value +/−"), (46, 48, 42, 40), True),
            ("plus", _("Spread +"), (38, 36, 34, 32), False),
            ("minus", _("Spread −"), (38, 36, 34, 32), False),
            ("total", so_far, (54, 52, 46, 42), True),
            ("initials", _("Opp. initials"), (46, 0, 40, 0), False),
        ]
        without: tuple[str, ...] = SPREAD if by_value else ("value",)
        if self.sheet.header.left and "spread" in self.sheet.header.without:
            without += SPREAD
        if self.sheet.header.parts and not self.filled:
            shares[4:6] = [
                (f"part {number}", name.replace(" ", "\N{NO-BREAK SPACE}") + " +/−", (44, 0, 38, 0), False)
                for number, name in enumerate(self.sheet.header.parts, 1)
            ]
        if not self.sheet.header.match_points:
            without += ("match_points",)
        elif self.sheet.header.foot:  # as the ACC's: what is added up is written alone
            without += ("points", "against")
        at = self.half * 2 + self.filled
        used = [(name, label, wide[at], heavy) for name, label, wide, heavy in shares if name not in without]
        scale = self.area.width / sum(share for _name, _label, share, _heavy in used)
        columns, left = [], self.area.left
        for name, label, share, heavy in used:
            if share:
                columns.append(Column(name, label, left, share * scale, heavy))
            left += share * scale
        return columns

    def _heights(self) -> tuple[dict[int, float], float]:
        """Return the middle of each game's row, and the end of the last row."""
        middles, y = {}, self.top - self.at.heading
        for game in range(1, self.games + 1):
            middles[game] = y - self.row / 2
            y -= self.row + (self.at.pause if game in self.breaks else 0)
        return middles, y

    def draw(self) -> None:
        """Draw the lines."""
        sheet, area, start = self.sheet, self.area, self.top - self.at.heading
        for y in (self.top, start, self.total_end):
            sheet.rule(area.left, y, area.right, y, _THICK)
        for game, middle in self.middles.items():
            y = middle - self.row / 2
            if game in self.breaks:
                sheet.rule(area.left, y, area.right, y, _THIN)
                self._draw_column_lines(start, y, self.columns)
                start = y = y - self.at.pause
            sheet.rule(area.left, y, area.right, y, _THICK if game == self.games else _THIN)
        self._draw_column_lines(start, self.rows_end, self.columns)
        added = [each for each in self.added if each.name != "initials"]
        self._draw_column_lines(self.rows_end, self.total_end, added)
        if self.net:
            self._draw_net_box()

    def _draw_net_box(self) -> None:
        """Draw the box below both columns of the spread."""
        left, right = self.named["plus"].left, self.named["minus"].right
        for x in (left, right):
            self.sheet.rule(x, self.total_end, x, self.end, _THICK)
        self.sheet.rule(left, self.end, right, self.end, _THICK)

    def _draw_column_lines(self, top: float, bottom: float, columns: Sequence[Column]) -> None:
        """Draw the lines between columns; thick on both sides of columns that are added up."""
        for x in [*(column.left for column in columns), columns[-1].right]:
            self.sheet.rule(x, top, x, bottom, _THIN)
        for column in columns:
            for x in (column.left, column.right) if column.heavy else ():
                self.sheet.rule(x, top, x, bottom, _THICK)


def point_headings(header: TournamentHeader) -> tuple[str, str]:
    if header.by_value:
        return _("My total"), _("Their total")
    if header.left:
        return _("My points left"), _("Their points left")
    return _("My points"), _("Their points")
