"""A row and a message, on commit: work that outlives a page.

The row is written in the transaction that asks for it; the message to Celery follows when that is committed.
The row is the truth: a message that is lost is sent again, a message that comes twice finds the row taken.
"""

import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Job, Tournament

TASK = "tournaments.run_job"
COPY_TASK = "tournaments.keep_copy"
LEASE = timedelta(seconds=60)
UNFINISHED = (Job.State.WAITING, Job.State.RUNNING)


class Cancelled(Exception):
    """Somebody pressed cancel, or another worker holds the job."""


def enqueue(tournament: Tournament, kind: str, args: dict[str, Any], *, key: str = "", total: int = 0) -> Job:
    """Ask for work. With a `key` there is one unfinished job of it at a time: asking twice gives the same."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if key:
            same = Job.objects.filter(tournament=tournament, key=key, state__in=UNFINISHED).first()
            if same:
                return same
        job = Job.objects.create(tournament=tournament, kind=kind, args=args, key=key, total=total)
        transaction.on_commit(lambda: send(job))
        return job


def send(job: Job) -> None:
    """Tell Celery about a job, by name."""
    from config.celery import app

    app.send_task(TASK, [job.pk])


def ask_for_copy(tournament: Tournament) -> None:
    """Have a copy of the tournament written once what is being done to it is committed.

    No row is kept: a message that is lost with the process is made up for by the next act's.
    """
    key = tournament.pk

    def ask() -> None:
        from config.celery import app

        app.send_task(COPY_TASK, [key])

    transaction.on_commit(ask)


def claim(job_id: int) -> Job | None:
    """Take a job that waits, or one whose worker has gone silent; None where there is nothing to take."""
    now = timezone.now()
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(free, pk=job_id).first()
        if job is None:
            return None
        job.state, job.lease_until, job.error = Job.State.RUNNING, now + LEASE, ""
        job.attempt += 1
        job.done = 0
        job.save()
        return job


def reporter(job: Job, *, every: float = 1.0) -> Callable[[int], None]:
    """A function that a producer calls with how much is done; it writes at most once in `every` seconds.

    It raises `Cancelled` once somebody has cancelled, or once the job is another attempt's.
    """
    last = 0.0

    def report(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < every:
            return
        last = now
        mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING, cancel=False)
        if not mine.update(done=done, lease_until=timezone.now() + LEASE):
            raise Cancelled

    return report


def finish(job: Job, content: bytes, name: str) -> bool:
    """Keep the result for download. False where the job was cancelled, or is another attempt's by now."""
    folder = Path(settings.MEDIA_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{job.uid.hex}-{job.attempt}-{name}"
    partial = path.with_suffix(".part")
    try:
        partial.write_bytes(content)
        os.replace(partial, path)
    except OSError:  # a full disk has no room for the half of a paper
        partial.unlink(missing_ok=True)
        raise
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING, cancel=False)
    done = mine.update(
        state=Job.State.DONE, result=path.name, done=job.total, finished_at=timezone.now(), lease_until=None
    )
    if not done:
        path.unlink()
    return bool(done)


def fail(job: Job, error: str) -> None:
    """Write down that a job failed; it can be tried again by hand."""
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
    mine.update(state=Job.State.FAILED, error=error[:300], finished_at=timezone.now(), lease_until=None)


def fail_unfinished(job_id: int, error: str) -> None:
    """The same for a job whose process ended without a word: killed, or unable to begin."""
    unfinished = Job.objects.filter(pk=job_id, state__in=UNFINISHED)
    unfinished.update(state=Job.State.FAILED, error=error, finished_at=timezone.now(), lease_until=None)


def cancel(job: Job) -> None:
    """Stop a job: at once where it waits, at its next report where it runs."""
    Job.objects.filter(pk=job.pk, state__in=UNFINISHED).update(
        cancel=True, state=Job.State.CANCELLED, finished_at=timezone.now(), lease_until=None
    )


def retry(job: Job) -> None:
    """Ask again for a job that failed or was cancelled."""
    again = Job.objects.filter(pk=job.pk, state__in=[Job.State.FAILED, Job.State.CANCELLED])
    if again.update(state=Job.State.WAITING, cancel=False, error="", done=0, finished_at=None):
        transaction.on_commit(lambda: send(job))


def requeue_unfinished(*, all_running: bool = False) -> int:
    """Send again what was asked for and not finished; how many. Called when a worker starts.

    `all_running` where this process holds the only worker: what is marked as running died with the last.
    """
    if all_running:
        Job.objects.filter(state=Job.State.RUNNING).update(lease_until=timezone.now() - LEASE)
    now = timezone.now()
    lost = Job.objects.filter(
        Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    ).order_by("pk")
    for job in lost:
        send(job)
    return len(lost)


def result_path(job: Job) -> Path:
    """Where the result of a finished job lies."""
    return Path(settings.MEDIA_ROOT) / job.result


def result_name(job: Job) -> str:
    """The readable name of a finished job's file."""
    return job.result.split("-", 2)[2]
