"""Whatever an address says, a judge's page answers with a sentence, in both languages."""

import random

import pytest
from django.test import Client

from scoring.cards import DECK

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
    "teams": ["2", "3", "4"],
    "muggins": ["yes", "no"],
    "from_116": ["yes", "no"],
    "target": ["121", "61"],
    "to": ["hand", "starter", "knocker", "opponent", "up", "nowhere"],
    **{key: ["", "0", "60", "116", "120", "121", "999", "x", "²"] for key in ("s1", "s2", "s3", "at")},
}
TEXTS = ["hand", "starter", "knocker", "opponent", "up", "laid", "h1", "h2", "h3"]


def query(dice: random.Random) -> dict[str, object]:
    """An address that somebody might make up."""
    asked: dict[str, object] = {
        name: dice.choice(values) for name, values in OPTIONS.items() if dice.random() < 0.5
    }
    for name in TEXTS:
        if dice.random() < 0.6:
            asked[name] = "-".join(dice.choices(WORDS, k=dice.choice([0, 1, 4, 10, 12])))
    if dice.random() < 0.5:
        asked["tap"] = dice.choices(WORDS, k=3)
    return asked


@pytest.mark.parametrize("page", ["hand", "play", "gin"])
def test_anything_is_answered(client: Client, db: None, page: str):
    dice = random.Random(3)
    for number in range(60):
        client.cookies["django_language"] = ("en", "fr-ca")[number % 2]
        asked = query(dice)
        assert client.get(f"/judge/{page}/", asked, follow=True).status_code == 200, asked
