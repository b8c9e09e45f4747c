"""Find names that look alike: one person twice, or two people to distinguish. Warns, never refuses."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

from tournaments.registration.names import fold

NEAR_WORD = 0.82  # Gérald and Gérard, Lavoie and Lavoye; not Lucie and Louise, Jean and Jeanne
NEAR_WHOLE = 0.92  # where the spaces are elsewhere
MAX_LISTED = 10  # people who look like one name; users do not read a page that lists more
MAX_COMPARED = 12  # letter by letter, with one name: a list of 2000 people would be compared for minutes
MAX_WEIGHED = 2_000  # pairs of letters that one name has in common with others
MIN_SHARED = 1 / 3  # of the pairs of letters
SAINTS = {"st": "saint", "ste": "sainte"}


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(SAINTS.get(word, word) for word in re.findall(r"[^\W_]+", fold(name)))


def name_key(name: str) -> str:
    """Return the words of a name in alphabetical order: the same for «Côté Huguette» and «Huguette Côté»."""
    return " ".join(sorted(_words(name)))


@lru_cache(maxsize=100_000)
def _ratio(one: str, other: str) -> float:
    common = sum(min(one.count(letter), other.count(letter)) for letter in set(one))
    if 2 * common < NEAR_WORD * (len(one) + len(other)):  # no order of them could be near
        return 0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _are_similar(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether each word has a similar word, or the whole is similar if the spaces differ.

    Another number is another name: "Équipe 1" is not "Équipe 2", nor "Joueur12" "Joueur13".
    """
    if _figures(one) != _figures(other):
        return False
    if len(one) != len(other):
        return _ratio(*sorted(("".join(one), "".join(other)))) >= NEAR_WHOLE
    left, right = list(one), []
    for word in other:
        if word in left:
            left.remove(word)
        else:
            right.append(word)
    return all(_ratio(*sorted(pair)) >= NEAR_WORD for pair in zip(sorted(left), sorted(right), strict=True))


def _figures(words: tuple[str, ...]) -> list[str]:
    return sorted(filter(None, ("".join(filter(str.isdecimal, word)) for word in words)))


def alike(one: str, other: str) -> str:
    """Return `same` (whatever the order of words, accents, hyphens), `near` (a slip of the pen) or ""."""
    if name_key(one) == name_key(other):
        return "same"
    first, second = _words(one), _words(other)
    if "".join(first) == "".join(second):
        return "same"
    return "near" if _are_similar(first, second) else ""


@dataclass(frozen=True)
class Likeness:
    """A person who looks like the name looked for: the caller's own id for them, and how similar it is."""

    who: int
    how: str


class Neighbours:
    """An index of texts by their pairs of letters, to find those that are most similar to one.

    Pairs that few texts have are weighed first, and of all no more than `MAX_WEIGHED`: where all names of a
    list begin alike the beginning distinguishes nothing.
    """

    def __init__(self) -> None:
        self._by_pair: dict[str, list[str]] = {}
        self._sizes: dict[str, int] = {}

    def add(self, text: str, key: str) -> None:
        """Add a text under its key."""
        pairs = _letter_pairs(text)
        self._sizes[key] = len(pairs)
        for pair in pairs:
            self._by_pair.setdefault(pair, []).append(key)

    def nearest(self, text: str) -> list[str]:
        """Return the keys of no more than `MAX_COMPARED` texts, the likeliest first."""
        pairs = _letter_pairs(text)
        shared: Counter[str] = Counter()
        room, weighed = MAX_WEIGHED, 0
        for others in sorted((self._by_pair.get(pair, []) for pair in pairs), key=len):
            if room > 0:
                shared.update(others[:room])
                room, weighed = room - len(others), weighed + 1
        likely = [key for key, count in shared.items() if count >= weighed * MIN_SHARED]
        return nlargest(MAX_COMPARED, likely, lambda key: shared[key] / (len(pairs) + self._sizes[key]))


def _letter_pairs(text: str) -> list[str]:
    return list(dict.fromkeys(map("".join, pairwise(f" {text} "))))


class Names:
    """An index of many names, to find those that look like a given one.

    People whose names have the same words share a key, and only keys are compared, the likeliest first.
    `compared` counts how often that was done.
    """

    def __init__(self, people: Iterable[tuple[int, str]] = ()) -> None:
        self.compared = 0
        self._same: dict[str, list[int]] = {}
        self._keys: dict[str, str] = {}  # each with the name as it was written first
        self._neighbours = Neighbours()
        for who, name in people:
            self.add(who, name)

    def add(self, who: int, name: str) -> None:
        """Add `name` under the id `who`."""
        own = name_key(name)
        if own not in self._keys:
            self._keys[own] = name
            self._neighbours.add("".join(_words(name)), own)
        for key in matching_keys(name):
            self._same.setdefault(key, []).append(who)

    def like(self, name: str) -> list[Likeness]:
        """Return at most `MAX_LISTED` people with a name like `name`, equal names first."""
        same = self._ids_for_keys(matching_keys(name))
        found = [(who, "same") for who in same]
        if len(same) < MAX_LISTED:
            found += [
                (who, "near") for who in self._ids_for_keys(self._similar_keys(name)) if who not in same
            ]
        return [Likeness(who, how) for who, how in found[:MAX_LISTED]]

    def _ids_for_keys(self, keys: Iterable[str]) -> list[int]:
        return sorted({who for key in keys for who in self._same.get(key, ())[:MAX_LISTED]})

    def _similar_keys(self, name: str) -> list[str]:
        """Return the keys of names that are nearly equal."""
        near: list[str] = []
        for key in self._neighbours.nearest("".join(_words(name))):
            if key != name_key(name) and len(near) < MAX_LISTED:
                self.compared += 1
                near += [key] if alike(name, self._keys[key]) else []
        return near


def matching_keys(name: str) -> set[str]:
    """Return keys that equal names share, whatever their spaces or the order of their words."""
    return {name_key(name), "".join(_words(name))}


def look_alikes(name: str, people: Iterable[tuple[int, str]]) -> list[Likeness]:
    """Return those among `people` (id, name) who look like `name`."""
    return Names(people).like(name)
