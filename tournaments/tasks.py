"""What Celery runs: a task takes an id, fetches, calls one function, and is safe to repeat."""

import signal

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection

from config import child
from tournaments import jobs
from tournaments.publication import papers


@shared_task(name=jobs.TASK)
def run_job(job_id: int) -> None:
    """Print what a job asks for; on the laptop in a child process, or the tablets would starve meanwhile."""
    if settings.REDIS_URL or connection.vendor != "sqlite":
        papers.print_job(job_id)
    else:
        code = child.run(job_id, f"sqlite:///{connection.settings_dict['NAME']}", str(settings.DATA_DIR))
        if code not in (0, -signal.SIGTERM):  # SIGTERM: Cheville is ending, and prints it at its next start
            jobs.fail_unfinished(job_id, "paper_failed")


@worker_ready.connect
def _take_up_lost_jobs(**_signal) -> None:
    if settings.REDIS_URL:
        jobs.requeue_unfinished()
