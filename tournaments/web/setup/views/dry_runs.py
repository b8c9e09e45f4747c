"""Dry runs: a tournament is simulated in the background; its progress and report, on screen and on paper.

During the set-up a dry run belongs to the user who asked for it; later to users who may set the tournament
up.
"""

import secrets

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language

from scoring import DomainError
from tournaments import registration
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.models import Job, Tournament
from tournaments.rounds import stages
from tournaments.transfer import dry_run
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.setup import feasibility
from tournaments.web.setup.dry_run_report import parse_form, report_context
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.setup.views.pages import offered_to

MAX_SEED = 1_000_000


def ask(request: SignedInRequest) -> HttpResponse:
    """Queue a dry run of the tournament as typed so far; nothing else is written."""
    form = SetupForm(request.POST, offered=offered_to(request.user))
    form.full_clean()
    try:
        job = dry_run.queue_dry_run(parse_form(form), by=request.user, seed=_seed(), language=_language())
    except DomainError as refusal:
        if _is_fragment_request(request):
            refused = {"refused": sentences.error_sentence(refusal)}
            return render(request, "tournaments/setup/dry_run.html", refused)
        flash.domain_error(request, refusal)
        return redirect("new_tournament")
    if _is_fragment_request(request):
        return render(request, "tournaments/setup/dry_run.html", report_context(job))
    return redirect("dry_run", job.uid)


def _seed() -> int:
    return secrets.randbelow(MAX_SEED)


def _language() -> str:
    return get_language() or "fr-ca"


def _is_fragment_request(request: HttpRequest) -> bool:
    """Return whether a page requests only the box."""
    return request.headers.get("HX-Request") == "true"


def result(request: SignedInRequest, tournament: Tournament | None = None, *, uid: str) -> HttpResponse:
    """Show the progress or the report of a job: the user's own, or that of a tournament."""
    job = get_object_or_404(dry_run.dry_runs_of(request.user, tournament), uid=uid)
    if _is_fragment_request(request):
        return render(request, "tournaments/setup/dry_run.html", report_context(job, tournament))
    if tournament:
        return redirect("tournament_dry_run", tournament.slug)
    return render(request, "tournaments/setup/dry_run_page.html", report_context(job))


def tournament_dry_run(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show whether and how well the tournament can be played with its entries; a POST queues a dry run."""
    try:
        entered = dry_run.request_from_entries(tournament)
        if request.method == "POST":
            dry_run.queue_dry_run(
                entered, by=request.user, seed=_seed(), language=_language(), tournament=tournament
            )
            return redirect("tournament_dry_run", tournament.slug)
    except DomainError as refusal:
        if request.method == "POST":
            flash.domain_error(request, refusal)
            return redirect("tournament_dry_run", tournament.slug)
        return render(
            request, "tournaments/setup/dry_run_page.html", {"refused": sentences.error_sentence(refusal)}
        )
    rules = stages.qualifying(tournament).rules
    job = dry_run.dry_runs_of(request.user, tournament).first()
    context = {
        "box": feasibility.feasibility_context(
            dry_run.feasibility_of(entered), rules, registration.competing_kind(tournament)
        ),
        "asks": True,
    }
    context |= report_context(job, tournament) if job else {}
    return render(request, "tournaments/setup/dry_run_page.html", context)


def paper(
    request: SignedInRequest, tournament: Tournament | None = None, *, uid: str
) -> HttpResponse | FileResponse:
    """Send the report on paper."""
    job = get_object_or_404(dry_run.dry_runs_of(request.user, tournament), uid=uid, state=Job.State.DONE)
    try:
        file = jobs.result_path(job).open("rb")
    except FileNotFoundError:
        flash.error(request, "paper_gone")
        return redirect("tournament_dry_run", tournament.slug) if tournament else redirect("dry_run", uid)
    return FileResponse(file, filename=jobs.result_name(job), content_type="application/pdf")
