"""The order of names in an alphabetical list, as French and English readers look for them."""

import re
import unicodedata

_LETTER_EXPANSIONS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "ß": "ss", "þ": "th"}
)
_IGNORED_SIGNS = re.compile(r"[\u0027\u2018\u2019\u02bc`´.\u00ad\u200d]")
_WORD_BREAK = re.compile(r"[^\w]+|_+")

Key = tuple[tuple[tuple[str, ...], ...], tuple[int, ...], str]


def collation_key(name: str) -> Key:
    """Return the sort key of a name: letters, accents from the end backwards (Canadian French), then case.

    An apostrophe is ignored (O'Brien with Obrien), a hyphen sorts as a space (Saint-Hilaire with
    Saint Hilaire), and the part before a comma is compared first (Roy, Zoé before Roy Beaulieu, Ann).
    """
    folded = unicodedata.normalize("NFKD", name.casefold().translate(_LETTER_EXPANSIONS))
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    parts = tuple(
        tuple(word for word in _WORD_BREAK.split(_IGNORED_SIGNS.sub("", part)) if word)
        for part in plain.split(",")
    )
    return parts, _accents(folded), name


def initial(name: str) -> str:
    """Return the letter under which a list files the name, or '#'."""
    for part in collation_key(name)[0]:
        for word in part:
            first = unicodedata.normalize("NFC", word)[0]  # a syllable of Hangul is one character
            return first.upper() if first.isalpha() else "#"
    return "#"


def _accents(folded: str) -> tuple[int, ...]:
    weights: list[int] = []
    for char in folded:
        if unicodedata.combining(char):
            if weights:
                weights[-1] = ord(char)
        elif char.isalnum():
            weights.append(0)
    return tuple(reversed(weights))
