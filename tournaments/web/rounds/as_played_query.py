"""The query string of the page «they sit elsewhere», for every page that links to it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from tournaments.pairing.values import ALONE, ALTERNATELY, CAPTAIN, OPPOSITE, partner_arrangement, seats_for

EACH, PARTNERS, TWO_SIDES, AGAINST_TWO = "each", "partners", "two_sides", "captain"
ARRANGEMENT_BY_WORD = {EACH: ALONE, PARTNERS: OPPOSITE, TWO_SIDES: ALTERNATELY, AGAINST_TWO: CAPTAIN}
"""The ways in which people at a table play, by their names in an address."""
WORD_BY_ARRANGEMENT = {how: word for word, how in ARRANGEMENT_BY_WORD.items()}


def seats_query(table: int, sides: Sequence[Sequence[int]]) -> str:
    """Return the query string for the people at a table, side by side."""
    seats = dict(seats_for(sides))
    how = {"how": WORD_BY_ARRANGEMENT[partner_arrangement(len(seats), len(sides))]} if len(seats) > 2 else {}
    return urlencode({"table": table, **seats, **how})
