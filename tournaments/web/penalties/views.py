"""Penalties: written by a judge, listed with their lines, taken back by another line."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Meeting, Tournament
from tournaments.publishing import penalties
from tournaments.publishing.explain import join_names
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import RecordedPenalty
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.penalties.forms import PenaltyForm
from tournaments.web.penalties.words import game_label


def penalties_page(
    request: HttpRequest, tournament: Tournament, form: PenaltyForm | None = None, refused: str = ""
) -> HttpResponse:
    """Show every penalty of the tournament, and to a judge the form of another; `refused`: the refusal."""
    form = form or _form(request, tournament)
    called = registration.NamesInRound(tournament)
    meeting = form.initial.get("meeting")
    context = {
        "form": form,
        "meeting": meeting.uid if meeting else "",
        "playable": bool(form.fields["game"].choices),  # type: ignore[attr-defined]
        "nonce": request.POST.get("nonce") or uuid.uuid4().hex,
        "refused": refused,
        "points_rank": penalties.points_off_rank(stages.qualifying(tournament).rules),
        "rows": [_row(one, called) for one in reversed(scores.recorded_penalties(tournament))],
    }
    return render(
        request, "tournaments/penalties/penalties.html", context, status=422 if form.is_bound else 200
    )


def _form(request: HttpRequest, tournament: Tournament, *, posted: bool = False) -> PenaltyForm:
    asked = request.POST if posted else request.GET
    initial: dict[str, Any] = {name: asked[name] for name in ("game", "number", "why") if name in asked}
    return PenaltyForm(
        request.POST if posted else None,
        tournament=tournament,
        initial=initial | {"meeting": _linked_meeting(tournament, asked.get("meeting", ""))},
    )


def _linked_meeting(tournament: Tournament, uid: str) -> Meeting | None:
    """Return the table from which the desk links, or None."""
    try:
        known = Meeting.objects.filter(uid=uuid.UUID(uid), void_act=None, round__stage__tournament=tournament)
    except ValueError:
        return None
    return known.first()


def _row(ruled: RecordedPenalty, called: registration.NamesInRound) -> dict[str, Any]:
    line, round_ = ruled.line, ruled.line.meeting.round
    names = called.in_round(round_.number if round_.stage.order == 1 else None)
    who = join_names([names.get(number, f"#{number}") for number in ruled.penalty.offenders])
    return {
        "line": line,
        "who": who,
        "where": game_label(round_, line.game, line.meeting.games_planned),
        "table": line.meeting.place.number if line.meeting.place else None,
        "text": penalties.sentence(ruled.penalty, round_.stage.rules),
        "by": line.user.shown_name if line.user else line.get_by_display(),
        "taken_back": ruled.taken_back,
        "nonce": uuid.uuid4().hex,
    }


def write(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Write a penalty."""
    form = _form(request, tournament, posted=True)
    if not form.is_valid():
        return penalties_page(request, tournament, form)
    stage, round_, game = form.in_game()
    number = int(form.cleaned_data["number"])
    try:
        meeting = scores.entry_meeting(tournament, stage, round_, number, request.POST.get("meeting", ""))
        answer = scores.penalise(
            meeting,
            game=game,
            number=number,
            takes=form.effect(),
            why=form.reason(),
            nonce=request.POST.get("nonce", "")[:64],
            user=request.user,
        )
    except DomainError as refusal:
        return penalties_page(request, tournament, form, error_sentence(refusal))
    flash.success(request, "penalty_written", {"line": answer.line.number})
    flash.notices(request, answer)
    return redirect("penalties", tournament.slug)


def take_back(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a penalty back, by another line."""
    nonce = request.POST.get("nonce", "")[:64]
    with flash.domain_errors(request):
        answer = scores.take_back(tournament, number, nonce=nonce, user=request.user)
        flash.success(request, "penalty_taken_back", {"line": answer.line.number})
        flash.notices(request, answer)
    return redirect("penalties", tournament.slug)
