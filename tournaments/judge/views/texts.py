"""The judge's texts: the rules that count here, every ruling, and a glossary of both games."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.gin.book import rules_of
from tournaments import formats
from tournaments.games import GAMES
from tournaments.games.cribbage import rulings as cribbage
from tournaments.games.gin import rulings as gin
from tournaments.judge.views import frame
from tournaments.models import Tournament
from tournaments.publishing import tournament_words
from tournaments.publishing.names import format_name, name_of_format
from tournaments.rounds import stages


def today(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the first page: the counters, and the rules that count here, or those of `?format=`."""
    asked = request.GET.get("format", "")
    key = asked if asked in formats.FORMATS else formats.FIRST
    rules = stages.qualifying(tournament).rules if tournament else formats.rules(key)
    context = {
        "name": name_of_format(rules),
        "rows": tournament_words.announced_rules(rules),
        "words": glossary_of(rules["game"]),
        "learn": frame.url("judge_learn", tournament),
        "games": [] if tournament else _other_formats(key),
        "others": [] if tournament else _played_today(),
    }
    return render(request, "judge/judge.html", frame.context(tournament, "judge") | context)


def _other_formats(key: str) -> list[tuple[str, list[dict[str, str]]]]:
    """Return the shipped formats without that of `key` by game: (name of the game, formats)."""
    found: dict[str, list[dict[str, str]]] = {}
    for one in formats.FORMATS.values():
        if one.key != key:
            address = f"{frame.url('judge', None)}?format={one.key}"
            game = str(GAMES[one.game].words.NAME)
            found.setdefault(game, []).append({"name": format_name(one.key), "url": address})
    return list(found.items())


def _played_today() -> list[dict[str, Any]]:
    """Return the public tournaments of today."""
    public = Tournament.objects.filter(live=True, visibility=Tournament.Visibility.PUBLIC)
    found = public.filter(stages.current_tournament_filter() | Q(date=timezone.localdate())).order_by("name")
    return [{"name": one.name, "url": frame.url("judge", one)} for one in found]


def rulings(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the rulings of the game of a tournament, or those of both games."""
    games = []
    for game in frame.games_of(tournament):
        if game == "gin":
            groups = gin.rulings(rules_of(frame.rules_of(tournament, "gin")))
            games.append({"key": game, "name": _("Gin rummy"), "groups": groups})
        else:
            games.append({"key": game, "name": _("Cribbage"), "groups": cribbage.rulings()})
    context = frame.context(tournament, "judge_rulings") | {"games": games}
    return render(request, "judge/judge_rulings.html", context)


Words = tuple[tuple[str, str], ...]


def glossary_of(game: str) -> Words:
    """Return the words of a game, (word, meaning), in the order of play; none for a game of points."""
    return {"cribbage": _cribbage_words, "gin": _gin_words}.get(game, tuple)()


def _cribbage_words() -> Words:
    return (
        (
            pgettext("a word of cribbage", "Crib"),
            _("The four cards that the players put aside. The dealer counts them after their own hand."),
        ),
        (
            pgettext("a word of cribbage", "Starter"),
            _("The card that is turned up from the cut pack. It counts with every hand and the crib."),
        ),
        (pgettext("a word of cribbage", "Go"), _("Said by a player who cannot lay without passing 31.")),
        (
            pgettext("a word of cribbage", "His nobs"),
            _("The jack of the starter’s suit in a hand or the crib: 1 point."),
        ),
        (
            pgettext("a word of cribbage", "His heels"),
            _("A jack as the starter: 2 points for the dealer, at once."),
        ),
        (
            pgettext("a word of cribbage", "Skunk"),
            _("A win against a player who stayed under the skunk line: 91 points if no other is declared."),
        ),
        (
            pgettext("a word of cribbage", "Muggins"),
            _("Points that a player overlooks are taken by the opponent, where that was announced."),
        ),
    )


def _gin_words() -> Words:
    return (
        (
            pgettext("a word of gin", "Up-card"),
            _("The first card turned up beside the stock. It is offered to the dealer’s opponent first."),
        ),
        (
            pgettext("a word of gin", "Meld"),
            _("Three or four cards of one rank, or three or more of one suit in sequence."),
        ),
        (pgettext("a word of gin", "Deadwood"), _("The cards that are in no meld, and what they count.")),
        (pgettext("a word of gin", "To knock"), _("To end the hand with a deadwood of 10 or less.")),
        (pgettext("a word of gin", "To go gin"), _("To knock with every card in a meld.")),
        (
            pgettext("a word of gin", "To lay off"),
            _("To add cards of one’s own to the melds of the player who knocked."),
        ),
        (
            pgettext("a word of gin", "Undercut"),
            _("The opponent has as little deadwood as the player who knocked, or less, and wins the hand."),
        ),
        (pgettext("a word of gin", "Box"), _("A hand won. Each gives its bonus at the end of the game.")),
    )
