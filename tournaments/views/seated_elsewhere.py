"""What the page «they sit elsewhere» is asked for, from wherever it is offered."""

from collections.abc import Sequence
from urllib.parse import urlencode

from tournaments.seating.values import LETTERS, seats_for

EACH, PARTNERS = "each", "partners"


def asked(table: int, sides: Sequence[Sequence[int]]) -> str:
    """The question for those who sit at a table, side by side; the page says it where they cannot sit so."""
    alike = len({len(side) for side in sides}) == 1
    people = [number for side in sides for number in side]
    seats = dict(seats_for(sides) if alike else zip(LETTERS, people, strict=False))
    how = {"how": PARTNERS} if alike and len(sides[0]) > 1 else {}
    return urlencode({"table": table, **seats, **how})
