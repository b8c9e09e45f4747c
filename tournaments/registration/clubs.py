"""Club names as several people write them: which spellings may be one club, and which one is usual."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.registration.duplicates import SAINTS, Neighbours, alike
from tournaments.registration.names import fold

KIND_WORDS = {"fadoq", "club", "clubs"}
LINKING_WORDS = {"de", "du", "des", "d"}
TEAM_SUFFIX = re.compile(r" +(\d{1,2}|[A-Z]|I{1,3})$")  # which of its teams: «Sorel 2», «Sorel B»


class Spellings(NamedTuple):
    """Spellings that may be one club, the usual first; not `sure` where one may be another club.

    `known` are the clubs of the organisation among them, of which the usual is the first.
    """

    key: str
    written: tuple[str, ...]
    counts: tuple[int, ...]
    sure: bool
    known: tuple[str, ...] = ()

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the spellings of which it is not known whether they are this club."""
        return tuple(club for club in self.written[1:] if club not in self.known)


def club_key(club: str) -> str:
    """Return the same key for spellings that differ only in case, accents, hyphens or «St» for «Saint».

    >>> club_key("ST-JEAN-sur-Richelieu") == club_key("Saint-Jean-sur-Richelieu")
    True
    """
    words = re.findall(r"[^\W_]+", fold(club))
    return " ".join(SAINTS.get(word, word) for word in words) or fold(club)


def club_beside(name: str, club: str) -> str:
    """Return the club to put beside a name; empty if the name contains it already.

    A name contains its club in brackets, to distinguish two people, or as that of a team: «Sorel 2».

    >>> club_beside("Jean Roy (Sorel)", "Sorel"), club_beside("Jean Roy (3)", "Sorel")
    ('', 'Sorel')
    >>> club_beside("SOREL", "FADOQ Sorel"), club_beside("Sorel 2 (Anne R., Jean T.)", "Sorel")
    ('', '')
    >>> club_beside("Anne Sorel", "Sorel"), club_beside("Laval T.", "Laval")
    ('Sorel', 'Laval')
    """
    if fold(name).endswith(f"({fold(club)})"):
        return ""
    called = TEAM_SUFFIX.sub("", name.partition(" (")[0])
    return "" if _without_kind(club_key(called)) == _without_kind(club_key(club)) else club


def spellings(
    written: Iterable[str], entered: Iterable[str] = (), known: Iterable[str] = ()
) -> list[Spellings]:
    """Return the clubs that a list spells in several ways, or differently from those who are `entered`.

    The usual spelling is that of a club that is `known`, then of those who are entered, then the most
    frequent, then the one with small letters and most accents. «FADOQ» and «Club» before or behind a name
    do not make another club. Known clubs that are alike were said to be several: they are not asked about
    again.
    """
    listed, before, ours = Counter(filter(None, written)), Counter(filter(None, entered)), set(known)
    by_key: dict[str, list[str]] = {}
    for club in dict.fromkeys([*listed, *before, *sorted(ours)]):
        by_key.setdefault(_without_kind(club_key(club)), []).append(club)
    found = []
    for keys in _group_similar_keys(list(by_key)):
        clubs = [club for key in keys for club in by_key[key]]
        ordered = sorted(
            clubs,
            key=lambda club: (club not in ours, -before[club], -listed[club], *_spelling_penalty(club), club),
        )
        if any(listed[club] and club not in ours for club in ordered[1:]):
            counts = tuple(listed[club] + before[club] for club in ordered)
            known_here = tuple(club for club in ordered if club in ours)
            sure = len(keys) == 1 and len(known_here) < 2
            found.append(Spellings(club_key(ordered[0]), tuple(ordered), counts, sure, known_here))
    return found


def likely_clubs(written: Iterable[str]) -> dict[str, str]:
    """Return the key of the club that each spelling most likely means, despite slips; empty for none."""
    keys = {club: _without_kind(club_key(club)) for club in written if club}
    same = {
        key: keys_of_one[0]
        for keys_of_one in _group_similar_keys(list(dict.fromkeys(keys.values())))
        for key in keys_of_one
    }
    return {"": ""} | {club: same[key] for club, key in keys.items()}


def _without_kind(key: str) -> str:
    """Return a key without «FADOQ» or «Club» before the name, or «FADOQ» behind it."""
    words = key.split()
    start = 0
    while start < len(words) and words[start] in KIND_WORDS:
        start += 1
    if start and start < len(words) and words[start] in LINKING_WORDS:
        start += 1
    rest = words[start:]
    if rest[-1:] == ["fadoq"]:
        rest.pop()
    return " ".join(rest) or key


def _group_similar_keys(keys: Sequence[str]) -> list[list[str]]:
    """Return keys that are nearly the same, grouped; each key once."""
    groups: dict[str, list[str]] = {}  # by the first key of each
    firsts = Neighbours()
    for key in keys:
        near = (first for first in firsts.nearest(key) if _is_transposed(first, key) or alike(first, key))
        like = next(near, key)
        groups.setdefault(like, []).append(key)
        if like == key:
            firsts.add(key, key)
    return list(groups.values())


def _is_transposed(one: str, other: str) -> bool:
    """Return whether two letters that follow each other were typed the wrong way round."""
    if len(one) != len(other):
        return False
    differ = [at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
    first, last = differ[0] if differ else 0, differ[-1] if differ else 0
    return len(differ) == 2 and last == first + 1 and (one[first], one[last]) == (other[last], other[first])


def _spelling_penalty(club: str) -> tuple[bool, bool, int]:
    """Rate a spelling, worst highest: with a prefix, only capitals or no capitals, few accents."""
    accents = sum(not char.isascii() for char in club)
    return _without_kind(club_key(club)) != club_key(club), club in (club.upper(), club.lower()), -accents
