"""The clubs of an organisation: their list, one of them, two that are one."""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Club, Organisation, OrganisationAct
from tournaments.organisations import clubs
from tournaments.organisations.locks import organisation_lock
from tournaments.registration.known_clubs import sort_key, spelling_key
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.clubs.forms import ClubForm
from tournaments.web.confirm import fingerprint
from tournaments.web.stale_forms import check_unchanged, refusal_codes, seen_fingerprint

TEMPLATE_FOLDER = "tournaments/clubs/"
PAGE_SIZE, ACTS_SHOWN = 50, 10


def every(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the clubs that are known, their spellings, and what was done to them."""
    typed = request.GET.get("q", "").strip()[:80]
    page = paging.page_of(request, _search_clubs(organisation, typed), PAGE_SIZE)
    counts = clubs.people_by_club(organisation)
    acts = organisation.acts.filter(kind__in=clubs.KINDS).select_related("by")[:ACTS_SHOWN]
    context = {
        "organisation": organisation,
        "page": page,
        "q": typed,
        "rows": [_row(one, counts) for one in page],
        "acts": [(one, _describe_act(one)) for one in acts],
        "undoable": clubs.undoable_act(organisation),
    }
    return render(request, TEMPLATE_FOLDER + "list.html", context)


def _search_clubs(organisation: Organisation, typed: str) -> QuerySet[Club]:
    """Return the clubs that have what is typed in a name, or in a spelling, where «St» is «Saint»."""
    every = organisation.clubs.all()
    named = paging.search(every, sort_key(typed), "sort_name", "spellings__key")
    spelled = paging.search(every, spelling_key(typed), "spellings__key")
    found = every.filter(Q(pk__in=named.values("pk")) | Q(pk__in=spelled.values("pk")))
    return found.prefetch_related("spellings")


def club_page(request: SignedInRequest, organisation: Organisation, club: str) -> HttpResponse:
    """Show a club; a POST changes how it is written everywhere."""
    known = _find(organisation, club)
    form = ClubForm(
        request.POST or None, initial={name: getattr(known, name) for name in ClubForm.base_fields}
    )
    if request.method == "POST" and form.is_valid():
        with (
            sentences.errors_to_form(form, "name", page_changed=NON_FIELD_ERRORS),
            organisation_lock(organisation),
        ):
            check_unchanged(request, _fingerprint(_find(organisation, club)))
            clubs.change(known, **form.cleaned_data, by=request.user)
            flash.success(request, "club_saved", {"name": form.cleaned_data["name"]})
            return redirect("clubs", organisation.slug)
        known = _find(organisation, club)
    context: dict[str, Any] = {
        "organisation": organisation,
        "form": form,
        "seen": seen_fingerprint(request, _fingerprint(known), *refusal_codes(form)),
        "others": clubs.clubs_by_similarity(known),
        **_row(known, clubs.people_by_club(organisation)),
    }
    return render(request, TEMPLATE_FOLDER + "club.html", context, status=422 if form.errors else 200)


def merge(request: SignedInRequest, organisation: Organisation, club: str) -> HttpResponse:
    """Make the club a spelling of another one."""
    known = _find(organisation, club)
    into = organisation.clubs.filter(pk=parse_int(request.POST.get("into", "")) or 0).first()
    if into is None:
        flash.error(request, "club_not_chosen")
        return redirect("club", organisation.slug, known.uid)
    with flash.domain_errors(request):
        clubs.merge(known, into, by=request.user)
        flash.success(request, "clubs_merged", {"club": known.name, "name": into.name})
        return redirect("club", organisation.slug, into.uid)
    return redirect("clubs", organisation.slug)


def undo(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Take the newest act on clubs back."""
    act = get_object_or_404(organisation.acts, pk=parse_int(request.POST.get("act", "")) or 0)
    with flash.domain_errors(request):
        clubs.undo(act, by=request.user)
        flash.success(request, "undone")
    return redirect("clubs", organisation.slug)


def _find(organisation: Organisation, club: str) -> Club:
    return get_object_or_404(organisation.clubs, uid=club)


def _fingerprint(club: Club) -> str:
    return fingerprint([getattr(club, name) for name in clubs.CLUB_FIELDS])


def _row(club: Club, counts: dict[str, int]) -> dict[str, Any]:
    spellings = list(club.spellings.all())
    own = spelling_key(club.name)
    return {
        "club": club,
        "people": sum(counts.get(one.key, 0) for one in spellings),
        "also": [one.written for one in spellings if one.key != own],
    }


def _describe_act(act: OrganisationAct) -> str:
    if act.kind == clubs.MERGE:
        return _("%(club)s became a spelling of %(name)s") % act.args
    if act.args["club"] == act.args["name"]:
        return _("%(name)s: short name or city changed") % act.args
    return _("%(club)s is now written %(name)s") % act.args
