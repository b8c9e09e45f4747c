"""Melds of gin by their definition: every set of melds is tried. Slow, and obvious.

A card is (rank 1 to 13, suit); nothing here uses bits, tables or the rule book's own code.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import combinations

ORDER = {"low": tuple(range(1, 14)), "both": (*range(1, 14), 1), "corner": tuple(range(1, 14)) * 2}
"""The ranks of a suit as a run may pass through them."""


def pips(rank, ace):
    """Return the points of a card as deadwood (rules.md §5, §7.3)."""
    if rank == 1:
        return 15 if ace == "corner" else 1
    return min(rank, 10)


def total(cards, ace):
    return sum(pips(rank, ace) for rank, _ in cards)


def all_melds(cards, ace):
    """Return every set and every run in some cards."""
    by_rank, by_suit = defaultdict(list), defaultdict(set)
    for rank, suit in cards:
        by_rank[rank].append((rank, suit))
        by_suit[suit].add(rank)
    found = set()
    for equals in by_rank.values():
        if len(equals) >= 3:
            found.update(frozenset(three) for three in combinations(equals, 3))
            found.add(frozenset(equals))
    order = ORDER[ace]
    for suit, ranks in by_suit.items():
        for start in range(len(order)):
            run = []
            for rank in order[start:]:
                if rank not in ranks or (rank, suit) in run:
                    break
                run.append((rank, suit))
                if len(run) >= 3:
                    found.add(frozenset(run))
    return list(found)


def families(melds, taken=frozenset()):
    """Yield every set of melds that share no card, with the cards they take."""
    yield (), taken
    for place, meld in enumerate(melds):
        if not meld & taken:
            for others, cards in families(melds[place + 1 :], taken | meld):
                yield (meld, *others), cards


def deadwood(cards, ace="low"):
    """Return the least deadwood, over every set of melds."""
    return total(cards, ace) - _most(all_melds(cards, ace), 0, frozenset(), ace)


def _most(melds, first, taken, ace):
    """Return the most points that melds from `first` on can take away."""
    most = 0
    for place in range(first, len(melds)):
        meld = melds[place]
        if not meld & taken:
            most = max(most, total(meld, ace) + _most(melds, place + 1, taken | meld, ace))
    return most


def is_meld(cards, ace):
    return _is_meld(frozenset(cards), ace)


@lru_cache(maxsize=100_000)
def _is_meld(cards, ace):
    """Return whether cards are a meld, cached: the same few thousand sets are asked again and again."""
    return cards in all_melds(cards, ace)


def after_laying_off(cards, melds, ace="low"):
    """Return the opponent's least deadwood: every set of own melds, then every way to lay off."""
    table = tuple(frozenset(meld) for meld in melds)
    known = {}
    return min(
        _laid_off(frozenset(cards) - own, table, ace, known) for _, own in families(all_melds(cards, ace))
    )


def _laid_off(cards, table, ace, known):
    key = cards, table
    if key not in known:
        least = total(cards, ace)
        for card in cards:
            for place, meld in enumerate(table):
                grown = meld | {card}
                if is_meld(grown, ace):
                    laid = (*table[:place], grown, *table[place + 1 :])
                    least = min(least, _laid_off(cards - {card}, laid, ace, known))
        known[key] = least
    return known[key]


def fitting(hand, melds, ace):
    """Return the cards outside a hand that fit one of its melds."""
    pack = {(rank, suit) for rank in range(1, 14) for suit in range(4)}
    return {card for card in pack - set(hand) for meld in melds if is_meld({*meld, card}, ace)}


def least_given(hand, ace="low", opponent=None):
    """Return the best key of a hand: deadwood, then what its melds give away (see scoring/gin/melds.py)."""
    keys = []
    least = deadwood(hand, ace)
    for melds, taken in families(all_melds(hand, ace)):
        if total(set(hand) - taken, ace) == least:
            keys.append((least, *given_away(hand, melds, ace, opponent)))
    return min(keys)


def given_away(hand, melds, ace, opponent=None):
    """Return a key of melds: deadwood left to the opponent (more is better), fitting cards, points, melds."""
    fit = fitting(hand, melds, ace)
    left = 0 if opponent is None else -after_laying_off(opponent, melds, ace)
    return left, len(fit), total(fit, ace), len(melds)
