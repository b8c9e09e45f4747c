import os

from celery import Celery
from celery.signals import setup_logging, task_prerun

from config import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("cheville")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

if os.environ.get("LOG_FORMAT") == "json":

    @setup_logging.connect
    def _as_django_does(**_signal) -> None:
        """Celery would put lines of its own between those of JSON."""

    @task_prerun.connect
    def _begins(task_id: str = "", **_signal) -> None:
        logs.request_id.set(task_id)
