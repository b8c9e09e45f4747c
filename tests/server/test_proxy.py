"""The proxy of docs/deploy in front of real web processes: what it keeps, and the cost of a restart."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client

from tests import factories
from tests.devices.test_api import result
from tests.processes import ROOT, free_port
from tests.server.parts import until
from tests.server.proxy import PROXY_SETTINGS, Proxy
from tournaments import devices
from tournaments.accounts import visibility
from tournaments.models import Line, Tournament

PUBLIC, LINK, DESK = Tournament.Visibility.PUBLIC, Tournament.Visibility.LINK, Tournament.Visibility.DESK
FRAGMENTS = ("rows/", "screen/rows/")
FRESH_SECONDS, STALE_SECONDS, WHOLE = 2, 4, 1
"""For how many seconds the proxy answers by itself, may go on while it asks again, and how it counts them."""
SOCKET_SCRIPT = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""Starts a program with a socket as systemd does."""


@pytest.fixture(scope="module")
def shared_proxy(federation_parts, tmp_path_factory) -> Iterator[Proxy]:
    """Yield a proxy in front of one web process, whose output has a line for each request."""
    federation, _wrapper = federation_parts
    web = federation.web(LOG_FORMAT="json", **PROXY_SETTINGS)
    federation.parts.remove(web)  # outlives the test that starts it
    made = Proxy(tmp_path_factory.mktemp("proxy"), [int(web.url.rpartition(":")[2])])
    made.web = web  # type: ignore[attr-defined]
    yield made
    made.end()
    web.kill()


@pytest.fixture
def proxy(federation, shared_proxy) -> Proxy:
    """Return that proxy; the test writes into its database."""
    return shared_proxy


def new_tournament(visible: str = PUBLIC) -> Tournament:
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    tournament = factories.tournament(8, by=user)
    factories.play_round(tournament, 1, loser_points=88)
    if visible != PUBLIC:
        visibility.set_visibility(tournament, visible, by=user)
    tournament.refresh_from_db()
    return tournament


def count_requests(proxy: Proxy, path: str) -> int:
    """Return how many requests for a path the web process has answered."""
    lines = proxy.web.output.splitlines()  # type: ignore[attr-defined]
    return sum(json.loads(line).get("path") == path for line in lines if line.startswith("{"))


def signed_in(tournament: Tournament) -> str:
    browser = Client()
    browser.force_login(factories.director_of(tournament))
    return f"sessionid={browser.cookies['sessionid'].value}"


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_proxy_caches_pages_of_public_tournament(proxy, fragment):
    tournament = new_tournament()
    path = f"/t/{tournament.slug}/{fragment}"
    cookies = ("", signed_in(tournament), "theme=dark")
    began = time.monotonic()
    answers = [
        proxy.ask("GET", f"{path}?language=en", **({"Cookie": sent} if sent else {}))
        for sent in cookies
        for _turn in range(20)
    ]
    took = time.monotonic() - began
    assert {answer.status for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert not any(answer.getheader("Set-Cookie") for answer in answers)
    until(lambda: count_requests(proxy, path))
    assert count_requests(proxy, path) <= 2 + took / FRESH_SECONDS
    etag = answers[0].getheader("ETag")
    assert proxy.ask("GET", f"{path}?language=en", **{"If-None-Match": etag}).status == 304
    french = proxy.ask("GET", f"{path}?language=fr-ca")
    assert french.status == 200 and french.text != answers[0].text
    kept = proxy.kept(tournament.slug)
    assert len(kept) == 2
    assert not any(b"set-cookie" in file.lower() for file in kept)


@pytest.mark.parametrize("query", ["", "?language=en&language=fr-ca", "?language=en&x=1"])
def test_address_without_language_is_never_cached(proxy, query):
    tournament = new_tournament()
    path = f"/t/{tournament.slug}/rows/"
    for turn in range(1, 4):
        assert proxy.ask("GET", path + query).status == 200
        until(lambda turn=turn: count_requests(proxy, path) == turn)
    assert proxy.kept(tournament.slug) == []


@pytest.mark.parametrize("visible", [LINK, DESK])
def test_hidden_tournament_is_never_cached(proxy, visible):
    tournament = new_tournament(visible)
    cookies = {"director": signed_in(tournament)}
    if visible == LINK:
        cookies["by link"] = f"{visibility.cookie_of(tournament)}={tournament.link_token}"
    for fragment in FRAGMENTS:
        path = f"/t/{tournament.slug}/{fragment}?language=en"
        for _twice in range(2):
            seen = {who: proxy.ask("GET", path, Cookie=sent) for who, sent in cookies.items()}
            assert {answer.status for answer in seen.values()} == {200}
            stranger = proxy.ask("GET", path)
            assert stranger.status in (302, 404)
            assert not any(answer.text in stranger.text for answer in seen.values())
    assert proxy.kept(tournament.slug) == []


def test_results_of_open_round_are_not_cached(proxy):
    tournament = new_tournament()
    path = f"/t/{tournament.slug}/rows/?language=en"
    before = proxy.ask("GET", path).text
    meeting = factories.open_round(tournament, 2).meetings.first()
    factories.enter(meeting, [121, 31])
    latest = time.monotonic() + FRESH_SECONDS + STALE_SECONDS
    while time.monotonic() < latest:
        shown = proxy.ask("GET", path).text
        time.sleep(0.2)
    assert "31" in str(Line.objects.filter(tournament=tournament).latest("pk").data)
    assert shown.count(">121<") == before.count(">121<")


def test_newly_hidden_tournament_leaves_the_cache_in_seconds(proxy):
    tournament = new_tournament()
    path = f"/t/{tournament.slug}/rows/?language=en"
    for _turn in range(30):  # spectators who never stop asking
        assert proxy.ask("GET", path).status == 200
        time.sleep(0.1)
    visibility.set_visibility(tournament, DESK, by=factories.director_of(tournament))
    hidden, seen_last, ended = time.monotonic(), 0.0, time.monotonic() + 2 * (FRESH_SECONDS + STALE_SECONDS)
    while (now := time.monotonic()) < ended:
        if proxy.ask("GET", path).status == 200:
            seen_last = now - hidden
        time.sleep(0.1)
    assert seen_last <= FRESH_SECONDS + STALE_SECONDS + WHOLE
    assert proxy.ask("GET", path).status in (302, 404)


class SocketProcess:
    """A web process on a socket that outlives it, as systemd holds it."""

    def __init__(self, federation) -> None:
        self.listener = socket.create_server(("127.0.0.1", free_port()), backlog=1024)
        self.port = self.listener.getsockname()[1]
        self.environment = {**os.environ, **federation.environment, **PROXY_SETTINGS}
        self.start()

    def start(self) -> None:
        file = self.listener.fileno()
        command = [sys.executable, "-c", SOCKET_SCRIPT, str(file), "manage.py", "web"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, pass_fds=[file], stdout=subprocess.DEVNULL
        )

    def restart(self) -> int:
        self.process.terminate()
        code = self.process.wait()
        self.start()
        return code

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listener.close()


@pytest.fixture
def held(federation) -> Iterator[SocketProcess]:
    one = SocketProcess(federation)
    yield one
    one.end()


@pytest.mark.machine_clock
def test_no_result_fails_during_restart_of_web_process(held, tmp_path):
    """There is a single web process; two of them are started again one after the other."""
    proxy = Proxy(tmp_path, [held.port])
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    tournament = factories.tournament(16, by=user)
    factories.open_round(tournament)
    statuses: Counter[int] = Counter()
    answers: Counter[str] = Counter()
    over = threading.Event()

    def table(secret: str) -> None:
        def say(what: str, **found: object) -> dict:
            answer = proxy.ask("POST", f"/api/1/{what}", json.dumps(found).encode())
            statuses[answer.status] += 1
            return json.loads(answer.text) if answer.status == 200 else {}

        token = say("join", invitation=secret, device=str(uuid4()))["token"]
        (meeting,) = say("here", token=token)["meetings"]
        sent = result(meeting, [121, 88])
        while not over.is_set():
            (heard,) = say("submit", token=token, epoch=1, results=[sent]).get("answers", [{}])
            answers[heard.get("answer", "none")] += 1

    tables = [
        threading.Thread(target=table, args=(invited.secret,))
        for invited in devices.invite_tables(tournament)
    ]
    for one in tables:
        one.start()
    codes = []
    for _turn in range(3):
        before = statuses.total()
        until(lambda before=before: statuses.total() > before + 60)
        codes.append(held.restart())
    before = statuses.total()
    until(lambda: statuses.total() > before + 60)
    over.set()
    for one in tables:
        one.join()
    proxy.end()
    assert set(statuses) == {200}, statuses
    assert codes == [0, 0, 0]
    assert answers == Counter(accepted=8, same=answers["same"])
    assert tournament.lines.count() == 8
