"""Seasons of an organisation: their table for organisers and the public, their evenings, files."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring import DomainError
from tournaments.accounts.permissions import may
from tournaments.common.messages import sentences
from tournaments.models import Organisation, Season, Tournament
from tournaments.organisations import leagues, seasons
from tournaments.organisations.leagues import exports, league_words, season_file, season_import
from tournaments.registration import list_files
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.seasons.forms import SeasonForm, initial
from tournaments.web.stale_forms import refusal_codes

TEMPLATE_FOLDER = "tournaments/seasons/"


def every(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the seasons of an organisation, and the form of a new one."""
    form = SeasonForm(request.POST or None, initial=initial(None))
    if request.method == "POST" and form.is_valid():
        made = seasons.make(organisation, form.described())
        flash.success(request, "season_made")
        return redirect("season", organisation.slug, made.uid)
    context = {"organisation": organisation, "form": form, "seasons": organisation.seasons.all()}
    return render(request, TEMPLATE_FOLDER + "list.html", context, status=422 if form.errors else 200)


def season_page(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Show the table of a season and its evenings to organisers."""
    known = _find(organisation, season)
    shown = seasons.table(known)
    context = {
        "organisation": organisation,
        "season": known,
        "table": shown,
        "others": seasons.addable_tournaments(known),
        "hidden": seasons.count_hidden_evenings(known) if known.public else 0,
        "teams": seasons.teams(known) if known.sides == Season.Sides.TEAMS else [],
        "same": [(one, *(key.partition("\t")[0] for key in (one, other))) for one, other in known.same_teams],
        "league": exports.league_of(known),
        "last": shown.evenings[-1].tournament if shown.evenings else None,
    }
    return render(request, TEMPLATE_FOLDER + "season.html", context)


def same_team(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Declare that two teams are one, or undo that."""
    known = _find(organisation, season)
    one, other = (request.POST.get(name, "")[:300] for name in ("one", "other"))
    with flash.domain_errors(request):
        seasons.merge_teams(known, one, other) if other else seasons.separate_team(known, one)
        flash.success(request, "season_saved")
    return redirect("season", organisation.slug, season)


def change(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Change how the evenings are added up; no result changes."""
    known = _find(organisation, season)
    form = SeasonForm(request.POST or None, initial=initial(known))
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form):
            seasons.change(known, form.described(), seen=request.POST.get("seen"))
            flash.success(request, "season_saved")
            return redirect("season", organisation.slug, season)
    now = seasons.description_hash(_find(organisation, season))
    # Input that is refused for another reason is still compared with what the page showed at first.
    seen = now if "season_changed" in refusal_codes(form) else request.POST.get("seen", now)
    context = {"organisation": organisation, "season": known, "form": form, "seen": seen}
    context["in_use"] = seasons.has_content(known)
    return render(request, TEMPLATE_FOLDER + "change.html", context, status=422 if form.errors else 200)


def delete(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Delete a season without tournaments and fixtures."""
    known = _find(organisation, season)
    with flash.domain_errors(request):
        seasons.delete(known, by=request.user)
        flash.success(request, "season_deleted", {"name": known.name})
        return redirect("seasons", organisation.slug)
    return redirect("season_change", organisation.slug, season)


def add(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Add a tournament to the season."""
    known = _find(organisation, season)
    tournament = _tournament(request, organisation)
    with flash.domain_errors(request):
        seasons.add(known, tournament)
        flash.success(request, "season_added", {"name": tournament.name})
    return redirect("season", organisation.slug, season)


def take_out(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Remove a tournament from the season."""
    tournament = _tournament(request, organisation)
    with flash.domain_errors(request):
        seasons.take_out(_find(organisation, season), tournament)
        flash.success(request, "season_out", {"name": tournament.name})
    return redirect("season", organisation.slug, season)


def file(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Return the table as CSV, as Excel in Québec opens it."""
    known = _find(organisation, season)
    lines = exports.tables(known)[0].lines
    answer = HttpResponse(list_files.csv_bytes(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{known.slug}.csv"'
    return answer


def take_along(request: SignedInRequest, organisation: Organisation, season: str) -> HttpResponse:
    """Send the season with its league and a copy of each evening, as a file."""
    known = _find(organisation, season)
    with flash.domain_errors(request):
        content = season_file.seal(known)
        answer = HttpResponse(content, content_type="application/octet-stream")
        answer["Content-Disposition"] = f'attachment; filename="{known.slug}{season_file.SUFFIX}"'
        return answer
    return redirect("season", organisation.slug, known.uid)


def bring(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Import a season from a file; nothing that was done here is lost by it."""
    refused = None
    if request.method == "POST":
        given = request.FILES.get("file")
        try:
            if given is None:
                raise DomainError("season_unreadable")
            taken = season_import.import_season(
                season_file.open_season_file(given.read()), organisation, by=request.user
            )
        except DomainError as refusal:
            refused = sentences.error_sentence(refusal)
        else:
            words = {"name": taken.season.name, "brought": taken.brought, "left": taken.left}
            flash.success(request, "season_taken_over", words)
            return redirect("season", organisation.slug, taken.season.uid)
    context = {"organisation": organisation, "refused": refused, "suffix": season_file.SUFFIX}
    return render(request, TEMPLATE_FOLDER + "import.html", context, status=422 if refused else 200)


def followed(request: HttpRequest, season: str) -> HttpResponse:
    """Show the public table of a season; one that is not public only to its organisers."""
    known = get_object_or_404(Season.objects.select_related("organisation"), uid=season)
    if not known.public and not may(request.user, "seasons", known.organisation):
        raise Http404
    context: dict[str, Any] = {
        "season": known,
        "organisation": known.organisation,
        "table": (table := seasons.table(known, public=True)),
        "open": [
            one.tournament
            for one in table.evenings
            if one.tournament.visibility == Tournament.Visibility.PUBLIC
        ],
    }
    league = exports.league_of(known)
    if league:
        now = leagues.league_state(league, public=True)
        context |= {
            "now": now,
            "league_rows": league_words.rows(now),
            "league_rules": league_words.rules(now),
            "league_evenings": league_words.evenings(now, public=True),
            "waiting": league_words.fixtures(now, now.unscheduled, public=True),
        }
    return render(request, TEMPLATE_FOLDER + "followed.html", context)


def _find(organisation: Organisation, season: str) -> Season:
    return get_object_or_404(organisation.seasons, uid=season)


def _tournament(request: SignedInRequest, organisation: Organisation) -> Tournament:
    ours = Tournament.objects.filter(live=True, organisation=organisation)
    return get_object_or_404(ours, slug=request.POST.get("tournament", "")[:80])
