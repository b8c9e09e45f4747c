"""Several machines: two beats do no harm, power cuts lose nothing, a bad set-up is named."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings as configured
from django.db import connection, connections
from django.utils import timezone

from tests import factories
from tests.devices.test_api import result
from tests.server.parts import Browser, until
from tests.server.test_deploy import check_deploy
from tournaments import devices, registration
from tournaments.common import jobs
from tournaments.models import Job, Line, OrganisationAct, Privacy, Snapshot, Tournament
from tournaments.organisations import privacy
from tournaments.publishing.papers import printing
from tournaments.rounds import scores
from tournaments.tasks import sweep

JOB_ARGUMENTS = {"language": "en", "base": "http://localhost"}
SWEEPS = 12  # of each worker
TURNS = 5


@pytest.fixture
def days(federation) -> list[Tournament]:
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    return [factories.tournament(8, by=user) for _turn in range(3)]


def make_due(days: list[Tournament]) -> None:
    """Leave work of every kind that a sweep finds: contacts, a copy that failed, papers without a message."""
    over = factories.tournament(0)
    registration.add_entry(over, "Réal O'Brien", note="514-555-0199")
    Tournament.objects.filter(pk=over.pk).update(date=date(2020, 1, 1))
    Privacy.objects.update_or_create(organisation=over.organisation, defaults={"next_clearing": None})
    of_days = Job.objects.filter(tournament__in=days)
    of_days.filter(key=jobs.COPY).update(state=Job.State.FAILED, finished_at=None)
    of_days.update(sent_at=None)


def count_clearings() -> int:
    return OrganisationAct.objects.filter(kind=privacy.RETENTION).count()


def assert_papers_made_once(asked: list[Job]) -> None:
    """Wait for the papers, and check that a second worker has left nothing."""
    until(lambda: not Job.objects.filter(pk__in=[job.pk for job in asked]).exclude(state="done").exists())
    for job in asked:
        job.refresh_from_db()
        assert job.attempt == 1
        assert [path.name for path in Path(configured.MEDIA_ROOT).glob(f"{job.uid.hex}-*")] == [job.result]


def test_two_beats_and_two_workers_do_everything_once(federation, days):
    asked = [printing.request(tournament, "rules", JOB_ARGUMENTS) for tournament in days]
    make_due(days)
    before = count_clearings()
    workers = [federation.worker() for _turn in range(2)]
    for _turn in range(2):
        federation.beat()
    until(lambda: all(worker.output.count(".sweep[") > 2 * SWEEPS for worker in workers))
    assert_papers_made_once(asked)
    assert count_clearings() == before + 1
    for tournament in days:
        until(lambda tournament=tournament: tournament.snapshots.exists())
        assert tournament.jobs.filter(key=jobs.COPY).count() == 1
        versions = list(Snapshot.objects.filter(tournament=tournament).values_list("version", flat=True))
        assert len(set(versions)) == len(versions)


def test_simultaneous_sweeps_do_everything_once(federation, days):
    asked = [printing.request(tournament, "rules", JOB_ARGUMENTS) for tournament in days]
    for _turn in range(TURNS):
        make_due(days)
        before, together = count_clearings(), threading.Barrier(2)

        def sweep_now(together=together) -> None:
            together.wait()
            sweep()
            connections.close_all()

        with ThreadPoolExecutor(2) as beats:
            for one in [beats.submit(sweep_now) for _beat in range(2)]:
                one.result()
        assert count_clearings() == before + 1
        assert [tournament.jobs.filter(key=jobs.COPY).count() for tournament in days] == [1, 1, 1]
    federation.worker()
    assert_papers_made_once(asked)


def test_postgresql_power_cut_keeps_acknowledged_results(federation):
    user = factories.director(f"lise-{uuid4().hex[:8]}")
    days = [factories.tournament(16, by=user) for _turn in range(3)]
    acknowledged: list[str] = []
    tables = [
        (tournament, invited.secret) for tournament in days for invited in devices.invite_tables(tournament)
    ]
    for tournament in days:
        factories.open_round(tournament)
    visitor = Browser(federation.url)
    kept = threading.Event()

    def play(secret: str) -> None:
        token = visitor.say("join", invitation=secret, device=str(uuid4()))[1]["token"]
        (meeting,) = visitor.say("here", token=token)[1]["meetings"]
        sent = result(meeting, [121, 88])
        joined.wait()
        while not kept.is_set():
            with suppress(OSError):
                answer = visitor.say("submit", token=token, epoch=1, results=[sent])[1]
                (heard,) = answer.get("answers", [{}])
                if heard.get("answer") in ("accepted", "same"):
                    acknowledged.append(heard["nonce"])
                    return

    joined = threading.Barrier(len(tables) + 1)
    with ThreadPoolExecutor(len(tables)) as people:
        playing = [people.submit(play, secret) for _day, secret in tables]
        joined.wait()
        until(lambda: len(acknowledged) > 2)
        federation.postgres.kill()
        before = list(acknowledged)
        connection.close()
        federation.postgres.start()
        written = set(Line.objects.filter(tournament__in=days).values_list("nonce", flat=True))
        try:
            assert set(before) <= written and len(before) < len(tables), "cut in the middle"
            until(lambda: len(acknowledged) == len(tables))
        finally:
            kept.set()
        for one in playing:
            one.result()
    lines = list(Line.objects.filter(tournament__in=days).values_list("nonce", flat=True))
    assert sorted(lines) == sorted(acknowledged)
    assert [scores.rebuild(tournament, check=True) for tournament in days] == [[], [], []]


def test_connections_have_idle_timeout_and_synchronous_commit(federation):
    names = ("idle_in_transaction_session_timeout", "synchronous_commit")
    ask = (
        "from django.db import connection as c; k = c.cursor()\n"
        f"for name in {names}: k.execute(f'SHOW {{name}}'); print(*k.fetchone())"
    )
    code, output = federation.command("shell", "--no-imports", "-c", ask)
    assert (code, output.split()) == (0, ["1min", "on"])


def test_check_refuses_machine_without_shared_papers(federation, tmp_path):
    tournament = factories.tournament(4, by=factories.director(f"lise-{uuid4().hex[:8]}"))
    job = jobs.claim(printing.request(tournament, "rules", JOB_ARGUMENTS).pk)
    assert job and jobs.finish(job, b"%PDF", "rules.pdf")
    Job.objects.exclude(pk=job.pk).update(finished_at=timezone.now() - timedelta(days=3))
    url = federation.postgres.url
    for owner, age, lacks in (
        ("elsewhere 7", timedelta(), True),
        ("elsewhere 7", timedelta(days=2), False),
        (job.owner, timedelta(), False),
    ):
        Job.objects.filter(pk=job.pk).update(owner=owner, finished_at=timezone.now() - age)
        code, output = check_deploy(tmp_path, DATABASE_URL=url)
        assert ("cheville.E007" in output, code) == (lacks, int(lacks))
        if lacks:
            code, output = check_deploy(tmp_path, DATABASE_URL=url, CHEVILLE_DATA=str(federation.data))
            assert code == 0, output


def test_check_refuses_machine_with_another_clock(federation, settings):
    from tournaments.system import checks

    assert "cheville.E008" not in checks.unfit_machine()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now = cursor.fetchone()[0]
    import time_machine

    for seconds, code in ((-20, ["cheville.E008"]), (20, ["cheville.E008"]), (0, [])):
        with time_machine.travel(now + timedelta(seconds=seconds)):
            assert [one for one in checks.unfit_machine() if one == "cheville.E008"] == code
