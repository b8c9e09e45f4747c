"""The podium, for a projector; its steps are stored on the server, so that a phone can take them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournaments.accounts.permissions import may
from tournaments.models import Publication, Tournament
from tournaments.publishing import ceremony, snapshot
from tournaments.publishing.explain import notes, placed_by_playoffs, standing
from tournaments.publishing.names import time_of_day
from tournaments.registration import told_apart
from tournaments.standings import Standings
from tournaments.web import display_names, polling
from tournaments.web.screens.views import about_screen


def podium_places(shown: Standings) -> list[dict[str, Any]]:
    """Return the people on the podium, best first, as components/podium.html shows them."""
    names = told_apart((row.number, row.name, row.club) for row in shown.rows)
    return [
        {
            "rank": row.rank,
            "name": names[row.number],
            "club": row.club,
            "points": standing(row, shown) if row.games and not placed_by_playoffs(row) else "",
            "note": (notes(row) or ("",))[0] if row.decision else "",
        }
        for row in ceremony.on_podium(shown)
    ]


def podium(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the podium for a projector: third, second, first, each at a key or from the director's phone."""
    steers = may(request.user, "steer_screens", tournament)
    shown = polling.fragment_context(tournament, _audience(steers), lambda: _parts(tournament, steers))
    context = shown | about_screen(request, tournament, "podium")
    return render(request, "tournaments/medals/podium.html", context)


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the podium polls."""
    steers = may(request.user, "steer_screens", tournament)
    return polling.answer(request, tournament, _audience(steers), lambda: _parts(tournament, steers))


def _audience(steers: bool) -> str:
    return "podium-steered" if steers else "podium"


def _places(tournament: Tournament, publication: Publication) -> list[dict[str, Any]]:
    """Return the places with the names that all may see: a projector shows them to all."""
    names = display_names.names_for(None, tournament)
    return podium_places(display_names.in_standings(snapshot.published_standings(publication), names))


def _parts(tournament: Tournament, steers: bool) -> str:
    """Render the places shown so far and the others covered; viewers who do not steer get no secret names."""
    publication = snapshot.official(tournament)
    places = _places(tournament, publication) if publication else []
    shown = min(ceremony.steps(tournament), len(places))
    secret = ceremony.is_secret(tournament)
    covered = len(places) - shown
    for at, place in enumerate(places):
        place["covered"] = at < covered
    if publication and secret and not steers:
        places = _uncovered(places[covered:])
    context = {
        "places": places,
        "covered": covered,
        "steers": steers,
        "local": not secret and not steers and not shown,
        "tournament": tournament,
        "official_at": time_of_day(publication.at) if publication else "",
    }
    return render_to_string("tournaments/medals/podium_rows.html", context)


def _uncovered(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the places shown, and one covered place for each better rank, whether none or several got it."""
    above = shown[0]["rank"] if shown else ceremony.MEDALS + 1
    return [*({"rank": rank, "covered": True} for rank in range(1, above)), *shown]
