"""The addresses of the API: one table, from which the list of addresses and the OpenAPI document are made."""

from typing import Any, NamedTuple

from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy

from tournaments.web.access import View, require_permission
from tournaments.web.api import resources
from tournaments.web.api.answers import json_view

BASE = "api/data/1/"
DAY = "tournaments/<slug:slug>/"


class Address(NamedTuple):
    """An address below `BASE`: what it answers, in which shape of `schema.py`, and by which action."""

    route: str
    name: str
    view: View
    summary: Any  # translated when it is shown
    shape: str
    query: tuple[str, ...] = ()
    action: str = "follow"

    @property
    def pattern(self) -> URLPattern:
        """Return the URL pattern, guarded."""
        return path(BASE + self.route, json_view(require_permission(self.action, self.view)), name=self.name)


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
        DAY,
        "data_tournament",
        resources.tournament,
        gettext_lazy("One tournament: what it is and how far it is"),
        "Tournament",
    ),
    Address(
        DAY + "entries/",
        "data_entries",
        resources.entries,
        gettext_lazy("Everybody who is entered"),
        "Entries",
    ),
    Address(
        DAY + "persons/<int:number>/",
        "data_person",
        resources.person,
        gettext_lazy("One of them: their line of the standings and their games"),
        "PersonOfDay",
    ),
    Address(
        DAY + "rounds/",
        "data_rounds",
        resources.rounds,
        gettext_lazy("The games of the day that are seated, being played or over"),
        "Rounds",
    ),
    Address(
        DAY + "rounds/<int:number>/",
        "data_round",
        resources.round_,
        gettext_lazy("One of them: who sits where, and the results once it is over"),
        "RoundOfDay",
    ),
    Address(
        DAY + "tables/",
        "data_tables",
        resources.tables,
        gettext_lazy("The tables of the hall, and who sits there now"),
        "Tables",
    ),
    Address(
        DAY + "standings/",
        "data_standings",
        resources.standings,
        gettext_lazy("The standings, now or as they were at a version"),
        "StandingsOfDay",
        ("version",),
    ),
    Address(
        DAY + "versions/",
        "data_versions",
        resources.versions,
        gettext_lazy("The versions of which the standings can be had"),
        "Versions",
    ),
)
