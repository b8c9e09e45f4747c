"""The part of a slip of gin below the names: room for the sheet of hands, and for what closes it.

| slip                    | sheet                                                                          |
|-------------------------|--------------------------------------------------------------------------------|
| one game                | two blocks of hands, the closing at their right; two slips a page               |
| Hollywood, one sheet    | three games side by side, the closing below, all three added up; a page a slip |
| a match of three games  | three games side by side, the closing below; a page a slip                     |
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from .ink import BOLD, TEXT
from .page import CENTRE, RIGHT, Sheet
from .values import DayHeader, Slip

HANDS, BLOCKS = 11, 2
HANDS_OF_MANY = 20
HOLLYWOOD = 3
_HEAD, _NUMBER = 19.0, 24.0
_GAP = 10.0
_CLOSING = 118.0
_TALLER = 1.4  # a row of the closing, for two lines of its label
_THICK = 1.8


def games_of(header: DayHeader, slip: Slip) -> int:
    """How many games the sheet of a slip has side by side; 0 where there is no sheet."""
    if not header.by_value or len(slip.sides) != 2:
        return 0
    if slip.games > 1:
        return slip.games if slip.games <= HOLLYWOOD else 0
    return HOLLYWOOD if header.hollywood else 1


def sheet_of_hands(sheet: Sheet, slip: Slip, left: float, top: float, bottom: float) -> None:
    """The hands, numbered, and the closing of the sheet."""
    games = games_of(sheet.header, slip)
    if games > 1:
        _side_by_side(sheet, slip, games, (left, top, bottom))
        return
    wide = sheet.right - left - _GAP * BLOCKS
    block, closing = wide * 0.28, wide * 0.44
    row = (top - _HEAD - bottom) / HANDS
    for number in range(BLOCKS):
        x = left + number * (block + _GAP)
        labels = [str(number * HANDS + hand) for hand in range(1, HANDS + 1)]
        _block(sheet, slip, (x, top, block, row), labels, _NUMBER)
    labels = [*_closing(sheet.header), _("Final total")]
    at = (sheet.right - closing, top, closing, row * HANDS / len(labels))
    _block(sheet, slip, at, labels, closing * 0.54, TEXT)


def _closing(header: DayHeader) -> list[str]:
    return [
        _("Written"),
        _("The game: %(points)d") % {"points": header.game_bonus},
        _("Double, if the loser won no hand"),
        _("Hands won"),
        _("%(points)d for each hand won") % {"points": header.box},
    ]


def _side_by_side(sheet: Sheet, slip: Slip, games: int, at: tuple[float, float, float]) -> None:
    """A column for each side of each game; with Hollywood the three final totals are added up below."""
    left, top, bottom = at
    together = slip.games == 1
    foot = [*_closing(sheet.header), _("Final total"), *([_("The three games together")] if together else [])]
    start = top - 2 * _HEAD
    row = (start - bottom) / (HANDS_OF_MANY + _TALLER * len(foot))
    lines = [start - row * number for number in range(HANDS_OF_MANY + 1)]
    lines += [lines[-1] - _TALLER * row * number for number in range(1, len(foot) + 1)]
    edges = _edges(sheet, slip, games, left)
    _heads(sheet, slip, edges, start)
    _grid(sheet, edges, (left, lines), together)
    labels = [*(str(hand) for hand in range(1, HANDS_OF_MANY + 1)), *foot]
    with sheet.tagged("P"):
        for number, label in enumerate(labels):
            face = BOLD if number < HANDS_OF_MANY or number >= len(labels) - 1 - together else TEXT
            middle = (lines[number] + lines[number + 1]) / 2
            sheet.block(left + _CLOSING - 5, middle, label, 12, _CLOSING - 8, face, align=RIGHT)
    if together:
        for side, x in zip(slip.sides, (edges[0], (edges[0] + edges[-1]) / 2), strict=True):
            sheet.text(x + 8, (lines[-1] + lines[-2]) / 2 - 4, side.letter, 12, BOLD, tag="P")


def _heads(sheet: Sheet, slip: Slip, edges: Sequence[float], start: float) -> None:
    """Which game, and under it the letters of the sides."""
    sides = len(slip.sides)
    with sheet.tagged("P"):
        for number in range(0, len(edges) - 1, sides):
            middle = (edges[number] + edges[number + sides]) / 2
            title = _("Game %(number)d") % {"number": number // sides + 1}
            sheet.text(middle, start + _HEAD + 5, title, 13, BOLD, align=CENTRE)
            for place, side in enumerate(slip.sides):
                x = (edges[number + place] + edges[number + place + 1]) / 2
                sheet.text(x, start + 5, side.letter, 12, BOLD, align=CENTRE)


def _edges(sheet: Sheet, slip: Slip, games: int, left: float) -> list[float]:
    columns = games * len(slip.sides)
    column = (sheet.right - left - _CLOSING) / columns
    return [left + _CLOSING + column * number for number in range(columns + 1)]


def _grid(sheet: Sheet, edges: Sequence[float], at: tuple[float, list[float]], together: bool) -> None:
    """The lines: thick around each game and where the hands end; the last row has one box a side."""
    left, lines = at
    end = lines[-2] if together else lines[-1]
    for number, y in enumerate(lines):
        thick = y in (lines[0], end, lines[-1]) or number == HANDS_OF_MANY
        sheet.rule(left, y, sheet.right, y, _THICK if thick else 0.5)
    for x in (left, sheet.right):
        sheet.rule(x, lines[0], x, lines[-1], _THICK)
    for number, x in enumerate(edges):
        sheet.rule(x, lines[0], x, end, 0.5 if number % 2 else _THICK)
    for x in (edges[0], (edges[0] + edges[-1]) / 2) if together else ():
        sheet.rule(x, end, x, lines[-1], _THICK)


def _block(
    sheet: Sheet,
    slip: Slip,
    at: tuple[float, float, float, float],
    labels: Sequence[str],
    label_width: float,
    face: str = BOLD,
) -> None:
    """A grid with a label a row and a column for each side; `at`: left, top, width, height of a row."""
    left, top, width, row = at
    right, column = left + width, (width - label_width) / len(slip.sides)
    edges = [left + label_width + column * number for number in range(len(slip.sides) + 1)]
    end = top - _HEAD - row * len(labels)
    for side, x in zip(slip.sides, edges, strict=False):
        sheet.text(x + column / 2, top - _HEAD + 5, side.letter, 12, BOLD, align=CENTRE, tag="P")
    for number in range(len(labels) + 1):
        y = top - _HEAD - row * number
        sheet.rule(left, y, right, y, 1.2 if number in (0, len(labels)) else 0.5)
    for x in (left, *edges):
        sheet.rule(x, top - _HEAD, x, end, 0.8)
    with sheet.tagged("P"):
        for number, label in enumerate(labels, 1):
            middle = top - _HEAD - row * number + row / 2
            last = number == len(labels) and face == TEXT
            shown = BOLD if last else face
            sheet.block(left + label_width - 5, middle, label, 12, label_width - 8, shown, align=RIGHT)
