"""Write down a round as it is played where people sit elsewhere than planned.

| what                                | becomes                                                 |
|-------------------------------------|---------------------------------------------------------|
| a meeting whose table differs       | void; what was written about it stays readable          |
| people who really meet, two to six  | a meeting of their own (origin `as_played`)             |
| a person who has no seat by that    | sits on one that became free (`pairing/actual_seats.py`) |
| every other meeting, and its result | untouched                                               |
| the next round                      | follows from where they really sat, unless it is seated |

Findings of the validator are shown first and prevent nothing: the people have sat down already.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Act, Line, Meeting, Result, Round, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing import pairing_systems
from tournaments.pairing.actual_seats import apply_reported_tables, people_without_opponent
from tournaments.pairing.preconditions import fit_games_to_tables
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import LETTERS, PARTNERS, Finding, PlannedTable, Seat
from tournaments.registration import distinct_names
from tournaments.rounds.history import past
from tournaments.rounds.lifecycle import dependency_obstacle, later_obstacle, obstacle, rounds_of
from tournaments.rounds.meetings import made_up_tables, regular_tables, table_meetings, write_meetings
from tournaments.rounds.played_ahead import parts_played_ahead
from tournaments.rounds.seating import Seating, people, seating_from_tables

PLAYED_STATES = (Round.State.OPEN, Round.State.CLOSED)
NO_TABLE = 0  # the table number, in an act, of a person who sits out without a table


@dataclass(frozen=True)
class Move:
    """A person whose seat changes.

    `named` is true where the desk named the person, false where the change follows from another one.
    """

    number: int
    before: Seat
    after: Seat
    named: bool


@dataclass(frozen=True)
class Consequence:
    """A consequence for results and rounds: a code with its numbers, to be worded (`sentences.py`)."""

    code: str
    args: dict[str, Any]


@dataclass(frozen=True)
class AsPlayed:
    """A round as it was planned and as it is played, with what follows from the difference."""

    now: Seating
    then: Seating
    moves: tuple[Move, ...]
    consequences: tuple[Consequence, ...]

    @property
    def changed(self) -> tuple[PlannedTable, ...]:
        """Return the tables at which other people sit than planned, as they are played."""
        return tuple(table for table in self.then.tables if table not in self.now.tables)

    @property
    def identity(self) -> tuple[object, ...]:
        """Return what identifies this plan, to compare it with the one that was agreed to."""
        return self.now.tables, self.then.tables, self.consequences

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what the validator finds in the round as played and not in the round as planned."""
        return tuple(found for found in self.then.findings if found not in self.now.findings)


def plan_as_played(round_: Round, really: Sequence[PlannedTable]) -> AsPlayed:
    """Work out what follows if the tables of `really` are seated as they say. Write nothing.

    Raises `DomainError` where the round is not being played or the tournament has ended, where a person is
    named who cannot be, where more sit at a table than the game is for, where a person would have no
    opponent, where people would be parted who have played ahead, or where nothing would change.
    """
    _check_round(round_)
    stage, made_up = round_.stage, made_up_tables(round_)
    planned = regular_tables(round_)
    persons, before = people(stage, round_.number), past(stage, round_.number)
    _check_named(stage, planned, really, made_up)
    for table in really:
        check_seats(stage, table)
    try:
        tables = apply_reported_tables(planned, really, persons, before)
        tables = fit_games_to_tables(tables, persons, stage.tournament.places.count())
    except ValueError:
        raise DomainError("as_played_no_seat") from None
    sits_out = pairing_systems.Tables.from_rules(stage.rules).sitting_out(len(seats_of(planned)))
    if len(people_without_opponent(tables)) > max(len(people_without_opponent(planned)), sits_out):
        left = sorted(set(people_without_opponent(tables)) - set(people_without_opponent(planned)))
        raise DomainError("as_played_nobody_opposite", names=_names(stage, left))
    now, then = (seating_from_tables(round_, each, persons, before) for each in (planned, tables))
    if now.tables == then.tables:
        raise DomainError("as_played_as_planned")
    # Once the next game is seated, a note decides no seats, and cannot be taken back.
    if parts_played_ahead(round_, now.tables, then.tables) and dependency_obstacle(round_) is None:
        raise DomainError("played_ahead_already", round=round_.number + 1)
    plan = AsPlayed(now, then, _moves(now, then, really), ())
    consequences = all_consequences(round_, _voided_meetings(round_, now, then), plan.changed)
    return replace(plan, consequences=tuple(consequences))


def seat_as_played(
    round_: Round, really: Sequence[PlannedTable], *, by: User | None, seen: AsPlayed | None = None
) -> Act:
    """Void the meetings that do not take place, and write down those that do.

    A closed round is opened again where nothing depends on it. `seen` is the plan that was shown before.

    Raises as `plan_as_played`, and where the consequences have changed since the plan was shown.
    """
    with locked(round_) as round_:
        found = plan_as_played(round_, really)
        if seen is not None and found.identity != seen.identity:
            raise DomainError("what_follows_changed")
        if _needs_reopening(round_):
            audit_log.undo(last_close_act(round_), by=by)
        with locked(round_.stage.tournament) as tournament:
            voided, hall = _voided_meetings(round_, found.now, found.then), tournament.places.count()
            args = {
                "stage": round_.stage.order,
                "round": round_.number,
                "tables": sorted(meeting.place.number for meeting in voided if meeting.place),
                "seats": [
                    [table.table if table.table <= hall else NO_TABLE, [list(seat) for seat in table.seats]]
                    for table in found.changed
                ],
                "partners": [table.table for table in found.changed if table.partners],
            }
            act = audit_log.record(tournament, "as_played", args, by=by)
        Result.objects.filter(meeting__in=voided).delete()
        Meeting.objects.filter(pk__in=[meeting.pk for meeting in voided]).update(void_act=act)
        write_meetings(round_, found.changed, Meeting.Origin.AS_PLAYED)
        calls.resolve_seat_calls(tournament, [table.table for table in found.changed])
        return act


def _check_round(round_: Round) -> None:
    if round_.stage.kind != Stage.Kind.QUALIFYING:
        raise DomainError("as_played_medal_match")
    if round_.stage.rules.get("boards"):
        raise DomainError("boards_line_up_instead")
    audit_log.check_not_ended(round_.stage.tournament)
    if round_.state == Round.State.SEATED:
        raise DomainError("as_played_not_begun", round=round_.number)
    if round_.state not in PLAYED_STATES:
        raise DomainError("round_not_seated", round=round_.number)
    over = round_.stage.rounds.filter(number__gt=round_.number, state=Round.State.CLOSED)
    if over.exists():
        raise DomainError("as_played_too_late", round=round_.number)


def _check_named(
    stage: Stage, planned: Sequence[PlannedTable], really: Sequence[PlannedTable], made_up: set[int]
) -> None:
    tables = [table.table for table in really]
    named = [number for table in really for number in table.people]
    if not named or len(set(tables)) < len(tables):
        raise DomainError("as_played_who")
    unknown = set(tables) - (set(stage.tournament.places.values_list("number", flat=True)) - made_up)
    if unknown:
        raise DomainError("no_such_table", table=min(unknown))
    twice = sorted({number for number in named if named.count(number) > 1})
    if twice:
        raise DomainError("as_played_twice", names=_names(stage, twice))
    strangers = sorted(set(named) - seats_of(planned).keys())
    if strangers:
        raise DomainError("as_played_not_in_round", names=_names(stage, strangers))


def check_seats(stage: Stage, table: PlannedTable) -> None:
    """Raise `DomainError` where so many cannot sit at a table, or not as partners."""
    seats = len(table.seats)
    if seats > stage.rules["most_at_table"]:
        raise DomainError("as_played_for_two", table=table.table)
    if seats > 1 and tuple(letter for letter, _ in table.seats) != LETTERS[:seats]:
        raise DomainError("as_played_gap", table=table.table)
    tables = pairing_systems.Tables.from_rules(stage.rules)
    if tables.exact and seats > 1 and (seats != tables.size or table.partners != tables.partners):
        raise DomainError("as_played_full_only", table=table.table, seats=tables.size)
    if table.partners and seats not in PARTNERS[table.partners]:
        raise DomainError("as_played_no_partners", table=table.table, seats=seats)


def _names(stage: Stage, numbers: Sequence[int]) -> list[str]:
    known = distinct_names(stage.tournament.entries.values_list("number", "name", "club"))
    return [known.get(number, f"#{number}") for number in numbers]


def _moves(now: Seating, then: Seating, really: Sequence[PlannedTable]) -> tuple[Move, ...]:
    """Return the people whose seats change: first those whom the desk named."""
    before, after = seats_of(now.tables), seats_of(then.tables)
    sat = seats_of(really)
    moved = [
        Move(number, before[number], after[number], number in sat)
        for number in before
        if before[number] != after[number]
    ]
    return tuple(sorted(moved, key=lambda move: (not move.named, move.after)))


def _voided_meetings(round_: Round, now: Seating, then: Seating) -> list[Meeting]:
    """Return the meetings that do not take place."""
    tables = [table for table in now.tables if table not in then.tables]
    return list(table_meetings(round_, tables).select_related("place"))


def all_consequences(
    round_: Round, voided: Sequence[Meeting], changed: Sequence[PlannedTable]
) -> list[Consequence]:
    """Return what follows for lines already written, for this round, and for what comes after it."""
    found = []
    written = Line.objects.filter(meeting__in=voided, meeting__place__isnull=False)
    if tables := set(written.values_list("meeting__place__number", flat=True)):
        found.append(Consequence("as_played_lines_void", {"tables": sorted(tables)}))
    if _needs_reopening(round_):
        found.append(Consequence("as_played_opens_again", {"round": round_.number}))
    found += later_consequences(round_, changed)
    if any(table.partners for table in changed):
        found.append(Consequence("as_played_partners_count", {}))
    return found


def later_consequences(round_: Round, changed: Sequence[PlannedTable]) -> list[Consequence]:
    if dependency_obstacle(round_):
        return [Consequence("as_played_next_stays", {"round": round_.number + 1})]
    if round_.number >= round_.stage.rules["rounds"]:
        return []
    movement = pairing_systems.pairing_system_of(round_.stage.rules)
    found = [Consequence(movement.CODES["as_played"], {"round": round_.number + 1})]
    if movement.WINNERS_STAY:
        for code, partners in (("as_played_winner_there", False), ("as_played_partners_there", True)):
            many = [table for table in changed if len(table.seats) > 2 and bool(table.partners) == partners]
            args = {"tables": [table.table for table in many], "round": round_.number + 1}
            found += [Consequence(code, args)] if many else []
    return found


def _needs_reopening(round_: Round) -> bool:
    return round_.state == Round.State.CLOSED and dependency_obstacle(round_) is None


def last_close_act(round_: Round) -> Act:
    """Return the last act that closed the round."""
    closing = round_.stage.tournament.acts.filter(kind="close")
    about = closing.filter(args__stage=round_.stage.order, args__round=round_.number)
    return about.latest("version")


# Undoing


def _undo_obstacle(act: Act) -> DomainError | None:
    against = obstacle(*PLAYED_STATES, lines_matter=False)(act)
    if against:
        return against
    meetings = _meetings_after_act(act)
    seats = [[table, [list(seat) for seat in seats]] for table, seats in _seats_by_table(meetings)]
    partners = set(meetings.filter(seats__order_in_side__gt=1).values_list("place__number", flat=True))
    if seats != sorted(act.args["seats"]) or partners != set(act.args.get("partners", ())):
        return DomainError("round_has_moved_on")
    if Line.objects.filter(meeting__in=meetings).exists():
        return DomainError("results_are_in")
    return later_obstacle(act, "played_ahead")


def _meetings_after_act(act: Act) -> QuerySet[Meeting]:
    """Return the meetings at the tables which `act` changed, and the byes without a table that it made."""
    tables = {table for table, _seats in act.args["seats"]} | set(act.args["tables"])
    alone = [seats[0][1] for table, seats in act.args["seats"] if table == NO_TABLE]
    without = Q(place=None, seats__entry__number__in=alone)
    there = Meeting.objects.filter(round__in=rounds_of(act), void_act=None)
    return Meeting.objects.filter(pk__in=there.filter(Q(place__number__in=tables) | without).values("pk"))


def _seats_by_table(meetings: QuerySet[Meeting]) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return the people at each table, in the order of the tables; a bye without a table is at NO_TABLE."""
    found: dict[int, tuple[int, list[tuple[str, int]]]] = {}
    seats = meetings.values_list("pk", "place__number", "seats__letter", "seats__entry__number")
    for meeting, table, letter, number in seats.order_by("seats__letter"):
        found.setdefault(meeting, (table or NO_TABLE, []))[1].append((letter, number))
    return sorted(found.values())


@audit_log.undoes("as_played", obstacle=_undo_obstacle)
def _undo_as_played(tournament: Tournament, act: Act) -> None:
    """Restore the meetings that were voided, with what was written about them."""
    from tournaments.rounds.scores import results as cached_results

    planned = list(Meeting.objects.filter(void_act=act).values_list("pk", flat=True))
    _meetings_after_act(act).update(void_act=act)
    Meeting.objects.filter(pk__in=planned).update(void_act=None)
    games = Line.objects.filter(meeting__in=planned).values_list("meeting", "game").order_by().distinct()
    for meeting, game in games:
        cached_results.rewrite_results([cached_results.load_game(meeting, game)])
