"""Visibility of a tournament to people without a role in it: all, those with its link, or none.

The link is an address with a random token. A browser that opened it sends the token again as a cookie, so
that the addresses of the pages are the same in every state. A new token makes the old one invalid.
"""

import secrets
from collections.abc import Mapping

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Tournament, User
from tournaments.models.locking import locked

VISIBILITY_ACT, NEW_LINK_ACT = "visibility", "new_link"  # the kinds of the acts
STATES = Tournament.Visibility
COOKIE_SECONDS = 60 * 60 * 24 * 60


def cookie_of(tournament: Tournament) -> str:
    """Return the name of the cookie in which a browser keeps the token of a tournament."""
    return f"link-{tournament.uid.hex}"


def by_token(token: str) -> Tournament | None:
    """Return the tournament that the token of a link opens now, or None."""
    found = Tournament.objects.filter(live=True, visibility=STATES.LINK, link_token=token).first()
    return found if found and _is_current_token(token, found) else None


def is_let_in(tournament: Tournament, cookies: Mapping[str, str]) -> bool:
    """Return whether a browser with these cookies has opened the current link."""
    return tournament.visibility == STATES.LINK and _is_current_token(
        cookies.get(cookie_of(tournament), ""), tournament
    )


def _is_current_token(token: str, tournament: Tournament) -> bool:
    return bool(tournament.link_token) and constant_time_compare(token, tournament.link_token)


def visitor_path(tournament: Tournament, number: int | None = None) -> str:
    """Return the path of the standings or of one person for visitors; empty if visitors may not come in."""
    if number is None:
        return path_of_page(tournament, "public", "by_link")
    return path_of_page(tournament, "card", "by_link_to", number)


def path_of_page(tournament: Tournament, public: str, by_link: str, *args: int) -> str:
    """Return the path of a page for visitors; empty if visitors may not come in.

    `public` and `by_link` are the names of its two addresses, `args` what both have after the tournament.
    """
    if tournament.visibility == STATES.PUBLIC:
        return reverse(public, args=[tournament.slug, *args])
    if tournament.visibility == STATES.LINK and tournament.link_token:
        return reverse(by_link, args=[tournament.link_token, *args])
    return ""


def set_visibility(tournament: Tournament, state: str, *, by: User | None) -> None:
    """Set who may follow the tournament.

    The first link is made with the state that needs it, and kept when the state changes. Raises `DomainError`
    for a state that is not in `STATES`.
    """
    if state not in STATES.values:
        raise DomainError("no_such_visibility")
    with locked(tournament) as current:
        if state == current.visibility:
            return
        current.visibility = state
        if state == STATES.LINK and not current.link_token:
            current.link_token = _new_token()
        current.save(update_fields=["visibility", "link_token"])
        audit_log.record(current, VISIBILITY_ACT, {"visibility": state}, by=by)


def renew_link(tournament: Tournament, *, by: User | None) -> None:
    """Make another link: visitors with the old one are shut out."""
    with locked(tournament) as current:
        current.link_token = _new_token()
        current.save(update_fields=["link_token"])
        audit_log.record(current, NEW_LINK_ACT, {}, by=by)


def _new_token() -> str:
    return secrets.token_urlsafe(18)
