"""The player left over in an odd field: sits out, or meets the house player."""

from collections import Counter
from collections.abc import Sequence

from tournaments.pairing.values import Past, Person


def turns_left_over(past: Past, house: Person | None) -> Counter[int]:
    """Count how often each person sat out or met the `house` player."""
    turns: Counter[int] = Counter()
    for table in (table for tables in past for table in tables):
        if len(table.seats) == 1 or (house and house.number in table.people):
            turns.update(table.people)
    return turns


def can_be_left_over(others: Sequence[Person], house: Person | None) -> set[int]:
    """Return who of the `others` can be left over.

    None with a fixed seat if the house player has one; only those with fixed seats if all others are needed.
    """
    fixed = {person.number for person in others if person.fixed}
    movers = {person.number for person in others} - fixed
    if house is not None and house.fixed:
        return movers
    return fixed if len(fixed) > len(movers) else fixed | movers
