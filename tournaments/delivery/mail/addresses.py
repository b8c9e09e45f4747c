"""Addresses that get mail: each stored with the time of its owner's consent, until they unsubscribe."""

from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring import DomainError
from tournaments.models import Entry, MailAddress, Organisation, Tournament, Unsubscribed

MAX_ADDRESS_LENGTH = 200
_SIGNER = Signer(salt="mail")
_UNSUBSCRIBE_SIGNER = Signer(salt="unsubscribe")


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


def subscribed_addresses(tournament: Tournament) -> list[MailAddress]:
    """Return the addresses of those who want their card and the standings."""
    ended = set(tournament.organisation.unsubscribed.values_list("digest", flat=True))
    left = addresses_of(tournament).filter(stopped_at=None)
    return [one for one in left if digest(tournament.organisation, one.address) not in ended]


def save_address(entry: Entry, typed: str) -> MailAddress:
    """Save the address of an entry, whose owner agreed to letters. Raises `DomainError`."""
    address = clean_address(typed)
    kept, _made = MailAddress.objects.update_or_create(
        tournament_uid=entry.tournament.uid,
        entry_uid=entry.uid,
        defaults={
            "address": address,
            "for_messages": True,
            "asked_at": timezone.now(),
            "stopped_at": None,
        },
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
    """Stop all further mail to an address; the first time at which it was stopped is kept."""
    MailAddress.objects.filter(pk=address.pk, stopped_at=None).update(stopped_at=timezone.now())


def digest(organisation: Organisation, address: str) -> str:
    """Return the keyed hash of an address: only this computer can compute it, and it leads back to none."""
    written = f"{organisation.uid}\n{address.lower()}"
    return salted_hmac("address of an organisation", written, algorithm="sha256").hexdigest()


def is_unsubscribed(organisation: Organisation, address: str) -> bool:
    """Return whether an organisation writes to an address no more."""
    return organisation.unsubscribed.filter(digest=digest(organisation, address)).exists()


def unsubscribing_token(organisation: Organisation, address: str) -> str:
    """Return the token for the link by which an address is never written to again by an organisation."""
    return _UNSUBSCRIBE_SIGNER.sign(f"{organisation.uid.hex}{digest(organisation, address)}")


def unsubscription_by_token(given: str) -> Unsubscribed | None:
    """Return the row of such a link, which may not be saved yet; None for another token."""
    try:
        signed = _UNSUBSCRIBE_SIGNER.unsign(given)
    except BadSignature:
        return None
    organisation = Organisation.objects.filter(uid=signed[:32]).first()
    if organisation is None:
        return None
    known = organisation.unsubscribed.filter(digest=signed[32:]).first()
    return known or Unsubscribed(organisation=organisation, digest=signed[32:])


def unsubscribe_digest(organisation: Organisation, hashed: str) -> None:
    """Never write to an address, given by its hash, again."""
    Unsubscribed.objects.get_or_create(organisation=organisation, digest=hashed)
