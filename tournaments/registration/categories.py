"""Categories in which people also compete among themselves: women, mixed, novices, 70 and over.

The organiser makes the list, at most twelve names in the tournament's settings; an entry holds the numbers of
its categories and may be in several. No age or year of birth is stored for it. A category that is not
`public` stays in the hall: its name could reveal a person's age.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Tournament, User
from tournaments.models.locking import locked
from tournaments.registration.names import fold

KEY = "categories"
MAX_CATEGORIES, MAX_NAME_LENGTH = 12, 40
SEPARATORS = re.compile(r"[,;/|+&\n]")


class Category(NamedTuple):
    """A category: its number in the tournament, its name, whether its standings may go on the Internet."""

    id: int
    name: str
    public: bool


def categories_of(tournament: Tournament) -> list[Category]:
    """Return the categories of a tournament, in the organiser's order."""
    return _parse_settings(tournament.settings)


def removed_categories(tournament: Tournament) -> list[Category]:
    """Return the categories that the organiser removed; people may have their numbers."""
    known = {one.id for one in categories_of(tournament)}
    saved = audit_log.saved_items(tournament, KEY).values()
    return [Category(one["id"], one["name"], one["public"]) for one in saved if one["id"] not in known]


def _parse_settings(settings: Mapping[str, Any] | None) -> list[Category]:
    return [Category(one["id"], one["name"], one["public"]) for one in (settings or {}).get(KEY, [])]


def save_categories(
    tournament: Tournament, typed: Sequence[tuple[int | None, str, bool]], *, by: User | None
) -> list[Category]:
    """Replace the categories; `typed` are (number of a known category or None, name, whether it is public).

    Without a number it is a new one; an empty name leaves it out. People stay in a category by its number, so
    that it can be renamed. Raises `DomainError`.
    """
    with locked(tournament) as current:
        before = categories_of(current)
        known = {one.id for one in before}
        # Categories that were removed keep their numbers: people and fees may have them.
        free = max([*known, *audit_log.saved_items(current, KEY)], default=0) + 1
        found: list[Category] = []
        for number, text, public in typed:
            name = sanitize.clean_length(sanitize.clean_line(text), MAX_NAME_LENGTH)
            if name:
                own = number if number in known else free
                free += own == free
                found.append(Category(own, name, public))
        if len(found) > MAX_CATEGORIES or len({fold(one.name) for one in found}) < len(found):
            raise DomainError("category_twice", most=MAX_CATEGORIES)
        if len({one.id for one in found}) < len(found):
            raise DomainError("look_again")
        left = {one.id for one in found}
        prizes = current.settings.get("prizes") or {"list": []}
        with_prizes = {one["category"] for one in prizes["list"]}  # without its category, one is for everyone
        for one in before:
            if one.id not in left and one.id in with_prizes:
                raise DomainError("category_has_prizes", name=one.name)
        if found != before:
            kept = [one._asdict() for one in found]
            current.save_settings(categories=kept)
            audit_log.record(current, KEY, {"categories": kept}, by=by)
        return found


def copy_categories(tournament: Tournament, earlier: Tournament, *, by: User | None) -> None:
    """Copy the categories of an earlier tournament."""
    if known := categories_of(earlier):
        save_categories(tournament, [(None, one.name, one.public) for one in known], by=by)


def is_about_age(name: str) -> bool:
    """Return whether a name reveals an age, as far as a digit shows it."""
    return any(sign.isdigit() for sign in name)


def parse_categories(typed: str, categories: Sequence[Category]) -> tuple[list[int], list[str]]:
    """Return the categories that a cell of a list names, and the parts that name none.

    >>> parse_categories("Femmes, novice", [Category(1, "Femmes", True), Category(2, "Mixte", True)])
    ([1], ['novice'])
    """
    by_name = {fold(one.name): one.id for one in categories}
    if (whole := fold(typed)) in by_name:  # «Hommes et femmes / mixte» may be one name
        return [by_name[whole]], []
    parts = [" ".join(part.split()) for part in SEPARATORS.split(typed)]
    found = {by_name[fold(part)] for part in parts if fold(part) in by_name}
    return sorted(found), [part for part in parts if part and fold(part) not in by_name]


def earlier_categories(
    categories: Sequence[Category], settings: Mapping[str, Any] | None, numbers: Iterable[int]
) -> list[int]:
    """Return those of `categories` named as `numbers` were at an earlier tournament with these `settings`."""
    then = {one.id: fold(one.name) for one in _parse_settings(settings)}
    names = {then[number] for number in numbers if number in then}
    return sorted(one.id for one in categories if fold(one.name) in names)


def clean_categories(numbers: Iterable[Any]) -> list[int]:
    """Return numbers as they are stored with an entry: each once, in order. Raises `DomainError`."""
    found = {number for number in numbers if sanitize.is_number(number)}
    if len(found) > MAX_CATEGORIES:
        raise DomainError("category_twice", most=MAX_CATEGORIES)
    return sorted(found)
