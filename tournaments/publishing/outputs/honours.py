"""Categories and prizes as they may be published, gathered once for every output."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tournaments.models import Publication, Tournament
from tournaments.publishing import prizes, publications
from tournaments.publishing.prizes import Award
from tournaments.registration import categories
from tournaments.standings import Standings, standings_subset


class Group(NamedTuple):
    """A category: its number, its name, and the standings within it."""

    id: int
    name: str
    shown: Standings


def shown_category_names(tournament: Tournament, *, hall: bool) -> dict[int, str]:
    """Return the categories' names by number; those not public only for the organiser's files (`hall`)."""
    return {one.id: one.name for one in categories.categories_of(tournament) if one.public or hall}


def categories_by_entry(tournament: Tournament, known: Collection[int]) -> dict[int, tuple[int, ...]]:
    """Return the categories (of `known`) of each entry by number, without entries that are in none."""
    if not known:
        return {}
    entries = tournament.entries.exclude(categories=[]).values_list("number", "categories")
    return {number: tuple(one for one in known if one in numbers) for number, numbers in entries}


def groups(
    known: Mapping[int, str], by_number: Mapping[int, Collection[int]], shown: Standings
) -> tuple[Group, ...]:
    """Return the standings of each category in which an entry is ranked."""
    found = []
    for category, name in known.items():
        own = standings_subset(
            shown, {number for number, numbers in by_number.items() if category in numbers}
        )
        if own.rows:
            found.append(Group(category, name, own))
    return tuple(found)


def awards(tournament: Tournament, official: Publication | None, known: Collection[int]) -> tuple[Award, ...]:
    """Return the awards of prizes whose categories may be named, without money and witnesses of hands.

    No prize is awarded before the standings are official. A witness was not asked whether their name may be
    published on the Internet.
    """
    if official is None:
        return ()
    return tuple(
        award._replace(
            prize=award.prize._replace(cents=0),
            cents=0,
            hands=tuple(hand._replace(witness="") for hand in award.hands),
        )
        for award in prizes.awards(tournament, publications.published_standings(official))
        if award.prize.category in {prizes.EVERYBODY, *known}
    )
