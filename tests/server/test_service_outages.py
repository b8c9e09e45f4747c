"""Without Valkey everything answers. Without PostgreSQL a page says so, devices keep results and recover."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from tests import factories
from tests.devices.test_api import result
from tests.page_reader import codes
from tests.page_reader import parse as page_of
from tests.scripts.engine import Scripts, script
from tests.server.parts import Browser, until
from tournaments import devices, rounds
from tournaments.models import Line, Round, WrongGuess
from tournaments.rounds import stages

THREADS = 4
REQUEST_COUNT = 3 * THREADS


@pytest.fixture
def tournament(federation):
    return factories.tournament(8, by=factories.director(f"lise-{uuid4().hex[:8]}"))


@pytest.fixture
def lise(federation, tournament):
    return Browser(federation.url, factories.director_of(tournament))


@pytest.fixture
def visitor(federation):
    return Browser(federation.url)


def joined_token(visitor: Browser, tournament, table: int = 1) -> str:
    invited = devices.invite_tables(tournament)[table - 1]
    status, body, _headers = visitor.say("join", invitation=invited.secret, device=str(uuid4()))
    assert status == 200
    return body["token"]


def assert_everything_answers(tournament, lise: Browser, visitor: Browser) -> None:
    """Check standings, a tablet that joins and writes, wrong codes, and what a director does."""
    assert visitor.get(f"/t/{tournament.slug}/").status == 200
    assert lise.get(f"/t/{tournament.slug}/standings/").status == 200
    token = joined_token(visitor, tournament)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert lise.post(f"/t/{tournament.slug}/rounds/1/open/", {}).status == 200
    assert stages.qualifying(tournament).rounds.get(number=1).state == Round.State.OPEN
    meeting = visitor.say("here", token=token)[1]["meetings"][0]
    answer = visitor.say("submit", token=token, epoch=1, results=[result(meeting, [121, 88])])[1]
    assert answer["answers"][0]["answer"] == "accepted"
    assert wrong_code_status(visitor) == 404
    mine = WrongGuess.objects.filter(kind="code10").latest("pk")
    many = max(limit.most for limit in devices.LIMITS[10] if not limit.everywhere)
    WrongGuess.objects.bulk_create(WrongGuess(kind=mine.kind, address=mine.address) for _ in range(many))
    assert wrong_code_status(visitor) == 429
    WrongGuess.objects.filter(kind="code10").delete()


def wrong_code_status(visitor: Browser) -> int:
    """Return the status of a code that opens nothing."""
    return visitor.say("join", invitation="ZZZZZZZZZZ", device=str(uuid4()))[0]


@pytest.mark.machine_clock
def test_everything_answers_without_valkey(federation, tournament, lise, visitor):
    assert visitor.get(f"/t/{tournament.slug}/").status == 200  # and is in the cache
    federation.valkey.kill()
    assert_everything_answers(tournament, lise, visitor)
    federation.valkey.start()
    assert visitor.get(f"/t/{tournament.slug}/").status == 200


def test_hanging_valkey_is_not_asked_again_for_a_while(federation, monkeypatch):
    from tournaments.system import cache as system_cache

    monkeypatch.setattr(system_cache, "AGAIN_AFTER", 1000)
    monkeypatch.setattr(system_cache.ForgivingRedisCache, "away_until", 0.0)
    shared = system_cache.ForgivingRedisCache(federation.valkey.url, {})
    shared.set("standings", "kept")
    federation.valkey.server._process.send_signal(signal.SIGSTOP)
    try:
        assert shared.get("standings", "missed") == "missed"
    finally:
        federation.valkey.server._process.send_signal(signal.SIGCONT)
    assert shared.get("standings", "missed") == "missed", "the cache is not asked for a while"
    assert (shared.add("a", 1), shared.set_many({"a": 1}), shared.get_or_set("b", 7)) == (False, ["a"], 7)
    with pytest.raises(ValueError, match="not found"):
        shared.incr("a")
    monkeypatch.setattr(system_cache.ForgivingRedisCache, "away_until", 0.0)
    assert shared.get("standings", "missed") == "kept"


def simultaneous_statuses(ask) -> list[int]:
    """Return the statuses of as many requests at once as reach every thread of the web process."""
    with ThreadPoolExecutor(REQUEST_COUNT) as people:
        return list(people.map(lambda _turn: ask(), range(REQUEST_COUNT)))


def test_postgresql_outage_gives_503_and_connections_recover(federation, tournament, lise, visitor):
    factories.open_round(tournament)
    token = joined_token(visitor, tournament)
    meeting = visitor.say("here", token=token)[1]["meetings"][0]
    sent = result(meeting, [121, 88])
    page = f"/t/{tournament.slug}/"
    asked = [
        lambda: visitor.get(page).status,
        lambda: lise.get(f"/t/{tournament.slug}/desk/").status,
        lambda: visitor.say("here", token=token)[0],
    ]
    for ask in asked:  # every thread has a connection
        assert set(simultaneous_statuses(ask)) == {200}
    federation.postgres.kill()
    away = visitor.get(page)
    assert (away.status, away.headers["Retry-After"]) == (503, "5")
    assert 'http-equiv="refresh"' in away.text
    assert codes(away.text) == ["database_away"]
    french = visitor.get(page, **{"Accept-Language": "fr-ca"})
    assert (codes(french.text), page_of(french.text).one("html")["lang"]) == (["database_away"], "fr-ca")
    act = lise.post(f"/t/{tournament.slug}/rounds/1/close/", {})
    assert (act.status, 'http-equiv="refresh"' in act.text) == (503, False)
    status, body, headers = visitor.say("submit", token=token, epoch=1, results=[sent])
    assert (status, body["error"], headers["Retry-After"]) == (503, "away", "5")
    assert headers["Access-Control-Allow-Origin"] == "*"
    federation.postgres.start()
    for ask in asked:
        assert set(simultaneous_statuses(ask)) == {200}
    answers = [visitor.say("submit", token=token, epoch=1, results=[sent])[1]["answers"][0] for _ in range(2)]
    assert [answer["answer"] for answer in answers] == ["accepted", "same"]
    federation.postgres.restart()  # an update without requests meanwhile
    for ask in reversed(asked):
        assert set(simultaneous_statuses(ask)) == {200}
    connection.close()
    assert Line.objects.filter(tournament=tournament).count() == 1


@pytest.mark.parametrize(("status", "heard"), [(500, {"status": 500}), (502, {"status": 502}), (503, None)])
def test_tablet_takes_503_as_no_answer(status, heard):
    scripts = Scripts()
    run = scripts._engine.eval
    run("var location = {origin: 'http://desk'}, said; function clearTimeout() {} function setTimeout() {}")
    run("function AbortController() {}")
    run(f"function fetch() {{ return Promise.resolve({{status: {status}}}); }}")
    for name in ("answers", "net"):
        run(script(f"tablet_app/{name}.js").read_text(encoding="utf-8"))
    run("Cheville.request('submit', {}, []).then(function (answer) { said = answer; })")
    assert json.loads(until(lambda: run("said === undefined ? '' : JSON.stringify(said)"))) == heard
