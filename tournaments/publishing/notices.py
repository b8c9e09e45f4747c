"""A notice to all in the hall: one line, until it is removed or expires."""

from datetime import datetime, time, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Tournament, User
from tournaments.models.locking import locked

MAX_NOTICE_LENGTH = 160


def current_notice(tournament: Tournament) -> str:
    """Return the notice that is shown at this moment; empty where there is none."""
    until = tournament.notice_until
    return tournament.notice if until is None or until > timezone.now() else ""


def now_in_sql() -> Any:
    """Return this moment as the database compares it with a column."""
    return connection.ops.adapt_datetimefield_value(timezone.now())


def seconds_left(tournament: Tournament) -> int | None:
    """Return for how many seconds the notice is still shown; None: until it is removed."""
    if tournament.notice_until is None:
        return None
    return max(0, int((tournament.notice_until - timezone.now()).total_seconds()))


def end_of(clock: time | None) -> datetime | None:
    """Return when a notice ends, today or after midnight. Raises `DomainError` if that is over."""
    if clock is None:
        return None
    now = timezone.localtime()
    end = now.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    if end <= now:
        if now - end < timedelta(hours=12):
            raise DomainError("notice_is_over")
        end += timedelta(days=1)  # typed in the evening for after midnight
    return end


def set_notice(
    tournament: Tournament, text: str, until: datetime | None, *, by: User | None, seen: int | None = None
) -> None:
    """Replace the notice that is shown. `seen` is the value of `last_change` on the page of its author.

    Raises `DomainError` if it is empty or too long, or if another one is shown by now.
    """
    text = sanitize.clean_line(text)
    if not text:
        raise DomainError("notice_missing")
    if len(text) > MAX_NOTICE_LENGTH:
        raise DomainError("notice_too_long", most=MAX_NOTICE_LENGTH)
    with locked(tournament) as current:
        if (current.notice, current.notice_until) == (text, until):
            return
        _check_seen(current, seen)
        _write(current, text, until)
        end = until.isoformat() if until else None
        audit_log.record(current, "notice", {"text": text, "until": end}, by=by)


def remove_notice(tournament: Tournament, *, by: User | None, seen: int | None = None) -> None:
    """Remove the notice. For `seen` see `set_notice`. Raises `DomainError` if another one is shown by now."""
    with locked(tournament) as current:
        if not current.notice:
            return
        _check_seen(current, seen)
        _write(current, "", None)
        audit_log.record(current, "notice_end", {}, by=by)


def last_change(tournament: Tournament) -> int:
    """Return the version of the last act that set or removed a notice, or 0."""
    shown = tournament.acts.filter(kind__in=("notice", "notice_end")).order_by("-version")
    return shown.values_list("version", flat=True).first() or 0


def _check_seen(tournament: Tournament, seen: int | None) -> None:
    if seen is not None and seen != last_change(tournament):
        raise DomainError("changed_meanwhile", now=current_notice(tournament) or "–")


def _write(tournament: Tournament, text: str, until: datetime | None) -> None:
    tournament.notice, tournament.notice_until = text, until
    tournament.save(update_fields=["notice", "notice_until"])
