"""Helpers: invited by a link to a role, for some time, and removed again.

The token of an invitation is 12 random signs of Crockford's base 32, 60 bits: it can be scanned and typed.
Only its hash is stored, so it is shown once, to the user who invites. docs/decisions.md has the probability
of guessing one.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.accounts import permissions, rate_limits
from tournaments.accounts.login_sessions import (
    end_sessions_without_role,
    open_sessions,
    revoke_invitations_without_permission,
)
from tournaments.accounts.permissions import Scope
from tournaments.common import codes
from tournaments.models import Role, RoleInvitation, SignIn, Tournament, User

TOKEN_LENGTH, TOKEN_GROUP = 12, 4
MAX_USES = 50
LINK_LIFETIME = timedelta(days=7)
DAY_END_HOUR = 6  # o'clock: a tournament may end after midnight
MAX_WRONG_TOKENS, WRONG_TOKEN_SECONDS = 20, 60  # wrong tokens from one address within so many seconds
TODAY, WEEK, FOR_GOOD = "today", "week", "for_good"
WEEK_DAYS = 7


@dataclass(frozen=True)
class NewInvitation:
    """An invitation, and its token, which is shown once."""

    invitation: RoleInvitation
    token: str


def scope_columns(scope: Scope) -> dict[str, Any]:
    """Return the columns of a role or an invitation in `scope`."""
    return {"tournament" if isinstance(scope, Tournament) else "organisation": scope}


# Inviting


def invite(scope: Scope, role: str, *, lasts: str, uses: int, by: User, name: str = "") -> NewInvitation:
    """Return a link by which `uses` people take `role`; `lasts`: TODAY, WEEK or FOR_GOOD; `name`: for whom.

    The role ends with that of `by` at the latest: otherwise a helper with a role for a day could give one for
    good.
    """
    token = codes.new_code(TOKEN_LENGTH)
    now = timezone.now()
    limits = [role_end(lasts, now), permissions.permission_end(by, "manage_helpers", scope)]
    role_until = min((limit for limit in limits if limit), default=None)
    invitation = RoleInvitation.objects.create(
        role=role,
        name=name,
        token_hash=_hash(token),
        uses=min(max(uses, 1), MAX_USES),
        until=min(role_until or now + LINK_LIFETIME, now + LINK_LIFETIME),
        role_until=role_until,
        by=by,
        **scope_columns(scope),
    )
    return NewInvitation(invitation, format_token(token))


def role_end(lasts: str, now: datetime) -> datetime | None:
    """Return when a role ends that begins now; None if it ends when it is taken back."""
    if lasts == FOR_GOOD:
        return None
    if lasts == WEEK:
        return now + timedelta(days=WEEK_DAYS)
    tomorrow = timezone.localtime(now) + timedelta(days=1)
    return tomorrow.replace(hour=DAY_END_HOUR, minute=0, second=0, microsecond=0)


def usual_lifetime(scope: Scope) -> str:
    """Return how long a role lasts if nothing else is chosen: in a tournament to come, long enough for it."""
    days = (scope.date - timezone.localdate()).days if isinstance(scope, Tournament) else 0
    if days <= 0:
        return TODAY
    return WEEK if days < WEEK_DAYS - 1 else FOR_GOOD


def format_token(token: str) -> str:
    """Format a token as it is read and typed: K7QM-2XRT-9BWH."""
    return "-".join(token[at : at + TOKEN_GROUP] for at in range(0, TOKEN_LENGTH, TOKEN_GROUP))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_invitation(token: str, address: str, user: User | None = None) -> RoleInvitation:
    """Find the invitation of a token, for a client at a network address; count a wrong token.

    Users who have the role by it may open it again. A right token is never delayed by wrong ones of others
    behind the same address.

    Raises `DomainError`: `not_invited`, `too_many_invitations` (wrong ones), `invitation_over`.
    """
    plain = codes.normalize_code(token)
    known = RoleInvitation.objects.select_related("tournament", "organisation", "by")
    found = known.filter(token_hash=_hash(plain)).first() if len(plain) == TOKEN_LENGTH else None
    if found is None:
        rate_limits.count_attempt("invitation", address)
        many = rate_limits.count("invitation", address, within=WRONG_TOKEN_SECONDS) > MAX_WRONG_TOKENS
        raise DomainError("too_many_invitations" if many else "not_invited")
    if not found.is_open and not (user and has_role(user, found)):
        raise DomainError("invitation_over")
    return found


# Accepting


def accept(token: str, address: str, *, user: User | None, name: str = "") -> tuple[User, RoleInvitation]:
    """Take the role of an invitation: as `user`, or as a new user called `name`, without a password.

    A user who has the role for as long already uses nothing up.

    Raises `DomainError` as `find_invitation` does.
    """
    with transaction.atomic():
        found = find_invitation(token, address, user)
        # Lock the row, then read it again: else two people who scan at once could both take the last use.
        RoleInvitation.objects.select_for_update().get(pk=found.pk)
        found = find_invitation(token, address, user)
        if user is None:  # a random mark distinguishes helpers with the same first name
            user = User(username=f"{name} ({codes.new_code(TOKEN_GROUP)})", first_name=name)
            user.set_unusable_password()
            user.save()
        if not has_role(user, found):
            found.used += 1
            found.save(update_fields=["used"])
            Role.objects.create(
                user=user,
                role=found.role,
                until=found.role_until,
                invitation=found,
                **scope_columns(_scope_of(found)),
            )
    return user, found


def _scope_of(invitation: RoleInvitation) -> Scope:
    scope = invitation.tournament or invitation.organisation
    assert scope is not None  # a constraint of the table
    return scope


def has_role(user: User, invitation: RoleInvitation) -> bool:
    """Return whether `user` has the role of an invitation already, for at least as long."""
    held = user.roles.filter(role=invitation.role, **scope_columns(_scope_of(invitation)))
    if invitation.role_until is None:
        return held.filter(until=None).exists()
    return held.filter(Q(until=None) | Q(until__gte=invitation.role_until)).exists()


# Removing roles


def remove_role(role: Role) -> None:
    """Remove a role at once, with sessions and invitations that its holder has by no other role."""
    user, invitation = role.user, role.invitation
    role.delete()
    if invitation:
        end_sessions_without_role(user.sign_ins.filter(invitation=invitation))
    revoke_invitations_without_permission(user)


def roles_in(scope: Scope) -> QuerySet[Role]:
    """Return the roles of all users in `scope` that count now or have ended, the newest last."""
    return (
        Role.objects.filter(**scope_columns(scope))
        .select_related("user", "invitation__by")
        .order_by("since", "pk")
    )


def open_invitations(scope: Scope) -> list[RoleInvitation]:
    """Return the invitations that can still be used, the newest first."""
    rows = RoleInvitation.objects.filter(revoked_at=None, until__gt=timezone.now(), **scope_columns(scope))
    return [row for row in rows.select_related("by") if row.is_open]


def sessions_of(scope: Scope) -> list[SignIn]:
    """Return the open sessions that were begun by an invitation to `scope`."""
    named = {f"invitation__{column}": value for column, value in scope_columns(scope).items()}
    return open_sessions(SignIn.objects.filter(**named).select_related("user", "invitation"))
