"""Fragments that many screens ask for again and again: rendered once per version, else answered with 304.

What a fragment shows depends on the tournament's version, its audience and the language alone, and so
does its ETag. A slot of the cache holds the newest version only.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from tournaments.models import Tournament

LOOK = "1"  # raise it when the look of fragments changes: caches that outlive the process then forget
KEPT_FOR = 24 * 60 * 60


def tag(tournament: Tournament, audience: str) -> str:
    """The ETag of what `audience` sees of a tournament now."""
    parts = (tournament.uid.hex, tournament.epoch, tournament.version, audience, get_language(), LOOK)
    return f'"{"-".join(str(part) for part in parts)}"'


def rendered(tournament: Tournament, audience: str, render: Callable[[], str]) -> str:
    """The HTML for `audience`: the one that is kept, or what `render` gives."""
    slot = f"live:{tournament.uid.hex}:{audience}:{get_language()}"
    now = tag(tournament, audience)
    kept = cache.get(slot)
    if kept and kept[0] == now:
        return kept[1]
    html = render()
    cache.set(slot, (now, html), KEPT_FOR)
    return html


def answer(
    request: HttpRequest, tournament: Tournament, audience: str, render: Callable[[], str]
) -> HttpResponse:
    """The fragment, or 304 where the asker has it already."""
    etag = tag(tournament, audience)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(rendered(tournament, audience, render))
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response
