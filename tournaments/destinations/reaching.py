"""A connection to another computer, and to none that must not be reached from here.

The address that a name stands for is looked at and then connected to, so that a name cannot turn to another
address in between. On a server only addresses of the Internet are reached, unless `INTERNAL_ADDRESSES` is
set: a director could otherwise knock at whatever stands beside it.
"""

import socket
from ipaddress import ip_address

from django.conf import settings

from tournaments.destinations.place import PATIENCE, Trouble


def connected(host: str, port: int) -> socket.socket:
    """A socket to a host. Raises `Trouble` where there is no way, or it must not be reached."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Trouble("host_not_found", host, passing=True) from error
    allowed = [one[4] for one in found if settings.INTERNAL_ADDRESSES or is_of_the_internet(str(one[4][0]))]
    if not allowed:
        raise Trouble("internal_address", host)
    last: OSError | None = None
    for address in allowed:
        try:
            found_way = socket.create_connection((str(address[0]), port), timeout=PATIENCE)
        except OSError as error:
            last = error
            continue
        found_way.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
        )  # many small files: nothing is held back
        return found_way
    raise Trouble("host_not_reached", (last and last.strerror) or str(last), passing=True)


def is_of_the_internet(address: str) -> bool:
    """Whether an address is that of a computer of the Internet.

    >>> [is_of_the_internet(one) for one in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254")]
    [True, False, False, False]
    """
    known = ip_address(address.partition("%")[0])
    mapped = getattr(known, "ipv4_mapped", None) or getattr(known, "sixtofour", None)
    return known.is_global and not known.is_multicast and (mapped is None or mapped.is_global)
