"""The organiser's lists: the categories of the tournament, and the prizes."""

from typing import Any

from django.forms import BaseFormSet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import games
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing import prizes
from tournaments.registration import categories
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.prizes.forms import FREE_ROWS, CategoryForms, ClubTeamsForm, PrizeForms


def prize_lists(
    request: HttpRequest,
    tournament: Tournament,
    *,
    of_categories: BaseFormSet | None = None,
    of_prizes: BaseFormSet | None = None,
    of_clubs: ClubTeamsForm | None = None,
    refused: str = "",
) -> HttpResponse:
    """Show both lists, each with a few empty lines, or as typed if they were refused."""
    again = of_categories or of_prizes or of_clubs
    context: dict[str, Any] = {
        "categories": of_categories or _categories(tournament),
        "prizes": of_prizes or _prizes(tournament),
        "one_each": prizes.prizes_of(tournament).one_each,
        "refused": refused,
        "refused_prizes": of_prizes is not None,
        "clubs": of_clubs or _clubs(tournament),
        "refused_clubs": of_clubs is not None,
    }
    return render(request, "tournaments/prizes/lists.html", context, status=422 if again else 200)


def _categories(tournament: Tournament) -> BaseFormSet:
    known = [
        {"number": one.id, "name": one.name, "public": one.public}
        for one in categories.categories_of(tournament)
    ]
    free = min(FREE_ROWS, categories.MAX_CATEGORIES - len(known))
    return CategoryForms(initial=[*known, *({"public": True} for _row in range(free))], prefix="c")


def _clubs(tournament: Tournament) -> ClubTeamsForm:
    known = club_teams.declared(tournament)
    kept = (known or club_teams.Declared())._asdict()
    if kept["least"] == kept["best"]:
        kept["least"] = None
    return ClubTeamsForm(initial={"wanted": known is not None, **kept}, prefix="k")


def _prizes(tournament: Tournament) -> BaseFormSet:
    given = [
        {
            "number": prize.id,
            "kind": prize.kind,
            "rank": prize.rank or None,
            "category": prize.category,
            "thing": prize.thing,
            "money": prize.cents or None,
        }
        for prize in prizes.prizes_of(tournament).prizes
    ]
    free: list[dict[str, Any]] = [{}] * min(FREE_ROWS, prizes.MAX_PRIZES - len(given))
    return PrizeForms(initial=[*given, *free], prefix="p", form_kwargs=_known(tournament))


def _known(tournament: Tournament) -> dict[str, Any]:
    book = games.game_of(stages.qualifying(tournament).rules).book
    return {"known": categories.categories_of(tournament), "has_skunks": "skunks" in book.CRITERIA}


def keep_categories(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the categories; a new one that names an age is not published at first."""
    forms = CategoryForms(request.POST, prefix="c")
    if not forms.is_valid():
        return prize_lists(request, tournament, of_categories=forms)
    try:
        typed = [form.typed() for form in forms]
        old = [
            name for number, name, public in typed if public and not number and categories.is_about_age(name)
        ]
        typed = [(number, name, public and name not in old) for number, name, public in typed]
        categories.save_categories(tournament, typed, by=request.user)
    except DomainError as refusal:
        return prize_lists(
            request, tournament, of_categories=forms, refused=sentences.error_sentence(refusal)
        )
    flash.success(request, "categories_kept")
    for name in old:
        flash.warning(request, "category_about_age", {"name": name})
    return redirect("prizes_lists", tournament.slug)


def keep_clubs(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save how clubs are ranked, if at all."""
    form = ClubTeamsForm(request.POST, prefix="k")
    if not form.is_valid():
        return prize_lists(request, tournament, of_clubs=form)
    try:
        club_teams.declare(tournament, form.typed(), by=request.user)
    except DomainError as refusal:
        return prize_lists(request, tournament, of_clubs=form, refused=sentences.error_sentence(refusal))
    flash.success(request, "club_teams_kept")
    return redirect("prizes_lists", tournament.slug)


def keep_prizes(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the prizes."""
    forms = PrizeForms(request.POST, prefix="p", form_kwargs=_known(tournament))
    if not forms.is_valid():
        return prize_lists(request, tournament, of_prizes=forms)
    typed = [prize for form in forms if (prize := form.typed()) is not None]
    one_each = request.POST.get("one_each") == "yes"
    try:
        prizes.keep(tournament, typed, one_each=one_each, by=request.user)
    except DomainError as refusal:
        return prize_lists(request, tournament, of_prizes=forms, refused=sentences.error_sentence(refusal))
    flash.success(request, "prizes_kept")
    return redirect("prizes_lists", tournament.slug)
