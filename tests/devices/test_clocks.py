"""A wrong clock on a device is only noted: the result counts and no page fails."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments.models import Line, triggers
from tournaments.rounds import scores
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
IMPOSSIBLE_TIMES = [
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "1970-01-01T00:00:00Z",
    "2026-13-45T99:99:99Z",
    "2026-11-21T10:41:07",  # without a time zone
    "yesterday\u202e\0",
    7,
    {"at": []},
]


@pytest.fixture
def tablet():
    tournament = factories.tournament(4, by=factories.director())
    factories.open_round(tournament)
    body = joined(tournament)
    return tournament, body["token"], here(body["token"])["meetings"][0]


@pytest.mark.parametrize("clock", IMPOSSIBLE_TIMES)
def test_invalid_time_is_dropped_and_result_accepted(database, tablet, clock):
    _day, token, meeting = tablet
    (answer,) = submit(token, result(meeting, [121, 88], seen_at=clock))
    assert (answer["answer"], answer["dropped"]) == ("accepted", ["seen_at"])
    line = Line.objects.get()
    assert line.seen_at is None
    assert "clock" in line.note or "horloge" in line.note
    assert "\u202e" not in line.note


@pytest.mark.parametrize("days", [0, -6, 6])
def test_plausible_time_is_stored(database, tablet, days):
    _day, token, meeting = tablet
    seen_at = timezone.now() + timedelta(days=days)
    (answer,) = submit(token, result(meeting, [121, 88], seen_at=seen_at.isoformat()))
    assert (answer["answer"], answer["dropped"]) == ("accepted", [])
    assert (Line.objects.get().seen_at, Line.objects.get().note) == (seen_at, "")


def test_missing_time_adds_no_note(database, tablet):
    _day, token, meeting = tablet
    sent = result(meeting, [121, 88])
    assert [submit(token, sent)[0]["dropped"] for _ in range(2)] == [[], []]
    assert Line.objects.get().note == ""


DROP_INK_TRIGGER = {
    "postgresql": "DROP TRIGGER tournaments_line_ink ON tournaments_line",
    "sqlite": "DROP TRIGGER tournaments_line_ink_update",
}
STORED_TIMES = {
    "postgresql": ["0001-12-31 10:00:00+00 BC", "10000-01-01 11:59:59+00", "0001-01-01 00:00:00+00"],
    "sqlite": ["0001-01-01 00:00:00", "9999-12-31 23:59:59.999999"],
}


@pytest.mark.parametrize("which", [0, 1, -1])
def test_stored_invalid_time_breaks_no_page_or_copy(database, tablet, which):
    tournament, token, meeting = tablet
    submit(token, result(meeting, [121, 88]))
    store_seen_at(STORED_TIMES[database][which])
    pages = Client()
    pages.force_login(factories.User.objects.get(username="lise"))
    for page in ("desk/", "desk/?table=1", "rounds/", "rounds/1/", "copies/", "standings/", "", "tablets/"):
        assert pages.get(f"/t/{tournament.slug}/{page}").status_code == 200, page
    shown = pages.get(f"/t/{tournament.slug}/desk/state/")
    assert shown.status_code == 200
    assert here(token)["meetings"][0]["state"] == "entered"
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert life.lines.get().seen_at is None
    assert scores.impossible_clocks(life) == []
    output = StringIO()
    call_command("rebuild", check=True, stdout=output)
    assert f"{tournament.slug}: line 1: " in output.getvalue()
    assert scores.rebuild(tournament, check=True) == []


def store_seen_at(stored: str) -> None:
    """Store a device time that an older program accepted, past the trigger that forbids changes."""
    vendor = connection.vendor
    with connection.cursor() as cursor:
        if vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(DROP_INK_TRIGGER[vendor])
        cursor.execute("UPDATE tournaments_line SET seen_at = %s", [stored])
    triggers.install_triggers()
