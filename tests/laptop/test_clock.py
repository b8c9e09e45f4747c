"""After a clock jumps a year on or ten back, users stay signed in, work goes on, and a warning is shown."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tests.laptop.test_disk import warnings
from tests.optional_packages import pages_of
from tournaments import devices, rounds
from tournaments.accounts import helpers, rate_limits
from tournaments.accounts.login_sessions import open_sessions
from tournaments.common import jobs
from tournaments.models import Device, Job, Role, Stage
from tournaments.rounds import stages
from tournaments.system import clock
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 11, 21, 15, 0, tzinfo=UTC)  # the day of factories.tournament
YEAR_LATER, TEN_YEARS_EARLIER = TODAY + timedelta(days=365), TODAY - timedelta(days=3652)
JUMPS = pytest.mark.parametrize("jumped_to", [YEAR_LATER, TEN_YEARS_EARLIER], ids=["a year on", "ten back"])


@pytest.fixture(autouse=True)
def _serving(monkeypatch):
    """Begin to serve on the day of the tournament."""
    monkeypatch.setattr(clock, "began", None)
    with time_machine.travel(TODAY, tick=True):
        clock.begin()
        yield


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    tournament = factories.tournament(8, by=lise)
    factories.open_round(tournament)
    return tournament


def travel_to(moment: datetime):
    return time_machine.travel(moment, tick=True)


@JUMPS
def test_sessions_survive_a_clock_jump(jumped_to, lise, tournament, settings):
    settings.LAN_HTTP = True
    before, meanwhile = Client(), Client()
    before.force_login(lise)
    with travel_to(jumped_to):
        assert before.get(f"/t/{tournament.slug}/rounds/").status_code == 200
        assert meanwhile.post("/sign-in/", {"username": "lise", "password": "crible-121"}).status_code == 302
        assert len(open_sessions(lise.sign_ins.all())) == 2
    for browser in (before, meanwhile):
        assert browser.get(f"/t/{tournament.slug}/rounds/").status_code == 200
    cookie = meanwhile.cookies["sessionid"]
    assert cookie["max-age"] >= 366 * 24 * 3600


def test_on_a_server_a_session_ends_after_its_time(lise, tournament, settings):
    settings.LAN_HTTP = False
    settings.SESSION_COOKIE_AGE = 30 * 24 * 3600
    browser = Client()
    browser.force_login(lise)
    with travel_to(TODAY + timedelta(days=29)):
        assert browser.get("/account/").status_code == 200
    with travel_to(TODAY + timedelta(days=31)):
        assert browser.get("/account/").status_code == 302


@JUMPS
def test_role_for_today_survives_a_clock_jump(jumped_to, lise, tournament):
    until = helpers.role_end(helpers.TODAY, timezone.now())
    aide = factories.helper(tournament, "desk", "aide")
    aide.roles.update(until=until)
    with travel_to(jumped_to):
        assert [role.role for role in type(aide).objects.get(pk=aide.pk).current_roles] == [Role.Kind.DESK]
    with travel_to(TODAY + timedelta(days=2)):  # two days passed while the program ran
        clock.began = (clock.began[0], clock.began[1] - 2 * 24 * 3600)
        assert type(aide).objects.get(pk=aide.pk).current_roles == []


@JUMPS
def test_todays_tournament_stays_first(jumped_to, lise, tournament):
    later = factories.tournament(4, by=lise)
    stages.change_description(later, {"date": factories.date(2026, 11, 28)}, by=lise)
    stages.change_description(tournament, {"place": "Salle L'Écuyer"}, by=lise)
    browser = Client()
    browser.force_login(lise)
    for moment in (TODAY, jumped_to):
        with travel_to(moment):
            assert [row["slug"] for row in browser.get("/").context["mine"]] == [tournament.slug, later.slug]
            assert [row["slug"] for row in Client().get("/").context["today"]] == [tournament.slug]
            for judge in pages_of("judge", "/judge/"):
                assert [one["name"] for one in Client().get(judge).context["others"]] == [tournament.name]


@JUMPS
def test_tablets_work_after_a_clock_jump(jumped_to, tournament):
    body = joined(tournament)
    meeting = here(body["token"])["meetings"][0]
    device = Device.objects.get()
    Device.objects.update(last_seen=timezone.now())
    with travel_to(jumped_to):
        assert statuses.device_statuses(tournament)[0].silent_for > devices.SILENT_AFTER  # not heard yet
        assert here(body["token"])["meetings"][0]["uid"] == meeting["uid"]
        device.refresh_from_db()
        assert abs(device.last_seen - timezone.now()) < timedelta(minutes=1)
        assert statuses.device_statuses(tournament)[0].silent_for < devices.SILENT_AFTER
        assert submit(body["token"], result(meeting, [121, 88]))[0]["answer"] == "accepted"
    assert here(body["token"])["meetings"][0]["uid"] == meeting["uid"]
    device.refresh_from_db()
    assert abs(device.last_seen - timezone.now()) < timedelta(minutes=1)


@JUMPS
def test_rate_limits_reset_after_a_clock_jump(jumped_to, tournament):
    invited = devices.invite_tables(tournament)[0]
    for _turn in range(devices.MAX_JOINS):
        assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 200
    for _turn in range(10):
        post("join", invitation="000000", device=str(uuid4()))
    assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 429
    assert rate_limits.count("code6", "127.0.0.1", within=60) == 10
    with travel_to(jumped_to):
        assert rate_limits.count("code6", "127.0.0.1", within=60) == 0
        assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 200


@JUMPS
def test_sign_in_block_ends_after_a_clock_jump(jumped_to, lise):
    browser, wrong = Client(), {"username": "lise", "password": "121"}
    right = {**wrong, "password": "crible-121"}
    for _turn in range(11):
        browser.post("/sign-in/", wrong)
    assert browser.post("/sign-in/", right).status_code == 429
    with travel_to(jumped_to):
        assert browser.post("/sign-in/", wrong).status_code == 200
        assert browser.post("/sign-in/", right).status_code == 302


@JUMPS
def test_jobs_are_swept_after_a_clock_jump(jumped_to, tournament):
    Job.objects.all().delete()
    waits = jobs.enqueue(tournament, "rules", {}, key="waits")
    gone = jobs.enqueue(tournament, "rules", {}, key="gone")
    assert jobs.claim(gone.pk)
    with travel_to(jumped_to):
        jobs.sweep()
        for job in (waits, gone):
            assert jobs.claim(job.pk), job.key
        assert jobs.has_running_jobs()
        assert not jobs.claim(waits.pk)


def test_clock_put_back_gives_a_round_no_extra_time(lise):
    tournament = factories.tournament(4, by=lise, clock=True, minutes=25)
    round_ = factories.open_round(tournament)
    with travel_to(TEN_YEARS_EARLIER):
        assert rounds.seconds_left(round_) == 25 * 60


# Warnings


@JUMPS
def test_clock_warning_lasts_until_it_is_corrected(jumped_to, lise, tournament, monkeypatch):
    monkeypatch.setattr("tournaments.system.disk.SCARCE", 0)
    browser = Client()
    browser.force_login(lise)
    pages = ("/", f"/t/{tournament.slug}/rounds/", f"/t/{tournament.slug}/desk/")
    for moment, expected in ((TODAY, []), (jumped_to, ["clock"]), (TODAY, [])):
        with travel_to(moment):
            assert [warnings(browser, path) for path in pages] == [expected] * 3
            assert warnings(Client(), f"/t/{tournament.slug}/") == []
    monkeypatch.setattr(clock, "began", None)  # after a start with the wrong clock
    with travel_to(jumped_to):
        clock.begin()
        assert warnings(browser, f"/t/{tournament.slug}/rounds/") == ["clock"]


def test_no_warning_when_clock_is_corrected_while_playing(lise, tournament, monkeypatch):
    monkeypatch.setattr("tournaments.system.disk.SCARCE", 0)
    with travel_to(TEN_YEARS_EARLIER):
        clock.begin()
    browser = Client()
    browser.force_login(lise)
    assert clock.jump_size() > timedelta(days=3000)
    assert warnings(browser) == warnings(browser, f"/t/{tournament.slug}/rounds/") == []
    stages.qualifying(tournament)
    Stage.objects.update(state=Stage.State.FINISHED)
    assert warnings(browser) == ["clock"]  # nothing shows that the clock is wrong


def test_summer_time_and_small_corrections_are_no_jump():
    with travel_to(TODAY + timedelta(minutes=50)):
        assert clock.jump_size() == timedelta()
    assert not clock.is_suspicious()
