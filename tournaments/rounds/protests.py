"""Protests against a result: filed within the declared minutes after a game is closed, and ruled on.

Both are acts, so they are on the list of acts and in copies. A ruling changes no result: the desk corrects it
or leaves it as it is.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Meeting, Round, Tournament, User
from tournaments.models.locking import locked, reload
from tournaments.rounds import stages
from tournaments.rounds.meetings import meeting_about

KIND, RULING_KIND = "protest", "protest_ruled"
MAX_TEXT_LENGTH = 160


@dataclass(frozen=True)
class Protest:
    """A protest as it was filed, and the act that ruled on it, or None."""

    act: Act
    ruling: Act | None

    @property
    def upheld(self) -> bool:
        """Return whether the ruling was in favour of the protest."""
        return bool(self.ruling and self.ruling.args["upheld"])


def protests_of(tournament: Tournament) -> list[Protest]:
    """Return every protest that was not undone, the newest first."""
    known = tournament.acts.filter(kind__in=(KIND, RULING_KIND), undone_by=None).select_related("by")
    rulings = {act.args["protest"]: act for act in known if act.kind == RULING_KIND}
    filed = [act for act in known if act.kind == KIND]
    return [Protest(act, rulings.get(act.version)) for act in sorted(filed, key=lambda act: -act.version)]


def unanswered_protests(tournament: Tournament) -> list[Protest]:
    """Return the protests without a ruling."""
    return [one for one in protests_of(tournament) if one.ruling is None]


def unanswered_protests_at(meeting: Meeting) -> list[Protest]:
    """Return the protests without a ruling against a result of this meeting."""
    if meeting.place is None:
        return []
    round_, stage = meeting.round, meeting.round.stage
    about = (stage.order, round_.number, meeting.place.number)
    known = unanswered_protests(stage.tournament)
    return [
        one for one in known if tuple(one.act.args[name] for name in ("stage", "round", "table")) == about
    ]


def window_minutes(tournament: Tournament) -> int:
    """Return the minutes in which results can be protested after their game is closed; 0 without a window."""
    return int(stages.qualifying(tournament).rules.get("protest_minutes") or 0)


def window_end(round_: Round) -> datetime | None:
    """Return the moment when the protest window of a closed round ends; None without a window."""
    declared = int(round_.stage.rules.get("protest_minutes") or 0)
    if not declared or round_.closed_at is None or round_.state != Round.State.CLOSED:
        return None
    return round_.closed_at + timedelta(minutes=declared)


def open_window_end(tournament: Tournament) -> datetime | None:
    """Return the end of the protest window of the last closed round; None where the window is shut."""
    last = _last_closed(tournament)
    end = window_end(last) if last else None
    return end if end and end > timezone.now() else None


def last_window_end(tournament: Tournament) -> tuple[int, datetime] | None:
    """Return the last closed round and when its window was shut; None while it is open, or without one."""
    last = _last_closed(tournament)
    end = window_end(last) if last else None
    return (last.number, end) if last and end and end <= timezone.now() else None


def _last_closed(tournament: Tournament) -> Round | None:
    closed = stages.qualifying(tournament).rounds.filter(state=Round.State.CLOSED).order_by("number")
    return closed.select_related("stage").last()


def protestable_rounds(tournament: Tournament, at: datetime | None = None) -> list[Round]:
    """Return the rounds whose results can be protested now: those being played, and those closed recently.

    With `at`, as of another moment: when a table asked for it.
    """
    known = stages.qualifying(tournament).rounds.select_related("stage").order_by("number")
    now = at or timezone.now()
    return [
        one
        for one in known.filter(state__in=(Round.State.OPEN, Round.State.CLOSED))
        if one.state == Round.State.OPEN or (window_end(one) or one.closed_at or now) > now
    ]


def protest_with_nonce(tournament: Tournament, nonce: str) -> Protest | None:
    """Return the protest that was filed from the form with this nonce, unless it was undone."""
    return next(
        (one for one in protests_of(tournament) if nonce and one.act.args.get("nonce") == nonce), None
    )


def stored_text(text: str) -> str:
    """Return a reason as it is stored."""
    return text.strip()[:MAX_TEXT_LENGTH]


def file(
    tournament: Tournament,
    number: int,
    entry: Entry,
    text: str,
    *,
    by: User | None,
    at: datetime | None = None,
    nonce: str = "",
    linked: str = "",
) -> Act:
    """Record that `entry` protests the result of their game of round `number`; `text` gives the reason.

    `at` is when a table asked for it, before it reached the desk. `nonce` is kept with it: see
    `protest_with_nonce`. `linked` is the uid of the meeting from which the form was opened: see
    `meeting_about`.

    Raises `DomainError` where no reason is given, where they had no game or nothing is written of it yet (a
    table that asks may hold the result on its tablet), where they had several, or where it is too late.
    """
    with locked(tournament) as tournament:
        if not text.strip():
            raise DomainError("protest_why")
        round_ = next((one for one in protestable_rounds(tournament, at) if one.number == number), None)
        if round_ is None:
            raise DomainError("protest_too_late", round=number, minutes=window_minutes(tournament))
        entry = reload(entry, tournament)
        own = Meeting.objects.filter(round=round_, void_act=None, seats__entry=entry)
        meeting = meeting_about(own, linked, number)
        if meeting is None or meeting.place is None or meeting.seats.count() < 2:
            raise DomainError("protest_no_game", name=entry.name, round=number)
        if at is None and not meeting.lines.exists():
            raise DomainError("protest_no_result", table=meeting.place.number, round=number)
        args: dict[str, Any] = {"stage": round_.stage.order, "round": number, "table": meeting.place.number}
        args |= {"entries": [entry.number], "text": stored_text(text)}
        args |= {"nonce": nonce} if nonce else {}
        return audit_log.record(tournament, KIND, args, by=by)


def rulings(tournament: Tournament) -> list[Protest]:
    """Return the protests with a ruling."""
    return [one for one in protests_of(tournament) if one.ruling is not None]


def rule(tournament: Tournament, version: int, text: str, *, upheld: bool, by: User | None) -> Act:
    """Rule on the protest that was filed as `version`. Raises `DomainError` if it has a ruling already."""
    with locked(tournament) as tournament:
        found = next((one for one in protests_of(tournament) if one.act.version == version), None)
        if found is None or found.ruling is not None:
            raise DomainError("protest_ruled_already")
        about = {name: found.act.args[name] for name in ("stage", "round", "table", "entries")}
        args = about | {"protest": version, "upheld": upheld, "text": stored_text(text)}
        return audit_log.record(tournament, RULING_KIND, args, by=by)


def has_ruled(tournament: Tournament, version: int, text: str, *, upheld: bool, by: User | None) -> bool:
    """Return whether the protest filed as `version` has this ruling, by the same person."""
    found = next((one.ruling for one in protests_of(tournament) if one.act.version == version), None)
    args = {"upheld": upheld, "text": stored_text(text)}
    return found is not None and found.by == by and args.items() <= found.args.items()


def _ruling_obstacle(act: Act) -> DomainError | None:
    return audit_log.later_action_obstacle(act, kind=RULING_KIND, args__protest=act.version)


audit_log.undoes(KIND, obstacle=_ruling_obstacle)(audit_log.no_further_undo)
audit_log.undoes(RULING_KIND)(audit_log.no_further_undo)
