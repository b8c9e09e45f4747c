"""Cards as hypothesis draws them, and hands as the sources write them."""

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from scoring.cards import DECK, Card, read_card

CARDS = st.sampled_from(DECK)


def cards(number: int, most: int | None = None):
    """Return a strategy for so many cards of one pack, in any order."""
    return st.lists(CARDS, min_size=number, max_size=most or number, unique=True)


# A hand of four and its starter; every second one from few cards, so that pairs, runs and flushes are common.
SHOWS = st.one_of(
    cards(5),
    st.tuples(st.sampled_from(range(10)), st.sampled_from([2, 3, 4]))
    .map(lambda at: [card for card in DECK if at[0] < card.rank <= at[0] + at[1]])
    .flatmap(lambda few: st.lists(st.sampled_from(few), min_size=5, max_size=5, unique=True)),
    st.sampled_from(range(4))
    .map(lambda suit: [card for card in DECK if card.suit == suit])
    .flatmap(
        lambda same: st.tuples(st.lists(st.sampled_from(same), min_size=4, max_size=4, unique=True), CARDS)
    )
    .filter(lambda dealt: dealt[1] not in dealt[0])
    .map(lambda dealt: [*dealt[0], dealt[1]]),
).map(lambda five: (tuple(five[:4]), five[4]))

_RANKS = {"1": "A", "V": "J", "V*": "J", "D": "Q", "R": "K"}


def deals_of(ranks: str) -> Iterator[tuple[list[Card], Card]]:
    """Yield every hand and starter of five ranks (`5-5-V-D-R`), without a flush in the hand."""
    named = [_RANKS.get(rank, rank) for rank in ranks.split("-")]
    for suits in product("CDHS", repeat=5):
        five = [read_card(rank + suit) for rank, suit in zip(named, suits, strict=True)]
        if len(set(five)) == 5:
            for at, starter in enumerate(five):
                hand = five[:at] + five[at + 1 :]
                if len({card.suit for card in hand}) > 1:
                    yield hand, starter
