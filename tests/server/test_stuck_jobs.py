"""Papers whose worker is killed, or whose messages are not taken: each is finished, and says why."""

import os
import re
import signal
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from tests import factories
from tests.page_reader import worded
from tests.server.parts import Browser, until, words
from tournaments.common import jobs
from tournaments.models import Job
from tournaments.publishing import publications
from tournaments.publishing.papers import printing

JOB_ARGUMENTS = {"language": "en", "base": "http://localhost"}


@pytest.fixture
def tournament(federation):
    return factories.tournament(8, by=factories.director(f"lise-{uuid4().hex[:8]}"))


@pytest.fixture
def lise(federation, tournament):
    return Browser(federation.url, factories.director_of(tournament))


@contextmanager
def lock_entries(federation):
    """Let readers of the entries wait, so that the rules of a tournament go on being drawn."""
    with psycopg.connect(federation.postgres.url) as holding:
        holding.execute("LOCK TABLE tournaments_entry IN ACCESS EXCLUSIVE MODE")
        yield
        holding.rollback()


def job_state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def paper_of_killed_worker(federation, tournament) -> Job:
    """Return a paper whose worker was killed while it was being made."""
    until(lambda: not tournament.jobs.filter(state__in=jobs.UNFINISHED).exists())  # its copy is written
    with lock_entries(federation):
        job = printing.request(tournament, "rules", JOB_ARGUMENTS)
        owner = until(lambda: Job.objects.get(pk=job.pk).owner)
        os.kill(int(owner.split()[-1]), signal.SIGKILL)
    assert job_state(job) == Job.State.RUNNING
    return job


def is_done(job: Job) -> bool:
    return job_state(job) == Job.State.DONE


def test_paper_of_killed_worker_is_finished_by_another(federation, tournament, lise):
    federation.worker()
    job = paper_of_killed_worker(federation, tournament)
    until(lambda: "The work starts again automatically" in shown_delay_reason(lise, tournament))
    assert printing.request(tournament, "rules", JOB_ARGUMENTS) == job
    federation.worker()
    federation.beat()
    until(lambda: is_done(job))
    assert job.attempt > 1
    assert job.remark == "worker_lost"
    assert jobs.result_path(job).read_bytes().startswith(b"%PDF")


def shown_delay_reason(lise: Browser, tournament) -> str:
    """Return what the page of papers says about why something is not made yet."""
    return " ".join(re.findall(r"data-why>([^<]*)<", lise.get(f"/t/{tournament.slug}/papers/rows/").text))


def test_jobs_wait_for_valkey_and_go_when_it_is_back(federation, tournament, lise):
    federation.worker()
    federation.beat()
    until(lambda: tournament.snapshots.exists())
    written = tournament.snapshots.count()
    federation.valkey.kill()
    asked = lise.post(f"/t/{tournament.slug}/papers/make/rules/", {"language": "en"})
    assert asked.status == 200
    assert worded("queue_away") in words(asked.text)
    job = tournament.jobs.get(kind="rules")
    assert (job.state, job.sent_at, job.remark) == (Job.State.WAITING, None, "queue_away")
    publications.publish(tournament, official=False, by=None)  # an act, of which a copy is written
    federation.valkey.start()
    until(lambda: is_done(job))
    assert job.attempt == 1
    until(lambda: tournament.snapshots.count() > written)
    assert shown_delay_reason(lise, tournament) == ""


@pytest.mark.machine_clock
def test_paper_survives_missing_worker_and_lost_queue(federation, tournament, lise):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    # A paper that a worker ended by another test was making counts as being made while its lease lasts.
    until(lambda: "Nobody has taken it yet" in shown_delay_reason(lise, tournament))
    federation.valkey.kill()
    federation.valkey.start()
    federation.worker()
    until(lambda: is_done(job))
    assert shown_delay_reason(lise, tournament) == ""


def test_worker_survives_restart_of_postgresql(federation, tournament):
    worker = federation.worker()
    federation.beat()
    until(lambda: tournament.snapshots.exists())
    federation.postgres.restart()
    connection.close()
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    until(lambda: is_done(job))
    assert worker.runs


def test_paper_fails_after_its_last_attempt(federation, tournament, settings):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    for attempt in range(1, settings.JOB_ATTEMPTS + 1):
        assert jobs.claim(job.pk).attempt == attempt
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        jobs.sweep()
    assert (job_state(job), job.error) == (Job.State.FAILED, "paper_gave_up")
    jobs.retry(job)
    assert job_state(job) == Job.State.WAITING


def test_heartbeat_extends_the_lease_of_a_long_job(federation, tournament):
    job = jobs.claim(printing.request(tournament, "rules", JOB_ARGUMENTS).pk)
    first = job.lease_until
    with jobs.heartbeat(job):
        until(lambda: Job.objects.get(pk=job.pk).lease_until > first)
        assert jobs.claim(job.pk) is None


def test_hanging_job_loses_its_lease(federation, tournament, settings):
    settings.JOB_LONGEST = 0
    job = jobs.claim(printing.request(tournament, "rules", JOB_ARGUMENTS).pk)
    with jobs.heartbeat(job):
        until(lambda: jobs.is_free(job.pk))
