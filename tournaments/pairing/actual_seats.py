"""Rebuild a seating when some tables differ from the plan, with the fewest changes elsewhere.

| person                                     | new seat                                                    |
|--------------------------------------------|-------------------------------------------------------------|
| reported at a table                        | there                                                       |
| whose seat was taken by that               | one of the seats that became free, or opposite a person     |
|                                            | who is alone                                                |
| two who are left alone at different tables | the one at the higher table goes to the other, unless as    |
|                                            | many sit out anyway                                         |
| on C or further, of two left               | at the same table, on the letter that is free               |
| partners of whom one has gone              | each of those who are left plays for themselves             |
| all others                                 | as planned                                                  |

Of all ways to fill the free seats, the best is the one that, in this order, moves no one out of a fixed seat,
leaves no one alone, makes no rematch, keeps most pairs together, changes fewest letters, walks least.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.pairing.seating_cost import meetings, opponent_pairs, seats_of
from tournaments.pairing.values import ALONE, LETTERS, Past, Person, PlannedTable, Seat, other_letter

MAX_EXHAUSTIVE = 5
"""Up to this many displaced people are placed in the best of all ways; more are placed one by one."""

Seats = dict[int, Seat]


def apply_reported_tables(
    planned: Sequence[PlannedTable],
    really: Sequence[PlannedTable],
    people: Sequence[Person] = (),
    past: Past = (),
) -> tuple[PlannedTable, ...]:
    """Return `planned` with the tables of `really` as reported, and each person on exactly one seat.

    `really` contains only people of `planned`, each at most once, and each table at most once; up to six sit
    at a table of it, each for themselves or as partners. Raises ValueError if there is no seat left for a
    person. A person may be left alone at a table (see `people_without_opponent`).

    >>> planned = (PlannedTable(7, (("A", 1), ("B", 2))), PlannedTable(8, (("A", 3), ("B", 4))))
    >>> apply_reported_tables(planned, [PlannedTable(7, (("A", 1), ("B", 3)))])[1].seats
    (('A', 2), ('B', 4))
    """
    was, seats = seats_of(planned), seats_of(really)
    named = {table.table for table in really}
    kept = {number: seat for number, seat in was.items() if number not in seats and seat[0] not in named}
    displaced = sorted(number for number, seat in was.items() if number not in seats and seat[0] in named)
    free = sorted(was[number] for number in seats if was[number][0] not in named)
    if len(free) < len(displaced):
        free += _free_opposite_seats(kept, free)
    placed = _seat_displaced(displaced, free, kept, _Choice(planned, people, past)) if displaced else {}
    sitting = kept | placed
    sat = [table for table in really if table.seats]
    sit_out = len(people_without_opponent(planned)) - len(people_without_opponent(sat))
    others = _move_to_valid_letters(
        _pair_lonely_people(sitting, set(people_without_opponent(planned)), sit_out)
    )
    return tuple(sorted((*sat, *_tables(others, planned)), key=lambda table: table.table))


def people_without_opponent(tables: Iterable[PlannedTable]) -> tuple[int, ...]:
    """Return the people who have no opponent at their table."""
    return tuple(table.people[0] for table in tables if len(table.seats) == 1)


def _free_opposite_seats(kept: Seats, free: Sequence[Seat]) -> list[Seat]:
    """Return the empty seats opposite people who sit alone at a table that was not reported."""
    taken = set(kept.values()) | set(free)
    sitting = Counter(table for table, _ in taken)
    across = [(table, other_letter(letter)) for table, letter in kept.values() if sitting[table] == 1]
    return sorted(seat for seat in across if seat not in taken)


class _Choice:
    """The criteria for and against a way to fill the free seats."""

    def __init__(self, planned: Sequence[PlannedTable], people: Sequence[Person], past: Past) -> None:
        self.was = seats_of(planned)
        self.fixed = {person.number: person.fixed for person in people if person.fixed}
        self.together = {pair for table in planned for pair in opponent_pairs(table)}
        self.planned = planned
        self.met = meetings(past)

    def cost(self, placed: Seats, at: dict[Seat, int]) -> tuple[int, ...]:
        """Return the cost of a way to fill the seats; smaller is better.

        `at` maps the other seats to people.
        """
        everybody = at | {seat: number for number, seat in placed.items()}
        sitting = Counter(table for table, _ in everybody)
        pairs = self._pairs(placed, everybody)
        return (
            sum(number in self.fixed and self.fixed[number] != seat for number, seat in placed.items()),
            sum(count == 1 for count in sitting.values()),
            sum(bool(self.met[pair]) for pair in pairs - self.together),
            -len(pairs & self.together),
            sum(self.was[number][1] != letter for number, (_, letter) in placed.items()),
            sum(abs(self.was[number][0] - table) for number, (table, _) in placed.items()),
        )

    def _pairs(self, placed: Seats, everybody: dict[Seat, int]) -> set[frozenset[int]]:
        """Return all pairs that meet at the tables where a person is placed."""
        tables = {table for table, _ in placed.values()}
        there = {number: seat for seat, number in everybody.items() if seat[0] in tables}
        return {pair for table in _tables(there, self.planned) for pair in opponent_pairs(table)}


def _seat_displaced(displaced: Sequence[int], free: Sequence[Seat], kept: Seats, choice: _Choice) -> Seats:
    if len(free) < len(displaced):
        raise ValueError("a player finds no seat")
    at = {seat: number for number, seat in kept.items()}
    if len(displaced) > MAX_EXHAUSTIVE or len(free) > MAX_EXHAUSTIVE + 1:
        return _seat_greedily(displaced, free, at, choice)
    ways = (dict(zip(displaced, seats, strict=True)) for seats in permutations(free, len(displaced)))
    return min(ways, key=lambda placed: choice.cost(placed, at))


def _seat_greedily(
    displaced: Sequence[int], free: Sequence[Seat], at: dict[Seat, int], choice: _Choice
) -> Seats:
    placed: Seats = {}
    for number in displaced:
        left = [seat for seat in free if seat not in placed.values()]
        placed[number] = min(left, key=lambda seat: choice.cost({**placed, number: seat}, at))
    return placed


def _pair_lonely_people(sitting: Seats, alone_before: set[int], sit_out: int) -> Seats:
    """Seat those who became alone by the changes with each other; those alone before come last.

    As many as are to `sit_out` stay alone.
    """
    at_table = Counter(table for table, _ in sitting.values())
    lonely = [number for number, (table, _) in sitting.items() if at_table[table] == 1]
    lonely.sort(key=lambda number: (number in alone_before, sitting[number]))
    moved = dict(sitting)
    pairs = max(0, len(lonely) - max(0, sit_out) + 1) // 2
    for stays, goes in list(zip(lonely[::2], lonely[1::2], strict=False))[:pairs]:
        table, letter = sitting[stays]
        moved[goes] = (table, other_letter(letter))
    return moved


def _move_to_valid_letters(sitting: Seats) -> Seats:
    """Move people from letters that a table of so few does not have to its first free letter."""
    at_table = Counter(table for table, _ in sitting.values())
    taken = set(sitting.values())
    moved = dict(sitting)
    for number, (table, letter) in sorted(sitting.items(), key=lambda item: item[1]):
        letters = LETTERS[: max(2, at_table[table])]
        if letter not in letters:
            moved[number] = next((table, free) for free in letters if (table, free) not in taken)
            taken.add(moved[number])
    return moved


def _tables(sitting: Seats, planned: Sequence[PlannedTable]) -> tuple[PlannedTable, ...]:
    """Build the tables; partners stay partners if as many sit at the table as before."""
    before = {table.table: table for table in planned}
    by_table: dict[int, list[tuple[str, int]]] = {}
    for number, (table, letter) in sitting.items():
        by_table.setdefault(table, []).append((letter, number))
    return tuple(
        PlannedTable(
            table,
            tuple(sorted(seats)),
            partners=before[table].partners if len(before[table].seats) == len(seats) else ALONE,
        )
        for table, seats in sorted(by_table.items())
    )
