"""Login sessions: recorded at sign-in, listed, and ended."""

import secrets
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from axes.utils import reset
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest

from tournaments.accounts import session_store
from tournaments.accounts.permissions import may, tournaments_of
from tournaments.common import audit_log
from tournaments.models import RoleInvitation, SignIn, User
from tournaments.models.locking import locked

CONSONANTS = "bcdfgjklmnprstv"
VOWELS = "aeiou"


def record_sign_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Record that `user` signed in (`user_logged_in`), and delete the sign-ins of sessions that are over."""
    before = user.sign_ins.all()
    if over := set(before) - set(open_sessions(before)):
        user.sign_ins.filter(pk__in=[one.pk for one in over]).delete()
    agent = request.headers.get("User-Agent", "")
    # A user who signs in again in an open session keeps its key.
    SignIn.objects.update_or_create(
        session_key=request.session.session_key, defaults={"user": user, "device": device_kind(agent)}
    )


def device_kind(agent: str) -> str:
    """Return the kind of device that a browser reports."""
    if "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent):
        return SignIn.Device.TABLET
    return SignIn.Device.PHONE if "Mobi" in agent else SignIn.Device.COMPUTER


def open_sessions(sign_ins: Iterable[SignIn]) -> list[SignIn]:
    """Return those of `sign_ins` whose session is still open."""
    known = {one.session_key: one for one in sign_ins}
    keys = set(session_store.open_sessions(known).values_list("session_key", flat=True)) if known else set()
    return [one for key, one in known.items() if key in keys]


def record_sign_out(request: HttpRequest, user: User | None, **_signal: Any) -> None:
    """Delete the sign-in of a user who signs out (`user_logged_out`)."""
    if user is not None:
        for one in user.sign_ins.filter(session_key=request.session.session_key):
            _delete_sign_in(one)


def end_session(sign_in: SignIn) -> None:
    """End a session: its next request is that of a visitor."""
    import_module(settings.SESSION_ENGINE).SessionStore(sign_in.session_key).delete()
    _delete_sign_in(sign_in)


def end_sessions_without_role(sign_ins: Iterable[SignIn]) -> None:
    """End the sessions of users without a role; the others belong to the invitation of the newest role."""
    for one in sign_ins:
        held = User.objects.get(pk=one.user_id).current_roles  # `one.user` may have read the roles before
        if held:
            newest = max(held, key=lambda role: role.pk)
            SignIn.objects.filter(pk=one.pk).update(invitation=newest.invitation_id)
        else:
            end_session(one)


def _delete_sign_in(sign_in: SignIn) -> None:
    """Delete a sign-in, and with the last one the roles of a user without a password.

    Such a helper cannot sign in again.
    """
    user = sign_in.user
    sign_in.delete()
    if not user.has_usable_password() and not open_sessions(user.sign_ins.all()):
        user.roles.all().delete()
        revoke_invitations_without_permission(user)


def revoke_invitations_without_permission(user: User) -> None:
    """Revoke the invitations of a user who may no longer invite there."""
    former = User.objects.get(pk=user.pk)  # `user` may have read the roles before
    own = RoleInvitation.objects.filter(by=user, revoked_at=None)
    for found in own.select_related("tournament", "organisation"):
        if not may(former, "manage_helpers", found.tournament or found.organisation):
            found.revoke()


def end_other_sessions(request: HttpRequest) -> int:
    """End all other sessions of the requesting user. Return how many."""
    others = list(request.user.sign_ins.exclude(session_key=request.session.session_key))  # type: ignore[union-attr]
    for one in others:
        end_session(one)
    return len(others)


def keep_after_new_password(request: HttpRequest, user: User) -> None:
    """Keep this session under another key, and end all others: the password that began them is replaced."""
    before = request.session.session_key
    update_session_auth_hash(request, user)
    user.sign_ins.filter(session_key=before).update(session_key=request.session.session_key)
    end_other_sessions(request)


def readable_password() -> str:
    """Return a random password that can be read aloud and typed: 46 bits, such as `bako-timu-rila-47`."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(6)]
    words = ["".join(syllables[i : i + 2]) for i in range(0, 6, 2)]
    return "-".join([*words, f"{secrets.randbelow(9000) + 1000}"])


def new_password(user: User) -> str:
    """Return a new password for a user who sits at the laptop, and end every session of the old one.

    The audit log of each of their tournaments records it, without a user: the request needs no sign-in.
    """
    password = readable_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    for one in list(user.sign_ins.all()):
        end_session(one)
    reset(username=user.get_username())
    for tournament in tournaments_of(user):
        with locked(tournament) as current:
            audit_log.record(current, "password", {"name": user.shown_name}, by=None)
    return password
