"""The clock of a device is a remark: whatever it says, the result counts and no page fails."""

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
IMPOSSIBLE = [
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "1970-01-01T00:00:00Z",
    "2026-13-45T99:99:99Z",
    "2026-11-21T10:41:07",  # of which time zone?
    "yesterday\u202e\0",
    7,
    {"at": []},
]


@pytest.fixture
def tablet():
    day = factories.tournament(4, by=factories.director())
    factories.open_round(day)
    told = joined(day)
    return day, told["token"], here(told["token"])["meetings"][0]


@pytest.mark.parametrize("clock", IMPOSSIBLE)
def test_a_time_that_cannot_be_is_dropped_and_the_result_counts(database, tablet, clock):
    _day, token, meeting = tablet
    (answer,) = submit(token, result(meeting, [121, 88], seen_at=clock))
    assert (answer["answer"], answer["dropped"]) == ("accepted", ["seen_at"])
    line = Line.objects.get()
    assert line.seen_at is None
    assert "clock" in line.note or "horloge" in line.note
    assert "\u202e" not in line.note


@pytest.mark.parametrize("days", [0, -6, 6])
def test_a_time_near_our_own_is_kept(database, tablet, days):
    _day, token, meeting = tablet
    seen_at = timezone.now() + timedelta(days=days)
    (answer,) = submit(token, result(meeting, [121, 88], seen_at=seen_at.isoformat()))
    assert (answer["answer"], answer["dropped"]) == ("accepted", [])
    assert (Line.objects.get().seen_at, Line.objects.get().note) == (seen_at, "")


def test_no_time_at_all_is_no_remark(database, tablet):
    _day, token, meeting = tablet
    sent = result(meeting, [121, 88])
    assert [submit(token, sent)[0]["dropped"] for _ in range(2)] == [[], []]
    assert Line.objects.get().note == ""


PAST_THE_INK = {
    "postgresql": "DROP TRIGGER tournaments_line_ink ON tournaments_line",
    "sqlite": "DROP TRIGGER tournaments_line_ink_update",
}
STORED = {
    "postgresql": ["0001-12-31 10:00:00+00 BC", "10000-01-01 11:59:59+00", "0001-01-01 00:00:00+00"],
    "sqlite": ["0001-01-01 00:00:00", "9999-12-31 23:59:59.999999"],
}


@pytest.mark.parametrize("which", [0, 1, -1])
def test_a_line_that_holds_such_a_time_already_is_read_everywhere(database, tablet, which):
    day, token, meeting = tablet
    submit(token, result(meeting, [121, 88]))
    written_with(STORED[database][which])
    pages = Client()
    pages.force_login(factories.User.objects.get(username="lise"))
    for page in ("desk/", "desk/?table=1", "rounds/", "rounds/1/", "copies/", "standings/", "", "tablets/"):
        assert pages.get(f"/t/{day.slug}/{page}").status_code == 200, page
    shown = pages.get(f"/t/{day.slug}/desk/state/")
    assert shown.status_code == 200
    assert here(token)["meetings"][0]["state"] == "entered"
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert life.lines.get().seen_at is None
    assert scores.impossible_clocks(life) == []
    said = StringIO()
    call_command("rebuild", check=True, stdout=said)
    assert f"{day.slug}: line 1: " in said.getvalue()
    assert scores.rebuild(day, check=True) == []


def written_with(stored: str) -> None:
    """Put a time into the line that an older program let in: past the ink, as nothing else may."""
    vendor = connection.vendor
    with connection.cursor() as cursor:
        if vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(PAST_THE_INK[vendor])
        cursor.execute("UPDATE tournaments_line SET seen_at = %s", [stored])
    triggers.install_triggers()
