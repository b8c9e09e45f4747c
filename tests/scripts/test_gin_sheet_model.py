"""The sheet that a tablet works out for itself is that of the rule book: many sheets by chance, both ways."""

import random
from typing import Any

import pytest

from scoring import DomainError
from scoring.cards import DECK
from scoring.gin.ending import VOID_REASONS
from scoring.gin.figures import knock_limit, most_deadwood, read_hand
from scoring.gin.game import Sheet, sheet
from scoring.gin.masks import MAX_CARDS
from scoring.gin.meetings import Meeting, side_of, sides
from scoring.gin.rules import NAMED_RULES, GinRules, read_rules
from scoring.gin.score import Score, next_dealer
from tests.scoring.hollywood_cases import CASES, READINGS, of_a_tablet
from tests.scripts.engine import load

SHEET_COUNT, SEVERAL_COUNT, WRONG_COUNT = 400, 400, 400
PLAYER_RULES = ("mode", "a_side", "alternating")
RULE_NAMES = ("undercut", "gin", "box", "game_bonus", "target", "ace")
OPTIONS = ("oklahoma", "hollywood", "hollywood_open", "hollywood_letter", "boxes_doubled")
ALL_SHEETS = """(games) => games.map(({rules, hands, dealer}) => {
  const model = Cheville.ginSheet;
  const sheet = model.sheet(hands, rules, dealer);
  return {...sheet, before: hands.length > 0 && model.sheet(hands.slice(0, -1), rules).over};
})"""


model = load("games/gin/hands.js")  # it needs no other script


def rules_in_answer(rules: GinRules) -> dict[str, Any]:
    """What `here` tells of the rules."""
    return {name: getattr(rules, name) for name in RULE_NAMES + OPTIONS + PLAYER_RULES}


def any_rules(chance: random.Random) -> GinRules:
    """A row of bonuses or numbers of one's own, with options by chance."""
    stored: dict[str, Any] = {name: chance.random() < 0.4 for name in OPTIONS if name != "oklahoma"}
    stored["name"] = chance.choice(list(NAMED_RULES))
    stored["ace"] = chance.choice(("low", "both", "corner"))
    if chance.random() < 0.4:
        own = {name: chance.choice((0, 5, 10, 20, 25, 30)) for name in ("undercut", "gin", "box")}
        stored |= own | {
            "game_bonus": chance.choice((0, 50, 100)),
            "target": chance.choice((30, 75, 100, 250)),
        }
    if chance.random() < 0.3:
        stored["oklahoma"] = True
    return read_rules(stored)


def any_hand(chance: random.Random, rules: GinRules) -> dict[str, Any]:
    """A hand as a tablet writes it: most are knocks, some void, some with a wrong number of cards."""
    kind = chance.random()
    if kind < 0.06:
        return {"how": "void", "reason": chance.choice(VOID_REASONS)}
    if kind < 0.1:
        return {"how": "nobody"}
    knocker, card = chance.randrange(2), chance.choice(DECK)
    hand: dict[str, Any] = {"knocker": knocker, "deadwood": [0, 0]}
    if rules.oklahoma:
        hand["up_card"] = str(card)
    if kind > 0.9:
        hand["opponent_cards"] = chance.randint(1, MAX_CARDS)
    limit = knock_limit(rules, card)
    most = most_deadwood(hand.get("opponent_cards", 10), rules.ace)
    hand["deadwood"][knocker] = 0 if kind < 0.3 else chance.randint(0, limit)
    hand["deadwood"][1 - knocker] = chance.choice(
        (0, chance.randint(0, min(12, most)), chance.randint(0, most))
    )
    return hand


def any_game(chance: random.Random) -> tuple[GinRules, list[dict[str, Any]]]:
    """Hands until the game is over; some games stop before."""
    rules = any_rules(chance)
    hands: list[dict[str, Any]] = []
    scores: list[Score] = []
    stops = chance.randint(0, 8) if chance.random() < 0.2 else 400
    while len(hands) < stops and not sheet(scores, rules).over:
        hands.append(any_hand(chance, rules))
        scores.append(read_hand(hands[-1], rules))
    return rules, hands


def dealt(scores: list[Score], dealer: int | None) -> list[int | None]:
    """Who deals each hand, and the next one."""
    dealers = [dealer]
    for score in scores:
        known = dealers[-1]
        dealers.append(score.winner if known is None else next_dealer(score, known))
    return dealers


def sheet_of_rule_book(paper: Sheet, dealer: int | None) -> dict[str, Any]:
    """The sheet of the rule book, in the shape of the tablet's."""
    dealers = dealt([row.scores[0] for row in paper.rows], dealer)
    finished = [found for found in paper.results if found]
    return {
        "rows": [
            {
                "number": row.number,
                "score": [
                    row.scores[0].how,
                    row.scores[0].winner,
                    row.scores[0].difference,
                    row.scores[0].bonus,
                    row.scores[0].points,
                    list(row.scores[0].fines),
                ],
                "dealer": dealer,
                "cells": [{"total": cell.total, "underlined": cell.underlined} for cell in row.cells],
            }
            for row, dealer in zip(paper.rows, dealers, strict=False)
        ],
        "games": [
            {"points": list(game.points), "boxes": list(game.boxes), "winner": game.winner}
            for game in paper.games
        ],
        "footers": [{"code": line.code, "numbers": list(line.numbers)} for line in paper.footers],
        "values": list(paper.values),
        "totals": [sum(found.totals[side] for found in finished) for side in (0, 1)],
        "over": paper.over,
        "winner": paper.winner,
        "dealer": dealers[-1],
    }


def comparable_sheet(found: dict[str, Any]) -> dict[str, Any]:
    """The same parts of what the script worked out."""
    names = ("how", "winner", "difference", "bonus", "points", "fines")
    rows = [
        {name: row[name] for name in ("number", "dealer", "cells")}
        | {"score": [row["score"][name] for name in names]}
        for row in found["rows"]
    ]
    return {**found, "rows": rows}


@pytest.mark.long
def test_random_sheets_equal_the_rule_book():
    chance = random.Random(20261121)
    games = [(*any_game(chance), chance.choice((None, 0, 1))) for _game in range(SHEET_COUNT)]
    asked = [
        {"rules": rules_in_answer(rules), "hands": hands, "dealer": dealer} for rules, hands, dealer in games
    ]
    answers = model(ALL_SHEETS, asked)
    kinds: set[object] = set()
    for (rules, hands, dealer), answer in zip(games, answers, strict=True):
        paper = sheet([read_hand(hand, rules) for hand in hands], rules)
        expected = sheet_of_rule_book(paper, dealer)
        found = comparable_sheet(answer)
        assert {name: found[name] for name in expected} == expected, (rules, hands)
        assert not found["before"]
        kinds |= {
            (rules.hollywood, rules.oklahoma, rules.ace, rules.boxes_doubled),
            (paper.over, paper.winner),
        }
        kinds |= {row.scores[0].how for row in paper.rows}
    assert len(kinds) == 2 * 2 * 3 * 2 + 3 + 5  # every combination, open or won by one, every end


def random_rules_for_several(chance: random.Random) -> dict[str, Any]:
    """Three, the captain against two, or teams: what each of them may combine with."""
    mode = chance.choice(("three", "captain", "teams"))
    stored: dict[str, Any] = {"mode": mode, "name": chance.choice(list(NAMED_RULES))}
    if mode == "teams":
        stored |= {"a_side": chance.randint(2, 6), "alternating": chance.random() < 0.5}
    if mode != "three":
        stored |= {"hollywood": chance.random() < 0.3, "boxes_doubled": chance.random() < 0.5}
    return stored | {"ace": chance.choice(("low", "corner"))}


@pytest.mark.long
def test_sheets_of_several_players_equal_the_rule_book():
    chance = random.Random(20261122)
    games: list[tuple[GinRules, list[Any], Sheet]] = []
    for _game in range(SEVERAL_COUNT):
        rules = read_rules(random_rules_for_several(chance))
        hands: list[Any] = []
        scores: list[Any] = []
        stops = chance.randint(0, 6) if chance.random() < 0.3 else 400
        while len(hands) < stops and not (paper := sheet(scores, rules)).over:
            results = [any_hand(chance, rules) for _meeting in paper.meetings]
            hands.append(results if rules.mode == "teams" else results[0])
            scores.append([read_hand(one, rules) for one in results])
        games.append((rules, hands, sheet(scores, rules)))
    asked = [
        {"rules": rules_in_answer(rules), "hands": hands, "dealer": None} for rules, hands, _paper in games
    ]
    for (rules, hands, paper), found in zip(games, model(ALL_SHEETS, asked), strict=True):
        finished = [one for one in paper.results if one]
        rows = [
            (row.winner, row.points, [met(one) for one in row.meetings], list(row.fines))
            for row in paper.rows
        ]
        worked_out = [
            (row["winner"], row["points"], row["meetings"], fines(row, rules)) for row in found["rows"]
        ]
        assert worked_out == rows, (rules, hands)
        expected = {
            "games": [
                {"points": list(game.points), "boxes": list(game.boxes), "winner": game.winner}
                for game in paper.games
            ],
            "footers": [{"code": line.code, "numbers": list(line.numbers)} for line in paper.footers],
            "values": list(paper.values),
            "totals": [
                sum(one.totals[side] for one in finished) for side in range(len(paper.games[0].points))
            ],
            "over": paper.over,
            "winner": paper.winner,
        }
        assert {name: found[name] for name in expected} == expected, (rules, hands)
        assert [row["cells"] for row in found["rows"]] == [
            [{"total": cell.total, "underlined": cell.underlined} for cell in row.cells] for row in paper.rows
        ]
        if not paper.over:
            assert found["meetings"] == [met(one) for one in paper.meetings]


def met(meeting: Meeting) -> dict[str, Any]:
    """Who meets and deals, in the shape of the tablet's."""
    return {"players": list(meeting.players), "dealer": meeting.dealer}


def fines(row: dict[str, Any], rules: GinRules) -> list[int]:
    """The fines of a row of the tablet by side, from those of its results."""
    found = [0] * len(sides(rules))
    for score, meeting in zip(row["scores"], row["meetings"], strict=True):
        for player, fine in zip(meeting["players"], score["fines"], strict=True):
            found[side_of(player, rules)] += fine
    return found


def test_example_sheet_of_the_source():
    """Hollywood, rules.md §7.2: P 15, J 12, J 18, J 32, P 26."""
    hands = [
        {"knocker": side, "deadwood": [points, 1] if side else [1, points]}
        for side, points in ((0, 16), (1, 13), (1, 19), (1, 33), (0, 27))
    ]
    rules = rules_in_answer(read_rules({"hollywood": True}))
    found = model(ALL_SHEETS, [{"rules": rules, "hands": hands, "dealer": 0}])[0]
    assert [[cell["total"] for cell in row["cells"]] for row in found["rows"]] == [
        [15, None, None, None, None, None],
        [None, 12, None, None, None, None],
        [None, 30, None, 18, None, None],
        [None, 62, None, 50, None, 32],
        [41, None, 26, None, None, None],
    ]


def test_hollywood_readings_equal_the_rule_book():
    asked = [
        {
            "rules": rules_in_answer(read_rules({"hollywood": True} | READINGS[case.reading])),
            "hands": [of_a_tablet(hand) for hand in case.hands][: case.over_after or len(case.hands)],
            "dealer": 0,
        }
        for case in CASES
    ]
    for case, found in zip(CASES, model(ALL_SHEETS, asked), strict=True):
        assert [tuple(game["points"]) for game in found["games"]] == case.points
        assert [game["winner"] for game in found["games"]] == case.first
        assert (found["over"], found["before"]) == (bool(case.over_after), False)


def test_impossible_hands_are_refused_as_by_the_rule_book():
    chance = random.Random(7)
    asked, expected = [], []
    for _hand in range(WRONG_COUNT):
        rules, card = any_rules(chance), chance.choice(DECK)
        hand: dict[str, Any] = {"knocker": chance.randrange(2)}
        hand["deadwood"] = [
            chance.choice((0, chance.randint(0, 12), chance.randint(0, 130))) for _side in (0, 1)
        ]
        if rules.oklahoma:
            hand["up_card"] = str(card)
        if chance.random() < 0.3:
            hand["opponent_cards"] = chance.randint(0, 16)
        asked.append([hand, rules_in_answer(rules)])
        expected.append(refused(hand, rules))
    assert (
        model("hands => hands.map(([hand, rules]) => Cheville.ginSheet.errorCode(hand, rules))", asked)
        == expected
    )
    assert set(expected) == {"", "gin_over_limit", "gin_too_many_points", "gin_opponent_cards"}


def refused(hand: dict[str, Any], rules: GinRules) -> str:
    """The code with which the rule book refuses a hand, or nothing."""
    try:
        read_hand(hand, rules)
    except DomainError as refusal:
        return refusal.code
    return ""


def test_void_reasons_equal_the_rule_book():
    assert model("() => Cheville.ginSheet.VOID_REASONS") == list(VOID_REASONS)
    assert model("() => Cheville.ginSheet.MAX_CARDS") == MAX_CARDS
