"""A clock that jumped, a year on or ten back: nobody is signed out or held up, and a sentence says so."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tests.laptop.test_disk import warnings
from tests.rooms import pages_of
from tournaments import devices, rounds
from tournaments.accounts import rate_limits, staff
from tournaments.accounts.login_sessions import open_sessions
from tournaments.common import jobs
from tournaments.models import Device, Job, Role, Stage
from tournaments.rounds import stages
from tournaments.system import clock
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 11, 21, 15, 0, tzinfo=UTC)  # the day of factories.tournament
A_YEAR_ON, TEN_BACK = TODAY + timedelta(days=365), TODAY - timedelta(days=3652)
JUMPS = pytest.mark.parametrize("jumped_to", [A_YEAR_ON, TEN_BACK], ids=["a year on", "ten back"])


@pytest.fixture(autouse=True)
def _serving(monkeypatch):
    """The program has begun to serve on the day itself."""
    monkeypatch.setattr(clock, "began", None)
    with time_machine.travel(TODAY, tick=True):
        clock.begin()
        yield


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    tournament = factories.tournament(8, by=lise)
    factories.open_round(tournament)
    return tournament


def at(moment: datetime):
    return time_machine.travel(moment, tick=True)


@JUMPS
def test_nobody_is_signed_out_and_nobody_who_signed_in_meanwhile(jumped_to, lise, day, settings):
    settings.LAN_HTTP = True
    before, meanwhile = Client(), Client()
    before.force_login(lise)
    with at(jumped_to):
        assert before.get(f"/t/{day.slug}/rounds/").status_code == 200
        assert meanwhile.post("/sign-in/", {"username": "lise", "password": "crible-121"}).status_code == 302
        assert len(open_sessions(lise.sign_ins.all())) == 2
    for browser in (before, meanwhile):
        assert browser.get(f"/t/{day.slug}/rounds/").status_code == 200
    cookie = meanwhile.cookies["sessionid"]
    assert cookie["max-age"] >= 366 * 24 * 3600


def test_on_a_server_a_session_ends_after_its_time(lise, day, settings):
    settings.LAN_HTTP = False
    settings.SESSION_COOKIE_AGE = 30 * 24 * 3600
    browser = Client()
    browser.force_login(lise)
    with at(TODAY + timedelta(days=29)):
        assert browser.get("/account/").status_code == 200
    with at(TODAY + timedelta(days=31)):
        assert browser.get("/account/").status_code == 302


@JUMPS
def test_a_helper_of_today_goes_on(jumped_to, lise, day):
    until = staff.role_end(staff.TODAY, timezone.now())
    aide = factories.helper(day, "desk", "aide")
    aide.roles.update(until=until)
    with at(jumped_to):
        assert [role.role for role in type(aide).objects.get(pk=aide.pk).held] == [Role.Kind.DESK]
    with at(TODAY + timedelta(days=2)):  # the same days went by while it ran
        clock.began = (clock.began[0], clock.began[1] - 2 * 24 * 3600)
        assert type(aide).objects.get(pk=aide.pk).held == []


@JUMPS
def test_todays_tournament_stays_first(jumped_to, lise, day):
    later = factories.tournament(4, by=lise)
    stages.describe(later, {"date": factories.date(2026, 11, 28)}, by=lise)
    stages.describe(day, {"place": "Salle L'Écuyer"}, by=lise)
    browser = Client()
    browser.force_login(lise)
    for moment in (TODAY, jumped_to):
        with at(moment):
            assert [row["slug"] for row in browser.get("/").context["mine"]] == [day.slug, later.slug]
            assert [row["slug"] for row in Client().get("/").context["today"]] == [day.slug]
            for judge in pages_of("judge", "/judge/"):
                assert [one["name"] for one in Client().get(judge).context["others"]] == [day.name]


@JUMPS
def test_tablets_go_on(jumped_to, day):
    told = joined(day)
    meeting = here(told["token"])["meetings"][0]
    device = Device.objects.get()
    Device.objects.update(last_seen=timezone.now())
    with at(jumped_to):
        assert statuses.device_statuses(day)[0].silent_for > devices.SILENT_AFTER  # until it speaks
        assert here(told["token"])["meetings"][0]["uid"] == meeting["uid"]
        device.refresh_from_db()
        assert abs(device.last_seen - timezone.now()) < timedelta(minutes=1)
        assert statuses.device_statuses(day)[0].silent_for < devices.SILENT_AFTER
        assert submit(told["token"], result(meeting, [121, 88]))[0]["answer"] == "accepted"
    assert here(told["token"])["meetings"][0]["uid"] == meeting["uid"]
    device.refresh_from_db()
    assert abs(device.last_seen - timezone.now()) < timedelta(minutes=1)


@JUMPS
def test_the_limits_of_before_hold_nobody_up(jumped_to, day):
    invited = devices.invite_tables(day)[0]
    for _turn in range(devices.JOINS_BY_CODE):
        assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 200
    for _turn in range(10):
        post("join", invitation="000000", device=str(uuid4()))
    assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 429
    assert rate_limits.count("code6", "127.0.0.1", within=60) == 10
    with at(jumped_to):
        assert rate_limits.count("code6", "127.0.0.1", within=60) == 0
        assert post("join", invitation=invited.secret, device=str(uuid4())).status_code == 200


@JUMPS
def test_wrong_passwords_of_before_hold_nobody_up(jumped_to, lise):
    browser, wrong = Client(), {"username": "lise", "password": "121"}
    right = {**wrong, "password": "crible-121"}
    for _turn in range(11):
        browser.post("/sign-in/", wrong)
    assert browser.post("/sign-in/", right).status_code == 429
    with at(jumped_to):
        assert browser.post("/sign-in/", wrong).status_code == 200
        assert browser.post("/sign-in/", right).status_code == 302


@JUMPS
def test_a_job_of_a_worker_that_is_gone_is_done_and_one_that_waits_is_sent(jumped_to, day):
    Job.objects.all().delete()
    waits = jobs.enqueue(day, "rules", {}, key="waits")
    gone = jobs.enqueue(day, "rules", {}, key="gone")
    assert jobs.claim(gone.pk)
    with at(jumped_to):
        jobs.sweep()
        for job in (waits, gone):
            assert jobs.claim(job.pk), job.key
        assert jobs.being_worked_on()
        assert not jobs.claim(waits.pk)


def test_a_clock_that_was_put_back_gives_a_round_no_more_than_its_time(lise):
    tournament = factories.tournament(4, by=lise, clock=True, minutes=25)
    round_ = factories.open_round(tournament)
    with at(TEN_BACK):
        assert rounds.seconds_left(round_) == 25 * 60


# What is said


@JUMPS
def test_a_sentence_says_so_until_it_is_put_right(jumped_to, lise, day, monkeypatch):
    monkeypatch.setattr("tournaments.system.disk.SCARCE", 0)
    browser = Client()
    browser.force_login(lise)
    pages = ("/", f"/t/{day.slug}/rounds/", f"/t/{day.slug}/desk/")
    for moment, said in ((TODAY, []), (jumped_to, ["clock"]), (TODAY, [])):
        with at(moment):
            assert [warnings(browser, path) for path in pages] == [said] * 3
            assert warnings(Client(), f"/t/{day.slug}/") == []
    monkeypatch.setattr(clock, "began", None)  # and after a start in another year
    with at(jumped_to):
        clock.begin()
        assert warnings(browser, f"/t/{day.slug}/rounds/") == ["clock"]


def test_a_clock_that_is_put_right_in_the_middle_of_the_day_is_right(lise, day, monkeypatch):
    monkeypatch.setattr("tournaments.system.disk.SCARCE", 0)
    with at(TEN_BACK):
        clock.begin()
    browser = Client()
    browser.force_login(lise)
    assert clock.jumped() > timedelta(days=3000)
    assert warnings(browser) == warnings(browser, f"/t/{day.slug}/rounds/") == []
    stages.qualifying(day)
    Stage.objects.update(state=Stage.State.FINISHED)
    assert warnings(browser) == ["clock"]  # nothing shows that it is


def test_summer_time_and_small_corrections_are_no_jump():
    with at(TODAY + timedelta(minutes=50)):
        assert clock.jumped() == timedelta()
    assert not clock.is_suspicious()
