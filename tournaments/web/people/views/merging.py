"""Two people who are one person: likely pairs, both side by side, merged, and taken apart again."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Organisation
from tournaments.organisations import likely_doubles, people, people_import, person_changes
from tournaments.registration.member_list import LOAD_ACTS
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.people.forms import MergeForm
from tournaments.web.people.views.known import PAGE_SIZE, TEMPLATE_FOLDER, find


def pairs(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show people who are likely one person twice, in the order of names."""
    typed = request.GET.get("q", "").strip()[:120]
    found = likely_doubles.pairs(organisation, parse_int(request.GET.get("from", "")), typed)
    context = {"organisation": organisation, "pairs": found, "q": typed}
    return render(request, TEMPLATE_FOLDER + "pairs.html", context)


def choose(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Let the user choose who is the same person as the one of the page."""
    known = find(organisation, player)
    typed = request.GET.get("q", "").strip()[:120]
    others = people.known_people(organisation).exclude(pk=known.pk)
    found = people.search_people(others, typed) if typed else likely_doubles.doubles_of(known)
    context = {
        "organisation": organisation,
        "player": known,
        "page": paging.page_of(request, found, PAGE_SIZE),
        "q": typed,
    }
    return render(request, TEMPLATE_FOLDER + "merge_with.html", context)


def merge(request: SignedInRequest, organisation: Organisation, player: str, other: str) -> HttpResponse:
    """Show two people side by side, with what will be theirs together; a POST makes them one."""
    known, second = find(organisation, player), find(organisation, other)
    if known == second:
        return redirect("player", organisation.slug, known.uid)
    form = MergeForm(known, second, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with flash.domain_errors(request):
            person_changes.merge(known, second, taken=form.fields_of_other, by=request.user)
            flash.success(request, "people_merged", {"name": known.name})
            return redirect("player", organisation.slug, known.uid)
    refusal = person_changes.merge_obstacle(known, second)
    context = {
        "organisation": organisation,
        "player": known,
        "other": second,
        "form": form,
        "sides": [(one, people.summary(one)) for one in (known, second)],
        "obstacle": refusal and sentences.error_sentence(refusal),
    }
    return render(request, TEMPLATE_FOLDER + "merge.html", context, status=422 if form.errors else 200)


def undo(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Take the newest act on a person, or the last list that was loaded, back."""
    acts = organisation.acts.filter(kind__in=(*person_changes.KINDS, *LOAD_ACTS))
    act = get_object_or_404(acts, pk=parse_int(request.POST.get("act", request.GET.get("act", ""))) or 0)
    with flash.domain_errors(request):
        if act.kind in LOAD_ACTS:
            people_import.undo(act, by=request.user)
        else:
            person_changes.undo(act, by=request.user)
        flash.success(request, "undone")
    if act.kind in LOAD_ACTS:
        return redirect("players_import", organisation.slug)
    return redirect("player", organisation.slug, act.args["person"])
