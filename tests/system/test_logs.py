"""A fault in the log of a server: its cause, the path and the places, and nothing that people wrote."""

import io
import json
import logging

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from config import urls
from tournaments.models.django_private import CustomHandler
from tournaments.system.logs import JsonLines
from tournaments.web.degraded_mode import server_error

pytestmark = pytest.mark.django_db

SECRET, NAME = "s3cr3t-of-a-table", "Réal O'Brien"


class WithCode(Exception):
    """An exception as psycopg raises it."""

    sqlstate = "40P01"


def deadlock(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Fail as a view does when a statement to the database fails."""
    try:
        raise WithCode(f"Key (name)=({request.GET['name']})")
    except WithCode as error:
        raise OperationalError(f"{NAME} {secret}") from error


urlpatterns = [path("table/<secret>/fails/", deadlock), path("api/1/fails", deadlock), *urls.urlpatterns]
handler500 = server_error


@pytest.fixture
def written():
    """Yield what is written to the log, as on a server."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    yield output
    logging.getLogger().removeHandler(handler)


def logged_fault(output: io.StringIO) -> dict:
    """Return the one fault of a log, which contains nothing of the request."""
    text = output.getvalue()
    assert SECRET not in text and "Brien" not in text
    (line,) = [line for line in map(json.loads, text.splitlines()) if line["level"] == "error"]
    return line


def assert_cause_is_logged(line: dict) -> None:
    assert line["exception"] == "OperationalError"
    assert line["at"][-1].startswith(f"{__file__}:") and line["at"][-1].endswith(" deadlock")
    (before,) = line["because"]
    assert before["exception"] == "WithCode 40P01"
    assert before["at"][-1].endswith(" deadlock")


def test_failing_view_logs_its_cause_and_no_personal_data(written, settings):
    settings.ROOT_URLCONF = __name__
    asked = Client(raise_request_exception=False).get(f"/table/{SECRET}/fails/", {"name": NAME})
    assert asked.status_code == 500
    line = logged_fault(written)
    assert line["message"].endswith(": /table/…/…/")
    assert_cause_is_logged(line)


def test_failing_device_request_logs_its_cause(written):
    heads = []
    answer = CustomHandler((), __name__)
    asked = RequestFactory().get("/api/1/fails", {"name": NAME}).environ
    assert answer(asked, lambda status, _headers: heads.append(status))
    assert heads[0].startswith("500")
    line = logged_fault(written)
    assert line["message"].endswith(": /api/1/fails")
    assert_cause_is_logged(line)


def test_circular_exception_chain_ends(written):
    one, other = ValueError(NAME), KeyError(NAME)
    one.__context__, other.__context__ = other, one
    logging.getLogger("cheville").error("Fault", exc_info=one)
    assert [before["exception"] for before in logged_fault(written)["because"]] == ["KeyError"]
