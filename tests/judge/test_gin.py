"""Two hands of gin tapped card by card: melds, lay-offs, the result and each reason."""

import pytest

KNOCKER = "3C-4C-5C-7D-7H-7S-9S-10S-JS-6D"
OPPONENT = "2C-6C-8C-8D-8H-KD-KH-QC-4S-3H"
GIN = "3C-4C-5C-7D-7H-7S-9S-10S-JS-QS"


def test_a_knock_with_its_reasons(judge):
    page = judge("gin/", knocker=KNOCKER, opponent=OPPONENT)
    assert "31 points for the knocker." in page.words
    assert "The knocker knocks with a deadwood of 6; 10 at the most is allowed." in page.words
    assert "The opponent lays off 2 clubs 6 clubs : 8 points less." in page.words
    assert "deadwood 6" in page.words and "deadwood 37" in page.words
    assert "laid off" in page.words


def test_the_knocker_alone(judge):
    page = judge("gin/", knocker=KNOCKER)
    assert "A deadwood of 6: this hand may knock, as 10 is allowed." in page.words
    assert "this is gin" in judge("gin/", knocker=GIN).words
    assert "may not knock" in judge("gin/", knocker="KC-QD-9H-8S-7C-6D-4H-3S-2C-AD").words


def test_taps_fill_the_knocker_and_then_the_opponent(judge):
    page = judge("gin/", tap=[*KNOCKER.split("-"), "2C"])
    assert page.address.endswith(f"?knocker={KNOCKER}&opponent=2C")


def test_gin_and_undercut(judge):
    gin = judge("gin/", knocker=GIN, opponent=OPPONENT)
    assert "Gin: " in gin.words and "The bonus for gin: 20 points." in gin.words
    undercut = judge("gin/", knocker=KNOCKER, opponent="AC-AD-AH-2D-3D-4D-KC-KD-KH-2H")
    assert "Undercut: 14 points for the opponent." in undercut.words


def test_a_knock_over_the_limit_is_no_knock(judge):
    page = judge("gin/", knocker="KC-QD-9H-8S-7C-6D-4H-3S-2C-AD", opponent="KD-KH-KS-QC-QH-QS-JC-JD-JH-AC")
    assert 'id="refusal"' in page.html and len(page.pressed) == 20


def test_the_ace_is_a_choice(judge):
    hand = {"knocker": "QS-KS-AS-7D-7H-7S-2C-3C-4C-10D", "opponent": "9D-9H-9S-4D-5D-6D-8C-8D-8H-2H"}
    assert 'id="refusal"' in judge("gin/", **hand).html
    assert 'id="refusal"' not in judge("gin/", **hand, ace="both").html
    assert 'id="refusal"' not in judge("gin/", **hand, ace="corner").html


@pytest.mark.parametrize(("cards", "sentence"), [(9, "a fine of 10 points"), (11, "more than 10")])
def test_another_number_of_cards(judge, cards, sentence):
    held = ["AC", "AD", "AH", "2D", "3D", "4D", "KC", "KD", "KH", "2H", "3H"][:cards]
    page = judge("gin/", knocker=KNOCKER, opponent="-".join(held), opponent_holds="other")
    assert sentence in page.words
    waiting = judge("gin/", knocker=KNOCKER, opponent="-".join(held[:9]))
    assert 'class="reasons"' not in waiting.html


def test_the_melds_as_they_were_laid(judge):
    hand = {"knocker": "3C-4C-5C-6C-3D-3H-9S-10S-JS-2D", "opponent": "2C-7C-8D-8H-KD-KH-QC-4S-4H-JD"}
    best = judge("gin/", **hand)
    assert "deadwood of 2" in best.words
    laid = judge("gin/", **hand, melds="3C 3D 3H / 4C 5C 6C / 9S 10S VS")
    assert "deadwood of 2" in laid.words
    long = judge("gin/", **hand, melds="3C 4C 5C 6C / 9S 10S JS")
    assert "deadwood of 8" in long.words and "melds=3C" in long.html
    assert "is no meld" in judge("gin/", **hand, melds="3C 4C 9S").words
    assert "not all of these cards" in judge("gin/", **hand, melds="KS KD KH").words


def test_oklahoma_asks_for_the_up_card(judge):
    hand = {"knocker": KNOCKER, "opponent": OPPONENT, "bonuses": "oklahoma"}
    assert 'class="reasons"' not in judge("gin/", **hand).html
    assert "62 points for the knocker." in judge("gin/", **hand, up="KS").words
    assert 'id="refusal"' in judge("gin/", **hand, up="5D").html


def test_the_up_card_may_have_been_taken(judge):
    hand = {"knocker": KNOCKER, "bonuses": "oklahoma", "up": "7D"}
    assert "this hand may knock, as 7 is allowed" in judge("gin/", **hand).words
    again = judge("gin/", **hand, tap="7D", to="knocker")
    assert "up=7D" in again.address and "7D" not in again.address.split("knocker=")[1].split("&")[0]
    away = judge("gin/", **hand, tap="up:7D")
    assert "up=" not in away.address and "7D" in away.address
    tapped = judge("gin/", knocker=KNOCKER, bonuses="oklahoma", tap="7D")
    assert "up=7D" in tapped.address and tapped.address.count("7D") == 2


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"knocker": KNOCKER, "opponent": "3C"}, "3 clubs is there twice"),
        ({"knocker": KNOCKER, "tap": ["KC"], "to": "knocker"}, "Knocker: the 10 cards are there"),
        ({"knocker": "3C-4C-XY"}, "“XY” is not a card"),
    ],
)
def test_what_cannot_be_is_refused(judge, query, sentence):
    assert sentence in judge("gin/", **query).words
