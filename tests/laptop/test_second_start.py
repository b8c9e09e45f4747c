"""A start while Cheville, or another program, has the port."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.processes import Process
from tests.server.parts import until
from tournaments.laptop import welcome
from tournaments.management.commands import serve

HERE = "127.0.0.1"
OURS = b"OURS"
CHEVILLE = b"HTTP/1.1 200 OK\r\nX-Cheville-Laptop: OURS\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNTIL_0_3_0 = CHEVILLE.replace(OURS, b"here")
OTHER_DATA = CHEVILLE.replace(OURS, b"0" * 40)
WEB_SERVER = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
REDIRECT = b"HTTP/1.1 302 Found\r\nLocation: http://%b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NO_WEB_SERVER = b"SSH-2.0-OpenSSH_9.2\r\n"


@pytest.fixture
def program() -> Iterator[Callable[..., int]]:
    """Yield a function that lets a program answer each connection with `says`, and returns its port."""
    ours = welcome.header_value().encode()
    with ExitStack() as all_of_them:

        def start(says: bytes, ports: range = range(1)) -> int:
            for port in ports:
                with suppress(OSError):
                    listener = socket.create_server((HERE, port))
                    break
            all_of_them.callback(listener.close)

            def answer() -> None:
                with suppress(OSError):
                    while True:
                        connection, _address = listener.accept()
                        with connection:
                            connection.sendall(says.replace(OURS, ours))
                            connection.recv(1000)

            threading.Thread(target=answer, daemon=True).start()
            return int(listener.getsockname()[1])

        yield start


@pytest.fixture
def opened(monkeypatch) -> list[int]:
    """Return the ports whose page was opened in the browser."""
    ports: list[int] = []
    monkeypatch.setattr(welcome, "open_page", ports.append)
    monkeypatch.setattr(serve.signal, "signal", lambda *_handler: None)
    return ports


@pytest.mark.parametrize(
    ("says", "is_cheville"),
    [
        (CHEVILLE, True),
        (UNTIL_0_3_0, True),
        (OTHER_DATA, False),
        (WEB_SERVER, False),
        (REDIRECT % b"[::1", False),
        (NO_WEB_SERVER, False),
        (b"", False),
    ],
)
def test_only_cheville_with_the_same_data_is_taken_for_cheville(program, says: bytes, is_cheville: bool):
    port = program(says)
    assert welcome.is_running(port) == is_cheville
    assert welcome.is_running(port, any_data=True) == (is_cheville or says == OTHER_DATA)


def test_program_that_redirects_to_cheville_is_not_cheville(program):
    assert not welcome.is_running(program(REDIRECT % b"127.0.0.1:%d/" % program(CHEVILLE)))


def test_folders_of_data_have_different_headers(settings, tmp_path):
    found = set()
    for name in (b"one", b"two", b"not \xff UTF-8"):
        settings.DATA_DIR = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        found.add(welcome.header_value())
    assert len(found) == 3


@pytest.mark.parametrize("other", [WEB_SERVER, NO_WEB_SERVER, OTHER_DATA])
def test_second_double_click_finds_cheville_beside_another_program(program, opened, other: bytes):
    taken = program(other)
    ours = program(CHEVILLE, range(taken + 1, taken + serve.PORTS_TRIED))
    call_command("serve", "--open", "--host", HERE, "--port", str(taken))
    assert opened == [ours]


def test_two_double_clicks_at_the_first_start_make_one_cheville(tmp_path):
    with socket.create_server((HERE, 0)) as found:
        port = str(found.getsockname()[1])
    environment = {"CHEVILLE_DATA": str(tmp_path), "CHEVILLE_LANG": "en", "BROWSER": "true"}
    clicks = ("manage.py", "serve", "--open", "--host", HERE, "--port", port)
    both = [Process(*clicks, **environment) for _click in range(2)]
    until(lambda: any("Ctrl-C ends" in one.output for one in both))
    serving, other = sorted(both, key=lambda one: "Ctrl-C ends" not in one.output)
    try:
        assert other.wait() == 0, other.output
        assert not other.output and "Traceback" not in serving.output
    finally:
        assert serving.end() == 0


@pytest.mark.parametrize("port", [0, serve.MAX_PORT + 1])
def test_no_cheville_is_looked_for_without_a_port(port: int):
    assert serve.running_port(HERE, port) is None


def test_port_that_cannot_exist_is_refused():
    with pytest.raises(CommandError, match=str(serve.MAX_PORT + 1)):
        serve.Command().listen(HERE, serve.MAX_PORT + 1)
