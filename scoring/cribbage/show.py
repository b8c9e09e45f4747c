"""The show of cribbage: the points of a hand or a crib with the starter (rules.md §2.1, §2.3).

| kind                                   | worth                                                       |
|----------------------------------------|-------------------------------------------------------------|
| `fifteen`                              | 2 for every subset adding to 15 (ace 1, J Q K 10)           |
| `pair` `three_of_a_kind` `four_of_a_kind` | 2, 6, 12                                                 |
| `run`                                  | its length, 3 or more, for every way to choose its cards    |
| `flush`                                | 4 hand cards of one suit 4, with the starter 5; crib: only 5 |
| `nobs`                                 | 1 for the jack of the starter's suit, in hand or crib       |
| his heels                              | 2 to the dealer for a jack as starter: `heels`, not the show |

The example of FADOQ and the best hand of all:

>>> score_hand("6C 7S 8D 8H", "9S").total
16
>>> show = score_hand("5H 5S 5D JC", "5C")
>>> show.total, show.combinations[-1]
(29, Combination(kind='nobs', cards=(Card('JC'), Card('5C')), points=1))
>>> heels("JC"), score_hand("2H 4H 6H 8H", "JC").total, score_hand("2H 4H 6H 8H", "JC", crib=True).total
(2, 4, 0)

`score_hand` reads, checks and explains. `total` is faster, for callers with many hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, groupby, product
from typing import Any

from scoring.cards import DECK, Card, Cards, check_no_duplicates, check_number, read_cards
from scoring.errors import DomainError

HAND_SIZE = 4
FIFTEEN = 15
JACK = 11
CARD_VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)  # the value of a card in a fifteen, by rank
OF_A_KIND = {2: ("pair", 2), 3: ("three_of_a_kind", 6), 4: ("four_of_a_kind", 12)}

_JACKS = tuple(card for card in DECK if card.rank == JACK)
# Points of five cards of any suits, [rank][rank][rank][rank][rank]: lists shared by all orders of the ranks.
# They are made at the first call, a number (None before) when it is first needed.
_POINTS_BY_RANKS: list[Any] = []


@dataclass(frozen=True)
class Combination:
    """A combination that scores: its kind (see the table of the module), its cards by rank, its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True)
class Show:
    """The points of a hand, and every combination that gives them, as players count them."""

    total: int
    combinations: tuple[Combination, ...]


def score_hand(hand: Cards, starter: str | Card, crib: bool = False) -> Show:
    """Return the show of four cards, a hand or the crib, with the starter (rules.md §2.3).

    Raises `DomainError`: `bad_card`, `card_twice`, `number_of_cards`, `one_starter`.
    """
    held = read_cards(hand)
    check_number(held, HAND_SIZE)
    turned = _read_starter(starter)
    check_no_duplicates((*held, turned))
    scored = (*_rank_combinations((*held, turned)), *_flush(held, turned, crib), *_nobs(held, turned))
    return Show(sum(one.points for one in scored), scored)


def heels(starter: str | Card) -> int:
    """Return what the dealer pegs at once when the starter is turned: 2 for a jack (rules.md §2.1, §8).

    Raises `DomainError`: `bad_card`, `one_starter`.
    """
    return 2 if _read_starter(starter).rank == JACK else 0


def total(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """Return the bare total of `score_hand`, for four cards and a starter known to differ (rules.md §2.3).

    Nothing is read or checked. The points of the ranks are those of the explained show, remembered.
    """
    a, b, c, d = hand
    try:
        points: int | None = _POINTS_BY_RANKS[a.rank][b.rank][c.rank][d.rank][starter.rank]
    except IndexError:
        points = None
        _build_rank_table()
    if points is None:
        points = _remember_points((a, b, c, d, starter))
    suit = starter.suit
    jack = _JACKS[suit]
    if a is jack or b is jack or c is jack or d is jack:
        points += 1
    if a.suit == b.suit and b.suit == c.suit and c.suit == d.suit:
        points += 5 if a.suit == suit else 0 if crib else 4
    return points


def _build_rank_table() -> None:
    ranks = range(1, 14)
    nodes: dict[tuple[int, ...], list[Any]]
    nodes = {held: [None] * 14 for held in combinations_with_replacement(ranks, HAND_SIZE)}
    for size in reversed(range(HAND_SIZE)):
        nodes = {
            held: [None, *(nodes[tuple(sorted((*held, rank)))] for rank in ranks)]
            for held in combinations_with_replacement(ranks, size)
        }
    _POINTS_BY_RANKS[:] = nodes[()]


def _remember_points(cards: tuple[Card, ...]) -> int:
    points = sum(one.points for one in _rank_combinations(cards))
    for at, last in enumerate(cards):
        a, b, c, d = cards[:at] + cards[at + 1 :]
        _POINTS_BY_RANKS[a.rank][b.rank][c.rank][d.rank][last.rank] = points
    return points


def _read_starter(starter: str | Card) -> Card:
    if isinstance(starter, Card):
        return starter
    cards = read_cards(starter)
    if len(cards) != 1:
        raise DomainError("one_starter", given=len(cards))
    return cards[0]


def _rank_combinations(cards: tuple[Card, ...]) -> Iterator[Combination]:
    """Yield fifteens, cards of a kind and runs, in an order that does not depend on that of the cards."""
    by_rank = sorted(cards, key=lambda card: (card.rank, card.suit))
    ranks = [tuple(same) for _, same in groupby(by_rank, key=lambda card: card.rank)]
    yield from _fifteens(by_rank)
    for same in ranks:
        if len(same) in OF_A_KIND:
            kind, points = OF_A_KIND[len(same)]
            yield Combination(kind, same, points)
    yield from _runs(ranks)


def _fifteens(cards: Sequence[Card]) -> Iterator[Combination]:
    for size in range(2, len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum([CARD_VALUES[card.rank] for card in chosen]) == FIFTEEN:
                yield Combination("fifteen", chosen, 2)


def _runs(ranks: Sequence[tuple[Card, ...]]) -> Iterator[Combination]:
    """Yield every way to choose the cards of the one stretch of three neighbouring ranks or more."""
    for _, stretch in groupby(enumerate(ranks), key=lambda at: at[1][0].rank - at[0]):
        neighbours = [same for _, same in stretch]
        if len(neighbours) >= 3:
            for chosen in product(*neighbours):
                yield Combination("run", chosen, len(chosen))


def _flush(held: Sequence[Card], turned: Card, crib: bool) -> Iterator[Combination]:
    """Yield the flush of the hand's four cards; the starter never replaces one of them."""
    if len({card.suit for card in held}) > 1:
        return
    if turned.suit == held[0].suit:
        yield Combination("flush", tuple(sorted((*held, turned))), 5)
    elif not crib:
        yield Combination("flush", tuple(sorted(held)), 4)


def _nobs(held: Sequence[Card], turned: Card) -> Iterator[Combination]:
    """Yield his nobs for a jack that is held: the starter itself does not count."""
    jack = _JACKS[turned.suit]
    if jack in held:
        yield Combination("nobs", (jack, turned), 1)
