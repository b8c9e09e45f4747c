"""The proxy of docs/deploy in front of real web processes: what it keeps, and what a restart costs."""

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
from tests.processes import HOUSE, free_port
from tests.server.parts import until
from tests.server.proxy import BEHIND, Proxy
from tournaments import devices
from tournaments.accounts import visibility
from tournaments.models import Line, Tournament

PUBLIC, LINK, DESK = Tournament.Visibility.PUBLIC, Tournament.Visibility.LINK, Tournament.Visibility.DESK
FRAGMENTS = ("rows/", "screen/rows/")
FRESH, STALE, WHOLE = 2, 4, 1
"""For how many seconds the proxy answers by itself, may go on while it asks again, and how it counts them."""
GIVEN = """
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
    web = federation.web(LOG_FORMAT="json", **BEHIND)
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


def new_day(visible: str = PUBLIC) -> Tournament:
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    day = factories.tournament(8, by=user)
    factories.play_round(day, 1, loser_points=88)
    if visible != PUBLIC:
        visibility.set_visibility(day, visible, by=user)
    day.refresh_from_db()
    return day


def asked_for(proxy: Proxy, path: str) -> int:
    """How many requests for a path the web process has answered."""
    lines = proxy.web.output.splitlines()  # type: ignore[attr-defined]
    return sum(json.loads(line).get("path") == path for line in lines if line.startswith("{"))


def signed_in(day: Tournament) -> str:
    browser = Client()
    browser.force_login(factories.director_of(day))
    return f"sessionid={browser.cookies['sessionid'].value}"


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_the_proxy_answers_spectators_of_a_public_day_by_itself(proxy, fragment):
    day = new_day()
    path = f"/t/{day.slug}/{fragment}"
    cookies = ("", signed_in(day), "theme=dark")
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
    until(lambda: asked_for(proxy, path))
    assert asked_for(proxy, path) <= 2 + took / FRESH
    etag = answers[0].getheader("ETag")
    assert proxy.ask("GET", f"{path}?language=en", **{"If-None-Match": etag}).status == 304
    french = proxy.ask("GET", f"{path}?language=fr-ca")
    assert french.status == 200 and french.text != answers[0].text
    kept = proxy.kept(day.slug)
    assert len(kept) == 2
    assert not any(b"set-cookie" in file.lower() for file in kept)


@pytest.mark.parametrize("query", ["", "?language=en&language=fr-ca", "?language=en&x=1"])
def test_an_address_without_a_language_of_its_own_is_never_kept(proxy, query):
    day = new_day()
    path = f"/t/{day.slug}/rows/"
    for turn in range(1, 4):
        assert proxy.ask("GET", path + query).status == 200
        until(lambda turn=turn: asked_for(proxy, path) == turn)
    assert proxy.kept(day.slug) == []


@pytest.mark.parametrize("visible", [LINK, DESK])
def test_a_day_that_not_everybody_sees_never_enters_the_cache(proxy, visible):
    day = new_day(visible)
    cookies = {"director": signed_in(day)}
    if visible == LINK:
        cookies["by link"] = f"{visibility.cookie_of(day)}={day.link_token}"
    for fragment in FRAGMENTS:
        path = f"/t/{day.slug}/{fragment}?language=en"
        for _twice in range(2):
            seen = {who: proxy.ask("GET", path, Cookie=sent) for who, sent in cookies.items()}
            assert {answer.status for answer in seen.values()} == {200}
            stranger = proxy.ask("GET", path)
            assert stranger.status in (302, 404)
            assert not any(answer.text in stranger.text for answer in seen.values())
    assert proxy.kept(day.slug) == []


def test_results_of_a_game_that_is_played_are_not_in_what_is_kept(proxy):
    day = new_day()
    path = f"/t/{day.slug}/rows/?language=en"
    before = proxy.ask("GET", path).text
    meeting = factories.open_round(day, 2).meetings.first()
    factories.enter(meeting, [121, 31])
    latest = time.monotonic() + FRESH + STALE
    while time.monotonic() < latest:
        shown = proxy.ask("GET", path).text
        time.sleep(0.2)
    assert "31" in str(Line.objects.filter(tournament=day).latest("pk").data)
    assert shown.count(">121<") == before.count(">121<")


def test_a_day_that_is_hidden_disappears_within_seconds(proxy):
    day = new_day()
    path = f"/t/{day.slug}/rows/?language=en"
    for _turn in range(30):  # spectators who never stop asking
        assert proxy.ask("GET", path).status == 200
        time.sleep(0.1)
    visibility.set_visibility(day, DESK, by=factories.director_of(day))
    hidden, seen_last, ended = time.monotonic(), 0.0, time.monotonic() + 2 * (FRESH + STALE)
    while (now := time.monotonic()) < ended:
        if proxy.ask("GET", path).status == 200:
            seen_last = now - hidden
        time.sleep(0.1)
    assert seen_last <= FRESH + STALE + WHOLE
    assert proxy.ask("GET", path).status in (302, 404)


class Held:
    """A web process on a socket that outlives it, as systemd holds it."""

    def __init__(self, federation) -> None:
        self.listener = socket.create_server(("127.0.0.1", free_port()), backlog=1024)
        self.port = self.listener.getsockname()[1]
        self.environment = {**os.environ, **federation.environment, **BEHIND}
        self.start()

    def start(self) -> None:
        file = self.listener.fileno()
        command = [sys.executable, "-c", GIVEN, str(file), "manage.py", "web"]
        self.process = subprocess.Popen(
            command, cwd=HOUSE, env=self.environment, pass_fds=[file], stdout=subprocess.DEVNULL
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
def held(federation) -> Iterator[Held]:
    one = Held(federation)
    yield one
    one.end()


@pytest.mark.machine_clock
def test_no_result_fails_while_the_web_process_is_started_again(held, tmp_path):
    """With a single web process; two are started again one after the other."""
    proxy = Proxy(tmp_path, [held.port])
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    day = factories.tournament(16, by=user)
    factories.open_round(day)
    statuses: Counter[int] = Counter()
    answers: Counter[str] = Counter()
    over = threading.Event()

    def table(secret: str) -> None:
        def say(what: str, **said: object) -> dict:
            answer = proxy.ask("POST", f"/api/1/{what}", json.dumps(said).encode())
            statuses[answer.status] += 1
            return json.loads(answer.text) if answer.status == 200 else {}

        token = say("join", invitation=secret, device=str(uuid4()))["token"]
        (meeting,) = say("here", token=token)["meetings"]
        sent = result(meeting, [121, 88])
        while not over.is_set():
            (heard,) = say("submit", token=token, epoch=1, results=[sent]).get("answers", [{}])
            answers[heard.get("answer", "none")] += 1

    tables = [
        threading.Thread(target=table, args=(invited.secret,)) for invited in devices.invite_tables(day)
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
    assert day.lines.count() == 8
