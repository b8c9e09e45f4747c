"""Monitoring: alive, ready and which part is not, counts across processes, lines of JSON."""

import io
import json
import logging
import re
import sys
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests import factories
from tests.devices.test_api import result
from tests.server.parts import Browser, until
from tournaments import devices
from tournaments.common import jobs
from tournaments.publishing.papers import printing
from tournaments.system import logs
from tournaments.web.monitoring.endpoints import request_kind

PROXY_HEADERS = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Host": "crible.example.org"}
DAY = timedelta(days=1)
WATCH_SETTINGS = {"METRICS": "true", "LOG_FORMAT": "json"}


def readiness(browser: Browser) -> tuple[int, dict[str, str]]:
    answer = browser.get("/readyz")
    return answer.status, json.loads(answer.text)["parts"]


def test_readyz_names_the_part_that_is_away(federation):
    browser = Browser(federation.url)
    everything = dict.fromkeys(("settings", "database", "migrations", "cache", "broker"), "ok")
    until(lambda: readiness(browser) == (200, everything))  # the cache may have been away a moment ago
    federation.valkey.kill()
    assert readiness(browser) == (200, everything | {"cache": "away", "broker": "away"})
    federation.postgres.kill()
    assert browser.get("/healthz").status == 200
    assert readiness(browser)[0] == 503
    assert readiness(browser)[1]["database"] == "away"
    federation.valkey.start()
    federation.postgres.start()
    until(lambda: readiness(browser) == (200, everything))


def test_monitoring_pages_are_hidden_behind_the_proxy(federation):
    browser = Browser(federation.url)
    assert browser.get("/healthz").text == "ok\n"
    for page in ("/readyz", "/metrics"):
        for header, value in PROXY_HEADERS.items():
            assert browser.get(page, **{header: value}).status == 404, header
    assert browser.get("/metrics").status == 404, "off unless it is asked for"


def metric_value(text: str, name: str) -> float:
    """Return the value of a metric, adding up all labels that match."""
    found = re.findall(rf"^{name}(?:\{{.*\}})? (\S+)$", text, re.MULTILINE)
    return sum(float(value) for value in found)


@pytest.mark.machine_clock
def test_metrics_add_up_processes_and_logs_name_no_person(federation, tmp_path):
    token = uuid4().hex
    watched = {**WATCH_SETTINGS, "METRICS_DIR": str(tmp_path), "WATCH_TOKEN": token}
    one, two = (federation.web(**watched) for _turn in range(2))
    tournament = factories.tournament(8, by=factories.director(f"lise-{uuid4().hex[:8]}"))
    factories.open_round(tournament)
    invited = devices.invite_tables(tournament)[0]
    joins = [
        Browser(web.url).say("join", invitation=invited.secret, device=str(uuid4()))[1] for web in (one, two)
    ]
    meeting = Browser(one.url).say("here", token=joins[0]["token"])[1]["meetings"][0]
    sent = result(meeting, [121, 88])
    for web in (one, two):
        Browser(web.url).say("submit", token=joins[0]["token"], epoch=1, results=[sent])
    secret = invited.secret
    Browser(one.url).get(f"/table/{secret}/?name=O%27Brien", **{"X-Request-ID": "asked-by-the-proxy"})
    Browser(two.url).get(f"/me/{secret}-unknown/")
    printing.request(tournament, "rules", {"language": "en"})
    now = timezone.now()  # a web host that is away is tried again for days
    put_off = jobs.Job.objects.create(
        tournament=tournament, kind="send", created_at=now - DAY, not_before=now + timedelta(minutes=10)
    )
    assert Browser(one.url).get("/metrics").status == 404
    found = Browser(two.url).get("/metrics", Authorization=f"Bearer {token}").text
    assert (
        metric_value(
            found, 'cheville_request_seconds_count{kind="device_join",status="200"}'.replace("{", r"\{")
        )
        == 2
    )
    assert metric_value(found, r'cheville_results_total\{answer="accepted"\}') == 1
    assert metric_value(found, r'cheville_results_total\{answer="same"\}') == 1
    assert metric_value(found, "cheville_lock_wait_seconds_count") >= 3
    assert (
        metric_value(found, r'cheville_jobs\{state="waiting"\}')
        == jobs.Job.objects.filter(state="waiting").count()
    )
    assert 0 < metric_value(found, "cheville_oldest_waiting_job_seconds") < DAY.total_seconds()
    put_off.delete()
    assert metric_value(found, "cheville_devices_heard") >= 2
    assert metric_value(found, "cheville_database_up") == 1
    lines = [
        json.loads(line) for web in (one, two) for line in web.output.splitlines() if line.startswith("{")
    ]
    answered = [line for line in lines if line["logger"] == "cheville.request"]
    assert {"time", "request", "kind", "status", "ms"} <= set(answered[0])
    assert any(line["request"] == "asked-by-the-proxy" and line["path"] == "/table/…/" for line in answered)
    assert any(
        line.get("tournament") == str(tournament.pk) for line in answered if line["kind"] == "device_submit"
    )
    for secret_of_somebody in (secret, joins[0]["token"], "Brien", token, invited.code):
        assert secret_of_somebody not in one.output + two.output


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/t/journee-2026/desk/", "/t/journee-2026/desk/"),
        ("/t/journee-2026/card/12/", "/t/journee-2026/card/12/"),
        ("/t/journee-2026/papers/0b9c0f1e-0000-4000-8000-000000000000/", "/t/journee-2026/papers/…/"),
        ("/t/x/registration/known/?name=O'Brien", "/t/x/registration/known/?…"),
        ("/table/s3cr3t-of-a-table/", "/table/…/"),
        ("/me/s3cr3t/rows/", "/me/…/…/"),
        ("/table/%00/", "/table/…/"),
        ("/api/1/submit", "/api/1/submit"),
        ("/static/css/day.css", "/static/css/day.css"),
    ],
)
def test_logged_path_has_no_secrets(path, logged):
    assert logs.without_secrets(path) == logged


def test_exception_is_logged_without_its_message():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    log = logging.Logger("test")
    log.addHandler(handler)
    try:
        {}["Réal O'Brien"]
    except KeyError:
        log.error("Internal Server Error: %s", "/table/s3cr3t/", exc_info=sys.exc_info())
    line = json.loads(stream.getvalue())
    assert (line["exception"], line["level"]) == ("KeyError", "error")
    assert "test_exception_is_logged" in line["at"][-1]
    assert line["message"] == "Internal Server Error: /table/…/"
    assert "Brien" not in stream.getvalue()


def test_unknown_paths_are_of_kind_other():
    paths = [
        "/",
        "/t/a/",
        "/t/b/desk/x/",
        "/t/c/<script>/",
        "/api/1/here",
        "/api/9/x",
        "/wp-login.php",
        "/table/1/",
    ]
    kinds = ["home", "public", "desk", "other", "device_here", "other", "other", "table"]
    assert [request_kind(path) for path in paths] == kinds
