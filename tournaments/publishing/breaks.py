"""The break between two games, and its end."""

from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Round, Stage
from tournaments.publishing.names import break_name, clock

ROUNDED_TO = 5  # minutes: in a hall no one needs the exact minute
BEGUN = (Round.State.OPEN, Round.State.CLOSED)


@dataclass(frozen=True)
class CurrentBreak:
    """A break that has begun: its name, when it ends, and the game that comes after it."""

    code: str
    name: str
    until: str
    game: int


def last_begun(stage: Stage) -> Round | None:
    """Return the newest round that is being played or is over."""
    return stage.rounds.filter(state__in=BEGUN).order_by("-number").first()


def break_after(stage: Stage, last: Round | None) -> CurrentBreak | None:
    """Return the break that follows `last`, the newest round that has begun; None while it is being played.

    It lasts as long as the timetable says, from the end of the game: tournaments run late.
    """
    if last is None or last.closed_at is None or last.number >= stage.rules["rounds"]:
        return None
    breaks = [pause for pause in stage.rules["breaks"] if pause["after"] == last.number and pause["minutes"]]
    if not breaks:
        return None
    over = timezone.localtime(last.closed_at)
    end = over.hour * 60 + over.minute + sum(pause["minutes"] for pause in breaks)
    end += -end % ROUNDED_TO
    return CurrentBreak(breaks[0]["code"], break_name(breaks[0]["code"]), clock(end), last.number + 1)
