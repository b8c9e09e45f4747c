"""Table slips for a round: several a page, cut apart, one laid on each table."""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _

from .ink import BOLD, TEXT
from .page import CENTRE, RIGHT, Sheet
from .slips_gin import games_of, sheet_of_hands
from .values import DayHeader, Slip, SlipSide
from .words import impose, round_title

_INSET, _LEFT_BLOCK = 14.0, 112.0
_QR = 66.0
_PARTNER = 25.0  # from one partner of a side to the next
_NAMES = 52.0  # the depth of a side where the sheet of hands stands below


def slips(header: DayHeader, rows: Iterable[Slip], progress: Callable[[int], None] | None = None) -> bytes:
    """The slips as a PDF file, imposed for cutting.

    Cut the stack and lay the piles on one another: the slips are in the order given.
    """
    every = tuple(rows)
    sheet = Sheet(header, _("Table slips"))
    draw_slips(sheet, every, progress)
    if not every:
        sheet.end_page()
    return sheet.finish()


def draw_slips(sheet: Sheet, rows: Iterable[Slip], progress: Callable[[int], None] | None = None) -> None:
    """The pages of the slips, on a sheet that may have others before them."""
    every = tuple(rows)
    sheet.left, sheet.right = 28.0, sheet.width - 28.0
    done = 0
    sizes = {slip: _a_page(sheet.header, slip) for slip in every}
    for a_page in sorted(set(sizes.values()), reverse=True):
        alike = [slip for slip in every if sizes[slip] == a_page]
        for number, page in enumerate(impose(alike, a_page), 1):
            _page(sheet, page, a_page)
            if progress:
                progress(done + min(number * a_page, len(alike)))
        done += len(alike)


def _a_page(header: DayHeader, slip: Slip) -> int:
    """How many slips of this size a page holds: each side wants room, and so does a sheet of hands."""
    if on_the_sheet := games_of(header, slip):
        return 2 if on_the_sheet == 1 else 1
    return {1: 4, 2: 4, 3: 3}.get(len(slip.sides), 2)


def _page(sheet: Sheet, page: Sequence[Slip | None], a_page: int) -> None:
    height = sheet.height / a_page
    for place, slip in enumerate(page):
        top = sheet.height - place * height
        if place:
            sheet.dashes(0, top, sheet.width, top)
        if slip:
            with sheet.group("Sect"):
                _slip(sheet, slip, top - _INSET, top - height + _INSET)
    sheet.end_page()


def _slip(sheet: Sheet, slip: Slip, top: float, bottom: float) -> None:
    _place(sheet, slip, top, bottom)
    left = sheet.left + _LEFT_BLOCK
    sheet.rule(left - 10, bottom + 6, left - 10, top - 6, 1.4)
    columns = _columns(sheet, slip, left)
    _captions(sheet, columns, top)
    room = top - bottom - 58
    if games_of(sheet.header, slip):
        room = _NAMES * len(slip.sides)
        sheet_of_hands(sheet, slip, left, top - 40 - room, bottom + 26)
    for number, side in enumerate(slip.sides):
        _side(sheet, side, columns, left, top - 36 - room * number / len(slip.sides), room / len(slip.sides))
    words = _wording(sheet.header, slip)
    sheet.text(left, bottom + 7, words, 12, width=sheet.right - left, smallest=0.8, tag="P")


def _place(sheet: Sheet, slip: Slip, top: float, bottom: float) -> None:
    middle = sheet.left + (_LEFT_BLOCK - 10) / 2
    wide = _LEFT_BLOCK - 24
    with sheet.tagged("H1"):
        sheet.block(middle, top - 13, round_title(slip.round, slip.label), 17, wide, BOLD, align=CENTRE)
    with sheet.tagged("P"):
        y = top - 44 if slip.url else top - 58
        sheet.text(middle, y, _("Table"), 14, align=CENTRE)
        sheet.text(middle, y - 50, str(slip.table), 58, BOLD, align=CENTRE, width=wide)
    if slip.url:
        sheet.qr(slip.url, middle - _QR / 2, bottom - 4, _QR)
    else:
        _tournament(sheet, middle, bottom + 8, wide)


def _tournament(sheet: Sheet, middle: float, y: float, width: float) -> None:
    """The tournament's name in small type on up to three lines, upwards from y."""
    lines = sheet.ink.wrap(sheet.header.tournament, TEXT, 10, width)
    lines = [*lines[:2], " ".join(lines[2:])] if len(lines) > 2 else lines
    for line in reversed(lines):
        sheet.text(middle, y, line, 10, align=CENTRE, width=width, smallest=0.9)
        y += 11.5


def _columns(sheet: Sheet, slip: Slip, left: float) -> list[tuple[str, str, float, float]]:
    """(kind, caption, left, width) from the right edge inwards: what is filled in by hand."""
    wanted = []
    if slip.games > 1:
        wide = min(46.0 if games_of(sheet.header, slip) else 58.0, 200 / slip.games)
        for game in range(1, slip.games + 1):
            wanted.append(("points", _("Game %(number)d") % {"number": game}, wide))
    else:
        wanted.append(("points", _points(sheet.header), 70.0))
    wanted.append(("tick", _("Winner"), 48.0))
    if slip.games == 1 and slip.of_two and sheet.header.match_points:  # without worth, names need the room
        names = (_("Skunk"), _("Double"), _("Triple"))
        for name, line in zip(names, sheet.header.skunk_lines, strict=False):
            wanted.append(("tick", f"{name}\n" + _("under %(points)d") % {"points": line}, 44.0))
    wanted.append(("line", _("Initials"), 72.0))
    columns, x = [], sheet.right - sum(wide for _kind, _caption, wide in wanted)
    for kind, caption, wide in wanted:
        columns.append((kind, caption, x, wide))
        x += wide
    return columns


def _points(header: DayHeader) -> str:
    if header.hollywood:
        return _("Total,\n3 games")
    return _("Final total") if header.by_value else _("Points")


def _captions(sheet: Sheet, columns: Sequence, top: float) -> None:
    for _kind, caption, x, wide in columns:
        lines = caption.split("\n")
        y = top - 28 + 12 * (len(lines) - 1)
        with sheet.tagged("P"):
            for line in lines:
                sheet.text(x + wide / 2, y, line, 11, align=CENTRE, width=wide - 3)
                y -= 12


def _side(sheet: Sheet, side: SlipSide, columns: Sequence, left: float, top: float, height: float) -> None:
    middle, right = top - height / 2, columns[0][2] - 6
    if side.partners:
        _partners(sheet, (side, *side.partners), left, middle, right)
    else:
        _alone(sheet, side, left, middle, right)
    deep = min(height - 10, 44)
    for kind, _caption, x, wide in columns:
        if kind == "points":
            sheet.box(x + 3, middle - deep / 2, wide - 6, deep, 1.2, 4)
        elif kind == "tick":
            sheet.box(x + wide / 2 - 11, middle - 11, 22, 22, 1.2, 3)
        else:
            sheet.rule(x + 5, middle - 13, x + wide, middle - 13, 0.8)


def _alone(sheet: Sheet, side: SlipSide, left: float, middle: float, right: float) -> None:
    sheet.box(left, middle - 14, 28, 28, 1.2, 7)
    with sheet.tagged("P"):
        sheet.text(left + 14, middle - 7, side.letter, 20, BOLD, align=CENTRE, width=25)
        sheet.block(left + 36, middle + 6, side.name, 18, right - left - 36, BOLD)
        sheet.text(left + 36, middle - 22, _("No. %(number)d") % {"number": side.number}, 12)


def _partners(sheet: Sheet, people: Sequence[SlipSide], left: float, middle: float, right: float) -> None:
    """Who plays together, one below the other: letter, name, number."""
    for at, one in enumerate(people):
        y = middle + _PARTNER * ((len(people) - 1) / 2 - at)
        sheet.box(left, y - 11, 22, 22, 1.2, 6)
        with sheet.tagged("P"):
            sheet.text(left + 11, y - 5.5, one.letter, 16, BOLD, align=CENTRE, width=20)
            sheet.text(left + 28, y - 5.5, one.name, 16, BOLD, width=right - left - 76, smallest=0.6)
            number = _("No. %(number)d") % {"number": one.number}
            sheet.text(right, y - 5.5, number, 11, align=RIGHT, width=42)


def _wording(header: DayHeader, slip: Slip) -> str:
    if header.hollywood and slip.games == 1:
        return _("Write the three games together for both, bonuses included. Then both put their initials.")
    if header.by_value:
        return _("Write both final totals, bonuses included. Then both put their initials.")
    target = {"target": header.target}
    if not slip.of_two and header.exact:
        return (
            _("The winner has exactly %(target)d. Write the points of the others. Then each side initials.")
            % target
        )
    if not slip.of_two:
        return (
            _("Write the points as pegged: the winner has %(target)d or more. Then each side initials.")
            % target
        )
    if header.exact:
        return (
            _("The winner has exactly %(target)d. Write the loser's points, then both put their initials.")
            % target
        )
    return (
        _("Write the points as pegged: the winner has %(target)d or more. Then both put their initials.")
        % target
    )
