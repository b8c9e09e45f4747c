"""The addresses of the API: one table, from which the list of addresses and the OpenAPI document are made.

Each address is there once for every version of the exchange format, whose names its answer has.
"""

from typing import Any, NamedTuple

from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy

from tournaments.web.access import View, require_permission
from tournaments.web.api import resources
from tournaments.web.api.answers import json_view, url_name

TOURNAMENT_PATH = "tournaments/<slug:slug>/"


def base(version: int) -> str:
    """Return what all addresses of a version begin with."""
    return f"api/data/{version}/"


class Address(NamedTuple):
    """An address below `base`: what it answers, in which shape of `schema.py`, and by which action."""

    route: str
    name: str
    view: View
    summary: Any  # translated when it is shown
    shape: str
    query: tuple[str, ...] = ()
    action: str = "follow"

    def pattern(self, version: int) -> URLPattern:
        """Return the URL pattern of a version, guarded."""
        view = json_view(require_permission(self.action, self.view))
        return path(base(version) + self.route, view, {"names": version}, name=url_name(self.name, version))


ADDRESSES = (
    Address(
        "tournaments/",
        "data_tournaments",
        resources.tournaments,
        gettext_lazy("Tournaments that you may follow, the newest first, fifty at a time"),
        "Tournaments",
        ("start",),
        "visit",
    ),
    Address(
        TOURNAMENT_PATH,
        "data_tournament",
        resources.tournament,
        gettext_lazy("One tournament: what it is and how far along it is"),
        "Tournament",
    ),
    Address(
        TOURNAMENT_PATH + "entries/",
        "data_entries",
        resources.entries,
        gettext_lazy("Everybody who is entered"),
        "Entries",
    ),
    Address(
        TOURNAMENT_PATH + "persons/<int:number>/",
        "data_person",
        resources.person,
        gettext_lazy("One of them: their line in the standings and their games"),
        "PersonOfDay",
    ),
    Address(
        TOURNAMENT_PATH + "rounds/",
        "data_rounds",
        resources.rounds,
        gettext_lazy("The games of the day that are seated, being played or over"),
        "Rounds",
    ),
    Address(
        TOURNAMENT_PATH + "rounds/<int:number>/",
        "data_round",
        resources.round_,
        gettext_lazy("One of them: who sits where, and the results once it is over"),
        "RoundOfDay",
    ),
    Address(
        TOURNAMENT_PATH + "tables/",
        "data_tables",
        resources.tables,
        gettext_lazy("The tables of the hall, and who sits there now"),
        "Tables",
    ),
    Address(
        TOURNAMENT_PATH + "standings/",
        "data_standings",
        resources.standings,
        gettext_lazy("The standings, now or as they were at a version"),
        "StandingsOfDay",
        ("version",),
    ),
    Address(
        TOURNAMENT_PATH + "versions/",
        "data_versions",
        resources.versions,
        gettext_lazy("The versions for which standings are available"),
        "Versions",
    ),
)
