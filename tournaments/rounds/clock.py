"""The clock of a round, where the day has one: it runs from the moment when the round was opened."""

from django.utils import timezone

from tournaments.models import Round, Stage

A_MINUTE = 60


def seconds_left(round_: Round) -> int | None:
    """How many seconds of a round are left, below zero once its time is up; None where no clock runs.

    A clock runs while a game of the day is being played, where the rules ask for one: a best of three has
    none.
    """
    rules, kind = round_.stage.rules, round_.stage.kind
    if round_.state != Round.State.OPEN or round_.opened_at is None or kind != Stage.Kind.QUALIFYING:
        return None
    if not rules.get("clock"):  # days that were frozen before there were clocks have none
        return None
    gone = (timezone.now() - round_.opened_at).total_seconds()  # below zero: the clock was put back
    return int(rules["minutes"]) * A_MINUTE - max(int(gone), 0)
