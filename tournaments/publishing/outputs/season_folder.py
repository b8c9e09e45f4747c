"""Folders published beside that of a tournament: the seasons for which it counts.

A season has a folder of its own, so that its pages have one address and are as new as the evening that was
published last. The code that makes them knows more than a publication does, and adds itself to `MAKERS`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Season, Tournament


class Folder(NamedTuple):
    """A folder beside that of a tournament: the uid of its owner, its name, its files by path.

    `about` is its entry in the index of years. `withdrawn`: it is sent only where a folder of `uid` exists
    already.
    """

    uid: str
    name: str
    about: dict[str, str]
    files: Mapping[str, bytes]
    withdrawn: bool = False


class CountedSeason(NamedTuple):
    """A season for which a tournament counts: its folder and its name."""

    folder: str
    name: str


MAKERS: list[Callable[[Tournament], Iterator[Folder]]] = []
"""Functions that make the folders sent with each publication of a tournament, to every destination."""
WITHDRAWN: list[Callable[[Tournament], Iterator[Folder]]] = []
"""Functions that make the folders that replace, where they were sent before, what is no longer public."""


def folders(tournament: Tournament) -> list[Folder]:
    """Return every folder that goes with a publication of `tournament`."""
    return [folder for make in MAKERS for folder in make(tournament)]


def withdrawn(tournament: Tournament) -> list[Folder]:
    """Return every folder that replaces one that is no longer public."""
    return [folder for make in WITHDRAWN for folder in make(tournament)]


def seasons(tournament: Tournament) -> tuple[CountedSeason, ...]:
    """Return the public seasons for which a tournament counts."""
    known = seasons_of_tournament(tournament).filter(public=True)
    return tuple(CountedSeason(folder_of(one), one.name) for one in known)


def seasons_of_tournament(tournament: Tournament) -> QuerySet[Season]:
    """Return the seasons for which a tournament counts, the oldest first."""
    ours = Season.objects.filter(evenings__tournament_uid=tournament.uid)
    return ours.filter(organisation=tournament.organisation_id).order_by("created_at", "pk")


def folder_of(season: Season) -> str:
    """Return the folder of a season; it is unique as several clubs may publish to one web host."""
    return f"season-{season.slug}-{season.uid.hex[:8]}"
