"""The part of a scorecard that is the same for everyone: columns, lines, the heights of the games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .page import Sheet

HEAD = 158.0  # from the top margin to the table
HEADING_ROW, TOTAL_ROW, BREAK_ROW = 34.0, 36.0, 19.0
_SIGNATURES = 44.0
_TALLEST_ROW = 40.0
_THIN, _THICK = 0.6, 1.4


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the card; a ``heavy`` one is added up and stands between thick lines."""

    name: str
    label: str
    left: float
    width: float
    heavy: bool = False

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


class Grid:
    """Where everything goes on a card. A filled card has no room for initials, a blank one needs it."""

    def __init__(self, sheet: Sheet, *, filled: bool) -> None:
        self.sheet, self.filled = sheet, filled
        self.games = sheet.header.games
        self.columns = self._columns()
        self.named = {column.name: column for column in self.columns}
        first = "game 1" if "game 1" in self.named else "points"
        self.added = self.columns[self.columns.index(self.named[first]) :]
        self.top = sheet.top - HEAD
        breaks = [each for each in sheet.header.breaks if 0 < each.after < self.games]
        self.breaks = {each.after: each.label for each in breaks}
        fixed = HEADING_ROW + TOTAL_ROW + BREAK_ROW * len(self.breaks) + (0 if filled else _SIGNATURES)
        self.row = min(_TALLEST_ROW, (self.top - sheet.bottom - fixed) / self.games)
        self.size = min(15.0, self.row * 0.5)
        self.middles, self.rows_end = self._heights()
        self.total_middle = self.rows_end - TOTAL_ROW / 2
        self.end = self.rows_end - TOTAL_ROW

    def _columns(self) -> list[Column]:
        """(name, heading, share of the width when blank, when filled, heavy), made into columns."""
        by_value = self.sheet.header.by_value
        shares = [
            ("game", _("Game"), 38, 38, False),
            ("table", _("Table"), 42, 42, False),
            ("opponent", _("Opponent"), 128, 142, False),
            ("points", _("My total") if by_value else _("My points"), 48, 52, not by_value),
            ("against", _("Their total") if by_value else _("Their points"), 48, 52, False),
            ("won", _("Won or lost"), 52, 74, False),
            ("match_points", pgettext("heading of a narrow column", "Match points"), 44, 44, False),
            ("spread", _("Value +/−") if by_value else _("Spread +/−"), 46, 48, by_value),
            ("total", _("Value so far") if by_value else _("Running total"), 56, 60, True),
            ("initials", _("Opp. initials"), 50, 0, False),
        ]
        if self.sheet.header.hollywood and not self.filled:
            shares[3:5] = _games_of_a_sheet()
        if not self.sheet.header.match_points:
            shares = [share for share in shares if share[0] != "match_points"]
        used = [
            (name, label, wide if self.filled else slim, heavy) for name, label, slim, wide, heavy in shares
        ]
        scale = (self.sheet.right - self.sheet.left) / sum(share for _name, _label, share, _heavy in used)
        columns, left = [], self.sheet.left
        for name, label, share, heavy in used:
            if share:
                columns.append(Column(name, label, left, share * scale, heavy))
            left += share * scale
        return columns

    def _heights(self) -> tuple[dict[int, float], float]:
        """The middle of each game's row, and where the last row ends."""
        middles, y = {}, self.top - HEADING_ROW
        for game in range(1, self.games + 1):
            middles[game] = y - self.row / 2
            y -= self.row + (BREAK_ROW if game in self.breaks else 0)
        return middles, y

    def draw(self) -> None:
        """The lines."""
        sheet, start = self.sheet, self.top - HEADING_ROW
        for y in (self.top, start, self.end):
            sheet.rule(sheet.left, y, sheet.right, y, _THICK)
        for game, middle in self.middles.items():
            y = middle - self.row / 2
            if game in self.breaks:
                sheet.rule(sheet.left, y, sheet.right, y, _THIN)
                self._uprights(start, y, self.columns)
                start = y = y - BREAK_ROW
            sheet.rule(sheet.left, y, sheet.right, y, _THICK if game == self.games else _THIN)
        self._uprights(start, self.rows_end, self.columns)
        self._uprights(self.rows_end, self.end, [each for each in self.added if each.name != "initials"])

    def _uprights(self, top: float, bottom: float, columns: Sequence[Column]) -> None:
        """The lines between columns; thick on both sides of what is added up."""
        right = columns[-1].left + columns[-1].width
        for x in [*(column.left for column in columns), right]:
            self.sheet.rule(x, top, x, bottom, _THIN)
        for column in columns:
            for x in (column.left, column.left + column.width) if column.heavy else ():
                self.sheet.rule(x, top, x, bottom, _THICK)


def _games_of_a_sheet() -> list[tuple[str, str, int, int, bool]]:
    """In place of both totals: what each of the three games of a Hollywood sheet is worth, to be added up."""
    names = (_("1st game"), _("2nd game"), _("3rd game"))
    return [
        (f"game {number}", name.replace(" ", "\N{NO-BREAK SPACE}") + " +/−", 46, 0, False)
        for number, name in enumerate(names, 1)
    ]
