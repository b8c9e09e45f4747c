"""Words and numbers that several papers share."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

_MINUS, _NARROW_SPACE, _NOTHING = "\u2212", "\u202f", ""


def grouped(number: int | None, language: str | None = None) -> str:
    """Format a whole number: 1 612 in French (narrow no-break space), 1,612 in English, '' for None.

    The default is the active language; negative numbers have U+2212, the minus sign.
    """
    language = language or get_language() or "en"
    if number is None:
        return _NOTHING
    text = f"{abs(number):,}"
    if language.startswith("fr"):
        text = text.replace(",", _NARROW_SPACE)
    return _MINUS + text if number < 0 else text


def with_half(number: int | Fraction, language: str | None = None) -> str:
    """Format a number of halves: 1½, −½, 12.

    >>> with_half(Fraction(3, 2)), with_half(Fraction(-1, 2)), with_half(12)
    ('1½', '−½', '12')
    """
    whole, half = divmod(abs(Fraction(number)), 1)
    text = "" if half and not whole else grouped(whole, language)
    return (_MINUS if number < 0 else "") + text + ("½" if half else "")


def dashed(points: int, other: int) -> str:
    """Return a dash and the points of the other side, after `points`; apart from a sign, which is a dash too.

    >>> dashed(520, 330), dashed(520, -240)
    ('–330', ' – −240')
    """
    return f" \N{EN DASH} {grouped(other)}" if min(points, other) < 0 else f"\N{EN DASH}{grouped(other)}"


def signed(number: int | None, language: str | None = None) -> str:
    """Format a whole number with its sign: +33, −5, 0."""
    text = grouped(number, language)
    return "+" + text if number and number > 0 else text


Thing = TypeVar("Thing")
MIN_PAGE_SHARE = 0.25
_HIDDEN_SCHEMES = ("http://", "https://")


def award_word(award: str) -> str:
    """Return the mark of a game that was not played out; an unknown award is returned unchanged."""
    words = {
        "forfeit": _("forfeit"),
        "no_show": _("no-show"),
        "abandoned": _("abandoned"),
        "bye": pgettext("a round without an opponent", "bye"),
        "missed": _("missed"),
    }
    return words.get(award, award)


def skunk_word(level: int) -> str:
    """Return the name of a win by `level` skunk lines; '' for none."""
    return ("", _("skunk"), _("double skunk"), _("triple skunk"))[max(0, min(level, 3))]


def round_title(number: int, label: str = "") -> str:
    """Return the name of a round: its label if it has one."""
    return label or _("Game %(number)d") % {"number": number}


def seat_words(table: int, letter: str) -> str:
    """Return a table and seat in words."""
    return _("Table %(table)d, seat %(letter)s") % {"table": table, "letter": letter}


def short_address(url: str) -> str:
    """Return an address as a person types it: without scheme and final slash."""
    for scheme in _HIDDEN_SCHEMES:
        url = url.removeprefix(scheme)
    return url.rstrip("/")


def impose(things: Sequence[Thing], a_page: int) -> list[list[Thing | None]]:
    """Return cut-and-stack pages: once cut, the piles laid together are in order (None: an empty place)."""
    pages = -(-len(things) // a_page)
    return [
        [things[index] if (index := place * pages + page) < len(things) else None for place in range(a_page)]
        for page in range(pages)
    ]


def evenly_poured(
    things: Sequence[Thing], depth: Callable[[Thing], float], full: float, first: float | None = None
) -> list[list[Thing]]:
    """Return the things of each page like `poured`, but no last page that is nearly empty.

    If less than `MIN_PAGE_SHARE` of it would be filled, all pages take about the same.
    """
    first = full if first is None else first
    depths = list(map(depth, things))  # measured once, poured several times
    places = range(len(depths))
    pages = poured(places, depths.__getitem__, full, first)
    if len(pages) > 1 and sum(depths[at] for at in pages[-1]) < full * MIN_PAGE_SHARE:
        low, high = 0.0, min(full, first)
        for _step in range(10):
            middle = (low + high) / 2
            tried = poured(places, depths.__getitem__, full - middle, first - middle)
            if len(tried) == len(pages):
                pages, low = tried, middle
            else:
                high = middle
    return [[things[at] for at in page] for page in pages]


def poured(
    things: Iterable[Thing], depth: Callable[[Thing], float], full: float, first: float | None = None
) -> list[list[Thing]]:
    """Return the things of each page or column: as many as its depth takes, `full` except the `first`."""
    pages: list[list[Thing]] = [[]]
    room = full if first is None else first
    for thing in things:
        needed = depth(thing)
        if needed > room and pages[-1]:
            pages.append([])
            room = full
        pages[-1].append(thing)
        room -= needed
    return pages
