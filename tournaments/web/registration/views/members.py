"""The members of a team, on its page: corrected, replaced, added. Refused input stays in the form."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Act, Entry, Tournament
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.registration.forms import TAKE_OVER_ID, MemberForm, SubstituteForm, TakeOverForm
from tournaments.web.registration.views import person
from tournaments.web.registration.views.person import find
from tournaments.web.registration.views.teams import RefusedForm

JOIN_ID = "id_join_%s"


def _refused(
    request: HttpRequest, entry: Entry, typed: RefusedForm, refusal: DomainError | None = None
) -> HttpResponse:
    """Return the page with the input; a name typed for a member who has left is offered as a new member."""
    if refusal and refusal.code == "member_gone":
        typed = RefusedForm(0, SubstituteForm(request.POST, auto_id=JOIN_ID))
    if refusal:
        typed.form.refuse(refusal, "name")
    return person.person_page(request, entry, typed=typed)


def member(request: HttpRequest, tournament: Tournament, number: int, position: int) -> HttpResponse:
    """Save the name of a team member, and their consent for the Internet."""
    entry, form = find(tournament, number), MemberForm(request.POST, auto_id=f"id_member_{position}_%s")
    typed = RefusedForm(position, form)
    if not form.is_valid():
        return _refused(request, entry, typed)
    agrees = form.cleaned_data["on_the_internet"] == "full"
    try:
        name, seen = form.cleaned_data["name"], form.values_on_page()
        entry = registration.edit_member(entry, position, name, agrees=agrees, seen=seen)
    except DomainError as refusal:
        return _refused(request, entry, typed, refusal)
    flash.success(request, "team_as_written", {"name": registration.name_in_hall(entry)})
    return redirect("entry", tournament.slug, number)


def substitute(request: SignedInRequest, tournament: Tournament, number: int, position: int) -> HttpResponse:
    """Add a substitute from the next game on, or let the others play on alone."""
    entry, by = find(tournament, number), request.user
    typed = RefusedForm(position, SubstituteForm(request.POST, auto_id=f"id_substitute_{position}_%s"))
    leaves = parse_int(request.POST.get("leaves", ""))
    return _enter_member(
        request,
        entry,
        typed,
        lambda name: registration.replace_member(entry, position, name, by=by, leaves=leaves),
    )


def join(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Add a member to a team; an entry of one person who has not played yet becomes a team."""
    entry, by = find(tournament, number), request.user
    typed = RefusedForm(0, SubstituteForm(request.POST, auto_id=JOIN_ID))
    return _enter_member(request, entry, typed, lambda name: registration.add_member(entry, name, by=by))


def _enter_member(
    request: HttpRequest, entry: Entry, typed: RefusedForm, put_in: Callable[[str], Act | None]
) -> HttpResponse:
    """Let the typed person play, and report from which game on."""
    if not typed.form.is_valid():
        return _refused(request, entry, typed)
    name = typed.form.cleaned_data["name"]
    try:
        act = put_in(name)
    except DomainError as refusal:
        return _refused(request, entry, typed, refusal)
    now = find(entry.tournament, entry.number)
    if act is None:
        flash.success(request, "team_as_written", {"name": registration.name_in_hall(now)})
    else:
        undo = reverse("registration_undo", args=[entry.tournament.slug, act.version])
        words = {"name": now.name, "who": name, "game": act.args["from_round"]}
        flash.success(request, "substitute_plays" if name else "member_left", words, undo=undo)
    return redirect("entry", entry.tournament.slug, entry.number)


def take_over(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let another person play under the number of an entry from the next game on."""
    entry, form = find(tournament, number), TakeOverForm(request.POST, auto_id=TAKE_OVER_ID)
    if form.is_valid():
        name, start = form.cleaned_data["name"], form.cleaned_data["from_round"] or 0
        with sentences.errors_to_form(form, "name"):
            act = registration.transfer_number(entry, name, from_round=start, by=request.user)
            undo = reverse("registration_undo", args=[tournament.slug, act.version])
            before, _last = registration.earlier_players(tournament)[number][-1]
            words = {"who": name, "before": before, "number": number, "game": act.args["from_round"]}
            flash.success(request, "number_taken_over", words, undo=undo)
            return redirect("entry", tournament.slug, number)
    return person.person_page(request, entry, takes_over=form)
