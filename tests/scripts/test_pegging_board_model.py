"""The board of the tablet counts as the rule book does: the same taps by the script and in Python."""

import json
from random import Random
from typing import Any

import pytest

from scoring.cribbage import game, pegging
from tests.scripts.engine import load

SEQUENCES, TAPS = 400, 80
IMPOSSIBLE_POINTS = {19, 25, 26, 27}
BEST_POINTS = 29
PLAY_SCRIPT = """(days) => days.map(({rules, sides, steps}) => {
  const model = Cheville.pegging;
  let taps = [];
  return steps.map(([what, side, points]) => {
    let refused = "";
    if (what === "undo") taps = model.undo(taps, side);
    else ({taps, refused} = model.tap(taps, sides, rules, side, points));
    const stand = model.pegs(taps, sides, rules);
    return {refused, fronts: stand.map((own) => own.front), backs: stand.map((own) => own.back),
            lasts: stand.map((own) => own.last), result: model.result(taps, sides, rules)};
  });
})"""
RULES = [
    {"target": target, "pegging": counted, "from_116": single}
    for target in (121, 61)
    for counted in ("exact", "as_pegged")
    for single in (True, False)
]


board = load("games/cribbage/board_model.js")


def states_after_taps(days: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """What the model says after each step."""
    return board(PLAY_SCRIPT, days)


class ReferenceBoard:
    """The same by the rule book: each side has the events that counted for it, one after the other."""

    def __init__(self, rules: dict[str, Any], sides: int) -> None:
        self.rules, self.peg_rules = rules, pegging.read_rules(rules)
        self.events: list[list[pegging.Pegged]] = [[] for _side in range(sides)]

    def front(self, side: int) -> int:
        """Where a side stands."""
        return self.events[side][-1].after if self.events[side] else 0

    def winner(self) -> int | None:
        """The side that stands at the target."""
        return next((side for side, own in enumerate(self.events) if own and own[-1].wins), None)

    def step(self, what: str, side: int, points: int) -> str:
        """Why it is refused, or nothing."""
        if what == "undo":
            del self.events[side][-1:]
            return ""
        if points in IMPOSSIBLE_POINTS or not 1 <= points <= BEST_POINTS:
            return "never"
        if self.winner() is not None:
            return "over"
        pegged = pegging.peg(self.front(side), points, self.peg_rules)
        if pegged.lost:
            return "from_116"
        self.events[side].append(pegged)
        return ""

    def as_shown(self, refused: str) -> dict[str, Any]:
        """As the tablet tells it."""
        winner, fronts = self.winner(), [self.front(side) for side in range(len(self.events))]
        if winner is not None:
            game.check(game.played(fronts), self.rules, len(fronts))  # a result that the score book takes
            assert game.winner_of(game.played(fronts), self.rules) == winner
        return {
            "refused": refused,
            "fronts": fronts,
            "backs": [own[-1].before if own else 0 for own in self.events],
            "lasts": [own[-1].points if own else 0 for own in self.events],
            "result": None if winner is None else {"winner": winner, "points": fronts},
        }


def days(seed: int) -> list[dict[str, Any]]:
    """Games tapped by people who err, take back, and tap on when the game is over."""
    chance = Random(seed)
    found = []
    for _sequence in range(SEQUENCES):
        sides = chance.randint(2, 6)
        steps = []
        for _tap in range(TAPS * sides // 2):
            what = "undo" if chance.random() < 0.15 else "tap"
            points = chance.choice((1, 1, 2, 2, 3, 4, 6, 8, 12, chance.randint(0, 31)))
            steps.append([what, chance.randrange(sides), points])
        found.append({"rules": chance.choice(RULES), "sides": sides, "steps": steps})
    return found


@pytest.mark.long
def test_taps_give_the_same_state_as_the_rule_book():
    given = days(seed=116)
    states = states_after_taps(given)
    refused, won = set(), 0
    for tournament, steps in zip(given, states, strict=True):
        book = ReferenceBoard(tournament["rules"], tournament["sides"])
        for step, typed in zip(tournament["steps"], steps, strict=True):
            assert typed == book.as_shown(book.step(*step)), json.dumps([tournament["rules"], step])
            refused.add(typed["refused"])
        won += steps[-1]["result"] is not None
    assert refused == {"", "never", "over", "from_116"}  # every branch was walked
    assert won > SEQUENCES // 4


def test_keys_are_the_possible_points_of_an_event():
    everything = board("() => Cheville.pegging.eventPoints")
    often = board("() => Cheville.pegging.frequentPoints")
    assert everything == [points for points in range(1, BEST_POINTS + 1) if points not in IMPOSSIBLE_POINTS]
    assert set(often) < set(everything)
    assert game.MAX_EVENT_POINTS == BEST_POINTS


@pytest.mark.parametrize(("front", "single", "double"), [(115, 116, 117), (116, 116, 118), (120, 120, 121)])
def test_from_116_loses_single_points_on_the_board(front: int, single: int, double: int):
    rules = {"target": 121, "pegging": "exact", "from_116": True}
    reach = [["tap", 0, points] for points in (29, 29, 20, 20, front - 98)]
    days = [{"rules": rules, "sides": 2, "steps": [*reach, ["tap", 0, points]]} for points in (1, 2)]
    one, two = (steps[-1] for steps in states_after_taps(days))
    assert (one["fronts"][0], two["fronts"][0]) == (single, double)
    assert one["refused"] == ("from_116" if single == front else "")
