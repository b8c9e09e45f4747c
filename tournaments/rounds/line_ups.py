"""Line-ups of teams on boards: the order of the squad, until a team declares otherwise.

| what                        | becomes                                                                      |
|-----------------------------|------------------------------------------------------------------------------|
| a line-up is declared       | an act; the seats of that match name the members anew                        |
| a member is on no board     | they are a substitute of that game                                           |
| a board is left empty       | a forfeit, by the declared points, once the desk awards it                   |
| a result was written before | it stays: the score book names teams, and a line-up says who of them played  |
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import DomainError
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Line, Meeting, Member, Round, Seat, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.boards import HOME
from tournaments.rounds.lifecycle import rounds_of
from tournaments.rounds.meetings import squads
from tournaments.rounds.sheet import table_number

ACT = "line_up"
CHANGEABLE_STATES = (Round.State.SEATED, Round.State.OPEN, Round.State.CLOSED)


@dataclass(frozen=True)
class Side:
    """A team of a match: the seat of each board (without a member where it is empty), and the squad."""

    entry: Entry
    boards: tuple[Seat, ...]
    squad: tuple[Member, ...]

    @property
    def members(self) -> list[int | None]:
        """Return the key of the member on each board, None for an empty one."""
        return [seat.member_id for seat in self.boards]

    @property
    def empty(self) -> bool:
        """Return whether the team leaves a board empty."""
        return bool(self.entry.team) and None in self.members


@dataclass(frozen=True)
class TeamMatch:
    """Two teams that meet in a round: the team at home first, and their tables in the order of the boards."""

    tables: tuple[int, ...]
    home: Side
    away: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Return home, then away."""
        return self.home, self.away

    @property
    def rows(self) -> list[tuple[int, int, Seat, Seat]]:
        """Return, for each board, its number, its table, and the seats at home and away."""
        seats = zip(self.tables, self.home.boards, self.away.boards, strict=True)
        return [(board, table, one, other) for board, (table, one, other) in enumerate(seats, start=1)]


def team_matches(round_: Round) -> list[TeamMatch]:
    """Return the matches of teams on boards of a round, by their tables; none without teams on boards."""
    seats = (
        Seat.objects.filter(meeting__round=round_, meeting__void_act=None, meeting__board__isnull=False)
        .exclude(meeting__round__state=Round.State.VOID)
        .select_related("entry", "member__player", "meeting__place")
    )
    matches: dict[frozenset[int], dict[int, list[Seat]]] = {}
    teams: dict[int, set[int]] = {}
    known = list(seats.order_by("meeting__place__number"))
    for seat in known:
        teams.setdefault(seat.meeting_id, set()).add(seat.entry_id)
    for seat in known:
        of_match = matches.setdefault(frozenset(teams[seat.meeting_id]), {})
        of_match.setdefault(seat.entry_id, []).append(seat)
    squad = squads(round_.stage.tournament, round_.number) if matches else {}
    return [_match(sides, squad) for sides in matches.values()]


def _match(sides: dict[int, list[Seat]], squad: dict[int, list[Member]]) -> TeamMatch:
    home, away = (
        Side(seats[0].entry, tuple(seats), tuple(squad.get(seats[0].entry_id, ())))
        for seats in sorted(sides.values(), key=lambda seats: seats[0].letter != HOME)
    )
    return TeamMatch(tuple(table_number(seat) for seat in home.boards), home, away)


def change(
    round_: Round,
    number: int,
    members: Sequence[int | None],
    *,
    by: User | None,
    seen: Sequence[int | None] | None = None,
) -> Act:
    """Change the line-up of the team with this `number` in a round: for each board a member's key, or None.

    `seen` is the line-up that the page showed. Raises `DomainError`: no such team, a member on two boards, a
    person who is not of the team, no members at all, no change, another line-up than was seen.
    """
    with locked(round_) as round_:
        tournament = round_.stage.tournament
        if round_.state not in CHANGEABLE_STATES:
            raise DomainError("line_up_not_seated", round=round_.number)
        side = _side_of(round_, number)
        if seen is not None and list(seen) != side.members:
            names = {member.pk: member.player.name for member in side.squad}
            raise DomainError("changed_meanwhile", now=[names.get(key or 0, "–") for key in side.members])
        _check(side, members)
        before = board_positions(side.squad, side.members)
        args = {
            "stage": round_.stage.order,
            "round": round_.number,
            "entry": number,
            "members": board_positions(side.squad, members),
        }
        act = audit_log.record(tournament, ACT, args, by=by, inverse={"members": before})
        _write(side, members)
        return act


def _side_of(round_: Round, number: int) -> Side:
    sides = (side for match in team_matches(round_) for side in match.sides)
    found = next((side for side in sides if side.entry.number == number and side.entry.team), None)
    if found is None:
        raise DomainError("boards_no_such_team")
    return found


def _check(side: Side, members: Sequence[int | None]) -> None:
    here = {member.pk: member.player.name for member in side.squad}
    named = [key for key in members if key is not None]
    if len(members) != len(side.boards) or not set(named) <= here.keys():
        raise DomainError("line_up_stranger")
    twice = next((key for key in named if named.count(key) > 1), None)
    if twice is not None:
        raise DomainError("line_up_twice", name=here[twice])
    if not named:
        raise DomainError("line_up_of_nobody", name=side.entry.name)
    if list(members) == side.members:
        raise DomainError("line_up_same")


def board_positions(squad: Sequence[Member], members: Sequence[int | None]) -> list[int]:
    """Return the position in the squad of the member on each board, 0 for an empty board.

    Keys of members differ from one database to another, so an act names positions.
    """
    known: dict[int | None, int] = {member.pk: member.position for member in squad}
    return [known.get(key, 0) for key in members]


def _write(side: Side, members: Sequence[int | None]) -> None:
    for seat, key in zip(side.boards, members, strict=True):
        if seat.member_id != key:
            Seat.objects.filter(pk=seat.pk).update(member=key)


def _undo_obstacle(act: Act) -> DomainError | None:
    round_ = rounds_of(act).first()
    if round_ is None:
        return DomainError("round_has_moved_on")
    side = _side_of(round_, act.args["entry"])
    if board_positions(side.squad, side.members) != act.args["members"]:
        return DomainError("undo_later_first")
    return None


@audit_log.undoes(ACT, obstacle=_undo_obstacle)
def _undo_line_up(tournament: Tournament, act: Act) -> None:
    """Restore the line-up before the change."""
    side = _side_of(rounds_of(act).get(), act.args["entry"])
    keys = {member.position: member.pk for member in side.squad}
    before = act.undo_data.get("members", [])
    _write(side, [keys.get(position) for position in before])


def empty_boards(round_: Round) -> list[tuple[Meeting, int | None]]:
    """Return the boards without a result that a team leaves empty, each with the side that is there, if any.

    Sides are counted from 0.
    """
    found: list[tuple[Meeting, int | None]] = []
    for match in team_matches(round_):
        for board, _table, one, other in match.rows:
            here = [seat.side for seat in (one, other) if not registration.is_seat_empty(seat, board)]
            if len(here) < 2 and not one.meeting.lines.exclude(kind=Line.Kind.PENALTY).exists():
                found.append((one.meeting, here[0] if here else None))
    return found


def award_empty(round_: Round, *, by: User | None, seen: int | None = None) -> int:
    """Award every board that one team leaves empty to the other, by the declared points. Return their number.

    A board that both leave empty has no winner. `seen` is the number that the page named.

    Raises `DomainError`: no forfeit is declared, no board is empty, or another number than was seen.
    """
    from tournaments.rounds.scores import desk

    with locked(round_) as round_:
        tournament = round_.stage.tournament
        forfeit = round_.stage.rules["forfeit"]
        if None in forfeit.values():
            raise DomainError("no_forfeit_declared")
        empty = empty_boards(round_)
        if not empty:
            raise DomainError("no_boards_empty")
        if seen is not None and len(empty) != seen:
            raise DomainError("what_follows_changed")
        for meeting, winner in empty:
            meeting.round = round_
            declared = [forfeit["present" if side == winner else "absent"] for side in (0, 1)]
            data = desk.award_data(meeting, "no_show", winner=winner, declared=declared)
            last = tournament.last_line
            nonce = f"empty-{meeting.uid}-{last}"
            desk.enter_result(meeting, game=1, data=data, nonce=nonce, seen=last, user=by)
        return len(empty)
