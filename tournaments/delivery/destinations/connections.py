"""Connections to other computers, protected against server-side request forgery.

A name is resolved once, its address checked and then connected to, so that DNS rebinding cannot replace it in
between. On a server only public addresses are reached, unless `INTERNAL_ADDRESSES` is set: a director could
otherwise reach other machines of its network.
"""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Event, Timer

from django.conf import settings

from tournaments.delivery.destinations.storage import TIMEOUT, Account, ConnectionLost, TransferError

UNICAST = ip_network("2000::/3")  # the addresses of version 6 for computers of the Internet
NAT64 = ip_network("64:ff9b::/96")  # RFC 6052: an address of version 4 in its last 32 bits


def open_socket(host: str, port: int, timeout: float = TIMEOUT) -> socket.socket:
    """Connect to a host. Raises `TransferError` where it cannot or must not be reached.

    `timeout` are the seconds for the connection to each of its addresses, and for each answer.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TransferError("host_not_found", host, passing=True) from error
    allowed = [one[4] for one in found if settings.INTERNAL_ADDRESSES or is_public_address(str(one[4][0]))]
    if not allowed:
        raise TransferError("internal_address", host)
    last: OSError | None = None
    for address in allowed:
        try:
            found_way = socket.create_connection((str(address[0]), port), timeout=timeout)
        except OSError as error:
            last = error
            continue
        # many small files: send each at once
        found_way.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found_way
    raise TransferError("host_not_reached", (last and last.strerror) or str(last), passing=True)


def is_public_address(address: str) -> bool:
    """Return whether an IP address is a public one.

    >>> [is_public_address(one) for one in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254")]
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


class PlainConnection(http.client.HTTPConnection):
    """An HTTP connection over a socket from `open_socket`."""

    timeout: float

    def connect(self) -> None:
        self.sock = open_socket(self.host, self.port, self.timeout)


class TlsConnection(http.client.HTTPSConnection):
    """The same with TLS."""

    timeout: float

    def connect(self) -> None:
        context = ssl.create_default_context()
        to = open_socket(self.host, self.port, self.timeout)
        self.sock = context.wrap_socket(to, server_hostname=self.host)


def connection_to(account: Account, *, tls: bool, timeout: float = TIMEOUT) -> http.client.HTTPConnection:
    """Return a connection to the server of an account, not yet opened."""
    if tls:
        return TlsConnection(account.host, account.port or 443, timeout=timeout)
    return PlainConnection(account.host, account.port or 80, timeout=timeout)


def address_of(connection: http.client.HTTPConnection) -> str:
    """Return the origin of a connection: "https://[::1]:8443", "http://xn--cuyer-9ra.example"."""
    scheme = "https" if isinstance(connection, TlsConnection) else "http"
    host = connection.host if connection.host.isascii() else connection.host.encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    usual = connection.port == connection.default_port
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{connection.port}"


@contextmanager
def wrap_network_errors(connection: http.client.HTTPConnection, longest: float = 0) -> Iterator[None]:
    """Turn network errors in the ``with`` block into `TransferError`.

    An exchange is cut off after `longest` seconds, by default `JOB_LONGEST`: a server that sends a little now
    and then never times out.
    """
    hangs = Event()
    end = Timer(longest or settings.JOB_LONGEST, _cut, [connection, hangs])
    end.daemon = True
    end.start()
    try:
        yield
        if hangs.is_set():  # the part received until then may look like a whole answer
            raise ConnectionLost
    except ssl.SSLCertVerificationError as error:
        raise TransferError("certificate_refused", error.verify_message) from error
    except (http.client.RemoteDisconnected, http.client.IncompleteRead, OSError) as error:
        raise ConnectionLost(str(error)) from error
    except UnicodeError as error:  # a host name that is invalid in IDNA
        raise TransferError("host_not_found", str(error)) from error
    except http.client.HTTPException as error:
        if hangs.is_set():
            raise ConnectionLost from error
        raise TransferError("not_that_protocol", type(error).__name__) from error
    finally:
        end.cancel()


def _cut(connection: http.client.HTTPConnection, hangs: Event) -> None:
    hangs.set()
    with suppress(AttributeError, OSError):  # it may be closed by now
        connection.sock.shutdown(socket.SHUT_RDWR)


def read_limited(answer: http.client.HTTPResponse, most: int) -> bytes:
    """Return at most so many bytes of an answer. Raises `ConnectionLost` where it ends before it should."""
    content = answer.read(most)
    if answer.length and len(content) < most:
        raise ConnectionLost(f"{answer.length} bytes are missing")
    return content
