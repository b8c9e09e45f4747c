"""Requests are measured before they are read, and names, bodies, joins and numbers have limits."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tournaments import devices
from tournaments.devices import calls, joining
from tournaments.models import Call, Device, Entry, Line, Tournament
from tournaments.rounds.scores.lines import MAX_LINES

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases
TOO_MANY_BYTES = 300_000_000


@pytest.fixture
def tournament():
    tournament = factories.tournament(8, by=factories.User.objects.create_superuser("lise", password="x"))
    factories.open_round(tournament)
    return tournament


@pytest.fixture
def lise(tournament):
    pages = Client(headers={"accept-language": "en"})
    pages.force_login(factories.User.objects.get(username="lise"))
    return pages


def test_device_limits_match_the_docs():
    """docs/protocol.md: 30 join by an invitation in ten minutes; docs/server.md: silent after two."""
    assert devices.MAX_JOINS == 30
    assert devices.MAX_TOKENS == 20
    waits = [devices.JOIN_PERIOD, devices.SILENT_AFTER, joining.SEEN_INTERVAL]
    assert [one.total_seconds() for one in waits] == [600, 120, 20]


# NUL, and texts that are too long


@both
def test_invalid_characters_in_addresses_cause_no_error(database, tournament):
    for secret in ("%00", "a%00b", "%E2%80%AEx", "%07", "x" * 3000):
        for address in ("/table/{}/", "/me/{}/", "/me/{}/rows/", "/{}", "/static/{}", "/t/{}/"):
            answer = Client().get(address.format(secret))
            found = address == "/table/{}/" and len(secret) > 100
            assert answer.status_code == (200 if found else 404), (address, secret)


@both
def test_invalid_characters_in_searches_cause_no_error(database, tournament, lise):
    for asked in ("%00", "%E2%80%AE", "R%00%C3%A9al", "x" * 5000):
        assert lise.get(f"/t/{tournament.slug}/registration/known/?name={asked}").status_code == 200
        assert lise.get(f"/t/{tournament.slug}/where/?q={asked}").status_code == 200


@both
@pytest.mark.parametrize("name", ["x" * 300, "\0", "lise\0", "\u202elise", "x" * 151])
def test_invalid_user_name_causes_no_error(database, tournament, name):
    answer = Client().post("/sign-in/", {"username": name, "password": "y" * 5000})
    assert answer.status_code == 200


@both
def test_invalid_cookie_causes_no_error(database, tournament):
    for cookie in (r'"aaaaaaaaaa\000"', "x" * 3000, ("\u202e" * 9).encode().decode("latin-1")):
        pages = Client()
        for name in ("sessionid", "csrftoken", "django_language", "messages"):
            answer = pages.get("/", headers={"cookie": f"{name}={cookie}"})
            assert answer.status_code == 200, (name, cookie)


@both
def test_overlong_nonce_is_not_stored(database, tournament, lise):
    meeting = tournament.stages.get().rounds.get().meetings.get(place__number=1)
    address = f"/t/{tournament.slug}/desk/write/"
    typed = {"do": "void", "meeting": str(meeting.uid), "game": 1, "seen": 0, "nonce": "n" * 5000}
    assert lise.post(address, typed).status_code in (200, 302, 409, 422)
    assert not Line.objects.filter(nonce="n" * 65).exists()


# Names


def test_control_characters_are_removed_from_names(tournament, lise):
    assert (
        lise.post(
            f"/t/{tournament.slug}/registration/", {"name": "Réal \u202eneirB'O\0\u2066 Côté\u200b"}
        ).status_code
        < 400
    )
    assert Entry.objects.latest("pk").name == "Réal neirB'O Côté"
    lise.post(f"/t/{tournament.slug}/registration/", {"name": "\u202e\0"})
    assert Entry.objects.count() == 9
    listed = "Nom;Club\nHuguette\u202e \u2067Roy;FADOQ\u200f Beloeil\n".encode()
    from tournaments.registration.list_files import read_file

    assert read_file(listed)[0].rows[1] == ["Huguette Roy", "FADOQ Beloeil"]
    token = joined(tournament, table=2)["token"]
    label = post(
        "join", invitation=devices.invite_tables(tournament)[2].code, device=str(uuid4()), label="7\u202eB\0"
    )
    assert (label.status_code, Device.objects.latest("pk").label) == (200, "7B")
    assert here(token)["table"] == 2


# A host that is not one of ours


def test_forged_host_is_not_used_in_links(tournament, lise, settings, monkeypatch):
    monkeypatch.setattr("tournaments.web.base_address.lan_addresses", lambda: ["192.168.40.7"])
    page = f"/t/{tournament.slug}/tablets/1/"
    for host in ("127.0.0.1:8000", "192.168.40.7:6666", "localhost", "hall.local"):
        shown = lise.get(page, headers={"host": host}, SERVER_PORT="8000").content.decode()
        assert "<strong>192.168.40.7:8000/table</strong>" in shown
        assert "6666" not in shown
        asked = lise.post(
            f"/t/{tournament.slug}/tablets/1/sheet/", headers={"host": host}, SERVER_PORT="8000"
        )
        assert asked.status_code == 302
        assert tournament.jobs.latest("pk").args["base"] == "http://192.168.40.7:8000"
    settings.ALLOWED_HOSTS = ["crible.example.org"]
    shown = lise.get(page, headers={"host": "crible.example.org"}, SERVER_PORT="8000").content.decode()
    assert "<strong>crible.example.org/table</strong>" in shown
    assert lise.get(page, headers={"host": "evil.example"}).status_code == 400


# Too large


@pytest.mark.parametrize(
    ("address", "most"),
    [("/sign-in/", 3), ("/restore/", 30), ("/t/{}/registration/import/", 10), ("/t/{}/setup/", 3)],
)
def test_a_large_body_is_refused_before_it_is_read(tournament, lise, address, most):
    class Unread:
        """A body that fails when it is read."""

        def read(self, *_many):
            raise AssertionError("the body was read")

        readline = read

    def asked(length: int) -> int:
        environ = {"CONTENT_LENGTH": str(length), "wsgi.input": Unread()}
        return lise.post(
            address.format(tournament.slug), content_type="multipart/form-data; boundary=x", **environ
        ).status_code

    assert asked(TOO_MANY_BYTES) == asked(most * 1_000_000 + 1) == 413
    assert "MB" in lise.post("/restore/", CONTENT_LENGTH=str(TOO_MANY_BYTES)).content.decode()
    api = Client().post("/api/1/submit", b"", content_type="text/plain", CONTENT_LENGTH=str(TOO_MANY_BYTES))
    assert api.status_code == 413
    for odd in ("-5", "x", "9" * 40):
        assert (
            Client().post("/api/1/here", b"", content_type="text/plain", CONTENT_LENGTH=odd).status_code
            == 413
        )


# Too many


def test_joins_by_one_invitation_are_limited(tournament):
    invited = devices.invite_tables(tournament)[0]
    answers = [
        post("join", invitation=text, device=str(uuid4())) for text in [invited.code, invited.secret] * 25
    ]
    assert [answer.status_code for answer in answers].count(200) == Device.objects.count() == 30
    assert {answer.json()["error"] for answer in answers[30:]} == {"too_many_joins"}
    assert answers[-1]["Retry-After"] == "600"
    other = post("join", invitation=devices.invite_tables(tournament)[1].code, device=str(uuid4()))
    assert other.status_code == 200  # other tables need not wait for this


def test_two_hundred_tablets_can_join_from_one_address():
    hall = factories.tournament(4, tables=200)
    codes = [invited.secret for invited in devices.invite_tables(hall)]
    answers = [post("join", invitation=code, device=str(uuid4())).status_code for code in codes]
    assert answers == [200] * 200


def test_joins_from_one_address_are_limited(tournament, monkeypatch):
    monkeypatch.setattr("tournaments.web.device_api.views.MAX_ADDRESS_JOINS", 5)
    codes = [invited.code for invited in devices.invite_tables(tournament)] * 2
    answers = [post("join", invitation=code, device=str(uuid4())).status_code for code in codes]
    assert answers == [200] * 5 + [429] * 3


# Too much from a device that has joined


def judge_and_over(token: str, turn: int) -> None:
    post("call", token=token, nonce=f"judge-{turn:016}", what="judge")
    post("call", token=token, nonce=f"over-{turn:017}", what="judge_over", call=here(token)["called"]["call"])


def others(token: str, turn: int) -> None:
    post("call", token=token, nonce=f"others-{turn:016}", what="others", who=[[1], [2 + turn % 5]])


def as_planned(token: str, turn: int) -> None:
    post("call", token=token, nonce=f"planned-{turn:016}", what="as_planned")


def protest(token: str, turn: int) -> None:
    meeting = here(token)["meetings"][0]
    (side,) = [[entry["number"] for entry in meeting["sides"][turn % 2]["entries"]]]
    fields = {"what": "protest", "meeting": meeting["uid"], "who": [side]}
    post("call", token=token, nonce=f"protest-{turn:016}", **fields)
    Call.objects.filter(answered_at=None).update(answered_at=timezone.now())


def claim(token: str, turn: int) -> None:
    submit(token, result(here(token)["meetings"][0], [121, turn], basis=0))


def correction(token: str, turn: int) -> None:
    submit(token, result(here(token)["meetings"][0], [121, turn], kind="correction" if turn else "claim"))


@pytest.mark.parametrize(
    "ask", [judge_and_over, others, as_planned, protest, claim, correction], ids=lambda one: one.__name__
)
def test_rows_that_one_device_writes_are_limited(tournament, ask):
    token, counts = joined(tournament)["token"], []
    for turn in range(2 * calls.MAX_ANSWERED):
        ask(token, turn)
        counts.append(tournament.calls.count() + tournament.lines.count() + tournament.acts.count())
    assert counts[0] < counts[10] and len(set(counts[-5:])) == 1, counts


def test_desk_still_decides_a_game_that_a_device_has_flooded(tournament):
    token = joined(tournament)["token"]
    meeting = factories.meeting_at(tournament.stages.get().rounds.get(), 1)
    told = here(token)["meetings"][0]
    sent = [result(told, [121, points], basis=0) for points in range(MAX_LINES + 1)]
    answers = [answer["answer"] for answer in submit(token, *sent)]
    assert answers == ["accepted"] + ["conflict"] * (MAX_LINES - 1) + ["refused"]
    assert [answer["answer"] for answer in submit(token, *sent)] == ["same"] * MAX_LINES + ["refused"]
    assert here(token)["meetings"][0]["state"] == "disputed"
    factories.enter(meeting, [88, 121], kind=Line.Kind.RULING)
    assert here(token)["meetings"][0]["state"] == "entered"


# Numbers


@both
@pytest.mark.parametrize("number", [2**31, 2**63, 10**30, -1, "١٢", "²"])
def test_out_of_range_numbers_cause_no_error(database, tournament, lise, number):
    token = joined(tournament)["token"]
    meeting = here(token)["meetings"][0]
    for field in ("game", "basis"):
        (answer,) = submit(token, result(meeting, [121, 88], **{field: number}))
        assert answer["answer"] in ("refused", "accepted", "same")
    assert (
        Client()
        .post("/api/1/here", json.dumps({"token": token, "seen": number}), content_type="text/plain")
        .status_code
        == 400
    )
    for address in (
        f"/t/{tournament.slug}/rounds/{number}/",
        f"/t/{tournament.slug}/registration/{number}/",
        f"/t/{tournament.slug}/players/{number}/",
        f"/t/{tournament.slug}/tablets/{number}/",
        f"/t/{tournament.slug}/check-in/{number}/",
        f"/t/{tournament.slug}/tablets/undo/{number}/",
    ):
        assert lise.get(address).status_code in (302, 404), address
        assert lise.post(address, {"number": number, "table": number, "here": "1"}).status_code in (
            302,
            404,
            405,
            422,
        )
    assert Tournament.objects.count() == 1
