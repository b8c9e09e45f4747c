"""Amounts as people write them, in whole cents."""

import re

from scoring import DomainError

AMOUNT = re.compile(
    r"\$?\s?(?<![\d.,])\d{1,7}(?:[.,]\d{1,2})?(?![\d.,]*\d)(?:\s?(?:\$|CAD|CA))*", re.IGNORECASE
)
MINUS = ("-", "−", "–")
DOLLARS_AND_CENTS = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")


def parse_cents(text: str) -> int | None:
    """Return the cents of an amount such as «12», «12,5», «12.50 $» or «$12»; None for an empty text.

    Raises `DomainError` for anything else.
    """
    bare = re.sub(r"[\s$\u00a0\u202f]|CAD|CA", "", text, flags=re.IGNORECASE)
    if not bare:
        return None
    written = DOLLARS_AND_CENTS.fullmatch(bare)
    if not written:
        raise DomainError("not_an_amount", value=" ".join(text.split())[:40])
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0") or 0)


def amount_in(text: str) -> tuple[int | None, str]:
    """Return the only amount in a text about money, and the rest; None if there is none, or several.

    None for an amount below zero too: a refund is no payment.

    >>> amount_in("15$ (repas)")
    (1500, 'repas')
    >>> amount_in("2 x 15 $")
    (None, '2 x 15 $')
    >>> amount_in("-15,00 $")
    (None, '-15,00 $')
    """
    try:
        return parse_cents(text), ""
    except DomainError:
        found = AMOUNT.findall(text)
        if len(found) != 1 or text.lstrip("$ \u00a0\u202f").startswith(MINUS):
            return None, " ".join(text.split())
        rest = AMOUNT.sub(" ", text).strip(" ()[]-–:,;/+")
        return parse_cents(found[0]), " ".join(rest.split())


def format_cents(amount: int | None, point: str = ".") -> str:
    """Format cents for a field or a sheet, or with another decimal point.

    >>> format_cents(1250), format_cents(-1205, ",")
    ('12.50', '-12,05')
    """
    if amount is None:
        return ""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}{point}{abs(amount) % 100:02d}"
