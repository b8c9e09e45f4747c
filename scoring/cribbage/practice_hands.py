"""The 48 hands of Table 2 as cards to practise on (rules.md §2.5).

| of a hand     | in the source           | here                                                   |
|---------------|-------------------------|--------------------------------------------------------|
| suits         | left out                | those of the highest total without a flush             |
| starter       | left out                | the last of the five cards                             |
| J-Q-Q-Q-K     | 15, without his nobs    | 15: the jack is not of the starter's suit              |

>>> HANDS[-1]
'5H 5S 5C JD 5D'
"""

from scoring.cards import Card, read_cards

HANDS = (
    "AC AD 6S 7D 7H",
    "AC AH 7C 7S 8S",
    "AD 4C 4H 4D 10S",
    "2S 2H 4D 9C 9H",
    "2D 6H 6C 7C 7H",
    "AH AD 6D 7H 8C",
    "AH 4H 4C JS 4S",
    "3H 3S 6C 6S 9H",
    "4C 4S 7C 7H 7D",
    "AH 2H 2C 2S 3S",
    "JH QH QD QS KD",
    "AH AC 2D 3D 3S",
    "2D 2C 3S 3D 4C",
    "2S 6D 7S 7D 8C",
    "6D 7H 8C 9C 9H",
    "2D 3H 4C 4D 4H",
    "2H 3S 3C 3D 4H",
    "3D 4C 4H 4D 5C",
    "3D 3C 3S 6H 6C",
    "5D 5H JS QH KS",
    "6C 9D 9S 9C 9H",
    "7D 8H 8C 8D 8S",
    "3S 3C 6H 6D 6C",
    "4D 4S 4C 7H 7S",
    "3D 3C 4C 5D 5H",
    "AC AD 7C 7D 7H",
    "3S 4D 4S 4C 4H",
    "6C 6S 9C 9D 9H",
    "6C 6S 7D 7S 8D",
    "3H 3D 4C 4S 5S",
    "7H 7D 7S 8H 8D",
    "7S 8S 8H 9D 8C",
    "4D 5S 6D 6S 6H",
    "7S 7D 7C 8C 9D",
    "5D JH JS JD 5H",
    "3S 3C 3H 4S 5C",
    "5C 5D 5S KC KH",
    "5C 5D JH JS 5H",
    "4S 5C 5D 5S 6C",
    "3H 6C 6D 6S 6H",
    "4H 4D 5D 6H 6S",
    "4H 5H 5D 6S 6C",
    "7D 7C 8D 8H 9S",
    "3C 3D 3H 3S 9S",
    "4D 4S 4C 4H 7D",
    "6C 7H 7S 8D 8C",
    "5H 5S 5C 5D 10D",
    "5H 5S 5C JD 5D",
)
"""In the order of their totals, from 12 to 29."""
NEXT_HAND_STEP = 17
"""From a hand to the next one to practise on: prime to 48, so that all come, and totals do not rise."""


def practice_hand(number: int) -> tuple[tuple[Card, ...], Card]:
    """Return the four cards in hand and the starter of a hand, numbered from 1 (rules.md §2.5)."""
    *hand, starter = read_cards(HANDS[number - 1])
    return tuple(hand), starter


def next_number(number: int) -> int:
    """Return the number of the hand that follows in practice (rules.md §2.5).

    >>> next_number(48)
    17
    """
    return (number - 1 + NEXT_HAND_STEP) % len(HANDS) + 1
