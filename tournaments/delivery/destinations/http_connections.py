"""HTTP connections of the standard library over sockets from `connections.connected`."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Timer

from django.conf import settings

from tournaments.delivery.destinations.connections import connected
from tournaments.delivery.destinations.storage import Account, ConnectionLost, TransferError


class Plain(http.client.HTTPConnection):
    """An HTTP connection over such a socket."""

    def connect(self) -> None:
        self.sock = connected(self.host, self.port)


class WithTls(http.client.HTTPSConnection):
    """The same with TLS."""

    def connect(self) -> None:
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(connected(self.host, self.port), server_hostname=self.host)


def connection_to(account: Account, *, tls: bool) -> http.client.HTTPConnection:
    """Return a connection to the server of an account, not yet opened."""
    return WithTls(account.host, account.port or 443) if tls else Plain(account.host, account.port or 80)


def address_of(connection: http.client.HTTPConnection) -> str:
    """Return the origin of a connection: "https://[::1]:8443", "http://xn--cuyer-9ra.example"."""
    scheme = "https" if isinstance(connection, WithTls) else "http"
    host = connection.host if connection.host.isascii() else connection.host.encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    usual = connection.port == connection.default_port
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{connection.port}"


@contextmanager
def faults(connection: http.client.HTTPConnection) -> Iterator[None]:
    """Turn network errors in the ``with`` block into `TransferError`.

    An exchange is cut off after `JOB_LONGEST`: a server that sends a little now and then never times out.
    """
    hangs = Event()
    end = Timer(settings.JOB_LONGEST, _cut, [connection, hangs])
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
