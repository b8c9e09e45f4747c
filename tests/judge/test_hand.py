"""A hand tapped card by card: the total, every combination, what is refused, a link that carries it."""

import pytest

from tests import factories

BEST = {"hand": "5H-5S-5D-JC", "starter": "5C"}


def test_an_empty_table_says_what_to_do(judge):
    page = judge("hand/")
    assert "Tap the four cards, then the starter" in page.words
    assert page.html.count('name="tap"') == 52
    assert page.pressed == []


def test_the_best_hand_of_all(judge):
    page = judge("hand/", **BEST)
    assert "The hand is worth 29 points." in page.words
    assert page.html.count('class="so-far"') == 10
    assert "Four of a kind" in page.words and "His nobs" in page.words
    assert page.pressed == ["5S", "5H", "5D", "5C", "JC"]


def test_the_example_of_fadoq(judge):
    assert "worth 16 points" in judge("hand/", hand="6C-7S-8D-8H", starter="9S").words


def test_taps_fill_the_hand_and_then_the_starter(judge):
    page = judge("hand/", tap=["5H", "5S", "5D", "JC", "5C"])
    assert page.address.endswith("?hand=5H-5S-5D-JC&starter=5C")
    assert "worth 29 points" in page.words


def test_another_tap_takes_a_card_back(judge):
    page = judge("hand/", **BEST, tap="5D")
    assert page.address.endswith("?hand=5H-5S-JC&starter=5C")
    assert "Tap the four cards" in page.words
    after = judge("hand/", hand="5H-5S-JC", starter="5C", tap="4D")
    assert after.address.endswith("?hand=5H-5S-JC-4D&starter=5C")


def test_the_starter_may_come_first(judge):
    page = judge("hand/", to="starter", tap=["5C", "5H"])
    assert page.address.endswith("?hand=5H&starter=5C")


def test_a_card_too_many_is_refused_and_the_others_stay(judge):
    page = judge("hand/", **BEST, to="hand", tap="2C")
    assert "Hand: the 4 cards are there." in page.words
    assert "5♥" not in page.address and len(page.pressed) == 5


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"hand": "5H 5S 5D XX", "starter": "5C"}, "“XX” is not a card."),
        ({"hand": "5H 5S 5D 5H", "starter": "5C"}, "5 hearts is there twice"),
        ({"hand": "5H 5S 5D JC", "starter": "JC"}, "J clubs is there twice"),
        ({"hand": "5H 5S 5D JC 2C", "starter": "5C"}, "Hand: 5 cards are there, and 4 at the most"),
        ({"hand": "5H 5S 5D JC", "starter": "5C", "tap": "9X"}, "“9X” is not a card."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(judge, query, sentence):
    page = judge("hand/", **query)
    assert sentence in page.words
    assert "is worth" not in page.words
    assert "5H" in page.pressed


def test_what_was_typed_stays(judge):
    page = judge("hand/", hand="5H 5S 5D XX", starter="5C")
    assert 'value="5H 5S 5D XX"' in page.html


def test_french_letters_are_read(judge):
    assert "worth 29 points" in judge("hand/", hand="5♥ 5♠ 5♦ V♣", starter="5♣").words


def test_a_crib_needs_five_for_a_flush(judge):
    hand = {"hand": "2H-4H-6H-8H", "starter": "KC"}
    assert "Flush of 4" in judge("hand/", **hand).words
    assert "Flush" not in judge("hand/", **hand, crib="1").words
    assert "The crib is worth" in judge("hand/", **hand, crib="1").words


def test_nothing_is_called_nineteen(judge):
    assert "nineteen" in judge("hand/", hand="2H-4S-6C-8D", starter="KH").words


def test_heels_stand_apart(judge):
    page = judge("hand/", starter="JC")
    assert "His heels" in page.words
    whole = judge("hand/", hand="2H-4H-6H-8H", starter="JC")
    assert "worth 4 points" in whole.words and "His heels" in whole.words


def test_from_116_a_single_point_is_lost(judge):
    one = {"hand": "2H-4S-8C-JD", "starter": "QD"}
    assert "worth 1 point." in judge("hand/", **one).words
    assert "From 116 to 117." in judge("hand/", **one, at="116").words, "it has to be announced"
    day = factories.tournament(4)
    assert "the player stays at 116" in judge("hand/", f"/t/{day.slug}/judge/", **one, at="116").words
    assert "From 115 to 116." in judge("hand/", **one, at="115").words
    assert "From 100 to 121: the player wins" in judge("hand/", **BEST, at="100").words
    assert (
        "cannot" in judge("hand/", **BEST, at="121").words or "121" in judge("hand/", **BEST, at="121").words
    )


def test_a_tap_on_an_open_page_is_answered_with_a_part(client, db):
    client.cookies["django_language"] = "en"
    answer = client.get(
        "/judge/hand/", {"hand": "5H-5S", "tap": ["5D", "JC"]}, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert answer["HX-Replace-Url"] == "/judge/hand/?hand=5H-5S-5D-JC"
    assert "<html" not in text and 'id="counter"' in text
    assert "HX-Request" in answer["Vary"]


def test_the_link_and_its_code(client, judge, db, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    page = judge("hand/", **BEST)
    assert "http://testserver/judge/hand/?hand=5H-5S-5D-JC&amp;starter=5C" in page.html
    code = client.get("/judge/code.svg", {"to": "/judge/hand/?hand=5H"})
    assert code["Content-Type"] == "image/svg+xml" and b"<svg" in code.content
    for elsewhere in ("//evil.example/", "https://evil.example/", "x" * 5000):
        assert (
            client.get("/judge/code.svg", {"to": elsewhere}).content == client.get("/judge/code.svg").content
        )


def test_strange_addresses_do_no_harm(judge):
    for query in (
        {"hand": "<script>alert(1)</script>"},
        {"hand": "5H" * 10_000, "starter": "\u0000"},
        {"tap": ["5H"] * 500},
        {"to": "nowhere", "crib": "7", "at": "-1"},
    ):
        page = judge("hand/", **query)
        assert "<script>alert" not in page.html


def test_in_french_without_a_fault(client, db):
    client.cookies["django_language"] = "fr-ca"
    for path in ("", "hand/?hand=5H-5S-5D-JC&starter=5C", "play/?laid=7H-8S", "gin/", "rulings/"):
        answer = client.get(f"/judge/{path}")
        assert answer.status_code == 200
        assert b'<html lang="fr-ca"' in answer.content
