"""The preconditions of every seating, before pairing: enough people, enough tables, sane fixed seats."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from tournaments.pairing.values import Choice, NoSeating, Person, PlannedTable, Seat

MAX_PEOPLE = 2_000
"""The most people of a tournament that can be seated; a house player comes on top."""


def people_to_seat(people: Sequence[Person]) -> list[Person]:
    """Return those who are to be seated, by number: a house player sits out if the others are even.

    Raises ValueError if a person is listed twice or there are two house players.
    """
    if len({person.number for person in people}) < len(people):
        raise ValueError("a person is listed twice")
    if sum(person.house for person in people) > 1:
        raise ValueError("more than one house player")
    even_without_house = len(people) % 2 == 1
    return sorted(
        (person for person in people if not (person.house and even_without_house)),
        key=lambda person: person.number,
    )


def check_size(people: Sequence[Person]) -> None:
    """Refuse more people than can be seated in reasonable time. Raises NoSeating: too_many_people."""
    count = sum(not person.house for person in people)
    if count > MAX_PEOPLE:
        ways: list[Choice] = [("two_tournaments", {})]
        raise NoSeating("too_many_people", {"people": count, "most": MAX_PEOPLE}, ways)


def people_to_pair(people: Sequence[Person], tables: int) -> list[Person]:
    """Return those who are to be seated two by two.

    Raises NoSeating (see `check_places`), or fixed_seats_share_table.
    """
    present = people_to_seat(people)
    check_places(present, tables)
    check_fixed_apart(present)
    return present


def sizes(people: int, *, three: bool = False) -> tuple[int, ...]:
    """Return how many sit at each table of two, the most first; 1 is a person sitting out at their own table.

    With `three` the last of an odd number sits down with two others.

    >>> sizes(7), sizes(7, three=True)
    ((2, 2, 2, 1), (3, 2, 2))
    """
    pairs, odd = divmod(people, 2)
    if odd and three:
        return (3, *[2] * (pairs - 1)) if pairs else ()
    return (*[2] * pairs, *[1] * odd)


def tables_needed(people: int, *, three: bool = False) -> int:
    """Return how many tables so many people need if two meet (`sizes`)."""
    return len(sizes(people, three=three))


def check_places(people: Sequence[Person], tables: int, *, three: bool = False) -> None:
    """Refuse what no seating can solve; `three`: of an odd number three meet at one table.

    Raises NoSeating: too_few_people, too_few_tables, fixed_seat_missing (its table does not exist),
    fixed_seat_taken (two people on one seat), too_many_fixed (not enough others to sit opposite them).
    """
    if len(people) < 2:
        missing = 2 - len(people)
        raise NoSeating("too_few_people", {"people": len(people)}, [("wait_for_people", {"people": missing})])
    check_tables(len(people), tables_needed(len(people), three=three), tables)
    fixed = {person.number: person.fixed for person in people if person.fixed}
    _check_seats(fixed, tables)
    per_table = Counter(table for table, _ in fixed.values())
    alone = sum(count == 1 for count in per_table.values())
    movers = len(people) - len(fixed)
    sits_out = 0 if three else len(people) % 2
    if alone > movers + sits_out:
        surplus = (alone - movers + 1) // 2
        args = {"fixed": alone, "others": movers}
        raise NoSeating("too_many_fixed", args, [("unfix", {"people": surplus})])


def check_tables(people: int, needed: int, tables: int) -> None:
    """Refuse more tables `needed` than there are. Raises NoSeating: too_few_tables."""
    if needed > tables:
        args = {"people": people, "tables": tables, "needed": needed}
        raise NoSeating("too_few_tables", args, [("add_tables", {"tables": needed - tables})])


def fit_games_to_tables(
    planned: Sequence[PlannedTable], people: Sequence[Person], tables: int
) -> tuple[PlannedTable, ...]:
    """Return `planned` with all games at tables 1 to `tables`: people who sit out give up a table for a game.

    People without a table are numbered on from there, by entry number. Raises NoSeating: too_few_tables.
    """
    fixed = {person.number for person in people if person.fixed}
    games = [table for table in planned if len(table.seats) > 1]
    alone = [table for table in planned if len(table.seats) == 1]
    check_tables(len(people), len(games), tables)
    kept = sorted(
        (table for table in alone if table.table <= tables),
        key=lambda table: (table.people[0] not in fixed, table.table),
    )
    seated = []
    for game in games:
        seated.append(game if game.table <= tables else replace(game, table=kept.pop().table))
    without = sorted((table for table in alone if table not in kept), key=lambda table: table.people)
    numbered = [replace(table, table=tables + at) for at, table in enumerate(without, start=1)]
    return tuple(sorted([*seated, *kept, *numbered], key=lambda table: table.table))


def refuse_fixed_seat(number: int, table: int, tables: int) -> NoReturn:
    """Raise NoSeating, fixed_seat_missing: there is no seat for `number` at `table`."""
    args = {"number": number, "table": table, "tables": tables}
    raise NoSeating("fixed_seat_missing", args, [("change_fixed_seat", {"number": number})])


def _check_seats(fixed: dict[int, Seat], tables: int) -> None:
    holder: dict[Seat, int] = {}
    for number, (table, letter) in sorted(fixed.items()):
        if not 1 <= table <= tables:
            refuse_fixed_seat(number, table, tables)
        if (table, letter) in holder:
            taken: dict[str, Any] = {
                "numbers": [holder[table, letter], number],
                "table": table,
                "letter": letter,
            }
            raise NoSeating("fixed_seat_taken", taken, [("change_fixed_seat", {"number": number})])
        holder[table, letter] = number


def check_fixed_apart(present: Sequence[Person]) -> None:
    """Refuse two fixed seats at one table: they would meet in every round.

    Raises NoSeating: fixed_seats_share_table.
    """
    at_table: dict[int, int] = {}
    for person in present:
        if person.fixed is None:
            continue
        table = person.fixed[0]
        if table in at_table:
            args = {"numbers": [at_table[table], person.number], "table": table}
            ways: list[Choice] = [("change_fixed_seat", {"number": person.number})]
            raise NoSeating("fixed_seats_share_table", args, ways)
        at_table[table] = person.number
