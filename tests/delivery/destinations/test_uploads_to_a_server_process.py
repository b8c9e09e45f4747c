"""A laptop uploads copies to a server process: cut off, unauthorised, simultaneous and repeated uploads."""

import http.client
import json
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from tests import factories
from tests.delivery.destinations.servers import BadWire
from tests.processes import Process, first_started, served
from tests.publishing.tournaments import played
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption, queue
from tournaments.models import Destination, Job, Tournament
from tournaments.transfer import copies
from tournaments.web.middleware import BODY_LIMITS

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return played(rounds=4, closed=1, players=4)


class Server:
    """A server on a data folder, with a key for its only organisation."""

    def __init__(self, data: Path) -> None:
        self.data = data
        made = Process("manage.py", "upload_key", CHEVILLE_DATA=str(data))
        self.key = made.wait_for(r"(?m)^[\w-]{32}$").group()
        self.begin()

    def begin(self) -> None:
        self.process = served(self.data)
        self.port = int(self.process.url.rpartition(":")[2])

    def post(self, body: bytes, *, key: str | None = None, **headers: str) -> tuple[int, dict]:
        """Post a body, and return the status and the JSON of the answer; `{}` for a page."""
        to = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        to.request("POST", "/take-over/", body, {"Authorization": f"Bearer {key or self.key}", **headers})
        answer = to.getresponse()
        content = answer.read()
        to.close()
        return answer.status, json.loads(content) if content.startswith(b"{") else {}

    def days(self) -> list[tuple[int, int]]:
        """Return the numbers of lines and of rounds of each live tournament on the server."""
        asked = (
            "SELECT (SELECT count(*) FROM tournaments_line WHERE tournament_id = t.id),"
            " (SELECT count(*) FROM tournaments_round r JOIN tournaments_stage s ON r.stage_id = s.id"
            " WHERE s.tournament_id = t.id) FROM tournaments_tournament t WHERE t.live"
        )
        with sqlite3.connect(self.data / "cheville.sqlite3") as database:
            return list(database.execute(asked))


@pytest.fixture
def server(tmp_path: Path, empty_database: Path) -> Iterator[Server]:
    begun = Server(first_started(tmp_path / "server", empty_database))
    yield begun
    begun.process.kill()


def sealed_copy(tournament: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(tournament))


def local_counts(tournament: Tournament) -> list[tuple[int, int]]:
    return [(tournament.lines.count(), tournament.stages.get().rounds.count())]


def test_partial_or_unauthorised_upload_changes_nothing(server, tournament):
    whole = sealed_copy(tournament)
    for part in (whole[: len(whole) // 2], whole[:-1], whole[1:], b""):
        assert server.post(part)[0] == 409, len(part)
    for key in ("x", server.key[:-1], server.key.swapcase()):
        assert server.post(whole, key=key)[0] == 401, key
    assert server.post(b"0" * (BODY_LIMITS["take_over"] + 1))[0] == 413
    with socket.create_connection(("127.0.0.1", server.port)) as cut:
        head = f"POST /take-over/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.key}\r\n"
        cut.sendall(f"{head}Content-Length: {len(whole)}\r\n\r\n".encode() + whole[:-1])
    assert server.days() == []
    assert server.post(whole) == (200, {"outcome": "taken"})
    assert server.post(whole) == (200, {"outcome": "known"})
    assert server.days() == local_counts(tournament)


def test_simultaneous_copies_become_one_tournament(server, tournament):
    older = sealed_copy(tournament)
    factories.play_round(tournament, 2)
    tournament.refresh_from_db()
    newer, received = sealed_copy(tournament), []
    senders = [
        threading.Thread(target=lambda body=body: received.append(server.post(body)))
        for body in (older, newer) * 3
    ]
    for one in senders:
        one.start()
    for one in senders:
        one.join()
    assert {status for status, _said in received} <= {200, 409}, received
    assert server.post(newer)[0] == 200
    assert server.days() == local_counts(tournament)


def run_due_job(tournament: Tournament) -> Job:
    """Run the job that sends the copy as if it were due, and return it."""
    Job.objects.filter(key__startswith="send").update(not_before=None)
    job = tournament.jobs.filter(kind=jobs.SEND).get()
    queue.send_job(job.pk)
    job.refresh_from_db()
    return job


def test_upload_is_repeated_after_a_lost_answer(server, tournament):
    wire = BadWire(server.port)
    given = {"host": "127.0.0.1", "port": wire.port, "kind": "cheville_plain", "name": "Serveur"}
    to = Destination.objects.create(
        organisation=tournament.organisation, sealed=encryption.seal(server.key), **given
    )
    wire.mute = True
    queue.queue_transfer(tournament, to)
    job = run_due_job(tournament)
    assert (job.state, job.error) == (Job.State.WAITING, "connection_lost")
    wire.mute = False
    Job.objects.update(not_before=None)
    job = run_due_job(tournament)
    assert (job.state, job.args["outcome"]) == (Job.State.DONE, "known")
    assert server.days() == local_counts(tournament)


@pytest.mark.parametrize("after", [0.05, 0.2])
def test_killed_server_has_the_whole_upload_or_none(server, tournament, after):
    before = local_counts(tournament)
    assert server.post(sealed_copy(tournament))[0] == 200
    for number in (2, 3, 4):
        factories.play_round(tournament, number)
    tournament.refresh_from_db()
    content = sealed_copy(tournament)

    def sent() -> None:
        with suppress(OSError, http.client.HTTPException):
            server.post(content)

    sender = threading.Thread(target=sent)
    sender.start()
    sleep(after)
    server.process.kill()
    sender.join()
    assert server.days() in (before, local_counts(tournament))
    server.begin()
    assert server.post(content)[0] == 200
    assert server.days() == local_counts(tournament)
