"""Numbers in two languages, and the order of names."""

import random

import pytest

from tournaments.papers.collation import collation_key, initial
from tournaments.papers.words import grouped, signed


@pytest.mark.parametrize(
    ("number", "french", "english"),
    [
        (0, "0", "0"),
        (121, "121", "121"),
        (1612, "1\u202f612", "1,612"),
        (-1612, "−1\u202f612", "−1,612"),
        (1234567, "1\u202f234\u202f567", "1,234,567"),
        (None, "", ""),
    ],
)
def test_numbers_are_grouped_by_language(number: int | None, french: str, english: str):
    assert grouped(number, "fr") == grouped(number, "fr-ca") == french
    assert grouped(number, "en") == english


def test_signed_numbers():
    numbers = {33: "+33", 0: "0", -5: "−5", 1612: "+1\u202f612", None: ""}
    assert {number: signed(number, "fr") for number in numbers} == numbers


NAMES = [
    "Beaulieu, Ann",
    "Côté, Huguette",
    "Cote, Zoé",
    "D'Amour, Solange",
    "Dupré, Yvon",
    "L'Écuyer, Élise",
    "Lefebvre, Ann",
    "O'Brien, Réjean",
    "OBrien, Zoé",
    "Œuvrard, Paul-Émile",
    "Roy, Ann",
    "Roy, Zoé",
    "Roy Beaulieu, Ann",
    "Royer, Ann",
    "Saint-Hilaire, Gérard",
    "Saint Hilaire, Marie",
    "Saintonge, Ann",
    "Smith, Edna",
    "St-Pierre, Ann",
]


def test_names_are_sorted_alphabetically():
    for seed in range(5):
        shuffled = random.Random(seed).sample(NAMES, len(NAMES))
        assert sorted(shuffled, key=collation_key) == NAMES


def test_accents_are_compared_from_the_end():
    assert sorted(["coté", "cote", "côté", "côte"], key=collation_key) == ["cote", "côte", "coté", "côté"]


def test_initial_of_a_name():
    assert [
        initial(name) for name in ("Élise", "L'Écuyer", "œuvre", "<b>O'Brien", "", "3e", "Ønsker", "김")
    ] == [
        "E",
        "L",
        "O",
        "B",
        "#",
        "#",
        "O",
        "김",
    ]


@pytest.mark.parametrize("name", ["", ",", "''", "山田", "\ud800", "🎲", "-, -"])
def test_any_text_can_be_sorted(name: str):
    assert sorted([name, "A"], key=collation_key)
    assert len(initial(name)) == 1
