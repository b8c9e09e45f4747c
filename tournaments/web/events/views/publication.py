"""Publish the tournaments of an event together: one click makes their files, one downloads them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.models import Destination, Organisation
from tournaments.publishing.outputs import event_publication
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.events.views.organiser import TEMPLATE_FOLDER, find_event


def publish_page(request: HttpRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Show how far the files of each tournament are."""
    known = find_event(organisation, event)
    tournaments = list(known.public_tournaments())
    newest = event_publication.newest_publications(tournaments)
    states = [(one, newest.get(one.pk)) for one in tournaments]
    uids = [one.uid for one in tournaments]
    destinations = Destination.objects.filter(organisation=organisation)
    context = {
        "organisation": organisation,
        "event": known,
        "states": states,
        "others": known.tournaments().exclude(pk__in=[one.pk for one in tournaments]).count(),
        "unfinished": any(job.state in jobs.UNFINISHED for job in newest.values()),
        "ready": bool(event_publication.newest_publications(tournaments, finished=True)),
        "has_destinations": (
            destinations.filter(tournament_uid=None) | destinations.filter(tournament_uid__in=uids)
        ).exists(),
    }
    return render(request, TEMPLATE_FOLDER + "publish.html", context)


def make(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Request the files of every tournament, and say of which nothing may be published now."""
    known = find_event(organisation, event)
    refused = event_publication.request_all(known, by=request.user, send="send" in request.POST)
    for tournament, refusal in refused:
        why = sentences.error_sentence(refusal)
        words = _("%(name)s: %(why)s") % {"name": tournament.name, "why": why}
        flash.add(request, flash.messages.WARNING, sentences.Sentence(words, why.code))
    return redirect("event_publish", organisation.slug, known.uid)


def download(request: SignedInRequest, organisation: Organisation, event: str) -> HttpResponse:
    """Send the files of all tournaments as one ZIP."""
    known = find_event(organisation, event)
    try:
        content = event_publication.zipped(known, get_language() or settings.LANGUAGE_CODE)
    except DomainError as refusal:
        flash.domain_error(request, refusal)
        return redirect("event_publish", organisation.slug, known.uid)
    name = slugify(known.name)[:60] or "event"
    answer = HttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer
