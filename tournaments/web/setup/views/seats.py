"""Seats from a file: uploaded, checked line by line, and made the pairing system by one button."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.pairing.seats_file_parser import Plan
from tournaments.registration import list_files
from tournaments.rounds import stages
from tournaments.transfer import seats_file
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.setup import words as setup_words

TEMPLATE = "tournaments/setup/seats_file.html"
MAX_SHOWN = 60


@require_http_methods(["GET", "HEAD", "POST"])
def seats_file_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form of a file; a POST shows its findings and changes nothing."""
    if not stages.qualifying(tournament).rules["rounds"]:
        return redirect("setup", tournament.slug)  # a knock-out has no games to seat
    if request.method != "POST":
        return _render_page(request, tournament)
    file, pasted = request.FILES.get("file"), request.POST.get("pasted", "")
    name = (file.name or "")[: seats_file.MAX_NAME_LENGTH] if file else ""
    try:
        plan = _read_plan(tournament, file, pasted)
    except DomainError as refusal:
        context = {
            "refusal": sentences.error_sentence(refusal),
            "pasted": pasted,
            "from_file": file is not None,
        }
        return _render_page(request, tournament, status=422, **context)
    return _render_page(request, tournament, pasted=pasted, **_plan_context(tournament, plan, name))


def _read_plan(tournament: Tournament, file: Any, pasted: str) -> Plan:
    if file is None:
        return seats_file.read_text(tournament, pasted)
    if (file.size or 0) > list_files.MAX_BYTES:
        raise DomainError("file_too_big", most=list_files.MEGABYTES)
    return seats_file.read_file(tournament, file.read())


def _plan_context(tournament: Tournament, plan: Plan, name: str) -> dict[str, Any]:
    faults = seats_file.faults_of_plan(tournament, plan)
    hard, soft = ([one for one in faults if one.hard == wanted] for wanted in (True, False))
    names = registration.distinct_names(tournament.entries.values_list("number", "name", "club"))
    return {
        "plan": plan,
        "name": name,
        "lines": "" if hard else plan.as_text(),
        "hard": [seats_file.describe_fault(one, names) for one in hard[:MAX_SHOWN]],
        "soft": [seats_file.describe_fault(one, names) for one in soft[:MAX_SHOWN]],
        "hard_left": max(0, len(hard) - MAX_SHOWN),
        "soft_left": max(0, len(soft) - MAX_SHOWN),
        "games": [
            {
                "number": game,
                "tables": [
                    {"table": one.table, "people": [(number, names.get(number, "")) for number in one.people]}
                    for one in tables
                ],
            }
            for game, tables in enumerate(plan.rounds, 1)
        ],
    }


def _render_page(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any
) -> HttpResponse:
    stage = stages.qualifying(tournament)
    followed = seats_file.has_seats_file(stage)
    context |= {
        "followed": setup_words.seats_file_sentence(stage.rules) if followed else "",
        "seated": stages.is_seated(stage),
        "has_three": stage.rules["odd"] == "three",
    }
    return render(request, TEMPLATE, context, status=status)


def use(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Make the file that was shown the pairing system of the tournament; it is checked again."""
    lines, name, plan = request.POST.get("lines", ""), request.POST.get("name", ""), None
    try:
        plan = seats_file.read_text(tournament, lines)
        seats_file.use(tournament, plan, name=name, by=request.user)
    except DomainError as refusal:  # a round was seated, or a player has left, since the file was shown
        context = _plan_context(tournament, plan, name[: seats_file.MAX_NAME_LENGTH]) if plan else {}
        context |= {"refusal": sentences.error_sentence(refusal), "pasted": lines}
        return _render_page(request, tournament, status=422, **context)
    flash.success(request, "file_of_seats_used")
    return redirect("setup", tournament.slug)


def put_away(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Let the format seat the games again."""
    with flash.domain_errors(request):
        seats_file.discard(tournament, by=request.user)
        flash.success(request, "file_of_seats_away")
        return redirect("setup", tournament.slug)
    return redirect("seats_file", tournament.slug)


def model(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send a sample file."""
    rows = seats_file.model_rows(stages.qualifying(tournament), heading=(_("Game"), _("Table")))
    return _csv(rows, _("seats-sample.csv"))


def file(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the file that the tournament follows; without one, redirect to the form."""
    stage = stages.qualifying(tournament)
    if not seats_file.has_seats_file(stage):
        return redirect("seats_file", tournament.slug)
    rows = [line.split(";") for line in seats_file.text_of(stage).splitlines()]
    return _csv(rows, _("seats-%(tournament)s.csv") % {"tournament": tournament.slug})


def _csv(rows: Sequence[Sequence[Any]], name: str) -> HttpResponse:
    response = HttpResponse(list_files.csv_bytes(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
