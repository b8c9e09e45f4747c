"""Write and read the meetings of a round."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db.models import QuerySet

from scoring import DomainError
from scoring import boards as on_boards
from scoring import match as matches
from tournaments.models import Meeting, Member, Round, Seat, Tournament, raw_sql
from tournaments.models.rows import fetch, insert
from tournaments.pairing import boards as team_boards
from tournaments.pairing.values import (
    ALONE,
    ALTERNATELY,
    CAPTAIN,
    OPPOSITE,
    PlannedTable,
    partner_arrangement,
)
from tournaments.rounds.history import table_numbers


def write_meetings(
    round_: Round, tables: Sequence[PlannedTable], origin: str, **fields: Any
) -> list[Meeting]:
    """Write down the seats and sides: one meeting a table, of teams one a board.

    The same people at the same table of the same round get the same uid, so that a tablet finds the meeting
    of the lines it keeps even where the round had to be seated anew, on a laptop restored from a copy.
    """
    if not tables:
        return []
    tournament = round_.stage.tournament
    places = dict(fetch(raw_sql.PLACES_BY_NUMBER, tournament.pk))
    entries = dict(fetch(raw_sql.ENTRIES_BY_NUMBER, tournament.pk))
    match = matches.read_match(round_.stage.rules)
    boards, each = on_boards.read_boards(round_.stage.rules), on_boards.each(round_.stage.rules)
    line_ups = squads(tournament, round_.number) if boards else {}
    on_tables = [
        (board, one)
        for table in tables
        for board, one in enumerate(team_boards.board_tables(table, each), start=1)
    ]
    tables = [table for _board, table in on_tables]
    meetings = [
        Meeting(
            uid=_meeting_uid(round_, table),
            round=round_,
            place_id=places[table.table] if len(table.seats) > 1 else places.get(table.table),
            origin=origin,
            games_planned=match.most_games(len(table.sides)),
            board=board if boards and len(table.seats) > 1 else None,
            **fields,
        )
        for board, table in on_tables
    ]
    insert(meetings)
    seats = [
        Seat(
            meeting_id=meeting.pk,
            letter=letters[number],
            side=side,
            order_in_side=order,
            entry_id=entries[number],
            member_id=_default_member(line_ups.get(entries[number], ()), meeting.board),
        )
        for meeting, table in zip(meetings, tables, strict=True)
        for letters in [{number: letter for letter, number in table.seats}]
        for side, people_ in enumerate(table.sides)
        for order, number in enumerate(people_, start=1)
    ]
    insert(seats)
    return meetings


def squads(tournament: Tournament, number: int) -> dict[int, list[Member]]:
    """Return the members who can play for each team in a round, in squad order, by the team's key."""
    here = Member.objects.filter(entry__tournament=tournament, from_round__lte=number)
    here = here.exclude(to_round__lt=number).select_related("player")
    found: dict[int, list[Member]] = {}
    for member in here.order_by("position"):
        found.setdefault(member.entry_id, []).append(member)
    return found


def _default_member(squad: Sequence[Member], board: int | None) -> int | None:
    """Return the key of the member on a board by default: the first of the squad on the first board."""
    return squad[board - 1].pk if board and board <= len(squad) else None


def _meeting_uid(round_: Round, table: PlannedTable) -> UUID:
    name = f"{round_.number} {table.table} {table.seats}"
    how = {ALONE: "", OPPOSITE: " partners", ALTERNATELY: " alternately", CAPTAIN: " captain"}
    return uuid5(round_.stage.uid, name + how[table.partners])


def planned_tables(round_: Round) -> tuple[PlannedTable, ...]:
    """Return a seated round as the seating reads it; a match of teams is at the table of its first board."""
    places: dict[int, int | None] = {}
    seats: dict[int, list[tuple[str, int]]] = {}
    sides: Counter[int] = Counter()
    for meeting, table, letter, entry, order in fetch(raw_sql.SEATS_OF_ROUND, round_.pk):
        places[meeting] = table
        seats.setdefault(meeting, []).append((letter, entry))
        sides[meeting] += order == 1
    numbers = table_numbers(round_.stage, places, seats)
    planned = (
        PlannedTable(numbers[at], tuple(letters), partners=partner_arrangement(len(letters), sides[at]))
        for at, letters in seats.items()
    )
    return tuple(sorted(planned, key=lambda table: table.table))


def meeting_about(meetings: QuerySet[Meeting], linked: str, round_: int) -> Meeting | None:
    """Return the meeting of an entry that a form is about, or None; `meetings` are those in the round.

    `linked` is the uid of the meeting from which the form was opened, or empty. A team on boards and a house
    player can be at several tables in a round: raises `DomainError` where `linked` is none of them.
    """
    seated = list(meetings.select_related("place"))
    found = [meeting for meeting in seated if str(meeting.uid) == linked] or seated
    if len(found) > 1:
        tables = sorted(meeting.place.number for meeting in found if meeting.place)
        raise DomainError("several_tables", round=round_, tables=tables)
    return found[0] if found else None


def made_up_tables(round_: Round) -> set[int]:
    """Return the tables of missed games that are made up; they are played later, so no one there moved.

    The house player can be at several of them, and would lose all seats but one.
    """
    later = round_.meetings.filter(void_act=None, origin=Meeting.Origin.MADE_UP)
    return set(later.values_list("place__number", flat=True))


def regular_tables(round_: Round) -> tuple[PlannedTable, ...]:
    """Return the tables of `planned_tables` at which no missed game is made up."""
    made_up = made_up_tables(round_)
    return tuple(table for table in planned_tables(round_) if table.table not in made_up)


def table_meetings(round_: Round, tables: Sequence[PlannedTable]) -> QuerySet[Meeting]:
    """Return the meetings of the people at these `tables`, on all boards; not those that were made up."""
    numbers = {number for table in tables for number in table.people}
    own = Seat.objects.filter(meeting__round=round_, entry__number__in=numbers)
    found = round_.meetings.filter(void_act=None, pk__in=own.values("meeting"))
    return found.exclude(origin=Meeting.Origin.MADE_UP)
