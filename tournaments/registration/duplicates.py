"""Names that look alike: the same person twice, or two people to be told apart. Warned of, never refused."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from tournaments.registration.names import fold

NEAR_WORD = 0.82  # Gérald and Gérard, Lavoie and Lavoye; not Lucie and Louise, Jean and Jeanne
NEAR_WHOLE = 0.92  # where somebody put the spaces elsewhere
STEM = 3
MOST_COMPARED = 60  # a list of 2000 people would be compared for minutes
SAINTS = {"st": "saint", "ste": "sainte"}


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(SAINTS.get(word, word) for word in re.findall(r"[^\W_]+", fold(name)))


def name_key(name: str) -> str:
    """The words of a name in alphabetical order, so that «Côté Huguette» and «Huguette Côté» are one."""
    return " ".join(sorted(_words(name)))


@lru_cache(maxsize=100_000)
def _ratio(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < NEAR_WORD:
        return 0
    return matcher.ratio()


def _near(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether each word has a word like it; or the whole, where the spaces stand elsewhere."""
    if len(one) != len(other):
        return _ratio(*sorted(("".join(one), "".join(other)))) >= NEAR_WHOLE
    shared = Counter(one) & Counter(other)
    left, right = sorted((Counter(one) - shared).elements()), sorted((Counter(other) - shared).elements())
    if any(word.isdecimal() for word in left + right):  # «Équipe 1» is not «Équipe 2»
        return False
    return all(_ratio(*sorted(pair)) >= NEAR_WORD for pair in zip(left, right, strict=True))


def alike(one: str, other: str) -> str:
    """`same` (whatever the order of words, accents, hyphens), `near` (a slip of the pen) or nothing."""
    if name_key(one) == name_key(other):
        return "same"
    first, second = _words(one), _words(other)
    if "".join(first) == "".join(second):
        return "same"
    return "near" if _near(first, second) else ""


@dataclass(frozen=True)
class Likeness:
    """Who looks like the name that was asked about: the caller's own id for them, and how much."""

    who: int
    how: str


class Names:
    """Many names, to be asked which of them look like one.

    The same names are looked up. Nearly the same are looked for among those that share a word's beginning or
    end, the rarest first, and not among more than `MOST_COMPARED`.
    """

    def __init__(self, people: Iterable[tuple[int, str]] = ()) -> None:
        self._names: dict[int, str] = {}
        self._by_stem: dict[str, list[int]] = {}
        self._same: dict[str, list[int]] = {}
        for who, name in people:
            self.add(who, name)

    def add(self, who: int, name: str) -> None:
        """Know `name` from now on as `who`."""
        self._names[who] = name
        for stem in _stems(name):
            self._by_stem.setdefault(stem, []).append(who)
        for key in _same_keys(name):
            self._same.setdefault(key, []).append(who)

    def like(self, name: str) -> list[Likeness]:
        """Who looks like `name`, the same names first."""
        candidates = {who for key in _same_keys(name) for who in self._same.get(key, ())}
        for others in sorted((self._by_stem.get(stem, []) for stem in _stems(name)), key=len):
            candidates.update(others[: max(0, MOST_COMPARED - len(candidates))])
        found = [Likeness(who, how) for who in sorted(candidates) if (how := alike(name, self._names[who]))]
        return sorted(found, key=lambda likeness: likeness.how != "same")


def _same_keys(name: str) -> set[str]:
    return {name_key(name), "".join(_words(name))}


def _stems(name: str) -> set[str]:
    words = _words(name)
    return {word[:STEM] for word in words} | {word[-STEM:] for word in words}


def look_alikes(name: str, people: Iterable[tuple[int, str]]) -> list[Likeness]:
    """Who among `people` (id, name) looks like `name`."""
    return Names(people).like(name)
