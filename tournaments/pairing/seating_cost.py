"""The cost of a seating, in numbers to compare with another one; and two people swapped."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.pairing.values import LETTERS, Past, PlannedTable, PlayedTable, Seat


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a seating."""

    rematches: int
    """Meetings of two people who have met before; with changing partners, from the third meeting."""
    walks: tuple[int, ...]
    """Tables walked by each person who changes seat, by entry number."""


def cost(planned: Sequence[PlannedTable], past: Past, *, partners: bool = False) -> Cost:
    """Compute the cost of `planned` after the rounds of `past`.

    If `partners` change, two may meet twice as opponents; playing together again counts as well.
    """
    met, together = meetings(past), partner_counts(past)
    again = sum(met[pair] > partners for table in planned for pair in opponent_pairs(table))
    again += sum(
        bool(together[frozenset(side)])
        for table in planned
        if table.partners
        for side in table.sides
        if len(side) == 2
    )
    before, now = seats_of(past[-1] if past else ()), seats_of(planned)
    moved = sorted(number for number in now.keys() & before.keys() if now[number] != before[number])
    return Cost(again, tuple(abs(now[number][0] - before[number][0]) for number in moved))


def staying_winner(table: PlayedTable, present: Container[int]) -> int | None:
    """Return who keeps the seat at a table that was played: the first winner in `present`, or None."""
    return next((number for number in table.winners if number in present), None)


def people_per_table(planned: Sequence[PlannedTable]) -> dict[int, int]:
    """Map each table to how many sit there."""
    return {table.table: len(table.seats) for table in planned}


def is_seat_kept(before: Seat, now: Seat, sitting: Mapping[int, int]) -> bool:
    """Return whether a seat is kept; for a letter that the table no longer has, only the table counts.

    `sitting` is how many sit at each table now.
    """
    table, letter = before
    gone = letter not in LETTERS[: max(2, sitting.get(table, 0))]
    return now == before or (gone and now[0] == table)


def swap(planned: Sequence[PlannedTable], one: int, other: int) -> tuple[PlannedTable, ...]:
    """Return the seating with two people swapped.

    Raises ValueError if either of them has no seat.
    """
    if not {one, other} <= seats_of(planned).keys():
        raise ValueError("both must have a seat")
    instead = {one: other, other: one}
    return tuple(
        PlannedTable(
            table.table,
            tuple((letter, instead.get(number, number)) for letter, number in table.seats),
            partners=table.partners,
        )
        for table in planned
    )


def seats_of(tables: Sequence[PlannedTable | PlayedTable]) -> dict[int, Seat]:
    """Map entry numbers to seats."""
    return {number: (table.table, letter) for table in tables for letter, number in table.seats}


def meetings(past: Past) -> Counter[frozenset[int]]:
    """Count how often two people have met: at a larger table, each meets all people of other sides."""
    met: list[frozenset[int]] = []
    for table in (table for tables in past for table in tables):
        if len(table.seats) == 2:  # nearly all of them
            (_, one), (_, other) = table.seats
            met.append(frozenset((one, other)))
        else:
            met.extend(opponent_pairs(table))
    return Counter(met)


def partner_counts(past: Past) -> Counter[frozenset[int]]:
    """Count how often two have played together."""
    return Counter(
        frozenset(two)
        for tables in past
        for table in tables
        if table.partners
        for side in table.sides
        for two in combinations(side, 2)
    )


def opponent_pairs(table: PlannedTable | PlayedTable) -> Iterator[frozenset[int]]:
    """Yield the pairs that meet at a table; partners do not meet."""
    if len(table.seats) == 2:
        yield frozenset(table.people)
    elif len(table.seats) > 2:
        for one, other in combinations(table.sides, 2):
            yield from (frozenset(pair) for pair in product(one, other))
