"""Reasons for the delay of a job, as words for pages."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.common import jobs
from tournaments.models import Job


def delay_reason(job: Job, *, others: bool) -> str:
    """Return the reason that an unfinished job is not further on, or nothing.

    `others`: other jobs are being worked on.
    """
    now = timezone.now()
    long_ago = now - timedelta(seconds=settings.JOB_SAYS_WHY)
    alive = job.lease_until is not None and now <= job.lease_until <= jobs.lease() + jobs.A_MOMENT
    if job.state == Job.State.RUNNING:
        if not alive:
            return "worker_lost"
        return "takes_long" if job.started_at and job.started_at < long_ago else ""
    if job.state != Job.State.WAITING:
        return ""
    if job.remark or job.created_at >= long_ago:
        return job.remark
    return "others_first" if others else "no_worker"


def being_worked_on() -> bool:
    """Return whether any worker is at work on anything."""
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__isnull=False)
    return running.exclude(jobs.expired_lease()).exists()
