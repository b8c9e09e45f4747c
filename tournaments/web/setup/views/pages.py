"""The set-up page of a new or existing tournament; its box; the public rules of the tournament."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from django import forms
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tournaments import registration
from tournaments.accounts import permissions
from tournaments.accounts.permissions import may
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.devices import table_layout
from tournaments.models import Entry, League, Season, Tournament, User
from tournaments.models.locking import writer_lock
from tournaments.organisations import events, leagues, own_formats, seasons
from tournaments.organisations.leagues import league_words
from tournaments.publishing import identity, tournament_words
from tournaments.publishing.names import date_words
from tournaments.registration import categories, questions
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.standings.playoffs import playoff_stage
from tournaments.transfer import seats_file
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.events.views.public import new_event_url
from tournaments.web.screens.context import screen_context
from tournaments.web.setup import dry_run_report, kinds
from tournaments.web.setup import feasibility as setup_feasibility
from tournaments.web.setup import words as setup_words
from tournaments.web.setup.forms import boards, game_parts, pairing, playoffs
from tournaments.web.setup.forms import formats as offered_formats
from tournaments.web.setup.forms import initial as initial_values
from tournaments.web.setup.forms.choices import asked_at_table
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.stale_forms import refusal_codes, seen_fingerprint, unchanged_since

ON_A_PAGE = 25
CARRIED_FIELDS = ("organisation", "name", "date", "place", "expected", "tables")
"""The fields that keep their values when another kind or format is chosen; the address brings them."""
QUERY_FIELDS = ("kind", "format", "season", "league", "evening", "like", "people")
"""The parameters of an address that choose something."""


@dataclass(frozen=True)
class LeagueEvening:
    """An evening of a league by its number."""

    league: League
    number: int

    def initial(self, like: Tournament | None) -> dict[str, Any]:
        """Return the initial values that the season gives the set-up form, beside those of `like`.

        An earlier evening `like` this one keeps its tables if they are enough.
        """
        on, size = self.league.days[self.number - 1], leagues.size_of(self.league, self.number)
        described: dict[str, Any] = {
            "date": on,
            "name": f"{self.league.season.name}, {league_words.evening_name(self.number, on)}"[:200],
            "expected": size.sides,
            "rounds": size.rounds,
            "tables": size.tables,
        }
        if like:
            described["tables"] = max(size.tables, stages.qualifying(like).rules["tables"])
        else:
            described |= kinds.EVENING_TIMES
        return described if self.league.medals else described | {"medals": 0}


@dataclass(frozen=True)
class Beginning:
    """The beginning of a new tournament: an earlier one, an evening of a league, a season, or nothing."""

    like: Tournament | None = None
    with_people: bool = False
    evening: LeagueEvening | None = None
    season: Season | None = None

    @classmethod
    def from_request(cls, request: SignedInRequest) -> "Beginning":
        """Return what the address or the form names, as far as the user may use it."""
        typed = request.POST if request.method == "POST" else request.GET
        like = _earlier_tournament(request)
        with_people = like is not None and _may_bring_people(request, like)
        return cls(
            like, with_people, _planned_evening(request.user, typed), _season(request.user, typed, "season")
        )


def _season(user: Any, typed: Mapping[str, str], name: str) -> Season | None:
    """Return the season that is named, with its league, if the user runs the seasons there."""
    try:
        uid = UUID(typed.get(name, ""))
    except ValueError:
        return None
    season = Season.objects.select_related("organisation", "league").filter(uid=uid).first()
    return season if season and may(user, "seasons", season.organisation) else None


def _planned_evening(user: Any, typed: Mapping[str, str]) -> LeagueEvening | None:
    """Return the evening that is named, None where the season has no league or no such evening."""
    season = _season(user, typed, "league")
    league, number = getattr(season, "league", None), parse_int(typed.get("evening", "")) or 0
    return LeagueEvening(league, number) if league and 1 <= number <= len(league.dates) else None


MAX_SEED = 2**31


def new_tournament(request: SignedInRequest) -> HttpResponse:
    """Show the set-up of a new tournament, which is made when everything is declared."""
    beginning, offered = Beginning.from_request(request), offered_to(request.user)
    if "to" in request.POST:
        return _redirect_to_choice(request, _initial_form(request, beginning, offered))
    if request.method != "POST" or "way" in request.POST:
        return _setup_page(request, _initial_form(request, beginning, offered), beginning)
    form = SetupForm(
        request.POST, like=beginning.like, offered=offered, fixtures=beginning.evening is not None
    )
    if not form.is_valid():
        return _setup_page(request, form, beginning)
    try:
        tournament = _create(form, request, beginning)
    except DomainError as refusal:
        form.add_error(None, sentences.validation_error(refusal))
        return _setup_page(request, form, beginning)
    if beginning.evening:
        flash.success(request, "league_brought")
    elif beginning.with_people:
        flash.success(request, "made_with_people", {"name": beginning.like})
    else:
        flash.success(request, "made")
    _warn_of_past_date(request, tournament.date)
    return redirect("registration", tournament.slug)


def _warn_of_past_date(request: HttpRequest, day: date) -> None:
    """Warn of a date that is over: past tournaments are entered too, so it is not refused."""
    if day < timezone.localdate():
        flash.warning(request, "date_is_past", {"date": date_words(day)})


def _redirect_to_choice(request: SignedInRequest, begun: SetupForm) -> HttpResponse:
    """Go to the set-up of another kind, season or format, or to the list of formats, with what was typed.

    Numbers go along if they were typed, not if they are those of the format.
    """
    page, _mark, query = request.POST["to"].partition("?")
    chosen = {name: value for name, value in parse_qsl(query) if name in QUERY_FIELDS}
    typed = {name: request.POST[name] for name in CARRIED_FIELDS if name in request.POST}
    for name in ("expected", "tables"):
        if name not in request.GET and typed.get(name) == str(begun.initial.get(name)):
            del typed[name]
    address = reverse("formats" if page == "formats" else "new_tournament")
    return redirect(f"{address}?{urlencode(chosen | typed)}")


def _initial_form(
    request: SignedInRequest, beginning: Beginning, offered: Mapping[str, offered_formats.OfferedFormat]
) -> SetupForm:
    """Return the form of a new tournament as the address begins it: its kind or format, and typed values."""
    like, evening = beginning.like, beginning.evening
    asked, kind = request.GET.get("format", ""), kinds.KINDS.get(request.GET.get("kind", ""))
    keys = (asked, "" if like else evening.league.format if evening else kind.format if kind else "")
    key = next((key for key in keys if key in offered), "")
    form = SetupForm(
        input_with_way_out(request), like=like, offered=offered, key=key, fixtures=evening is not None
    )
    begun = bool(asked or kind or like or evening)
    form.fields["name"].widget.attrs["autofocus"] = request.method != "POST" and begun
    differs: dict[str, Any] = evening.initial(like) if evening else {}
    if kind and not (like or evening) and (key == kind.format or kind.key == kinds.OTHER):
        differs |= kind.differs
    form.initial = {**form.initial, **differs, **_values_from_address(form, request)}
    return form


def _values_from_address(form: SetupForm, request: HttpRequest) -> dict[str, Any]:
    """Return the values of the address that the fields accept."""
    accepted: dict[str, Any] = {}
    for name in CARRIED_FIELDS:
        if name in request.GET and name in form.fields:
            with suppress(forms.ValidationError):
                accepted[name] = form.fields[name].clean(request.GET[name])
    return accepted


def earlier(request: SignedInRequest) -> HttpResponse:
    """Show the tournaments that a new one can begin with."""
    known = permissions.tournaments_of(request.user).filter(example=False, hidden=False)
    q = request.GET.get("q", "").strip()
    newest_first = paging.search_tournaments(known, q).order_by("-date", "-pk")
    page = paging.page_of(request, newest_first, ON_A_PAGE)
    people = Count("entries", filter=~Q(entries__kind=Entry.Kind.HOUSE))
    teams = Count("entries", filter=Q(entries__kind=Entry.Kind.TEAM))
    counted = known.filter(pk__in=[one.pk for one in page]).annotate(people=people, teams=teams)
    keeps = {one.pk for one in permissions.organisations_of(request.user, "keep_formats")}
    rows = [
        {
            "tournament": one,
            "with_people": one.people if permissions.may(request.user, "register", one) else 0,
            "competing": registration.competitor_kind(one.people, one.teams),
            "keeps": one.organisation_id in keeps,
        }
        for one in counted.select_related("organisation").order_by("-date", "-pk")
    ]
    return render(request, "tournaments/setup/earlier.html", {"rows": rows, "page": page, "q": q})


def offered_to(user: User) -> dict[str, offered_formats.OfferedFormat]:
    """Return the formats that a user can choose: shipped ones, and those of the user's organisations."""
    return offered_formats.offered(own_formats.offered_formats(permissions.organisations_of(user, "set_up")))


def _earlier_tournament(request: SignedInRequest) -> Tournament | None:
    """Return the chosen earlier tournament, among those in which the reader has a role."""
    asked = request.POST.get("like") or request.GET.get("like")
    return permissions.tournaments_of(request.user).filter(slug=asked).first() if asked else None


def _may_bring_people(request: SignedInRequest, like: Tournament) -> bool:
    """Return whether the people of an earlier tournament are taken too: if the user may register people."""
    asked = request.POST.get("people") or request.GET.get("people")
    return bool(asked) and permissions.may(request.user, "register", like)


def _create(form: SetupForm, request: SignedInRequest, beginning: Beginning) -> Tournament:
    """Make the tournament with all that its beginning brings, or nothing at all."""
    like, evening, season, by = beginning.like, beginning.evening, beginning.season, request.user
    with writer_lock(), transaction.atomic():
        if made := stages.existing_tournament(form.cleaned_data["uid"], by):
            return made  # sent again: what was copied stays, as its people and others may have changed it
        tournament = _create_from_form(form, request, beginning)
        identity.copy_identity(tournament, like, by=by)
        if like:
            table_layout.copy_layout(tournament, like)
            questions.copy_questions(tournament, like, by=by)
            categories.copy_categories(tournament, like, by=by)
            club_teams.copy_settings(tournament, like, by=by)
            seasons.copy_seasons(tournament, like)
            seats_file.copy_seats_file(tournament, like, by=by)
        if season:
            seasons.add(season, tournament)
        if like and beginning.with_people:
            registration.copy_people(tournament, like, by=by)
        if evening:
            leagues.assign_tournament(evening.league, evening.number, tournament, by=by)
        return tournament


def _chosen_organisation(request: HttpRequest, like: Tournament | None) -> str:
    """Return the slug of the chosen organisation; without a choice it is that of the earlier tournament."""
    chosen = request.POST.get("organisation") or request.GET.get("organisation", "")
    return chosen or (like.organisation.slug if like else "")


def _create_from_form(form: SetupForm, request: SignedInRequest, beginning: Beginning) -> Tournament:
    described, by = form.description(), request.user
    counts_for = beginning.evening.league.season if beginning.evening else beginning.season
    chosen = (
        counts_for.organisation
        if counts_for
        else permissions.organisations_of(by, "create")
        .filter(slug=_chosen_organisation(request, beginning.like))
        .first()
    )
    return stages.create_tournament(
        organisation=chosen,
        day=described["date"],
        rules=form.rules(),
        seed=secrets.randbelow(MAX_SEED),
        by=by,
        uid=form.cleaned_data["uid"],
        settings={name: described[name] for name in stages.SETTINGS},
        **{name: described[name] for name in stages.DESCRIPTION if name != "date"},
    )


def setup(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Change the declarations, as far as they still can be."""
    form = SetupForm(input_with_way_out(request), tournament=tournament)
    if "way" not in request.POST and form.is_valid():
        with sentences.errors_to_form(form):
            _change(form, tournament, request)
            flash.success(request, "setup_saved")
            if (day := form.description()["date"]) != tournament.date:
                _warn_of_past_date(request, day)
            return redirect("setup", tournament.slug)
    return _setup_page(request, form)


def _change(form: SetupForm, tournament: Tournament, request: SignedInRequest) -> None:
    """Save the whole form or nothing. Raises `DomainError`."""
    by = request.user
    with unchanged_since(request, tournament, _declared_fingerprint) as held:
        stages.change_rules(stages.qualifying(held), form.rules(), by=by)
        described = form.description()
        stages.change_description(held, described, by=by)
        house = held.entries.filter(kind=Entry.Kind.HOUSE).first()
        if house and described["house_name"] and house.name != described["house_name"]:
            registration.edit_entry(house, described["house_name"])


def _declared_fingerprint(tournament: Tournament) -> str:
    """Return a fingerprint of all that is declared and of what is fixed, to detect changes by others."""
    rules, described = stages.rules_and_description(tournament)
    seated = stages.last_seated_round(stages.qualifying(tournament)) > 0
    playoffs_begun = playoff_stage(tournament) is not None
    return fingerprint(
        *(sorted(rules.items()), sorted(described.items()), registration.house_name(tournament)),
        *(seated, playoffs_begun),  # the fields that they fix are not read
    )


def input_with_way_out(request: HttpRequest) -> Any:
    """Return the input, with the way out that was chosen in the box; None before a POST."""
    if request.method != "POST":
        return None
    typed = request.POST.copy()
    field, _equals, value = typed.get("way", "").partition("=")
    if field in SetupForm.base_fields:
        typed[field] = value
    return typed


def _setup_page(
    request: SignedInRequest,
    form: SetupForm,
    beginning: Beginning = Beginning(),
) -> HttpResponse:
    refused = form.is_bound and "way" not in request.POST and not form.is_valid()
    if form.is_bound and not refused:
        form.full_clean()
    context = _form_context(form, request.user) | {"refused": refused, **vars(beginning)}
    if form.tournament:
        now = _declared_fingerprint(Tournament.objects.get(pk=form.tournament.pk))
        context["seen"] = seen_fingerprint(request, now, *refusal_codes(form))
        context["together_url"] = _same_day_event_url(form.tournament, request.user)
    if form.tournament is None:
        decided = beginning.evening or beginning.season  # a season is of one organisation
        known = [] if decided else list(permissions.organisations_of(request.user, "create"))
        context["organisations"] = known if len(known) > 1 else []  # on a laptop there is nothing to choose
        context["chosen"] = _chosen_organisation(request, beginning.like)
        if not (beginning.like or beginning.evening):
            context |= _kind_cards(form, request)
    return render(request, "tournaments/setup/page.html", context)


def _same_day_event_url(tournament: Tournament, user: Any) -> str:
    """Return where an event is made of this tournament and the others of its day; empty without any."""
    if tournament.date < timezone.localdate() or not may(user, "create", tournament.organisation):
        return ""
    same_day = events.free_tournaments(tournament.organisation).filter(date=tournament.date)
    slugs = list(same_day.values_list("slug", flat=True)[: events.MAX_TOURNAMENTS])
    return new_event_url(tournament.organisation.slug, slugs) if {tournament.slug} < set(slugs) else ""


def _kind_cards(form: SetupForm, request: SignedInRequest) -> dict[str, Any]:
    """Return the kinds of tournament with the chosen one, and what is chosen after some of them."""
    key = str(form.field_values()["format"])
    kind = kinds.kind_of(request.GET.get("kind", ""), key)
    page: dict[str, Any] = {"kinds": kinds.KINDS.values(), "kind": kind}
    if kind and kind.key == kinds.OTHER:
        page["other_games"] = kinds.other_games()
    if kind and kind.key == kinds.LEAGUE:
        known = permissions.organisations_of(request.user, "seasons")
        page["seasons"] = Season.objects.filter(organisation__in=known).select_related(
            "organisation", "league"
        )
        page["season_makers"] = known
    return page


def _form_context(form: SetupForm, user: Any) -> dict[str, Any]:
    """Return the context of the page and of the box's fragment, computed from the input so far."""
    rules = form.rules()
    tournament, today = form.tournament, timezone.localdate()
    url = reverse("feasibility_of", args=[tournament.slug]) if tournament else reverse("feasibility")
    return {
        "form": form,
        "box": setup_feasibility.box(form, rules),
        "slots": tournament_words.timetable(rules),
        "summaries": setup_words.section_summaries(form, rules),
        "rules_in_words": tournament_words.announced_rules(rules),
        "feasibility_url": url,
        "asked": script_data(form.declared()),
        "parts": game_parts_context(form),
        "dry_run": dry_run_report.of_form(form, user),
        "today": today,
        "other_day": initial_values.other_day(form.initial["date"], today),
    }


def game_parts_context(form: SetupForm) -> list[dict[str, Any]]:
    """Return what the game of the form adds to the page, as a list of one."""
    return [
        {
            "game": game,
            "TEMPLATE": game_parts.TABLES[game].template,
            "DECLARED_NOTE": game_parts.TABLES[game].declared_note,
            "fields": own,
            "first": [own[name] for name in game_parts.TABLES[game].creation_fields],
        }
        for game, own in form.parts.items()
        if game == form.game
    ]


def script_data(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the script of the page hides: fields that are not asked, ways for an odd number."""
    return {"odd_ways": rules["odd_ways"], "not_asked": not_asked(rules)}


def not_asked(rules: Mapping[str, Any]) -> list[str]:
    """Return the fields that are hidden, as their answers follow from the format."""
    sizes = set() if asked_at_table(rules) else {"at_table"}
    ways = set() if pairing.has_alternatives(rules) else {"movement"}
    without = playoffs.not_asked(rules) | boards.not_asked(rules)
    return sorted(game_parts.not_asked(rules["format"], rules["game"]) | sizes | ways | without)


def feasibility(request: SignedInRequest, tournament: Tournament | None = None) -> HttpResponse:
    """Render the box again for the input so far, of a new or existing tournament; nothing is written."""
    offered = None if tournament else offered_to(request.user)
    fixtures = _planned_evening(request.user, request.POST) is not None
    form = SetupForm(request.POST, tournament=tournament, offered=offered, fixtures=fixtures)
    form.full_clean()
    return render(request, "tournaments/setup/fragment.html", _form_context(form, request.user))


def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the public rules and hours of the tournament."""
    return render(request, "tournaments/setup/rules.html", _rules_context(tournament))


def rules_screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the same rules for a projector, in columns, page after page."""
    context = _rules_context(tournament) | screen_context(request, tournament, "rules")
    return render(request, "tournaments/setup/rules_screen.html", context)


def _rules_context(tournament: Tournament) -> dict[str, Any]:
    declared = stages.qualifying(tournament).rules
    announced = tournament_words.announced_rules(declared, registration.members_per_entry(tournament))
    return {"rules": announced, "slots": tournament_words.timetable(declared)}
