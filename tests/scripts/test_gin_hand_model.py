"""One hand of gin while it is written: which step comes, what is wrong and what is said, and its sheet."""

from typing import Any

import pytest

from scoring.gin.figures import read_hand
from scoring.gin.rules import read_rules
from tests.scripts.engine import load

SCRIPTS = load("tablet_app/entry_model.js", "games/gin/hands.js", "games/gin/hand_model.js")
NAMES = ["Réal O'Brien", "Noëlla L'Écuyer"]
RULE_NAMES = (
    "undercut",
    "gin",
    "box",
    "game_bonus",
    "target",
    "ace",
    "oklahoma",
    "hollywood",
    "hollywood_open",
    "hollywood_letter",
    "boxes_doubled",
    "mode",
    "a_side",
    "alternating",
)


def rules(**stored: Any) -> dict[str, Any]:
    """As `here` tells them."""
    found = read_rules(stored)
    return {name: getattr(found, name) for name in RULE_NAMES}


PLAIN, OKLAHOMA, CORNER = rules(), rules(name="oklahoma"), rules(name="oklahoma", ace="corner")


def hand(step: str = "own", own: str = "", other: str = "", **more: Any) -> dict[str, Any]:
    """A hand that A knocked."""
    made = {"step": step, "rank": "", "suit": "", "knocker": 0, "deadwood": [own, other], "cards": ""}
    return made | more


def model(function: str, *given: Any) -> Any:
    return SCRIPTS(f"Cheville.handModel.{function}", *given)


def codes(given: Any) -> list[str]:
    return [one["code"] for one in (given if isinstance(given, list) else [given] if given else [])]


# The steps


def test_oklahoma_asks_for_up_card_first():
    assert (model("begin", PLAIN)["step"], model("begin", OKLAHOMA)["step"]) == ("who", "card")
    first = model("turnUp", model("begin", OKLAHOMA), {"rank": "7"})
    assert (first["step"], first["rank"]) == ("card", "7")
    both = model("turnUp", first, {"suit": "S"})
    assert (both["step"], both["suit"]) == ("who", "S")


@pytest.mark.parametrize(
    ("given", "side", "typed", "step", "deadwood"),
    [
        (hand("who", knocker=None), 1, PLAIN, "own", ["", ""]),
        (hand("who", "4", "23"), 0, PLAIN, "own", ["4", "23"]),
        (hand("who", "4", "23"), 1, PLAIN, "own", ["", ""]),  # another knocker
        (hand("who", rank="A", suit="H"), 0, OKLAHOMA, "other", ["0", ""]),  # only gin may knock
        (hand("who", rank="A", suit="H"), 1, OKLAHOMA, "other", ["", "0"]),
    ],
)
def test_choosing_the_knocker(given: dict, side: int, typed: dict, step: str, deadwood: list):
    now = model("setKnocker", given, side, typed)
    assert (now["step"], now["knocker"], now["deadwood"]) == (step, side, deadwood)


@pytest.mark.parametrize(
    ("given", "typed", "step"),
    [
        (hand("own"), PLAIN, "who"),
        (hand("other"), PLAIN, "own"),
        (hand("other", rank="A", suit="H"), OKLAHOMA, "who"),
        (hand("cards"), PLAIN, "other"),
        (hand("void"), PLAIN, "who"),
        (hand("void"), OKLAHOMA, "card"),
        (hand("void", rank="7", suit="H"), OKLAHOMA, "who"),
        (hand("who", rank="7", suit="H"), OKLAHOMA, "card"),
        (hand("who"), PLAIN, None),
        (hand("card"), OKLAHOMA, None),
    ],
)
def test_back_returns_to_previous_step(given: dict, typed: dict, step: str | None):
    now = model("stepBack", given, typed)
    assert (now and now["step"]) == step
    if step == "card" and given["step"] == "who":
        assert (now["rank"], now["suit"]) == ("7", "")


def test_gin_button_and_next_steps():
    assert model("callGin", hand("own", "4", "23", knocker=1)) == hand("other", "4", "0", knocker=1)
    assert [model("nextStep", hand(step)) for step in ("own", "cards", "other")] == [
        "other",
        "other",
        "write",
    ]


@pytest.mark.parametrize(
    ("given", "keys", "becomes"),
    [
        (hand("own"), ["1", "0", "5"], hand("own", "10")),
        (hand("own", knocker=1), ["7"], hand("own", "", "7", knocker=1)),
        (hand("other", "4"), ["1", "2", "3", "4"], hand("other", "4", "123")),
        (hand("other", "4", "0"), ["9"], hand("other", "4", "9")),
        (hand("cards", "4", "2"), ["1", "1"], hand("cards", "4", "2", cards="11")),
        (hand("own", "10"), ["delete"], hand("own", "1")),
        (hand("other", "4", "23"), ["clear"], hand("other", "4", "")),
    ],
)
def test_keypad_edits_deadwood_and_cards(given: dict, keys: list[str], becomes: dict):
    for key in keys:
        given = model("pressKey", given, key)
    assert given == becomes


# What is wrong, and what is said


@pytest.mark.parametrize(
    ("given", "typed", "wrong", "values"),
    [
        (hand("own", ""), PLAIN, None, None),
        (hand("own", "10"), PLAIN, None, None),
        (hand("own", "11"), PLAIN, "over_limit", {"name": NAMES[0], "limit": 10}),
        (hand("own", "8", rank="7", suit="S"), OKLAHOMA, "over_limit", {"name": NAMES[0], "limit": 7}),
        (hand("own", "7", rank="7", suit="S"), OKLAHOMA, None, None),
        (hand("own", "10", rank="K", suit="S"), OKLAHOMA, None, None),
        (hand("other", "7", "111", rank="7", suit="S"), CORNER, "too_much_deadwood", {"most": 110}),
        (hand("other", "7", "110", rank="7", suit="S"), CORNER, None, None),
        (hand("cards", cards="15"), PLAIN, "cards_cannot_be", {"most": 14}),
        (hand("cards", cards="0"), PLAIN, "cards_cannot_be", {"most": 14}),
        (hand("cards", cards="14"), PLAIN, None, None),
    ],
)
def test_impossible_numbers_are_refused(given: dict, typed: dict, wrong: str | None, values: dict | None):
    found = model("error", given, typed, NAMES)
    assert (found and (found["code"], found["values"])) == (wrong and (wrong, values))


@pytest.mark.parametrize(
    ("given", "typed", "expected"),
    [
        (hand("own", "4"), PLAIN, []),
        (hand("other", "4", ""), PLAIN, []),
        (hand("other", "4", "23"), PLAIN, [("hand_knock", NAMES[0], 19)]),
        (hand("other", "5", "2"), PLAIN, [("hand_undercut", NAMES[1], 13)]),
        (hand("other", "0", "30"), PLAIN, [("hand_gin", NAMES[0], 50)]),
        (
            hand("other", "5", "2", cards="9"),
            PLAIN,
            [("hand_undercut", NAMES[1], 3), ("hand_fine", NAMES[1], 10)],
        ),
        (hand("other", "5", "2", cards="11"), PLAIN, [("hand_many_cards", NAMES[1], 0)]),
        (hand("other", "5", "2", cards="10"), PLAIN, [("hand_undercut", NAMES[1], 13)]),
        (
            hand("other", "7", "17", rank="7", suit="S"),
            CORNER,
            [("hand_knock", NAMES[0], 20), ("hand_doubled",)],
        ),
        (hand("other", "0", "0", rank="A", suit="H"), CORNER, [("hand_corner_to_zero", NAMES[1], 0)]),
        (hand("cards", cards="9"), PLAIN, [("fewer_cards", 10)]),
        (hand("cards", cards="11"), PLAIN, [("more_cards", 10)]),
        (hand("cards", cards="10"), PLAIN, []),
    ],
)
def test_messages_for_entered_numbers(given: dict, typed: dict, expected: list):
    found = model("messages", given, typed, NAMES)
    assert [(one["code"], *one.get("values", {}).values()) for one in found] == expected


def test_void_hand_shows_its_reason():
    void = {"how": "void", "reason": "stock_out"}
    score = SCRIPTS("Cheville.ginSheet.score", void, PLAIN)
    assert codes(model("resultMessages", void, score, NAMES)) == ["void_stock_out", "hand_void"]
    nobody = {"how": "nobody"}
    score = SCRIPTS("Cheville.ginSheet.score", nobody, PLAIN)
    assert codes(model("resultMessages", nobody, score, NAMES)) == ["hand_nobody"]


@pytest.mark.parametrize(
    ("given", "typed", "hint"),
    [
        (hand("own"), PLAIN, ["hint_own"]),
        (hand("other", "4"), PLAIN, ["hint_other"]),
        (hand("other", "0"), PLAIN, ["hint_after_gin"]),
        (hand("other", "0", rank="7", suit="S"), CORNER, ["hint_other", "hint_corner"]),
        (hand("cards"), PLAIN, ["hint_cards"]),
    ],
)
def test_hints_by_step(given: dict, typed: dict, hint: list[str]):
    assert codes(model("hint", given, typed)) == hint


@pytest.mark.parametrize(
    ("rank", "suit", "expected"),
    [("7", "H", ["knock_limit"]), ("7", "S", ["knock_limit", "hand_doubled"]), ("A", "H", ["only_gin"])],
)
def test_messages_for_up_card(rank: str, suit: str, expected: list[str]):
    assert codes(model("limitMessages", hand("who", rank=rank, suit=suit), OKLAHOMA)) == expected


# What is sent


@pytest.mark.parametrize(
    ("given", "typed", "stored", "written"),
    [
        (hand("other", "4", "23"), PLAIN, {}, {"knocker": 0, "deadwood": [4, 23]}),
        (hand("other", "17", "7", knocker=1), PLAIN, {}, {"knocker": 1, "deadwood": [17, 7]}),
        (
            hand("other", "7", "17", rank="7", suit="S"),
            OKLAHOMA,
            {"name": "oklahoma"},
            {"knocker": 0, "deadwood": [7, 17], "up_card": "7S"},
        ),
        (
            hand("other", "5", "2", cards="11"),
            PLAIN,
            {},
            {"knocker": 0, "deadwood": [5, 2], "opponent_cards": 11},
        ),
        (hand("other", "5", "2", cards="10"), PLAIN, {}, {"knocker": 0, "deadwood": [5, 2]}),
    ],
)
def test_written_hand_is_read_by_the_rule_book(given: dict, typed: dict, stored: dict, written: dict):
    assert model("figures", given, typed) == written
    read_hand(written, read_rules(stored))


def test_unplayed_hand_keeps_the_up_card():
    nobody = {"how": "nobody"}
    assert model("unplayedResult", hand("who"), PLAIN, nobody) == nobody
    assert model("unplayedResult", hand("void", rank="Q"), OKLAHOMA, nobody) == nobody
    turned = hand("void", rank="Q", suit="C")
    assert model("unplayedResult", turned, OKLAHOMA, nobody) == nobody | {"up_card": "QC"}


def test_hands_can_be_taken_back_and_put_back():
    one, two, three = ({"knocker": 0, "deadwood": [1, number]} for number in (20, 30, 40))
    tool: dict[str, Any] = model("newSheet", 0)
    for written in (one, two):
        tool |= model("addResult", tool | {"hand": hand()}, written, PLAIN)
    assert (tool["hands"], tool["hand"], tool["taken"]) == ([one, two], None, [])
    tool |= model("takeBack", tool)
    assert (tool["hands"], tool["taken"]) == ([one], [two])
    tool |= model("takeBack", tool)
    assert (tool["hands"], tool["taken"]) == ([], [two, one])
    tool |= model("putBack", tool)
    assert (tool["hands"], tool["taken"]) == ([one], [two])
    tool |= model("addResult", tool, three, PLAIN)
    assert (tool["hands"], tool["taken"]) == ([one, three], [])  # what was taken back is gone


def test_team_hand_is_written_once_all_pairs_have_results():
    teams, nobody = rules(mode="teams", a_side=2), {"how": "nobody"}
    knock = {"knocker": 0, "deadwood": [1, 20]}
    tool: dict[str, Any] = model("newSheet", None)
    tool |= model("addResult", tool | {"hand": hand()}, knock, teams)
    assert (tool["hands"], tool["results"], tool["hand"]["step"]) == ([], [knock], "who")
    back = tool | model("leaveHand", tool, teams)
    assert (back["results"], back["hand"]["step"]) == ([], "who")  # the first two are asked again
    assert model("leaveHand", back, teams) == {"hand": None}
    tool |= model("addResult", tool, nobody, teams)
    assert (tool["hands"], tool["results"], tool["hand"]) == ([[knock, nobody]], [], None)
    tool |= model("takeBack", tool)
    assert (tool["hands"], tool["taken"]) == ([], [[knock, nobody]])
    tool |= model("putBack", tool)
    assert (tool["hands"], tool["taken"]) == ([[knock, nobody]], [])


def sides_with_entries(*sides: list[tuple[str, str]], team: list[str] | None = None) -> list[dict[str, Any]]:
    """Sides as `here` tells them, everybody as (letter, name)."""
    more = {"team": team} if team else {}
    return [{"entries": [{"letter": letter, "name": name} | more for letter, name in one]} for one in sides]


@pytest.mark.parametrize(
    ("played", "sides", "hands", "names", "letters", "of", "on"),
    [
        ({}, sides_with_entries([("A", "Ana")], [("B", "Léo")]), 0, ["A", "B"], [["A"], ["B"]], [0, 1], ""),
        (
            {"mode": "three"},
            sides_with_entries([("A", "Ana")], [("B", "Léo")], [("C", "Zoé")]),
            1,
            ["A", "C"],
            [["A"], ["C"]],
            [0, 2],
            "B",
        ),
        (
            {"mode": "captain"},
            sides_with_entries([("A", "Ana")], [("B", "Léo"), ("C", "Zoé")]),
            1,
            ["A", "Zoé"],
            [["A"], ["C"]],
            [0, 1],
            "Léo",
        ),
        (
            {"mode": "teams", "a_side": 2},
            sides_with_entries([("A", "Ana"), ("C", "Zoé")], [("B", "Léo"), ("D", "Pat O'Brien")]),
            1,
            ["Ana", "Léo"],
            [["A"], ["B"]],
            [0, 1],
            "",
        ),
        (
            {"mode": "teams", "a_side": 2, "alternating": True},
            sides_with_entries([("A", "Ana"), ("C", "Zoé")], [("B", "Léo"), ("D", "Pat O'Brien")]),
            1,
            ["Ana", "Pat O'Brien"],
            [["A"], ["D"]],
            [0, 1],
            "",
        ),
        (
            {"mode": "teams", "a_side": 3},
            sides_with_entries([("A", "Les Valets")], [("B", "Les Dames")], team=["Réal Roy", "Zoé Gagné"]),
            0,
            ["Réal Roy", "Réal Roy"],
            [["A"], ["B"]],
            [0, 1],
            "",
        ),
    ],
)
def test_players_of_the_current_hand(played, sides, hands, names, letters, of, on):
    """A wins the first hand: B gives up the seat where a player looks on."""
    figures = rules(**played)
    knock = {"knocker": 0, "deadwood": [1, 20]}
    one = [knock] * figures["a_side"] if figures["mode"] == "teams" else knock
    tool = {"hands": [one] * hands, "results": [], "dealer": None}
    people = model("people", sides, figures, ["A", "B", "C"][: len(sides)])
    found = model("pair", tool, figures, people)
    assert (found["names"], found["letters"], found["sides"], found["onlooker"]) == (names, letters, of, on)
    assert len(people) == max(2, 2 * figures["a_side"], 3 if figures["mode"] in ("three", "captain") else 2)


def test_missing_team_member_is_named_by_team_and_number():
    figures = rules(mode="teams", a_side=3)
    sides = sides_with_entries([("A", "Les Valets")], [("B", "Les Dames")], team=["Réal Roy", "Zoé Gagné"])
    people = model("people", sides, figures, ["Les Valets", "Les Dames"])
    assert [one["name"] for one in people[:3]] == ["Réal Roy", "Zoé Gagné", "Les Valets 3"]


def test_messages_for_hands_of_several_players():
    teams, three = rules(mode="teams", a_side=2), rules(mode="three")
    people = [{"name": name, "letters": []} for name in ("Ana", "Léo", "Zoé", "Pat")]
    hand_ = {"knocker": 0, "deadwood": [1, 20]}
    row = {"winner": 1, "points": 13, "score": {"how": "knock", "winner": 0, "points": 19, "fines": [0, 0]}}
    met = [{"players": [0, 2]}]
    found = model("handMessages", hand_, row | {"meetings": met}, teams, people, ["Une", "Deux"])
    assert (codes(found), found[0]["values"]) == (["hand_writes"], {"name": "Deux", "points": 13})
    level = model(
        "handMessages", hand_, row | {"winner": None, "meetings": met}, teams, people, ["Une", "Deux"]
    )
    assert codes(level) == ["hand_level"]
    two = model("handMessages", hand_, row | {"meetings": [{"players": [2, 1]}]}, three, people, [])
    assert (codes(two), two[0]["values"]["name"]) == (["hand_knock"], "Zoé")


@pytest.mark.parametrize(
    ("deals", "first_deal", "dealer"),
    [(1, "seat_a", 1), (0, "draw", 0), (None, "seat_a", 0), (None, "draw", None)],
)
def test_dealer_of_the_first_hand(deals, first_deal: str, dealer: int | None):
    assert model("firstDealer", {"deals": deals, "rules": {"first_deal": first_deal}}) == dealer


def test_corrected_sheet_keeps_the_open_sheet():
    result = {"body": {"nonce": "n1", "game": 1, "data": {"hands": [{"how": "nobody"}]}}}
    under = {"name": "hands", "game": 2, "hands": []}
    opened = model("reopenedSheet", result, "m1", under)
    assert (opened["corrects"], opened["game"], opened["under"]) == ("n1", 1, under)
    assert opened["hands"] == result["body"]["data"]["hands"]
