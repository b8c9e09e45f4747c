"""Partners drawn among those who registered alone: previewed, entered, separated again."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import registration
from tournaments.accounts import permissions
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing.explain import join_names
from tournaments.registration import partner_draw
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.registration.forms import STRENGTH_ORDERS, STRENGTH_PREFIX, PartnersForm

MAX_EARLIER = 30


def partners(
    request: SignedInRequest, tournament: Tournament, form: PartnersForm | None = None, refused: str = ""
) -> HttpResponse:
    """Show the draw that is not entered yet, the form, and all who play alone."""
    form = form or _form(request, tournament)
    proposal = partner_draw.proposal(tournament)
    form.fields["reason"].required = proposal is not None  # as the page shows it
    names = dict(tournament.entries.values_list("number", "name"))
    entered = tournament.acts.filter(kind=partner_draw.ENTERED, undone_by=None).order_by("-version").first()
    found = proposal.drawn.teams if proposal else ()
    against = partner_draw.draw_obstacle(tournament, partner_draw.singles(tournament))
    context = {
        "form": form,
        "refused": refused,
        "proposal": proposal,
        "teams": [[(number, names.get(number, f"#{number}")) for number in team] for team in found],
        "broken": [_join_names(group, names) for group in proposal.drawn.broken] if proposal else [],
        "together": [_join_names(pair, names) for pair in proposal.drawn.together] if proposal else [],
        "entered": entered,
        "earlier": _earlier_tournaments(request, tournament),
        "begun": registration.has_begun(tournament),
        "once_seated": bool(entered and registration.ever_seated(partner_draw.teams_of(entered))),
        "not_drawn": sentences.error_sentence(against) if against else "",
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/registration/partners.html", context, status=status)


def _form(request: SignedInRequest, tournament: Tournament) -> PartnersForm:
    """Return the form of the last draw, with the ranks of an earlier tournament if one is chosen."""
    people, last = partner_draw.singles(tournament), partner_draw.proposal(tournament)
    initial: dict[str, Any] = {"first": STRENGTH_ORDERS[0][0]}
    if last:
        wanted = partner_draw.request_from_act(last.act)
        initial |= {name: getattr(wanted, name) for name in ("size", "how", "uneven", "clubs_apart")}
        initial["wishes"] = "\n".join(" ".join(map(str, wish)) for wish in wanted.wishes)
        initial |= {f"{STRENGTH_PREFIX}{number}": rank for number, rank in wanted.ranks.items()}
    earlier = next(
        (one for one in _earlier_tournaments(request, tournament) if one.slug == request.GET.get("from")),
        None,
    )
    if earlier:
        initial["how"] = partner_draw.BALANCED
        ranks = partner_draw.ranks_of(tournament, earlier)
        initial |= {f"{STRENGTH_PREFIX}{number}": rank for number, rank in ranks.items()}
    return PartnersForm(people, initial=initial)


def _earlier_tournaments(request: SignedInRequest, tournament: Tournament) -> list[Tournament]:
    """Return the official tournaments of the organisation that the reader may see, the newest first."""
    known = permissions.tournaments_of(request.user).filter(organisation=tournament.organisation_id)
    official = known.filter(publications__official=True).exclude(pk=tournament.pk).distinct()
    return list(official.order_by("-date", "-pk")[:MAX_EARLIER])


def _join_names(numbers: tuple[int, ...], names: dict[int, str]) -> str:
    return join_names([names.get(number, f"#{number}") for number in numbers], len(numbers))


def draw_them(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Draw, or draw again with a reason; the seed is chosen by the program and shown."""
    form = PartnersForm(partner_draw.singles(tournament), request.POST)
    if not form.is_valid():
        return partners(request, tournament, form)
    seed = secrets.randbelow(partner_draw.MAX_SEED)
    try:
        partner_draw.draw(
            tournament, form.wanted(), seed=seed, reason=form.cleaned_data["reason"], by=request.user
        )
    except DomainError as refusal:
        return partners(request, tournament, form, sentences.error_sentence(refusal))
    flash.success(request, "partners_drawn")
    return redirect("partners", tournament.slug)


def enter(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Enter the pairs or teams as they were drawn."""
    with flash.domain_errors(request):
        partner_draw.enter(tournament, version, by=request.user)
        flash.success(request, "partners_entered")
        return redirect("teams", tournament.slug)
    return redirect("partners", tournament.slug)
