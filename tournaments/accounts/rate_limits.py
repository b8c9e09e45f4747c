"""Rate limits for wrong guesses, joins and requests for heavy work.

They are counted in the database, so that they apply to all processes without Redis. Reads by programs are
counted in the cache: a row for each read would cost more than the read, and nothing is lost if the cache
forgets.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import WrongGuess
from tournaments.models.rows import create, prepared

GUESS_RETENTION = timedelta(days=1)
TEN_MINUTES, ONE_DAY = 600, 86_400  # in seconds
IPV6_PREFIX_BITS = 64  # bits: the owner of one IPv6 address has all others that begin so


@dataclass(frozen=True)
class Limit:
    """The most requests within so many seconds: from one address, or from all of them together."""

    most: int
    within: int
    everywhere: bool = False


HEAVY_LIMITS: dict[str, tuple[Limit, ...]] = {
    "example": (Limit(5, TEN_MINUTES), Limit(30, TEN_MINUTES, everywhere=True)),
    "restore": (Limit(20, TEN_MINUTES), Limit(60, TEN_MINUTES, everywhere=True)),
    "season_bring": (Limit(20, TEN_MINUTES), Limit(60, TEN_MINUTES, everywhere=True)),
    "season_copy": (Limit(60, TEN_MINUTES),),
    "restore_confirm": (Limit(20, TEN_MINUTES), Limit(60, TEN_MINUTES, everywhere=True)),
    "dry_run_ask": (Limit(30, TEN_MINUTES), Limit(120, TEN_MINUTES, everywhere=True)),
    "copy_download": (Limit(60, TEN_MINUTES),),
    "roster_import": (Limit(60, TEN_MINUTES),),
    "identity": (Limit(60, TEN_MINUTES),),
    "seats_file": (Limit(60, TEN_MINUTES),),
    "roster_preview": (Limit(300, TEN_MINUTES),),
    "players_import": (Limit(60, TEN_MINUTES),),
    "players_preview": (Limit(60, TEN_MINUTES),),
    "paper_ask": (Limit(300, TEN_MINUTES),),
    "paper_preview": (Limit(600, TEN_MINUTES),),
    "publish_make": (Limit(60, TEN_MINUTES),),
    "ceremony_make": (Limit(60, TEN_MINUTES),),
    "publish_export": (Limit(60, TEN_MINUTES),),
    "publish_report": (Limit(60, TEN_MINUTES),),
    "publish_to": (Limit(60, TEN_MINUTES),),
    "mail_send": (Limit(60, TEN_MINUTES),),
}
"""The limits of requests that take a second or more, by the name of the address.

On a laptop such a request delays the tablets, on a server it takes one of a few processes.
"""

LIMITED_READS = {"copy_download", "publish_export", "roster_preview", "paper_preview"}
"""The addresses that are counted at GET too: a link requests them, or reading is the work."""


READS = Limit(600, 60)  # of the API for reading: ten reads a second


def count_read(kind: str, limit: Limit, address: str) -> int:
    """Count one more read. Return for how many seconds no more are answered; 0 if they are."""
    window, gone = divmod(int(time.time()), limit.within)
    slot = f"reads:{kind}:{counted_address(address)}:{window}"
    cache.add(slot, 0, limit.within)
    try:
        many = cache.incr(slot)
    except ValueError:  # the cache is away, or has just made room
        return 0
    return limit.within - gone if many > limit.most else 0


def seconds_to_wait(kind: str, limits: Iterable[Limit], address: str) -> int:
    """Return for how many seconds no more requests of a kind are accepted from an address; 0 if they are."""
    return max((_seconds_until_free(kind, limit, address) for limit in limits), default=0)


def _seconds_until_free(kind: str, limit: Limit, address: str) -> int:
    whose = None if limit.everywhere else address
    if count(kind, whose, within=limit.within) < limit.most:
        return 0
    tries = WrongGuess.objects.filter(kind=kind, at__lte=(now := timezone.now())).order_by("-at")
    tries = tries if whose is None else tries.filter(address=counted_address(whose))
    # Once the oldest that counts is over there is room for one; another process may have deleted it.
    oldest = next(iter(tries.values_list("at", flat=True)[limit.most - 1 : limit.most]), now)
    return max(1, limit.within - int((now - oldest).total_seconds()))


def count(kind: str, address: str | None, *, within: float) -> int:
    """Return how many attempts of a kind came within so many seconds from an address; None: from all."""
    now = timezone.now()
    whose = None if address is None else counted_address(address)
    return sum(_attempt_counts(kind, whose, now - timedelta(seconds=within), now))


@prepared
def _attempt_counts(
    kind: str, whose: str | None, since: datetime, now: datetime
) -> QuerySet[WrongGuess, int]:
    # Ignore attempts dated in the future: they were counted before the clock was set back.
    tries = WrongGuess.objects.filter(kind=kind, at__range=(since, now))
    tries = tries if whose is None else tries.filter(address=whose)
    return tries.values("kind").annotate(many=Count("pk")).values_list("many", flat=True)


def count_attempt(kind: str, address: str) -> None:
    """Count one more attempt, and delete those older than a day."""
    now = timezone.now()
    if _expired_attempts(now - GUESS_RETENTION, now):
        WrongGuess.objects.exclude(at__range=(now - GUESS_RETENTION, now)).delete()
    create(WrongGuess(kind=kind, address=counted_address(address), at=now))


@prepared
def _expired_attempts(since: datetime, now: datetime) -> QuerySet[WrongGuess, int]:
    return WrongGuess.objects.exclude(at__range=(since, now)).values_list("pk", flat=True)[:1]


def counted_address(address: str) -> str:
    """Return the address or network that is counted for an address.

    For IPv6 it is the network.

    >>> counted_address("2001:db8::1"), counted_address("192.168.0.7")
    ('2001:db8::/64', '192.168.0.7')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ip_network((known.packed, IPV6_PREFIX_BITS), strict=False))
