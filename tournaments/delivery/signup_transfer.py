"""The list of registrations between two computers: the address that gives it, and fetching from one."""

import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.cache import cache
from django.utils import timezone

from scoring import DomainError
from tournaments.delivery.destinations import encryption
from tournaments.delivery.destinations.connections import connection_to, read_limited, wrap_network_errors
from tournaments.delivery.destinations.storage import TransferError
from tournaments.models import SignupTransfer, Tournament
from tournaments.registration import signup_list, signup_list_comparison
from tournaments.registration.signup_tokens import token_hash

FETCH_TIMEOUT_SECONDS = 15  # a user waits for the page
SHORT_PATIENCE = 4  # seconds: the page is shown already
COUNT_CACHE_SECONDS = 60  # seconds
PATH = re.compile(r"(?:/[\w.~-]{1,60}){0,5}/registrations/[\w-]{32}/?", re.ASCII)
MAX_ADDRESS = 400


def transfer_of(tournament: Tournament) -> SignupTransfer:
    """Return how the registrations of a tournament are given and fetched; not saved where it is new."""
    known = SignupTransfer.objects.filter(tournament_uid=tournament.uid).first()
    return known or SignupTransfer(tournament_uid=tournament.uid)


def issue_token(tournament: Tournament) -> str:
    """Return the token of a new address of the list; an earlier address ends."""
    token = secrets.token_urlsafe(24)  # 192 bits
    _save(tournament, token_hash=token_hash(token), given_at=None)
    return token


def revoke_token(tournament: Tournament) -> None:
    """End the address of the list."""
    _save(tournament, token_hash="")


def tournament_by_token(token: str) -> Tournament | None:
    """Return the tournament whose list an address gives, and note that it was fetched."""
    known = SignupTransfer.objects.filter(token_hash=token_hash(token)).first()
    if known is None:
        return None
    SignupTransfer.objects.filter(pk=known.pk).update(given_at=timezone.now())
    return Tournament.living(known.tournament_uid)


def _save(tournament: Tournament, **fields: object) -> None:
    SignupTransfer.objects.update_or_create(tournament_uid=tournament.uid, defaults=fields)


@dataclass
class ListSource:
    """The address of a list on a server, as `connection_to` needs it."""

    tls: bool
    host: str
    port: int | None
    path: str
    user: str = ""
    host_key: str = ""

    @property
    def server(self) -> str:
        """Return the address of the server, without the secret part."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}{f':{self.port}' if self.port else ''}"


def parse_address(typed: str) -> ListSource:
    """Return the source at an address that was typed or pasted. Raises `DomainError`.

    Only addresses of lists are asked, so that no other page of another computer can be opened from here.
    """
    address = typed if "://" in typed else f"https://{typed}"
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise DomainError("signup_address_unclear") from None
    plain = not (parts.query or parts.fragment or "@" in parts.netloc) and len(typed) <= MAX_ADDRESS
    if parts.scheme not in ("http", "https") or not host or not plain or not PATH.fullmatch(parts.path):
        raise DomainError("signup_address_unclear")
    return ListSource(parts.scheme == "https", host, port, f"{parts.path.rstrip('/')}/")


def keep_source(tournament: Tournament, typed: str) -> None:
    """Keep the address from which the list is fetched. Raises `DomainError`."""
    source = parse_address(typed)
    token = source.path.rstrip("/").rpartition("/")[2]
    if SignupTransfer.objects.filter(token_hash=token_hash(token)).exists():
        raise DomainError("signup_source_here")
    _save(tournament, source=encryption.seal(source.server + source.path), fetched_at=None)


def forget_source(tournament: Tournament) -> None:
    """Forget the address from which the list is fetched; what was fetched stays."""
    _save(tournament, source="", fetched_at=None)


def source_of(tournament: Tournament) -> ListSource | None:
    """Return where the list is fetched from; None where no address is kept that can still be read."""
    try:
        kept = encryption.unseal(transfer_of(tournament).source)
    except TransferError:  # the computer has another key by now
        return None
    return parse_address(kept) if kept else None


def fetch(tournament: Tournament) -> bytes:
    """Return the content of the list at the kept address. Raises `TransferError` or `DomainError`."""
    source = source_of(tournament)
    if source is None:
        raise DomainError("signup_address_unclear")
    content = _fetch_list(source, FETCH_TIMEOUT_SECONDS)
    _save(tournament, fetched_at=timezone.now())
    return content


def count_news(tournament: Tournament) -> int:
    """Return how many registrations are new or have changed at the kept address; 0 if it does not answer."""
    source = source_of(tournament)
    if source is None:
        return 0
    slot = f"registrations-news:{tournament.uid}:{tournament.version}"
    known: int | None = cache.get(slot)
    if known is not None:
        return known
    try:
        listed = signup_list.read(_fetch_list(source, SHORT_PATIENCE))
        count = len(signup_list_comparison.compare(tournament, listed).offers)
    except (TransferError, DomainError):  # the hall is not on the Internet: nothing to say
        count = 0
    cache.set(slot, count, COUNT_CACHE_SECONDS)
    return count


def _fetch_list(source: ListSource, timeout: float) -> bytes:
    connection = connection_to(source, tls=source.tls, timeout=timeout)
    try:
        with wrap_network_errors(connection, longest=timeout):
            connection.request("GET", source.path, headers={"User-Agent": "Cheville"})
            answer = connection.getresponse()
            content = read_limited(answer, signup_list.MAX_BYTES + 1)
    finally:
        connection.close()
    about = f"{answer.status} {answer.reason}"
    if answer.status == 404:
        raise TransferError("signup_address_ended")
    if answer.status == 429 or answer.status >= 500:
        raise TransferError("destination_busy", about, passing=True)
    if answer.status != 200:  # no redirect is followed
        raise TransferError("not_that_protocol", about)
    return content
