"""«This is not us»: who is chosen, what the desk is told of it, and what a new meeting makes of it."""

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
TOLD = {
    "rules": {"stage": "day"},
    "round": {"number": 2},
    "meetings": [{"uid": "m1", "sides": [{"entries": [PEOPLE[0]]}, {"entries": [PEOPLE[1]]}]}],
}
MEMBER = {"uid": "t1", "epoch": 1, "told": TOLD}
KNOWN = {"key": "t1 1 day 2", "people": PEOPLE}
SAID = {"day": "t1", "meeting": "m1", "who": [3, 10], "nonce": "n1", "told": False}


def model(function: str, *given: Any) -> Any:
    return SCRIPTS(f"Cheville.othersModel.{function}", *given)


def choice(**more: Any) -> dict[str, Any]:
    return model("start") | more


def test_digits_make_a_number_without_zeros_before_it():
    now = choice(said={"code": "others_twice", "number": 4})
    for key in "00120345":
        now = model("press", now, key)
    assert (now["typed"], now["said"]) == ("12034", None)


@pytest.mark.parametrize(
    ("before", "number", "complete", "picked", "said"),
    [
        ([], 3, True, [3], None),
        ([3], 5, True, [3, 5], None),
        ([3], 3, True, [3], "others_twice"),
        ([], 99, True, [], "others_nobody"),
        ([], 99, False, [99], None),  # not everybody's name is here
    ],
)
def test_who_is_picked(before: list, number: int, complete: bool, picked: list, said: str | None):
    given = choice(picked=before, typed=str(number), letter="N", listing=True, more=True)
    now = model("pick", given, number, PEOPLE, complete)
    assert (now["picked"], now["said"] and now["said"]["code"]) == (picked, said)
    if not said:
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
def test_which_step_and_one_back(now: dict, step: str, back: dict | None):
    given = choice(**now)
    assert model("step", given) == step
    found = model("back", given)
    assert found == (back if back is None else given | back | {"said": None})


def test_six_have_a_seat_and_no_more():
    assert model("hasRoom", choice(picked=[1, 2, 3, 4, 5])) is True
    assert model("hasRoom", choice(picked=[1, 2, 3, 4, 5, 6])) is False
    assert [model("begun", one) for one in (choice(), choice(typed="1"), choice(picked=[1]))] == [
        False,
        True,
        True,
    ]


def test_letters_and_pages_of_names():
    assert model("letters", PEOPLE) == ["C", "L", "N", "O", "R", "S"]
    crowd = [{"number": number, "name": f"Nom {number}"} for number in range(14)]
    pages = [model("page", crowd, "N", page) for page in range(3)]
    assert [(page["pages"], len(page["shown"])) for page in pages] == [(3, 6), (3, 6), (3, 2)]
    assert model("page", crowd, "X", 0) == {"pages": 0, "shown": []}
    assert model("initial", {"name": "Élise"}) == "E"
    assert model("initial", {"name": "O'Brien"}) == "O"
    assert model("initial", {"name": "李"}) == "#"


def test_who_plays_as_far_as_it_is_known():
    assert model("people", KNOWN, MEMBER) == PEOPLE
    for known in (None, KNOWN | {"key": "t1 1 day 1"}, KNOWN | {"key": "t1 2 day 2"}):
        assert model("people", known, MEMBER) == PEOPLE[:2]
        assert model("complete", known, MEMBER) is False
    assert model("people", None, None) == []
    assert model("keyOf", MEMBER, {"stage": "day", "round": 2}) == model("key", MEMBER) == KNOWN["key"]


@pytest.mark.parametrize(
    ("known", "told", "asks"),
    [
        (None, TOLD, True),
        (KNOWN, TOLD, False),
        (KNOWN, TOLD | {"round": {"number": 3}}, True),
        (None, TOLD | {"entry": 4}, False),  # a phone belongs to somebody
        (None, TOLD | {"round": None}, False),
        (None, None, False),
    ],
)
def test_who_plays_is_asked_once_a_round(known, told, asks: bool):
    assert model("asksPeople", known, MEMBER | {"told": told}) is asks


# What was said


@pytest.mark.parametrize(
    ("said", "told", "call"),
    [
        (SAID, TOLD, {"nonce": "n1", "what": "others", "who": [[3], [10]]}),
        (SAID | {"told": True}, TOLD, None),
        (SAID | {"back": True}, TOLD, {"nonce": "n1", "what": "as_planned", "who": [[3], [10]]}),
        (
            SAID | {"back": True},
            TOLD | {"meetings": []},
            {"nonce": "n1", "what": "as_planned", "who": [[3], [10]]},
        ),
        (SAID | {"meeting": "m0"}, TOLD, None),  # an hour without Wi-Fi: another round
        (SAID | {"day": "t0"}, TOLD, None),
        (
            SAID | {"meeting": "day 2"},
            TOLD | {"meetings": []},
            {"nonce": "n1", "what": "others", "who": [[3], [10]]},
        ),
        (None, TOLD, None),
    ],
)
def test_what_the_desk_is_told(said, told: dict, call: dict | None):
    assert model("call", said, MEMBER | {"told": told}) == call


def meeting(*numbers: int) -> dict[str, Any]:
    return {"uid": "m2", "sides": [{"entries": [{"number": number}]} for number in numbers]}


@pytest.mark.parametrize(
    ("said", "to", "becomes"),
    [
        (None, meeting(3, 10), "stays"),
        (SAID | {"back": True}, meeting(3, 10), "stays"),
        (SAID, TOLD["meetings"][0], "stays"),
        (SAID, meeting(3, 10), "ours"),
        (SAID, meeting(10, 3), "ours"),
        (SAID, meeting(3, 11), "goes"),
        (SAID, None, "goes"),
        (SAID | {"day": "t0"}, TOLD["meetings"][0], "goes"),
    ],
)
def test_what_a_new_meeting_makes_of_it(said, to, becomes: str):
    told = TOLD | {"meetings": [to] if to else []}
    assert model("settle", said, MEMBER, told, to) == becomes


def test_what_was_said_holds_at_this_table_alone():
    assert model("stands", SAID, MEMBER, TOLD) is True
    for said in (None, SAID | {"back": True}, SAID | {"day": "t0"}, SAID | {"meeting": "m0"}):
        assert model("stands", said, MEMBER, TOLD) is False
    assert [
        model("about", told)
        for told in (TOLD, TOLD | {"meetings": []}, TOLD | {"meetings": [], "round": None}, None)
    ] == [
        "m1",
        "day 2",
        None,
        None,
    ]
