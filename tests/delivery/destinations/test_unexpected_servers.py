"""Another program, a slow one or a malicious one answers in place of a Cheville server."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tournaments.delivery.destinations import cheville
from tournaments.delivery.destinations.storage import TransferError
from tournaments.models import Destination

KEY = "L0ngKeyOfTheOrganisation"
COPY = b"copy" * 50_000


@contextmanager
def fake_server(*pieces: bytes, pause: float = 0, reads: bool = True) -> Iterator[tuple[int, list[bytes]]]:
    """Answer every connection with these pieces; yield the port, and the list of requests received."""
    asked: list[bytes] = []

    def serve(near: socket.socket) -> None:
        with near, suppress(OSError):
            if reads:
                asked.append(near.recv(65536))
            for piece in pieces:
                near.sendall(piece)
                time.sleep(pause)
            near.shutdown(socket.SHUT_WR)
            while near.recv(65536):  # closing with unread data would make the system reset the connection
                pass

    def listen() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=listen, daemon=True).start()
        yield listening.getsockname()[1], asked


def transfer_error(port: int) -> TransferError:
    server = cheville.Cheville(Destination(host="127.0.0.1", port=port), KEY, tls=False)
    with pytest.raises(TransferError) as found:
        server.take(COPY, "fr-ca")
    return found.value


def http_response(status: str, body: bytes = b"", *headers: str) -> bytes:
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(head).encode() + body


ODD_ANSWERS = {
    "garbage": (b"\x00\xff" * 100, "not_that_protocol"),
    "nothing": (b"", "connection_lost"),
    "a page": (http_response("200 OK", b"<html>Wi-Fi: sign in</html>"), "not_that_protocol"),
    "another JSON": (http_response("200 OK", b'["taken"]'), "not_that_protocol"),
    "an outcome that is none": (http_response("200 OK", b'{"outcome": 7}'), "not_that_protocol"),
    "no outcome of ours": (http_response("200 OK", b'{"outcome": "deleted"}'), "not_that_protocol"),
    "endlessly nested": (http_response("200 OK", b"[" * 19_000), "not_that_protocol"),
    "a number without end": (http_response("200 OK", b"9" * 19_000), "not_that_protocol"),
    "half an answer": (http_response("200 OK", b'{"outcome": "taken"}')[:-4], "connection_lost"),
    "too long": (http_response("200 OK", b'{"outcome": "taken"' + b" " * 60_000 + b"}"), "not_that_protocol"),
    "a length that is none": (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{", "not_that_protocol"),
    "headers without end": (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500, "not_that_protocol"),
    "a line without end": (b"HTTP/1.1 200 " + b"K" * 100_000, "not_that_protocol"),
    "a proxy's limit": (http_response("413 Request Entity Too Large", b"<html>nginx"), "day_not_taken"),
    "a proxy's fault": (http_response("502 Bad Gateway", b"<html>nginx"), "destination_busy"),
    "an unlikely code": (http_response("409 Conflict", b'{"error": ["x"]}'), "not_that_protocol"),
}


@pytest.mark.parametrize("answer", ODD_ANSWERS)
def test_unexpected_answer_gets_a_specific_error(answer):
    found, code = ODD_ANSWERS[answer]
    with fake_server(found) as (port, _asked):
        assert transfer_error(port).code == code


def test_key_is_neither_redirected_nor_shown_in_errors():
    with fake_server(http_response("200 OK", b'{"outcome": "taken"}')) as (other, asked_there):
        for status in ("301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"):
            with fake_server(
                http_response(status, b"", f"Location: http://127.0.0.1:{other}/take-over/")
            ) as (
                port,
                asked,
            ):
                assert transfer_error(port).code == "not_that_protocol"
                assert KEY.encode() in asked[0]
        assert asked_there == []
    for sentence in (
        http_response(f"500 Bearer {KEY}"),
        http_response("409 No", f'{{"error": "x", "sentence": "{KEY}"}}'.encode()),
    ):
        with fake_server(sentence) as (port, _asked):
            assert KEY not in transfer_error(port).why


@pytest.mark.parametrize("reads", [True, False])
def test_endless_answer_is_cut_off(settings, reads):
    settings.JOB_LONGEST = 0.5
    drops = [b"HTTP/1.1 200 OK\r\n", *(b"A: b\r\n" for _ in range(80))]
    began = time.monotonic()
    with fake_server(*drops, pause=0.2, reads=reads) as (port, _asked):
        trouble = transfer_error(port)
    assert (trouble.code, trouble.passing) == ("connection_lost", True)
    assert time.monotonic() - began < 8
