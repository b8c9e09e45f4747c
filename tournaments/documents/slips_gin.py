"""The part of a slip of gin below the names: room for the sheet of hands, and for what closes it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from .ink import BOLD, TEXT
from .page import CENTRE, RIGHT, Sheet
from .values import DayHeader, Slip

HANDS, BLOCKS = 11, 2
_HEAD, _NUMBER = 19.0, 24.0
_GAP = 10.0


def sheet_of_hands(sheet: Sheet, slip: Slip, left: float, top: float, bottom: float) -> None:
    """Two blocks of hands, numbered, and the closing of the sheet at their right."""
    wide = sheet.right - left - _GAP * BLOCKS
    block, closing = wide * 0.28, wide * 0.44
    row = (top - _HEAD - bottom) / HANDS
    for number in range(BLOCKS):
        x = left + number * (block + _GAP)
        labels = [str(number * HANDS + hand) for hand in range(1, HANDS + 1)]
        _block(sheet, slip, (x, top, block, row), labels, _NUMBER)
    labels = _closing(sheet.header)
    at = (sheet.right - closing, top, closing, row * HANDS / len(labels))
    _block(sheet, slip, at, labels, closing * 0.54, TEXT)


def _closing(header: DayHeader) -> list[str]:
    return [
        _("Written"),
        _("The game: %(points)d") % {"points": header.game_bonus},
        _("Double, if the loser won no hand"),
        _("Hands won"),
        _("%(points)d for each hand won") % {"points": header.box},
        _("Final total"),
    ]


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
