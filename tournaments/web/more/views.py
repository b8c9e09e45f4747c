"""The page "More": what a director needs now and then."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.accounts.permissions import may
from tournaments.models import Event, Tournament
from tournaments.web.access import SignedInRequest


def more(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the links of the navigation that are in no row, and that to the event of the tournament."""
    event = (
        Event.with_tournament(tournament) if may(request.user, "create", tournament.organisation) else None
    )
    return render(request, "tournaments/more/more.html", {"event": event})
