"""The suits as each language types them, at the judge's and the desk; addresses have English letters."""

import doctest

import pytest
from django.utils import translation

from scoring.cards import DECK
from scoring.gin.rules import NAMES
from tournaments.games import card_letters as letters
from tournaments.games.gin import typed_hands

NOBS = {"hand": "5C 5P 5K VT", "starter": "5T"}


@pytest.fixture
def french(judge, client):
    """The same judge's page in French."""
    client.cookies["django_language"] = "fr-ca"
    return judge


def test_the_examples():
    assert doctest.testmod(letters).failed == 0


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_every_card_comes_back_as_it_was(language):
    whole = " ".join(card.name for card in DECK)
    with translation.override(language):
        typed = letters.to_own(whole)
        assert letters.to_english([typed], letters.own())[0].translate(str.maketrans("VR", "JK")).split() == [
            name.replace("Q", "D") if language == "fr-ca" else name for name in whole.split()
        ]


def test_a_hand_typed_in_french_letters(french):
    page = french("hand/", **NOBS, fr=["hand", "starter"])
    assert page.answer["data-points"] == "29"
    assert 'value="5H-5S-5D-JC"' in page.html, "an address has English letters"
    assert 'value="5C 5P 5K VT"' in page.html, "and the field what was typed"


def test_an_address_means_the_same_in_both_languages(judge, client):
    address = {"hand": "2C 4C 6C 8C", "starter": "KH"}
    for language in ("en", "fr-ca"):
        client.cookies["django_language"] = language
        assert judge("hand/", **address).pressed == ["KH", "2C", "4C", "6C", "8C"]


def test_english_letters_in_a_french_form_are_read_too(french):
    page = french("hand/", hand="5H 5S 5D VC", starter="5C", fr=["hand", "starter"])
    assert page.pressed == ["5S", "5H", "5D", "5C", "JC"]


def test_the_play_and_a_sheet(french):
    assert "5♣" not in french("play/", laid="5C 10P", fr="laid").html
    page = french("sheet/", bonuses="oklahoma", hands="1K5@7P VC", fr="hands")
    assert 'name="hands" value="1K5@7S.VC"' in page.html or "1K5@7S" in page.html
    assert "1K5@7P VC" in page.html, "void: not a card"


def test_what_is_no_card_is_shown_as_it_was_typed(french):
    page = french("hand/", hand="5C 5X", starter="", fr=["hand", "starter"])
    assert 'value="5C 5X"' in page.html


def test_a_spade_at_the_desk_in_both_languages():
    rules = NAMES["oklahoma"]
    hand = typed_hands.parse_hand("A 24 S", rules)
    assert typed_hands.parse_hand("a 24 p", rules) == hand
    for language, letter in (("en", "S"), ("fr-ca", "P")):
        with translation.override(language):
            assert typed_hands.format_hands([hand], rules).endswith(f" {letter}")
