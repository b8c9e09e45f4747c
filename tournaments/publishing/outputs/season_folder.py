"""What is published beside the folder of a tournament: the seasons for which it counts.

A season has a folder of its own, so that its pages have one address and are as new as the evening that was
published last. What makes them knows more than a publication does, and adds itself to `MAKERS`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Season, Tournament


class Folder(NamedTuple):
    """A folder beside that of a tournament: whose it is, its name, its files by path.

    `about` is what the index of years says of it. `withdrawn`: it goes only where one of `uid` lies already.
    """

    uid: str
    name: str
    about: dict[str, str]
    files: Mapping[str, bytes]
    withdrawn: bool = False


class Counted(NamedTuple):
    """A season for which a tournament counts: its folder, and what it is called."""

    folder: str
    name: str


MAKERS: list[Callable[[Tournament], Iterator[Folder]]] = []
"""Make the folders that go with each publication of a tournament, wherever it goes."""
WITHDRAWN: list[Callable[[Tournament], Iterator[Folder]]] = []
"""Make the folders that replace, where they were sent before, what is no longer public."""


def folders(tournament: Tournament) -> list[Folder]:
    """Every folder that goes with a publication of `tournament`."""
    return [folder for make in MAKERS for folder in make(tournament)]


def withdrawn(tournament: Tournament) -> list[Folder]:
    """Return every folder that replaces one that is no longer public."""
    return [folder for make in WITHDRAWN for folder in make(tournament)]


def seasons(tournament: Tournament) -> tuple[Counted, ...]:
    """The seasons for which it counts, and that everybody may see."""
    known = of_tournament(tournament).filter(public=True)
    return tuple(Counted(folder_of(one), one.name) for one in known)


def of_tournament(tournament: Tournament) -> QuerySet[Season]:
    """The seasons for which a tournament counts, the oldest first."""
    ours = Season.objects.filter(evenings__tournament_uid=tournament.uid)
    return ours.filter(organisation=tournament.organisation_id).order_by("created_at", "pk")


def folder_of(season: Season) -> str:
    """The folder of a season; several clubs may publish to one web host, each with seasons of these names."""
    return f"season-{season.slug}-{season.uid.hex[:8]}"
