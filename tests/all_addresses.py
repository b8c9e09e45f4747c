"""Every address of the program, filled in for a tournament, as far as a director may open it directly."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournaments.models import Tournament


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Yield every pattern that has a name."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one)
        elif one.name:
            yield one


def parameters(pattern: URLPattern) -> list[str]:
    """Return the names of the parameters of an address."""
    return list(pattern.pattern.converters)


def of_a_tournament(tournament: Tournament) -> dict[str, list[object]]:
    """Return the values for addresses of this tournament, by the name of the parameter or the address."""
    entry = tournament.entries.first()
    round_ = tournament.stages.order_by("order").first().rounds.exclude(state="void").first()
    meeting = round_.meetings.filter(void_act=None).first() if round_ else None
    device, job, call = tournament.devices.first(), tournament.jobs.first(), tournament.calls.first()
    return {
        "entry": [entry.number] if entry else [],
        "round": [round_.number] if round_ else [],
        "table": [1],
        "slug": [tournament.slug],
        "meeting": [meeting.uid] if meeting else [],
        "uid": [device.uid] if device else [],
        "job": [job.uid] if job else [],
        "call": [call.pk] if call else [],
        "secret": list(tournament.invitations.values_list("secret", flat=True)[:1]),
        "version": list(tournament.acts.values_list("version", flat=True)[:1]),
        "number": [1, entry.number if entry else 1, round_.number if round_ else 1],
    }


def pages_of(tournament: Tournament) -> list[str]:
    """Return the addresses of a tournament that need only its slug, its first person and its first round."""
    known = of_a_tournament(tournament)
    numbered = {"entry": known["entry"], "round": known["round"], "round_screen": known["round"]}
    found = []
    for pattern in patterns():
        names = parameters(pattern)
        if names == ["slug"]:
            found.append(reverse(pattern.name, args=[tournament.slug]))
        elif names == ["slug", "number"]:
            found += [
                reverse(pattern.name, args=[tournament.slug, at]) for at in numbered.get(pattern.name, [])
            ]
    return found


@contextmanager
def queries_counted() -> Iterator[list[str]]:
    """Yield a list of the statements that are sent to the database meanwhile.

    For walks: Django's `CaptureQueriesContext` has SQLite write out the values of each one as well.
    """
    asked: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield asked
