"""Silent connections, and phones that watch, do not disturb the tables of a hall."""

import http.client
import socket
import threading
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
import waitress.channel
import waitress.server

from tournaments.laptop import http_server
from tournaments.laptop.sockets import Sockets

HALF_REQUEST = b"POST /api/1/join HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{"


@pytest.fixture
def crowd():
    """Yield a maker of connections, closed after the test: `crowd(cheville, "127.0.0.2", b"GET ")`."""
    with ExitStack() as stack:

        def connect(cheville, address, found=b""):
            port = urlsplit(cheville.url).port
            one = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0))
            stack.enter_context(one)
            one.sendall(found)
            return one

        yield connect


def open_connection(cheville, address):
    """Return a connection that stays open between requests."""
    port = urlsplit(cheville.url).port
    return http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))


def ask(phone, **headers):
    phone.request("GET", "/", headers=headers)
    answer = phone.getresponse()
    answer.read()
    return answer


def is_closed(one):
    """Return whether the other side has closed a connection; one that was sent data is reset."""
    one.settimeout(0.05)
    try:
        return one.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def test_silent_connections_are_closed_first(serve, crowd):
    cheville = serve()
    phone = open_connection(cheville, "127.0.0.3")
    assert ask(phone).status == 200
    many = [
        crowd(cheville, "127.0.0.2", HALF_REQUEST if at % 2 else b"")
        for at in range(3 * http_server.MAX_SILENT)
    ]
    other = crowd(cheville, "127.0.0.4", HALF_REQUEST)
    kept = phone.sock
    assert ask(phone).status == 200
    assert phone.sock is kept
    # A complete request is answered, from that address too.
    assert ask(open_connection(cheville, "127.0.0.2")).status == 200
    assert not is_closed(other)
    assert sum(is_closed(one) for one in many) >= 2 * http_server.MAX_SILENT


def test_connection_stays_open_after_304(serve):
    cheville = serve()
    phone = open_connection(cheville, "127.0.0.5")
    phone.request("GET", "/static/css/cheville.css")
    sent = phone.getresponse()
    sent.read()
    kept = phone.sock
    for _ in range(3):
        phone.request(
            "GET", "/static/css/cheville.css", headers={"If-Modified-Since": sent.headers["Last-Modified"]}
        )
        again = phone.getresponse()
        assert (again.status, again.read(), again.headers["Connection"]) == (304, b"", None)
        assert phone.sock is kept
    phone.request(
        "GET",
        "/static/css/cheville.css",
        headers={"If-Modified-Since": sent.headers["Last-Modified"], "Connection": "close"},
    )
    assert phone.getresponse().headers["Connection"] == "close"


def hello_app(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture
def small(monkeypatch):
    """Yield a server with room for 30 connections, in a thread."""
    monkeypatch.setattr(http_server, "connection_limit", lambda: 30)
    server = http_server.hall_server(hello_app, socket.create_server(("127.0.0.1", 0)), Sockets(), threads=2)
    ended = threading.Event()

    def run():
        while not ended.is_set():
            server._map.look(0.02)

    loop = threading.Thread(target=run)
    loop.start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{server.effective_port}", server=server)
    ended.set()
    loop.join()
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)


def large_answer_app(environ, start_response):
    size = int(environ["PATH_INFO"][1:])
    start_response("200 OK", [("Content-Length", str(size))])
    return [b"x" * 100_000] * (size // 100_000)


def test_large_pipelined_answers_arrive_whole_and_in_order():
    server = http_server.hall_server(
        large_answer_app, socket.create_server(("127.0.0.1", 0)), Sockets(), threads=2
    )
    slow = socket.create_connection(("127.0.0.1", server.effective_port))
    slow.sendall(b"".join(b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % size for size in (5_000_000, 0, 300_000)))
    slow.settimeout(0)
    content = b""
    for _look in range(5000):
        server._map.look(0.01)
        with suppress(BlockingIOError):
            content += slow.recv(50_000)
        if content.count(b"HTTP/1.1 200 OK") == 3 and content.endswith(b"x" * 300_000):
            break
    assert [len(part.split(b"\r\n\r\n")[1]) for part in content.split(b"HTTP/1.1 200 OK")[1:]] == [
        5_000_000,
        0,
        300_000,
    ]
    slow.close()
    while server.active_channels:  # closed connections are forgotten
        server._map.look(0.01)
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)


def test_many_requests_from_one_address_are_all_answered(monkeypatch):
    monkeypatch.setattr(http_server, "connection_limit", lambda: 1000)
    listener = socket.create_server(("127.0.0.1", 0), backlog=500)
    server = http_server.hall_server(hello_app, listener, Sockets(), threads=2)
    tables = [
        socket.create_connection(("127.0.0.1", server.effective_port))
        for _ in range(4 * http_server.MAX_SILENT)
    ]
    silent = [
        socket.create_connection(("127.0.0.1", server.effective_port))
        for _ in range(2 * http_server.MAX_SILENT)
    ]
    for table in tables:  # all send before the first is accepted
        table.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        table.settimeout(0)
    answers: dict[int, bytes] = {}
    for _look in range(2000):
        server._map.look(0.01)
        for at, table in enumerate(tables):
            with suppress(BlockingIOError):
                answers[at] = answers.get(at) or table.recv(1000)
        if (
            len(answers) == len(tables)
            and len(server.active_channels) <= len(tables) + http_server.MAX_SILENT
        ):
            break
    assert [answer[:15] for answer in answers.values()] == [b"HTTP/1.1 200 OK"] * len(tables)
    assert len(server.active_channels) == len(tables) + http_server.MAX_SILENT
    for one in [*tables, *silent]:
        one.close()
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)


def test_stalled_request_is_closed_after_clock_was_set_back(monkeypatch):
    clock = [1_900_000_000.0]
    for module in (http_server, waitress.server, waitress.channel):
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: clock[0]))
    server = http_server.hall_server(hello_app, socket.create_server(("127.0.0.1", 0)), Sockets(), threads=1)
    stalled = socket.create_connection(("127.0.0.1", server.effective_port))
    stalled.sendall(HALF_REQUEST)
    while not any(channel.request for channel in server.active_channels.values()):
        server._map.look(0.01)
    clock[0] -= 60 * 60 * 24 * 365
    for seconds in range(http_server.STALLED_SECONDS + 2 * http_server.CLEANUP_SECONDS + 2):
        assert not is_closed(stalled) or seconds > http_server.STALLED_SECONDS
        server._map.look(0)
        clock[0] += 1
    server._map.look(0)
    assert is_closed(stalled)
    stalled.close()
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)


def test_idle_connection_is_closed_for_a_new_one(small):
    phones = [open_connection(small, "127.0.0.1") for _ in range(100)]
    first = phones[0]
    for phone in phones:
        assert ask(phone).status == 200
        assert ask(first).status == 200  # this phone asks all the time
        assert len(small.server.active_channels) <= 30
    assert first.sock is not None and not is_closed(first.sock)
    assert is_closed(phones[1].sock)
    phones[1].close()
    assert ask(phones[1]).status == 200  # the closed phone connects again
    for phone in phones:
        phone.close()


class FakeConnection:
    """A connection on which something was requested."""

    def __init__(self, path, watches):
        self.path, self.watches, self.counted = path, watches, None


def test_spectators_wait_behind_and_leave_a_thread_free():
    waiting = http_server.ConnectionQueue()
    for path in ("/t/a/", "/t/b/", "/t/c/"):
        waiting.append(FakeConnection(path, True))
    waiting.append(FakeConnection("/api/1/submit", False))
    assert [waiting.popleft().path for _ in range(2)] == ["/api/1/submit", "/t/a/"]
    assert not waiting
    waiting.append(FakeConnection("/t/a/desk/write/", False))
    assert [waiting.popleft().path for _ in range(len(waiting))] == ["/t/a/desk/write/"]
    waiting.answered()
    assert waiting.popleft().path == "/t/b/"
    assert not waiting


@pytest.mark.parametrize(
    ("command", "path", "cookie", "watches"),
    [
        ("GET", "/t/a/", "", True),
        ("GET", "/t/a/", "csrftoken=1; theme=dark", True),
        ("GET", "/t/a/desk/", "csrftoken=1; sessionid=2", False),
        ("GET", "/api/1/known/", "", False),
        ("POST", "/sign-in/", "", False),
    ],
)
def test_requests_of_spectators_are_recognised(small, command, path, cookie, watches):
    theirs, ours = socket.socketpair()
    channel = http_server.Channel(small.server, ours, ("127.0.0.9", 1), small.server.adj, map={})
    channel.requests.append(SimpleNamespace(command=command, path=path, headers={"COOKIE": cookie}))
    assert channel.watches is watches
    channel.close()
    theirs.close()
