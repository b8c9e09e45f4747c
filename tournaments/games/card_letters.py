"""The letters of suits as they are typed: P, C, K, T in French, S, H, D, C in English; ♠ ♥ ♦ ♣ in both.

Addresses and `scoring.cards` use English letters. C means clubs in English and hearts (cœur) in French, so
cards are read together: if one of them is a pique, carreau or trèfle, all letters are French.

>>> to_english(["5C 10P VK", "RT"], FRENCH)
['5H 10S VD', 'RC']
>>> to_english(["5C 10S VD", "RC"], FRENCH)
['5C 10S VD', 'RC']
>>> to_english(["1K24 2G23@7P"], FRENCH, after="@")
['1K24 2G23@7S']
"""

import re
from collections.abc import Sequence

from django.utils.translation import pgettext

from scoring.cards import RANKS
from tournaments.games.card_names import letter

ENGLISH = "CDHS"
FRENCH = "TKCP"
CARD_PATTERN = r"{before}(10|[2-9ATJQKVDR])([{letters}])(?![A-Z0-9])"
WORD_START = "(?<![A-Z0-9])"


def local_letters() -> str:
    """Return the letters of clubs, diamonds, hearts and spades in the reader's language.

    English ones stand for letters that `to_english` could not read.
    """
    letters = pgettext("the letters of clubs, diamonds, hearts and spades, as cards are typed", "CDHS")
    return letters if letters in (ENGLISH, FRENCH) else ENGLISH


def to_english(texts: Sequence[str], usual: str, after: str = "") -> list[str]:
    """Return texts with the letters of cards in English, as `scoring.cards` reads them.

    Other parts of the texts are unchanged. `usual` are the letters to assume if the cards do not show the
    language; a card follows the sign `after`, if one is given.
    """
    found = {suit.upper() for text in texts for _rank, suit in _cards("A-Z", after).findall(text)}
    french = bool(found & (set(FRENCH) - {"C"})) or (usual == FRENCH and not found & (set(ENGLISH) - {"C"}))
    return [_replace_letters(text, FRENCH, ENGLISH, after) for text in texts] if french else list(texts)


def to_local_letters(text: str, after: str = "") -> str:
    """Return a text with cards in English letters as its reader would type it."""
    letters = local_letters()
    if letters == ENGLISH:
        return text
    turned = _replace_letters(text, ENGLISH, letters, after)
    return _cards(letters, after).sub(lambda card: _rank(card[1]) + card[2], turned)


def _replace_letters(text: str, letters: str, others: str, after: str) -> str:
    others_of = dict(zip(letters, others, strict=True))
    return _cards(letters, after).sub(lambda card: card[1] + others_of[card[2].upper()], text)


def _rank(text: str) -> str:
    return letter(RANKS.index(text.upper()) + 1) if text.upper() in RANKS else text


def _cards(letters: str, after: str) -> re.Pattern[str]:
    before = f"(?<={re.escape(after)})" if after else WORD_START
    return re.compile(CARD_PATTERN.format(before=before, letters=letters), re.IGNORECASE | re.ASCII)
