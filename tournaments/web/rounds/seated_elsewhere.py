"""The query string of the page «they sit elsewhere», for every page that links to it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from tournaments.pairing.values import ALONE, ALTERNATELY, CAPTAIN, OPPOSITE, how_sides_sit, seats_for

EACH, PARTNERS, TWO_SIDES, AGAINST_TWO = "each", "partners", "two_sides", "captain"
HOW = {EACH: ALONE, PARTNERS: OPPOSITE, TWO_SIDES: ALTERNATELY, AGAINST_TWO: CAPTAIN}
"""The ways in which people at a table play, by their names in an address."""
SAID = {how: said for said, how in HOW.items()}


def seats_query(table: int, sides: Sequence[Sequence[int]]) -> str:
    """Return the query string for the people at a table, side by side."""
    seats = dict(seats_for(sides))
    how = {"how": SAID[how_sides_sit(len(seats), len(sides))]} if len(seats) > 2 else {}
    return urlencode({"table": table, **seats, **how})
