"""Cards as text, both ways: English and French, letters and symbols; text that is no card is named."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cards import DECK, RANKS, cards_to_text, check_no_duplicates, check_number, read_card, read_cards
from tests.scoring.deals import CARDS, cards

RANK_NAMES = [{rank} for rank in RANKS]
RANK_NAMES[9] |= {"T"}
RANK_NAMES[10] |= {"V"}
RANK_NAMES[11] |= {"D"}
RANK_NAMES[12] |= {"R"}
SUIT_NAMES = [
    {"C", "♣", "♧", "♣\ufe0f", "♣\ufe0e"},
    {"D", "♦", "♢", "♦\ufe0f"},
    {"H", "♥", "♡"},
    {"S", "♠", "♤"},
]
SPACES = st.sampled_from(["", " ", "  ", "\t", "\n", "\u202f"])
BETWEEN = st.sampled_from([" ", ", ", ",", "; ", "-", " + ", "\n", " . ", "\u00a0", "  "])


def texts(card):
    """Return the ways to write a card."""
    return st.builds(
        lambda rank, suit, small, before, after: (
            before + ((rank + suit).lower() if small else rank + suit) + after
        ),
        st.sampled_from(sorted(RANK_NAMES[card.rank - 1])),
        st.sampled_from(sorted(SUIT_NAMES[card.suit])),
        st.booleans(),
        SPACES,
        SPACES,
    )


def refusal(call, *args) -> tuple[str, dict]:
    with pytest.raises(DomainError) as refused:
        call(*args)
    return refused.value.code, refused.value.args_


def test_a_pack_has_52_cards_of_four_suits_and_thirteen_ranks():
    assert len({card.name for card in DECK}) == len({card.symbol for card in DECK}) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert {(card.rank, card.suit) for card in DECK} == {(r, s) for r in range(1, 14) for s in range(4)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("5H", "5H"),
        ("10S", "10S"),
        ("TS", "10S"),
        ("ts", "10S"),
        ("JC", "JC"),
        ("VC", "JC"),
        ("V♣", "JC"),
        ("RS", "KS"),
        ("DD", "QD"),  # rank first: the queen (dame) of diamonds
        ("DS", "QS"),
        ("DC", "QC"),
        ("A♠️", "AS"),
        (" kd ", "KD"),
    ],
)
def test_card_notations_are_read(text, name):
    assert read_card(text) is read_card(name)
    assert read_card(text).name == name


@pytest.mark.parametrize(
    "text", ["", "5", "H", "H5", "5T", "11H", "1H", "5HH", "5P", "AA", "0S", "♥5", "RC♣", "joker"]
)
def test_invalid_card_text_is_in_the_error(text):
    assert refusal(read_card, text) == ("bad_card", {"card": text})
    if text:
        assert refusal(read_cards, f"AS {text} 2S") == ("bad_card", {"card": text})


def test_long_card_text_is_shortened_in_the_error():
    assert refusal(read_card, "x" * 500) == ("bad_card", {"card": "x" * 20})


@given(CARDS.flatmap(lambda card: st.tuples(st.just(card), texts(card))))
def test_every_way_to_write_a_card_gives_that_card(written):
    card, text = written
    assert read_card(text) is card


@given(CARDS)
def test_a_card_is_read_back_from_its_text_and_from_its_symbol(card):
    assert read_card(str(card)) is read_card(card.name) is read_card(card.symbol) is card


@given(cards(0, 13))
def test_cards_are_read_back_from_their_text(some):
    assert read_cards(cards_to_text(some)) == tuple(some)
    assert read_cards(some) == read_cards([card.name for card in some]) == tuple(some)


@given(cards(2, 13), st.data())
def test_cards_in_mixed_notation_are_read_from_one_text(some, data):
    written = data.draw(st.tuples(*map(texts, some)))
    assert read_cards(data.draw(BETWEEN).join(text.strip() for text in written)) == tuple(some)


@given(cards(1, 10), st.data())
def test_duplicate_card_is_in_the_error(some, data):
    twice = data.draw(st.sampled_from(some))
    at = data.draw(st.integers(0, len(some)))
    given_twice = [*some[:at], twice, *some[at:]]
    for call in (read_cards, check_no_duplicates):
        assert refusal(call, given_twice) == ("card_twice", {"card": twice.name})
    assert refusal(read_cards, " ".join(card.symbol for card in given_twice)) == (
        "card_twice",
        {"card": twice.name},
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [(None, "None"), (5, "5"), (5.0, "5.0"), ([5, 6], "5"), (["5H", None], "None"), (b"5H", "53")],
)
def test_value_of_another_type_is_in_the_error(given, named):
    assert refusal(read_cards, given) == ("bad_card", {"card": named})


def card_or_code(call, *args):
    try:
        return call(*args)
    except DomainError as refused:
        return refused.code


@given(st.one_of(st.text(max_size=12), st.text("A123456789TJVQDKR0CDHS♣♦♥♠ \ufe0f", max_size=4)))
def test_any_text_is_a_card_or_is_refused(text):
    assert card_or_code(read_card, text) in ("bad_card", *DECK)


@given(st.lists(st.one_of(CARDS, CARDS.map(str)), max_size=6), st.text("AJ10CDHSX", max_size=3))
def test_texts_and_cards_may_be_mixed(some, text):
    found = card_or_code(read_cards, [*some, text])
    assert found in ("bad_card", "card_twice") or found[-1] is read_card(text)


@pytest.mark.parametrize(("number", "given_"), [(4, 3), (4, 5), (1, 0)])
def test_wrong_number_of_cards_is_refused(number, given_):
    assert refusal(check_number, DECK[:given_], number) == (
        "number_of_cards",
        {"number": number, "given": given_},
    )
    check_number(DECK[:number], number)


def test_each_card_is_a_single_object():
    for card in DECK:
        assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert sorted(DECK, reverse=True) == list(reversed(DECK))
    assert repr(DECK[0]) == "Card('AC')"
