"""The page "More": what a director needs now and then."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.web.access import SignedInRequest


def more(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the links of the navigation that are in no row."""
    return render(request, "tournaments/more/more.html")
