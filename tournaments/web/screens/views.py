"""The phone that controls projectors: what is shown, which page, pause; the podium.

The steps of the podium are acts (`publishing/ceremony.py`).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from tournaments.finals import playoffs
from tournaments.models import Tournament
from tournaments.publishing import ceremony, publications
from tournaments.registration import distinct_names
from tournaments.web.access import SignedInRequest
from tournaments.web.screens.context import SCREEN_URLS, keep_command, last_command


def poll_command(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the last command; projectors poll it every two seconds, without a database query."""
    return JsonResponse(last_command(tournament))


def remote(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the remote control, for the phone of the announcer."""
    return render(request, "tournaments/screens/remote.html", _remote_context(tournament))


def handle_press(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Handle one press: another screen, a page on or back, pause, or a step of the podium."""
    asked_for = request.POST.get("do", "")
    if asked_for in ("reveal", "cover"):
        ceremony.show(tournament, 1 if asked_for == "reveal" else -1, by=request.user)
    elif asked_for == "lift":
        ceremony.reveal_games(tournament, by=request.user)
    else:
        now = last_command(tournament)
        if asked_for in SCREEN_URLS:
            now["show"] = asked_for
            now["opened"] += 1
        elif asked_for in ("next", "previous"):
            now["turned"] += 1 if asked_for == "next" else -1
        elif asked_for == "pause":
            now["paused"] = not now["paused"]
        keep_command(tournament, now)
    tournament.refresh_from_db()
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/screens/buttons.html", _remote_context(tournament))
    return redirect("remote", tournament.slug)


def _remote_context(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the remote control: what is shown, and who is next on the podium."""
    publication = publications.official_publication(tournament)
    shown = publications.published_standings(publication) if publication else None
    places = ceremony.on_podium(shown) if shown else []
    names = distinct_names((row.number, row.name, row.club) for row in shown.rows) if shown else {}
    done = min(ceremony.revealed_count(tournament), len(places))
    following = places[len(places) - done - 1] if done < len(places) else None
    return {
        "tournament": tournament,
        "playoffs": playoffs.declared_rules(tournament) is not None,
        "now": last_command(tournament),
        "places": len(places),
        "done": done,
        "following": {"rank": following.rank, "name": names[following.number]} if following else None,
        "secret": ceremony.has_hidden_games(tournament),
    }
