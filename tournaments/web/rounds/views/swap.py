"""Swap two people by hand: first the costs, then a confirmation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import registration
from tournaments import rounds as day
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Round, Tournament
from tournaments.rounds import Seating
from tournaments.web import flash
from tournaments.web.confirm import fingerprint
from tournaments.web.rounds import words as rounds_words
from tournaments.web.rounds.views.lifecycle import find


def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the costs of a swap of two people (`?one=3&other=17`); a POST does it."""
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    one, other = parse_int(typed.get("one", "")), parse_int(typed.get("other", ""))
    rows = day.sheet(shown)
    context: dict[str, Any] = {"round": shown, "rows": rows, "one": one, "other": other}
    if one is None and other is None:
        return render(request, "tournaments/rounds/swap.html", context)
    try:
        now, then = day.plan_swap(shown, one or 0, other or 0)
        if request.method == "POST":
            if fingerprint(now.tables) != request.POST.get("shown"):
                raise DomainError("seats_changed")
            return _do(request, shown, one or 0, other or 0, now)
    except DomainError as refusal:
        if refusal.code == "seats_changed":  # asked again, with the present costs
            flash.warning(request, refusal.code)
            return redirect(f"{request.path}?one={one or ''}&other={other or ''}")
        context["refused"] = error_sentence(refusal)
        return render(request, "tournaments/rounds/swap.html", context, status=422)
    names = {row.entry.number: row.name for row in rows}
    kind = registration.competing(tournament)
    context |= {
        "shown": fingerprint(now.tables),
        "now": _cost(now, then, names, kind),
        "then": _cost(then, now, names, kind),
        "one_row": next(row for row in rows if row.entry.number == one),
        "other_row": next(row for row in rows if row.entry.number == other),
    }
    return render(request, "tournaments/rounds/swap.html", context)


def _do(request: HttpRequest, shown: Round, one: int, other: int, seen: Seating) -> HttpResponse:
    names = dict(shown.stage.tournament.entries.values_list("number", "name"))
    day.swap(shown, one, other, seen=seen, by=request.user)  # type: ignore[arg-type]
    flash.success(request, "seats_swapped", {"one": names[one], "other": names[other]})
    return redirect("round", shown.stage.tournament.slug, shown.number)


def _cost(seating: Seating, other: Seating, names: rounds_words.Names, kind: str) -> dict[str, Any]:
    """Return the costs of a seating, and those of its findings that the other seating does not have."""
    own = [found for found in seating.findings if found not in other.findings]
    return {
        "rematches": rounds_words.rematches(seating.cost.rematches),
        "walk": rounds_words.walk(seating.cost.walks, kind),
        "faults": [rounds_words.finding(found, names) for found in own if found.hard],
        "ideals": [rounds_words.finding(found, names) for found in own if not found.hard],
    }
