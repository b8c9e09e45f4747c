"""Connections to other computers, protected against server-side request forgery.

A name is resolved once, its address checked and then connected to, so that DNS rebinding cannot replace it in
between. On a server only public addresses are reached, unless `INTERNAL_ADDRESSES` is set: a director could
otherwise reach other machines of its network.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings

from tournaments.delivery.destinations.storage import PATIENCE, TransferError

UNICAST = ip_network("2000::/3")  # the addresses of version 6 for computers of the Internet
NAT64 = ip_network("64:ff9b::/96")  # RFC 6052: an address of version 4 in its last 32 bits


def connected(host: str, port: int) -> socket.socket:
    """Connect to a host. Raises `TransferError` where it cannot or must not be reached."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TransferError("host_not_found", host, passing=True) from error
    allowed = [one[4] for one in found if settings.INTERNAL_ADDRESSES or is_of_the_internet(str(one[4][0]))]
    if not allowed:
        raise TransferError("internal_address", host)
    last: OSError | None = None
    for address in allowed:
        try:
            found_way = socket.create_connection((str(address[0]), port), timeout=PATIENCE)
        except OSError as error:
            last = error
            continue
        # many small files: send each at once
        found_way.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found_way
    raise TransferError("host_not_reached", (last and last.strerror) or str(last), passing=True)


def is_of_the_internet(address: str) -> bool:
    """Return whether an IP address is a public one.

    >>> [is_of_the_internet(one) for one in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254")]
    [True, False, False, False]
    """
    known = ip_address(address.partition("%")[0])
    if isinstance(known, IPv6Address):
        inside = known.ipv4_mapped or known.sixtofour
        if known in NAT64:
            inside = IPv4Address(int(known) & 0xFFFFFFFF)
        if inside is None:
            return known.is_global and known in UNICAST
        known = inside
    return known.is_global and not known.is_multicast
