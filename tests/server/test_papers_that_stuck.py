"""Papers when a worker is killed at work, or nobody takes messages: each is finished, and says why."""

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
from tests.server.parts import Browser, until, words
from tests.shown_by import worded
from tournaments.common import jobs
from tournaments.models import Job
from tournaments.publishing import papers, snapshot

ASKED = {"language": "en", "base": "http://localhost"}


@pytest.fixture
def day(federation):
    return factories.tournament(8, by=factories.director(f"lise-{uuid4().hex[:8]}"))


@pytest.fixture
def lise(federation, day):
    return Browser(federation.url, factories.director_of(day))


@contextmanager
def entries_held(federation):
    """Whoever reads the entries of a day waits meanwhile: its rules are being drawn, and stay so."""
    with psycopg.connect(federation.postgres.url) as holding:
        holding.execute("LOCK TABLE tournaments_entry IN ACCESS EXCLUSIVE MODE")
        yield
        holding.rollback()


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def killed_at_work(federation, day) -> Job:
    """A paper whose worker was killed while it was being made."""
    until(lambda: not day.jobs.filter(state__in=jobs.UNFINISHED).exists())  # its copy is written
    with entries_held(federation):
        job = papers.request(day, "rules", ASKED)
        owner = until(lambda: Job.objects.get(pk=job.pk).owner)
        os.kill(int(owner.split()[-1]), signal.SIGKILL)
    assert state(job) == Job.State.RUNNING
    return job


def is_done(job: Job) -> bool:
    return state(job) == Job.State.DONE


def test_killed_at_work_the_page_says_so_and_another_worker_finishes_the_paper(federation, day, lise):
    federation.worker()
    job = killed_at_work(federation, day)
    until(lambda: "It is begun again by itself" in why(lise, day))
    assert papers.request(day, "rules", ASKED) == job
    federation.worker()
    federation.beat()
    until(lambda: is_done(job))
    assert job.attempt > 1
    assert job.remark == "worker_lost"
    assert jobs.result_path(job).read_bytes().startswith(b"%PDF")


def why(lise: Browser, day) -> str:
    """What the page of papers says of why something is not made yet."""
    return " ".join(re.findall(r"data-why>([^<]*)<", lise.get(f"/t/{day.slug}/papers/rows/").text))


def test_with_valkey_away_what_is_asked_for_waits_and_goes_when_it_is_back(federation, day, lise):
    federation.worker()
    federation.beat()
    until(lambda: day.snapshots.exists())
    written = day.snapshots.count()
    federation.valkey.kill()
    asked = lise.post(f"/t/{day.slug}/papers/make/rules/", {"language": "en"})
    assert asked.status == 200
    assert worded("queue_away") in words(asked.text)
    job = day.jobs.get(kind="rules")
    assert (job.state, job.sent_at, job.remark) == (Job.State.WAITING, None, "queue_away")
    snapshot.publish(day, official=False, by=None)  # an act, of which a copy is written
    federation.valkey.start()
    until(lambda: is_done(job))
    assert job.attempt == 1
    until(lambda: day.snapshots.count() > written)
    assert why(lise, day) == ""


@pytest.mark.machine_clock
def test_with_no_worker_the_page_says_so_and_not_even_a_queue_that_was_lost_costs_the_paper(
    federation, day, lise
):
    job = papers.request(day, "rules", ASKED)
    # What another test's worker was making when it was ended counts as being made while its lease lasts.
    until(lambda: "Nobody has taken it yet" in why(lise, day))
    federation.valkey.kill()
    federation.valkey.start()
    federation.worker()
    until(lambda: is_done(job))
    assert why(lise, day) == ""


def test_a_worker_outlives_a_restart_of_postgresql(federation, day):
    worker = federation.worker()
    federation.beat()
    until(lambda: day.snapshots.exists())
    federation.postgres.restart()
    connection.close()
    job = papers.request(day, "rules", ASKED)
    until(lambda: is_done(job))
    assert worker.runs


def test_a_paper_over_which_every_worker_dies_fails_in_the_end_and_says_so(federation, day, settings):
    job = papers.request(day, "rules", ASKED)
    for attempt in range(1, settings.JOB_ATTEMPTS + 1):
        assert jobs.claim(job.pk).attempt == attempt
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        jobs.sweep()
    assert (state(job), job.error) == (Job.State.FAILED, "paper_gave_up")
    jobs.retry(job)
    assert state(job) == Job.State.WAITING


def test_work_that_takes_long_keeps_its_lease_by_its_heartbeat(federation, day):
    job = jobs.claim(papers.request(day, "rules", ASKED).pk)
    first = job.lease_until
    with jobs.heartbeat(job):
        until(lambda: Job.objects.get(pk=job.pk).lease_until > first)
        assert jobs.claim(job.pk) is None


def test_work_that_hangs_loses_its_lease_although_its_process_lives(federation, day, settings):
    settings.JOB_LONGEST = 0
    job = jobs.claim(papers.request(day, "rules", ASKED).pk)
    with jobs.heartbeat(job):
        until(lambda: jobs.is_free(job.pk))
