"""The judge's texts: the rules that count here, and every ruling."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.gin.book import rules_of
from tournaments.games.cribbage import rulings as cribbage
from tournaments.games.gin import rulings as gin
from tournaments.judge.views import frame
from tournaments.judge.wording import glossary
from tournaments.models import Tournament
from tournaments.publishing import tournament_words
from tournaments.publishing.names import name_of_format
from tournaments.rounds import stages


def today(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the first page: the counters, and the rules that count here."""
    rules = stages.qualifying(tournament).rules if tournament else None
    formats = [rules] if rules else frame.shipped()
    context = {
        "rules": [
            {
                "name": name_of_format(one),
                "rows": tournament_words.rules_of_the_day(one),
                "words": glossary.glossary_of(one["game"]),
            }
            for one in formats
        ],
        "game": rules["game"] if rules else "",
        "others": [] if tournament else _played_today(),
    }
    return render(request, "judge/judge.html", frame.context(tournament, "judge") | context)


def _played_today() -> list[dict[str, Any]]:
    """Return the public tournaments of today."""
    public = Tournament.objects.filter(live=True, visibility=Tournament.Visibility.PUBLIC)
    found = public.filter(stages.being_played() | Q(date=timezone.localdate())).order_by("name")
    return [{"name": one.name, "url": frame.url("judge", one)} for one in found]


def rulings(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show every ruling of both games, the game of the tournament first."""
    rules = stages.qualifying(tournament).rules if tournament else {"game": ""}
    declared = rules if rules["game"] == "gin" else frame.rules_of(None, "gin")
    games = [
        {"key": "cribbage", "name": _("Cribbage"), "groups": cribbage.rulings()},
        {"key": "gin", "name": _("Gin rummy"), "groups": gin.rulings(rules_of(declared))},
    ]
    if rules["game"] == "gin":
        games.reverse()
    context = frame.context(tournament, "judge_rulings") | {"games": games}
    return render(request, "judge/judge_rulings.html", context)
