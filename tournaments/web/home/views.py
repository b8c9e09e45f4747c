"""The first page: an organiser's tournaments, or the public ones of today."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import BooleanField, Count, ExpressionWrapper, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournaments import registration
from tournaments.accounts.permissions import PERMISSIONS, may, tournaments_of
from tournaments.models import Entry, Organisation, Presence, Round, Stage, Tournament
from tournaments.rounds import stages
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest

RECENT = timedelta(days=7)
COMING = timedelta(days=14)
ON_A_PAGE = 25


def home(request: HttpRequest) -> HttpResponse:
    """Show an organiser's tournaments, or those that visitors may follow today."""
    if request.user.is_authenticated:
        return _of_organiser(request)
    today = timezone.localdate()
    near = Q(date__range=(today - RECENT, today + COMING))
    public = Tournament.objects.filter(live=True, hidden=False, visibility=Tournament.Visibility.PUBLIC)
    followed = _with_state(public.filter(near | stages.being_played()))
    rows = [_tournament_row(tournament) for tournament in followed]
    page = {
        "today": [row for row in rows if row["date"] == today or row["playing"]],
        "others": [row for row in rows if row["date"] != today and not row["playing"]],
        "empty": not rows and not Tournament.objects.exists(),
    }
    return render(request, "tournaments/home/visitor.html", page)


def _of_organiser(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of an organiser: what is being played first, then the newest."""
    every = tournaments_of(request.user)
    visible = every if "hidden" in request.GET else every.filter(hidden=False)
    q = request.GET.get("q", "").strip()
    playing = [] if q else [one.pk for one in visible.filter(stages.being_played())]
    found = paging.search(visible, q, "name", "place").exclude(pk__in=playing)
    page = paging.page_of(request, found, ON_A_PAGE)
    shown = [*(playing if page.number == 1 else ()), *(one.pk for one in page)]
    rows = [_tournament_row(one, request.user) for one in _with_state(every.filter(pk__in=shown))]
    rows.sort(key=lambda row: not row["playing"])  # in front, whatever the date; the others stay in order
    seen = set()  # formats: the next tournament of one can be set up like the newest that is finished
    for row in rows:
        if row["finished"] and not row["example"] and row["of"] not in seen:
            seen.add(row["of"])
            row["again"] = True
    directed = list(Organisation.objects.filter(pk__in=_directed(request.user)).order_by("name"))
    context = {
        "mine": rows,
        "page": page,
        "q": q,
        "left_out": 0 if "hidden" in request.GET else every.filter(hidden=True).count(),
        "offer_example": not every.filter(example=True).exists(),
        "organisations": directed,
        "with_seasons": directed or _few_of_all(request.user),
        "earlier_data": settings.EARLIER_DATA if request.user.is_superuser else "",
        "data_folder": settings.DATA_DIR,
    }
    return render(request, "tournaments/home/organiser.html", context)


def _directed(user: Any) -> list[int]:
    """Return the organisations whose helpers this user manages; a superuser has a page with all of them."""
    held = [role for role in user.held if role.role in PERMISSIONS["manage_helpers"] and role.organisation_id]
    return [] if user.is_superuser else [role.organisation_id for role in held]


def _few_of_all(user: Any) -> list[Organisation]:
    """Return the one organisation of a laptop for a superuser; those of a server are on their own page."""
    every = list(Organisation.objects.order_by("name")[:2]) if user.is_superuser else []
    return every if len(every) == 1 else []


def _with_state(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate tournaments with their progress, in two queries whatever their number."""
    closed = Round.objects.filter(stage__tournament=OuterRef("pk"), stage__order=1, state=Round.State.CLOSED)
    opened = Round.objects.filter(stage__tournament=OuterRef("pk"), stage__order=1, state=Round.State.OPEN)
    people = Entry.objects.filter(Presence.ever_present(), tournament=OuterRef("pk")).exclude(
        kind=Entry.Kind.HOUSE
    )
    now = ExpressionWrapper(stages.being_played(), BooleanField())
    counted = tournaments.annotate(
        closed=_count(closed, "stage"),
        game_now=Subquery(opened.order_by("number").values("number")[:1]),
        people=_count(people, "tournament"),
        teams=_count(people.filter(kind=Entry.Kind.TEAM), "tournament"),
        playing=now,
    )
    first = Prefetch("stages", Stage.objects.filter(order=1), to_attr="first_stages")
    return counted.prefetch_related(first)


def _count(rows: QuerySet, by: str) -> Coalesce:
    counted = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _tournament_row(tournament: Any, reader: Any = None) -> dict[str, Any]:
    """Return a row of the page; for a helper its link leads to the next step."""
    stage = tournament.first_stages[0]
    rounds, own = stage.rules["rounds"], stage.rules.get("own")
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "date": tournament.date,
        "place": tournament.place,
        "example": tournament.example,
        "hidden": tournament.hidden,
        "of": (tournament.organisation_id, own["uid"] if own else stage.rules["format"]),
        "playing": tournament.playing,
        "people": tournament.people,
        "competing": registration.competitor_kind(tournament.people, tournament.teams),
        "begun": stage.state == Stage.State.RUNNING,
        "done": tournament.closed,
        "rounds": rounds,
        "game_now": tournament.game_now if rounds else None,
        "finished": stage.state == Stage.State.FINISHED,
        "url": reverse(_next_step(tournament, stage, reader), args=[tournament.slug]),
    }


def _next_step(tournament: Any, stage: Stage, reader: Any) -> str:
    """Return the page on which `reader` continues with this tournament; visitors get the public one."""
    if reader is None:
        return "public"
    if stage.state == Stage.State.SETTING_UP:
        return "registration" if may(reader, "register", tournament) else "rounds"
    if stage.state == Stage.State.FINISHED:
        return "standings"
    return "medals" if tournament.closed >= stage.rules["rounds"] else "rounds"


def example(request: SignedInRequest) -> HttpResponse:
    """Make the example and go there; a second click finds the one that the first has made.

    A GET, as after signing in, offers the button again.
    """
    if request.method != "POST":
        return render(request, "tournaments/home/practice.html")
    from tournaments.transfer.simulated_day import make_example

    tournament = make_example(request.user)
    flash.success(request, "example_made")
    return redirect("standings", tournament.slug)
