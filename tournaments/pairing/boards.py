"""Teams on several boards: a pairing system seats the teams, and their boards are tables side by side.

A pairing system numbers the matches of a round 1, 2, 3 …; the first board of match n is at table
(n - 1) x boards + 1 of the hall. At every table of this module sit two teams, or one that sits out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing.pairing_system import PairingRequest, PairingSystem
from tournaments.pairing.values import LETTERS, PAIR, Past, Person, PlannedTable

HOME = LETTERS[0]
"""The seat of the home team, on all of its boards."""


def match_at(table: int, boards: int) -> int:
    """Return the number of the match that has a board at a table of the hall.

    >>> match_at(5, 4), match_at(8, 4), match_at(9, 4)
    (2, 2, 3)
    """
    return (table - 1) // boards + 1


def first_table(match: int, boards: int) -> int:
    """Return the table of the first board of a match.

    >>> first_table(2, 4)
    5
    """
    return (match - 1) * boards + 1


def rounds_by_match(past: Past, boards: int) -> Past:
    """Return the rounds before with numbers of matches in place of tables, as pairing systems read them."""
    return [[replace(table, table=match_at(table.table, boards)) for table in tables] for tables in past]


def people_by_match(people: Sequence[Person], boards: int) -> list[Person]:
    """Return the teams with fixed seats as (match, letter) instead of (table, letter)."""
    return [
        replace(one, fixed=(match_at(one.fixed[0], boards), one.fixed[1]) if one.fixed else None)
        for one in people
    ]


def people_at_first_boards(people: Sequence[Person], boards: int) -> list[Person]:
    """Return the teams with each fixed seat moved to the first board of its match."""
    return [
        replace(one, fixed=(first_table(match_at(one.fixed[0], boards), boards), one.fixed[1]))
        if one.fixed
        else one
        for one in people
    ]


def tables_of(planned: Sequence[PlannedTable], boards: int) -> list[int]:
    """Return all tables of the hall at which these matches are played."""
    return [board.table for table in planned for board in board_tables(table, boards)]


def move_to_hall_tables(
    planned: Sequence[PlannedTable], past: Past, people: Sequence[Person], boards: int, *, stay: bool
) -> tuple[PlannedTable, ...]:
    """Move what a pairing system planned to tables of the hall; the team less often at home is at home.

    `stay`: winners keep their seat, and so its letter. A fixed seat keeps its letter too.
    """
    fixed = {person.number for person in people if person.fixed}
    at_home = Counter(
        number
        for tables in past
        for table in tables
        for letter, number in table.seats
        if letter == HOME and len(table.seats) > 1
    )
    return tuple(
        replace(
            table,
            table=first_table(table.table, boards),
            seats=table.seats
            if stay or fixed & set(table.people)
            else _fair_home_seats(table.seats, at_home),
        )
        for table in planned
    )


def next_round(
    movement: PairingSystem, people: Sequence[Person], past: Past, boards: int, request: PairingRequest
) -> tuple[PlannedTable, ...]:
    """Return the round of `people` after `past` that `movement` seats, with tables of the hall.

    Raises NoSeating.
    """
    by_boards = replace(request, tables=request.tables // boards)
    planned = movement.next_round(people_by_match(people, boards), rounds_by_match(past, boards), by_boards)
    return move_to_hall_tables(planned, past, people, boards, stay=movement.WINNERS_STAY)


def _fair_home_seats(
    seats: tuple[tuple[str, int], ...], at_home: Counter[int]
) -> tuple[tuple[str, int], ...]:
    numbers = [number for _letter, number in seats]
    if len(numbers) < 2 or at_home[numbers[0]] <= at_home[numbers[1]]:
        return seats
    return tuple(zip(PAIR, reversed(numbers), strict=True))


def board_tables(table: PlannedTable, boards: int) -> list[PlannedTable]:
    """Return the boards of a match: the same two teams at so many tables; one table for a team that sits out.

    >>> [board.table for board in board_tables(PlannedTable(5, (("A", 7), ("B", 3))), 4)]
    [5, 6, 7, 8]
    """
    count = boards if len(table.seats) > 1 else 1
    return [replace(table, table=table.table + board) for board in range(count)]
