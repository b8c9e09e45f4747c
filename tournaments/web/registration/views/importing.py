"""Import of a list: pasted or from a file, previewed, corrected, and entered whole or not at all."""

from collections.abc import Sequence

from django.contrib.messages import INFO
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.models import Act, Tournament
from tournaments.publishing.explain import join_names
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import Candidate
from tournaments.web import flash
from tournaments.web.registration import club_spellings, pending_import
from tournaments.web.registration.preview import check_teams_decided, is_chosen, preview_page, was_asked

TEMPLATE_FOLDER = "tournaments/registration/"
MAX_NAMED = 8


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Read a pasted list or a file, which waits in the session until it is confirmed."""
    if request.method != "POST":
        return render(
            request, TEMPLATE_FOLDER + "import.html", {"waiting": pending_import.waiting(request, tournament)}
        )
    file, pasted = request.FILES.get("file"), request.POST.get("pasted", "")
    try:
        if file is not None:
            if (file.size or 0) > list_files.MAX_BYTES:
                raise DomainError("file_too_big", most=list_files.MEGABYTES)
            readings = list_files.read_file(file.read())
        else:
            readings = [list_files.Reading("", "", list_files.read_text(pasted))]
    except DomainError as refusal:
        context = {
            "refusal": sentences.error_sentence(refusal),
            "pasted": pasted,
            "from_file": file is not None,
        }
        return render(request, TEMPLATE_FOLDER + "import.html", context, status=422)
    source = (file.name or "")[:80] if file is not None else ""
    pending_import.store(request, tournament, pending_import.pending_list(tournament, readings, source))
    return redirect("roster_preview", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what would be entered, with columns to correct; only the last button enters it."""
    pending = pending_import.waiting(request, tournament)
    if request.method != "POST":
        return (
            preview_page(request, tournament, pending)
            if pending
            else redirect("roster_import", tournament.slug)
        )
    token = request.POST.get("token", "")
    if not pending or pending["token"] != token:
        return _answer_second_click(request, tournament, token)
    if pending_import.apply_corrections(request, tournament, pending):
        pending_import.store(request, tournament, pending)
    elif request.POST.get("do") == "enter":
        return _enter(request, tournament, pending)
    elif request.POST.get("do") == "know":
        return _remember_people(request, tournament, pending)
    if request.htmx:  # type: ignore[attr-defined]
        return preview_page(request, tournament, pending)
    return redirect("roster_preview", tournament.slug)


def _enter(
    request: HttpRequest, tournament: Tournament, pending: pending_import.PendingImport
) -> HttpResponse:
    try:
        columns.check_order_decided(pending["roles"])
        entered = registration.entered_people(tournament)
        people = [person for person in pending_import.people(tournament, pending, entered) if person.draft]
        check_teams_decided(people)
        if _import_act(tournament, pending["token"]):  # the first of two clicks was faster
            return _answer_second_click(request, tournament, pending["token"])
        doubtful = [person for person in people if person.is_doubtful]
        if not all(was_asked(request, person) for person in doubtful):
            sentence = sentences.Sentence(
                _(
                    "Since you opened this page, other people with similar names were entered. Choose "
                    "for them too."
                ),
                "roster_alike",
            )
            return preview_page(request, tournament, pending, sentence)
        chosen = [one for one in people if not one.is_doubtful or is_chosen(request, one)]
        skipped = [one for one in doubtful if not is_chosen(request, one)]
        drafts = club_spellings.unify_clubs(request, tournament, chosen, entered)
        if not drafts:
            pending_import.forget(request, tournament)
            flash.add(request, INFO, sentences.sentence("nobody_entered"))
            return redirect("registration", tournament.slug)
        act, _new = registration.import_roster(
            tournament,
            drafts,
            token=pending["token"],
            by=request.user,  # type: ignore[arg-type]
            source=pending["source"],
            columns=pending_import.roles_by_heading(pending),
            compared_with=entered,
        )
    except DomainError as refusal:
        return preview_page(request, tournament, pending, sentences.error_sentence(refusal))
    pending_import.forget(request, tournament)
    _report_entered(request, tournament, act)
    _report_skipped(request, skipped)
    return redirect("registration", tournament.slug)


def _remember_people(
    request: HttpRequest, tournament: Tournament, pending: pending_import.PendingImport
) -> HttpResponse:
    """Store the people of a list as known, to be suggested while typing; none of them is entered."""
    try:
        columns.check_order_decided(pending["roles"])
        entered = registration.entered_people(tournament)
        people = [person for person in pending_import.people(tournament, pending, entered) if person.draft]
        check_teams_decided(people)
        sure = [one for one in people if not one.doubt or is_chosen(request, one)]
        drafts = club_spellings.unify_clubs(request, tournament, sure, entered)
    except DomainError as refusal:
        return preview_page(request, tournament, pending, sentences.error_sentence(refusal))
    count = registration.remember_people(tournament, drafts)
    pending_import.forget(request, tournament)
    flash.success(request, "more_known", {"count": count})
    return redirect("registration", tournament.slug)


def _answer_second_click(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Answer the second of two clicks like the first; or report that the list is no longer kept."""
    act = _import_act(tournament, token)
    if act:
        _report_entered(request, tournament, act)
        return redirect("registration", tournament.slug)
    flash.warning(request, "list_not_kept")
    return redirect("roster_import", tournament.slug)


def _import_act(tournament: Tournament, token: str) -> Act | None:
    return tournament.acts.filter(kind="import", args__token=token).first() if token else None


def _report_entered(request: HttpRequest, tournament: Tournament, act: Act) -> None:
    undo = reverse("registration_undo", args=[tournament.slug, act.version])
    teams = tournament.entries.filter(number__in=act.args["entries"]).values_list("team", flat=True)
    flash.success(request, "list_entered", {"count": sum(max(1, len(team)) for team in teams)}, undo=undo)


def _report_skipped(request: HttpRequest, people: Sequence[Candidate]) -> None:
    """Report which rows were left out; those of people who are already entered come last."""
    if people:
        ordered = sorted(people, key=lambda person: person.is_here)
        names = [_("%(name)s (row %(row)s)") % {"name": one.name, "row": one.row} for one in ordered]
        words = {"count": len(people), "names": join_names(names, MAX_NAMED)}
        flash.add(request, INFO, sentences.sentence("rows_left_out", words))
