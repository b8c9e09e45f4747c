"""Any request gets an answer that says what is wrong, without a fault of the server or a false dispute."""

import contextlib
import json
from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import book as gin
from tests import factories
from tests.samples import tried
from tests.web.device_api.client import Answer, carry, plain64
from tests.web.device_api.client import Client as Tablet
from tournaments import devices
from tournaments.common import audit_log
from tournaments.models import Device, Line, Result

pytestmark = pytest.mark.django_db
FUZZ = tried(12, suppress_health_check=[HealthCheck.function_scoped_fixture])
NUMBERS = st.integers() | st.sampled_from([-1, 0, 1, 121, 2**15, 2**31, 2**31 - 1, 2**63, 2**64, 10**40])
TEXTS = st.text(max_size=20) | st.sampled_from(["\0", "\ud800", "é", "'; --", "1" * 300, "<b>", "²", "١٢"])
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats() | TEXTS
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ANSWERS = {"accepted", "same", "conflict", "refused", "later", "not_your_table", "other_epoch"}


def post(path: str, body) -> tuple[int, dict]:
    """Ask as a device does; values that are no JSON are sent as Python writes them (NaN, half of a pair)."""
    answer = Client(raise_request_exception=True).post(
        f"/api/1/{path}", body if isinstance(body, bytes) else json.dumps(body), content_type="text/plain"
    )
    return answer.status_code, answer.json()


@pytest.fixture
def tablet():
    """Return a tablet at table 1 of a day that has begun, with the page that it shows."""
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    joined = Tablet(devices.invite_tables(tournament)[0].code)
    for ask in (joined.join, joined.look):
        asked = ask()
        status, body = post(asked.path.removeprefix("/api/1/"), asked.body)
        assert status == 200
        joined.receive(asked, Answer(status, body))
    joined.tournament = tournament
    return joined


def valid_result(tablet, data=None, **fields) -> dict:
    """Return a result that would be accepted."""
    nonce = tablet.keep(tablet.here["meetings"][0], data or {"v": 1, "pegged": [121, 88]})
    return tablet.kept[nonce].result | fields


def submit(tablet, *results) -> list[dict]:
    status, body = post("submit", {"token": tablet.token, "epoch": 1, "results": list(results)})
    assert status == 200, body
    return body["answers"]


@pytest.mark.both_databases
@FUZZ
@given(path=st.sampled_from(["join", "here", "submit", "call"]), body=JUNK | st.dictionaries(TEXTS, JUNK))
def test_arbitrary_json_gets_a_client_error(tablet, path, body):
    assert post(path, body)[0] in (400, 401, 404, 429)


@pytest.mark.both_databases
@FUZZ
@given(body=st.binary(max_size=60))
def test_arbitrary_bytes_get_a_client_error(tablet, body):
    assert post("submit", body)[0] in (400, 401)


FIELDS = {
    "join": ["invitation", "device", "label", "language"],
    "here": ["token", "seen", "epoch", "queued", "visible", "language"],
    "submit": ["token", "epoch", "results", "carried", "language"],
    "call": ["token", "nonce", "what", "language"],
}


@pytest.mark.both_databases
@FUZZ
@given(path=st.sampled_from(sorted(FIELDS)), which=st.data(), value=JUNK)
def test_junk_in_one_request_field_is_no_server_error(tablet, path, which, value):
    bodies = {
        "join": {"invitation": tablet.invitation, "device": str(uuid4()), "label": "x"},
        "here": {"token": tablet.token, "seen": 0, "epoch": 1, "queued": 0, "visible": True},
        "submit": {"token": tablet.token, "epoch": 1, "results": [valid_result(tablet)]},
        "call": {"token": tablet.token, "nonce": uuid4().hex, "what": "judge"},
    }
    field = which.draw(st.sampled_from(FIELDS[path]))
    status, body = post(path, bodies[path] | {field: value})
    assert status in (200, 400, 401, 404, 429)
    assert status == 200 or set(body) == {"error", "sentence"}


RESULT_FIELDS = ["meeting", "game", "basis", "kind", "sides", "data", "seen_at"]


@pytest.mark.both_databases
@FUZZ
@given(field=st.sampled_from(RESULT_FIELDS), value=JUNK)
def test_junk_in_one_result_field_gets_an_answer(tablet, field, value):
    (answer,) = submit(tablet, valid_result(tablet) | {field: value})
    assert answer["answer"] in ANSWERS
    assert answer["sentence"]


@pytest.mark.both_databases
@FUZZ
@given(data=st.dictionaries(st.sampled_from(["v", "pegged", "how", "winner", "totals", "hands", "x"]), JUNK))
def test_junk_as_result_data_is_refused(tablet, data):
    before = Line.objects.count()
    (answer,) = submit(tablet, valid_result(tablet) | {"data": {"v": 1, "pegged": [121, 88]} | data})
    assert answer["answer"] == ("refused" if data.keys() - {"v", "pegged"} else answer["answer"])
    assert Line.objects.count() == before + (answer["line"] is not None and answer["answer"] != "same")


@FUZZ
@given(
    hand=st.dictionaries(
        st.sampled_from(["how", "winner", "difference", "knocker", "deadwood", "up_card", "spade", "reason"]),
        JUNK | st.sampled_from(["knock", "gin", "undercut", "nobody", "void"]),
    )
)
def test_junk_as_gin_hand_raises_only_domain_errors(hand):
    first = {"how": "knock", "winner": 1, "difference": 60}
    with contextlib.suppress(DomainError):
        gin.check(gin.hands([first, first | hand]), {"bonuses": "standard"})


def test_unreadable_results_do_not_block_others(tablet):
    answer = submit(
        tablet, valid_result(tablet, sides="A"), valid_result(tablet, meeting=7), valid_result(tablet)
    )
    assert [one["answer"] for one in answer] == ["refused", "refused", "accepted"]


ODD_SIDES = (
    [],
    [[]],
    [[], []],
    [[0], [1]],
    [[-1], [1]],
    [[10**20], [1]],
    [[1], [1]],
    [[True], [2]],
    [["1"], [2]],
)


@pytest.mark.both_databases
def test_invalid_sides_are_refused(tablet):
    answer = submit(tablet, *(valid_result(tablet, sides=sides) for sides in ODD_SIDES))
    assert [one["answer"] for one in answer] == ["refused"] * len(ODD_SIDES)
    assert not Line.objects.exists()


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_endless_nesting_gets_400(tablet, opening):
    assert post("submit", (opening * 100_000).encode())[0] == 400


def test_data_nested_deeply_is_refused_or_unreadable(tablet):
    deep = "[" * 900 + "]" * 900
    body = json.dumps({"token": tablet.token, "epoch": 1, "results": [valid_result(tablet)]})
    status, answer = post("submit", body.replace("[121, 88]", deep).encode())
    assert status == 400 or answer["answers"][0]["answer"] == "refused"


def test_oversized_requests_are_refused(tablet):
    assert post("submit", b" " * 1_000_001)[0] == 413
    many = {"token": tablet.token, "epoch": 1, "results": [valid_result(tablet)] * 501}
    assert post("submit", many)[0] == 400
    fifty = {"token": tablet.token, "epoch": 1, "results": [valid_result(tablet) for _ in range(50)]}
    assert post("submit", fifty)[0] == 200


UNNORMALISED_DATA = [
    {"v": 1, "pegged": [121, 88], "note": "Huguette"},
    {"v": 1, "pegged": [121, 88], "winner": 0},
    {"v": 1, "pegged": [121, 88.0]},
    {"v": 1.0, "pegged": [121, 88]},
    {"v": True, "pegged": [121, 88]},
    {"v": "1", "pegged": [121, 88]},
    {"pegged": [121, 88]},
    {"v": 1, "pegged": [121, "88"]},
    {"v": 1, "pegged": [121, 88, 0]},
    {"v": 1, "pegged": [121, 10**400]},
]


def test_data_in_unusual_notation_is_refused(tablet):
    """Unusual notation is refused, before or after the same score came in."""
    for _ in range(2):
        answer = submit(tablet, *(valid_result(tablet, data=data) for data in UNNORMALISED_DATA))
        assert [one["answer"] for one in answer] == ["refused"] * len(UNNORMALISED_DATA)
        assert submit(tablet, valid_result(tablet))[0]["state"] == "entered"
    assert Result.objects.filter(state="disputed").count() == 0


def test_key_order_does_not_matter(tablet):
    one = valid_result(tablet)
    other = dict(reversed(one.items())) | {"data": dict(reversed(one["data"].items()))}
    assert [answer["answer"] for answer in submit(tablet, one, other)] == ["accepted", "same"]


def test_result_for_a_voided_meeting_is_refused(tablet):
    sent = valid_result(tablet)
    audit_log.undo(audit_log.last_undoable(tablet.tournament), by=None)
    audit_log.undo(audit_log.last_undoable(tablet.tournament), by=None)
    (answer,) = submit(tablet, sent)
    assert answer["answer"] == "refused"
    assert not Line.objects.exists()


def test_a_correction_that_overtakes_its_claim_waits(tablet):
    claim, correction = (
        valid_result(tablet),
        valid_result(tablet, kind="correction", data={"v": 1, "pegged": [88, 121]}),
    )
    assert submit(tablet, correction)[0]["answer"] == "later"
    assert submit(tablet, claim)[0]["answer"] == "accepted"
    correction["basis"] = Line.objects.get().number
    assert submit(tablet, correction)[0]["answer"] == "accepted"
    assert Result.objects.get(side=1).won == 1


def test_repeated_conflict_gets_the_same_sentence(tablet):
    mine, theirs = valid_result(tablet), valid_result(tablet, data={"v": 1, "pegged": [88, 121]})
    submit(tablet, mine)
    first, again = submit(tablet, theirs, theirs)
    assert (first["answer"], again["answer"]) == ("conflict", "same")
    assert (first["line"], first["state"], first["sentence"]) == (
        again["line"],
        "disputed",
        again["sentence"],
    )


def sealed_code(fields: dict, token: str) -> str:
    body = plain64(json.dumps(fields).encode())
    return f"CHV1.{body}.{devices.seal(body, devices.fingerprint(token))}"


@pytest.mark.both_databases
@FUZZ
@given(value=JUNK)
def test_junk_as_offline_code_is_refused(tablet, value):
    """A good seal does not help: only a device could have made it, and devices have bugs."""
    device = str(Device.objects.get().uid)
    codes = [
        value,
        sealed_code({"d": device, "r": {}}, tablet.token)[:-1] + "\ud800",
        sealed_code({"d": device, "r": value}, tablet.token),
        sealed_code({"d": value, "r": {}}, tablet.token),
    ]
    codes.append(sealed_code({"d": device, "r": valid_result(tablet) | {"data": value}}, tablet.token))
    status, body = post("submit", carry(codes).body)
    assert status == 200
    assert {answer["answer"] for answer in body["answers"]} == {"refused"}


def test_offline_code_of_the_client_is_accepted_by_the_server(tablet):
    nonce = tablet.keep(tablet.here["meetings"][0], {"v": 1, "pegged": [121, 88]})
    status, body = post("submit", carry([tablet.carried(nonce)]).body)
    assert (status, body["answers"][0]["answer"]) == (200, "accepted")
    assert submit(tablet, tablet.kept[nonce].result)[0]["answer"] == "same"


def test_offline_code_of_an_earlier_token_is_accepted(tablet):
    """A request to join that a network repeats makes a newer token, whose first use ends the earlier one."""
    nonce = tablet.keep(tablet.here["meetings"][0], {"v": 1, "pegged": [121, 88]})
    code = tablet.carried(nonce)
    status, body = post("join", tablet.join().body)
    assert status == 200
    assert post("here", {**tablet.look().body, "token": body["token"]})[0] == 200
    assert post("here", tablet.look().body)[0] == 401
    answers = [post("submit", carry([code]).body)[1]["answers"][0]["answer"] for _ in range(2)]
    assert answers == ["accepted", "same"]
    devices.revoke(Device.objects.get(), by=None)
    assert post("submit", carry([code]).body)[1]["answers"][0]["answer"] == "refused"
