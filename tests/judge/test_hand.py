"""A hand tapped card by card: the total, every combination, what is refused, a link that carries it."""

import pytest

from scoring.cribbage.pegging import Pegged
from tests import factories, shown_by

BEST = {"hand": "5H-5S-5D-JC", "starter": "5C"}


def test_an_empty_table_says_what_to_do(judge):
    page = judge("hand/")
    assert page.answer["data-state"] == "open"
    assert page.html.count('name="tap"') == 52
    assert page.pressed == []


def test_the_best_hand_of_all(judge):
    page = judge("hand/", **BEST)
    assert (page.answer["data-state"], page.answer["data-points"]) == ("hand", "29")
    assert page.html.count('class="so-far"') == 10
    kinds = shown_by.counted(page, "kind")
    assert kinds["four_of_a_kind"] == kinds["nobs"] == 1
    assert page.pressed == ["5S", "5H", "5D", "5C", "JC"]


def test_the_example_of_fadoq(judge):
    assert judge("hand/", hand="6C-7S-8D-8H", starter="9S").answer["data-points"] == "16"


def test_taps_fill_the_hand_and_then_the_starter(judge):
    page = judge("hand/", tap=["5H", "5S", "5D", "JC", "5C"])
    assert page.address.endswith("?hand=5H-5S-5D-JC&starter=5C")
    assert page.answer["data-points"] == "29"


def test_another_tap_takes_a_card_back(judge):
    page = judge("hand/", **BEST, tap="5D")
    assert page.address.endswith("?hand=5H-5S-JC&starter=5C")
    assert page.answer["data-state"] == "open"
    after = judge("hand/", hand="5H-5S-JC", starter="5C", tap="4D")
    assert after.address.endswith("?hand=5H-5S-JC-4D&starter=5C")


def test_the_starter_may_come_first(judge):
    page = judge("hand/", to="starter", tap=["5C", "5H"])
    assert page.address.endswith("?hand=5H&starter=5C")


def test_a_card_too_many_is_refused_and_the_others_stay(judge):
    page = judge("hand/", **BEST, to="hand", tap="2C")
    assert page.refused == ["tray_is_full"]
    assert "5♥" not in page.address and len(page.pressed) == 5


@pytest.mark.parametrize(
    ("query", "code", "about"),
    [
        ({"hand": "5H 5S 5D XX", "starter": "5C"}, "bad_card", "XX"),
        ({"hand": "5H 5S 5D 5H", "starter": "5C"}, "card_twice", "5 hearts"),
        ({"hand": "5H 5S 5D JC", "starter": "JC"}, "card_twice", "J clubs"),
        ({"hand": "5H 5S 5D JC 2C", "starter": "5C"}, "too_many_cards", "5"),
        ({"hand": "5H 5S 5D JC", "starter": "5C", "tap": "9X"}, "bad_card", "9X"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(judge, query, code, about):
    page = judge("hand/", **query)
    assert page.refused == [code]
    assert about in shown_by.page(page).one("#refusal").words
    assert page.answer["data-state"] == "open"
    assert "5H" in page.pressed


def test_what_was_typed_stays(judge):
    page = judge("hand/", hand="5H 5S 5D XX", starter="5C")
    assert 'value="5H 5S 5D XX"' in page.html


def test_french_letters_are_read(judge):
    assert judge("hand/", hand="5♥ 5♠ 5♦ V♣", starter="5♣").answer["data-points"] == "29"


def test_a_crib_needs_five_for_a_flush(judge):
    hand = {"hand": "2H-4H-6H-8H", "starter": "KC"}
    assert "flush" in shown_by.counted(judge("hand/", **hand), "kind")
    crib = judge("hand/", **hand, crib="1")
    assert "flush" not in shown_by.counted(crib, "kind")
    assert crib.answer["data-state"] == "crib"


def test_nothing_is_called_nineteen(judge):
    assert "nineteen" in judge("hand/", hand="2H-4S-6C-8D", starter="KH").words


def test_heels_stand_apart(judge):
    page = judge("hand/", starter="JC")
    assert "data-heels" in page.html
    whole = judge("hand/", hand="2H-4H-6H-8H", starter="JC")
    assert whole.answer["data-points"] == "4" and "data-heels" in whole.html


def after(page):
    """Where the player stands, as the page says it: `Pegged` with its data."""
    said = shown_by.page(page).one(".pegged")
    before, now, points = (int(said[f"data-{name}"]) for name in ("before", "after", "points"))
    return Pegged(before, now, points, int(said["data-lost-points"]), said["data-wins"] == "True")


def test_from_116_a_single_point_is_lost(judge):
    one = {"hand": "2H-4S-8C-JD", "starter": "QD"}
    assert judge("hand/", **one).answer["data-points"] == "1"
    assert after(judge("hand/", **one, at="116")) == Pegged(116, 117, 1, 0, False), "it has to be announced"
    day = factories.tournament(4)
    lost = judge("hand/", f"/t/{day.slug}/judge/", **one, at="116")
    assert after(lost) == Pegged(116, 116, 0, 1, False)
    assert after(judge("hand/", **one, at="115")) == Pegged(115, 116, 1, 0, False)
    assert after(judge("hand/", **BEST, at="100")) == Pegged(100, 121, 29, 0, True)
    over = judge("hand/", **BEST, at="121")
    assert shown_by.codes(over, ".pegged") == ["impossible_score"]


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
