"""Invitations: the QR codes and typed codes of tables and players. Codes are looked up only here."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring import DomainError
from tournaments.accounts import rate_limits
from tournaments.accounts.rate_limits import Limit
from tournaments.common import codes
from tournaments.models import Entry, Invitation, Place, Publication, Tournament
from tournaments.models.locking import locked
from tournaments.models.rows import attach_related, insert, prepared

# A whole hall may have one address, and every table may mistype its code several times in one morning.
ADDRESS_LIMITS = (Limit(200, rate_limits.TEN_MINUTES), Limit(500, rate_limits.ONE_DAY))
LIMITS = {
    codes.LENGTH: (*ADDRESS_LIMITS, Limit(10_000, rate_limits.ONE_DAY, everywhere=True)),
    codes.OLD_LENGTH: (
        Limit(50, rate_limits.TEN_MINUTES),
        Limit(100, rate_limits.ONE_DAY),
        Limit(300, rate_limits.ONE_DAY, everywhere=True),
    ),
}
"""The most wrong codes that are looked up, by their length."""
TYPING_PATH = "/table/"  # the page where the code is typed


def invite_tables(tournament: Tournament) -> list[Invitation]:
    """Return an invitation for every table, in the order of the tables; missing ones are created."""
    with locked(tournament) as tournament:
        _invite(tournament, [{"place": place} for place in tournament.places.filter(invitation=None)])
    return attach_related(_table_invitations(tournament.pk), tournament=tournament)


def invite_players(tournament: Tournament) -> list[Invitation]:
    """Return an invitation for every entry that may report from its own phone; not for a house player."""
    with locked(tournament) as tournament:
        without = tournament.entries.filter(invitation=None).exclude(kind=Entry.Kind.HOUSE)
        _invite(tournament, [{"entry": entry} for entry in without])
    return attach_related(_player_invitations(tournament.pk), tournament=tournament)


@prepared
def _table_invitations(tournament: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(tournament=tournament, place__isnull=False).select_related("place")


@prepared
def _player_invitations(tournament: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(tournament=tournament, entry__isnull=False).select_related("entry")


def renew(place: Place) -> Invitation:
    """Give a table another secret and another code, so that its former sheet no longer works."""
    with locked(place) as place:
        Invitation.objects.filter(place=place).delete()
        (invited,) = _invite(place.tournament, [{"place": place}])
        return invited


def _invite(tournament: Tournament, scopes: Sequence[dict[str, Any]]) -> list[Invitation]:
    """Create an invitation for each scope: to a `place`, or for an `entry`."""
    codes_ = free_codes(len(scopes))
    invited = [
        Invitation(tournament=tournament, secret=new_secret(), code=code, **scope)
        for code, scope in zip(codes_, scopes, strict=True)
    ]
    insert(invited)
    return invited


def new_secret() -> str:
    """Return a new secret for the QR code of an invitation."""
    return secrets.token_urlsafe(12)


def free_code() -> str:
    """Return a code that no usable invitation has."""
    return free_codes(1)[0]


def free_codes(count: int) -> list[str]:
    """Return so many codes that no usable invitation has."""
    free: dict[str, None] = {}
    while len(free) < count:
        drawn = [codes.new_code() for _one in range(count - len(free))]
        taken = _used_codes(drawn)
        free |= dict.fromkeys(code for code in drawn if code not in taken)
    return list(free)


@prepared
def _used_codes(drawn: list[str]) -> QuerySet[Invitation, str]:
    usable = Invitation.objects.filter(code__in=drawn, tournament__live=True)
    return usable.values_list("code", flat=True)


def invitation(text: str, address: str = "") -> Invitation:
    """Return the invitation of a secret or a typed code, for a client at a network address.

    No other function looks codes up. They open tables and kiosks, as a player's is not printed; they are
    valid until the standings are official, and wrong ones are limited. A secret cannot be guessed, opens a
    tournament as long as it is live, and is never delayed. Raises `DomainError`: `no_such_invitation`;
    `too_many_codes`, with the `seconds` to wait.
    """
    code = codes.normalize_code(text)
    try:
        return by_secret(text.strip())
    except DomainError:
        if codes.is_possible_code(code):
            return _by_code(code, address)
        raise


def by_secret(secret: str) -> Invitation:
    """Return the invitation whose QR code was scanned. Raises `DomainError` (`no_such_invitation`)."""
    return _single_invitation(_invitations_by_secret(secret))


def _by_code(code: str, address: str) -> Invitation:
    kind = f"code{len(code)}"
    seconds = rate_limits.seconds_to_wait(kind, LIMITS[len(code)], address)
    if seconds:
        raise DomainError("too_many_codes", seconds=seconds)
    official = Publication.objects.official_now().filter(tournament=OuterRef("tournament"))
    try:
        return _single_invitation(
            list(_live_invitations().filter(~Exists(official), code=code, entry=None)[:2])
        )
    except DomainError:
        rate_limits.count_attempt(kind, address)
        raise


def _live_invitations() -> QuerySet[Invitation]:
    return Invitation.objects.filter(tournament__live=True).select_related("tournament", "place", "entry")


@prepared
def _invitations_by_secret(secret: str) -> QuerySet[Invitation]:
    return _live_invitations().filter(secret=secret)[:2]


def _single_invitation(several: Sequence[Invitation]) -> Invitation:
    if len(several) != 1:
        raise DomainError("no_such_invitation")
    return several[0]


def page_of(invited: Invitation) -> str:
    """Return the path of the page that an invitation opens; its QR code leads there (docs/protocol.md)."""
    return f"{TYPING_PATH}{invited.secret}/"


def own_page_of(invited: Invitation) -> str:
    """Return the path of a player's own page, which is printed on the player's card."""
    return f"/me/{invited.secret}/"
