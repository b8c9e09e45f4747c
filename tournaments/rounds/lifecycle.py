"""Open, close and take back a round, undo each of these, and say how long a round still lasts."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Line, Round, Stage, Tournament, User, rows
from tournaments.models.locking import locked
from tournaments.rounds.seating import NOT_VOID


def open_round(round_: Round, *, by: User | None) -> Round:
    """Open a seated round, so that results are accepted."""
    return _advance(round_, "open", Round.State.SEATED, Round.State.OPEN, opened_at=timezone.now(), by=by)


def close_round(round_: Round, *, by: User | None) -> Round:
    """Close a round. Raises `DomainError` with the tables that are not settled."""
    with locked(round_) as round_:
        waits_for = unsettled_tables(round_)
        if waits_for:
            raise DomainError("round_waits", tables=waits_for)
        return _advance(
            round_, "close", Round.State.OPEN, Round.State.CLOSED, closed_at=timezone.now(), by=by
        )


def _advance(
    round_: Round, kind: str, from_state: str, to_state: str, *, by: User | None, **times: Any
) -> Round:
    with locked(round_) as round_:
        if round_.state == to_state:
            return round_
        if round_.state != from_state:
            raise DomainError("round_not_" + str(from_state), round=round_.number)
        args = {"stage": round_.stage.order, "round": round_.number}
        audit_log.record(round_.stage.tournament, kind, args, by=by, inverse={"state": from_state})
        round_.state = to_state
        for name, value in times.items():
            setattr(round_, name, value)
        rows.update(round_, "state", *times)
        return round_


def unsettled_tables(round_: Round) -> list[int]:
    """Return the tables that are not settled: still playing, in the middle of a match, or in dispute."""
    from tournaments.rounds import scores

    return scores.unsettled_tables(round_)


def rounds_of(act: Act) -> QuerySet[Round]:
    """Return the round that an act was about: one row, or none where its seating has been undone since.

    A round of the same number that was seated after the act is another one.
    """
    rounds = Round.objects.filter(
        NOT_VOID, stage__tournament=act.tournament, stage__order=act.args["stage"], number=act.args["round"]
    )
    not_later = Q(act=None) | Q(act__version__lte=act.version)
    return rounds.filter(not_later).select_related("stage")


def dependency_obstacle(round_: Round) -> DomainError | None:
    """Return the error that something later depends on a round: a seated round, or medal matches."""
    if _rounds_after(round_.stage_id, round_.number):
        return DomainError("next_round_is_seated", round=round_.number + 1)
    if round_.stage.order == 1 and (kinds := _later_stage_kinds(round_.stage.tournament_id)):
        return DomainError("playoffs_exist" if Stage.Kind.PLAYOFF in kinds else "medal_matches_exist")
    return None


@rows.prepared
def _rounds_after(stage: int, number: int) -> QuerySet[Round, int]:
    return Round.objects.filter(NOT_VOID, stage=stage, number__gt=number).values_list("pk", flat=True)


@rows.prepared
def _later_stage_kinds(tournament: int) -> QuerySet[Stage, str]:
    stages = Stage.objects.filter(tournament=tournament, order__gt=1).exclude(state=Stage.State.VOID)
    return stages.values_list("kind", flat=True)


def later_obstacle(act: Act, *kinds: str) -> DomainError | None:
    """Return the error that a later act of these `kinds` on the same round must be undone before `act`."""
    about = {"args__stage": act.args["stage"], "args__round": act.args["round"]}
    return audit_log.later_action_obstacle(act, kind__in=kinds, **about)


def obstacle(*states: str, lines_matter: bool) -> Callable[[Act], DomainError | None]:
    """Return a function that returns the obstacle to undoing an act on a round.

    An obstacle is that the round is in none of `states` any more, that something later depends on it and,
    with `lines_matter`, that results have been entered.
    """

    def against(act: Act) -> DomainError | None:
        round_ = rounds_of(act).first()
        if round_ is None or round_.state not in states:
            return DomainError("round_has_moved_on")
        if lines_matter and Line.objects.filter(meeting__round=round_).exists():
            return DomainError("results_are_in")
        return dependency_obstacle(round_)

    return against


def _before_play(state: str) -> Callable[[Act], DomainError | None]:
    """Return a function that returns the obstacle to undoing that a round was seated or opened.

    A game that was played ahead there still decides who meets in the next round.
    """

    def against(act: Act) -> DomainError | None:
        return obstacle(state, lines_matter=True)(act) or later_obstacle(act, "played_ahead")

    return against


@audit_log.undoes("seat", obstacle=_before_play(Round.State.SEATED))
def _unseat(tournament: Tournament, act: Act) -> None:
    """Void the round: it stays readable, counts for nothing, and its number is free again."""
    round_ = rounds_of(act).get()
    Round.objects.filter(pk=round_.pk).update(state=Round.State.VOID)
    round_.meetings.filter(void_act=None).update(void_act=act)


@audit_log.undoes("open", obstacle=_before_play(Round.State.OPEN))
def _unopen(tournament: Tournament, act: Act) -> None:
    rounds_of(act).update(state=Round.State.SEATED, opened_at=None)


@audit_log.undoes("close", obstacle=obstacle(Round.State.CLOSED, lines_matter=False))
def _reopen(tournament: Tournament, act: Act) -> None:
    rounds_of(act).update(state=Round.State.OPEN, closed_at=None)


MINUTE_SECONDS = 60


def seconds_left(round_: Round) -> int | None:
    """Return the seconds left in a round, negative once its time is up, or None where no clock runs.

    A clock runs while a qualifying game is being played, where the rules ask for one: a best of three has
    none.
    """
    rules, kind = round_.stage.rules, round_.stage.kind
    if round_.state != Round.State.OPEN or round_.opened_at is None or kind != Stage.Kind.QUALIFYING:
        return None
    if not rules.get("clock"):  # rules that were frozen before there were clocks have none
        return None
    gone = (timezone.now() - round_.opened_at).total_seconds()  # negative: the computer's clock was put back
    return int(rules["minutes"]) * MINUTE_SECONDS - max(int(gone), 0)
