"""Some sit elsewhere than planned and play: who really sits there, what follows from it, one button."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring import Refusal
from tournaments import rounds as day
from tournaments import scorebook
from tournaments.models import Meeting, Round, Tournament
from tournaments.rounds import AsPlayed, SheetRow
from tournaments.seating.values import PlannedTable
from tournaments.sentences import refused, sentence
from tournaments.views.access import director
from tournaments.views.desk import words as desk_words
from tournaments.views.rounds import words
from tournaments.views.rounds.course import find
from tournaments.views.rounds.seating import fingerprint

LETTERS = ("A", "B")
NOBODY = "0"
MOST_TABLES = 12

Place = dict[str, Any]


@director
def as_played(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Say who sits at a table (`?table=7&A=12&B=31`), see what follows; a POST writes it down.

    `?table=7` alone shows who is planned there; `&more` asks for another table.
    """
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    rows = day.sheet(shown)
    places = _places(typed, rows)
    context: dict[str, Any] = {"round": shown, "rows": rows, "places": places, "nobody": NOBODY}
    context["tables"] = list(tournament.places.order_by("number").values_list("number", flat=True))
    context["desk"] = _desk(shown)
    if "more" in typed or not typed.get("A", typed.get("B")):
        return render(request, "tournaments/rounds/as_played.html", context)
    try:
        really = _really(places)
        plan = day.plan_as_played(shown, really)
        if request.method == "POST":
            return _do(request, shown, plan, really)
    except Refusal as refusal:
        context["refused"] = refused(refusal)
        return render(request, "tournaments/rounds/as_played.html", context, status=422)
    names = {row.entry.number: row.name for row in rows}
    context |= {"plan": plan, "shown": fingerprint(plan.now), "then": _tables(plan, names)}
    context |= _said(plan, names)
    return render(request, "tournaments/rounds/as_played.html", context)


def _places(typed: QueryDict, rows: Sequence[SheetRow]) -> list[Place]:
    """What was typed, a table each; where only a table is said, who is planned there."""
    planned = {(str(row.table), row.letter): str(row.entry.number) for row in rows}
    tables, one, other = (typed.getlist(name)[:MOST_TABLES] for name in ("table", *LETTERS))
    places = []
    for at, table in enumerate(tables):
        place = {"table": table}
        for letter, people in zip(LETTERS, (one, other), strict=True):
            place[letter] = people[at] if at < len(people) else planned.get((table, letter), "")
        places.append(place)
    return places + [dict.fromkeys(("table", *LETTERS), "")] * (not places or "more" in typed)


def _really(places: Sequence[Place]) -> list[PlannedTable]:
    """Who was said to sit where. Raises `Refusal` where something was left open."""
    told = [place for place in places if any(place.values())]
    if not all(value.isdecimal() and len(value) < 10 for place in told for value in place.values()):
        raise Refusal("as_played_who")
    return [
        PlannedTable(
            int(place["table"]),
            tuple((letter, int(place[letter])) for letter in LETTERS if place[letter] != NOBODY),
        )
        for place in told
    ]


def _do(request: HttpRequest, shown: Round, plan: AsPlayed, really: Sequence[PlannedTable]) -> HttpResponse:
    if fingerprint(plan.now) != request.POST.get("shown"):
        messages.warning(request, _("The seats have changed meanwhile: look again who sits where."))
        return redirect("round_as_played", shown.stage.tournament.slug, shown.number)
    day.seat_as_played(shown, really, by=request.user)  # type: ignore[arg-type]
    messages.success(
        request, _("They are seated as they play. The meetings that were planned there are void.")
    )
    shown.refresh_from_db(fields=["state"])
    return redirect(_desk(shown))


def _desk(shown: Round) -> str:
    """The desk on which the results of a round are entered."""
    address = reverse("desk", args=[shown.stage.tournament.slug])
    chosen = f"?stage={shown.stage.order}&round={shown.number}"
    return address + (chosen if shown.state == Round.State.CLOSED else "")


def _tables(plan: AsPlayed, names: words.Names) -> list[dict[str, Any]]:
    """Every table at which somebody else sits: who sits there then, and where each comes from."""
    moves = {move.number: move for move in plan.moves}
    return [
        {
            "table": table.table,
            "seats": [
                {"letter": letter, "name": names[number], "move": moves.get(number)}
                for letter, number in table.seats
            ],
        }
        for table in plan.changed
    ]


def _said(plan: AsPlayed, names: words.Names) -> dict[str, Any]:
    """What is said before it is done."""
    return {
        "follows": [sentence(found.code, found.args) for found in plan.consequences],
        "faults": [words.finding(found, names) for found in plan.findings if found.hard],
        "ideals": [words.finding(found, names) for found in plan.findings if not found.hard],
    }


@director
@require_POST
def repeat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Write a line that named these two already as the result of their meeting."""
    shown = find(tournament, number)
    standing = Meeting.objects.filter(round=shown, void_act=None).select_related("place")
    try:
        meeting = get_object_or_404(standing, uid=uuid.UUID(request.POST.get("meeting", "")))
    except ValueError:
        return redirect(_desk(shown))
    meeting.round = shown
    line, nonce = request.POST.get("line", ""), request.POST.get("nonce", "")[:64]
    try:
        if not nonce or not line.isdecimal() or len(line) > 9:
            raise Refusal("form_incomplete", field="line")
        answer = scorebook.repeat(meeting, line=int(line), nonce=nonce, user=request.user)  # type: ignore[arg-type]
    except Refusal as refusal:
        messages.error(request, refused(refusal))
    else:
        table = scorebook.table_of(meeting, meeting.place.number if meeting.place else 0)
        messages.success(request, desk_words.read_back(table, table.game(answer.line.game)))
    return redirect(_desk(shown))
