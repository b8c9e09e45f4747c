"""Rows of a list that say something and name nobody."""

import pytest

from tests.registration.small_day import FAMILY, GIVEN
from tournaments.registration.import_cleaning import is_sentence, looks_like_a_section
from tournaments.registration.names import FIRST_NAMES

PARTED = (
    "J. A. St-Pierre",
    "Ludwig van der Berg",
    "Roy, Jean",
    "O'Brien, Jr., Pat",
    "To Van Anh",
    "Les Smith",
)


@pytest.mark.parametrize(
    "words",
    [
        "Merci à tous les bénévoles!",
        "MERCI A TOUS",
        "Merci beaucoup",
        "Dîner pour tous",
        "Départ: 9 h 30",
        "Les prix seront remis à 16h",
        "N’oubliez pas votre planche",
        "À compléter",
        "Thank you all",
        "Lunch is included",
        "Jean Roy?",
    ],
)
def test_words_that_say_something_are_a_sentence(words):
    assert is_sentence(words)


@pytest.mark.parametrize(
    "title",
    ["Tournoi de cribbage de Sorel", "Prix de présence", "Bénévoles", "Liste d’attente", "CLUB DE TRACY"],
)
def test_titles_are_no_person(title):
    assert looks_like_a_section([title], title, usual=1)


def test_no_name_is_a_sentence():
    names = [f"{given} {family}" for given in (*GIVEN, *FIRST_NAMES) for family in FAMILY]
    written = [*names, *map(str.upper, names), *map(str.lower, names), *map(str.title, names), *PARTED]
    assert [name for name in written if is_sentence(name)] == []
    assert [name for name in written if looks_like_a_section([name], name, usual=1)] == []
