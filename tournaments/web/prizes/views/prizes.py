"""The winners of prizes by the current standings; the best hands; door prizes drawn by a shown lot."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring import DomainError
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing import prize_words, prizes, snapshot
from tournaments.publishing.names import time_of_day
from tournaments.registration import categories
from tournaments.standings import among, club_teams, standings
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.prizes.forms import HandForm

SHOWN = 3  # of each category


def prizes_page(
    request: HttpRequest, tournament: Tournament, form: HandForm | None = None, refused: str = ""
) -> HttpResponse:
    """Show the prizes with their winners, the categories with their first three."""
    publication = snapshot.official(tournament)
    shown = snapshot.published_standings(publication) if publication else standings(tournament)
    names = names_of(tournament)
    known = prize_words.category_names(tournament)
    awards = prizes.awards(tournament, shown)
    held = prizes.members(tournament)
    groups = [(one, among(shown, held[one.id]).rows[:SHOWN]) for one in categories.categories_of(tournament)]
    context: dict[str, Any] = {
        "form": form or HandForm(),
        "refused": refused,
        "told": [prize_words.describe_award(award, names, known) for award in awards],
        "one_each": prizes.prizes_of(tournament).one_each,
        "official_at": time_of_day(publication.at) if publication else "",
        "begun": any(row.has_begun for row in shown.rows),
        "through": shown.through_round,
        "groups": groups,
        "clubs_ranked": club_teams.declared(tournament) is not None,
        "hands": [
            (hand, names.get(hand.number, ""), prize_words.hand_words(hand))
            for hand in prizes.hands(tournament)
        ],
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=422 if form else 200)


def names_of(tournament: Tournament) -> dict[int, str]:
    """Return all names by number; the club is added to equal names."""
    return registration.told_apart(tournament.entries.values_list("number", "name", "club"))


def note_hand(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Record a hand that may be the best of the tournament."""
    form = HandForm(request.POST)
    if not form.is_valid():
        return prizes_page(request, tournament, form)
    try:
        prizes.note_hand(tournament, form.typed(), by=request.user)
    except DomainError as refusal:
        return prizes_page(request, tournament, form, sentences.error_sentence(refusal))
    flash.success(request, "hand_noted")
    return redirect("prizes", tournament.slug)


def draw(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Draw a door prize with a seed that is shown."""
    seed = secrets.randbelow(prizes.MAX_SEED)
    with flash.domain_errors(request):
        act = prizes.draw(tournament, number, seed=seed, by=request.user)
        flash.success(request, "door_prize_drawn", {"name": names_of(tournament)[act.args["entry"]]})
    return redirect("prizes", tournament.slug)


def take_back(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Undo a hand that was recorded by mistake, or a lot whose winner has left."""
    kinds = [prizes.HAND, *([prizes.DRAW] if may(request.user, "give_prizes", tournament) else [])]
    act = get_object_or_404(tournament.acts, version=version, kind__in=kinds)
    with flash.domain_errors(request):
        audit_log.undo(act, by=request.user)
        flash.success(request, "undone_other")
    return redirect("prizes", tournament.slug)
