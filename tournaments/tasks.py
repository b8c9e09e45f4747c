"""What Celery runs: a task takes an id, fetches, calls one function, and is safe to repeat."""

import signal

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection

from config import child
from tournaments import copies, jobs
from tournaments.publication import papers


@shared_task(name=jobs.TASK)
def run_job(job_id: int) -> None:
    """Print what a job asks for; on the laptop in a child process, or the tablets would starve meanwhile."""
    if _on_a_server():
        papers.print_job(job_id)
        return
    code = _in_a_child("tournaments.publication.papers:print_job", job_id)
    if code not in (0, -signal.SIGTERM):  # SIGTERM: Cheville is ending, and prints it at its next start
        jobs.fail_unfinished(job_id, "paper_failed")


@shared_task(name=jobs.COPY_TASK)
def keep_copy(tournament_id: int) -> None:
    """Write a copy of the tournament as it stands now.

    What was asked for by earlier acts is in the copy of a later one: papers do not wait behind all of them.
    """
    if copies.is_kept(tournament_id):
        return
    if _on_a_server():
        copies.keep(tournament_id)
    else:
        _in_a_child("tournaments.copies:keep", tournament_id)


def _on_a_server() -> bool:
    return bool(settings.REDIS_URL) or connection.vendor != "sqlite"


def _in_a_child(work: str, key: int) -> int:
    return child.run(work, key, f"sqlite:///{connection.settings_dict['NAME']}", str(settings.DATA_DIR))


@worker_ready.connect
def _take_up_lost_jobs(**_signal) -> None:
    if settings.REDIS_URL:
        jobs.requeue_unfinished()
