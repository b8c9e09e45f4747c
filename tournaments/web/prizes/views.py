"""Prizes and their winners, door prizes, categories, the cash box, and the papers of the ceremony."""

import secrets
from itertools import islice
from typing import Any, NamedTuple

from django.forms import BaseFormSet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import games, registration
from tournaments.accounts.permissions import may
from tournaments.common import audit_log, jobs
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import Sentence
from tournaments.models import Job, Publication, Tournament
from tournaments.publishing import cash_box, ceremony, prize_words, prizes, publications
from tournaments.publishing.names import time_of_day
from tournaments.publishing.outputs import folder
from tournaments.publishing.papers import ceremony_papers, registry
from tournaments.registration import categories
from tournaments.rounds import stages
from tournaments.standings import Row, club_teams, standings, subset_rows
from tournaments.web import flash, polling
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.confirm import fingerprint
from tournaments.web.job_state import job_state
from tournaments.web.prizes.forms import (
    FREE_ROWS,
    CashForms,
    CategoryForms,
    ClubTeamsForm,
    CountForm,
    HandForm,
    PrizeForms,
)
from tournaments.web.stale_forms import seen_fingerprint, unchanged_since

MAX_WINNERS = 3  # of each category


def _prizes_fingerprint(tournament: Tournament) -> str:
    return fingerprint(prizes.prizes_of(tournament))


def _categories_fingerprint(tournament: Tournament) -> str:
    return fingerprint(categories.categories_of(tournament))


def _clubs_fingerprint(tournament: Tournament) -> str:
    return fingerprint(club_teams.declaration(tournament))


def _cash_fingerprint(tournament: Tournament) -> str:
    return fingerprint(cash_box.lines(tournament), cash_box.counted(tournament))


LIST_FINGERPRINTS = {
    "categories": _categories_fingerprint,
    "prizes": _prizes_fingerprint,
    "clubs": _clubs_fingerprint,
}


def prizes_page(
    request: HttpRequest, tournament: Tournament, form: HandForm | None = None, refused: str = ""
) -> HttpResponse:
    """Show the prizes with their winners, the categories with their first three."""
    publication = publications.official_publication(tournament)
    won = polling.cached(tournament, "prizes", lambda: _winners(tournament, publication))
    known = prize_words.category_names(tournament)
    context: dict[str, Any] = {
        "form": form or HandForm(tournament=tournament),
        "refused": refused,
        "awarded": [prize_words.describe_award(award, won.names, known) for award in won.awards],
        "one_each": prizes.prizes_of(tournament).one_each,
        "official_at": time_of_day(publication.at) if publication else "",
        "begun": won.begun,
        "groups": [(one, won.first[one.id]) for one in categories.categories_of(tournament)],
        "clubs_ranked": club_teams.declaration(tournament) is not None,
        "hands": [(hand, won.names.get(hand.number, ""), prize_words.hand_words(hand)) for hand in won.hands],
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=422 if form else 200)


class Winners(NamedTuple):
    """The people on the page of prizes; `first` are the first few of each category by its number."""

    awards: list[prizes.Award]
    first: dict[int, list[Row]]
    hands: list[prizes.Hand]
    names: dict[int, str]
    begun: bool


def _winners(tournament: Tournament, publication: Publication | None) -> Winners:
    shown = publications.published_standings(publication) if publication else standings(tournament)
    awards, hands = prizes.awards(tournament, shown), prizes.hands(tournament)
    held = prizes.members(tournament)
    first = {number: list(islice(subset_rows(shown, held[number]), MAX_WINNERS)) for number in held}
    named = {number for award in awards for number in award.numbers} | {hand.number for hand in hands}
    names = names_of(tournament) if named else {}
    return Winners(
        awards,
        first,
        hands,
        {number: names[number] for number in named if number in names},
        any(row.has_begun for row in shown.rows),
    )


def names_of(tournament: Tournament) -> dict[int, str]:
    """Return all names by number; the club is added to equal names."""
    return registration.distinct_names(tournament.entries.values_list("number", "name", "club"))


def note_hand(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Record a hand that may be the best of the tournament."""
    form = HandForm(request.POST, tournament=tournament)
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


def prize_lists(
    request: HttpRequest,
    tournament: Tournament,
    *,
    of_categories: BaseFormSet | None = None,
    of_prizes: BaseFormSet | None = None,
    of_clubs: ClubTeamsForm | None = None,
    refused: Sentence | str = "",
) -> HttpResponse:
    """Show both lists, each with a few empty lines, or as typed if they were refused."""
    again = {"categories": of_categories, "prizes": of_prizes, "clubs": of_clubs}
    bound = next((name for name, forms in again.items() if forms is not None), "")
    if bound:
        tournament.refresh_from_db()
    seen = {name: fingerprint_of(tournament) for name, fingerprint_of in LIST_FINGERPRINTS.items()}
    if bound:
        seen[bound] = seen_fingerprint(request, seen[bound], getattr(refused, "code", ""))
    one_each = prizes.prizes_of(tournament).one_each
    context: dict[str, Any] = {
        "categories": of_categories or _category_forms(tournament),
        "prizes": of_prizes or _prize_forms(tournament),
        "one_each": request.POST.get("one_each") == "yes" if of_prizes else one_each,
        "refused": refused,
        "refused_prizes": bound == "prizes",
        "clubs": of_clubs or _club_teams_form(tournament),
        "refused_clubs": bound == "clubs",
        "clubs_ranked": club_teams.declaration(tournament) is not None,
        "refused_categories": bound == "categories",
        "seen": seen,
    }
    return render(request, "tournaments/prizes/lists.html", context, status=422 if bound else 200)


def _category_forms(tournament: Tournament) -> BaseFormSet:
    known = [
        {"number": one.id, "name": one.name, "public": one.public}
        for one in categories.categories_of(tournament)
    ]
    free = min(FREE_ROWS, categories.MAX_CATEGORIES - len(known))
    return CategoryForms(initial=[*known, *({"public": True} for _row in range(free))], prefix="c")


def _club_teams_form(tournament: Tournament) -> ClubTeamsForm:
    known = club_teams.declaration(tournament)
    kept = (known or club_teams.ClubDeclaration())._asdict()
    if kept["least"] == kept["best"]:
        kept["least"] = None
    return ClubTeamsForm(initial={"wanted": known is not None, **kept}, prefix="k")


def _prize_forms(tournament: Tournament) -> BaseFormSet:
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
    return PrizeForms(initial=[*given, *free], prefix="p", form_kwargs=_prize_form_args(tournament))


def _prize_form_args(tournament: Tournament) -> dict[str, Any]:
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
        with unchanged_since(request, tournament, _categories_fingerprint) as held:
            categories.save_categories(held, typed, by=request.user)
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
        with unchanged_since(request, tournament, _clubs_fingerprint) as held:
            club_teams.declare(held, form.typed(), by=request.user)
    except DomainError as refusal:
        return prize_lists(request, tournament, of_clubs=form, refused=sentences.error_sentence(refusal))
    flash.success(request, "club_teams_kept")
    return redirect("prizes_lists", tournament.slug)


def keep_prizes(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the prizes."""
    forms = PrizeForms(request.POST, prefix="p", form_kwargs=_prize_form_args(tournament))
    if not forms.is_valid():
        return prize_lists(request, tournament, of_prizes=forms)
    typed = [prize for form in forms if (prize := form.typed()) is not None]
    one_each = request.POST.get("one_each") == "yes"
    try:
        with unchanged_since(request, tournament, _prizes_fingerprint) as held:
            prizes.save_prizes(held, typed, one_each=one_each, by=request.user)
    except DomainError as refusal:
        return prize_lists(request, tournament, of_prizes=forms, refused=sentences.error_sentence(refusal))
    flash.success(request, "prizes_kept")
    return redirect("prizes_lists", tournament.slug)


def cash_box_page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the cash box; a POST saves its further amounts."""
    forms = CashForms(request.POST, prefix="c") if request.method == "POST" else _cash_forms(tournament)
    now = {"counted": cash_box.counted(tournament)}
    count = CountForm(request.POST if forms.is_bound else None, initial=now)
    refused: Sentence | str = ""
    if forms.is_valid() and count.is_valid():
        counted, typed = count.cleaned_data["counted"], [form.typed() for form in forms]
        try:
            with unchanged_since(request, tournament, _cash_fingerprint) as held:
                cash_box.save_lines(held, typed, by=request.user, counted=counted)
        except DomainError as refusal:
            refused = sentences.error_sentence(refusal)
        else:
            flash.success(request, "cash_kept")
            return redirect("cash", tournament.slug)
    if forms.is_bound:
        tournament.refresh_from_db()
    publication = publications.official_publication(tournament)
    shown = publications.published_standings(publication) if publication else standings(tournament)
    context = {
        "seen": seen_fingerprint(request, _cash_fingerprint(tournament), getattr(refused, "code", "")),
        "box": cash_box.box(tournament, prizes.awards(tournament, shown)),
        "forms": forms,
        "count": count,
        "refused": refused,
        "official": publication is not None,
    }
    return render(request, "tournaments/prizes/cash.html", context, status=422 if forms.is_bound else 200)


def _cash_forms(tournament: Tournament) -> Any:
    known = [
        {"text": one.text, "way": "out" if one.cents < 0 else "in", "money": abs(one.cents)}
        for one in cash_box.lines(tournament)
    ]
    free: list[dict[str, Any]] = [{"way": "out"}] * min(FREE_ROWS, cash_box.MAX_LINES - len(known))
    return CashForms(initial=[*known, *free], prefix="c")


def ceremony_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the button and what it made."""
    against = ceremony_papers.obstacle(tournament)
    context = {
        "against": sentences.error_sentence(against) if against else "",
        "secret": ceremony.has_hidden_games(tournament),
        "jobs": _jobs(tournament),
    }
    return render(request, "tournaments/prizes/ceremony.html", context)


def _jobs(tournament: Tournament) -> dict[str, Any]:
    others = jobs.has_running_jobs()
    shown = [_job(tournament, job, others=others) for job in ceremony_papers.jobs_of(tournament)]
    return {"rows": shown, "unfinished": any(row["unfinished"] for row in shown)}


def _job(tournament: Tournament, job: Job, *, others: bool) -> dict[str, Any]:
    internet = job.kind == folder.KIND
    return job_state(job, others=others) | {
        "title": _("Files for the Internet") if internet else registry.type_of(job.kind).title,
        "url": reverse("publish", args=[tournament.slug])
        if internet
        else reverse("paper", args=[tournament.slug, job.uid]),
        "internet": internet,
    }


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while something is being made."""
    return render(request, "tournaments/prizes/ceremony_jobs.html", {"jobs": _jobs(tournament)})


def make(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Request all papers of the ceremony and the publication."""
    args = {"base": base(request), "language": tournament.language, "small": False}
    with flash.domain_errors(request):
        _made, left_out = ceremony_papers.request_papers(tournament, args, by=request.user)
        if left_out:
            flash.domain_error(request, left_out)
    return redirect(reverse("ceremony", args=[tournament.slug]) + "#made")
