"""Registration of teams: entered whole, and their members."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments import registration
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Member, Tournament
from tournaments.publishing.money_words import money
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.registration import rows
from tournaments.web.registration.forms import REPEATED_FIELDS, MemberForm, SubstituteForm, TeamForm

TEAM_SIZES = range(registration.MIN_MEMBERS, registration.MAX_MEMBERS + 1)


class RefusedForm(NamedTuple):
    """A refused form about a member, and the position of the member: 0 for a new one."""

    position: int
    form: MemberForm | SubstituteForm


@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for typing teams, with the number of members asked for, and the teams under it."""
    asked = parse_int((request.POST if request.method == "POST" else request.GET).get("members", ""))
    members = asked if asked and asked in TEAM_SIZES else registration.MIN_MEMBERS
    if request.method != "POST":
        kept = {name: request.GET.get(name, "") for name in REPEATED_FIELDS}
        return _teams_page(request, tournament, TeamForm(tournament, members=members, initial=kept), members)
    form = TeamForm(tournament, request.POST, members=members)
    entry = form.add_to(tournament, by=request.user) if form.is_valid() else None
    if entry is None:
        return _teams_page(request, tournament, form, members, status=422)
    flash.success(request, "entered_as", {"name": registration.name_in_hall(entry), "number": entry.number})
    # warn about entries with the name of a member, alone or in another team
    others = tournament.entries.exclude(pk=entry.pk).values_list("number", "name", "team")
    known = [(number, name) for number, own, team in others for name in team or [own]]
    for name in entry.team:
        for like in registration.look_alikes(name, known):
            code = "like_same" if like.how == "same" else "like_near"
            flash.warning(request, code, {"number": like.who, "name": name})
    kept = {name: request.POST[name] for name in REPEATED_FIELDS if request.POST.get(name)}
    query = urlencode(kept | {"members": members})
    return redirect(f"{reverse('teams', args=[tournament.slug])}?{query}")


def _teams_page(
    request: HttpRequest, tournament: Tournament, form: TeamForm, members: int, status: int = 200
) -> HttpResponse:
    page = paging.page_of(
        request, tournament.entries.filter(kind=Entry.Kind.TEAM).order_by("-number"), rows.ON_A_PAGE
    )
    context: dict[str, Any] = {
        "form": form,
        "members": members,
        "sizes": TEAM_SIZES,
        "teams": [(entry, registration.members_not_in_name(entry.name, entry.team)) for entry in page],
        "page": page,
        "alone": tournament.entries.exclude(kind__in=(Entry.Kind.HOUSE, Entry.Kind.TEAM)).count(),
        "next_round": registration.next_round_number(tournament),
        **rows.suggestions(tournament),
    }
    return render(request, "tournaments/registration/teams.html", context, status=status)


def members_context(entry: Entry, typed: RefusedForm | None = None) -> list[dict[str, Any]]:
    """Return all present and past members of a team; present ones have a form, with the input of `typed`."""
    if not entry.team:
        return []
    found = []
    for member in registration.all_members(entry):
        now = member.to_round is None
        refused = typed.form if typed and now and typed.position == member.position else None
        kept = registration.editable_member_fields(member)
        form = MemberForm(initial=MemberForm.values(kept), auto_id=f"id_member_{member.position}_%s")
        form.carry_values(kept)
        substitute = SubstituteForm(auto_id=f"id_substitute_{member.position}_%s")
        if isinstance(refused, MemberForm):
            form = refused
        elif refused:
            substitute = refused
        found.append(
            {
                "member": member,
                "form": form if now else None,
                "came": _origin_notes(member),
                "substitute": substitute,
                "replacing": substitute.is_bound,
            }
        )
    return found


def _origin_notes(member: Member) -> list[str]:
    """Return number, fee and note of the own entry of a member who was drawn into the team."""
    came_as = member.came_as
    if not came_as:
        return []
    found = [_("registered alone as number %(number)s") % {"number": came_as["number"]}]
    if came_as.get("fee_cents") is not None:
        found.append(money(came_as["fee_cents"]))
    return [*found, *([came_as["note"]] if came_as.get("note") else [])]


def may_join(entry: Entry, *, seated: bool) -> bool:
    """Return whether a further person can join an entry: a team with room, a person before the first game."""
    if entry.kind == Entry.Kind.TEAM:
        return len(entry.team) < registration.MAX_MEMBERS
    return entry.kind == Entry.Kind.PLAYER and not seated
