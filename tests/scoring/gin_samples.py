"""Random hands of gin: of the whole pack, and of few ranks or suits, which contain many melds."""

import random

from scoring.cards import DECK
from tests.samples import SWEEP_FACTOR

RANDOM_HANDS, RICH_HANDS = 5_000 * min(SWEEP_FACTOR, 4), 2_000 * min(SWEEP_FACTOR, 4)


def random_hands(number=RANDOM_HANDS, size=10, seed=3):
    chance = random.Random(seed)
    return [tuple(chance.sample(DECK, size)) for _ in range(number)]


def rich_hands(number=RICH_HANDS, size=10, seed=5):
    """Return hands of 16 to 22 cards: neighbouring ranks of all suits, or many of two, through the ace."""
    chance = random.Random(seed)
    return [tuple(chance.sample(_few_cards(chance), size)) for _ in range(number)]


def _few_cards(chance):
    suits = chance.sample(range(4), chance.choice((2, 3, 4)))
    width = {2: 11, 3: 6, 4: 4}[len(suits)]
    start = chance.randrange(13)
    return [DECK[suit * 13 + (start + step) % 13] for suit in suits for step in range(width)]


def plain(cards):
    """Return cards as the plain search represents them."""
    return [(card.rank, card.suit) for card in cards]
