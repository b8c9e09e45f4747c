"""A dry run as pages show it: requested with the values of a form, running, or with its report."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from tournaments.common import jobs
from tournaments.models import Job, Tournament, User
from tournaments.publishing.names import name_of_format
from tournaments.transfer import dry_run
from tournaments.web.job_state import job_state
from tournaments.web.setup.forms.form import SetupForm


def parse_form(form: SetupForm) -> dry_run.DryRunRequest:
    """Return the tournament as it is typed so far."""
    rules, given = form.rules(), form.field_values()
    return dry_run.request_from_rules(
        rules,
        int(given["expected"]),
        given["name"] or name_of_format(rules),
        given["place"] or "",
        given["date"] or timezone.localdate(),
        given["paper"],
    )


def of_form(form: SetupForm, user: User) -> dict[str, Any] | None:
    """Return the dry run of exactly this form by `user`, for the box; None without one, or if it changed."""
    if form.tournament or not form.is_bound or "date" not in form.fields:
        return None
    job = dry_run.matching_dry_run(parse_form(form), by=user)
    return report_context(job) if job else None


def report_context(job: Job, tournament: Tournament | None = None) -> dict[str, Any]:
    """Return the context of `setup/dry_run.html` for a job."""
    slug = [tournament.slug] if tournament else []
    report = dry_run.report_of(job)
    return job_state(job, others=jobs.has_running_jobs()) | {
        "rows": dry_run.describe_report(report) if report else [],
        "url": reverse("tournament_dry_run_result" if tournament else "dry_run", args=[*slug, job.uid]),
        "paper_url": reverse(
            "tournament_dry_run_paper" if tournament else "dry_run_paper", args=[*slug, job.uid]
        ),
    }
