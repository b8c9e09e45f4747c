"""Table slips for a round: several a page, cut apart, one for each table.

A slip without a round, a table or names has lines to write them on: a spare one, or one printed ahead.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.papers.page import CENTRE, RIGHT, Area, Sheet, ignore_progress
from tournaments.papers.pagination import impose
from tournaments.papers.text_shaping import BOLD, LEADING, TEXT
from tournaments.papers.values import Progress, Slip, SlipSide, TournamentHeader
from tournaments.papers.words import round_title

_Column = tuple[str, str, float, float]  # kind, caption, left, width
_INSET, _LEFT_BLOCK = 14.0, 112.0
_PARTNER = 25.0  # from one partner of a side to the next
_NAMES_DEPTH = 136.0  # the depth of place and names if the sheet of hands is below
_TWO_LINES_HEIGHT = 40.0  # less has no room for a name with its number below
_MANY_PARTNERS = 3  # of a side, one below the other, need a third of a page
_MANY_GAMES = 4  # games of a match, above which their boxes are narrow
_SMALL_SLIPS = 8  # of the small size a page, in two columns


def slips(
    header: TournamentHeader,
    rows: Iterable[Slip],
    progress: Progress = ignore_progress,
    *,
    small: bool = False,
) -> bytes:
    """Draw the slips as a PDF file, imposed for cutting; ``small``: eight a page, if two play one game.

    Cut the stack and lay the piles on one another: the slips are in the order given.
    """
    sheet = Sheet(header, _("Table slips"))
    every = tuple(rows)
    sheet.left, sheet.right = 28.0, sheet.width - 28.0
    done = 0
    sizes = {slip: _slips_per_page(sheet.header, slip, small=small) for slip in every}
    for a_page in sorted(set(sizes.values()), reverse=True):
        alike = [slip for slip in every if sizes[slip] == a_page]
        for number, page in enumerate(impose(alike, a_page), 1):
            _draw_page(sheet, page, a_page)
            progress(done + min(number * a_page, len(alike)))
        done += len(alike)
    return sheet.finish()


def _slips_per_page(header: TournamentHeader, slip: Slip, *, small: bool) -> int:
    """Return how many slips of this size a page holds: each side needs room, and so does a sheet of hands."""
    if header.hands and _sheet_games(header, slip):
        return 1 if header.hands.fills_a_page(slip) else 2
    if small and slip.of_two and slip.games == 1:
        return _SMALL_SLIPS
    together = max((1 + len(side.partners) for side in slip.sides), default=1)
    return min({1: 4, 2: 4, 3: 3}.get(len(slip.sides), 2), 4 if together < _MANY_PARTNERS else 3)


def _sheet_games(header: TournamentHeader, slip: Slip) -> int:
    """Return how many games the game's own sheet on a slip has side by side; 0 without a sheet."""
    return header.hands.games(slip) if header.hands else 0


def _draw_page(sheet: Sheet, page: Sequence[Slip | None], a_page: int) -> None:
    columns = 2 if a_page == _SMALL_SLIPS else 1
    height = sheet.height / (a_page // columns)
    half = sheet.width / 2
    tables = [str(slip.table) for slip in page if slip and slip.table]
    sheet.bookmark(_("Table %(tables)s") % {"tables": ", ".join(tables)} if tables else _("Spare slips"))
    for place, slip in enumerate(page):
        row, column = divmod(place, columns)
        top = sheet.height - row * height
        if row and not column:
            sheet.dashes(0, top, sheet.width, top)
        left = half + _INSET if column else sheet.left
        right = half - _INSET if columns == 2 and not column else sheet.right
        area = Area(left, right, top - height + _INSET, top - _INSET)
        if slip:
            with sheet.group("Sect"):
                (_small_slip if columns == 2 else _slip)(sheet, slip, area)
    if columns == 2:
        sheet.dashes(half, 0, half, sheet.height)
    sheet.end_page()


def _slip(sheet: Sheet, slip: Slip, area: Area) -> None:
    top, bottom, hands = area.top, area.bottom, _sheet_games(sheet.header, slip)
    _draw_round_and_table(sheet, slip, area)
    left = area.left + _LEFT_BLOCK
    names_end = top - _NAMES_DEPTH if hands else bottom
    sheet.rule(left - 10, names_end + 6, left - 10, top - 6, 1.4)
    columns = _columns(sheet, slip, area)
    _captions(sheet, columns, top)
    room = (_NAMES_DEPTH if hands else top - bottom) - (38 if hands else 58)
    if hands and sheet.header.hands:
        sheet.header.hands.draw(sheet, slip, Area(area.left, area.right, bottom + 24, names_end))
    for number, side in enumerate(slip.sides):
        height = room / len(slip.sides)
        middle, right = top - 36 - height * number - height / 2, columns[0][2] - 6
        if side.partners or height < _TWO_LINES_HEIGHT:
            _draw_partners(sheet, (side, *side.partners), left, middle, right)
        else:
            _draw_player(sheet, side, (left, right), middle, (28, 18))
        _draw_fields(sheet, columns, middle, min(height - 10, 44))
    words = slip_wording(sheet.header, slip)
    start = area.left if hands else left
    wide = area.right - start - (212 if hands else 0)
    with sheet.tagged("P"):
        sheet.block(start, bottom + 10, words, 12, wide)
    if hands and sheet.header.hands:
        sheet.text(area.right, bottom + 7, sheet.header.hands.legend(), 11, align=RIGHT, width=200, tag="P")


def _small_slip(sheet: Sheet, slip: Slip, area: Area) -> None:
    """Draw an eighth of the page: the table at the top, then a line for each of the two."""
    top, bottom = area.top, area.bottom
    with sheet.tagged("H1"):
        if slip.round or slip.label:
            title = round_title(slip.round, slip.label)
            sheet.text(area.left, top - 16, title, 15, BOLD, width=area.width * 0.42)
        else:
            _draw_blank(sheet, area.left, top - 16, _("Game"), 15, 34)
        if slip.table:
            label = sheet.text(area.left + area.width * 0.45, top - 16, _("Table"), 13)
            at = area.left + area.width * 0.45 + label + 7
            sheet.text(at, top - 21, str(slip.table), 30, BOLD, width=60)
        else:
            _draw_blank(sheet, area.left + area.width * 0.45, top - 16, _("Table"), 13, 34)
    wanted = [("points", sheet.header.slip.box, 52.0)]
    wanted += [("points", caption, 44.0) for caption in sheet.header.figures]
    wanted += [("tick", _("Winner"), 36.0), ("line", _("Initials"), 50.0)]
    columns = _align_right(wanted, area.right)
    _captions(sheet, columns, top - 12, size=9)
    room = (top - 42 - bottom - 24) / 2
    for number, side in enumerate(slip.sides):
        middle = top - 42 - room * (number + 0.5)
        _draw_player(sheet, side, (area.left, columns[0][2] - 4), middle, (22, 14))
        _draw_fields(sheet, columns, middle, min(room - 8, 36))
    words = slip_wording(sheet.header, slip)
    sheet.text(area.left, bottom + 7, words, 9, width=area.width, height=24, tag="P")


def _draw_blank(sheet: Sheet, x: float, y: float, label: str, size: float, wide: float) -> None:
    """Draw a label with a line behind it."""
    taken = sheet.text(x, y, label, size)
    sheet.rule(x + taken + 5, y - 2, x + taken + 5 + wide, y - 2, 0.8)


def _draw_round_and_table(sheet: Sheet, slip: Slip, area: Area) -> None:
    top, bottom, middle = area.top, area.bottom, area.left + (_LEFT_BLOCK - 10) / 2
    wide = _LEFT_BLOCK - 24
    with sheet.tagged("H1"):
        if slip.round or slip.label:
            title = round_title(slip.round, slip.label)
            sheet.block(middle, top - 15, title, 17, wide, BOLD, align=CENTRE, height=40)
        else:
            _draw_blank(sheet, area.left, top - 18, _("Game"), 15, 40)
    with sheet.tagged("P"):
        y = top - 58
        sheet.text(middle, y, _("Table"), 14, align=CENTRE)
        if slip.table:
            sheet.text(middle, y - 50, str(slip.table), 58, BOLD, align=CENTRE, width=wide)
        else:
            sheet.box(middle - 28, y - 52, 56, 44, 1.2, 6)
    if _sheet_games(sheet.header, slip):
        _draw_tournament(sheet, middle, top - _NAMES_DEPTH + 9, wide, 20)
    else:
        _draw_tournament(sheet, middle, bottom + 8, wide, 40)


def _draw_tournament(sheet: Sheet, middle: float, y: float, width: float, height: float) -> None:
    """Draw the tournament's name in small type, upwards from y."""
    lines, size = sheet.shaper.fit(sheet.header.tournament, TEXT, 10, width, height)
    sheet.lines(middle, y, reversed(lines), size, leading=-size * LEADING, align=CENTRE)


def _columns(sheet: Sheet, slip: Slip, area: Area) -> list[_Column]:
    """Return (kind, caption, left, width) of the fields filled in by hand, set against the right edge."""
    wanted = []
    many = slip.games > _MANY_GAMES
    if slip.games > 1:
        most = 46.0 if _sheet_games(sheet.header, slip) else 58.0
        wide = min(most, (240 if many else 200) / slip.games)
        for game in range(1, slip.games + 1):
            caption = str(game) if many else _("Game %(number)d") % {"number": game}
            wanted.append(("points", caption, wide))
    else:
        wanted.append(("points", sheet.header.slip.box, 70.0))
        wanted += [("points", caption, 62.0) for caption in sheet.header.figures]
    if not many:
        wanted.append(("tick", _("Winner"), 48.0))
    if slip.games == 1 and slip.of_two:
        wanted += [("tick", caption, 44.0) for caption in sheet.header.slip.ticks]
    wanted.append(("line", _("Initials"), 52.0 if many else 72.0))
    return _align_right(wanted, area.right)


def _align_right(wanted: Sequence[tuple[str, str, float]], right: float) -> list[_Column]:
    columns, x = [], right - sum(wide for _kind, _caption, wide in wanted)
    for kind, caption, wide in wanted:
        columns.append((kind, caption, x, wide))
        x += wide
    return columns


def _captions(sheet: Sheet, columns: Sequence[_Column], top: float, size: float = 11) -> None:
    for _kind, caption, x, wide in columns:
        lines = caption.split("\n")
        y = top - 28 + (size + 1) * (len(lines) - 1)
        with sheet.tagged("P"):
            sheet.lines(x + wide / 2, y, lines, size, leading=size + 1, align=CENTRE, width=wide - 3)


def _draw_fields(sheet: Sheet, columns: Sequence[_Column], middle: float, deep: float) -> None:
    """Draw the boxes and lines of one side."""
    for kind, _caption, x, wide in columns:
        if kind == "points":
            sheet.box(x + 3, middle - deep / 2, wide - 6, deep, 1.2, 4)
        elif kind == "tick":
            sheet.box(x + wide / 2 - 11, middle - 11, 22, 22, 1.2, 3)
        else:
            sheet.rule(x + 5, middle - 13, x + wide, middle - 13, 0.8)


def _draw_player(
    sheet: Sheet, side: SlipSide, at: tuple[float, float], middle: float, sizes: tuple[float, float]
) -> None:
    """Draw letter, name and number; ``at``: the left and right of the room, ``sizes`` of frame and name."""
    (left, right), (frame, size) = at, sizes
    sheet.box(left, middle - frame / 2, frame, frame, 1.2, 7)
    x = left + frame + 8
    with sheet.tagged("P"):
        sheet.text(left + frame / 2, middle - frame / 4, side.letter, frame * 0.7, BOLD, align=CENTRE)
        if side.name:
            sheet.block(x, middle + size / 3, side.name, size, right - x, BOLD)
        number = _("No. %(number)s") % {"number": side.number or ""}
        taken = sheet.text(x, middle - size * 1.22, number, size * 0.67)
    if not side.name:
        sheet.rule(x, middle - 1, right, middle - 1, 0.8)
    if not side.number:
        sheet.rule(x + taken, middle - size * 1.25, x + taken + 34, middle - size * 1.25, 0.8)


def _draw_partners(
    sheet: Sheet, people: Sequence[SlipSide], left: float, middle: float, right: float
) -> None:
    """Draw partners one below the other: letter, name, number."""
    for at, one in enumerate(people):
        y = middle + _PARTNER * ((len(people) - 1) / 2 - at)
        sheet.box(left, y - 11, 22, 22, 1.2, 6)
        with sheet.tagged("P"):
            sheet.text(left + 11, y - 5.5, one.letter, 16, BOLD, align=CENTRE, width=20)
            sheet.text(left + 28, y - 5.5, one.name, 16, BOLD, width=right - left - 76)
            if one.number:
                number = _("No. %(number)s") % {"number": one.number}
                sheet.text(right, y - 5.5, number, 11, align=RIGHT, width=42)
        if not one.name:
            sheet.rule(left + 28, y - 8, right, y - 8, 0.8)


def slip_wording(header: TournamentHeader, slip: Slip) -> str:
    if slip.games > 1 and header.slip.of_a_match:
        wording = header.slip.of_a_match
    else:
        wording = header.slip.of_two if slip.of_two else header.slip.of_several
    return f"{wording} {slip.ends}".rstrip()
