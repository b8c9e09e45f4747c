"""«This is not us»: who is chosen, what the desk receives of it, and what a new meeting makes of it."""

from typing import Any

import pytest

from tests.scripts.engine import load

SCRIPTS = load("tablet_app/entry_model.js", "tablet_app/others_model.js")
NAMES = (
    "Noëlla L'Écuyer",
    "Réal O'Brien",
    "Zéphirin Saint-Hilaire",
    "Ève Côté",
    "Émile Roy",
    "Huguette Côté",
    "Élise Nadeau",
)
PEOPLE = [
    {"number": number, "name": name, "sorted": name.split()[-1]} for number, name in enumerate(NAMES, start=1)
]
TABLE_STATE = {
    "rules": {"stage": "day"},
    "round": {"number": 2},
    "meetings": [{"uid": "m1", "sides": [{"entries": [PEOPLE[0]]}, {"entries": [PEOPLE[1]]}]}],
}
MEMBER = {"uid": "t1", "epoch": 1, "told": TABLE_STATE}
KNOWN_PEOPLE = {"key": "t1 1 day 2", "people": PEOPLE}
REPORT = {"day": "t1", "meeting": "m1", "who": [3, 10], "nonce": "n1", "told": False}


def model(function: str, *given: Any) -> Any:
    return SCRIPTS(f"Cheville.othersModel.{function}", *given)


def choice(**more: Any) -> dict[str, Any]:
    return model("newChoice") | more


def test_typed_number_has_no_leading_zeros():
    now = choice(error={"code": "others_twice", "number": 4})
    for key in "00120345":
        now = model("press", now, key)
    assert (now["typed"], now["error"]) == ("12034", None)


@pytest.mark.parametrize(
    ("before", "number", "complete", "picked", "expected"),
    [
        ([], 3, True, [3], None),
        ([3], 5, True, [3, 5], None),
        ([3], 3, True, [3], "others_twice"),
        ([], 99, True, [], "others_nobody"),
        ([], 99, False, [99], None),  # not everybody's name is here
    ],
)
def test_picking_players(before: list, number: int, complete: bool, picked: list, expected: str | None):
    given = choice(picked=before, typed=str(number), letter="N", listing=True, more=True)
    now = model("pick", given, number, PEOPLE, complete)
    assert (now["picked"], now["error"] and now["error"]["code"]) == (picked, expected)
    if not expected:
        assert (now["typed"], now["letter"], now["listing"], now["more"]) == ("", None, False, False)


@pytest.mark.parametrize(
    ("now", "step", "back"),
    [
        ({}, "number", None),
        ({"picked": [1]}, "number", {"picked": [], "more": False}),
        ({"picked": [1, 2]}, "check", {"picked": [1], "more": False}),
        ({"picked": [1, 2], "more": True}, "number", {"picked": [1, 2], "more": False}),
        ({"picked": [1, 2, 3]}, "check", {"picked": [1, 2], "more": True}),
        ({"listing": True}, "letters", {"listing": False}),
        ({"listing": True, "letter": "N"}, "names", {"listing": True, "letter": None}),
    ],
)
def test_current_step_and_back(now: dict, step: str, back: dict | None):
    given = choice(**now)
    assert model("step", given) == step
    found = model("back", given)
    assert found == (back if back is None else given | back | {"error": None})


def test_at_most_six_players_can_be_picked():
    assert model("hasRoom", choice(picked=[1, 2, 3, 4, 5])) is True
    assert model("hasRoom", choice(picked=[1, 2, 3, 4, 5, 6])) is False
    assert [model("isStarted", one) for one in (choice(), choice(typed="1"), choice(picked=[1]))] == [
        False,
        True,
        True,
    ]


def test_initial_letters_and_pages_of_names():
    assert model("letters", PEOPLE) == ["C", "L", "N", "O", "R", "S"]
    crowd = [{"number": number, "name": f"Nom {number}"} for number in range(14)]
    pages = [model("page", crowd, "N", page) for page in range(3)]
    assert [(page["pages"], len(page["shown"])) for page in pages] == [(3, 6), (3, 6), (3, 2)]
    assert model("page", crowd, "X", 0) == {"pages": 0, "shown": []}
    assert model("initial", {"name": "Élise"}) == "E"
    assert model("initial", {"name": "O'Brien"}) == "O"
    assert model("initial", {"name": "李"}) == "#"


def test_known_players_by_round():
    assert model("people", KNOWN_PEOPLE, MEMBER) == PEOPLE
    for known in (None, KNOWN_PEOPLE | {"key": "t1 1 day 1"}, KNOWN_PEOPLE | {"key": "t1 2 day 2"}):
        assert model("people", known, MEMBER) == PEOPLE[:2]
        assert model("isComplete", known, MEMBER) is False
    assert model("people", None, None) == []
    assert (
        model("responseKey", MEMBER, {"stage": "day", "round": 2})
        == model("peopleKey", MEMBER)
        == KNOWN_PEOPLE["key"]
    )


@pytest.mark.parametrize(
    ("known", "given", "asks"),
    [
        (None, TABLE_STATE, True),
        (KNOWN_PEOPLE, TABLE_STATE, False),
        (KNOWN_PEOPLE, TABLE_STATE | {"round": {"number": 3}}, True),
        (None, TABLE_STATE | {"entry": 4}, False),  # a phone belongs to somebody
        (None, TABLE_STATE | {"round": None}, False),
        (None, None, False),
    ],
)
def test_players_are_requested_once_per_round(known, given, asks: bool):
    assert model("needsPeople", known, MEMBER | {"told": given}) is asks


# The report


@pytest.mark.parametrize(
    ("typed", "given", "call"),
    [
        (REPORT, TABLE_STATE, {"nonce": "n1", "what": "others", "who": [[3], [10]]}),
        (REPORT | {"told": True}, TABLE_STATE, None),
        (REPORT | {"back": True}, TABLE_STATE, {"nonce": "n1", "what": "as_planned", "who": [[3], [10]]}),
        (
            REPORT | {"back": True},
            TABLE_STATE | {"meetings": []},
            {"nonce": "n1", "what": "as_planned", "who": [[3], [10]]},
        ),
        (REPORT | {"meeting": "m0"}, TABLE_STATE, None),  # an hour without Wi-Fi: another round
        (REPORT | {"day": "t0"}, TABLE_STATE, None),
        (
            REPORT | {"meeting": "day 2"},
            TABLE_STATE | {"meetings": []},
            {"nonce": "n1", "what": "others", "who": [[3], [10]]},
        ),
        (None, TABLE_STATE, None),
    ],
)
def test_request_to_the_desk(typed, given: dict, call: dict | None):
    assert model("pendingCall", typed, MEMBER | {"told": given}) == call


def meeting(*numbers: int) -> dict[str, Any]:
    return {"uid": "m2", "sides": [{"entries": [{"number": number}]} for number in numbers]}


@pytest.mark.parametrize(
    ("given", "to", "becomes"),
    [
        (None, meeting(3, 10), "stays"),
        (REPORT | {"back": True}, meeting(3, 10), "stays"),
        (REPORT, TABLE_STATE["meetings"][0], "stays"),
        (REPORT, meeting(3, 10), "ours"),
        (REPORT, meeting(10, 3), "ours"),
        (REPORT, meeting(3, 11), "goes"),
        (REPORT, None, "goes"),
        (REPORT | {"day": "t0"}, TABLE_STATE["meetings"][0], "goes"),
    ],
)
def test_report_after_a_new_meeting(given, to, becomes: str):
    data = TABLE_STATE | {"meetings": [to] if to else []}
    assert model("settle", given, MEMBER, data, to) == becomes


def test_report_applies_to_its_own_table_only():
    assert model("isCurrent", REPORT, MEMBER, TABLE_STATE) is True
    for given in (None, REPORT | {"back": True}, REPORT | {"day": "t0"}, REPORT | {"meeting": "m0"}):
        assert model("isCurrent", given, MEMBER, TABLE_STATE) is False
    assert [
        model("meetingKey", one)
        for one in (
            TABLE_STATE,
            TABLE_STATE | {"meetings": []},
            TABLE_STATE | {"meetings": [], "round": None},
            None,
        )
    ] == [
        "m1",
        "day 2",
        None,
        None,
    ]
