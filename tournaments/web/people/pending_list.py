"""Keep an imported list of people until it is confirmed.

A list can have 160 000 rows, so it has a session of its own, which the pages of the user do not read.
"""

from typing import Any

from django.http import HttpRequest

from tournaments.accounts.session_store import SessionStore
from tournaments.models import Organisation

SESSION_KEY = "roster-people"
"""It begins as the keys of other pending lists do, so that the erasure of a person drops it too."""

Pending = dict[str, Any]


def store(request: HttpRequest, organisation: Organisation, pending: Pending) -> None:
    """Store a list in place of the one before."""
    forget(request, organisation)
    session = SessionStore()
    session[SESSION_KEY] = pending
    session.create()
    request.session[_key(organisation)] = session.session_key


def waiting(request: HttpRequest, organisation: Organisation) -> Pending | None:
    """Return the pending list, or None."""
    key = request.session.get(_key(organisation))
    found: Pending | None = SessionStore(key).get(SESSION_KEY) if key else None
    return found


def forget(request: HttpRequest, organisation: Organisation) -> None:
    """Drop the pending list."""
    if key := request.session.pop(_key(organisation), None):
        SessionStore(key).delete()


def _key(organisation: Organisation) -> str:
    return f"people-{organisation.uid}"
