"""QR codes as PDF operators.

The mask is fixed: choosing the best of eight takes longer than everything else on the page, and readers
accept any.
"""

import segno

_MASK = 4
_QUIET = 4


def squares(text: str) -> tuple[str, int]:
    """Return the QR code of a text as one filled path on a grid of unit squares, and the side of that grid.

    The quiet zone is part of the grid.
    """
    encoding = None if text.isascii() else "utf-8"  # the encoding that every phone assumes
    code = segno.make_qr(text, error="m", mask=_MASK, boost_error=False, encoding=encoding)
    side = len(code.matrix) + 2 * _QUIET
    path = []
    for number, row in enumerate(code.matrix):
        y, x = side - _QUIET - number - 1, 0
        while x < len(row):
            if not row[x]:
                x += 1
                continue
            end = row.find(b"\x00", x)
            end = len(row) if end < 0 else end
            path.append(f"{x + _QUIET} {y} {end - x} 1 re")
            x = end
    return " ".join(path) + " f", side
