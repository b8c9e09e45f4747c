"""A worker that receives the orders of the pages, and takes its time."""

import pytest


@pytest.fixture(autouse=True)
def slow_worker(monkeypatch):
    monkeypatch.setattr("config.celery.reaches_a_worker", lambda: True)
    monkeypatch.setattr("config.celery.app.send_task", lambda *message, **options: None)
