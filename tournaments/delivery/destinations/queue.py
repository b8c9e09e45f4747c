"""The jobs that send: waiting, tried again, or failed for good.

A tournament has one job for each destination; a newer publication replaces it. Errors that can pass by
themselves are tried again, at growing intervals and without end. Where a user must act first (a wrong
password, a full disk), trying again could lock an account, so the job fails and reports why.
"""

import logging
import time
import zipfile
from collections.abc import Callable
from typing import Any

from django.conf import settings

from tournaments.common import jobs
from tournaments.delivery.destinations.registry import open_cheville, open_storage
from tournaments.delivery.destinations.sending import Sending
from tournaments.delivery.destinations.storage import RemoteStorage, TransferError, UnknownKey
from tournaments.models import Destination, Job, SentFile, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder, season_folder
from tournaments.transfer import copies

TEST_FILE = "cheville-test.txt"  # the file that is sent for a test
RETRY_DELAYS = (10, 20, 40, 80, 160, 320, 600)  # seconds to wait after so many failures
GIVES_WAY = 2.0  # seconds of sending after which other jobs go first
LOOKS = 1.0  # seconds between checks for other jobs

log = logging.getLogger(__name__)


class YieldToOtherJob(Exception):
    """Raised to yield the worker to another job, or at the end of this job's turn."""


def queue_test(tournament: Tournament, destination: Destination) -> Job:
    """Queue a test of a destination; its outcome is the state of the job."""
    with locked(tournament) as current:
        args = {"to": destination.pk}
        return jobs.enqueue_latest(current, jobs.TRY_DESTINATION, args, key=f"try {destination.pk}")


def queue_transfer(tournament: Tournament, destination: Destination) -> Job:
    """Queue a transfer of the whole current tournament to a Cheville server."""
    with locked(tournament) as current:
        return auto_publish.queue_transfer(current, destination)


@jobs.job_task
def send_job(job: Job) -> None:
    """Send the publication or the tournament of a job."""
    known = _destination(job)
    if known is None:
        jobs.cancel(job)
        return
    made = None
    if known.kind not in Destination.TOURNAMENT_KINDS:
        try:
            made = folder.unzipped(jobs.result_path(Job.objects.get(pk=job.args["made"])))
        except (OSError, Job.DoesNotExist, zipfile.BadZipFile):
            log.warning("Job %s: its publication cannot be read.", job.pk, exc_info=True)
            jobs.fail(job, "files_gone")
            return
    try:
        if made is None:  # the whole current tournament, to another server
            assert job.tournament is not None
            content = copies.seal_copy(copies.pack(job.tournament))
            outcome = {"outcome": open_cheville(known).take(content, job.tournament.language)}
        else:
            outcome = _send(job, known, made)
    except YieldToOtherJob:
        jobs.postpone(job, 0, job.args)
    except jobs.Cancelled:
        jobs.release(job)
    except TransferError as trouble:
        _remember_key(known, trouble)
        retry_or_fail(job, trouble)
    else:
        record_outcome(job, why="", tries=0, **outcome)
        jobs.mark_done(job)


def _send(job: Job, destination: Destination, made: dict[str, bytes]) -> dict[str, Any]:
    """Send the tournament as published, and its seasons as they are now, as theirs there may be newer."""
    assert job.tournament is not None
    whose: dict[str, Any] = {"destination": destination, "tournament_uid": job.tournament.uid}
    there = SentFile.objects.filter(**whose)

    def note(path: str, digest: str | None) -> None:
        if digest is None:
            there.filter(path=path).delete()
        else:
            SentFile.objects.update_or_create(**whose, path=path, defaults={"sha256": digest})
            job.args["tries"] = 0  # progress was made: the next error counts as the first

    sending = Sending(
        made,
        lambda: open_storage(destination),
        known=dict(there.values_list("path", "sha256")),
        note=note,
        report=reporter(job, len(made)),
        beside=[*season_folder.folders(job.tournament), *season_folder.withdrawn(job.tournament)],
    )
    sending.send()
    return {"sent": sending.sent, "left_alone": sending.years_left_alone}


def reporter(job: Job, total: int) -> Callable[[int], None]:
    """Return a callback that reports progress and may raise `YieldToOtherJob`: a laptop has one worker."""
    Job.objects.filter(pk=job.pk).update(total=total)
    job.total = total
    tell = jobs.reporter(job)
    began = looked = time.monotonic()

    def report(done: int) -> None:
        nonlocal looked
        tell(done)
        now = time.monotonic()
        if now - began > settings.JOB_LONGEST / 2:
            raise YieldToOtherJob
        if now - began > GIVES_WAY and now - looked > LOOKS:
            looked = now
            if jobs.has_waiting_jobs(job):
                raise YieldToOtherJob

    return report


@jobs.job_task
def try_job(job: Job) -> None:
    """Test a destination."""
    known = _destination(job)
    if known is None:
        jobs.cancel(job)
        return
    try:
        if known.kind in Destination.TOURNAMENT_KINDS:
            open_cheville(known).try_out()
        else:
            check_storage(open_storage(known))
    except TransferError as trouble:
        _remember_key(known, trouble)
        record_outcome(job, why=trouble.why)
        jobs.fail(job, trouble.code)
    else:
        jobs.mark_done(job)


def check_storage(place: RemoteStorage) -> None:
    """Write a file as for a publication, read it back, delete it. Raises `TransferError`."""
    try:
        place.write(f"{TEST_FILE}.part", b"Cheville\n")
        place.rename(f"{TEST_FILE}.part", TEST_FILE)
        if place.read(TEST_FILE) != b"Cheville\n":
            raise TransferError("destination_not_writable")
        place.delete(TEST_FILE)
    finally:
        place.close()


def _destination(job: Job) -> Destination | None:
    """Return the destination of a job if it is still one of its tournament, else None.

    A tournament that a restore has archived is sent nowhere: it would replace the one that goes on.
    """
    assert job.tournament is not None
    if not job.tournament.live:
        return None
    return Destination.for_tournament(job.tournament).filter(pk=job.args["to"]).first()


def retry_or_fail(job: Job, trouble: TransferError) -> None:
    """Try again later if that can help, at growing intervals; otherwise fail the job."""
    tries = job.args.get("tries", 0) + 1
    if trouble.passing:
        wait = RETRY_DELAYS[min(tries, len(RETRY_DELAYS)) - 1]
        jobs.postpone(job, wait, job.args | {"why": trouble.why, "tries": tries}, trouble.code)
    else:
        record_outcome(job, why=trouble.why, tries=0)
        jobs.fail(job, trouble.code)


def _remember_key(destination: Destination, trouble: TransferError) -> None:
    """Store the key that a server showed, for the director to check."""
    if isinstance(trouble, UnknownKey):
        Destination.objects.filter(pk=destination.pk).update(offered_key=trouble.key)


def record_outcome(job: Job, **args: Any) -> None:
    """Record the outcome of a running job among its `args`."""
    job.args = job.args | args
    mine = Job.objects.filter(pk=job.pk, attempt=job.attempt, state=Job.State.RUNNING)
    mine.update(args=job.args)
