"""Addresses that get mail: each stored with the time of its owner's consent, until they unsubscribe."""

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.models import Entry, MailAddress, Tournament

MAX_ADDRESS_LENGTH = 200
_SIGNER = Signer(salt="mail")


def clean_address(typed: str) -> str:
    """Return an address in a form safe for a header. Raises `DomainError` where it is none, or several."""
    address = typed.strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise DomainError("mail_address", address=address[:60]) from error
    if len(address) > MAX_ADDRESS_LENGTH or not address.isascii() or not address.isprintable():
        raise DomainError("mail_address", address=address[:60])
    return address


def addresses_of(tournament: Tournament) -> QuerySet[MailAddress]:
    """Return the addresses that were left for a tournament, in any epoch."""
    return MailAddress.objects.filter(tournament_uid=tournament.uid).order_by("pk")


def keep(entry: Entry, typed: str) -> MailAddress:
    """Save the address of an entry. Raises `DomainError`."""
    address = clean_address(typed)
    kept, _made = MailAddress.objects.update_or_create(
        tournament_uid=entry.tournament.uid,
        entry_uid=entry.uid,
        defaults={"address": address, "asked_at": timezone.now(), "stopped_at": None},
    )
    return kept


def token(address: MailAddress) -> str:
    """Return the token for the link that stops mail: it cannot be guessed, and leads to one address."""
    return _SIGNER.sign(address.uid.hex)


def by_token(given: str) -> MailAddress | None:
    """Return the address of such a link, or None."""
    try:
        return MailAddress.objects.filter(uid=_SIGNER.unsign(given)).first()
    except (BadSignature, ValidationError):
        return None


def unsubscribe(address: MailAddress) -> None:
    MailAddress.objects.filter(pk=address.pk, stopped_at=None).update(stopped_at=timezone.now())
