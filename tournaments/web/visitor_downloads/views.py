"""Papers for visitors: the public standings and the card of a player as PDF.

They are drawn during the request, so each is drawn once per version, and one address can request few in a
minute.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from tournaments.accounts import rate_limits, visibility
from tournaments.accounts.rate_limits import Limit
from tournaments.models import Tournament
from tournaments.papers.values import TournamentHeader
from tournaments.publishing import ceremony
from tournaments.publishing.names import time_of_day
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.publishing.papers import card_papers, standings_paper
from tournaments.publishing.papers.paper_types import tournament_header
from tournaments.system.hosts import is_loopback_url
from tournaments.web import display_names, polling
from tournaments.web.access import too_many_requests
from tournaments.web.base_address import base

RATE_LIMIT = Limit(20, 60)  # of one address per minute


def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the standings as the public sees them now."""

    def drawn(data: TournamentData) -> bytes:
        official = time_of_day(data.official_at) if data.official_at else ""
        return standings_paper.standings_on_paper(
            _header(request, tournament, data), data.standings, official
        )

    return _paper_response(request, tournament, "standings", drawn, lambda data: data.has_standings)


def card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Send the public games of one person."""

    def drawn(data: TournamentData) -> bytes:
        if number not in data.standings.by_number:
            raise Http404
        is_shown = not ceremony.has_hidden_games(tournament)
        return card_papers.card_on_paper(
            _header(request, tournament, data), data, number, with_ranks=is_shown
        )

    return _paper_response(request, tournament, f"card-{number}", drawn, lambda data: bool(data.last_game))


def _header(request: HttpRequest, tournament: Tournament, data: TournamentData) -> TournamentHeader:
    address, way_in = base(request), visibility.visitor_path(tournament)
    url = address + way_in if way_in and not is_loopback_url(address) else ""
    return tournament_header(data.name, data.place, data.date, data.paper, data.rules, url)


def _paper_response(
    request: HttpRequest,
    tournament: Tournament,
    what: str,
    draw: Callable[[TournamentData], bytes],
    is_there: Callable[[TournamentData], bool],
) -> HttpResponse:
    full = display_names.sees_full_names(None, tournament)
    key = f"pdf-{what}-{get_language()}-{'full' if full else 'by_consent'}"
    etag = f'"{tournament.uid}-{tournament.epoch}-{tournament.version}-{key}"'
    if known := get_conditional_response(request, etag=etag):
        return known
    if seconds := rate_limits.count_read(
        "visitors_papers", RATE_LIMIT, str(request.META.get("REMOTE_ADDR", ""))
    ):
        return too_many_requests(request, seconds)
    data = polling.public_data(tournament, full_names=full)
    if not is_there(data):
        return redirect("public", tournament.slug)
    content = polling.cached(tournament, key, lambda: draw(data))
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{tournament.slug}-{what}.pdf"'
    answer["ETag"], answer["Cache-Control"] = etag, "private, no-cache"
    return answer
