"""What a tablet makes of a match of several games, beyond what it has from the desk (rules.md §3.3)."""

import pytest

from tests.scripts.engine import load
from tests.scripts.test_situation import answer, desk, own_result, page_state

SCRIPTS = load(
    "tablet_app/results.js",
    "tablet_app/situation.js",
    "tablet_app/wording.js",
    "tablet_app/entry_model.js",
    "games/cribbage/table.js",
)
CRIBBAGE = {
    "game": "cribbage",
    "stage": 1,
    "target": 121,
    "pegging": "exact",
    "win": 1,
    "skunks": [{"level": 1, "under": 90, "worth": 2}, {"level": 2, "under": 60, "worth": 3}],
    "several_losers": "all",
}
SET = {"kind": "first_to", "games": 9, "points": 5, "by": "points"}


def own(game, winner, low):
    """A result that this tablet has taken: its winner has 121."""
    points = [121, low] if winner == 0 else [low, 121]
    result = own_result(game=game, winner=winner)
    return result | {"shown": {"winner": winner, "points": points, "names": ["A", "B"]}}


def view(state):
    return SCRIPTS("Cheville.situations.derive", state)


def at(rule, kept=(), results=(), games=9, **more):
    meeting = answer(games=games, match=rule, results=list(results), **more)
    return view(page_state(meeting | {"rules": CRIBBAGE}, tuple(kept)))


@pytest.mark.parametrize(
    ("games", "score", "next_game"),
    [
        ([(0, 100)], [1, 0], 2),
        ([(0, 89), (1, 100)], [2, 1], 3),
        ([(0, 59), (0, 89)], [5, 0], None),
        ([(0, 90), (0, 100), (0, 110), (0, 120)], [4, 0], 5),
    ],
)
def test_match_score_counts_skunks_of_kept_results(games, score, next_game):
    kept = [own(number, *game) for number, game in enumerate(games, start=1)]
    shown = at(SET, kept)
    assert (shown["score"], shown["next"]) == (score, next_game)


def test_match_score_uses_match_points_of_the_desk():
    results = [
        desk(game=1, winner=1, match_points=3, skunk=2),
        desk(game=2, line=5, winner=0, match_points=1),
    ]
    shown = at(SET, results=results, game=3)
    assert (shown["score"], shown["next"]) == ([1, 3], 3)


def test_triple_skunk_ends_match_by_rule():
    rule = {"kind": "best_of", "games": 5, "at_once": 2}
    assert at(rule, [own(1, 0, 40)], games=5)["next"] is None
    assert at({**rule, "at_once": 3}, [own(1, 0, 40)], games=5)["next"] == 2


@pytest.mark.parametrize(
    ("cards", "mine", "to_the_desk"), [("two", None, True), ("two", 0, False), ("", None, False)]
)
def test_two_cards_on_shared_tablet_go_to_the_desk(cards: str, mine: int | None, to_the_desk: bool):
    rules = {"stage": "day"} | ({"cards": cards} if cards else {})
    assert SCRIPTS("Cheville.situations.cardsGoToTheDesk", {"rules": rules, "mine": mine}) is to_the_desk
