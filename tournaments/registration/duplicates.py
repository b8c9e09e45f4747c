"""Names that look alike: the same person twice, or two people to be told apart. Warned of, never refused."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from tournaments.registration.names import fold

NEAR = 0.86  # «Huguette Coté»/«Huguette Côtée» yes, «Jean Roy»/«Jean Côté» no
STEM = 3


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", fold(name)))


def name_key(name: str) -> str:
    """The words of a name in alphabetical order, so that «Côté Huguette» and «Huguette Côté» are one."""
    return " ".join(sorted(_words(name)))


@lru_cache(maxsize=100_000)
def _near(one: str, other: str) -> bool:
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):  # «Équipe 1» is not «Équipe 2»
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR and matcher.ratio() >= NEAR


def alike(one: str, other: str) -> str:
    """`same` (whatever the order of words, accents, hyphens), `near` (a slip of the pen) or nothing."""
    sorted_words = name_key(one), name_key(other)
    as_written = "".join(_words(one)), "".join(_words(other))
    if sorted_words[0] == sorted_words[1] or as_written[0] == as_written[1]:
        return "same"
    return "near" if _near(*sorted(sorted_words)) or _near(*sorted(as_written)) else ""


@dataclass(frozen=True)
class Likeness:
    """Who looks like the name that was asked about: the caller's own id for them, and how much."""

    who: int
    how: str


class Names:
    """Many names, to be asked which of them look like one.

    Only those that share a word's beginning or end are compared.
    """

    def __init__(self, people: Iterable[tuple[int, str]] = ()) -> None:
        self._names: dict[int, str] = {}
        self._by_stem: dict[str, list[int]] = {}
        for who, name in people:
            self.add(who, name)

    def add(self, who: int, name: str) -> None:
        """Know `name` from now on as `who`."""
        self._names[who] = name
        for stem in _stems(name):
            self._by_stem.setdefault(stem, []).append(who)

    def like(self, name: str, *, but: int | None = None) -> list[Likeness]:
        """Who looks like `name`, the same names first; `but` leaves one out."""
        candidates = sorted({who for stem in _stems(name) for who in self._by_stem.get(stem, ())} - {but})
        found = [Likeness(who, how) for who in candidates if (how := alike(name, self._names[who]))]
        return sorted(found, key=lambda likeness: likeness.how != "same")


def _stems(name: str) -> set[str]:
    words = _words(name)
    return {word[:STEM] for word in words} | {word[-STEM:] for word in words}


def look_alikes(name: str, people: Iterable[tuple[int, str]], *, but: int | None = None) -> list[Likeness]:
    """Who among `people` (id, name) looks like `name`."""
    return Names(people).like(name, but=but)
