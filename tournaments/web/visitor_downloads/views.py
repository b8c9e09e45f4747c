"""Papers for visitors: the public standings and the card of a player as PDF.

They are drawn during the request, so each is drawn once per version, and one address can request few in a
minute.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from tournaments.accounts import rate_limits, visibility
from tournaments.accounts.rate_limits import Limit
from tournaments.models import Tournament
from tournaments.publishing import card_papers, ceremony, papers
from tournaments.publishing.names import time_of_day
from tournaments.publishing.outputs.rows import Day
from tournaments.publishing.paper_types import day_header, is_here_alone
from tournaments.web import display_names, polling
from tournaments.web.base_address import base

RATE_LIMIT = Limit(20, 60)  # of one address per minute


def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the standings as the public sees them now."""

    def drawn(day: Day) -> bytes:
        official = time_of_day(day.official_at) if day.official_at else ""
        return papers.standings_on_paper(_header(request, tournament, day), day.shown, official)

    def is_there(day: Day) -> bool:
        return bool(day.through) or (day.shown.by_bracket and day.shown.has_places)

    return _answered(request, tournament, "standings", drawn, is_there)


def card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Send the public games of one person."""

    def drawn(day: Day) -> bytes:
        if number not in day.shown.by_number:
            raise Http404
        is_shown = not ceremony.is_secret(tournament)
        return card_papers.card_on_paper(_header(request, tournament, day), day, number, ranks_told=is_shown)

    return _answered(request, tournament, f"card-{number}", drawn, lambda day: bool(day.through))


def _header(request: HttpRequest, tournament: Tournament, day: Day) -> papers.values.DayHeader:
    address, way_in = base(request), visibility.visitor_path(tournament)
    url = address + way_in if way_in and not is_here_alone(address) else ""
    return day_header(day.name, day.place, day.date, day.paper, day.rules, url)


def _answered(
    request: HttpRequest,
    tournament: Tournament,
    what: str,
    draw: Callable[[Day], bytes],
    is_there: Callable[[Day], bool],
) -> HttpResponse:
    full = display_names.in_full(None, tournament)
    key = f"pdf-{what}-{get_language()}-{'full' if full else 'by_consent'}"
    etag = f'"{tournament.uid}-{tournament.epoch}-{tournament.version}-{key}"'
    if known := get_conditional_response(request, etag=etag):
        return known
    if seconds := rate_limits.count_read(
        "visitors_papers", RATE_LIMIT, str(request.META.get("REMOTE_ADDR", ""))
    ):
        page = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
        page["Retry-After"] = str(seconds)
        return page
    day = polling.public_day(tournament, full_names=full)
    if not is_there(day):
        return redirect("public", tournament.slug)
    content = polling.cached(tournament, key, lambda: draw(day))
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{tournament.slug}-{what}.pdf"'
    answer["ETag"], answer["Cache-Control"] = etag, "private, no-cache"
    return answer
