"""The state of a job, as pages show it."""

from typing import Any

from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.models import Job


def job_state(job: Job, *, others: bool) -> dict[str, Any]:
    """Return the part of a job that every page shows: whether it goes on, why it waits, why it failed."""
    why = jobs.delay_reason(job, others=others)
    return {
        "job": job,
        "unfinished": job.state in jobs.UNFINISHED,
        "why": sentences.sentence(why) if why else "",
        "error": sentences.sentence(job.error) if job.error in sentences.SENTENCES else job.error,
    }
