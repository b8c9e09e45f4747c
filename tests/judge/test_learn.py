"""Pages for beginners: the course of a deal, advice, and the 48 hands of Table 2 to count."""

from collections import Counter

import pytest
from django.urls import reverse

from scoring.cards import read_card
from scoring.cribbage import total
from scoring.cribbage.practice_hands import HANDS, dealt, next_number
from tests import factories, shown_by
from tests.scoring.test_show import ERRATA, ROWS

pytestmark = pytest.mark.django_db
AS_THE_SOURCE = {"1": "A", "V": "J", "V*": "J", "D": "Q", "R": "K"}


def ranks(cards) -> str:
    return " ".join(str(rank) for rank in sorted(card.rank for card in cards))


def test_the_hands_to_practise_on_are_those_of_the_source_with_their_totals():
    printed = Counter()
    for row, points in ROWS:
        names = [AS_THE_SOURCE.get(rank, rank) for rank in row.split("-")]
        right = ERRATA.get(row, (points, points))[1]
        printed[ranks(read_card(f"{name}C") for name in names), right] += 1
    ours = [dealt(number) for number in range(1, len(HANDS) + 1)]
    assert Counter((ranks([*hand, starter]), total(hand, starter)) for hand, starter in ours) == printed
    assert all(len({card.suit for card in hand}) > 1 for hand, _starter in ours)


def test_one_practises_all_of_them_before_one_comes_again():
    number, seen = 1, []
    for _hand in HANDS:
        seen.append(number)
        number = next_number(number)
    assert number == 1
    assert sorted(seen) == list(range(1, len(HANDS) + 1))


def practice(client, **asked):
    answer = client.get(reverse("judge_practice"), asked)
    assert answer.status_code == 200
    return shown_by.page(answer)


def test_an_answer_is_compared_and_every_combination_shown(client):
    for number in (1, 24, 48):
        right = total(*dealt(number))
        assert not practice(client, hand=number).all("[data-right]")
        told = practice(client, hand=number, said=right).one("[data-right]")
        assert (told["data-right"], told["data-points"]) == ("yes", str(right))
        wrong = practice(client, hand=number, said=right - 1)
        assert wrong.one("[data-right]")["data-right"] == "no"
        listed = wrong.one("ol.count-list").all("li")
        assert int(listed[-1].one(".so-far").words) == right


@pytest.mark.parametrize("asked", ["0", "49", "-1", "x", "²", "1" * 50, ""])
def test_a_hand_that_is_not_there_is_the_first_one(client, asked):
    assert practice(client, hand=asked).one(".practice")["data-hand"] == "1"


def test_an_answer_that_is_no_number_counts_as_none(client):
    assert not practice(client, hand="3", said="twelve").all("[data-right]")


@pytest.mark.parametrize("language", ["fr-ca", "en"])
def test_a_beginner_reads_how_a_deal_goes_and_eight_pieces_of_advice(client, language):
    client.cookies["django_language"] = language
    day = factories.tournament(4)
    for address in (reverse("judge_learn"), reverse("judge_learn", args=[day.slug])):
        page = shown_by.page(client.get(address))
        steps = [step["id"] for step in page.all("article[id]")]
        assert steps[:3] == ["shuffle", "to-the-crib", "starter"]
        assert {"own-cards", "turned-down", "two-pegs"} <= set(steps)
        assert len(page.one("ol.learn-advice").all("li")) == 8
    assert shown_by.page(client.get(reverse("judge"))).all(f"a[href={reverse('judge_learn')}]")
