"""The base of the tests: two databases, a real queue with real workers, and the worker inside."""

import pytest
from django.db import connection

from tournaments.models import Organisation


@pytest.mark.both_databases
@pytest.mark.django_db
def test_database_is_the_one_in_the_test_name(database):
    Organisation.objects.create(name="Fédération de l'Est")
    assert connection.vendor == database
    assert Organisation.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db
def test_rows_of_another_test_are_gone():
    assert not Organisation.objects.exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_live_server_uses_the_database_of_the_test(live_server, page, database):
    Organisation.objects.create(name=database)
    page.goto(f"{live_server.url}/sign-in/")
    assert page.locator("input[name=username]").is_visible()


@pytest.mark.both_databases
def test_worker_process_answers_over_valkey(celery_worker_process, database_url):
    from config.celery import app

    worker = celery_worker_process()
    assert [list(answer.values()) for answer in app.control.ping(timeout=5, limit=1)] == [[{"ok": "pong"}]]
    assert worker.end() == 0


def test_laptop_worker_starts_and_stops():
    from config.celery import app
    from tournaments.laptop.worker import LaptopWorker

    worker = LaptopWorker()
    worker.start()
    assert [list(answer.values()) for answer in app.control.ping(timeout=5, limit=1)] == [[{"ok": "pong"}]]
    worker.stop()
    assert not app.control.ping(timeout=0.5)
