"""The standings on paper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .ink import BOLD, BOLD_FIGURES, FIGURES, TEXT
from .masthead import DEPTH, FOOT, foot, masthead
from .numbers import grouped, signed
from .page import CENTRE, RIGHT, Sheet
from .structure import COLUMN_HEADING
from .values import DayHeader, StandingRow, StandingsState

_SIZE, _ROW, _NOTE, _HEADING = 14.0, 27.0, 15.0, 34.0
_MEDALS = 3


def standings(header: DayHeader, rows: Iterable[StandingRow], state: StandingsState | None = None) -> bytes:
    """The standings as a PDF file, in the order given, over as many pages as they take."""
    paper = _Standings(header, state or StandingsState())
    pages = paper.paginate(tuple(rows))
    for number, page in enumerate(pages, 1):
        paper.page(page, number, len(pages))
    paper.sheet.end()
    return paper.sheet.finish()


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    label: str
    left: float
    width: float

    @property
    def right(self) -> float:
        return self.left + self.width - 6


class _Standings:
    def __init__(self, header: DayHeader, state: StandingsState) -> None:
        self.header, self.language, self.state = header, header.language, state
        self.sheet = Sheet(header, _("Standings"))
        self.columns = self._columns()

    def _columns(self) -> list[_Column]:
        shares = [
            ("rank", _("Rank"), 36),
            ("name", _("Name"), 154),
            ("club", _("Club"), 106),
            ("match_points", pgettext("heading of a narrow column", "Match points"), 44),
            ("points", _("Points"), 49),
            ("games_won", _("Games won"), 56),
            ("skunks", _("Skunks"), 49),
            ("spread", _("Value") if self.header.by_value else _("Spread"), 47),
            ("games", _("Games played"), 48),
        ]
        if not self.header.match_points:
            shares = [share for share in shares if share[0] != "match_points"]
        if self.header.by_value:
            shares = [share for share in shares if share[0] not in ("points", "skunks")]
        scale = (self.sheet.right - self.sheet.left) / sum(share for _name, _label, share in shares)
        columns, left = [], self.sheet.left
        for name, label, share in shares:
            columns.append(_Column(name, label, left, share * scale))
            left += share * scale
        return columns

    def paginate(self, rows: Sequence[StandingRow]) -> list[list[StandingRow]]:
        """The rows of each page; a row is never parted from its notes."""
        sheet = self.sheet
        room = full = sheet.top - DEPTH - _HEADING - sheet.bottom - FOOT
        pages: list[list[StandingRow]] = [[]]
        for row in rows:
            needed = _ROW + _NOTE * len(row.notes)
            if needed > room and pages[-1]:
                pages.append([])
                room = full
            pages[-1].append(row)
            room -= needed
        return pages

    def _subtitle(self) -> str:
        if self.state.official_at:
            return _("Official at %(time)s") % {"time": self.state.official_at}
        if self.state.after:
            return _("Provisional after game %(game)d") % {"game": self.state.after}
        return _("Provisional")

    def page(self, rows: Sequence[StandingRow], number: int, pages: int) -> None:
        sheet = self.sheet
        played = range(1, (self.state.after or (self.header.games if self.state.official_at else 0)) + 1)
        y = masthead(sheet, _("Standings"), self._subtitle(), pegs=played, first=number == 1)
        if number == 1:
            sheet.begin("Table")
        y = self._headings(y, number == 1)
        for row in rows:
            y = self._row(row, y)
        foot(sheet, number, pages)
        sheet.end_page()

    def _headings(self, y: float, first: bool) -> float:
        sheet = self.sheet
        if first:
            sheet.begin("TR")
        for column in self.columns:
            lines = column.label.split(" ", 1)
            if first:
                with sheet.tagged("TH", COLUMN_HEADING):
                    self._heading(column, lines, y)
            else:
                self._heading(column, lines, y)
        if first:
            sheet.end()
        sheet.rule(sheet.left, y - _HEADING + 4, sheet.right, y - _HEADING + 4, 1.4)
        return y - _HEADING + 4

    def _heading(self, column: _Column, lines: list[str], y: float) -> None:
        y -= _HEADING - 9 - 12.5 * (len(lines) - 1)
        at_left = column.name in ("name", "club")
        for line in lines:
            x, align = (column.left + 3, 0.0) if at_left else (column.right, RIGHT)
            if column.name == "rank":
                x, align = column.left + column.width / 2, CENTRE
            self.sheet.text(x, y, line, 11.5, BOLD, align=align, width=column.width - 6)
            y -= 12.5

    def _row(self, row: StandingRow, y: float) -> float:
        sheet, baseline = self.sheet, y - _ROW / 2 - _SIZE * 0.34
        sheet.begin("TR")
        values = {
            "points": grouped(row.points, self.language),
            "match_points": grouped(row.match_points, self.language),
            "games_won": grouped(row.games_won, self.language),
            "skunks": grouped(row.skunks, self.language),
            "spread": signed(row.spread, self.language),
            "games": grouped(row.games, self.language),
        }
        ranks_by = "match_points" if self.header.ranks_by == "match_points" else "points"
        if self.header.by_value:
            ranks_by = "games_won"
        for column in self.columns:
            if column.name == "rank":
                self._rank(row, column, baseline)
            elif column.name == "name":
                self._name(row, column, baseline)
            elif column.name == "club":
                with sheet.tagged("TD"):
                    sheet.block(column.left + 3, y - _ROW / 2, row.club, _SIZE - 1.5, column.width - 8)
            else:
                face = BOLD_FIGURES if column.name == ranks_by else FIGURES
                text = values[column.name]
                sheet.text(
                    column.right, baseline, text, _SIZE, face, align=RIGHT, width=column.width - 5, tag="TD"
                )
        sheet.end()
        y -= _ROW + _NOTE * len(row.notes)
        sheet.rule(sheet.left, y, sheet.right, y, 0.4)
        return y

    def _rank(self, row: StandingRow, column: _Column, baseline: float) -> None:
        sheet, middle = self.sheet, column.left + column.width / 2
        if row.rank is None:
            sheet.text(middle, baseline, "–", _SIZE, align=CENTRE, tag="TD")
            return
        if row.rank <= _MEDALS:
            sheet.box(middle - 13, baseline - 5.5, 26, 21, 1.2, 10)
        sheet.text(
            middle, baseline, str(row.rank), _SIZE + 1, BOLD, align=CENTRE, width=column.width - 4, tag="TD"
        )

    def _name(self, row: StandingRow, column: _Column, baseline: float) -> None:
        sheet = self.sheet
        name = _("%(name)s (house player)") % {"name": row.name} if row.house else row.name
        face = BOLD if row.rank is not None and row.rank <= _MEDALS else TEXT
        with sheet.tagged("TD"):
            sheet.block(column.left + 3, baseline + _SIZE * 0.34, name, _SIZE, column.width - 8, face)
            for line, note in enumerate(row.notes, 1):
                y, wide = baseline - _NOTE * line, sheet.right - column.left - 3
                sheet.text(column.left + 3, y - 3, note, 12, width=wide, smallest=0.8)
