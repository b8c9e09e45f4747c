"""Suits are typed in each language, for the judge and at the desk; addresses have English letters."""

import doctest

import pytest
from django.utils import translation

from scoring.cards import DECK
from scoring.gin.rules import NAMED_RULES
from tournaments.games import card_letters as letters
from tournaments.games.gin import typed_hands

NOBS = {"hand": "5C 5P 5K VT", "starter": "5T"}


@pytest.fixture
def french(judge, client):
    """Return `judge` for pages in French."""
    client.cookies["django_language"] = "fr-ca"
    return judge


def test_doctests_of_letters_pass():
    assert doctest.testmod(letters).failed == 0


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_cards_survive_translation_and_back(language):
    whole = " ".join(card.name for card in DECK)
    with translation.override(language):
        typed = letters.to_local_letters(whole)
        assert letters.to_english([typed], letters.local_letters())[0].translate(
            str.maketrans("VR", "JK")
        ).split() == [name.replace("Q", "D") if language == "fr-ca" else name for name in whole.split()]


def test_hand_can_be_typed_in_french_letters(french):
    page = french("hand/", **NOBS, fr=["hand", "starter"])
    assert page.answer["data-points"] == "29"
    assert 'value="5H-5S-5D-JC"' in page.html, "the address has English letters"
    assert 'value="5C 5P 5K VT"' in page.html, "the field has the typed letters"


def test_address_has_english_letters_in_both_languages(judge, client):
    address = {"hand": "2C 4C 6C 8C", "starter": "KH"}
    for language in ("en", "fr-ca"):
        client.cookies["django_language"] = language
        assert judge("hand/", **address).pressed == ["KH", "2C", "4C", "6C", "8C"]


def test_french_form_accepts_english_letters(french):
    page = french("hand/", hand="5H 5S 5D VC", starter="5C", fr=["hand", "starter"])
    assert page.pressed == ["5S", "5H", "5D", "5C", "JC"]


def test_play_and_sheet_accept_french_letters(french):
    assert "5♣" not in french("play/", laid="5C 10P", fr="laid").html
    page = french("sheet/", bonuses="oklahoma", hands="1K5@7P VC", fr="hands")
    assert 'name="hands" value="1K5@7S.VC"' in page.html or "1K5@7S" in page.html
    assert "1K5@7P VC" in page.html, "VC stands for a void hand, not a card"


def test_invalid_card_stays_as_typed(french):
    page = french("hand/", hand="5C 5X", starter="", fr=["hand", "starter"])
    assert 'value="5C 5X"' in page.html


def test_desk_accepts_spades_in_both_languages():
    rules = NAMED_RULES["oklahoma"]
    hand = typed_hands.parse_hand("A 24 S", rules)
    assert typed_hands.parse_hand("a 24 p", rules) == hand
    for language, letter in (("en", "S"), ("fr-ca", "P")):
        with translation.override(language):
            assert typed_hands.format_hands([hand], rules).endswith(f" {letter}")
