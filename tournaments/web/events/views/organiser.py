"""Events of an organisation: their list, and the page of each, from which it is run."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Event, Organisation, Tournament
from tournaments.models.events import MAX_TOURNAMENTS
from tournaments.organisations import events
from tournaments.organisations.locks import organisation_lock
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.events.forms import EventForm
from tournaments.web.stale_forms import check_unchanged, refusal_codes, seen_fingerprint
from tournaments.web.tournament_rows import tournament_row, with_state

TEMPLATE_FOLDER = "tournaments/events/"
PAGE_SIZE = 25
MAX_SLUG = 80


def every(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the events of an organisation, and the form of a new one."""
    form = EventForm(request.POST or None)
    offered = list(events.free_tournaments(organisation)[:PAGE_SIZE])
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form):
            made = events.make(
                organisation,
                **form.cleaned_data,
                tournaments=_ticked_tournaments(request, organisation),
                by=request.user,
            )
            flash.success(request, "event_made")
            return redirect("event", organisation.slug, made.uid)
    context = {
        "organisation": organisation,
        "form": form,
        "page": paging.page_of(request, organisation.events.all(), PAGE_SIZE),
        "offered": offered,
        "ticked": (request.POST or request.GET).getlist("tournament"),
    }
    return render(request, TEMPLATE_FOLDER + "list.html", context, status=422 if form.errors else 200)


def event_page(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Show an event with the state of each tournament, and what can be added to it."""
    known = find_event(organisation, event)
    typed = request.GET.get("q", "").strip()[:80]
    found = paging.search_tournaments(events.free_tournaments(organisation), typed)
    tournaments = list(with_state(known.tournaments()))
    context: dict[str, Any] = {
        "organisation": organisation,
        "event": known,
        "rows": [tournament_row(one, request.user) for one in tournaments],
        "is_public": known.public_tournaments().exists(),
        "page": paging.page_of(request, found, PAGE_SIZE),
        "q": typed,
    }
    return render(request, TEMPLATE_FOLDER + "event.html", context)


def change(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Rename an event, or change its limit."""
    known = find_event(organisation, event)
    initial = {"name": known.name, "max_choices": known.max_choices}
    form = EventForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form), organisation_lock(organisation):
            check_unchanged(request, _fingerprint(find_event(organisation, event)))
            events.change(known, **form.cleaned_data, by=request.user)
            flash.success(request, "event_saved")
            return redirect("event", organisation.slug, known.uid)
        known = find_event(organisation, event)
    seen = seen_fingerprint(request, _fingerprint(known), *refusal_codes(form))
    context = {"organisation": organisation, "event": known, "form": form, "seen": seen}
    return render(request, TEMPLATE_FOLDER + "change.html", context, status=422 if form.errors else 200)


def _fingerprint(event: Event) -> str:
    return fingerprint(event.name, event.max_choices)


def add(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Add the tournaments that are ticked."""
    known = find_event(organisation, event)
    with flash.domain_errors(request):
        events.add(known, _ticked_tournaments(request, organisation), by=request.user)
        flash.success(request, "event_saved")
    return redirect("event", organisation.slug, known.uid)


def take_out(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Remove a tournament from the event."""
    known = find_event(organisation, event)
    slug = request.POST.get("tournament", "")[:MAX_SLUG]
    tournament = get_object_or_404(Tournament, live=True, organisation=organisation, slug=slug)
    with flash.domain_errors(request):
        events.take_out(known, tournament, by=request.user)
        flash.success(request, "event_out", {"name": tournament.name})
    return redirect("event", organisation.slug, known.uid)


def delete(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Delete the event; its tournaments stay."""
    known = find_event(organisation, event)
    try:
        events.delete(known, by=request.user)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
    else:
        flash.success(request, "event_deleted", {"name": known.name})
    return redirect("events", organisation.slug)


def find_event(organisation: Organisation, event: str) -> Event:
    found: Event = get_object_or_404(organisation.events.select_related("organisation"), uid=event)
    return found


def _ticked_tournaments(request: SignedInRequest, organisation: Organisation) -> list[Tournament]:
    """Return the tournaments of the organisation that are ticked."""
    slugs = [slug[:MAX_SLUG] for slug in request.POST.getlist("tournament")[: MAX_TOURNAMENTS + 1]]
    return list(Tournament.objects.filter(live=True, organisation=organisation, slug__in=slugs))
