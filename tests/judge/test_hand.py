"""A hand tapped card by card: total, combinations, refusals, and a link to the hand."""

import pytest

from scoring.cribbage.pegging import Pegged
from tests import factories, page_reader

BEST_HAND = {"hand": "5H-5S-5D-JC", "starter": "5C"}


def test_empty_page_offers_the_whole_pack(judge):
    page = judge("hand/")
    assert page.answer["data-state"] == "open"
    assert page.html.count('name="tap"') == 52
    assert page.pressed == []


def test_hand_of_29_is_counted(judge):
    page = judge("hand/", **BEST_HAND)
    assert (page.answer["data-state"], page.answer["data-points"]) == ("hand", "29")
    assert page.html.count('class="so-far"') == 10
    kinds = page_reader.counted(page, "kind")
    assert kinds["four_of_a_kind"] == kinds["nobs"] == 1
    assert page.pressed == ["5S", "5H", "5D", "5C", "JC"]


def test_fadoq_example_counts_16(judge):
    assert judge("hand/", hand="6C-7S-8D-8H", starter="9S").answer["data-points"] == "16"


def test_taps_fill_the_hand_and_then_the_starter(judge):
    page = judge("hand/", tap=["5H", "5S", "5D", "JC", "5C"])
    assert page.address.endswith("?hand=5H-5S-5D-JC&starter=5C")
    assert page.answer["data-points"] == "29"


def test_second_tap_removes_a_card(judge):
    page = judge("hand/", **BEST_HAND, tap="5D")
    assert page.address.endswith("?hand=5H-5S-JC&starter=5C")
    assert page.answer["data-state"] == "open"
    after = judge("hand/", hand="5H-5S-JC", starter="5C", tap="4D")
    assert after.address.endswith("?hand=5H-5S-JC-4D&starter=5C")


def test_starter_can_be_tapped_first(judge):
    page = judge("hand/", to="starter", tap=["5C", "5H"])
    assert page.address.endswith("?hand=5H&starter=5C")


def test_extra_card_is_refused_and_the_others_stay(judge):
    page = judge("hand/", **BEST_HAND, to="hand", tap="2C")
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
def test_invalid_cards_are_refused_with_a_sentence(judge, query, code, about):
    page = judge("hand/", **query)
    assert page.refused == [code]
    assert about in page_reader.parse(page).one("#refusal").words
    assert page.answer["data-state"] == "open"
    assert "5H" in page.pressed


def test_invalid_input_stays_typed(judge):
    page = judge("hand/", hand="5H 5S 5D XX", starter="5C")
    assert 'value="5H 5S 5D XX"' in page.html


def test_french_letters_are_read(judge):
    assert judge("hand/", hand="5♥ 5♠ 5♦ V♣", starter="5♣").answer["data-points"] == "29"


def test_a_crib_needs_five_for_a_flush(judge):
    hand = {"hand": "2H-4H-6H-8H", "starter": "KC"}
    assert "flush" in page_reader.counted(judge("hand/", **hand), "kind")
    crib = judge("hand/", **hand, crib="1")
    assert "flush" not in page_reader.counted(crib, "kind")
    assert crib.answer["data-state"] == "crib"


def test_zero_points_are_called_nineteen(judge):
    assert "nineteen" in judge("hand/", hand="2H-4S-6C-8D", starter="KH").words


def test_heels_are_shown_separately(judge):
    page = judge("hand/", starter="JC")
    assert "data-heels" in page.html
    whole = judge("hand/", hand="2H-4H-6H-8H", starter="JC")
    assert whole.answer["data-points"] == "4" and "data-heels" in whole.html


def player_position(page):
    """Return the position of the player: `Pegged` with the data of the page."""
    element = page_reader.parse(page).one(".pegged")
    before, now, points = (int(element[f"data-{name}"]) for name in ("before", "after", "points"))
    return Pegged(before, now, points, int(element["data-lost-points"]), element["data-wins"] == "True")


def test_single_point_is_lost_from_116(judge):
    one = {"hand": "2H-4S-8C-JD", "starter": "QD"}
    assert judge("hand/", **one).answer["data-points"] == "1"
    assert player_position(judge("hand/", **one, at="116")) == Pegged(116, 117, 1, 0, False), (
        "one point has to be announced"
    )
    tournament = factories.tournament(4)
    lost = judge("hand/", f"/t/{tournament.slug}/judge/", **one, at="116")
    assert player_position(lost) == Pegged(116, 116, 0, 1, False)
    assert player_position(judge("hand/", **one, at="115")) == Pegged(115, 116, 1, 0, False)
    assert player_position(judge("hand/", **BEST_HAND, at="100")) == Pegged(100, 121, 29, 0, True)
    over = judge("hand/", **BEST_HAND, at="121")
    assert page_reader.codes(over, ".pegged") == ["impossible_score"]


def test_htmx_request_gets_a_partial_page(client, db):
    client.cookies["django_language"] = "en"
    answer = client.get(
        "/judge/hand/", {"hand": "5H-5S", "tap": ["5D", "JC"]}, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert answer["HX-Replace-Url"] == "/judge/hand/?hand=5H-5S-5D-JC"
    assert "<html" not in text and 'id="counter"' in text
    assert "HX-Request" in answer["Vary"]


def test_page_has_a_link_and_its_qr_code(client, judge, db, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    page = judge("hand/", **BEST_HAND)
    assert "http://testserver/judge/hand/?hand=5H-5S-5D-JC&amp;starter=5C" in page.html
    code = client.get("/judge/code.svg", {"to": "/judge/hand/?hand=5H"})
    assert code["Content-Type"] == "image/svg+xml" and b"<svg" in code.content
    for elsewhere in ("//evil.example/", "https://evil.example/", "x" * 5000):
        assert (
            client.get("/judge/code.svg", {"to": elsewhere}).content == client.get("/judge/code.svg").content
        )


def test_hostile_addresses_are_escaped(judge):
    for query in (
        {"hand": "<script>alert(1)</script>"},
        {"hand": "5H" * 10_000, "starter": "\u0000"},
        {"tap": ["5H"] * 500},
        {"to": "nowhere", "crib": "7", "at": "-1"},
    ):
        page = judge("hand/", **query)
        assert "<script>alert" not in page.html


def test_pages_open_in_french(client, db):
    client.cookies["django_language"] = "fr-ca"
    for path in ("", "hand/?hand=5H-5S-5D-JC&starter=5C", "play/?laid=7H-8S", "gin/", "rulings/"):
        answer = client.get(f"/judge/{path}")
        assert answer.status_code == 200
        assert b'<html lang="fr-ca"' in answer.content
