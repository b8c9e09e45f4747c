"""Who is left over in an odd field: sits out, or meets the house player."""

from collections import Counter
from collections.abc import Sequence

from tournaments.pairing.values import Past, Person


def turns_left_over(past: Past, house: Person | None) -> Counter[int]:
    """How often everybody sat out or met the `house` player."""
    turns: Counter[int] = Counter()
    for table in (table for tables in past for table in tables):
        if len(table.seats) == 1 or (house and house.number in table.people):
            turns.update(table.people)
    return turns


def can_be_left_over(others: Sequence[Person], house: Person | None) -> set[int]:
    """Who of the `others` it can be.

    Nobody with a fixed seat where the house player has one; only they where the others are all needed.
    """
    fixed = {person.number for person in others if person.fixed}
    movers = {person.number for person in others} - fixed
    if house is not None and house.fixed:
        return movers
    return fixed if len(fixed) > len(movers) else fixed | movers
