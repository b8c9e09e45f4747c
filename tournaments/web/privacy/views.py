"""The public page about the data of people, and the page on which an organisation changes it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.common import sanitize
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Organisation, Privacy, Tournament
from tournaments.organisations import erasure, people, privacy
from tournaments.organisations.locks import organisation_lock
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.privacy.forms import PrivacyForm
from tournaments.web.stale_forms import check_unchanged, refusal_codes, seen_fingerprint

TEMPLATE_FOLDER = "tournaments/privacy/"
CHECKED = "checked"
ACTS_SHOWN = 10


def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what is kept about the people of a tournament, why, how long, and whom to ask."""
    return render(
        request,
        TEMPLATE_FOLDER + "public.html",
        {"privacy": Privacy.for_organisation(tournament.organisation)},
    )


def settle(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show and change what the organisation says, and how long it keeps contacts."""
    current = Privacy.for_organisation(organisation)
    initial = {name: getattr(current, name) for name in PrivacyForm.base_fields}
    form = PrivacyForm(request.POST or None, initial=initial)
    sooner = 0
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form), organisation_lock(organisation):
            current = Privacy.for_organisation(organisation)
            check_unchanged(request, _fingerprint(current))
            sooner = privacy.count_expiring_sooner(organisation, form.cleaned_data["keep_days"])
            if not sooner or request.POST.get(CHECKED):
                privacy.save_privacy(organisation, form.cleaned_data)
                flash.success(request, "privacy_saved")
                return redirect("privacy_settle", organisation.slug)
    context = {
        "organisation": organisation,
        "form": form,
        "seen": seen_fingerprint(request, _fingerprint(current), *refusal_codes(form)),
        "sooner": sooner,
        "next_clearing": current.next_clearing,
        "acts": organisation.acts.filter(kind__in=(privacy.RETENTION, erasure.ERASURE))[:ACTS_SHOWN],
        "shown_at": organisation.tournaments.filter(live=True, hidden=False).order_by("-date", "-pk").first(),
    }
    return render(
        request, TEMPLATE_FOLDER + "settle.html", context, status=422 if form.errors or sooner else 200
    )


def _fingerprint(current: Privacy) -> str:
    return fingerprint([getattr(current, name) for name in PrivacyForm.base_fields])


def erase_person(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Show what the erasure of a person takes away and what stays; erase them once that is confirmed."""
    known = get_object_or_404(people.known_people(organisation), uid=player)
    against = erasure.obstacle(known)
    if request.method == "POST" and request.POST.get(CHECKED):
        keys = [key for key in map(sanitize.parse_int, request.POST.getlist("waiting")) if key is not None]
        with flash.domain_errors(request):
            erasure.erase(known, waiting=keys, by=request.user)
            flash.success(request, "person_erased")
            return redirect("privacy_settle", organisation.slug)
        return redirect("player_erase", organisation.slug, known.uid)
    context = {
        "organisation": organisation,
        "player": known,
        "concerned": erasure.erasure_effects(known),
        "against": against and error_sentence(against),
        "unchecked": request.method == "POST",
    }
    return render(
        request, TEMPLATE_FOLDER + "erase.html", context, status=422 if context["unchecked"] else 200
    )
