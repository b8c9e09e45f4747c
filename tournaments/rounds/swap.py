"""Swap the seats of two people by hand, with the cost before and after."""

from collections.abc import Sequence

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Line, Meeting, Round, Seat, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing import seating_cost
from tournaments.pairing.values import PlannedTable
from tournaments.rounds.history import past
from tournaments.rounds.lifecycle import later_obstacle, obstacle, rounds_of
from tournaments.rounds.meetings import regular_tables, table_meetings, write_meetings
from tournaments.rounds.played_ahead import parts_played_ahead
from tournaments.rounds.seating import Seating, people, seating_from_tables


def plan_swap(round_: Round, one: int, other: int) -> tuple[Seating, Seating]:
    """Return the seating of a seated round as it is, and as it would be with two people swapped.

    `one` and `other` are entry numbers. Games that are made up are left out: no one there changes seats.
    Raises `DomainError` where a swap is too late, makes no difference, or parts people who have played ahead.
    """
    if round_.state not in (Round.State.SEATED, Round.State.OPEN):
        raise DomainError("round_not_seated", round=round_.number)
    now = regular_tables(round_)
    seated = {number for table in now for _, number in table.seats}
    if one == other or not {one, other} <= seated:
        raise DomainError("swap_two_people")
    persons = people(round_.stage, round_.number)
    before = past(round_.stage, round_.number)
    swapped = seating_cost.swap(now, one, other)
    if parts_played_ahead(round_, now, swapped):
        raise DomainError("played_ahead_already", round=round_.number + 1)
    return seating_from_tables(round_, now, persons, before), seating_from_tables(
        round_, swapped, persons, before
    )


def swap(round_: Round, one: int, other: int, *, by: User | None, seen: Seating | None = None) -> Act:
    """Let two people change seats, voiding their meetings and writing new ones. Raises as `plan_swap`.

    `seen` is the seating that was shown before: raises `DomainError` where people sit otherwise by now.
    """
    with locked(round_) as round_:
        tournament = round_.stage.tournament
        if seen is not None and regular_tables(round_) != seen.tables:
            raise DomainError("seats_changed")
        now, then = plan_swap(round_, one, other)
        changed = [table for table in then.tables if table not in now.tables]
        if Line.objects.filter(meeting__in=table_meetings(round_, changed)).exists():
            raise DomainError("swap_after_result")
        args = {"stage": round_.stage.order, "round": round_.number, "swap": [one, other]}
        act = audit_log.record(tournament, "swap", args, by=by)
        _rewrite_meetings(round_, changed, act)
        return act


def _rewrite_meetings(round_: Round, tables: Sequence[PlannedTable], act: Act) -> None:
    """Void the meetings of the people at these tables, and write theirs.

    Teams keep their last line-ups in this round, also those that have sat out since.
    """
    on_boards = Seat.objects.filter(meeting__round=round_, meeting__board__isnull=False)
    seated = on_boards.order_by("meeting_id").values_list("entry", "meeting__board", "member")
    members = {(entry, board): member for entry, board, member in seated}
    table_meetings(round_, tables).update(void_act=act)
    written = write_meetings(round_, tables, Meeting.Origin.HAND)
    for seat in on_boards.filter(meeting__in=written).select_related("meeting"):
        member = members.get((seat.entry_id, seat.meeting.board), seat.member_id)
        if member != seat.member_id:
            Seat.objects.filter(pk=seat.pk).update(member=member)


def _undo_obstacle(act: Act) -> DomainError | None:
    against = obstacle(Round.State.SEATED, Round.State.OPEN, lines_matter=True)
    return against(act) or later_obstacle(act, "swap", "as_played", "played_ahead")


@audit_log.undoes("swap", obstacle=_undo_obstacle)
def _undo_swap(tournament: Tournament, act: Act) -> None:
    round_ = rounds_of(act).get()
    now = regular_tables(round_)
    one, other = act.args["swap"]
    back = seating_cost.swap(now, one, other)
    origins = dict(round_.meetings.filter(void_act=act).values_list("uid", "origin"))
    _rewrite_meetings(round_, [table for table in back if table not in now], act)
    for uid, origin in origins.items():  # the same people at the same table are the same meeting
        round_.meetings.filter(uid=uid, void_act=None).update(origin=origin)
