"""The requests of docs/protocol.md: joining, the state of a table, results, calls."""

import json
from uuid import UUID, uuid4

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import worded
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.models import Device, Line, Result
from tournaments.rounds import scores, stages
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


def post(path: str, **body):
    """Ask as a device does: JSON as plain text, no cookies."""
    return Client().post(f"/api/1/{path}", json.dumps(body), content_type="text/plain")


@pytest.fixture
def tournament():
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    return tournament


def joined(tournament, table: int = 1, device: str = "") -> dict:
    """Let a tablet join at a table, admit it at the desk, and return the answer to joining."""
    invited = devices.invite_tables(tournament)[table - 1]
    body = post("join", invitation=invited.secret, device=device or str(uuid4())).json()
    devices.let_in(Device.objects.get(tournament=tournament, uid=body["device"]), by=None)
    return body


def result(meeting: dict, pegged: list[int], nonce: str = "", **fields) -> dict:
    return {
        "nonce": nonce or uuid4().hex,
        "meeting": meeting["uid"],
        "game": 1,
        "basis": meeting["basis"],
        "sides": [[entry["number"] for entry in side["entries"]] for side in meeting["sides"]],
        "data": {"v": 1, "pegged": pegged},
        **fields,
    }


def here(token: str, **fields) -> dict:
    return post("here", token=token, **fields).json()


def submit(token: str, *results: dict, epoch: int = 1) -> list[dict]:
    return post("submit", token=token, epoch=epoch, results=results, language="en").json()["answers"]


def test_tablet_joins_by_secret_or_code(tournament):
    invited = devices.invite_tables(tournament)[2]
    for text in (invited.secret, invited.code, f" {invited.code[:3].lower()}-{invited.code[3:]}"):
        answer = post("join", invitation=text, device=str(uuid4()))
        assert answer.status_code == 200
        assert answer.json()["table"] == 3
        assert answer["Access-Control-Allow-Origin"] == "*"
    state = here(answer.json()["token"])
    (meeting,) = state["meetings"]
    assert (state["round"]["number"], state["round"]["state"], meeting["state"]) == (1, "open", "playing")
    assert here(answer.json()["token"], seen=state["version"], epoch=1) == {"same": True}
    assert Device.objects.count() == 3


def test_only_the_hash_of_a_token_is_stored(tournament):
    token = joined(tournament)["token"]
    assert token not in json.dumps(list(Device.objects.values()), default=str)


def test_repeated_submission_is_written_once(tournament):
    token = joined(tournament)["token"]
    sent = result(here(token)["meetings"][0], [121, 88])
    answers = [submit(token, sent)[0] for _ in range(3)]
    assert [answer["answer"] for answer in answers] == ["accepted", "same", "same"]
    assert {answer["line"] for answer in answers} == {1}
    assert Line.objects.get().by == Line.By.TABLE
    assert here(token)["meetings"][0]["state"] == "entered"


def test_device_can_only_submit_for_its_own_table(tournament):
    one, two = joined(tournament, 1)["token"], joined(tournament, 2)["token"]
    other = here(two)["meetings"][0]
    assert submit(one, result(other, [121, 88]))[0]["answer"] == "not_your_table"
    assert not Line.objects.exists()


def test_moved_tablet_can_submit_for_its_former_table(tournament):
    body = joined(tournament, 1)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    device = Device.objects.get()
    devices.move(device, tournament.places.get(number=4), by=None)
    assert here(body["token"])["table"] == 4
    assert submit(body["token"], sent)[0]["answer"] == "accepted"


def test_conflicting_tablets_cause_a_dispute_with_both_lines(tournament):
    one, two = joined(tournament)["token"], joined(tournament)["token"]
    meeting = here(one)["meetings"][0]
    assert submit(one, result(meeting, [121, 88]))[0]["answer"] == "accepted"
    second = submit(two, result(meeting, [88, 121]))[0]
    assert (second["answer"], second["state"]) == ("conflict", "disputed")
    assert "judge" in second["sentence"]
    assert Line.objects.count() == 2
    assert [spot.number for spot in statuses.load_hall(tournament).crowded] == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"v": 1, "pegged": [121, 130]}, "More than one side stands at 121"),
        ({"v": 1, "pegged": [99, 88]}, "Nobody reached 121"),
        ({"v": 1, "how": "forfeit", "pegged": [121, 0], "winner": 0}, "Only the desk"),
    ],
)
def test_invalid_result_is_refused_with_a_sentence(tournament, data, expected):
    token = joined(tournament)["token"]
    answer = submit(token, result(here(token)["meetings"][0], [], data=data))[0]
    assert answer["answer"] == "refused"
    assert expected in answer["sentence"]


def test_result_of_unopened_round_is_answered_later(tournament):
    unopened = factories.tournament(8, seed=3)
    rounds.seat(stages.qualifying(unopened), 1, by=None)
    token = joined(unopened)["token"]
    sent = result(here(token)["meetings"][0], [121, 88])
    assert submit(token, sent)[0]["answer"] == "later"
    rounds.open_round(stages.qualifying(unopened).rounds.get(), by=None)
    assert submit(token, sent)[0]["answer"] == "accepted"


def test_result_with_another_epoch_is_not_written(tournament):
    token = joined(tournament)["token"]
    sent = result(here(token)["meetings"][0], [121, 88])
    assert submit(token, sent, epoch=7)[0]["answer"] == "other_epoch"
    assert not Line.objects.exists()


def test_revoked_device_and_unknown_token_get_401(tournament):
    token = joined(tournament)["token"]
    devices.revoke(Device.objects.get(), by=None)
    refused = post("here", token=token, language="en")
    assert (refused.status_code, refused.json()["error"]) == (401, "device_revoked")
    assert post("here", token="nobody").status_code == 401


def test_phone_reports_for_its_own_side(tournament):
    statuses.allow_phones(tournament, True, by=None)
    tournament.refresh_from_db()
    meeting = first_meeting(tournament)
    tokens = {}
    for seat in meeting.seats.select_related("entry"):
        invited = next(it for it in devices.invite_players(tournament) if it.entry == seat.entry)
        tokens[seat.side] = post("join", invitation=invited.secret, device=str(uuid4())).json()["token"]
    meetings = here(tokens[0])["meetings"][0]
    assert submit(tokens[0], result(meetings, [121, 88]))[0]["state"] == "waiting"
    assert not Result.objects.exists()
    sent = result(meetings, [121, 88])
    assert submit(tokens[1], sent)[0]["state"] == "entered"
    assert Result.objects.count() == 2
    statuses.allow_phones(tournament, False, by=None)
    assert submit(tokens[1], sent)[0]["answer"] == "same"


def test_phone_reports_only_if_allowed(tournament):
    seat = first_meeting(tournament).seats.select_related("entry").first()
    invited = next(it for it in devices.invite_players(tournament) if it.entry == seat.entry)
    token = post("join", invitation=invited.secret, device=str(uuid4())).json()["token"]
    state = here(token)
    assert (state["may_report"], state["entry"]) == (False, seat.entry.number)
    sent = result(state["meetings"][0], [121, 88])
    answer = submit(token, sent)[0]
    assert answer["answer"] == "refused"
    assert answer["sentence"] == worded("phones_may_not_report")
    allowed = statuses.allow_phones(tournament, True, by=None)
    assert statuses.allow_phones(tournament, True, by=None) is None
    assert here(token)["may_report"] is True
    assert submit(token, sent)[0]["answer"] == "accepted"
    audit_log.undo(allowed, by=None)
    assert here(token)["may_report"] is False


def first_meeting(tournament):
    return factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)


@pytest.mark.parametrize("shown_as", [devices.name_in_code, str], ids=["now", "as older programs did"])
def test_offline_code_needs_the_seal_of_its_device(tournament, shown_as):
    import base64

    data = joined(tournament)
    sent = result(here(data["token"])["meetings"][0], [121, 88])
    body = json.dumps({"d": shown_as(UUID(data["device"])), "r": sent}, separators=(",", ":"))
    body = base64.urlsafe_b64encode(body.encode()).decode().rstrip("=")
    seal = devices.seal(body, devices.fingerprint(data["token"]))
    forged = post("submit", carried=[f"CHV1.{body}.{seal[::-1]}", "nonsense", 7], language="en").json()
    assert [answer["answer"] for answer in forged["answers"]] == ["refused"] * 3
    carried = post("submit", carried=[f"http://10.0.0.2:8000/carry/#CHV1.{body}.{seal}"]).json()["answers"][0]
    assert carried["answer"] == "accepted"
    assert submit(data["token"], sent)[0]["answer"] == "same"


def test_tablet_can_correct_its_own_result(tournament):
    token = joined(tournament)["token"]
    meeting = here(token)["meetings"][0]
    submit(token, result(meeting, [121, 88]))
    meeting = here(token)["meetings"][0]
    correction = result(meeting, [88, 121], kind="correction")
    assert [submit(token, correction)[0]["answer"] for _ in range(2)] == ["accepted", "same"]
    assert scores.table_states([first_meeting(tournament).round])[0].games[0].winner == 1


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b'{"token": 7}', b'{"token": "x", "seen": -1}', b"\xff", b"[" * 5000],
)
def test_invalid_request_gets_400_or_401(client, tournament, body):
    assert client.post("/api/1/here", body, content_type="text/plain").status_code in (400, 401)


def test_next_seats_of_players_are_listed(tournament):
    token = joined(tournament)["token"]
    round_ = stages.qualifying(tournament).rounds.get()
    for table in range(2, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 90 + table])
    sent = result(here(token)["meetings"][0], [121, 88])
    submit(token, sent)
    assert here(token)["playing"] == []
    rounds.close_round(round_, by=None)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    moves = here(token)["moves"]
    assert sorted(move["stays"] for move in moves) == [False, True]
