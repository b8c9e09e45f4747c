"""Projectors and the phone that controls them: what is shown, which page, pause; the podium.

Commands to projectors are in the cache for a day: they are a remote control, and no part of the tournament.
The steps of the podium are acts (`publishing/ceremony.py`).
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.accounts import visibility
from tournaments.finals import playoffs
from tournaments.models import Event, Tournament
from tournaments.publishing import ceremony, publications
from tournaments.registration import distinct_names
from tournaments.system.lan import links
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.tablets.views import qr_picture

CACHE_SECONDS = 24 * 60 * 60
INITIAL_STATE: dict[str, Any] = {"told": 0, "show": "", "opened": 0, "turned": 0, "paused": False}
SCREEN_URLS = {
    "seats": "seats_screen",
    "standings": "standings_screen",
    "bracket": "bracket_screen",
    "rules": "rules_screen",
    "podium": "podium",
}
LOCAL_HOSTS = ("localhost", "127.", "[::1]")


def last_command(tournament: Tournament) -> dict[str, Any]:
    """Return the last command to projectors.

    `told` counts the commands, `opened` those that open the screen `show`, `turned` the pages turned;
    `paused` lets the page stand still.
    """
    return INITIAL_STATE | (cache.get(_cache_key(tournament)) or {})


def _cache_key(tournament: Tournament) -> str:
    return f"screens:{tournament.uid}:{tournament.epoch}"


def screen_context(request: HttpRequest, tournament: Tournament, name: str) -> dict[str, Any]:
    """Return the context of every projector page: its name, the other screens, the QR code of visitors.

    On a projector of an event (`?event`) it has the address of the next tournament, too.
    """
    event = _event_shown(request, tournament)
    following = f"{reverse('event_screen', args=[event.uid])}?after={tournament.slug}" if event else ""
    return {
        "screen": name,
        "screens": screen_addresses(tournament, event),
        "following": "" if name == "podium" else following,
        "told": reverse("screens_told", args=[tournament.slug]),
        "day_qr": public_page_qr(request, tournament),
    }


def screen_addresses(tournament: Tournament, event: Event | None) -> dict[str, str]:
    """Return the addresses of the screens of a tournament, on a projector of an event if one is given."""
    names = ["seats", "standings", "rules", "podium"]
    if playoffs.declared_rules(tournament) is not None:
        names.append("bracket")
    ending = f"?event={event.uid}" if event else ""
    at = {name: reverse(SCREEN_URLS[name], args=[tournament.slug]) + ending for name in names}
    return {"bracket": ""} | at


def _event_shown(request: HttpRequest, tournament: Tournament) -> Event | None:
    """Return the event whose projector this is, None for that of the tournament alone."""
    event = Event.with_tournament(tournament) if "event" in request.GET else None
    return event if event and str(event.uid) == request.GET["event"] else None


def public_page_qr(request: HttpRequest, tournament: Tournament) -> SafeString | str:
    """Return the QR code of the public page; '' for an address that only this laptop can open."""
    address = base(request)
    served = links() or not request.get_host().startswith(LOCAL_HOSTS)
    path_in = visibility.visitor_path(tournament)
    if address.partition("//")[2].startswith(LOCAL_HOSTS) or not served or not path_in:
        return ""
    return qr_picture(address + path_in)


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
        cache.set(_cache_key(tournament), {**now, "told": now["told"] + 1}, CACHE_SECONDS)
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
