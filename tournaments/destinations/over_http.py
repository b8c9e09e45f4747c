"""Python's own library of HTTP, on sockets that lead only where something may be sent."""

import http.client
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.destinations.place import Lost, Trouble
from tournaments.destinations.reaching import connected


class Plain(http.client.HTTPConnection):
    """On a socket that leads to a computer that may be reached."""

    def connect(self) -> None:
        self.sock = connected(self.host, self.port)


class WithTls(http.client.HTTPSConnection):
    """The same with TLS."""

    def connect(self) -> None:
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(connected(self.host, self.port), server_hostname=self.host)


@contextmanager
def faults() -> Iterator[None]:
    """What goes wrong on the way, as `Trouble`."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise Trouble("certificate_refused", error.verify_message) from error
    except (http.client.RemoteDisconnected, http.client.IncompleteRead, OSError) as error:
        raise Lost(str(error)) from error
    except http.client.HTTPException as error:
        raise Trouble("not_that_protocol", type(error).__name__) from error
