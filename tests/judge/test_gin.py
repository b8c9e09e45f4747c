"""Two hands of gin tapped card by card: melds, lay-offs, the result and each reason."""

import re

import pytest

from scoring.gin.score import Reason
from tests import page_reader
from tests.page_reader import spoken
from tournaments.judge.wording import gin as words

KNOCKER = "3C-4C-5C-7D-7H-7S-9S-10S-JS-6D"
OPPONENT = "2C-6C-8C-8D-8H-KD-KH-QC-4S-3H"
GIN = "3C-4C-5C-7D-7H-7S-9S-10S-JS-QS"


KNOCKER_SIDE = 0  # the side of the knocker


def hand_result(page) -> tuple[str, int, int]:
    """Return how the hand ended, its winner, and the points."""
    return page.answer["data-how"], int(page.answer["data-winner"]), int(page.answer["data-points"])


def knocker_deadwood(page) -> tuple[int, int]:
    """Return the deadwood of the knocker's hand by itself, and the most that may be knocked with."""
    return int(page.answer["data-deadwood"]), int(page.answer["data-limit"])


def reason_texts(page) -> dict[str, str]:
    """Return each reason of a hand by its code."""
    return {one["data-code"]: one.words for one in page_reader.parse(page).one(".reasons").all("li")}


def reason_wording(code: str, **figures: int) -> str:
    """Return a reason as the program words it."""
    return spoken(words.reason_sentence, Reason(code, figures))


def test_knock_is_scored_with_its_reasons(judge):
    page = judge("gin/", knocker=KNOCKER, opponent=OPPONENT)
    assert hand_result(page) == ("knock", KNOCKER_SIDE, 31)
    assert reason_texts(page)["knock"] == reason_wording("knock", deadwood=6, limit=10)
    (laid_off,) = re.findall(r"(\d \w+) (\d \w+) : (\d) ", reason_texts(page)["lays_off"])
    assert laid_off == ("2 clubs", "6 clubs", "8")
    assert [side["data-deadwood"] for side in page_reader.parse(page).all(".gin-side")] == ["6", "37"]
    laid_on = page_reader.parse(page).one(".laid-on").words
    assert "2 of clubs" in laid_on and "6 of clubs" in laid_on


def test_knocker_hand_alone_shows_deadwood_and_limit(judge):
    page = judge("gin/", knocker=KNOCKER)
    assert knocker_deadwood(page) == (6, 10) and spoken(words.knock_sentence, 6, 10) in page.words
    gin = judge("gin/", knocker=GIN)
    assert knocker_deadwood(gin)[0] == 0 and spoken(words.knock_sentence, 0, 10) in gin.words
    held = judge("gin/", knocker="KC-QD-9H-8S-7C-6D-4H-3S-2C-AD")
    deadwood, limit = knocker_deadwood(held)
    assert deadwood > limit and spoken(words.knock_sentence, deadwood, limit) in held.words


def test_taps_fill_the_knocker_and_then_the_opponent(judge):
    page = judge("gin/", tap=[*KNOCKER.split("-"), "2C"])
    assert page.address.endswith(f"?knocker={KNOCKER}&opponent=2C")


def test_gin_and_undercut_are_scored(judge):
    gin = judge("gin/", knocker=GIN, opponent=OPPONENT)
    assert hand_result(gin)[:2] == ("gin", KNOCKER_SIDE)
    assert reason_texts(gin)["gin_bonus"] == reason_wording("gin_bonus", points=20)
    undercut = judge("gin/", knocker=KNOCKER, opponent="AC-AD-AH-2D-3D-4D-KC-KD-KH-2H")
    assert hand_result(undercut) == ("undercut", 1, 14)


def test_knock_over_the_limit_is_refused(judge):
    page = judge("gin/", knocker="KC-QD-9H-8S-7C-6D-4H-3S-2C-AD", opponent="KD-KH-KS-QC-QH-QS-JC-JD-JH-AC")
    assert 'id="refusal"' in page.html and len(page.pressed) == 20


def test_ace_rule_changes_the_melds(judge):
    hand = {"knocker": "QS-KS-AS-7D-7H-7S-2C-3C-4C-10D", "opponent": "9D-9H-9S-4D-5D-6D-8C-8D-8H-2H"}
    assert 'id="refusal"' in judge("gin/", **hand).html
    assert 'id="refusal"' not in judge("gin/", **hand, ace="both").html
    assert 'id="refusal"' not in judge("gin/", **hand, ace="corner").html


@pytest.mark.parametrize(
    ("cards", "reason"),
    [(9, Reason("few_cards", {"cards": 9, "points": 10})), (11, Reason("many_cards", {"cards": 11}))],
)
def test_irregular_number_of_cards_is_explained(judge, cards, reason):
    held = ["AC", "AD", "AH", "2D", "3D", "4D", "KC", "KD", "KH", "2H", "3H"][:cards]
    page = judge("gin/", knocker=KNOCKER, opponent="-".join(held), opponent_holds="other")
    assert reason_texts(page)[reason.code] == spoken(words.reason_sentence, reason)
    waiting = judge("gin/", knocker=KNOCKER, opponent="-".join(held[:9]))
    assert 'class="reasons"' not in waiting.html


def test_declared_melds_are_used(judge):
    hand = {"knocker": "3C-4C-5C-6C-3D-3H-9S-10S-JS-2D", "opponent": "2C-7C-8D-8H-KD-KH-QC-4S-4H-JD"}
    best = judge("gin/", **hand)
    assert reason_texts(best)["knock"] == reason_wording("knock", deadwood=2, limit=10)
    laid = judge("gin/", **hand, melds="3C 3D 3H / 4C 5C 6C / 9S 10S VS")
    assert reason_texts(laid)["knock"] == reason_wording("knock", deadwood=2, limit=10)
    long = judge("gin/", **hand, melds="3C 4C 5C 6C / 9S 10S JS")
    assert (
        reason_texts(long)["knock"] == reason_wording("knock", deadwood=8, limit=10)
        and "melds=3C" in long.html
    )
    assert judge("gin/", **hand, melds="3C 4C 9S").refused == ["gin_not_a_meld"]
    assert judge("gin/", **hand, melds="KS KD KH").refused == ["gin_meld_not_held"]


def test_oklahoma_needs_the_up_card(judge):
    hand = {"knocker": KNOCKER, "opponent": OPPONENT, "bonuses": "oklahoma"}
    assert 'class="reasons"' not in judge("gin/", **hand).html
    assert hand_result(judge("gin/", **hand, up="KS")) == ("knock", KNOCKER_SIDE, 62)
    assert 'id="refusal"' in judge("gin/", **hand, up="5D").html


def test_up_card_may_be_in_the_hand(judge):
    hand = {"knocker": KNOCKER, "bonuses": "oklahoma", "up": "7D"}
    assert knocker_deadwood(judge("gin/", **hand)) == (6, 7)
    again = judge("gin/", **hand, tap="7D", to="knocker")
    assert "up=7D" in again.address and "7D" not in again.address.split("knocker=")[1].split("&")[0]
    away = judge("gin/", **hand, tap="up:7D")
    assert "up=" not in away.address and "7D" in away.address
    tapped = judge("gin/", knocker=KNOCKER, bonuses="oklahoma", tap="7D")
    assert "up=7D" in tapped.address and tapped.address.count("7D") == 2


@pytest.mark.parametrize(
    ("query", "code", "about"),
    [
        ({"knocker": KNOCKER, "opponent": "3C"}, "card_twice", "3 clubs"),
        ({"knocker": KNOCKER, "tap": ["KC"], "to": "knocker"}, "tray_is_full", "10"),
        ({"knocker": "3C-4C-XY"}, "bad_card", "XY"),
    ],
)
def test_invalid_cards_are_refused(judge, query, code, about):
    page = judge("gin/", **query)
    assert page.refused == [code]
    assert about in page_reader.parse(page).one("#refusal").words
