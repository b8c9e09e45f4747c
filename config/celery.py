import os
import threading

from celery import Celery
from celery.signals import setup_logging, task_prerun

from tournaments.system import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("cheville")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

worker_here = threading.Event()  # set while a worker runs in this process


def reaches_a_worker() -> bool:
    """Return whether messages from this process reach a worker; those of `memory://` stay in the process."""
    return worker_here.is_set() or not app.conf.broker_url.startswith("memory:")


if os.environ.get("LOG_FORMAT") == "json":

    @setup_logging.connect
    def _keep_django_logging(**_signal) -> None:
        """Keep Celery from adding plain lines between those of JSON."""

    @task_prerun.connect
    def _set_request_id(task_id: str = "", **_signal) -> None:
        logs.request_id.set(task_id)
