"""Melds and laying off at gin, compared with a search over every set of melds (rules.md §5, §7.3)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cards import DECK, cards_to_text, read_cards
from scoring.gin import masks, melds
from scoring.gin.layoff import lay_off
from scoring.gin.layout import fitting_cards, read_meld
from scoring.gin.melds import best_melds, deadwood
from scoring.gin.rules import ACES
from tests.scoring import gin_plain
from tests.scoring.gin_samples import plain, random_hands, rich_hands

aces = st.sampled_from(ACES)
hands = st.lists(st.sampled_from(DECK), min_size=1, max_size=11, unique=True)
neighbours = st.lists(st.sampled_from([card for card in DECK if card.rank in (1, 2, 3, 12, 13)]), unique=True)
rich = st.one_of(hands, neighbours.map(lambda cards: cards[:11]))


# The number


@pytest.mark.parametrize("ace", ACES)
def test_deadwood_of_random_hands_equals_plain_search(ace):
    assert _hands_with_wrong_deadwood(random_hands(), ace) == []


@pytest.mark.parametrize("ace", ACES)
def test_deadwood_of_rich_hands_equals_plain_search(ace):
    assert _hands_with_wrong_deadwood(rich_hands(), ace) == []


@pytest.mark.parametrize("ace", ACES)
def test_deadwood_of_eleven_cards_equals_plain_search(ace):
    assert _hands_with_wrong_deadwood([*random_hands(1_000, size=11), *rich_hands(1_000, size=11)], ace) == []


def _hands_with_wrong_deadwood(sample, ace):
    return [
        cards_to_text(hand) for hand in sample if deadwood(hand, ace) != gin_plain.deadwood(plain(hand), ace)
    ]


@pytest.mark.parametrize("ace", ACES)
def test_deadwood_of_one_suit_equals_plain_search(ace):
    table = masks.LEAST_DEADWOOD[ace]
    for suit in range(0, 1 << 13, 7):
        cards = [(place + 1, 0) for place in masks.bits(suit)]
        if len(cards) <= 9:
            assert table[suit] == gin_plain.deadwood(cards, ace)


@pytest.mark.parametrize(
    ("cards", "low", "both", "corner"),
    [
        ("AS 2S 3S", 0, 0, 0),
        ("QS KS AS", 21, 0, 0),
        ("KS AS 2S", 13, 13, 0),
        ("JS QS KS AS 2S", 3, 2, 0),
        ("QS KS AS 2S 3S", 20, 5, 0),
        ("AC AD 5H", 7, 7, 35),
        ("AC AD AH", 0, 0, 0),
        ("QS KS AS AC AD 2S 3S", 22, 7, 25),
        ("7C 8D 9H", 24, 24, 24),
        ("", 0, 0, 0),
    ],
)
def test_deadwood_by_position_of_the_ace(cards, low, both, corner):
    assert [deadwood(cards, ace) for ace in ACES] == [low, both, corner]


def test_a_card_counts_in_one_meld_only():
    assert deadwood("7C 7D 7H 8H 9H") == 14
    assert deadwood("7C 7D 7H 7S 8H 9H") == 0
    assert deadwood("5H 6H 7H 7C 7D 8H 9H 10H") == 11


# The arrangement


@pytest.mark.parametrize("ace", ACES)
def test_best_melds_give_least_away_to_unknown_hand(ace):
    for hand in [*random_hands(300), *rich_hands(300)]:
        assert _arrangement_key(best_melds(hand, ace), hand, ace) == gin_plain.least_given(plain(hand), ace)


@pytest.mark.parametrize("ace", ACES)
def test_best_melds_give_least_away_to_known_hand(ace):
    for both in rich_hands(40, size=16, seed=11) + rich_hands(40, size=14, seed=12):
        hand, other = both[:8], both[8:]
        best = best_melds(hand, ace, other)
        expected = gin_plain.least_given(plain(hand), ace, plain(other))
        assert _arrangement_key(best, hand, ace, other) == expected


def _arrangement_key(best, hand, ace, other=None):
    laid = [plain(meld.cards) for meld in best.melds]
    opponent = None if other is None else plain(other)
    return best.deadwood, *gin_plain.given_away(plain(hand), laid, ace, opponent)


SIX_OR_SEVENS = "6H 7H 8H 7C 7D KC QD 2S 4S JD"
"""The sevens and the run leave as much: 14 and the rest."""


@pytest.mark.parametrize(
    ("opponent", "meld"),
    [
        (None, "7C 7D 7H"),  # one card fits it, two fit the run
        ("5H 9H", "7C 7D 7H"),
        ("7S KD", "6H 7H 8H"),
        ("5H 7S", "6H 7H 8H"),  # the five counts less than the seven
        ("9H 7S", "7C 7D 7H"),
        ("KD KS", "7C 7D 7H"),
    ],
)
def test_equal_melds_that_give_least_away_are_chosen(opponent, meld):
    best = best_melds(SIX_OR_SEVENS, opponent=opponent)
    assert [str(laid) for laid in best.melds] == [meld]
    assert best.deadwood == 50


def test_runs_are_shown_in_sequence():
    assert [str(meld) for meld in best_melds("2S KS AS QS", "corner").melds] == ["QS KS AS 2S"]
    assert [str(meld) for meld in best_melds("AS QS KS", "both").melds] == ["QS KS AS"]
    assert [meld.kind for meld in best_melds("9S 9C 9H 4D 5D 6D").melds] == ["set", "run"]


@given(rich, aces)
def test_best_melds_use_exactly_the_cards_of_the_hand(cards, ace):
    best = best_melds(cards, ace)
    laid = [card for meld in best.melds for card in meld.cards]
    assert sorted([*laid, *best.unmatched]) == sorted(cards)
    assert best.deadwood == deadwood(cards, ace) == gin_plain.total(plain(best.unmatched), ace)
    assert all(gin_plain.is_meld(plain(meld.cards), ace) for meld in best.melds)


# Nothing depends on how the cards are given


@given(rich, rich, aces, st.randoms())
def test_the_order_of_cards_changes_nothing(cards, others, ace, chance):
    others = [card for card in others if card not in cards]
    turned, turned_others = chance.sample(cards, len(cards)), chance.sample(others, len(others))
    best = best_melds(cards, ace, others)
    assert deadwood(turned, ace) == deadwood(cards, ace)
    assert best_melds(turned, ace, turned_others) == best
    assert lay_off(turned_others, best.melds, ace) == lay_off(others, best.melds, ace)


@given(rich, rich, aces, st.permutations(range(4)))
def test_renamed_suits_change_nothing(cards, others, ace, names):
    others = [card for card in others if card not in cards]
    renamed, renamed_others = (
        [DECK[names[card.suit] * 13 + card.rank - 1] for card in of] for of in (cards, others)
    )
    best, best_renamed = best_melds(cards, ace, others), best_melds(renamed, ace, renamed_others)
    assert best.deadwood == best_renamed.deadwood and len(best.melds) == len(best_renamed.melds)
    reply, reply_renamed = lay_off(others, best.melds, ace), lay_off(renamed_others, best_renamed.melds, ace)
    assert reply.deadwood == reply_renamed.deadwood


@given(rich, aces)
def test_cards_may_be_text_list_iterator_or_set(cards, ace):
    text = cards_to_text(cards)
    assert (
        deadwood(text, ace) == deadwood(cards, ace) == deadwood(iter(cards), ace) == deadwood(set(cards), ace)
    )
    assert (
        deadwood(text.split(), ace)
        == deadwood(tuple(cards), ace)
        == melds.min_deadwood(masks.mask_of(cards), ace)
    )


@given(rich, aces, st.sampled_from(DECK))
def test_one_more_card_adds_at_most_its_pips_to_deadwood(cards, ace, card):
    if card not in cards:
        assert deadwood([*cards, card], ace) <= deadwood(cards, ace) + gin_plain.pips(card.rank, ace)


@pytest.mark.parametrize("call", [deadwood, best_melds])
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("5H 5H", "card_twice"),
        (DECK, "gin_too_many_cards"),
        (DECK[:15], "gin_too_many_cards"),
        ((DECK[0], DECK[0]), "card_twice"),
        ("5H 1X", "bad_card"),
        (["5H", "5H"], "card_twice"),
    ],
)
def test_impossible_cards_are_refused(call, cards, code):
    with pytest.raises(DomainError) as refused:
        call(cards)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "call",
    [
        lambda: deadwood("5H", "high"),
        lambda: best_melds("5H", "high"),
        lambda: lay_off("5H", [], "high"),
    ],
)
def test_unknown_ace_option_is_refused(call):
    with pytest.raises(DomainError, match="gin_unknown_option"):
        call()


# Laying off


@pytest.mark.parametrize("ace", ACES)
def test_lay_off_leaves_least_deadwood(ace):
    chance = random.Random(8)
    for cards in rich_hands(250, size=16, seed=21):
        own = chance.randrange(3, 9)
        laid = best_melds(cards[:own], ace).melds
        reply = lay_off(cards[own:], laid, ace)
        assert reply.deadwood == gin_plain.after_laying_off(
            plain(cards[own:]), [plain(meld.cards) for meld in laid], ace
        )


@given(rich, rich, aces)
def test_laying_off_never_raises_deadwood(cards, others, ace):
    others = [card for card in others if card not in cards]
    laid = best_melds(cards, ace).melds
    assert lay_off(others, laid, ace).deadwood <= deadwood(others, ace) == lay_off(others, (), ace).deadwood


@given(rich, rich, aces)
def test_lay_offs_are_valid_card_by_card(cards, others, ace):
    others = [card for card in others if card not in cards]
    laid = [list(meld.cards) for meld in best_melds(cards, ace).melds]
    reply = lay_off(others, laid, ace)
    for step in reply.laid_off:
        laid[step.meld].append(step.card)
        assert gin_plain.is_meld(plain(laid[step.meld]), ace)
    own = [card for meld in reply.melds for card in meld.cards]
    assert sorted([*own, *(step.card for step in reply.laid_off), *reply.unmatched]) == sorted(others)
    assert reply.deadwood == gin_plain.total(plain(reply.unmatched), ace)


@pytest.mark.parametrize(
    ("table", "cards", "ace", "laid_off", "deadwood_left"),
    [
        ("4H 5H 6H", "7H 8H 9H KC", "low", "", 10),  # own run first
        ("4H 5H 6H", "7H 8H KC", "low", "7H 8H", 10),  # one after the other
        ("4H 5H 6H", "3H 7H KC", "low", "3H 7H", 10),  # both ends
        ("7C 7D 7H", "7S 8S KC", "low", "7S", 18),
        ("7C 7D 7H", "7S 8S 9S", "low", "", 0),
        ("JS QS KS", "AS 2S", "low", "", 3),
        ("JS QS KS", "AS 2S", "both", "AS", 2),
        ("JS QS KS", "AS 2S", "corner", "AS 2S", 0),
        ("AS 2S 3S", "KS QS 4S", "both", "4S", 20),
        ("AS 2S 3S", "KS QS 4S", "corner", "4S KS QS", 0),
        ("7C 7D 7H 7S", "8C 8D", "low", "", 16),
        ("7C 7D 7H|8S 9S 10S", "7S 6S", "low", "7S 6S", 0),  # on the run, so that the six follows
        ("3H 4H 5H|7H 8H 9H", "6H 2H", "low", "2H 6H", 0),
    ],
)
def test_cards_that_can_be_laid_off(table, cards, ace, laid_off, deadwood_left):
    reply = lay_off(cards, table.split("|"), ace)
    assert {step.card for step in reply.laid_off} == set(read_cards(laid_off))
    assert reply.deadwood == deadwood_left


def test_own_meld_is_broken_if_laying_off_leaves_less():
    reply = lay_off("7S 8S 9S 9C 9D", ["4S 5S 6S"])
    assert reply.deadwood == 0
    assert {step.card.name for step in reply.laid_off} == {"7S", "8S"}


@pytest.mark.parametrize(
    ("cards", "table", "code"),
    [
        ("7S 8S", ["7S 8S 9S"], "card_twice"),
        ("7S 8S", ["4C 5C 6C", "6C 7C 8C"], "card_twice"),
        ("7S 8S", ["4C 5C"], "gin_not_a_meld"),
        ("7S 8S", ["4C 5C 7C"], "gin_not_a_meld"),
        ("7S 8S", ["QC KC AC"], "gin_not_a_meld"),
        ("7S 8S", ["4C 4D 5H"], "gin_not_a_meld"),
        ("7S 8S", [""], "gin_not_a_meld"),
    ],
)
def test_impossible_melds_are_refused(cards, table, code):
    with pytest.raises(DomainError) as refused:
        lay_off(cards, table)
    assert refused.value.code == code


@pytest.mark.parametrize("ace", ACES)
def test_cards_that_fit_a_meld_equal_plain_search(ace):
    pack = plain(DECK)
    suit = [card for card in pack if card[1] == 2]
    for meld in [
        *gin_plain.all_melds(suit, ace),
        *gin_plain.all_melds([(9, suit) for suit in range(4)], ace),
    ]:
        cards = [DECK[suit * 13 + rank - 1] for rank, suit in meld]
        found = {(card.rank, card.suit) for card in masks.cards_of(fitting_cards(read_meld(cards, ace), ace))}
        assert found == gin_plain.fitting(meld, [meld], ace)
