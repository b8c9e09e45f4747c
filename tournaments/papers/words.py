"""Words and numbers that several papers share."""

from fractions import Fraction

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
