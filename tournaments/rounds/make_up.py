"""Make up missed games later, against another who missed the game or against the house player.

| who          | what the game is to them                                                            |
|--------------|-------------------------------------------------------------------------------------|
| who missed   | the game that was missed, with its points, instead of what a missed game gives       |
| another who  | the same                                                                             |
| missed it    |                                                                                      |
| a helper     | nothing: a person who has played that game already sits there for the house          |

It is a meeting of the round that was missed, at a table that was free then, so the score book, the standings,
cards and papers treat it like any other.
"""

from collections import Counter
from collections.abc import Iterable

from scoring import DomainError, penalties
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Meeting, Result, Round, Seat, Stage, Tournament, User
from tournaments.models.locking import locked, reload
from tournaments.pairing.values import PAIR, PlannedTable
from tournaments.rounds.lifecycle import rounds_of
from tournaments.rounds.meetings import write_meetings

KIND = "make_up"


def missed_rounds(stage: Stage, entry: Entry) -> list[Round]:
    """Return the closed rounds in which an entry had no seat, in order."""
    closed = stage.rounds.filter(state=Round.State.CLOSED).order_by("number")
    seats = Seat.objects.filter(entry=entry, meeting__void_act=None)
    there = set(seats.values_list("meeting__round_id", flat=True))
    return [round_ for round_ in closed if round_.pk not in there]


def possible_opponents(round_: Round, entry: Entry) -> list[Entry]:
    """Return the other entries that missed the same round and are here now: it is made up for both."""
    seated = Seat.objects.filter(meeting__round=round_, meeting__void_act=None).values("entry")
    number = registration.next_round_number(round_.stage.tournament)
    here = registration.present(round_.stage.tournament, min(number, round_.stage.rules["rounds"]))
    known = set(Entry.objects.filter(pk__in=seated).values_list("pk", flat=True))
    return [one for one in here if one.pk not in known and one.pk != entry.pk]


def start(round_: Round, entry: Entry, against: Entry | None, *, house_name: str, by: User | None) -> Meeting:
    """Seat the game of `round_` that `entry` missed. With `against` None, a person plays for the house.

    Raises `DomainError` where the rules do not allow it, where one of them did not miss it, or where no table
    was free in that round.
    """
    with locked(round_) as round_:
        tournament = round_.stage.tournament
        entry = reload(entry, tournament)
        against = reload(against, tournament) if against else None
        _check(round_, entry, against)
        other = against or registration.ensure_house(tournament, house_name)
        table = _free_table(round_)
        numbers = (entry.number, other.number)
        args = {"stage": round_.stage.order, "round": round_.number, "table": table}
        audit_log.record(tournament, KIND, args | {"entries": list(numbers)}, by=by)
        planned = PlannedTable(table, tuple(zip(PAIR, numbers, strict=True)))
        return write_meetings(round_, [planned], Meeting.Origin.MADE_UP)[0]


def _check(round_: Round, entry: Entry, against: Entry | None) -> None:
    rules = round_.stage.rules
    if not rules.get("made_up"):
        raise DomainError("make_up_not_declared")
    if rules["at_table"] != len(PAIR) or rules.get("boards"):
        raise DomainError("make_up_for_two")
    if round_.state != Round.State.CLOSED:
        raise DomainError("make_up_not_closed", round=round_.number)
    later = round_.stage.tournament.stages.filter(kind__in=(Stage.Kind.TIE_BREAK, Stage.Kind.PLAYOFF))
    if later.exclude(state=Stage.State.VOID).exists():
        raise DomainError("make_up_after_matches")
    for one in (entry, against):
        if one and round_ not in missed_rounds(round_.stage, one):
            raise DomainError("make_up_has_played", name=one.name, round=round_.number)
    if against == entry:
        raise DomainError("swap_two_people")


def _free_table(round_: Round) -> int:
    """Return a table that was free in that round, and is free now if there is such a table."""
    tables = round_.stage.tournament.places.values_list("number", flat=True)
    rounds = [round_, *round_.stage.rounds.filter(state__in=(Round.State.SEATED, Round.State.OPEN))]
    used: Counter[int] = Counter()
    for at, one in enumerate(rounds):
        for number in one.meetings.filter(void_act=None).values_list("place__number", flat=True):
            used[number] += 1 if at else len(rounds)
    free = [number for number in tables if used[number] < len(rounds)]
    if not free:
        raise DomainError("make_up_no_table", round=round_.number)
    return min(free, key=lambda number: (used[number], number))


def unfinished_games(tournament: Tournament) -> list[Meeting]:
    """Return the make-up games without a result, or with one in dispute."""
    from tournaments.rounds import scores

    made = Meeting.objects.filter(
        round__stage__tournament=tournament, origin=Meeting.Origin.MADE_UP, void_act=None
    )
    meetings = list(made.select_related("round__stage", "place").order_by("pk"))
    settled = scores.settled_meetings(meetings)
    return [one for one in meetings if one.place and one.pk not in settled]


def unfinished_obstacle(tournament: Tournament, open_: list[Meeting] | None = None) -> DomainError | None:
    """Return the error that make-up games are unfinished, or None where all of them have a result.

    They hold back matches for medals, playoffs and the official standings.

    `open_` are the `unfinished_games` games where the caller has them already.
    """
    games = [meeting.round.number for meeting in (unfinished_games(tournament) if open_ is None else open_)]
    return DomainError("make_ups_open", count=len(games), games=games) if games else None


def acts_of(meetings: Iterable[Meeting], tournament: Tournament) -> dict[int, Act]:
    """Return the act by which each game is made up, by the key of its meeting: undoing it gives the game up.

    Of several acts at one table the last one holds: the games before it were given up.
    """
    made = list(tournament.acts.filter(kind=KIND).order_by("version"))
    return {
        meeting.pk: act
        for meeting in meetings
        for act in made
        if meeting.place
        and (act.args["round"], act.args["table"]) == (meeting.round.number, meeting.place.number)
    }


def _meeting_of(act: Act) -> Meeting | None:
    """Return the meeting that an act seated, unless it has been voided."""
    made = Meeting.objects.filter(round__in=rounds_of(act), origin=Meeting.Origin.MADE_UP, void_act=None)
    return made.filter(seats__entry__number=act.args["entries"][0]).first()


def _undo_obstacle(act: Act) -> DomainError | None:
    meeting = _meeting_of(act)
    if meeting is None:
        return DomainError("round_has_moved_on")
    return DomainError("results_are_in") if Result.objects.filter(meeting=meeting).exists() else None


def has_penalty(act: Act) -> bool:
    """Return whether a penalty holds that was given at the table of the game that `act` seated."""
    meeting = _meeting_of(act)
    if meeting is None:
        return False
    return bool(penalties.active_penalties(meeting.lines.filter(kind=penalties.KIND).order_by("number")))


@audit_log.undoes(KIND, obstacle=_undo_obstacle)
def _undo_make_up(_tournament: Tournament, act: Act) -> None:
    """Void the game. A penalty stays in force: it is a ruling on a person's conduct, and no result."""
    meeting = _meeting_of(act)
    if meeting:
        meeting.void_act = act
        meeting.save(update_fields=["void_act"])
