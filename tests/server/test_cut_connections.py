"""A connection to PostgreSQL is cut at any moment of an act, which is then repeated and done once."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.db.utils import load_backend
from django.test import Client

from tests import factories
from tests.databases import default_connection
from tests.devices.test_api import here, joined, result
from tests.hostile.asking import CSRF, Program, RawRequest
from tests.rounds.test_seating_pages import hidden
from tests.samples import SWEEP_FACTOR
from tests.server.parts import Browser
from tournaments import rounds
from tournaments.models import Round, Seat, Tournament
from tournaments.publishing import publications
from tournaments.rounds import stages

SOCKET = ".s.PGSQL.5432"


class Wire:
    """Connections to PostgreSQL, one of which is cut once so many more pieces have come and gone (`cut_at`).

    Or once these words have passed one after the other (`cut_after`), each in a piece of its own.
    """

    def __init__(self, real: Path, folder: Path) -> None:
        self.real, self.folder, self.passed = real, folder, 0
        self.cut_at: int | None = None
        self.cut_after: list[bytes] = []
        self.when_cut: Callable[[], object] = lambda: None
        self._turn = threading.Lock()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / SOCKET))
        self._listening.listen()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, far = self._listening.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(str(self.real / SOCKET))
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while (piece := source.recv(1 << 20)) and not self._ends(piece):
                to.sendall(piece)
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _ends(self, piece: bytes) -> bool:
        with self._turn:
            self.passed += 1
            over = self.cut_at is not None and self.passed >= self.cut_at
            if self.cut_after and self.cut_after[0] in piece:
                self.cut_after.pop(0)
                over = not self.cut_after
            if not over:
                return False
            self.cut_at = None
            self.when_cut()
            return True

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def wire(federation, tmp_path_factory) -> Iterator[Wire]:
    settings = connection.settings_dict
    real = Path(settings["OPTIONS"].get("host") or settings["HOST"])
    folder = tmp_path_factory.mktemp("w")
    made = Wire(real, folder)
    through = {**settings, "HOST": str(folder), "OPTIONS": {**settings["OPTIONS"], "host": str(folder)}}
    with default_connection(load_backend(settings["ENGINE"]).DatabaseWrapper(through, "default")):
        yield made
    made.close()


@pytest.fixture
def program() -> Iterator[Program]:
    begun = Program()
    yield begun
    begun.end()


class Act(NamedTuple):
    """An act of a user: the request, and a function that returns its effect."""

    asked: RawRequest
    cookies: str
    done: Callable[[], object]


def signed_in(tournament: Tournament) -> str:
    browser = Client()
    browser.force_login(factories.director_of(tournament))
    return f"sessionid={browser.cookies['sessionid'].value}"


def form_post(tournament: Tournament, path: str, done: Callable[[], object], **fields: object) -> Act:
    """Return the act of sending a form as the director of a tournament."""
    body = urlencode({**fields, "csrfmiddlewaretoken": CSRF}).encode()
    headers = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_ACCEPT": "application/json"}
    where = f"/t/{tournament.slug}/{path}".encode()
    return Act(RawRequest("POST", where, body=body, headers=headers), signed_in(tournament), done)


def new_tournament() -> Tournament:
    return factories.tournament(4, rounds=1, by=factories.director(f"lise-{uuid4().hex[:8]}"))


def results_of(tournament: Tournament) -> object:
    """Return how many lines there are, and what counts."""
    counting = tournament.results.filter(state="settled").order_by("meeting", "side")
    return tournament.lines.count(), list(counting.values_list("pegged", flat=True))


def tablet_submission() -> Act:
    tournament = new_tournament()
    factories.open_round(tournament)
    body = joined(tournament)
    meeting = here(body["token"])["meetings"][0]
    data = {"token": body["token"], "epoch": 1, "results": [result(meeting, [121, 88])]}
    asked = RawRequest("POST", b"/api/1/submit", body=json.dumps(data).encode())
    return Act(asked, "", lambda: results_of(tournament))


def desk_entry() -> Act:
    tournament = new_tournament()
    factories.open_round(tournament)
    fields = {"nonce": uuid4().hex, "seen": 0, "table": 1, "winner": "A", "loser": 88}
    return form_post(tournament, "desk/write/", lambda: results_of(tournament), **fields)


def rounds_of(tournament: Tournament) -> object:
    """Return the rounds that stand, how many sit in each, and how many acts there are."""
    standing = Round.objects.filter(rounds.NOT_VOID, stage__tournament=tournament)
    found = [(one.number, one.state, Seat.objects.filter(meeting__round=one).count()) for one in standing]
    return found, list(tournament.acts.order_by("version").values_list("kind", flat=True))


def round_seating() -> Act:
    tournament = new_tournament()
    browser = Client()
    browser.force_login(factories.director_of(tournament))
    shown = hidden(browser.get(f"/t/{tournament.slug}/rounds/seat/?anyway=1").content.decode())
    return form_post(tournament, "rounds/seat/", lambda: rounds_of(tournament), **shown)


def round_opening() -> Act:
    tournament = new_tournament()
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    return form_post(tournament, "rounds/1/open/", lambda: rounds_of(tournament))


def round_closing() -> Act:
    tournament = new_tournament()
    for meeting in factories.open_round(tournament).meetings.all():
        factories.enter(meeting, [121, 88])
    return form_post(tournament, "rounds/1/close/", lambda: rounds_of(tournament))


def official_standings() -> Act:
    tournament = new_tournament()
    factories.play_round(tournament, 1, loser_points=88)
    tournament.refresh_from_db()

    def done() -> object:
        made = tournament.publications.filter(official=True).values_list("version", flat=True)
        return (
            [len(publications.published_standings(one).rows) for one in tournament.publications.all()],
            list(made),
            rounds_of(tournament),
        )

    return form_post(tournament, "medals/official/", done, version=tournament.version, all_the_same=1)


ACTS = (
    tablet_submission,
    desk_entry,
    round_seating,
    round_opening,
    round_closing,
    official_standings,
)


LAST_PIECES = 6  # pieces, within which one run may take fewer than another


def cut_points(pieces: int) -> list[int]:
    """Return the pieces to cut at: some, and all around the end, where the act is committed.

    `make figures` cuts at every piece.
    """
    if SWEEP_FACTOR > 1:
        return list(range(1, pieces + 1))
    return sorted(
        {*range(1, pieces, max(1, pieces // 3)), *range(max(1, pieces - LAST_PIECES + 1), pieces + 1)}
    )


@pytest.mark.parametrize("prepare", ACTS, ids=lambda act: act.__name__)
def test_action_repeated_after_cut_connection_counts_once(wire, program, prepare):
    whole = prepare()
    wire.passed = 0
    assert program.ask(whole.asked, whole.cookies).status in (200, 302)
    pieces, expected = wire.passed, whole.done()
    for at in cut_points(pieces):
        act = prepare()
        wire.passed, wire.cut_at = 0, at
        answer = program.ask(act.asked, act.cookies)
        assert wire.cut_at is None or at > pieces - LAST_PIECES, f"not cut at {at}"
        wire.cut_at = None
        assert answer.status in (200, 302, 503), (at, answer.trace)
        again = program.ask(act.asked, act.cookies)
        assert again.status in (200, 302, 422), (at, again.trace)
        assert act.done() == expected, at


def url_behind_wire(wire: Wire) -> str:
    """Return the address of the database behind the wire."""
    return f"postgresql://postgres:@/{connection.settings_dict['NAME']}?host={wire.folder}"


LINE_WRITE = [b'INSERT INTO "tournaments_line"', b"COMMIT"]


@pytest.mark.parametrize("words", [LINE_WRITE, [*LINE_WRITE, b"COMMIT"]], ids=["not committed", "committed"])
def test_web_process_killed_before_answering_loses_nothing(wire, federation, words):
    act = tablet_submission()
    data = json.loads(act.asked.body)
    web = federation.web(DATABASE_URL=url_behind_wire(wire))
    wire.cut_after, wire.when_cut = list(words), web.kill
    with pytest.raises(OSError):
        Browser(web.url).say("submit", **data)
    assert not web.runs and act.done() == (len(words) - 2, [121, 88] * (len(words) - 2))
    other = Browser(federation.url)
    answers = [other.say("submit", **data)[1]["answers"][0]["answer"] for _twice in range(2)]
    assert answers == [["accepted", "same"][len(words) - 2], "same"]
    assert act.done() == (1, [121, 88])
