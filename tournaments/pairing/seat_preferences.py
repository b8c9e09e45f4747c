"""The strength with which people hold the seat of the last round (rules.md §4: winners keep their seat).

| strength | held by                                                                    |
|----------|----------------------------------------------------------------------------|
| FIXED    | people with a fixed seat: as losers too, and then the winner moves         |
| WINNER   | winners of the last round; of partners who won, the one on the first letter |
| WEAK     | a house player who won, people with a bye or in a game without a winner    |
| NONE     | losers, newcomers, those who come back, a winner opposite a fixed loser    |

At a table at most one person holds: the firmest one. A winner on a letter that the table does not have in the
next round, such as C if two sit again, keeps the table and gets a letter there
(`winners_stay.place_pairs_and_three`).
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.seating_cost import staying_winner
from tournaments.pairing.values import Person, PlayedTable, Seat


class SeatPreference(IntEnum):
    """The strength of a hold on a seat; more is firmer."""

    NONE = 0
    WEAK = 1
    WINNER = 2
    FIXED = 3


@dataclass(frozen=True, slots=True)
class Anchor:
    """A person's seat in the last round (the fixed seat if they have one) and how firmly they hold it."""

    at: Seat | None = None
    hold: SeatPreference = SeatPreference.NONE

    @property
    def table(self) -> int | None:
        """Return the table from which the walk is counted; None for a newcomer."""
        return self.at[0] if self.at else None


def anchors(people: Iterable[Person], last: Sequence[PlayedTable], tables: int) -> dict[int, Anchor]:
    """Return the anchor of each of `people`, by entry number; `last` is the round just played."""
    people = list(people)
    present = {person.number for person in people}
    seats = {number: (letter, table) for table in last for letter, number in table.seats}
    keepers = {staying_winner(table, present) for table in last}
    found: dict[int, Anchor] = {}
    holder: dict[int, int] = {}
    for person in people:
        found[person.number] = anchor = _person_anchor(person, seats.get(person.number), tables, keepers)
        if anchor.hold:
            _settle_table_claim(found, holder, person.number, anchor)
    return found


def _person_anchor(
    person: Person, sat: tuple[str, PlayedTable] | None, tables: int, keepers: Container[int | None]
) -> Anchor:
    if person.fixed:
        return Anchor(person.fixed, SeatPreference.FIXED)
    if sat is None:
        return Anchor()
    letter, table = sat
    seat = (table.table, letter)
    if table.table > tables:
        return Anchor(seat)
    if person.number in keepers:
        return Anchor(seat, SeatPreference.WEAK if person.house else SeatPreference.WINNER)
    return Anchor(seat, SeatPreference.WEAK if table.winner is None else SeatPreference.NONE)


def _settle_table_claim(
    found: dict[int, Anchor], holder: dict[int, int], number: int, anchor: Anchor
) -> None:
    """Leave the table to the firmer of its two claimants. Two fixed seats at one table both stay."""
    assert anchor.table is not None
    rival = holder.setdefault(anchor.table, number)
    if rival == number or found[rival].hold == anchor.hold == SeatPreference.FIXED:
        return
    keeps, yields = (number, rival) if anchor.hold > found[rival].hold else (rival, number)
    found[yields] = Anchor(found[yields].at)
    holder[anchor.table] = keeps
