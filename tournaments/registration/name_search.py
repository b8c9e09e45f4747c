"""Find people by what is typed of their names. `static/js/find_name.js` does the same on a page."""

import re
from functools import lru_cache

from tournaments.registration.names import fold

MAX_INITIALS = 3
MAX_PARTS = 5  # of what is typed: a query for each word of a long text would take minutes
SAINTS = ("saint", "sainte", "st", "ste")


def is_found(text: str, typed: str) -> bool:
    """Return whether a person of these names is found by what was typed, in any order.

    Each line of `text` is a name or a club. Each word typed must be a part of a word in one of them, the
    beginning of words written together, or the initials of several words.

    >>> [is_found("Pat O'Brien", typed) for typed in ("obrien", "o brien", "brien pat", "obrian")]
    [True, True, True, False]
    >>> is_found("tremblay jean-guy", "tremblay jg"), is_found("Line Ste-Marie", "sainte marie")
    (True, True)
    """
    wanted, letters = _words_and_letters(typed)
    folded = fold(text)
    if all(map(folded.__contains__, wanted)):
        return True
    if not all(map(folded.__contains__, letters)) and "st" not in folded and "saint" not in folded:
        return False  # most are left out here, before their names are taken apart
    names = [variant for line in text.split("\n") for variant in _variants(line)]
    return all(any(_fits(words, word) for words in names) for word in wanted)


def certain_parts(typed: str) -> list[str]:
    """Return what each name found by `typed` contains when it is written as one word, for a query.

    A word of three letters or fewer can be initials, so only its letters are certain, and Saint can be
    written in four ways. At most `MAX_PARTS` are returned, the longest.

    >>> [certain_parts(typed) for typed in ("jg tremblay", "Sainte-Foy", "sthilaire", "sain")]
    [['tremblay', 'j', 'g'], ['f', 'o', 'y'], ['hilaire'], []]
    """
    parts: list[str] = []
    for word in _words(typed):
        rest = "" if any(word in each for each in SAINTS) else word.removeprefix(_saint_before(word))
        parts += [rest] if len(rest) > MAX_INITIALS else rest
    return sorted(dict.fromkeys(parts), key=len, reverse=True)[:MAX_PARTS]


def written_together(word: str) -> set[str]:
    """Return what a name may contain where it is written as one word, for a word of several letters.

    Nothing for Saint alone: names have its letters everywhere.

    >>> sorted(written_together("st-roch")), written_together("o'brien"), written_together("jg")
    (['sainteroch', 'saintroch', 'steroch', 'stroch'], {'obrien'}, set())
    """
    together = "".join(_words(word))
    if together in SAINTS:
        return set()
    if saint := _saint_before(together):
        return {each + together.removeprefix(saint) for each in SAINTS}
    return {together} if len(together) > MAX_INITIALS else set()


def _saint_before(word: str) -> str:
    prefixes = sorted(SAINTS, key=len, reverse=True)
    return next((prefix for prefix in prefixes if word.startswith(prefix)), "")


def possible_family_names(typed: str) -> list[str]:
    """Return the words typed with which a family name may begin, at most `MAX_PARTS`.

    >>> possible_family_names("Jean-Guy Roy, jg")
    ['jean', 'guy', 'roy', 'jg']
    """
    return [word for word in _words(typed) if len(word) > 1][:MAX_PARTS]


@lru_cache(maxsize=100)
def _words_and_letters(typed: str) -> tuple[list[str], frozenset[str]]:
    """Return the words typed, and their letters."""
    words = _words(typed)
    return words, frozenset("".join(words))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


@lru_cache(maxsize=10_000)
def _variants(name: str) -> list[list[str]]:
    """Return the words of a name, once for each way to write Saint if it has it."""
    words = _words(name)
    if not any(word in SAINTS for word in words):
        return [words]
    return [[saint if word in SAINTS else word for word in words] for saint in SAINTS]


def _fits(words: list[str], typed: str) -> bool:
    """Return whether one word typed fits a name; initials only of three words or more, as of Jean-Guy."""
    if any(typed in word for word in words):
        return True
    ends = [words[at:] for at in range(len(words) - 1)]
    if any("".join(end).startswith(typed) for end in ends):
        return True
    initials = ["".join(word[0] for word in end) for end in ends]
    return len(words) > 2 and len(typed) > 1 and any(each.startswith(typed) for each in initials)
