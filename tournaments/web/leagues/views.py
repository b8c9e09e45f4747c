"""The league of a season: its fixtures and table, evenings, decisions; public, as files, on paper."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import FixtureAct, League, Organisation, Season, Tournament
from tournaments.organisations import leagues, own_formats, seasons
from tournaments.organisations.leagues import evenings, exports, league_words, paper, results
from tournaments.pairing.home_and_away import fixtures
from tournaments.publishing.outputs import workbook as books
from tournaments.web import confirm, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import Confirmation
from tournaments.web.leagues.forms import DatesForm, LeagueForm, decision_form
from tournaments.web.setup.forms.formats import offered as offered_formats

TEMPLATE_FOLDER = "tournaments/leagues/"
MAX_IN_GRID = 16  # more columns are unreadable
DECISIONS = ("postpone", "move", "award")


def league_of(organisation: Organisation, season: UUID) -> League:
    """Return the league of a season of an organisation, or 404."""
    known = League.objects.select_related("season__organisation")
    return get_object_or_404(known, season__uid=season, season__organisation=organisation)


def league_page(
    request: SignedInRequest,
    organisation: Organisation,
    season: UUID,
    *,
    typed: Mapping[str, str] | None = None,
    refused: str = "",
) -> HttpResponse:
    """Show the fixtures by evening, the table, and what can be done about both.

    `typed` is the form for leaving the league if it was `refused`.
    """
    league = league_of(organisation, season)
    now = leagues.league_state(league)
    made = [one.tournament for one in now.evenings if one.tournament]
    known = [*seasons.addable_tournaments(league.season), *seasons.evenings_of(league.season)]
    free = [
        one for one in now.evenings if one.tournament is None and any(each.is_open for each in one.fixtures)
    ]
    playing = {one.pk for one in made} | results.playing_elsewhere(league, known)
    context = {
        "organisation": organisation,
        "season": league.season,
        "league": league,
        "now": now,
        "table": league_words.rows(now),
        "evenings": league_words.evenings(now),
        "waiting": league_words.fixtures(now, now.unscheduled),
        "rules": league_words.rules(now),
        "grid": league_words.grid(now) if len(now.names) <= MAX_IN_GRID else [],
        "next": next(iter(free), None),
        "like": f"&like={made[-1].slug}&people=1" if made else "",
        "others": [one for one in known if one.pk not in playing],
        "free": free,
        "typed": typed,
        "refused": refused,
    }
    return render(request, TEMPLATE_FOLDER + "league.html", context, status=422 if refused else 200)


def new(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Ask for sides, dates and the points of a game; then draw all fixtures."""
    known: Season = get_object_or_404(organisation.seasons, uid=season)
    if request.method != "POST" and League.objects.filter(season=known).exists():
        return redirect("league", organisation.slug, season)
    offered = offered_formats(own_formats.offered_formats([organisation]))
    in_it = [one.tournament for one in seasons.table(known).evenings]
    form = LeagueForm(
        request.POST or None,
        known=sorted(
            [*in_it, *seasons.addable_tournaments(known)], key=lambda one: (one.date, one.pk), reverse=True
        ),
        offered=offered,
    )
    if request.method == "POST" and form.is_valid():
        sides = leagues.sides_of(form.tournament) if form.tournament else form.sides()
        with sentences.errors_to_form(form):
            _make(known, sides, form)
            flash.success(request, "league_made")
            return redirect("league", organisation.slug, season)
    context = {"organisation": organisation, "season": known, "form": form}
    return render(request, TEMPLATE_FOLDER + "new.html", context, status=422 if form.errors else 200)


def _make(season: Season, sides: list[leagues.Side], form: LeagueForm) -> None:
    double = bool(form.cleaned_data["double"])
    try:
        rounds = len(fixtures(len(sides), double=double, seed=0))
    except ValueError:
        rounds = 1  # too many sides are refused where the league is made
    leagues.make(season, sides, form.described(rounds))


def dates(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Give the evenings other dates, or one evening more."""
    league = league_of(organisation, season)
    form = DatesForm(request.POST or None, league=league)
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form):
            leagues.change_dates(league, form.days(), seen=form.seen_dates())
            flash.success(request, "league_dates_kept")
            return redirect("league", organisation.slug, season)
    context = {"organisation": organisation, "season": league.season, "form": form}
    return render(request, TEMPLATE_FOLDER + "dates.html", context, status=422 if form.errors else 200)


def fixture_page(
    request: SignedInRequest, organisation: Organisation, season: UUID, fixture: UUID
) -> HttpResponse:
    """Show a fixture: the decisions about it, and those that are possible."""
    league = league_of(organisation, season)
    known = get_object_or_404(league.fixtures.select_related("league", "home", "away"), uid=fixture)
    now = leagues.league_state(league)
    what = request.POST.get("what", "")
    (own,) = [each for each in now.fixtures if each.uid == str(fixture)]
    seen = own.act.pk if own.act else 0
    forms = {name: decision_form(name, league_words.coming_evenings(now), seen=seen) for name in DECISIONS}
    if request.method == "POST" and what in DECISIONS:
        forms[what] = decision_form(what, league_words.coming_evenings(now), request.POST)
        if forms[what].is_valid():
            with sentences.errors_to_form(forms[what]):
                getattr(leagues, what)(known, **forms[what].cleaned_data, by=request.user)
                flash.success(request, f"league_{what}")
                return redirect("league", organisation.slug, season)
            forms[what].data = request.POST.dict() | {"seen": seen}  # the page shows what holds now
    (shown,) = league_words.fixtures(now, [own])
    context = {
        "organisation": organisation,
        "season": league.season,
        "fixture": shown,
        "acts": known.acts.select_related("by", "taken_back_by"),
        "forms": forms,
        "evenings": league_words.coming_evenings(now),
    }
    wrong = any(form.errors for form in forms.values())
    return render(request, TEMPLATE_FOLDER + "fixture.html", context, status=422 if wrong else 200)


def take_back(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Undo the last decision about a fixture."""
    league = league_of(organisation, season)
    acts = FixtureAct.objects.filter(fixture__league=league, taken_back_at=None).select_related(
        "fixture__league"
    )
    act = get_object_or_404(acts, pk=parse_int(request.POST.get("act", "")) or 0)
    return _run_act(request, league, "league_taken_back", lambda: leagues.take_back(act, by=request.user))


def leave(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Let a side leave the league: its open games go to the others."""
    league = league_of(organisation, season)
    side = get_object_or_404(league.sides, number=parse_int(request.POST.get("side", "")) or 0)
    reason = request.POST.get("reason", "")
    who = leagues.opponents_to_award(side)
    if who and reason.strip():
        question = Confirmation(
            title=_("Award the open games to the others"),
            label=_("Yes, award them"),
            who=who,
            back=reverse("league", args=[organisation.slug, season]),
            danger=True,
            kind=registration.ENTRIES,
        )
        if asked := confirm.confirmation_page(request, question):
            return asked
    try:
        leagues.leave(side, reason=reason, seen=who, by=request.user)
    except DomainError as refusal:
        sentence = sentences.error_sentence(refusal)
        return league_page(request, organisation, season, typed=request.POST, refused=sentence)
    flash.success(request, "league_left")
    return redirect("league", organisation.slug, season)


def end(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Declare the table official."""
    league = league_of(organisation, season)
    return _run_act(request, league, "league_ended", lambda: leagues.end(league, by=request.user))


def bring(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Let an existing tournament play an evening."""
    league = league_of(organisation, season)
    ours = Tournament.objects.filter(live=True, organisation=organisation)
    tournament = get_object_or_404(ours, slug=request.POST.get("tournament", "")[:80])
    number = parse_int(request.POST.get("evening", "")) or 0
    return _run_act(
        request,
        league,
        "league_brought",
        lambda: evenings.assign_tournament(league, number, tournament, by=request.user),
    )


def _run_act(request: SignedInRequest, league: League, code: str, act: Any) -> HttpResponse:
    with flash.domain_errors(request):
        act()
        flash.success(request, code)
    return redirect("league", league.season.organisation.slug, league.season.uid)


def workbook(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Return the season as a workbook: standings, and the table and the fixtures of its league."""
    known: Season = get_object_or_404(organisation.seasons, uid=season)
    content = books.workbook_bytes(exports.tables(known), known.name, timezone.now())
    answer = HttpResponse(content, content_type=books.CONTENT_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{known.slug}.xlsx"'
    return answer


def season_paper(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Return the whole season as a PDF."""
    known: Season = get_object_or_404(organisation.seasons, uid=season)
    return _as_pdf(known.slug, paper.season(known, _public_url(request, known)))


def fixtures_paper(request: SignedInRequest, organisation: Organisation, season: UUID) -> HttpResponse:
    """Return the fixtures for the wall, as a PDF."""
    known = league_of(organisation, season).season
    return _as_pdf(f"{known.slug}-fixtures", paper.fixtures(known, _public_url(request, known)))


def _public_url(request: HttpRequest, season: Season) -> str:
    return request.build_absolute_uri(season.public_path) if season.public else ""


def _as_pdf(name: str, content: bytes) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def calendar(request: HttpRequest, season: UUID) -> HttpResponse:
    """Return the evenings of a league as a calendar file; 404 unless its season is public or the user's."""
    known = get_object_or_404(Season.objects.select_related("organisation"), uid=season)
    if not known.public and not may(request.user, "seasons", known.organisation):
        raise Http404
    league = get_object_or_404(League, season=known)
    content = exports.calendar(league, request.build_absolute_uri(known.public_path), timezone.now())
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{known.slug}.ics"'
    return answer
