"""What becomes of the results of a tablet, what an answer is worth, when it asks again: tables of cases."""

from typing import Any

import pytest

from tests.scripts.engine import load

SCRIPTS = load(
    "tablet_app/storage_format.js",
    "tablet_app/results.js",
    "tablet_app/answers.js",
    "tablet_app/sync_timing.js",
)
ALL_STATES = ["kept", "later", "not_your_table", "accepted", "same", "conflict", "refused"]
FINAL = ["accepted", "same", "conflict", "refused"]


def result(nonce: str = "a", state: str = "kept", **more: Any) -> dict[str, Any]:
    return {
        "day": "d1",
        "order": 1,
        "state": state,
        "line": None,
        "sentence": "",
        "body": {"nonce": nonce},
    } | more


def answer(nonce: str, text: str, line: int | None = 7) -> dict[str, Any]:
    return {"nonce": nonce, "answer": text, "line": line, "sentence": text.upper()}


def nonces(found: list[dict[str, Any]]) -> list[str]:
    return [one["body"]["nonce"] for one in found]


# Results


def test_unsent_and_waiting_results_by_state():
    given = [result(state, state) for state in ALL_STATES]
    assert nonces(SCRIPTS("Cheville.results.unsent", given)) == ["kept", "later", "not_your_table"]
    assert [SCRIPTS("Cheville.results.isWaiting", one) for one in given] == [True] * 3 + [False] * 4
    assert SCRIPTS("Cheville.results.ofTournament", [result(day="d2"), result("b")], "d1") == [result("b")]


@pytest.mark.parametrize(
    ("all_of_them", "due"),
    [(False, ["kept"]), (True, ["kept", "later", "not_your_table", "stumbled"])],
)
def test_results_due_for_sending(all_of_them: bool, due: list[str]):
    given = [*(result(state, state) for state in ALL_STATES), result("stumbled", stumbled=True)]
    assert nonces(SCRIPTS("Cheville.results.due", given, all_of_them)) == due


def test_at_most_fifty_results_are_sent_at_once():
    given = [result(str(number)) for number in range(60)]
    assert len(SCRIPTS("Cheville.results.due", given, True)) == 50


@pytest.mark.parametrize("before", ALL_STATES)
@pytest.mark.parametrize("expected", [*ALL_STATES[1:], "other_epoch"])
def test_final_state_is_not_changed_by_later_answers(before: str, expected: str):
    changed = SCRIPTS("Cheville.results.applyAnswers", [result("a", before)], [answer("a", expected)])
    if before in FINAL or expected == "other_epoch":
        assert changed == []
    else:
        assert changed == [result("a", expected, line=7, sentence=expected.upper())]


def test_answer_for_unknown_result_changes_nothing():
    assert SCRIPTS("Cheville.results.applyAnswers", [result("a")], [answer("b", "accepted")]) == []


def test_new_epoch_resends_all_results():
    given = [result(state, state, stumbled=True) for state in ALL_STATES]
    again = SCRIPTS("Cheville.results.requeue", given)
    assert {(one["state"], one["stumbled"]) for one in again} == {("kept", False)}
    assert nonces(SCRIPTS("Cheville.results.due", again, False)) == ALL_STATES


@pytest.mark.parametrize(
    ("heard", "becomes"),
    [
        ({"status": 500}, {"state": "kept", "stumbled": True}),
        ({"status": 400, "data": {"sentence": "?"}}, {"state": "later", "sentence": "?"}),
        ({"status": 413, "data": {"sentence": "?"}}, {"state": "later", "sentence": "?"}),
    ],
)
def test_result_with_unreadable_answer_is_kept(heard: dict, becomes: dict):
    assert SCRIPTS("Cheville.results.applyFailure", result(), heard) == result() | becomes


# Answers

MEMBER = {
    "uid": "t1",
    "epoch": 2,
    "token": "now",
    "heard": True,
    "told": {"version": 5},
    "addresses": ["http://b"],
}
MEMBERS = {"t1": MEMBER}
REQUEST = {"token": "now"}


def ok(**fields: Any) -> dict[str, Any]:
    return {"status": 200, "data": fields}


@pytest.mark.parametrize(
    ("given", "part", "member", "takes", "why"),
    [
        (ok(version=5, epoch=2), "version", MEMBER, True, ""),
        (ok(version=5, epoch=3), "version", MEMBER, True, ""),
        (ok(version=5, epoch=1), "version", MEMBER, False, "replaced"),
        (ok(answers=[], epoch=1), "answers", MEMBER, False, "replaced"),
        (ok(same=True), "version", MEMBER, True, ""),
        (ok(hello="world"), "version", MEMBER, False, ""),
        ({"status": 401, "data": {"error": "revoked"}}, "version", MEMBER, None, "unknown"),
        ({"status": 404, "data": {"error": "unknown"}}, "answers", MEMBER, None, "unknown"),
        ({"status": 429, "data": {"error": "too_many"}}, "version", MEMBER, True, ""),
        ({"status": 404, "data": {"error": "unknown"}}, "tournament", None, True, ""),
        (ok(tournament={"uid": "t1", "epoch": 1}), "tournament", None, False, "replaced"),
        (ok(tournament={"uid": "t1", "epoch": 2}), "tournament", None, True, ""),
        (ok(tournament={"uid": "other", "epoch": 0}), "tournament", None, True, ""),
        (ok(same=False), "tournament", None, False, ""),
    ],
)
def test_answer_of_replaced_laptop_is_ignored(given, part, member, takes, why):
    assert SCRIPTS("Cheville.answers.weigh", given, part, member, MEMBERS) == {"takes": takes, "why": why}


@pytest.mark.parametrize(
    ("given", "asked", "what"),
    [
        (None, REQUEST, "nobody"),
        ({"status": 401}, REQUEST, "shut_out"),
        ({"status": 400}, REQUEST, "one_by_one"),
        ({"status": 413}, REQUEST, "one_by_one"),
        ({"status": 500}, REQUEST, "one_by_one"),
        ({"status": 503}, REQUEST, "one_by_one"),
        ({"status": 429}, REQUEST, "pass"),
        ({"status": 200}, {"token": "ended"}, "pass"),
        ({"status": 200}, REQUEST, "take"),
    ],
)
def test_handling_of_answers_to_results(given, asked, what):
    assert SCRIPTS("Cheville.answers.submitOutcome", given, asked, MEMBER) == what


@pytest.mark.parametrize(
    ("given", "asked", "changes", "what"),
    [
        (None, REQUEST, {}, "nobody"),
        ({"status": 401, "data": {}}, REQUEST, {}, "shut_out"),
        ({"status": 429, "data": {}}, REQUEST, {}, "pass"),
        (ok(version=9, epoch=2), {"token": "ended"}, {}, "pass"),
        (ok(same=True), REQUEST, {}, "same"),
        (ok(version=4, epoch=2), REQUEST, {}, "overtaken"),
        (ok(version=4, epoch=2), REQUEST, {"heard": False}, "take"),
        (ok(version=5, epoch=2), REQUEST, {}, "take"),
        (ok(version=9, epoch=1), REQUEST, {}, "overtaken"),
        (ok(version=1, epoch=3), REQUEST, {}, "take"),
    ],
)
def test_handling_of_state_updates(given, asked, changes, what):
    assert SCRIPTS("Cheville.answers.hereOutcome", given, asked, MEMBER | changes) == what


def test_seen_version_resets_after_sleep_or_new_epoch():
    assert SCRIPTS("Cheville.answers.seenVersion", MEMBER, False) == 5
    assert SCRIPTS("Cheville.answers.seenVersion", MEMBER, True) == 0
    assert SCRIPTS("Cheville.answers.seenVersion", MEMBER | {"heard": False}, False) == 0
    again = SCRIPTS("Cheville.answers.memberInEpoch", MEMBER, 3)
    assert (again["epoch"], SCRIPTS("Cheville.answers.seenVersion", again, False)) == (3, 0)
    assert SCRIPTS("Cheville.answers.memberInEpoch", MEMBER, 2) == MEMBER
    assert SCRIPTS("Cheville.answers.memberInEpoch", MEMBER, 1) == MEMBER


def test_rejoining_keeps_state_of_the_same_table():
    data = {
        "tournament": {"uid": "t1", "name": "N", "date": "2026-11-22", "language": "en", "epoch": 2},
        "token": "new",
        "device": "x",
        "table": 4,
    }
    first = SCRIPTS("Cheville.answers.joinedMember", None, "secret", data)
    assert (first["epoch"], first["addresses"], first["told"], first["heard"]) == (0, [], None, False)
    assert (first["uid"], first["token"], first["secret"], first["table"]) == ("t1", "new", "secret", 4)
    same = SCRIPTS("Cheville.answers.joinedMember", MEMBER | {"table": 4}, "secret", data)
    assert (same["epoch"], same["told"], same["heard"]) == (2, {"version": 5}, False)
    assert SCRIPTS("Cheville.answers.joinedMember", MEMBER | {"table": 1}, "secret", data)["told"] is None


def test_update_stores_addresses_newest_first():
    news = {"table": 2, "label": "", "version": 6, "addresses": ["http://c", "http://b"]}
    heard = SCRIPTS("Cheville.answers.updatedMember", MEMBER | {"heard": False}, news)
    assert heard["addresses"] == ["http://c", "http://b"]
    assert (heard["heard"], heard["told"], heard["table"]) == (True, news, 2)
    many = news | {"addresses": [f"http://{number}" for number in range(20)]}
    assert len(SCRIPTS("Cheville.answers.updatedMember", MEMBER, many)["addresses"]) == 8


def test_each_address_is_asked_once():
    turn = SCRIPTS("Cheville.answers.askOrder", "http://a", "http://o", ["http://b", "http://a", "http://o"])
    assert turn == ["http://a", "http://o", "http://b"]
    assert SCRIPTS("Cheville.answers.askOrder", "http://a", "http://a", None) == ["http://a"]
    assert SCRIPTS("Cheville.answers.addresses", "http://typed", MEMBER) == ["http://typed", "http://b"]
    assert SCRIPTS("Cheville.answers.addresses", None, None) == []


# The timing of the sync loop


@pytest.mark.parametrize(
    ("state", "seconds"),
    [
        ({"online": True, "failed": 0, "hidden": False, "shut": False}, 5),
        ({"online": True, "failed": 0, "hidden": True, "shut": False}, 30),
        ({"online": True, "failed": 0, "hidden": False, "shut": True}, 30),
        ({"online": False, "failed": 1, "hidden": False, "shut": False}, 2),
        ({"online": False, "failed": 2, "hidden": True, "shut": False}, 4),
        ({"online": False, "failed": 4, "hidden": False, "shut": False}, 16),
        ({"online": False, "failed": 5, "hidden": False, "shut": False}, 30),
        ({"online": False, "failed": 40, "hidden": False, "shut": True}, 30),
        ({"online": None, "failed": 0, "hidden": False, "shut": False}, 5),
    ],
)
def test_pause_before_next_request(state: dict, seconds: int):
    assert SCRIPTS("Cheville.syncTiming.pause", state, 5000) == seconds * 1000


@pytest.mark.parametrize(
    ("state", "step"),
    [
        ({"member": False, "wrongTable": False, "unanswered": False}, "join"),
        ({"member": True, "wrongTable": True, "unanswered": True}, "join"),
        ({"member": True, "wrongTable": False, "unanswered": False}, "send"),
        ({"member": True, "wrongTable": False, "unanswered": True}, "here"),
    ],
)
def test_first_step_of_a_cycle(state: dict, step: str):
    assert SCRIPTS("Cheville.syncTiming.firstStep", state) == step


def test_failures_and_cycles_are_counted():
    assert [
        SCRIPTS("Cheville.syncTiming.failures", before, so)
        for before, so in ((0, False), (3, False), (3, True))
    ] == [1, 4, 0]
    assert SCRIPTS("Cheville.syncTiming.idleCycles", 3, True, False) == 4
    assert (
        SCRIPTS("Cheville.syncTiming.idleCycles", 3, True, True)
        == SCRIPTS("Cheville.syncTiming.idleCycles", 3, False, False)
        == 0
    )
    assert [turn for turn in range(13) if SCRIPTS("Cheville.syncTiming.sendsAll", turn)] == [0, 6, 12]
    assert [turn for turn in range(13) if SCRIPTS("Cheville.syncTiming.sendsOthers", turn)] == [1, 7]


@pytest.mark.parametrize(
    ("mine", "last", "stands"), [("a", "b", True), ("a", "a", False), (None, "b", False), ("a", None, False)]
)
def test_only_the_last_opened_window_is_active(mine, last, stands: bool):
    assert SCRIPTS("Cheville.syncTiming.isSuperseded", mine, last) is stands


# The two copies


@pytest.mark.parametrize(
    ("known", "read", "found"),
    [
        (None, {"n": 1, "value": "a"}, "a"),
        ({"n": 2, "value": "b"}, {"n": 1, "value": "a"}, "b"),
        ({"n": 1, "value": "b"}, {"n": 2, "value": "a"}, "a"),
        ({"n": 1, "value": "b"}, {"n": 1, "value": "a"}, "b"),
        ({"n": 1, "value": "b"}, {"n": "9", "value": "a"}, "b"),
        ({"n": 1, "value": "b"}, None, "b"),
    ],
)
def test_newer_stored_copy_wins(known, read, found: str):
    assert SCRIPTS("Cheville.storageFormat.newer", known, read)["value"] == found


def test_foreign_storage_keys_are_ignored():
    assert SCRIPTS("Cheville.storageFormat.newer", None, {"value": 1}) is None
    assert SCRIPTS(
        "Cheville.storageFormat.parseKey", SCRIPTS("Cheville.storageFormat.copyKey", "results", "n1")
    ) == [
        "results",
        "n1",
    ]
    for other in ("theme", "cheville-table", "cheville-table else n1", "another things n1"):
        assert SCRIPTS("Cheville.storageFormat.parseKey", other) is None
    assert SCRIPTS("Cheville.storageFormat.sorted", [{"order": 2}, {"order": 1}]) == [
        {"order": 1},
        {"order": 2},
    ]
