"""Destinations of publications: set up, tried out, sent to, and the state of each."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.accounts.permissions import may
from tournaments.common import audit_log, jobs
from tournaments.common.messages import sentences
from tournaments.delivery.destinations import editing, queue
from tournaments.delivery.destinations.registry import protocol_of
from tournaments.models import Destination, Job, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.destinations.forms import DestinationForm, initial
from tournaments.web.laptop import views as laptop_views

PAGE = "tournaments/destinations/destination.html"
FIELD_BY_CODE = {
    "destination_host": "host",
    "destination_path": "path",
    "destination_folder": "path",
    "destination_own_folder": "path",
    "destination_read_only": "path",
    "destination_password": "password",
}


def states(tournament: Tournament) -> dict[str, Any]:
    """Return every destination and its state, for the page that publishes."""
    known = list(Destination.for_tournament(tournament))
    made = tournament.jobs.filter(key__in=[one.key for one in known])
    newest = {job.key: job for job in made.order_by("pk")}
    others = jobs.has_running_jobs()
    rows = [{"destination": one, **_state(newest.get(one.key), others=others)} for one in known]
    site = tournament.jobs.filter(kind=folder.KIND, state__in=jobs.UNFINISHED).last()
    awaited = site.args.get("to") if site else []
    for row in rows:
        row["awaits_site"] = not row["unfinished"] and (awaited is None or row["destination"].pk in awaited)
    return {"rows": rows, "unfinished": any(row["unfinished"] or row["awaits_site"] for row in rows)}


def _state(job: Job | None, *, others: bool) -> dict[str, Any]:
    """Return the state of the newest job, why it waits or failed, and further remarks."""
    if job is None:
        return {"job": None, "unfinished": False, "why": ""}
    left_alone = job.state == Job.State.DONE and job.args.get("left_alone")
    code = job.error or jobs.delay_reason(job, others=others)
    why = sentences.sentence(code, {"why": job.args.get("why", "")}) if code in sentences.SENTENCES else ""
    return {
        "job": job,
        "unfinished": job.state in jobs.UNFINISHED,
        "why": why,
        "left_alone": sentences.sentence("front_page_stays") if left_alone else "",
    }


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while something is on its way."""
    return render(request, "tournaments/destinations/destinations.html", {"destinations": states(tournament)})


def destination(request: SignedInRequest, tournament: Tournament, uid: str | None = None) -> HttpResponse:
    """Show the form of a destination, new or existing, with the result of trying it out."""
    known = _find(tournament, uid) if uid else None
    against = _change_refusal_sentence(request, tournament, known)
    form = DestinationForm(
        request.POST or None,
        initial=initial(known) if known else {"kind": Destination.Kind.SFTP},
        here=laptop_views.is_here(request),
        may_be_wide=may(request.user, "send_for_all", tournament),
        kept=bool(known and known.sealed),
    )
    if request.method == "POST" and not against and form.is_valid():
        with sentences.errors_to_form(form, **FIELD_BY_CODE):
            kept = editing.save_destination(tournament, {"wide": False} | form.cleaned_data, known)
            queue.queue_test(tournament, kept)
            flash.success(request, "destination_kept", {"name": kept.name})
            return redirect("publish_to_edit", tournament.slug, kept.uid)
    context = {"form": form, "known": known, "against": against, **_test_context(tournament, known)}
    return render(request, PAGE, context, status=422 if form.errors else 200)


def _change_refusal_sentence(
    request: SignedInRequest, tournament: Tournament, known: Destination | None
) -> Any:
    """Return why this destination cannot be changed here, or None."""
    if known is None:
        return None
    if known.tournament_uid is None and not may(request.user, "send_for_all", tournament):
        return sentences.sentence("destination_not_yours", {"name": known.name})
    if not protocol_of(known).over_network and not laptop_views.is_here(request):
        return sentences.sentence("destination_not_here")
    return None


def _test_context(tournament: Tournament, known: Destination | None) -> dict[str, Any]:
    if known is None:
        return {}
    job = tournament.jobs.filter(key=f"try {known.pk}").order_by("-pk").first()
    return {
        "tried": _state(job, others=jobs.has_running_jobs()),
        "plain": not protocol_of(known).encrypted,
        "of_days": known.kind in Destination.TOURNAMENT_KINDS,
    }


def tried(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Return the result of trying it out, as a fragment that the page polls."""
    known = _find(tournament, uid)
    context = {"known": known, **_test_context(tournament, known)}
    return render(request, "tournaments/destinations/trial_result.html", context)


def try_out(request: SignedInRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Try a destination out; with a key, first trust the server that has this key."""
    known = _find(tournament, uid)
    key = request.POST.get("key", "")
    against = _change_refusal_sentence(request, tournament, known)
    if key and against:
        flash.error(request, against.code, {"name": known.name})
    elif key and editing.accept_key(known, key):
        flash.success(request, "destination_key_kept")
    queue.queue_test(tournament, known)
    return redirect("publish_to_edit", tournament.slug, uid)


def remove(request: SignedInRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Delete a destination, with its password and its waiting jobs."""
    known = _find(tournament, uid)
    if known.tournament_uid is None and not may(request.user, "send_for_all", tournament):
        flash.error(request, "destination_not_yours", {"name": known.name})
        return redirect("publish", tournament.slug)
    for job in Job.objects.filter(key=known.key, state__in=jobs.UNFINISHED):
        jobs.cancel(job)
    known.delete()
    flash.success(request, "destination_gone", {"name": known.name})
    return redirect("publish", tournament.slug)


def send(request: SignedInRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Send the newest files there now; `again`: all of them, whatever was sent before."""
    known = _find(tournament, uid)
    if known.kind in Destination.TOURNAMENT_KINDS:
        queue.queue_transfer(tournament, known)
        return redirect("publish", tournament.slug)
    made = editing.newest_publish_job(tournament)
    if made is None:
        flash.error(request, "destination_nothing_made")
        return redirect("publish", tournament.slug)
    if request.POST.get("again"):
        editing.forget_sent_files(known)
        flash.success(request, "destination_all_again", {"name": known.name})
    folder.send(tournament, made, [known.pk])
    return redirect("publish", tournament.slug)


def stop(request: SignedInRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Cancel what is being sent there."""
    for job in tournament.jobs.filter(key=_find(tournament, uid).key, state__in=jobs.UNFINISHED):
        jobs.cancel(job)
    return redirect("publish", tournament.slug)


def each_game(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Switch on or off that results are sent after each closed game."""
    wanted = request.POST.get("each_game") == "yes"
    with locked(tournament) as current:
        if wanted != bool(current.settings.get(auto_publish.EACH_GAME)):
            current.save_settings(**{auto_publish.EACH_GAME: wanted})
            audit_log.record(current, auto_publish.EACH_GAME, {"wanted": wanted}, by=request.user)
    flash.success(request, "each_game_on" if wanted else "each_game_off")
    return redirect("publish", tournament.slug)


def _find(tournament: Tournament, uid: str) -> Destination:
    return get_object_or_404(Destination.for_tournament(tournament), uid=uid)
