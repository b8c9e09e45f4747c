"""The Celery worker inside the laptop's one process: no broker, no second window, no Internet.

It takes messages from `memory://`, which are lost with the process; the jobs table is not, and unfinished
jobs are sent again at the next start, and by a sweep every few seconds. On a server `REDIS_URL` is set and
workers are processes of their own.
"""

import logging
import multiprocessing
import threading
import time
from typing import Any

from celery.worker import WorkController
from django.conf import settings

from config.celery import app, worker_here

TIMEOUT = 10


class LaptopWorker:
    """One worker on a thread, which hands heavy work to a child process."""

    def __init__(self) -> None:
        logging.getLogger("celery.worker.control").setLevel(logging.ERROR)  # it warns of being stopped
        app.conf.broker_transport_options = {"polling_interval": 0.1}
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._work, name="laptop-worker", daemon=True)

    def _work(self) -> None:
        worker = WorkController(
            app=app,
            pool_cls="solo",
            concurrency=1,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            ready_callback=self._on_ready,
        )
        worker.start()

    def _on_ready(self, consumer: Any) -> None:
        """Begin to sweep as well; a message that found no turn in time expires."""
        every = settings.JOB_SWEEP
        consumer.timer.call_repeatedly(every, lambda: app.send_task("tournaments.sweep", expires=every))
        worker_here.set()
        self._ready.set()

    def start(self) -> None:
        """Start the thread and wait until it takes messages.

        Raises `RuntimeError` if it ended instead (a bug, whose trace is in the log).
        """
        self._thread.start()
        while not self._ready.wait(timeout=0.1):
            if not self._thread.is_alive():
                raise RuntimeError("The worker inside this process did not start.")

    def stop(self) -> None:
        """Stop taking messages and end the child at work; its job begins again with the next start."""
        worker_here.clear()
        app.control.shutdown()
        latest = time.monotonic() + TIMEOUT
        while self._thread.is_alive() and time.monotonic() < latest:
            for child in multiprocessing.active_children():
                child.terminate()
            self._thread.join(0.1)
