"""The public page of an event, and a projector that shows its tournaments in turn."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page

from tournaments.accounts.permissions import may
from tournaments.models import Event, EventTournament, Stage, Tournament
from tournaments.registration.signup_settings import OPEN, signup_state
from tournaments.web.access import may_follow
from tournaments.web.screens.context import last_command, screen_addresses
from tournaments.web.tournament_rows import tournament_row, with_state

TEMPLATE_FOLDER = "tournaments/events/"


def events_of(tournaments: Sequence[Tournament]) -> list[Event]:
    """Return the events of some tournaments, in their order."""
    return list(dict.fromkeys(event_by_tournament(tournaments).values()))


def event_by_tournament(tournaments: Sequence[Tournament]) -> dict[UUID, Event]:
    """Return the event of each of these tournaments that is in one, in their order."""
    links = EventTournament.objects.filter(tournament_uid__in=[one.uid for one in tournaments])
    found = {one.tournament_uid: one.event for one in links.select_related("event__organisation")}
    return {
        one.uid: found[one.uid]
        for one in tournaments
        if one.uid in found and found[one.uid].organisation_id == one.organisation_id
    }


def new_event_url(organisation: str, tournaments: Iterable[str]) -> str:
    """Return the address at which an event is made, with these tournaments ticked; all are slugs."""
    ticked = urlencode({"tournament": list(tournaments)}, doseq=True)
    return f"{reverse('events', args=[organisation])}?{ticked}"


@gzip_page
def front_page(request: HttpRequest, event: UUID) -> HttpResponse:
    """Show the tournaments of an event that everybody may follow; without any, nothing is known of it."""
    known = get_object_or_404(Event.objects.select_related("organisation"), uid=event)
    shown = list(with_state(known.public_tournaments()))
    if not shown:
        raise Http404
    context = {
        "event": known,
        "manages": may(request.user, "create", known.organisation),
        "rows": [tournament_row(one) for one in shown],
        "places": list(dict.fromkeys(one.place for one in shown if one.place)),
        "first": shown[0].date,
        "last": shown[-1].date,
        "registers": any(signup_state(one) == OPEN for one in shown),
    }
    response = render(request, TEMPLATE_FOLDER + "front_page.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def screen(request: HttpRequest, event: UUID) -> HttpResponse:
    """Lead a projector to the screen of the next tournament, after the one that `?after` names."""
    known = get_object_or_404(Event, uid=event)
    turns = _screen_tournaments(request, known)
    if not turns:
        raise Http404
    slugs = [one.slug for one in turns]
    after = request.GET.get("after")
    tournament = turns[(slugs.index(after) + 1) % len(turns) if after in slugs else 0]
    address = screen_addresses(tournament, known)[_screen_name(tournament)]
    return redirect(address or reverse("standings_screen", args=[tournament.slug]))


def _screen_tournaments(request: HttpRequest, event: Event) -> list[Tournament]:
    """Return the tournaments that a projector shows: those that are played, and those that ended today.

    Before the first begins and after the last, they are all that this reader may follow.
    """
    listed = with_state(event.tournaments().filter(hidden=False).select_related("organisation"))
    followed = [one for one in listed if may_follow(request, one)]
    today = timezone.localdate()
    turns = []
    for one in followed:
        state = one.first_stages[0].state  # type: ignore[attr-defined]
        if state == Stage.State.RUNNING or (state != Stage.State.SETTING_UP and one.date == today):
            turns.append(one)
    return turns or followed


def _screen_name(tournament: Tournament) -> str:
    """Return the name of the screen: that which the remote control asks for, else the seats of a game."""
    asked = str(last_command(tournament)["show"])
    return asked or ("seats" if tournament.seated_now else "standings")  # type: ignore[attr-defined]
