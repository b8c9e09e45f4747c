"""Sessions without an expiry date: on a laptop they end when a user ends them.

The expiry date of Django's sessions is computed from a clock that may be years off on a laptop. A server has
its time from the network, and its sessions end after thirty days.
"""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import rows


def open_sessions(keys: Iterable[str]) -> QuerySet[Session]:
    """Return the sessions with these keys that are still open."""
    sessions = Session.objects.filter(session_key__in=list(keys))
    return sessions if settings.LAN_HTTP else sessions.filter(expire_date__gt=timezone.now())


class SessionStore(db.SessionStore):
    """The session store of Django in the database, without expiry on a laptop."""

    def _get_session_from_db(self) -> Session | None:
        for found in rows.all_of(Session, "WHERE session_key = %s", self.session_key or ""):
            if settings.LAN_HTTP or found.expire_date > timezone.now():
                return found
        self._session_key = None
        return None
