"""The first page: an organiser's tournaments, or the public ones of today."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, cast

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournaments.accounts.permissions import PERMISSIONS, may, tournaments_of
from tournaments.models import Organisation, Season, Stage, Tournament
from tournaments.rounds import stages
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.events.views.public import event_by_tournament, events_of, new_event_url
from tournaments.web.tournament_rows import tournament_row, with_state

PAST_DAYS = timedelta(days=7)
COMING_DAYS = timedelta(days=14)
ON_A_PAGE = 25


def home(request: HttpRequest) -> HttpResponse:
    """Show an organiser's tournaments, or those that visitors may follow today."""
    if request.user.is_authenticated:
        return _organiser_page(cast(SignedInRequest, request))
    today = timezone.localdate()
    near = Q(date__range=(today - PAST_DAYS, today + COMING_DAYS))
    public = Tournament.objects.filter(live=True, hidden=False, visibility=Tournament.Visibility.PUBLIC)
    followed = list(with_state(public.filter(near | stages.current_tournament_filter())))
    rows = [tournament_row(tournament) for tournament in followed]
    page = {
        "events": events_of(followed),
        "seasons": _public_seasons(followed),
        "today": [row for row in rows if row["date"] == today or row["playing"]],
        "others": [row for row in rows if row["date"] != today and not row["playing"]],
        "empty": not rows and not Tournament.objects.exists(),
    }
    return render(request, "tournaments/home/visitor.html", page)


def _public_seasons(tournaments: Sequence[Tournament]) -> list[Season]:
    """Return the public seasons for which some of these tournaments of their organisation count."""
    counted = Q(pk__in=())
    for organisation in {one.organisation_id for one in tournaments}:
        uids = [one.uid for one in tournaments if one.organisation_id == organisation]
        counted |= Q(organisation=organisation, evenings__tournament_uid__in=uids)
    return list(Season.objects.filter(counted, public=True).distinct())


def _organiser_page(request: SignedInRequest) -> HttpResponse:
    """Show the tournaments of an organiser: what is being played first, then the newest."""
    every = tournaments_of(request.user)
    visible = every if "hidden" in request.GET else every.filter(hidden=False)
    q = request.GET.get("q", "").strip()
    playing = [] if q else [one.pk for one in visible.filter(stages.current_tournament_filter())]
    found = paging.search_tournaments(visible, q).exclude(pk__in=playing)
    page = paging.page_of(request, found, ON_A_PAGE)
    shown = [*(playing if page.number == 1 else ()), *(one.pk for one in page)]
    tournaments = list(with_state(every.filter(pk__in=shown).select_related("organisation")))
    rows = [tournament_row(one, request.user) for one in tournaments]
    events, same_day = _events(tournaments, request.user)
    rows.sort(key=lambda row: not row["playing"])  # in front, whatever the date; the others stay in order
    seen = set()  # formats: the next tournament of one can be set up like the newest that is finished
    for row in rows:
        if row["finished"] and not row["example"] and row["of"] not in seen:
            seen.add(row["of"])
            row["again"] = True
    directed = list(
        _counted_organisations().filter(pk__in=_directed_organisations(request.user)).order_by("name")
    )
    context = {
        "mine": rows,
        "events": events,
        "same_day": same_day,
        "page": page,
        "q": q,
        "left_out": 0 if "hidden" in request.GET else every.filter(hidden=True).count(),
        "offer_example": not every.filter(example=True).exists(),
        "organisations": directed,
        "with_seasons": directed or _only_organisation(request.user),
        "earlier_data": settings.EARLIER_DATA if request.user.is_superuser else "",
        "data_folder": settings.DATA_DIR,
    }
    return render(request, "tournaments/home/organiser.html", context)


def _events(tournaments: Sequence[Any], user: Any) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the events of tournaments that are not over, and the days to come with several in no event.

    Events are of organisations in which this user registers people, days of those in which they make events.
    """
    going = [
        one
        for one in tournaments
        if not (one.example or one.hidden)
        and one.first_stages[0].state != Stage.State.FINISHED
        and may(user, "register", one.organisation)
    ]
    known = event_by_tournament(going)
    by_day: dict[tuple[str, date], list[str]] = {}
    for one in going:
        makes = may(user, "create", one.organisation)
        if makes and one.uid not in known and one.date >= timezone.localdate():
            by_day.setdefault((one.organisation.slug, one.date), []).append(one.slug)
    same_day = [
        {"date": on, "url": new_event_url(own, slugs)}
        for (own, on), slugs in by_day.items()
        if len(slugs) > 1
    ]
    events = [
        {
            "name": event.name,
            "uid": event.uid,
            "url": reverse("event", args=[event.organisation.slug, event.uid])
            if may(user, "create", event.organisation)
            else reverse("event_door", args=[event.uid]),
        }
        for event in dict.fromkeys(known.values())
    ]
    return events, same_day


def _directed_organisations(user: Any) -> list[int]:
    """Return the organisations whose helpers this user manages; a superuser has a page with all of them."""
    held = [
        role
        for role in user.current_roles
        if role.role in PERMISSIONS["manage_helpers"] and role.organisation_id
    ]
    return [] if user.is_superuser else [role.organisation_id for role in held]


def _only_organisation(user: Any) -> list[Organisation]:
    """Return the one organisation of a laptop for a superuser; those of a server are on their own page."""
    every = list(_counted_organisations().order_by("name")[:2]) if user.is_superuser else []
    return every if len(every) == 1 else []


def _counted_organisations() -> QuerySet[Organisation]:
    """Return the organisations with the number of their tournaments: an event needs two."""
    return Organisation.objects.annotate(
        tournament_count=Count("tournaments", filter=Q(tournaments__live=True, tournaments__example=False))
    )


def example(request: SignedInRequest) -> HttpResponse:
    """Make the example and go there; a second click finds the one that the first has made.

    A GET, as after signing in, offers the button again.
    """
    if request.method != "POST":
        return render(request, "tournaments/home/practice.html")
    from tournaments.transfer.simulated_tournament import make_example

    tournament = make_example(request.user)
    flash.success(request, "example_made")
    return redirect("standings", tournament.slug)
