"""Fit text into a box on any surface: on two lines, then smaller, never cut."""

import re
from collections.abc import Callable, Iterator, Sequence

from tournaments.papers.text_shaping import LEADING, MIN_FONT_SIZE, cleaned

Measure = Callable[[str], float]
"""The width of a text at size 1."""
Broken = dict[tuple[str, int, bool], list[str]]
"""Texts broken into lines with one measure, which depends on no size: by text, lines at most, and `whole`."""

_HYPHENS = re.compile(r"(?<=\w-)(?=\w)")  # where a double name may go on, on another line
_NEARLY_FULL, _PARTED, _GAIN, _MAX_LINES = 0.9, 0.84, 1.15, 4


def fit(
    text: str,
    measure: Measure,
    size: float,
    width: float,
    height: float,
    *,
    broken: Broken | None = None,
) -> tuple[list[str], float]:
    """Return the text as lines that fit a room, and their size; nothing is cut or left out.

    `broken` keeps lines for the next call with this measure: a text is tried at many sizes.

    It stays on one line if it nearly fits; else it is on one line or on two, whichever is larger, and on
    more only if these fall below MIN_FONT_SIZE. A line ends at a space or after the hyphen of a double
    name, never inside a word: a word without room is drawn as small as necessary.
    """
    alone = measure(text)
    best = ([text], min(size, width / alone) if alone else size)
    broken = {} if broken is None else broken
    if best[1] >= size * _NEARLY_FULL:
        return best
    for count in range(2, _MAX_LINES + 1):
        for whole in (True, False):
            if (text, count, whole) not in broken:
                broken[text, count, whole] = _even_lines(text, measure, count, whole=whole)
            lines = broken[text, count, whole]
            longest = max(map(measure, lines))
            fits = min(
                max(size * _PARTED, min(size, MIN_FONT_SIZE)),
                width / longest,
                height / (len(lines) * LEADING),
            )
            if fits > best[1] * (_GAIN if best[1] >= MIN_FONT_SIZE else 1):
                best = (lines, fits)
        if best[1] >= MIN_FONT_SIZE:
            break
    return best


def pieces(text: str, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield pieces that are kept whole if possible, and the gap before each on the same line.

    `whole`: a double name is not broken at its hyphen either.
    """
    for word in cleaned(text).split(" "):
        gap = " "
        for piece in [word] if whole else _HYPHENS.split(word):
            yield piece, gap
            gap = ""


def _even_lines(text: str, measure: Measure, count: int, *, whole: bool) -> list[str]:
    """Break a text into at most so many lines, with the longest line as short as possible."""
    parted = list(pieces(text, whole=whole))
    low, high = max(measure(piece) for piece, _gap in parted), measure(text)
    lines = [cleaned(text)]
    for _step in range(12):
        middle = (low + high) / 2
        tried = _fill_lines(parted, measure, middle)
        if len(tried) <= count:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _fill_lines(parted: Sequence[tuple[str, str]], measure: Measure, width: float) -> list[str]:
    """Fill lines with pieces up to a width at size 1."""
    lines = [parted[0][0]]
    for piece, gap in parted[1:]:
        longer = lines[-1] + gap + piece
        if measure(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines
