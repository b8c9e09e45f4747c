"""Editing of formats: copied, changed and kept for an organisation; removed, put back, imported as a file."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring import DomainError
from tournaments import formats
from tournaments.accounts import permissions
from tournaments.common.messages import sentences
from tournaments.models import Organisation, OwnFormat
from tournaments.organisations import own_formats
from tournaments.organisations.own_formats import Draft
from tournaments.publishing import tournament_words
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.formats import forms
from tournaments.web.formats.views.pages import formats_context, found
from tournaments.web.setup import feasibility as feasible
from tournaments.web.setup import summaries
from tournaments.web.setup.forms.formats import OWN
from tournaments.web.setup.views.pages import not_asked, parts_of, with_way

OF_A_TOURNAMENT = "day-"


def new(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Make a format from another one, or from that of a tournament, for an organisation."""
    of = request.POST.get("of") or request.GET.get("of", formats.FIRST)
    draft = _draft(request, of)
    form = forms.FormatForm(with_way(request), draft=draft)
    if "way" not in request.POST and form.is_valid():
        with sentences.errors_to_form(form, "name"):
            kept = own_formats.keep(form.changed(), organisation, by=request.user)
            flash.success(request, "format_kept", {"name": kept.name})
            return redirect("own_format", kept.uid)
    return _edit_page(request, form, organisation, of)


def change(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Make the next version of a format; if it was removed meanwhile, the input is kept."""
    one = own_formats.offered([organisation]).filter(uid=uid).first()
    gone = one is None
    if one is None and request.method == "POST":
        one = own_formats.taken_away([organisation]).filter(uid=uid).first()
    if one is None:
        flash.error(request, "format_gone")
        return redirect("formats")
    draft = Draft(
        one.name, one.note, own_formats.rules_to_play(one), one.original, one.original_name, one.uid
    )
    of = f"{OWN}{uid}"
    form = forms.FormatForm(with_way(request), draft=draft)
    if "way" not in request.POST and form.is_valid():
        with sentences.errors_to_form(form, "name"):
            if gone:
                raise DomainError("format_gone_meanwhile", name=one.name)
            if request.POST.get("version") != str(one.version):
                raise DomainError("format_changed_meanwhile")
            own_formats.change(one, form.changed(), by=request.user)
            flash.success(request, "format_changed", {"name": form.cleaned_data["name"]})
            return redirect("own_format", uid)
    return _edit_page(request, form, organisation, of, one)


def _draft(request: SignedInRequest, of: str) -> Draft:
    """Return the draft for a new format: a shipped one, one of an organisation, or that of a tournament."""
    if of.startswith(OF_A_TOURNAMENT):
        known = permissions.tournaments_of(request.user)
        return own_formats.of_tournament(get_object_or_404(known, slug=of.removeprefix(OF_A_TOURNAMENT)))
    if of.startswith(OWN):
        return _copy_of(request, of.removeprefix(OWN))
    if of not in formats.FORMATS:
        raise Http404
    return own_formats.shipped(of)


def _copy_of(request: SignedInRequest, uid: str) -> Draft:
    try:
        one = found(request, UUID(uid))
    except ValueError:
        raise Http404 from None
    rules = own_formats.rules_to_play(one)
    return Draft(one.name, one.note, rules, rules | {"own": None}, one.name)


def _edit_page(
    request: HttpRequest,
    form: forms.FormatForm,
    organisation: Organisation,
    of: str,
    one: OwnFormat | None = None,
) -> HttpResponse:
    refused = form.is_bound and "way" not in request.POST and not form.is_valid()
    if form.is_bound and not refused:
        form.full_clean()
    page = _form_context(form, organisation) | {
        "refused": refused,
        "organisation": organisation,
        "of": of,
        "one": one,
    }
    return render(request, "tournaments/formats/edit.html", page)


def _form_context(form: forms.FormatForm, organisation: Organisation) -> dict[str, Any]:
    """Return the context of the page and of the box's fragment, computed from the input so far."""
    rules = form.rules()
    asked = {"game": form.game, "odd_ways": rules["odd_ways"], "not_asked": not_asked(rules)}
    return {
        "form": form,
        "box": feasible.box(form, rules),
        "slots": tournament_words.timetable(rules),
        "told": summaries.section_summaries(form, rules),
        "rules_in_words": tournament_words.rules_of_the_day(rules),
        "feasibility_url": reverse("format_feasibility", args=[organisation.slug]),
        "formats": {"": asked},
        "parts": parts_of(form),
        "differences": own_formats.differences(form.draft.original, rules),
    }


def feasibility(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Render the box again for the input so far; nothing is written."""
    form = forms.FormatForm(request.POST, draft=_draft(request, request.POST.get("of", "")))
    form.full_clean()
    return render(request, "tournaments/formats/fragment.html", _form_context(form, organisation))


def remove(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Remove a format; the list offers to put it back."""
    one = get_object_or_404(own_formats.offered([organisation]), uid=uid)
    own_formats.remove(one, by=request.user)
    undo = reverse("format_back", args=[organisation.slug, uid])
    flash.success(request, "format_removed", {"name": one.name}, undo=undo)
    return redirect("formats")


def put_back(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Offer a removed format again."""
    one = get_object_or_404(own_formats.taken_away([organisation]), uid=uid)
    with flash.domain_errors(request):
        own_formats.put_back(one, by=request.user)
        flash.success(request, "format_back", {"name": one.name})
    return redirect("formats")


def bring(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Keep the format of a file, or nothing if anything in it is wrong."""
    try:
        given = request.FILES.get("file")
        if given is None:
            raise DomainError("format_file_missing")
        draft = own_formats.parse_format(given.read(own_formats.MAX_BYTES + 1))
        forms.check_set_up(draft)
        kept = own_formats.keep(draft, organisation, by=request.user)
    except DomainError as refusal:
        page = formats_context(request) | {
            "form": forms.BringForm(),
            "refused": sentences.error_sentence(refusal),
        }
        return render(
            request, "tournaments/formats/all.html", page | {"refused_in": organisation}, status=422
        )
    flash.success(request, "format_brought", {"name": kept.name})
    return redirect("own_format", kept.uid)
