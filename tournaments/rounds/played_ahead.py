"""Tables whose game was played in the round before: they meet there, and the others among themselves."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Act, Round, Stage
from tournaments.pairing import apart
from tournaments.pairing.actual_seats import apply_reported_tables
from tournaments.pairing.values import LETTERS, Finding, NoSeating, Past, Person, PlannedTable

Seat = Callable[[Sequence[Person]], tuple[PlannedTable, ...]]


def played_ahead(stage: Stage, number: int) -> list[PlannedTable]:
    """Return the tables whose game of round `number` was played in the round before.

    What was noted about an earlier seating of that round counts no more: other people meet in the new one.
    """
    before = stage.rounds.exclude(state=Round.State.VOID).filter(number=number - 1)
    noted = Act.objects.filter(
        tournament=stage.tournament_id,
        kind="played_ahead",
        undone_by=None,
        args__stage=stage.order,
        args__round=number - 1,
        version__gt=Coalesce(Subquery(before.values("act__version")), 0),
    )
    return [table_from_args(args) for args in noted.order_by("version").values_list("args", flat=True)]


def parts_played_ahead(round_: Round, now: Sequence[PlannedTable], then: Sequence[PlannedTable]) -> bool:
    """Return whether `then` parts people who sit together `now` and have played the next game ahead.

    Who has played the game that was noted would no longer be known.
    """
    parted = {_people_by_side(table) for table in now} - {_people_by_side(table) for table in then}
    noted = played_ahead(round_.stage, round_.number + 1)
    return any(_people_by_side(table) in parted for table in noted)


def _people_by_side(table: PlannedTable) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, table.sides))


def table_from_args(args: dict[str, Any]) -> PlannedTable:
    """Return the table that the arguments of an act describe."""
    seats = tuple(zip(LETTERS, args["entries"], strict=False))
    return PlannedTable(args["table"], seats, partners=args["partners"])


def seat_with_played_ahead(
    ahead: Sequence[PlannedTable], people: Sequence[Person], past: Past, tables: int, seat: Seat
) -> tuple[PlannedTable, ...]:
    """Seat a round in which those who have played it ahead sit together; `seat` seats the people it is given.

    A table of which a person is not here any more is seated like all the others. Where the others cannot be
    seated without them, all people are seated together, and as few as possible change seats. Raises
    NoSeating.
    """
    here = {person.number for person in people}
    ahead = [table for table in ahead if set(table.people) <= here]
    sitting = {number for table in ahead for number in table.people}
    if not ahead:
        return seat(people)
    try:
        planned = seat_others([one for one in people if one.number not in sitting], seat)
        return keep_own_tables(ahead, planned, people, tables)
    except (NoSeating, ValueError):
        planned = apply_reported_tables(seat(people), ahead, people, past)
        sat = [set(table.people) for table in ahead]
        apart.check_forbidden_pairs(
            [table for table in planned if set(table.people) not in sat], people, past
        )
        return planned


def seat_others(people: Sequence[Person], seat: Seat) -> tuple[PlannedTable, ...]:
    if len(people) > 1:
        return seat(people)
    return tuple(PlannedTable(1, ((LETTERS[0], person.number),)) for person in people)


def keep_own_tables(
    ahead: Sequence[PlannedTable], planned: Sequence[PlannedTable], people: Sequence[Person], tables: int
) -> tuple[PlannedTable, ...]:
    """Give each table its own number: those ahead keep theirs, unless a fixed seat is there."""
    fixed = {person.fixed[0] for person in people if person.fixed}
    at = {table.table: table for table in planned}
    for table in ahead:
        free = first_free_table(at, tables)
        if table.table not in at:
            at[table.table] = table
        elif table.table in fixed:
            at[free] = replace(table, table=free)
        else:
            at[free] = replace(at[table.table], table=free)
            at[table.table] = table
    return tuple(at[table] for table in sorted(at))


def first_free_table(taken: Collection[int], tables: int) -> int:
    """Return the first free table. Raises ValueError where there is none."""
    free = next((table for table in range(1, tables + 1) if table not in taken), None)
    if free is None:
        raise ValueError("no table is free")
    return free


def excuse_findings(
    findings: Sequence[Finding], seated: Sequence[PlannedTable], ahead: Sequence[PlannedTable], played: int
) -> tuple[Finding, ...]:
    """Return `findings` without hard faults, and one for each table that has `played` ahead in that round."""
    people = {table.people for table in seated} & {table.people for table in ahead}
    excused = [Finding("played_ahead", False, one, {"round": played}) for one in sorted(people)]
    return (*(replace(found, hard=False) for found in findings), *excused)
