"""Find people of a list who resemble an entered person or one of an earlier row."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Protocol

from tournaments.registration.clubs import club_key
from tournaments.registration.duplicates import MAX_LISTED, Names, same_keys
from tournaments.registration.roster import Draft, People
from tournaments.registration.teams import Mate


@dataclass(frozen=True)
class Known:
    """A person who resembles a candidate: entered under a number, or in an earlier row."""

    name: str
    club: str
    how: str
    number: int | None = None
    member_number: str = ""
    row: int | None = None


NOT_TOLD_APART, SAME, NEAR = (0, "same"), (1, "same"), (2, "near")  # how similar a person is to another


class InARow(Protocol):
    """A row as `find_likes` needs it: its number, its draft, and the list to fill."""

    row: int
    draft: Draft | None
    likes: list[Known]


def find_likes(people: Iterable[InARow], entered: People) -> None:
    """Fill `likes` of each of `people` with at most `MAX_LISTED` similar persons.

    Those whom nothing distinguishes from them come first, then the same names, then those nearly the same.
    """
    seen = _Seen()
    for number, name, club, member_number in entered:
        seen.add(Known(name, club, "", number, member_number))
    for one in people:
        if one.draft is None:
            continue
        one.likes += seen.like(one.draft)
        for mate in _mates(one.draft):
            club = mate.club or one.draft.details["club"]
            seen.add(Known(mate.name, club, "", None, mate.member_number, one.row))


def _mates(draft: Draft) -> Sequence[Mate]:
    return draft.members or [Mate(draft.name, member_number=draft.details["member_number"])]


class _Seen:
    """An index of the people before a row, by name, member number and club."""

    def __init__(self) -> None:
        self._known: list[Known] = []
        self._names = Names()
        self._alike: dict[tuple[str, str | None, str | None], list[int]] = {}

    def add(self, one: Known) -> None:
        who = len(self._known)
        self._known.append(one)
        self._names.add(who, one.name)
        for key in product(same_keys(one.name), (one.member_number, None), (club_key(one.club), None)):
            self._alike.setdefault(key, []).append(who)

    def like(self, draft: Draft) -> list[Known]:
        """Return the people who resemble one of a draft."""
        number, club = draft.details["member_number"], club_key(draft.details["club"])
        found: dict[int, tuple[int, str]] = {}
        for mate in _mates(draft):
            for key in product(same_keys(mate.name), _not_another(number), _not_another(club)):
                found |= dict.fromkeys(self._alike.get(key, ())[:MAX_LISTED], NOT_TOLD_APART)
            for like in self._names.like(mate.name):
                found.setdefault(like.who, SAME if like.how == "same" else NEAR)
        likeliest = sorted((rank, who) for who, rank in found.items())[:MAX_LISTED]
        return [replace(self._known[who], how=how) for (_rank, how), who in likeliest]


def _not_another(detail: str) -> set[str | None]:
    """Return the values that the same person may have: the same or none, or any if it is unknown."""
    return {detail, ""} if detail else {None}
