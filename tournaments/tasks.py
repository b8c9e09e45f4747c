"""The tasks of Celery: each takes an id, fetches, calls one function, and is safe to repeat."""

import signal

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from tournaments.common import jobs
from tournaments.models import Job
from tournaments.organisations import privacy
from tournaments.system import child_process, database_file
from tournaments.transfer import copies

PRINT_JOB = "tournaments.publishing.papers.printing:print_job"
JOB_FUNCTIONS = {
    jobs.PUBLISH: "tournaments.publishing.outputs.folder:publish_job",
    jobs.SEND: "tournaments.delivery.destinations.queue:send_job",
    jobs.MAIL: "tournaments.delivery.mail.queue:mail_job",
    jobs.TRY_MAIL: "tournaments.delivery.mail.queue:try_job",
    jobs.CONFIRM: "tournaments.delivery.mail.confirmations:confirmation_job",
    jobs.MESSAGE: "tournaments.delivery.mail.messages:message_job",
    "prove": "tournaments.transfer.dry_run:dry_run_job",
    jobs.TRY_DESTINATION: "tournaments.delivery.destinations.queue:try_job",
}


@shared_task(name=jobs.TASK)
def run_job(job_id: int) -> None:
    """Run a job; on the laptop a paper in a child process, or the tablets would have to wait.

    A copy is written here: one of 48 people and 15 games takes 60 ms, a child needs a second to start.
    """
    if not jobs.is_free(job_id):  # a message that comes twice starts no process
        return
    kind, attempt = Job.objects.values_list("kind", "attempt").get(pk=job_id)
    if kind == jobs.COPY:
        copies.write_copy_job(job_id)
        return
    work = JOB_FUNCTIONS.get(kind, PRINT_JOB)
    if settings.REDIS_URL or connection.vendor != "sqlite":  # on a server
        import_string(work.replace(":", "."))(job_id)
        return
    url = database_file.url_of(connection.settings_dict["NAME"])
    code = child_process.run(work, job_id, url, str(settings.DATA_DIR))
    if code not in (0, -signal.SIGTERM):  # SIGTERM: Cheville is ending, and runs the job at its next start
        killed = code == -signal.SIGKILL  # as a computer does that runs out of memory
        jobs.fail_unfinished(job_id, "paper_no_memory" if killed else "paper_failed", attempt)
    jobs.sweep()  # jobs that the child added, such as copies: it could send no message


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """Hand out again jobs that no worker has, write copies that are due, delete what is kept no longer."""
    copies.requeue_failed()
    jobs.sweep()
    privacy.clear_expired_data()


@worker_ready.connect
def _take_up_lost_jobs(**_signal) -> None:
    if settings.REDIS_URL:
        jobs.sweep(unless_sent_within=0)  # the queue may have ended with the broker
