"""Publish: a preview, a button that makes the files, and export of the organiser's own data."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration
from tournaments.common import jobs, sanitize
from tournaments.common.messages import sentences
from tournaments.models import Entry, Job, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import EXPORTS, folder, press, reports, rows, workbook
from tournaments.registration import consent
from tournaments.web import confirm, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.confirm import Confirmation
from tournaments.web.destinations import views as destinations_views
from tournaments.web.job_state import job_state
from tournaments.web.sharing.views import is_public
from tournaments.web.stale_forms import unchanged_since

MAX_JOBS = 6
CONTENT_TYPES = {
    "csv": "application/zip",  # several tables are several files
    "xlsx": workbook.CONTENT_TYPE,
    "json": "application/json",
    "pdf": "application/pdf",
}


def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show under which names and in which ways the tournament is published, and what has been published."""
    data, against = _data_or_obstacle(tournament)
    people = _people(tournament)
    context = {
        "day": data,
        "against": against,
        "people": people,
        "agreed": sum(one["agreed"] for one in people),
        "sample": next((one["sample"] for one in people if not one["agreed"]), None),
        "declared_at": consent.declared_at(tournament),
        "jobs": _jobs(tournament),
        "destinations": destinations_views.states(tournament),
        "each_game": tournament.settings.get(auto_publish.EACH_GAME),
        "exports": EXPORTS,
        "frame": base(request) + reverse("embed", args=[tournament.slug]) if is_public(tournament) else "",
    }
    return render(request, "tournaments/publishing/publish.html", context)


def _data_or_obstacle(tournament: Tournament) -> tuple[rows.TournamentData | None, Any]:
    """Return what can be published now, and why nothing can; one of them is None."""
    try:
        return rows.publishable_data(tournament), None
    except DomainError as refusal:
        return None, sentences.error_sentence(refusal)


def press_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the press texts of both languages, that of the tournament first."""
    try:
        data = rows.publishable_data(tournament)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("publish", tournament.slug)
    files = {name: content.decode() for name, content in press.press_files(data)}
    labels = {"short": _("Short text"), "long": _("Long text, with the first ten")}
    texts = [
        {
            "code": code,
            "title": str(get_language_info(code)["name_local"]).capitalize(),
            "texts": [
                {
                    "file": f"{kind}-{folder_}",
                    "label": label,
                    "text": files[f"{kind}-{folder_}.txt"],
                    "note": press.shortened_names_note(files[f"{kind}-{folder_}.txt"], data),
                }
                for kind, label in labels.items()
            ],
        }
        for code, folder_ in sorted(rows.LANGUAGES.items(), key=lambda one: one[0] != tournament.language)
    ]
    return render(request, "tournaments/publishing/press.html", {"texts": texts})


def press_text(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Send a press text as a file: `short-fr`, `long-fr`, `short-en` or `long-en`."""
    try:
        known = dict(press.press_files(rows.publishable_data(tournament)))
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("publish", tournament.slug)
    if (content := known.get(f"{name}.txt")) is None:
        raise Http404
    answer = HttpResponse(content, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{name}.txt"'
    return answer


def _columns_fingerprint(tournament: Tournament) -> str:
    with translation.override(tournament.language):  # in which the usual headings are worded
        return confirm.fingerprint(reports.columns(tournament))


def federation(
    request: HttpRequest, tournament: Tournament, typed: Mapping[str, str] | None = None
) -> HttpResponse:
    """Show the reports that are available, and the columns of the region's; those `typed` were refused."""
    data, against = _data_or_obstacle(tournament)
    chosen = reports.columns(tournament) if typed is None else typed
    fields = [
        {
            "name": name,
            "usual": field.heading,
            "heading": chosen.get(name, ""),
            "most": reports.MAX_HEADING_LENGTH,
        }
        for name, field in reports.FIELDS.items()
    ]
    context = {
        "against": against,
        "fields": fields,
        "refused": typed is not None,
        "seen": _columns_fingerprint(tournament),
        "with_acc": data is not None and data.standings.has_match_points,
        "report_against": reports_held_sentence(tournament),
    }
    status = 200 if typed is None else 422
    return render(request, "tournaments/publishing/federation.html", context, status=status)


def reports_held_sentence(tournament: Tournament) -> Any:
    """Return why reports are held back although games are closed, or None."""
    return sentences.error_sentence(DomainError("report_hidden")) if reports.are_held(tournament) else None


def _people(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all entries with the names that will be published, and a sample of both ways for each."""
    public = registration.public_names(tournament)
    entries = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("sort_name", "number")
    return [
        {
            "entry": entry,
            "called": public[entry.number],
            "agreed": entry.consented_at is not None,
            "sample": consent.sample(entry),
        }
        for entry in entries
    ]


def _jobs(tournament: Tournament) -> dict[str, Any]:
    made = tournament.jobs.filter(kind=folder.KIND)[:MAX_JOBS]
    others = jobs.has_running_jobs()
    shown = [_job(job, others=others) for job in made]
    return {"rows": shown, "unfinished": any(row["unfinished"] for row in shown)}


def _job(job: Job, *, others: bool) -> dict[str, Any]:
    stands = job_state(job, others=others)
    words = {Job.State.DONE: _("The files are ready."), Job.State.FAILED: str(stands["error"])}
    return stands | {"announcement": words.get(Job.State(job.state), "")}


def job_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while the files are being made."""
    return render(request, "tournaments/publishing/jobs.html", {"jobs": _jobs(tournament)})


def make(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Request the files: a job, which the page then follows."""
    with flash.domain_errors(request):
        to = [int(one) for one in request.POST.getlist("to") if sanitize.parse_int(one) is not None]
        folder.request(tournament, by=request.user, to=to)
    return redirect(reverse("publish", args=[tournament.slug]) + "#jobs")


def declare(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Declare that all consent to their full names, or withdraw that."""
    everybody = request.POST.get("everybody") == "yes"
    page = confirm.run_if_confirmed(
        request,
        locked(tournament),
        lambda held: _consent_question(held, everybody=everybody),
        lambda held: consent.declare(held, everybody, by=request.user),
    )
    if page:
        return page
    flash.success(request, "full_names_declared" if everybody else "full_names_taken_back")
    return redirect("publish", tournament.slug)


def _consent_question(tournament: Tournament, *, everybody: bool) -> Confirmation:
    """Return the confirmation about those whose published name would change: without consent of their own."""
    entries = tournament.entries.filter(consented_at=None).exclude(kind=Entry.Kind.HOUSE)
    with_full = _("Everybody’s full name goes on the Internet")
    return Confirmation(
        title=with_full if everybody else _("First names and initials go on the Internet"),
        label=_("Yes, they were asked and agree") if everybody else _("Yes, take that back"),
        who=list(entries.order_by("sort_name", "number").values_list("name", flat=True)),
        back=reverse("publish", args=[tournament.slug]),
        danger=everybody,
        kind=registration.competing_kind(tournament),
    )


def cancel(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Cancel the job of the files."""
    jobs.cancel(_find(tournament, uid))
    return redirect("publish", tournament.slug)


def retry(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Restart the job of the files."""
    jobs.retry(_find(tournament, uid))
    return redirect("publish", tournament.slug)


def download(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse | FileResponse:
    """Send the finished ZIP."""
    job = _find(tournament, uid, state=Job.State.DONE)
    try:
        file = jobs.result_path(job).open("rb")
    except FileNotFoundError:
        flash.error(request, "files_gone")
        return redirect("publish", tournament.slug)
    return FileResponse(
        file, as_attachment=True, filename=jobs.result_name(job), content_type="application/zip"
    )


def _find(tournament: Tournament, uid: str, **fields: Any) -> Job:
    return get_object_or_404(Job, tournament=tournament, uid=uid, kind=folder.KIND, **fields)


def export(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Send the organiser's own data, with full names."""
    try:
        files = folder.data_files(tournament, kind)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("publish", tournament.slug)
    name, content = files[0] if len(files) == 1 else (f"{tournament.slug}-{kind}.zip", _zip_files(files))
    answer = HttpResponse(content, content_type=CONTENT_TYPES[kind])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def choose_columns(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the columns of the region's report."""
    headings = {name: request.POST.get(name, "") for name in reports.FIELDS}
    with flash.domain_errors(request):
        with unchanged_since(request, tournament, _columns_fingerprint) as held:
            reports.set_columns(held, headings, by=request.user)
        flash.success(request, "report_kept")
        return redirect("publish_federation", tournament.slug)
    tournament.refresh_from_db()
    return federation(request, tournament, headings)


def report(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Send a report with full names: `region-pdf`, `region-xlsx`, `acc-pdf` or `acc-xlsx`."""
    which, _dash, form = kind.partition("-")
    try:
        if which not in reports.KINDS or form not in ("pdf", "xlsx"):
            raise DomainError("no_such_report")
        data = reports.report_data(tournament)
        if which == "acc" and not data.standings.has_match_points:
            raise DomainError("no_such_report")
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("publish_federation", tournament.slug)
    with translation.override(tournament.language):
        headings = reports.columns(tournament)
        made = reports.table(data, which, headings)
        chosen = list(headings) if which == "region" else list(reports.ACC_COLUMNS)
        content = (
            reports.pdf(data, made, chosen)
            if form == "pdf"
            else workbook.workbook_bytes([made], data.name, data.made_at)
        )
    answer = HttpResponse(content, content_type=CONTENT_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{which}.{form}"'
    return answer


def _zip_files(files: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()
