"""The clock of a round, where the rules ask for one: it runs from when the round was opened."""

from django.utils import timezone

from tournaments.models import Round, Stage

A_MINUTE = 60


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
    return int(rules["minutes"]) * A_MINUTE - max(int(gone), 0)
