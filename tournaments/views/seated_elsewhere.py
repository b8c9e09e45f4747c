"""What the page «they sit elsewhere» is asked for, from wherever it is offered."""

from collections.abc import Sequence
from urllib.parse import urlencode

from tournaments.seating.values import ALONE, ALTERNATELY, CAPTAIN, OPPOSITE, how_sides_sit, seats_for

EACH, PARTNERS, TWO_SIDES, AGAINST_TWO = "each", "partners", "two_sides", "captain"
HOW = {EACH: ALONE, PARTNERS: OPPOSITE, TWO_SIDES: ALTERNATELY, AGAINST_TWO: CAPTAIN}
"""How those at a table play, as the page says it."""
SAID = {how: said for said, how in HOW.items()}


def asked(table: int, sides: Sequence[Sequence[int]]) -> str:
    """The question for those who sit at a table, side by side; the page says it where they cannot sit so."""
    found = how_sides_sit(sum(map(len, sides)), len(sides))
    how = {"how": SAID[found]} if found else {}
    seats = dict(seats_for(sides))
    return urlencode({"table": table, **seats, **how})
