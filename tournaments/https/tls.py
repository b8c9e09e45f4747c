"""The https listener: it ends TLS and passes each connection on to a second waitress server in this process.

That server listens on the loopback only and accepts connections of this listener alone. It passes the scheme
https and the real address of the device to the application, so that a wrong password or code is counted
against the right one.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable

from waitress.adjustments import Adjustments

from tournaments.laptop.http_server import (
    CLEANUP_SECONDS,
    SPARE_FILES,
    HallServer,
    connection_limit,
    raise_file_limit,
)
from tournaments.laptop.sockets import Sockets

# Seconds that a device may take before it is given up.
HANDSHAKE_SECONDS, SHUTDOWN_SECONDS, STALLED_SECONDS = (
    10,
    10,
    60,
)
MAX_CONNECTIONS, FILES_PER_CONNECTION = 800, 3  # connections at once; files that each needs
MAX_PER_ADDRESS = 400  # connections at once from one address; a whole hall may be behind one
CHUNK = 64 * 1024
ADDRESS_CHECK_SECONDS = 30  # seconds between two looks at the addresses of this laptop
LOOPBACK = "127.0.0.1"

Address = tuple[str, int]
log = logging.getLogger("cheville.https")


def context_for(chain: str) -> ssl.SSLContext:
    """Return a TLS context with the key and the chain of a file; loading the file again later renews both."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(chain)
    return context


class TlsServer(HallServer):
    """Waitress behind the TLS listener; it closes a connection that was not announced."""

    announced: dict[Address, Address]

    def accept(self) -> tuple[socket.socket, Address] | None:
        """Accept the next connection, with the address of the device instead of that of the listener."""
        accepted = super().accept()
        if accepted is None:
            return None
        connection, knocking = accepted
        device = self.announced.get(knocking)
        if device is None:
            connection.close()
            return None
        return connection, device


class HttpsListener:
    """The https listener in its own thread; its server runs in the loop of the other waitress server."""

    def __init__(self, listener: socket.socket, context: ssl.SSLContext, renew: Callable[[], bool]) -> None:
        """Keep `context`, into which `renew` loads new certificates every ADDRESS_CHECK_SECONDS."""
        self._listener, self._context, self._renew = listener, context, renew
        self._announced: dict[Address, Address] = {}
        self._inside: Address = ("", 0)
        self._open: Counter[str] = Counter()  # by address
        self._most = max(
            20,
            min(
                MAX_CONNECTIONS,
                (raise_file_limit() - SPARE_FILES - connection_limit()) // FILES_PER_CONNECTION,
            ),
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)

    def create_server(
        self, application: Callable, sockets: Sockets, dispatcher: object, **options: object
    ) -> TlsServer:
        """Create the second waitress server, with the threads and the loop of the first."""
        knocker = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        knocker.bind((LOOPBACK, 0))
        self._inside = knocker.getsockname()
        server = TlsServer(
            application,
            sockets,
            _sock=knocker,
            dispatcher=dispatcher,
            adj=Adjustments(
                url_scheme="https",
                connection_limit=connection_limit(),
                cleanup_interval=CLEANUP_SECONDS,
                **options,
            ),
            bind_socket=False,
            sockinfo=(socket.AF_INET, socket.SOCK_STREAM, 0, self._inside),
        )
        server.announced = self._announced
        return server

    def start(self) -> None:
        """Start accepting connections."""
        self._thread.start()

    def stop(self) -> None:
        """Stop accepting, and end the thread; open connections are cut."""
        if self._loop and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it has just ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(1)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(  # a fault of one connection is for debugging only
            lambda _loop, event: log.debug("%s %s", event.get("message"), event.get("exception"))
        )
        server = await asyncio.start_server(
            self._answer,
            sock=self._listener,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_SECONDS,
            ssl_shutdown_timeout=SHUTDOWN_SECONDS,
            backlog=1024,
        )
        watch = asyncio.create_task(self._renew_periodically())
        await self._stop.wait()
        watch.cancel()
        server.close()

    async def _renew_periodically(self) -> None:
        while True:
            await asyncio.sleep(ADDRESS_CHECK_SECONDS)
            try:
                await asyncio.to_thread(self._renew)
            except Exception as error:  # the tournament goes on with the old certificate, and over http
                log.warning("%s", error)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername")[0]
        if self._open.total() >= self._most or self._open[address] >= MAX_PER_ADDRESS:
            writer.transport.abort()
            return
        self._open[address] += 1
        try:
            await self._forward(reader, writer)
        except (OSError, TimeoutError):
            pass  # the device is gone
        finally:
            self._open[address] -= 1
            self._open += Counter()  # drops addresses with none
            await _close(writer)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        device = writer.get_extra_info("peername")[:2]
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as way:
            way.setblocking(False)
            way.bind((LOOPBACK, 0))
            own = way.getsockname()
            self._announced[own] = device  # before connecting, or the inner server would refuse it
            try:
                await asyncio.get_running_loop().sock_connect(way, self._inside)
                inside, out = await asyncio.open_connection(sock=way)
                try:
                    await _wait_for_first(_copy_stream(reader, out), _copy_stream(inside, writer))
                finally:
                    await _close(out)
            finally:
                self._announced.pop(own, None)


async def _copy_stream(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    """Copy until the source ends, or the sink takes nothing for STALLED_SECONDS."""
    while data := await source.read(CHUNK):
        sink.write(data)
        await asyncio.wait_for(sink.drain(), STALLED_SECONDS)


async def _wait_for_first(*ways: object) -> None:
    tasks = [asyncio.ensure_future(way) for way in ways]  # type: ignore[call-overload]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close(writer: asyncio.StreamWriter) -> None:
    """Send what is left; drop a device that does not take it within SHUTDOWN_SECONDS."""
    writer.close()
    try:
        await asyncio.wait_for(writer.wait_closed(), SHUTDOWN_SECONDS)
    except (OSError, TimeoutError, asyncio.CancelledError):
        writer.transport.abort()
