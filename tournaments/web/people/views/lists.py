"""Lists of people as files: brought, previewed, loaded; and the people that are known, for spreadsheets."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.text import slugify

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.common.spreadsheets.table import MEMBERS_LIMITS
from tournaments.models import Organisation
from tournaments.organisations import people_import, people_tables
from tournaments.organisations.locks import organisation_lock
from tournaments.publishing.outputs import workbook as books
from tournaments.registration import columns, list_files
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.people import pending_list
from tournaments.web.people.forms import BringForm, ColumnsForm
from tournaments.web.people.views.known import TEMPLATE_FOLDER, found_people

MAX_SHOWN = 20


def bring(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Read a file, which waits until it is confirmed."""
    form = BringForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_valid():
        with sentences.errors_to_form(form, "file"):
            pending_list.store(request, organisation, _read_list(form.cleaned_data))
            return redirect("players_preview", organisation.slug)
    context = {
        "organisation": organisation,
        "form": form,
        "last_load": people_import.last_load(organisation),
    }
    return render(request, TEMPLATE_FOLDER + "import.html", context, status=422 if form.errors else 200)


def _read_list(given: dict[str, Any]) -> pending_list.Pending:
    """Return the first reading of a file, with the columns as they are guessed. Raises `DomainError`."""
    file = given["file"]
    if file.size > MEMBERS_LIMITS.megabytes * 1_000_000:
        raise DomainError("file_too_big", most=MEMBERS_LIMITS.megabytes)
    rows = list_files.read_file(file.read(), MEMBERS_LIMITS)[0].shown
    guess = columns.guess(rows)
    return {
        "rows": rows,
        "heading": guess.heading,
        "titles": list(guess.titles),
        "roles": [role if role in ColumnsForm.ROLES else "" for role in guess.roles],
        "is_member_list": given["is_member_list"],
        "on": given["on"].isoformat(),
    }


def preview(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show what a list would change, with its columns to correct; only the last button loads it."""
    pending = pending_list.waiting(request, organisation)
    if pending is None:
        if request.method == "POST":
            flash.warning(request, "list_not_kept")
        return redirect("players_import", organisation.slug)
    form = ColumnsForm(pending, request.POST if request.method == "POST" else None)
    try:
        if form.is_valid():
            if form.roles != pending["roles"]:
                pending["roles"] = form.roles
                pending_list.store(request, organisation, pending)
            elif request.POST.get("do") == "load":
                return _load(request, organisation, pending)
        context = _comparison(organisation, pending)
    except DomainError as refusal:
        context = {"refusal": sentences.error_sentence(refusal)}
    context |= {"organisation": organisation, "form": form, "pending": pending}
    return render(
        request, TEMPLATE_FOLDER + "preview.html", context, status=422 if "refusal" in context else 200
    )


def _comparison(organisation: Organisation, pending: pending_list.Pending) -> dict[str, Any]:
    """Return how many rows are new and so on, and the first of each. Raises `DomainError`."""
    found = people_import.compare(organisation, pending["rows"], pending["roles"], pending["heading"])
    if not pending["is_member_list"]:
        found.left = []
    return {
        "found": found,
        "new": found.new[:MAX_SHOWN],
        "changed": found.changed[:MAX_SHOWN],
        "left": found.left[:MAX_SHOWN],
        "refused": [(row, sentences.error_sentence(why)) for row, why in found.refused[:MAX_SHOWN]],
    }


def _load(
    request: SignedInRequest, organisation: Organisation, pending: pending_list.Pending
) -> HttpResponse:
    with organisation_lock(organisation):
        found = people_import.compare(organisation, pending["rows"], pending["roles"], pending["heading"])
        act = people_import.load(
            organisation,
            found,
            is_member_list=pending["is_member_list"],
            on=parse_date(pending["on"]) or timezone.localdate(),
            by=request.user,
        )
    pending_list.forget(request, organisation)
    undo = f"{reverse('players_undo', args=[organisation.slug])}?act={act.pk}"
    flash.success(request, "people_loaded", act.args, undo=undo)
    return redirect("players", organisation.slug)


def workbook(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Send the people that the list shows as a workbook."""
    found = people_tables.table(found_people(request, organisation).iterator())
    content = books.workbook_bytes([found], organisation.name, timezone.now())
    return _file(organisation, HttpResponse(content, content_type=books.CONTENT_TYPE), "xlsx")


def csv(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Send the people that the list shows as CSV."""
    found = people_tables.table(found_people(request, organisation).iterator())
    content = list_files.csv_bytes(found.lines)
    return _file(organisation, HttpResponse(content, content_type="text/csv; charset=utf-8"), "csv")


def _file(organisation: Organisation, answer: HttpResponse, kind: str) -> HttpResponse:
    name = slugify(organisation.name) or "people"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer
