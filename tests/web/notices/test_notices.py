"""A notice for everybody: where it is read, how it ends, and what it must not become."""

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
def tournament() -> Tournament:
    tournament = factories.tournament(4, by=factories.director())
    factories.open_round(tournament)
    return tournament


@pytest.fixture
def director(client, tournament):
    client.force_login(factories.helper(tournament, "desk", "bureau"))
    return client


def token_at(tournament: Tournament) -> str:
    return devices.join(devices.invite_tables(tournament)[0].secret, uuid4()).token


def ask_here(client, token: str, seen: int = 0) -> dict:
    asked = {"token": token, "seen": seen, "epoch": 1, "queued": 0, "visible": True}
    return client.post("/api/1/here", asked, content_type="application/json").json()


def test_notice_is_shown_escaped_on_every_page(director, tournament):
    phone = f"/me/{devices.invite_players(tournament)[0].secret}/"
    public = [
        f"/t/{tournament.slug}/{path}"
        for path in ("", "rows/", "screen/", "screen/rows/", "where/", "rules/")
    ]
    public += [
        f"/t/{tournament.slug}/players/1/",
        f"/t/{tournament.slug}/rounds/1/screen/",
        phone,
        f"{phone}rows/",
    ]
    director.post(f"/t/{tournament.slug}/notice/", {"text": HOSTILE})
    own = [f"/t/{tournament.slug}/{path}" for path in ("notice/", "desk/", "standings/", "rounds/", "hall/")]
    notice = ask_here(director, token_at(tournament))["notice"]
    assert notice == {"text": HOSTILE, "left": None}
    for path in own:
        assert director.get(path).content.decode().count(ESCAPED) == 1, path
    director.logout()
    for path in public:
        html = director.get(path).content.decode()
        assert html.count(ESCAPED) == 1, path
        assert "<script>alert" not in html


def test_removed_notice_disappears_and_both_acts_are_recorded(director, tournament):
    token = token_at(tournament)
    director.post(f"/t/{tournament.slug}/notice/", {"text": "Dîner à 12 h 15"})
    version = ask_here(director, token)["version"]
    director.post(f"/t/{tournament.slug}/notice/away/")
    later = ask_here(director, token, seen=version)
    assert later["notice"] is None
    assert "data-notice" not in director.get(f"/t/{tournament.slug}/rows/").content.decode()
    done = tournament.acts.filter(kind__startswith="notice").order_by("version")
    assert [(act.kind, act.by.username) for act in done] == [("notice", "bureau"), ("notice_end", "bureau")]
    director.force_login(factories.organiser(tournament, "chef"))
    assert director.get(f"/t/{tournament.slug}/acts/").content.decode().count("Dîner à 12 h 15") == 1


def test_notice_ends_at_its_time_on_every_page(director, tournament):
    notices.set_notice(tournament, "Dîner", timezone.now() + timedelta(seconds=50), by=None)
    first = director.get(f"/t/{tournament.slug}/rows/")
    assert "data-notice" in first.content.decode()
    again = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert director.get(f"/t/{tournament.slug}/rows/", **again).status_code == 304
    assert 0 < ask_here(director, token_at(tournament))["notice"]["left"] <= 50
    Tournament.objects.update(notice_until=timezone.now() - timedelta(seconds=1))  # a minute later
    over = director.get(f"/t/{tournament.slug}/rows/", **again)
    assert over.status_code == 200
    assert "data-notice" not in over.content.decode()
    assert notices.current_notice(Tournament.objects.get(pk=tournament.pk)) == ""
    assert ask_here(director, token_at(tournament))["notice"] is None


def test_public_rows_with_a_notice_take_one_query(client, tournament):
    notices.set_notice(tournament, "Dîner", None, by=None)
    first = client.get(f"/t/{tournament.slug}/rows/")
    for more in ({}, {"HTTP_IF_NONE_MATCH": first["ETag"]}):
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/t/{tournament.slug}/rows/", **more)
        assert len(asked) == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [({"text": "  "}, "notice_missing"), ({"text": "x" * 161}, "notice_too_long")],
)
def test_refused_notice_stays_typed(director, tournament, given, code):
    answer = director.post(f"/t/{tournament.slug}/notice/", given)
    assert answer.status_code == 422
    assert given["text"].strip() in answer.content.decode()
    assert not tournament.acts.filter(kind="notice").exists()
    with pytest.raises(DomainError) as refused:
        notices.set_notice(tournament, given["text"], None, by=None)
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
def test_end_of_a_notice_is_a_coming_time_of_today(monkeypatch, now, typed, end):
    moment = datetime(2026, 11, 21, *now, tzinfo=timezone.get_current_timezone())
    monkeypatch.setattr(timezone, "now", lambda: moment)
    if end is None:
        with pytest.raises(DomainError, match="notice_is_over"):
            notices.end_of(time(*typed))
    else:
        assert notices.end_of(time(*typed)) - moment == timedelta(minutes=end)
    assert notices.end_of(None) is None


@pytest.mark.parametrize("role", ["judge", "registration", "viewer"])
def test_other_roles_cannot_write_notices(client, tournament, role):
    client.force_login(factories.helper(tournament, role, role))
    assert client.post(f"/t/{tournament.slug}/notice/", {"text": "Dîner"}).status_code == 403
    assert client.post(f"/t/{tournament.slug}/notice/away/").status_code == 403


def test_notice_does_not_block_undo(tournament):
    rounds.close_round(_play_first_round(tournament), by=None)
    before = audit_log.last_undoable(tournament)
    notices.set_notice(tournament, "Dîner", None, by=None)
    assert before is not None
    assert audit_log.last_undoable(tournament) == before


def _play_first_round(tournament: Tournament):
    round_ = stages.qualifying(tournament).rounds.get(number=1)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
    return round_


def test_tablet_shows_a_notice_until_its_end():
    data = {"notice": {"text": "Dîner", "left": 60}}
    assert WORDING("Cheville.wording.notice", data, 60_000, 59_999) == "Dîner"
    assert WORDING("Cheville.wording.notice", data, 60_000, 60_000) == ""
    assert (
        WORDING("Cheville.wording.notice", {"notice": {"text": "Dîner", "left": None}}, 0, 10**12) == "Dîner"
    )
    assert WORDING("Cheville.wording.notice", {"notice": None}, 0, 0) == ""
    assert WORDING("Cheville.wording.notice", {}, 0, 0) == "", "as an older laptop sends it"
    assert WORDING("Cheville.wording.notice", None, 0, 0) == ""
