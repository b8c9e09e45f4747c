"""The standings on paper, to be posted: framed, on one page if that is legible, the podium on top."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf

from django.utils.translation import gettext as _

from tournaments.papers.masthead import DEPTH, FOOT, foot, masthead
from tournaments.papers.page import CENTRE, LEFT, RIGHT, Sheet
from tournaments.papers.pagination import paginate_evenly
from tournaments.papers.standings_small import name_face, small_standings
from tournaments.papers.standings_words import MEDALS, columns, figures, pegs, ranking_column, subtitle
from tournaments.papers.structure import COLUMN_HEADING, ROW_HEADING
from tournaments.papers.text_shaping import BOLD, BOLD_FIGURES, FIGURES, LEADING, MIN_FONT_SIZE, TEXT
from tournaments.papers.values import StandingRow, StandingsState, TournamentHeader

_SIZE, _ROW, _HEADING = 14.0, 27.0, 34.0
_HEADING_SIZE, _HEADING_LEADING = 11.5, 12.5
_MIN_SCALE = 0.55  # of a row: names of 12 points
_MIN_ROW_SCALE = 0.84  # of a row, if that saves a page
_MIN_NAME_SIZE = 12.0  # points of a name
_MIN_CLUB_SHARE = 0.75  # of its size: the least size of the clubs
_PODIUM = 86.0
_STEPS = {1: (0, 58.0), 2: (-1, 44.0), 3: (1, 34.0)}  # the place of a step, and its height
_FRAME = 16.0  # how far the frame is outside of the margins


def standings(
    header: TournamentHeader,
    rows: Iterable[StandingRow],
    state: StandingsState | None = None,
    *,
    small: bool = False,
) -> bytes:
    """Draw the standings as a PDF file, in the order given: on one page if they fit, else on several.

    `small`, if they need several: in two columns with the figures that rank, and an index of the names.
    """
    paper = _Standings(header, state or StandingsState(), tuple(rows))
    pages = paper.paginate()
    if small and len(pages) > 1:
        return small_standings(paper.sheet, paper.rows, paper.state)
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
    def __init__(self, header: TournamentHeader, state: StandingsState, rows: Sequence[StandingRow]) -> None:
        self.header, self.language, self.state, self.rows = header, header.language, state, rows
        self.sheet = Sheet(header, _("Standings"))
        self.columns = self._columns()
        self._club_sizes: dict[float, float] = {}
        self.podium = self._podium_rows()
        self.scale = self._scale()

    def _columns(self) -> list[_Column]:
        shares = columns(self.header, self.state, self.rows)
        scale = (self.sheet.right - self.sheet.left) / sum(share for _name, _label, share in shares)
        widths = self._fit_name_and_club({name: share * scale for name, _label, share in shares})
        placed, left = [], self.sheet.left
        for name, label, _share in shares:
            placed.append(_Column(name, label, left, widths[name]))
            left += widths[name]
        return placed

    def _fit_name_and_club(self, widths: dict[str, float]) -> dict[str, float]:
        """Return the widths with names and clubs each on one line, if both have room in what they share."""
        if "club" not in widths:
            return widths
        measured, shared = self.sheet.shaper.width, widths["name"] + widths["club"]
        names = (
            max((measured(row.name, name_face(row), _MIN_NAME_SIZE) for row in self.rows), default=0.0) + 9
        )
        clubs = max((measured(row.club, TEXT, MIN_FONT_SIZE) for row in self.rows), default=0.0) + 9
        if names + clubs > shared:
            return widths
        name = min(max(widths["name"], names), shared - clubs)
        return widths | {"name": name, "club": shared - name}

    def _podium_rows(self) -> list[StandingRow]:
        """Return first, second and third once all is official, if each has a rank of their own."""
        first = [row for row in self.rows if row.rank is not None and row.rank <= MEDALS]
        no_ties = [row.rank for row in first] == list(range(1, MEDALS + 1))
        return first if self.state.official_at and no_ties else []

    # how much goes on a page

    def _table_height(self, page: int) -> float:
        above = DEPTH + (_PODIUM if self.podium and page == 1 else 0)
        return self.sheet.top - above - _HEADING - self.sheet.bottom - FOOT

    def _figures_depth(self, row: StandingRow, scale: float) -> float:
        """Return the depth of the figures of a row, which grows if a name or a club needs a second line."""
        words = self._name_and_club(row, scale).values()
        return max(_ROW * scale, *(len(lines) * size * LEADING + 1.5 for lines, size in words))

    def _name_and_club(self, row: StandingRow, scale: float) -> dict[str, tuple[list[str], float]]:
        """Return lines and size of the name and of the club: all clubs are of one size."""
        wanted = {
            "name": (row.name, name_face(row), self._name_size(row, scale)),
            "club": (row.club, TEXT, self._club_size(scale)),
        }
        return {
            column.name: (self.sheet.shaper.wrap_cell(text, face, size, column.width - 8), size)
            for column in self.columns
            if column.name in wanted
            for text, face, size in [wanted[column.name]]
        }

    def _name_size(self, row: StandingRow, scale: float) -> float:
        """Return the size at which a name is on one line, or else its longest word: 12 points at least."""
        wide = next(column.width - 8 for column in self.columns if column.name == "name")
        face, size = name_face(row), self._size(scale)
        alone = wide / self.sheet.shaper.width(row.name or " ", face, 1)
        longest = max(self.sheet.shaper.width(word, face, 1) for word in row.name.split() or [" "])
        return max(min(size, alone if alone >= _MIN_NAME_SIZE else wide / longest), _MIN_NAME_SIZE)

    def _club_size(self, scale: float) -> float:
        """Return the size at which the longest club has room on its row, on two lines where need be."""
        if scale not in self._club_sizes:
            self._club_sizes[scale] = self._fitting_club_size(scale)
        return self._club_sizes[scale]

    def _fitting_club_size(self, scale: float) -> float:
        size = max(self._size(scale) - 1.5, MIN_FONT_SIZE)
        wide = next((column.width - 8 for column in self.columns if column.name == "club"), inf)
        clubs = {row.club for row in self.rows}
        sizes = [self.sheet.shaper.fit(club, TEXT, size, wide, _ROW * scale - 1)[1] for club in clubs]
        return max(min([size, *sizes]), MIN_FONT_SIZE, self._size(scale) * _MIN_CLUB_SHARE)

    def _notes(self, row: StandingRow, scale: float) -> list[tuple[list[str], float]]:
        wide = self.sheet.right - self.columns[1].left - 3
        size = max(12 * scale + 1, MIN_FONT_SIZE)
        return [self.sheet.shaper.fit(note, TEXT, size, wide, inf) for note in row.notes]

    def _depth(self, row: StandingRow, scale: float) -> float:
        return self._figures_depth(row, scale) + sum(
            self._note_depth(*note) for note in self._notes(row, scale)
        )

    @staticmethod
    def _note_depth(lines: Sequence[str], size: float) -> float:
        return len(lines) * size * LEADING + 1.5

    def _scale(self) -> float:
        """Return the scale of rows at which all are on one page, or at least a page of several is saved."""
        least = len(self.rows) * _ROW * _MIN_SCALE
        if least <= self._table_height(1):
            for scale in (*(1 - step / 50 for step in range(int((1 - _MIN_SCALE) * 50) + 1)), _MIN_SCALE):
                if sum(self._depth(row, scale) for row in self.rows) <= self._table_height(1) + 0.01:
                    return scale
        fewest = len(self._pages_at_scale(_MIN_ROW_SCALE))
        steps = [1 - step / 50 for step in range(int((1 - _MIN_ROW_SCALE) * 50) + 1)]
        at = bisect_left(steps, True, key=lambda scale: len(self._pages_at_scale(scale)) <= fewest)
        return [*steps, _MIN_ROW_SCALE][at]

    def _pages_at_scale(self, scale: float) -> list[list[StandingRow]]:
        rooms = (self._table_height(page) + 0.01 for page in (2, 1))
        return paginate_evenly(self.rows, lambda row: self._depth(row, scale), *rooms)

    def paginate(self) -> list[list[StandingRow]]:
        """Return the rows of each page; a row is never separated from its notes."""
        return self._pages_at_scale(self.scale)

    # drawing

    def page(self, rows: Sequence[StandingRow], number: int, pages: int) -> None:
        sheet = self.sheet
        played = pegs(self.header, self.state)
        self._frame()
        y = masthead(sheet, _("Standings"), subtitle(self.state), pegs=played, first=number == 1)
        if number == 1:
            y = self._draw_podium(y)
            sheet.begin("Table")
        y = self._headings(y, number == 1)
        for row in rows:
            y = self._row(row, y)
        foot(sheet, number, pages)
        sheet.end_page()

    def _frame(self) -> None:
        sheet = self.sheet
        for outside, weight in ((_FRAME, 1.6), (_FRAME - 3.5, 0.5)):
            x, y = sheet.left - outside, sheet.margin - outside
            width, height = sheet.width - 2 * x, sheet.height - 2 * y
            sheet.box(x, y, width, height, weight, 10 + outside - _FRAME)

    def _draw_podium(self, y: float) -> float:
        """Draw three steps with the names above them; return the y at which the table begins."""
        if not self.podium:
            return y
        sheet, wide = self.sheet, (self.sheet.right - self.sheet.left) / 3
        ground, middle = y - _PODIUM + 12, (self.sheet.left + self.sheet.right) / 2
        for row in self.podium:
            place, high = _STEPS[row.rank or 1]
            x, top = middle + place * wide, ground + high * 0.62
            sheet.box(x - wide / 2 + 5, ground, wide - 10, high * 0.62, 1.4)
            with sheet.tagged("P"):
                figures = high * 0.36 + 6
                sheet.text(
                    x, ground + high * 0.31 - figures * 0.36, str(row.rank), figures, BOLD, align=CENTRE
                )
                sheet.block(x, top + 17, row.name, 17, wide - 12, BOLD, align=CENTRE, height=30)
        sheet.rule(sheet.left, ground, sheet.right, ground, 1.4)
        return ground - 4

    def _headings(self, y: float, first: bool) -> float:
        sheet = self.sheet
        with sheet.group("TR") if first else nullcontext():
            for column in self.columns:
                with sheet.tagged("TH", COLUMN_HEADING) if first else nullcontext():
                    self._heading(column, y)
        sheet.rule(sheet.left, y - _HEADING + 4, sheet.right, y - _HEADING + 4, 1.4)
        return y - _HEADING + 4

    def _heading(self, column: _Column, y: float) -> None:
        """Draw a heading on one line or two of one size; all headings end at the same height."""
        at_left = column.name in ("name", "club")
        x, align = (column.left + 3, LEFT) if at_left else (column.right, RIGHT)
        if column.name == "rank":
            x, align = column.left + column.width / 2, CENTRE
        measured, wide = self.sheet.shaper.width, column.width - 6
        lines = column.label.split(" ", 1)
        if len(lines) == 1:  # a word with hyphens may need two lines
            lines = self.sheet.shaper.fit(column.label, BOLD, _HEADING_SIZE, wide, 2 * _HEADING_LEADING)[0]
        size = min(_HEADING_SIZE, wide / max(measured(line, BOLD, 1) for line in lines))
        y -= _HEADING - 9 - _HEADING_LEADING * (len(lines) - 1)
        self.sheet.lines(x, y, lines, size, BOLD, leading=_HEADING_LEADING, align=align)

    @staticmethod
    def _size(scale: float) -> float:
        """Return the type size of a row, which shrinks less than the row."""
        return min(_SIZE, _ROW * scale * 0.82)

    def _row(self, row: StandingRow, y: float) -> float:
        sheet, size, high = self.sheet, self._size(self.scale), self._figures_depth(row, self.scale)
        middle = y - high / 2
        baseline, words = middle - size * 0.34, self._name_and_club(row, self.scale)
        sheet.begin("TR")
        shown, ranks_by = figures(row, self.language), ranking_column(self.header)
        for column in self.columns:
            if column.name == "rank":
                self._rank(row, column, baseline)
            elif column.name == "name":
                with sheet.tagged("TH", ROW_HEADING):
                    self._draw_centred(column, middle, words["name"], name_face(row))
                    self._draw_notes(row, y - high)
            elif column.name == "club":
                with sheet.tagged("TD"):
                    self._draw_centred(column, middle, words["club"], TEXT)
            else:
                face = BOLD_FIGURES if column.name == ranks_by else FIGURES
                text = shown[column.name]
                sheet.text(
                    column.right, baseline, text, size, face, align=RIGHT, width=column.width - 5, tag="TD"
                )
        sheet.end()
        y -= self._depth(row, self.scale)
        sheet.rule(sheet.left, y, sheet.right, y, 0.4)
        return y

    def _draw_centred(
        self, column: _Column, middle: float, words: tuple[list[str], float], face: str
    ) -> None:
        """Draw the lines of a name or a club."""
        lines, size = words
        leading = size * LEADING
        y = middle - size * 0.34 + leading * (len(lines) - 1) / 2
        self.sheet.lines(column.left + 3, y, lines, size, face, leading=leading)

    def _draw_notes(self, row: StandingRow, y: float) -> None:
        for lines, size in self._notes(row, self.scale):
            self.sheet.lines(self.columns[1].left + 3, y - size * 0.8, lines, size, leading=size * LEADING)
            y -= self._note_depth(lines, size)

    def _rank(self, row: StandingRow, column: _Column, baseline: float) -> None:
        sheet, middle, size = self.sheet, column.left + column.width / 2, self._size(self.scale)
        if row.rank is None:
            sheet.text(middle, baseline, "–", size, align=CENTRE, tag="TD")
            return
        if row.rank <= MEDALS:
            tall = min(21.0, _ROW * self.scale - 1.5)
            sheet.box(middle - 13, baseline + size * 0.36 - tall / 2, 26, tall, 1.2, tall / 2 - 0.5)
        sheet.text(
            middle, baseline, str(row.rank), size + 1, BOLD, align=CENTRE, width=column.width - 4, tag="TD"
        )
