"""How often somebody guessed wrong, joined, or asked for heavy work: in the database, so that it holds
everywhere, without Redis. How often a program reads is counted in the cache: a row for each look would cost
more than the look, and nothing is lost where the cache forgets.
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

KEPT = timedelta(days=1)
MINUTES, A_DAY = 600, 86_400  # in seconds
OWN_NETWORK = 64  # bits: whoever has one address of version 6 has all others that begin so


@dataclass(frozen=True)
class Limit:
    """How many may come within so many seconds: from one address, or from all of them together."""

    most: int
    within: int
    everywhere: bool = False


HEAVY: dict[str, tuple[Limit, ...]] = {
    "example": (Limit(5, MINUTES), Limit(30, MINUTES, everywhere=True)),
    "restore": (Limit(20, MINUTES), Limit(60, MINUTES, everywhere=True)),
    "season_bring": (Limit(20, MINUTES), Limit(60, MINUTES, everywhere=True)),
    "season_copy": (Limit(60, MINUTES),),
    "restore_confirm": (Limit(20, MINUTES), Limit(60, MINUTES, everywhere=True)),
    "proof_ask": (Limit(30, MINUTES), Limit(120, MINUTES, everywhere=True)),
    "copy_download": (Limit(60, MINUTES),),
    "roster_import": (Limit(60, MINUTES),),
    "seats_file": (Limit(60, MINUTES),),
    "roster_preview": (Limit(300, MINUTES),),
    "paper_ask": (Limit(300, MINUTES),),
    "publish_make": (Limit(60, MINUTES),),
    "ceremony_make": (Limit(60, MINUTES),),
    "publish_export": (Limit(60, MINUTES),),
    "publish_report": (Limit(60, MINUTES),),
    "publish_to": (Limit(60, MINUTES),),
    "mail_send": (Limit(60, MINUTES),),
}
"""How often one person, and all together, may start what takes a second or more, by the name of the address.

On a laptop it holds up the tablets meanwhile, on a server one of a few processes.
"""

BY_READING = {
    "copy_download",
    "publish_export",
    "roster_preview",
}  # asked for by a link, or a look is the work


READS = Limit(600, 60)  # of the API for reading: ten looks a second


def count_read(kind: str, limit: Limit, address: str) -> int:
    """Count one more look; for how many seconds no more are answered, 0: they are."""
    window, gone = divmod(int(time.time()), limit.within)
    slot = f"reads:{kind}:{counted_address(address)}:{window}"
    cache.add(slot, 0, limit.within)
    try:
        many = cache.incr(slot)
    except ValueError:  # the cache is away, or made room just now
        return 0
    return limit.within - gone if many > limit.most else 0


def seconds_to_wait(kind: str, limits: Iterable[Limit], address: str) -> int:
    """For how many seconds no more of a kind are taken from an address; 0: they are."""
    return max((limit.within for limit in limits if _is_reached(kind, limit, address)), default=0)


def _is_reached(kind: str, limit: Limit, address: str) -> bool:
    whose = None if limit.everywhere else address
    return count(kind, whose, within=limit.within) >= limit.most


def count(kind: str, address: str | None, *, within: float) -> int:
    """How many tries of a kind came within so many seconds from an address; None: from all together."""
    now = timezone.now()
    whose = None if address is None else counted_address(address)
    return sum(_counted(kind, whose, now - timedelta(seconds=within), now))


@prepared
def _counted(kind: str, whose: str | None, since: datetime, now: datetime) -> QuerySet[WrongGuess, int]:
    # none that lies ahead, as the clock was put back since
    tries = WrongGuess.objects.filter(kind=kind, at__range=(since, now))
    tries = tries if whose is None else tries.filter(address=whose)
    return tries.values("kind").annotate(many=Count("pk")).values_list("many", flat=True)


def count_attempt(kind: str, address: str) -> None:
    """Count one more, and forget those that are not of the last day."""
    now = timezone.now()
    if _over(now - KEPT, now):
        WrongGuess.objects.exclude(at__range=(now - KEPT, now)).delete()
    create(WrongGuess(kind=kind, address=counted_address(address), at=now))


@prepared
def _over(since: datetime, now: datetime) -> QuerySet[WrongGuess, int]:
    return WrongGuess.objects.exclude(at__range=(since, now)).values_list("pk", flat=True)[:1]


def counted_address(address: str) -> str:
    """Who is counted for an address.

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
    return str(ip_network((known.packed, OWN_NETWORK), strict=False))
