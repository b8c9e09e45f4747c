"""Background jobs: a row in the database and a message to Celery on commit.

The row is the outbox: it is written in the transaction that requests the work, and the message to Celery
follows when that is committed. A worker owns the job it works on and renews its lease; `sweep` sends jobs
without a worker again, so a message that is lost, a broker that is away and a worker that was killed only
delay it. A message that comes twice finds the row taken. A process without worker and broker, as a child of
the laptop's worker is, sends nothing: its rows wait for the next sweep.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.models import Job, Tournament, rows
from tournaments.models.locking import REPLACED_CODES
from tournaments.system import disk

TASK = "tournaments.run_job"
SWEEP = "tournaments.sweep"
COPY, PUBLISH, SEND, CONFIRM, MESSAGE = "copy", "publish", "send", "confirm", "message"
MAIL, TRY_MAIL, TRY_DESTINATION = "mail", "try_mail", "try_destination"
MAX_WAIT = timedelta(hours=1)  # of work that is put off
LAST_ATTEMPT = 30_000  # the column has room for 32767
CLOCK_TOLERANCE = timedelta(seconds=30)  # by which the clocks of two machines may differ
UNFINISHED = (Job.State.WAITING, Job.State.RUNNING)
REQUEST_FIELDS = (
    "state",
    "cancel",
    "error",
    "remark",
    "created_at",
    "sent_at",
    "finished_at",
    "not_before",
    "args",
)

log = logging.getLogger(__name__)


def delay_reason(job: Job, *, others: bool) -> str:
    """Return the reason that an unfinished job is not further on, or nothing.

    `others`: other jobs are being worked on.
    """
    from config.celery import reaches_a_worker

    now = timezone.now()
    long_ago = now - timedelta(seconds=settings.JOB_SAYS_WHY)
    alive = job.lease_until is not None and now <= job.lease_until <= lease_end() + CLOCK_TOLERANCE
    if job.state == Job.State.RUNNING:
        if not alive:
            return "worker_lost"
        return "takes_long" if job.started_at and job.started_at < long_ago else ""
    if job.state != Job.State.WAITING:
        return ""
    if job.sent_at is None and not reaches_a_worker():
        return "no_worker_here"
    if job.remark or job.created_at >= long_ago:
        return job.remark
    return "others_first" if others else "no_worker"


def has_running_jobs() -> bool:
    """Return whether any worker is at work on anything."""
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__isnull=False)
    return running.exclude(expired_lease_filter()).exists()


class Cancelled(Exception):
    """Raised when a job is cancelled, or when another worker holds it."""


# Requesting


def enqueue(tournament: Tournament, kind: str, args: dict[str, Any], *, key: str = "", total: int = 0) -> Job:
    """Queue a job. With a `key` there is one unfinished job of it at a time: a second call returns it."""
    with transaction.atomic():
        # Without this row held, two clicks at once would each find no unfinished job and make one. It is not
        # held by `locked`, as nothing of the tournament is written: a life that is over is no reason to fail.
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        unfinished = Job.objects.filter(tournament=tournament, key=key, state__in=UNFINISHED)
        same = unfinished.first() if key else None
        job = same or Job.objects.create(
            tournament=tournament, kind=kind, args=args, key=key, total=total, sent_at=initial_sent_at()
        )
        if same is None or is_free(job.pk):
            transaction.on_commit(lambda: send(job))
        return job


def enqueue_copy(tournament: Tournament) -> None:
    """Queue a copy of the tournament for after the commit; only under its lock.

    There is one row a tournament, so several actions give one copy. A copy that is being written just now may
    lack this action, so the row waits again and is sent when that one is done.
    """
    enqueue_latest(tournament, COPY, {}, key=COPY)


def enqueue_latest(tournament: Tournament, kind: str, args: dict[str, Any], *, key: str) -> Job:
    """Queue a job of which only the newest request counts; only under the lock of the tournament.

    There is one row of a `key`. If a worker has it, it waits again and is sent after that. Repeated requests
    do not delay it: `sent_at` stays that of the first message that was not taken.
    """
    now = timezone.now()
    # Without the row held, a worker could take it between these lines and its attempt would be overwritten.
    which = "WHERE tournament_id = %s AND key = %s ORDER BY state IN (%s, %s) DESC, id DESC"
    stored = rows.locked_row(Job, which, tournament.pk, key, *UNFINISHED)
    job = stored or Job(tournament=tournament, kind=kind, key=key)
    if job.state != Job.State.WAITING or not job.sent_at:  # else the first message may have been lost
        job.sent_at = initial_sent_at()
    job.state, job.cancel, job.error, job.remark = Job.State.WAITING, False, "", ""
    job.created_at, job.finished_at, job.not_before = now, None, None
    job.args = args
    rows.write(job, *REQUEST_FIELDS)
    transaction.on_commit(lambda: send(job))
    return job


def initial_sent_at() -> datetime | None:
    """Return the `sent_at` of a job that is sent on commit; None if only a later sweep can send it."""
    from config.celery import reaches_a_worker

    return timezone.now() if reaches_a_worker() else None


def send(job: Job) -> None:
    """Send a job to Celery, by name. If the broker is away the row records it, and the sweep sends it."""
    from kombu.exceptions import OperationalError

    from config.celery import app, reaches_a_worker

    if not reaches_a_worker():
        return
    try:
        app.send_task(TASK, [job.pk])
    except (OperationalError, OSError):
        log.warning("The broker is away: job %s waits for it.", job.pk)
        sent: dict[str, Any] = {"sent_at": None, "remark": Job.Remark.QUEUE_AWAY}
    else:
        if job.sent_at is not None:
            return
        sent = {"sent_at": timezone.now()} | ({"remark": ""} if job.remark == Job.Remark.QUEUE_AWAY else {})
    Job.objects.filter(pk=job.pk, state=Job.State.WAITING).update(**sent)


# Working


def _free_filter() -> Q:
    """Return the filter of jobs without a worker: waiting and due, or with an expired lease."""
    now = timezone.now()
    # A delay longer than the longest possible one was set before the clock was put back.
    due = Q(not_before=None) | Q(not_before__lte=now) | Q(not_before__gt=now + MAX_WAIT)
    return due & Q(state__in=UNFINISHED) & (Q(lease_until=None) | expired_lease_filter())


def expired_lease_filter() -> Q:
    """Return the filter of leases that have run out, or are longer than any: the clock was put back since."""
    return Q(lease_until__lt=timezone.now()) | Q(lease_until__gt=lease_end() + CLOCK_TOLERANCE)


def is_free(job_id: int) -> bool:
    """Return whether a job can be taken."""
    return Job.objects.filter(_free_filter(), pk=job_id).exists()


def claim(job_id: int) -> Job | None:
    """Take a job that waits, or one whose worker has gone silent. Return None if it is neither."""
    with transaction.atomic():
        # A message that came twice reaches two workers: the second one waits here and finds it taken.
        job = Job.objects.select_for_update().filter(_free_filter(), pk=job_id).first()
        if job is None:
            return None
        lost = job.state == Job.State.RUNNING or job.remark == Job.Remark.WORKER_LOST
        job.remark = Job.Remark.WORKER_LOST if lost else ""
        job.state, job.error = Job.State.RUNNING, ""
        job.owner = f"{socket.gethostname()[:100]} {os.getpid()}"
        job.started_at, job.lease_until = timezone.now(), lease_end()
        job.attempt = _next_attempt(job.attempt, lost=lost)
        job.done = 0
        job.save()
        return job


def _next_attempt(attempt: int, *, lost: bool) -> int:
    """Return the number of the next attempt of a job.

    Lost attempts follow each other; otherwise a new series begins, after a multiple of `JOB_ATTEMPTS`, as a
    job that is requested or put off again and again is not at fault when its worker ends (`_release_silent`).
    """
    ended = attempt if lost else attempt + -attempt % settings.JOB_ATTEMPTS
    return ended + 1 if ended < LAST_ATTEMPT else 1


def lease_end() -> datetime:
    """Return the end of a lease that begins now, unless a heartbeat renews it."""
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE)


def _current_attempt(job: Job) -> QuerySet[Job]:
    """Return the row, as long as this attempt is the current one."""
    return Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING, cancel=False)


@contextmanager
def heartbeat(job: Job) -> Iterator[None]:
    """Renew the lease of a job while it is worked on, even if one page of it takes long.

    Work that takes longer than `JOB_LONGEST` hangs: its lease expires like that of a worker that was killed.
    """
    ended = threading.Event()
    held = Job.objects.filter(pk=job.pk, attempt=job.attempt, lease_until__isnull=False)
    latest = time.monotonic() + settings.JOB_LONGEST

    def beat() -> None:
        while not ended.wait(settings.JOB_LEASE / 3) and time.monotonic() < latest:
            try:
                held.update(lease_until=lease_end())
            except DatabaseError:  # away for a moment; the next beat may work
                connection.close()
        connection.close()

    thread = threading.Thread(target=beat, name=f"job-{job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def reporter(job: Job, *, every: float = 0.4) -> Callable[[int], None]:
    """Return a function that a producer calls with its progress; it writes at most once in `every` seconds.

    It raises `Cancelled` once the job is cancelled, or has another attempt.
    """
    last = 0.0

    def report(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < every:
            return
        last = now
        if not _current_attempt(job).update(done=done, lease_until=lease_end()):
            raise Cancelled

    return report


def run(job_id: int, work: Callable[[Job], Any]) -> None:
    """Take a job and run it; do nothing if another worker has it or it is finished. A failure is recorded.

    It is not if the database is away: that is no fault of the job, which is sent again later.
    """
    job = claim(job_id)
    if job is None:
        return
    try:
        with heartbeat(job):
            work(job)
    except Cancelled:
        release(job)  # if it was requested again meanwhile
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        if isinstance(error, DomainError) and error.code in REPLACED_CODES:
            cancel(job)  # its tournament was replaced while it was worked on
        elif Job.objects.filter(pk=job.pk).exists():  # else its tournament was deleted meanwhile
            fail(job, error_code(error))
            raise


def job_task(work: Callable[[Job], Any]) -> Callable[[int], None]:
    """Turn a function that does a job into one that a worker calls with the job's id (`run`)."""
    return wraps(work)(partial(run, work=work))


def error_code(error: BaseException) -> str:
    """Return the code of the error that stopped a job, more precise if a person can correct its cause."""
    fault = disk.fault(error, settings.DATA_DIR)
    if fault == disk.FULL:
        return "disk_full"
    if fault or isinstance(error, PermissionError | NotADirectoryError | FileExistsError):
        return "papers_not_writable"
    return "paper_no_memory" if isinstance(error, MemoryError) else "paper_failed"


def finish(job: Job, content: bytes, name: str) -> bool:
    """Store the result for download. Return False if the job was cancelled, or has another attempt by now."""
    folder = Path(settings.MEDIA_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{job.uid.hex}-{job.attempt}-{name}"
    disk.write_atomically(path, content)
    if not mark_done(job, path.name):
        path.unlink()
        return False
    return True


def mark_done(job: Job, result: str = "") -> bool:
    """Mark a job as done. Return False if it was cancelled, requested again, or taken by another attempt."""
    if _current_attempt(job).update(
        state=Job.State.DONE, result=result, done=job.total, finished_at=timezone.now(), lease_until=None
    ):
        return True
    release(job)
    return False


def release(job: Job) -> None:
    """Release a job that was requested again while this attempt was at work on it: it begins anew."""
    again = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.WAITING)
    if again.update(lease_until=None, sent_at=None):  # a message that came meanwhile was not taken
        send(Job.objects.get(pk=job.pk))


def postpone(job: Job, seconds: float, args: dict[str, Any], error: str = "") -> None:
    """Continue a job later: it keeps its progress, and `error` says why it waits.

    With 0 seconds it goes behind the jobs that wait now.
    """
    until = timezone.now() + timedelta(seconds=seconds) if seconds else None
    waits = {"state": Job.State.WAITING, "not_before": until, "args": args, "error": error[:300]}
    if not _current_attempt(job).update(**waits, remark="", lease_until=None, sent_at=None, owner=""):
        release(job)
    elif not seconds:
        send(Job.objects.get(pk=job.pk))


def has_waiting_jobs(job: Job) -> bool:
    """Return whether other work could be begun now."""
    return Job.objects.filter(_free_filter(), state=Job.State.WAITING).exclude(pk=job.pk).exists()


def fail(job: Job, error: str) -> None:
    """Mark a job as failed; it can be tried again by hand."""
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
    failed = {"state": Job.State.FAILED, "error": error[:300], "finished_at": timezone.now()}
    if not mine.update(**failed, lease_until=None):
        release(job)


def fail_unfinished(job_id: int, error: str, before: int) -> None:
    """Mark a job as failed whose process ended without reporting: killed, or unable to begin.

    `before` is the attempt that came before that of the process.
    """
    unfinished = Job.objects.filter(pk=job_id, state__in=UNFINISHED)
    # A job that was begun and waits was requested again while that process was at work: it begins anew.
    begun = unfinished.filter(state=Job.State.WAITING).exclude(attempt=before)
    if begun.update(lease_until=None, sent_at=None):
        return
    unfinished.update(state=Job.State.FAILED, error=error, finished_at=timezone.now(), lease_until=None)


def cancel(job: Job) -> None:
    """Cancel a job: at once if it waits, at its next report if it runs."""
    Job.objects.filter(pk=job.pk, state__in=UNFINISHED).update(
        cancel=True, state=Job.State.CANCELLED, finished_at=timezone.now(), lease_until=None
    )


def retry(job: Job, **changes: Any) -> None:
    """Queue a job again that failed or was cancelled; `changes` of its columns are written with that."""
    again = Job.objects.filter(pk=job.pk, state__in=[Job.State.FAILED, Job.State.CANCELLED])
    if again.update(
        state=Job.State.WAITING,
        cancel=False,
        error="",
        remark="",
        done=0,
        created_at=timezone.now(),
        sent_at=initial_sent_at(),
        finished_at=None,
        not_before=None,
        **changes,
    ):
        transaction.on_commit(lambda: send(Job.objects.get(pk=job.pk)))


# Jobs without a worker


def sweep(*, unless_sent_within: float | None = None) -> int:
    """Send jobs without a worker again. Return how many.

    Called every `JOB_SWEEP` seconds, and by new workers. A job that was sent within so many seconds
    (`JOB_RESEND`) is assumed to be in the queue still.
    """
    now = timezone.now()
    recent = settings.JOB_RESEND if unless_sent_within is None else unless_sent_within
    for job in Job.objects.filter(expired_lease_filter(), state=Job.State.RUNNING):
        _release_silent(job)
    waits = Job.objects.filter(_free_filter(), state=Job.State.WAITING)
    long_ago = Q(sent_at__lte=now - timedelta(seconds=recent)) | Q(sent_at__gt=now + CLOCK_TOLERANCE)
    unsent = waits.filter(Q(sent_at=None) | long_ago).order_by("pk")
    for job in unsent:
        job.sent_at = None
        send(job)
    return len(unsent)


def _release_silent(job: Job) -> None:
    """Take a job from a worker that has gone silent; fail it if several workers did so over it."""
    gone = Job.objects.filter(expired_lease_filter(), pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
    free: dict[str, Any] = {"lease_until": None, "owner": "", "sent_at": None}
    log.warning("Job %s: %s has gone silent at attempt %s.", job.pk, job.owner, job.attempt)
    if job.attempt % settings.JOB_ATTEMPTS:
        gone.update(state=Job.State.WAITING, remark=Job.Remark.WORKER_LOST, done=0, **free)
    else:
        failed = {"state": Job.State.FAILED, "error": "paper_gave_up", "finished_at": timezone.now()}
        gone.update(**failed, remark="", **free)


def sweep_after_restart() -> None:
    """Run `sweep` as the only worker: jobs marked as running died with the previous one."""
    held = Job.objects.filter(state__in=UNFINISHED, lease_until__isnull=False)
    held.update(lease_until=timezone.now() - timedelta(seconds=1))
    sweep(unless_sent_within=0)  # the messages of the previous worker died with it too


def result_path(job: Job) -> Path:
    """Return the path of the result of a finished job."""
    return Path(settings.MEDIA_ROOT) / job.result


def result_name(job: Job) -> str:
    """Return the readable name of a finished job's file."""
    return job.result.split("-", 2)[2]
