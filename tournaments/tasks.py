"""What Celery runs: a task takes an id, fetches, calls one function, and is safe to repeat."""

import os
import subprocess
import sys

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection

from tournaments import jobs
from tournaments.publication import papers


@shared_task(name=jobs.TASK)
def run_job(job_id: int) -> None:
    """Print what a job asks for. On the laptop in a child process, or it would starve the tablets."""
    if settings.REDIS_URL:
        papers.print_job(job_id)
    else:
        _in_a_child(job_id)


def _in_a_child(job_id: int) -> None:
    environment = dict(os.environ, CHEVILLE_DATA=str(settings.DATA_DIR))
    if connection.vendor == "sqlite":
        environment["DATABASE_URL"] = f"sqlite:///{connection.settings_dict['NAME']}"
    subprocess.run([sys.executable, settings.BASE_DIR / "manage.py", "print_job", str(job_id)], env=environment)


@worker_ready.connect
def _take_up_lost_jobs(**_signal) -> None:
    if settings.REDIS_URL:
        jobs.requeue_unfinished()
