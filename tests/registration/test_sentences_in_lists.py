"""Rows of a list that contain a sentence instead of a name."""

import pytest

from tests.registration.small_tournament import FAMILY_NAMES, GIVEN_NAMES
from tournaments.registration.import_cleaning import is_sentence, looks_like_a_section
from tournaments.registration.names import FIRST_NAMES

TRICKY_NAMES = (
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
def test_sentences_are_recognised(words):
    assert is_sentence(words)


@pytest.mark.parametrize(
    "title",
    ["Tournoi de cribbage de Sorel", "Prix de présence", "Bénévoles", "Liste d’attente", "CLUB DE TRACY"],
)
def test_titles_are_recognised_as_sections(title):
    assert looks_like_a_section([title], title, usual=1)


def test_names_are_not_taken_for_sentences():
    names = [f"{given} {family}" for given in (*GIVEN_NAMES, *FIRST_NAMES) for family in FAMILY_NAMES]
    written = [*names, *map(str.upper, names), *map(str.lower, names), *map(str.title, names), *TRICKY_NAMES]
    assert [name for name in written if is_sentence(name)] == []
    assert [name for name in written if looks_like_a_section([name], name, usual=1)] == []
