"""Rows of a list of tournaments, each with how far it is: `templates/tournaments/home/row.html`."""

from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Prefetch,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from django.urls import reverse

from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.registration.presence import HAS_TAKEN_PART
from tournaments.rounds import stages


def with_state(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate tournaments with their progress, in two queries whatever their number."""
    closed = Round.objects.filter(stage__tournament=OuterRef("pk"), stage__order=1, state=Round.State.CLOSED)
    opened = Round.objects.filter(stage__tournament=OuterRef("pk"), stage__order=1, state=Round.State.OPEN)
    seated = Round.objects.filter(
        stage__tournament=OuterRef("pk"), stage__order=1, state__in=[Round.State.SEATED, Round.State.OPEN]
    )
    people = Entry.objects.filter(HAS_TAKEN_PART, tournament=OuterRef("pk")).exclude(kind=Entry.Kind.HOUSE)
    now = ExpressionWrapper(stages.current_tournament_filter(), BooleanField())
    counted = tournaments.annotate(
        closed=_count(closed, "stage"),
        game_now=Subquery(opened.order_by("number").values("number")[:1]),
        seated_now=Exists(seated),
        people=_count(people, "tournament"),
        teams=_count(people.filter(kind=Entry.Kind.TEAM), "tournament"),
        playing=now,
    )
    first = Prefetch("stages", Stage.objects.filter(order=1), to_attr="first_stages")
    return counted.prefetch_related(first)


def _count(rows: QuerySet, by: str) -> Coalesce:
    counted = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def tournament_row(tournament: Any, reader: Any = None) -> dict[str, Any]:
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
