"""A notice for everybody: where it is read, how it ends, what is never made of it."""

from datetime import datetime, time, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.scripts.engine import load
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.models import Tournament
from tournaments.publishing import notices
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
WORDING = load("tablet_app/wording.js")
HOSTILE = "<script>alert(1)</script> Dîner à 12 h 15 & l'apéro"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt; Dîner à 12 h 15 &amp; l&#x27;apéro"


@pytest.fixture
def day() -> Tournament:
    day = factories.tournament(4, by=factories.director())
    factories.open_round(day)
    return day


@pytest.fixture
def director(client, day):
    client.force_login(factories.helper(day, "desk", "bureau"))
    return client


def token_at(day: Tournament) -> str:
    return devices.join(devices.invite_tables(day)[0].secret, uuid4()).token


def here(client, token: str, seen: int = 0) -> dict:
    asked = {"token": token, "seen": seen, "epoch": 1, "queued": 0, "visible": True}
    return client.post("/api/1/here", asked, content_type="application/json").json()


def test_what_is_typed_at_the_desk_is_read_everywhere_and_nowhere_as_markup(director, day):
    phone = f"/me/{devices.invite_players(day)[0].secret}/"
    public = [
        f"/t/{day.slug}/{path}" for path in ("", "rows/", "screen/", "screen/rows/", "where/", "rules/")
    ]
    public += [f"/t/{day.slug}/players/1/", f"/t/{day.slug}/rounds/1/screen/", phone, f"{phone}rows/"]
    director.post(f"/t/{day.slug}/notice/", {"text": HOSTILE})
    own = [f"/t/{day.slug}/{path}" for path in ("notice/", "desk/", "standings/", "rounds/", "hall/")]
    told = here(director, token_at(day))["notice"]
    assert told == {"text": HOSTILE, "left": None}
    for path in own:
        assert director.get(path).content.decode().count(ESCAPED) == 1, path
    director.logout()
    for path in public:
        html = director.get(path).content.decode()
        assert html.count(ESCAPED) == 1, path
        assert "<script>alert" not in html


def test_taken_away_it_is_gone_and_both_are_acts(director, day):
    token = token_at(day)
    director.post(f"/t/{day.slug}/notice/", {"text": "Dîner à 12 h 15"})
    version = here(director, token)["version"]
    director.post(f"/t/{day.slug}/notice/away/")
    later = here(director, token, seen=version)
    assert later["notice"] is None
    assert "data-notice" not in director.get(f"/t/{day.slug}/rows/").content.decode()
    done = day.acts.filter(kind__startswith="notice").order_by("version")
    assert [(act.kind, act.by.username) for act in done] == [("notice", "bureau"), ("notice_end", "bureau")]
    director.force_login(factories.organiser(day, "chef"))
    assert director.get(f"/t/{day.slug}/acts/").content.decode().count("Dîner à 12 h 15") == 1


def test_it_ends_by_itself_for_whoever_looks(director, day):
    notices.tell(day, "Dîner", timezone.now() + timedelta(seconds=50), by=None)
    first = director.get(f"/t/{day.slug}/rows/")
    assert "data-notice" in first.content.decode()
    again = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert director.get(f"/t/{day.slug}/rows/", **again).status_code == 304
    assert 0 < here(director, token_at(day))["notice"]["left"] <= 50
    Tournament.objects.update(notice_until=timezone.now() - timedelta(seconds=1))  # a minute later
    over = director.get(f"/t/{day.slug}/rows/", **again)
    assert over.status_code == 200
    assert "data-notice" not in over.content.decode()
    assert notices.current_notice(Tournament.objects.get(pk=day.pk)) == ""
    assert here(director, token_at(day))["notice"] is None


def test_a_phone_that_watches_costs_one_query_as_before(client, day):
    notices.tell(day, "Dîner", None, by=None)
    first = client.get(f"/t/{day.slug}/rows/")
    for more in ({}, {"HTTP_IF_NONE_MATCH": first["ETag"]}):
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/t/{day.slug}/rows/", **more)
        assert len(asked) == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [({"text": "  "}, "notice_missing"), ({"text": "x" * 161}, "notice_too_long")],
)
def test_what_is_refused_stays_typed(director, day, given, code):
    answer = director.post(f"/t/{day.slug}/notice/", given)
    assert answer.status_code == 422
    assert given["text"].strip() in answer.content.decode()
    assert not day.acts.filter(kind="notice").exists()
    with pytest.raises(DomainError) as refused:
        notices.tell(day, given["text"], None, by=None)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("now", "typed", "end"),
    [
        ((11, 40), (12, 15), 35),
        ((23, 30), (0, 10), 40),  # after midnight
        ((12, 15), (12, 10), None),
        ((12, 15), (12, 15), None),
    ],
)
def test_its_end_is_a_time_of_today(monkeypatch, now, typed, end):
    moment = datetime(2026, 11, 21, *now, tzinfo=timezone.get_current_timezone())
    monkeypatch.setattr(timezone, "now", lambda: moment)
    if end is None:
        with pytest.raises(DomainError, match="notice_is_over"):
            notices.end_of(time(*typed))
    else:
        assert notices.end_of(time(*typed)) - moment == timedelta(minutes=end)
    assert notices.end_of(None) is None


@pytest.mark.parametrize("role", ["judge", "registration", "viewer"])
def test_others_cannot(client, day, role):
    client.force_login(factories.helper(day, role, role))
    assert client.post(f"/t/{day.slug}/notice/", {"text": "Dîner"}).status_code == 403
    assert client.post(f"/t/{day.slug}/notice/away/").status_code == 403


def test_it_stands_in_the_way_of_no_undo(day):
    rounds.close_round(_played(day), by=None)
    before = audit_log.last_undoable(day)
    notices.tell(day, "Dîner", None, by=None)
    assert before is not None
    assert audit_log.last_undoable(day) == before


def _played(day: Tournament):
    round_ = stages.qualifying(day).rounds.get(number=1)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
    return round_


def test_a_tablet_shows_it_until_its_end():
    told = {"notice": {"text": "Dîner", "left": 60}}
    assert WORDING("Cheville.wording.notice", told, 60_000, 59_999) == "Dîner"
    assert WORDING("Cheville.wording.notice", told, 60_000, 60_000) == ""
    assert (
        WORDING("Cheville.wording.notice", {"notice": {"text": "Dîner", "left": None}}, 0, 10**12) == "Dîner"
    )
    assert WORDING("Cheville.wording.notice", {"notice": None}, 0, 0) == ""
    assert WORDING("Cheville.wording.notice", {}, 0, 0) == "", "what an older laptop tells"
    assert WORDING("Cheville.wording.notice", None, 0, 0) == ""
