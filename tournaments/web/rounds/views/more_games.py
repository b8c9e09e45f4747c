"""Record that a table has played one game more: how it counts, the consequences, one button."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import rounds as day
from tournaments.common.messages.sentences import error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Tournament
from tournaments.publishing.explain import join_names
from tournaments.rounds.more_games import MAX_TEXT_LENGTH
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.rounds.views.lifecycle import find

NEXT, NOTHING = "next", "nothing"
CHANGED = "what_follows_changed"


def more_games(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the consequences for a table and a way to count (`?table=7&counts=next`); a POST records it."""
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    names = {row.entry.number: row.name for row in day.sheet(shown)}
    playing = [table for table in day.planned_tables(shown) if len(table.seats) > 1]
    counts, text = typed.get("counts", ""), typed.get("text", "")[:MAX_TEXT_LENGTH]
    context: dict[str, Any] = {
        "round": shown,
        "tables": [(table.table, join_names([names[one] for one in table.people])) for table in playing],
        "table": typed.get("table", ""),
        "counts": counts,
        "text": text,
        "longest": MAX_TEXT_LENGTH,
        "next": shown.number + 1,
        "last": shown.number >= shown.stage.rules["rounds"],
    }
    if counts not in (NEXT, NOTHING):
        return render(request, "tournaments/rounds/more_games.html", context)
    try:
        table = parse_int(typed.get("table", ""))
        if table is None:
            raise DomainError("as_played_who")
        plan = day.plan_more_games(shown, table, counts=counts == NEXT)
        if request.method == "POST" and request.POST.get("shown", fingerprint(plan)) == fingerprint(plan):
            day.write_more_games(shown, table, counts=counts == NEXT, text=text, seen=plan, by=request.user)
            done = "played_ahead_done" if counts == NEXT else "extra_game_done"
            flash.success(request, done, {"round": shown.number + 1})
            return redirect("round", tournament.slug, shown.number)
    except DomainError as refusal:
        if refusal.code == CHANGED:  # since it was read above: the present consequences are shown
            return more_games(request, tournament, number)
        context["refused"] = error_sentence(refusal)
        return render(request, "tournaments/rounds/more_games.html", context, status=422)
    if request.method == "POST":
        flash.warning(request, CHANGED)
    context |= {
        "plan": plan,
        "shown": fingerprint(plan),
        "people": [names[one] for one in plan.table.people],
        "again": [join_names([names[one], names[other]]) for one, other in plan.again],
        "follows": [sentence(found.code, found.args) for found in plan.consequences],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/rounds/more_games.html", context, status=status)
