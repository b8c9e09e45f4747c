"""Context of the pages of projectors: the addresses of the other screens, and the last command.

Commands to projectors are in the cache for a day: they are a remote control, and no part of the tournament.
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.accounts import visibility
from tournaments.finals import playoffs
from tournaments.models import Event, Tournament
from tournaments.system.hosts import is_loopback_url
from tournaments.system.lan import links
from tournaments.web.base_address import base
from tournaments.web.qr import qr_picture

CACHE_SECONDS = 24 * 60 * 60
INITIAL_STATE: dict[str, Any] = {"told": 0, "show": "", "opened": 0, "turned": 0, "paused": False}
SCREEN_URLS = {
    "seats": "seats_screen",
    "standings": "standings_screen",
    "bracket": "bracket_screen",
    "rules": "rules_screen",
    "podium": "podium",
}


def last_command(tournament: Tournament) -> dict[str, Any]:
    """Return the last command to projectors.

    `told` counts the commands, `opened` those that open the screen `show`, `turned` the pages turned;
    `paused` lets the page stand still.
    """
    return INITIAL_STATE | (cache.get(_cache_key(tournament)) or {})


def keep_command(tournament: Tournament, command: dict[str, Any]) -> None:
    """Keep a command, changed from the last one, for the projectors to poll."""
    cache.set(_cache_key(tournament), {**command, "told": command["told"] + 1}, CACHE_SECONDS)


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
        "commands": reverse("screen_commands", args=[tournament.slug]),
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
    served = links() or not is_loopback_url(f"//{request.get_host()}")
    path_in = visibility.visitor_path(tournament)
    if is_loopback_url(address) or not served or not path_in:
        return ""
    return qr_picture(address + path_in)
