"""The games that a player missed, on their page: each can be made up later if the rules allow it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import registration
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Meeting, Tournament
from tournaments.rounds import make_up, stages
from tournaments.web import flash
from tournaments.web.access import SignedInRequest


def make_up_context(tournament: Tournament, person: Entry) -> list[dict[str, Any]]:
    """Return each game that was missed or is made up, if the rules of the tournament allow making up."""
    stage = stages.qualifying(tournament)
    if not stage.rules.get("made_up") or person.is_house or not person.presences.exists():
        return []
    made = Meeting.objects.filter(
        round__stage=stage, origin=Meeting.Origin.MADE_UP, void_act=None, seats__entry=person
    )
    open_ = {meeting.pk for meeting in make_up.unfinished(tournament)}
    desk = reverse("desk", args=[tournament.slug])
    rows: list[dict[str, Any]] = []
    for meeting in made.select_related("round", "place"):
        table = meeting.place.number if meeting.place else 0
        address = f"{desk}?stage={stage.order}&round={meeting.round.number}&table={table}"
        over = meeting.pk not in open_
        rows.append({"round": meeting.round, "table": table, "over": over, "desk": address})
    for round_ in make_up.missed(stage, person):
        rows.append({"round": round_, "others": make_up.may_meet(round_, person)})
    return sorted(rows, key=lambda row: row["round"].number)


def house(tournament: Tournament) -> str:
    """Return the name of the house player."""
    return registration.house_name(tournament) or _("House player")


def start(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat a missed game; its result is entered at the desk."""
    person = get_object_or_404(Entry, tournament=tournament, number=number)
    asked, other = parse_int(request.POST.get("round", "")), parse_int(request.POST.get("against", ""))
    stage = stages.qualifying(tournament)
    round_ = get_object_or_404(stage.rounds.exclude(state="void"), number=asked or 0)
    against = get_object_or_404(Entry, tournament=tournament, number=other) if other is not None else None
    with flash.domain_errors(request):
        meeting = make_up.start(round_, person, against, house_name=house(tournament), by=request.user)
        who = [seat.entry.name for seat in meeting.seats.select_related("entry").order_by("side")]
        table = meeting.place.number if meeting.place else 0
        flash.success(request, "make_up_begun", {"game": round_.number, "table": table, "who": who})
    return redirect("entry", tournament.slug, number)
