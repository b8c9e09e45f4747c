"""The identity of the organiser: its page with a preview, the logo as a picture, the colour as a style."""

from collections.abc import Callable

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import Sentence
from tournaments.models import Tournament
from tournaments.publishing import identity
from tournaments.publishing.logo import MAX_FILE_SIZE
from tournaments.publishing.papers import paper_types, registry
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.identity.forms import IdentityForm
from tournaments.web.stale_forms import PAGE_CHANGED_CODE, refusal_codes, seen_fingerprint, unchanged_since

# One paper with the header of all, one with that of a card.
PREVIEWED_PAPERS = ("rules", "scorecards_blank")


def identity_page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show what is known of the organiser, and how it looks; a POST changes it.

    What is typed and the logo are kept each by itself: a file that is refused takes nothing else with it.
    """
    initial = IdentityForm.initial_values(identity.identity_of(tournament))
    form = IdentityForm(request.POST if request.method == "POST" else None, initial=initial)
    refused = None
    if request.method == "POST":
        _change_description(request, tournament, form)
        if not form.has_error(NON_FIELD_ERRORS, PAGE_CHANGED_CODE):  # it says that nothing was written
            refused = _change_logo(request, tournament)
        if not (refused or form.errors):
            flash.success(request, "identity_kept")
            return redirect("identity", tournament.slug)
    drawn = [
        key
        for key in PREVIEWED_PAPERS
        if not paper_types.missing_for(tournament, registry.PAPER_TYPES[key], {})
    ]
    tournament.refresh_from_db()
    seen = seen_fingerprint(request, _details_fingerprint(tournament), *refusal_codes(form))
    context = {"form": form, "refused": refused, "drawn": drawn, "seen": seen}
    status = 422 if form.errors or refused else 200
    return render(request, "tournaments/identity/identity.html", context, status=status)


def _change_logo(request: SignedInRequest, tournament: Tournament) -> Sentence | None:
    """Keep the picture of the chosen file, or remove the logo; return why a file is refused."""
    given = request.FILES.get("file")
    if "remove" in request.POST:
        identity.remove_logo(tournament, by=request.user)
    elif given is not None:
        try:
            identity.put_logo(tournament, given.read(MAX_FILE_SIZE + 1), by=request.user)
        except DomainError as refusal:
            return sentences.error_sentence(refusal)
    return None


def _change_description(request: SignedInRequest, tournament: Tournament, form: IdentityForm) -> None:
    if form.is_valid():
        errors = {
            "identity_colour": "colour",
            "identity_sponsors": "sponsors",
            "identity_sponsor_too_long": "sponsors",
        }
        with sentences.errors_to_form(form, **errors):
            name, sponsors = form.cleaned_data["name"], form.named_sponsors
            with unchanged_since(request, tournament, _details_fingerprint) as held:
                identity.set_details(held, name, form.wanted_colour, sponsors, by=request.user)


def _details_fingerprint(tournament: Tournament) -> str:
    """Return a fingerprint of all but the logo, which is stored by itself."""
    known = identity.identity_of(tournament)
    return fingerprint(known.name, known.colour, list(known.sponsors))


def logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the logo; without one lead to the page of the tournament."""
    known = identity.identity_of(tournament)
    if not known.logo:
        return redirect("public", tournament.slug)
    return _cached_file(request, known.logo, lambda: identity.picture(tournament), "image/png")


def style(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the colour as a style sheet: the content security policy forbids it inside of a page."""
    known = identity.identity_of(tournament)
    return _cached_file(
        request, known.colour.lstrip("#"), lambda: known.style.encode(), "text/css; charset=utf-8"
    )


def _cached_file(
    request: HttpRequest, tag: str, content: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """Return a file that browsers keep: its address changes with its content."""
    etag = f'"{tag}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(content(), content_type=content_type)
    response["ETag"], response["Cache-Control"] = etag, "private, max-age=86400"
    return response
