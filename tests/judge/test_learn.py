"""Pages for beginners: the course of a deal, advice, and the 48 hands of Table 2 to count."""

from collections import Counter

import pytest
from django.urls import reverse

from scoring.cards import read_card
from scoring.cribbage import total
from scoring.cribbage.practice_hands import HANDS, next_number, practice_hand
from tests import factories, page_reader
from tests.scoring.test_show import ERRATA, ROWS

pytestmark = pytest.mark.django_db
ENGLISH_RANKS = {"1": "A", "V": "J", "V*": "J", "D": "Q", "R": "K"}


def ranks(cards) -> str:
    return " ".join(str(rank) for rank in sorted(card.rank for card in cards))


def test_practice_hands_match_the_source_with_totals():
    printed = Counter()
    for row, points in ROWS:
        names = [ENGLISH_RANKS.get(rank, rank) for rank in row.split("-")]
        right = ERRATA.get(row, (points, points))[1]
        printed[ranks(read_card(f"{name}C") for name in names), right] += 1
    ours = [practice_hand(number) for number in range(1, len(HANDS) + 1)]
    assert Counter((ranks([*hand, starter]), total(hand, starter)) for hand, starter in ours) == printed
    assert all(len({card.suit for card in hand}) > 1 for hand, _starter in ours)


def test_practice_hands_repeat_only_after_all_others():
    number, seen = 1, []
    for _hand in HANDS:
        seen.append(number)
        number = next_number(number)
    assert number == 1
    assert sorted(seen) == list(range(1, len(HANDS) + 1))


def practice_page(client, **asked):
    answer = client.get(reverse("judge_practice"), asked)
    assert answer.status_code == 200
    return page_reader.parse(answer)


def test_practice_answer_is_checked_with_combinations(client):
    for number in (1, 24, 48):
        right = total(*practice_hand(number))
        assert not practice_page(client, hand=number).all("[data-right]")
        element = practice_page(client, hand=number, said=right).one("[data-right]")
        assert (element["data-right"], element["data-points"]) == ("yes", str(right))
        wrong = practice_page(client, hand=number, said=right - 1)
        assert wrong.one("[data-right]")["data-right"] == "no"
        listed = wrong.one("ol.count-list").all("li")
        assert int(listed[-1].one(".so-far").words) == right


@pytest.mark.parametrize("asked", ["0", "49", "-1", "x", "²", "1" * 50, ""])
def test_unknown_practice_hand_shows_the_first(client, asked):
    assert practice_page(client, hand=asked).one(".practice")["data-hand"] == "1"


def test_non_numeric_answer_is_ignored(client):
    assert not practice_page(client, hand="3", said="twelve").all("[data-right]")


@pytest.mark.parametrize("language", ["fr-ca", "en"])
def test_beginner_page_has_the_deal_and_eight_tips(client, language):
    client.cookies["django_language"] = language
    tournament = factories.tournament(4)
    for address in (reverse("judge_learn"), reverse("judge_learn", args=[tournament.slug])):
        page = page_reader.parse(client.get(address))
        steps = [step["id"] for step in page.all("article[id]")]
        assert steps[:3] == ["shuffle", "to-the-crib", "starter"]
        assert {"own-cards", "turned-down", "two-pegs"} <= set(steps)
        assert len(page.one("ol.learn-advice").all("li")) == 8
    assert page_reader.parse(client.get(reverse("judge"))).all(f"a[href={reverse('judge_learn')}]")
