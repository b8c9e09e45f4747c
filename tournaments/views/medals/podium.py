"""What a podium shows, and its view for a projector."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.publication import freeze
from tournaments.publication.explain import notes, standing
from tournaments.publication.names import time_of_day
from tournaments.registration import told_apart
from tournaments.standings import Standings

MEDALS = 3


def podium_places(shown: Standings) -> list[dict[str, Any]]:
    """Those who stand on the podium, best first, as components/podium.html shows them."""
    names = told_apart((row.number, row.name, row.club) for row in shown.rows)
    return [
        {
            "rank": row.rank,
            "name": names[row.number],
            "club": row.club,
            "points": standing(row, shown),
            "note": (notes(row) or ("",))[0] if row.decision else "",
        }
        for row in shown.rows
        if row.rank <= MEDALS and (row.played or row.awards)
    ]


def podium(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The podium for a projector: third, second, first, each at a key."""
    publication = freeze.official(tournament)
    context = {
        "places": podium_places(freeze.read(publication)) if publication else [],
        "official_at": time_of_day(publication.at) if publication else "",
    }
    return render(request, "tournaments/medals/podium.html", context)
