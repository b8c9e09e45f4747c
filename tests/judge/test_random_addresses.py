"""A judge's page answers any query, in both languages."""

import random

import pytest
from django.test import Client

from scoring.cards import DECK
from tests.samples import SWEEP_FACTOR

WORDS = [
    *(card.name for card in DECK),
    "go",
    "back",
    "XX",
    "5H!1",
    "go!2",
    "muggins:0:1",
    "hand:5H",
    "up:KS",
    "",
]
OPTIONS = {
    "crib": ["1", ""],
    "ace": ["low", "both", "corner", "x"],
    "bonuses": ["standard", "variant_a", "oklahoma", "declared"],
    "opponent_holds": ["", "other"],
    "players": ["2", "3", "4", "5", "6", "7"],
    "mode": ["two", "three", "captain", "teams", "x"],
    "a_side": ["1", "2", "6", "7"],
    "hollywood": ["yes", "no"],
    "alternating": ["yes", "no"],
    "dealer": ["", "1", "2", "6", "9"],
    "kind": ["one_game", "fixed", "best_of", "first_to", "x"],
    "table": ["acc", "board_set", "free_play_triple", "own", "x"],
    "sides": ["1", "2", "3", "6"],
    "n": ["", "0", "1", "4", "7", "x", "²"],
    "how1": ["K", "G", "U", "0", "V", "VA", "x"],
    "who1": ["1", "2", "3", "x", ""],
    "add": ["1"],
    "back": ["1"],
    "cuts": ["left", "x"],
    "teams": ["2", "3", "4"],
    "muggins": ["yes", "no"],
    "from_116": ["yes", "no"],
    "target": ["121", "61"],
    "to": ["hand", "starter", "knocker", "opponent", "up", "nowhere"],
    **{
        key: ["", "0", "60", "116", "120", "121", "999", "x", "²"]
        for key in ("s1", "s2", "s3", "at", "by1", "held1", "p1", "p2", "p3")
    },
}
TEXT_FIELDS = ["hand", "starter", "knocker", "opponent", "up", "up1", "cut", "laid", "h1", "h2", "h3"]
HANDS = [
    "1K24",
    "2G23",
    "1U4",
    "0",
    "V",
    "VA",
    "3K60",
    "1K20_4G3",
    "0_0",
    "1K24@7S",
    "2K5C9",
    "1K9999",
    "²",
    "x",
]
GAMES = ["121-88", "60-121", "121-29", "121-60-88", "61-40", "121", "121-121", "x", "²-1"]


def random_query(dice: random.Random) -> dict[str, object]:
    """Return a random query of options and texts that are near to valid ones."""
    asked: dict[str, object] = {
        name: dice.choice(values) for name, values in OPTIONS.items() if dice.random() < 0.5
    }
    for name in TEXT_FIELDS:
        if dice.random() < 0.6:
            asked[name] = "-".join(dice.choices(WORDS, k=dice.choice([0, 1, 4, 10, 12])))
    asked["hands"] = " ".join(dice.choices(HANDS, k=dice.choice([0, 1, 3, 9])))
    asked["games"] = " ".join(dice.choices(GAMES, k=dice.choice([0, 1, 3, 9])))
    if dice.random() < 0.5:
        asked["tap"] = dice.choices(WORDS, k=3)
    return asked


@pytest.mark.parametrize("page", ["hand", "play", "gin", "sheet", "deal", "match"])
def test_random_query_gets_an_answer(client: Client, db: None, page: str):
    dice = random.Random(3)
    for number in range(20 * SWEEP_FACTOR):
        client.cookies["django_language"] = ("en", "fr-ca")[number % 2]
        asked = random_query(dice)
        assert client.get(f"/judge/{page}/", asked, follow=True).status_code == 200, asked
