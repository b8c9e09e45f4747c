"""The clock of the round on the wall: a line that is asked for again and again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament
from tournaments.rounds import seconds_left
from tournaments.views.rounds.sheet import latest_round

A_MINUTE = 60


def clock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How much time the game that is being played has left; empty where no clock runs."""
    return render(request, "tournaments/rounds/clock_words.html", {"words": words(latest_round(tournament))})


def words(round_: Round | None) -> str:
    """«12 minutes left», until the time is up; nothing where no clock runs."""
    left = seconds_left(round_) if round_ else None
    if left is None:
        return ""
    if left <= 0:
        return _("Time is up: finish this deal")
    minutes = -(-left // A_MINUTE)
    return ngettext("%(count)d minute left", "%(count)d minutes left", minutes) % {"count": minutes}
