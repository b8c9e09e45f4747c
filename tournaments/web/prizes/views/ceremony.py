"""The page with one button for everything at the end: papers of the ceremony, press text, publication."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common import job_delays
from tournaments.common.messages import sentences
from tournaments.models import Job, Tournament
from tournaments.publishing import ceremony, ceremony_papers, papers
from tournaments.publishing.outputs import folder, press
from tournaments.publishing.outputs import rows as output_rows
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.papers.views import how_it_stands


def ceremony_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the button, what it made, and the press text to be copied."""
    against = ceremony_papers.obstacle(tournament)
    context = {
        "against": sentences.error_sentence(against) if against else "",
        "secret": ceremony.is_secret(tournament),
        "press": _press(tournament),
        "jobs": _jobs(tournament),
    }
    return render(request, "tournaments/prizes/ceremony.html", context)


def _press(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the short text in both languages: (language, text); none before it may leave the hall."""
    try:
        day = output_rows.gather(tournament)
    except DomainError:
        return []
    if not day.is_official:
        return []
    texts = []
    for language in output_rows.LANGUAGES:
        with translation.override(language):
            texts.append((language, press.short(day)))
    return texts


def _jobs(tournament: Tournament) -> dict[str, Any]:
    others = job_delays.being_worked_on()
    shown = [_job(tournament, job, others=others) for job in ceremony_papers.jobs_of(tournament)]
    return {"rows": shown, "unfinished": any(row["unfinished"] for row in shown)}


def _job(tournament: Tournament, job: Job, *, others: bool) -> dict[str, Any]:
    internet = job.kind == folder.KIND
    return how_it_stands(job, others=others) | {
        "title": _("Files for the Internet") if internet else papers.PAPER_TYPES[job.kind].title,
        "url": reverse("publish_download" if internet else "paper", args=[tournament.slug, job.uid]),
        "internet": internet,
    }


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while something is being made."""
    return render(request, "tournaments/prizes/ceremony_jobs.html", {"jobs": _jobs(tournament)})


def make(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Request all papers of the ceremony and the publication."""
    args = {"base": base(request), "language": tournament.language, "small": False}
    with flash.domain_errors(request):
        _made, left_out = ceremony_papers.make(tournament, args, by=request.user)
        if left_out:
            flash.domain_error(request, left_out)
    return redirect(reverse("ceremony", args=[tournament.slug]) + "#made")
