"""The page of the rounds: the state of every game, and the next step."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.models import Round, Stage, Tournament
from tournaments.pairing import pairing_systems
from tournaments.publishing import pauses
from tournaments.publishing.names import break_name
from tournaments.rounds import NOT_VOID, concurrent_tournaments, scores, stages
from tournaments.web.rounds.words import undo_label, undo_note

WAITED_FOR = ("seat", "open", "enter")  # steps for which a player at a table elsewhere matters
UNDONE_HERE = ("seat", "open", "close", "swap", "line_up", "as_played", "played_ahead")


def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all games of the tournament with their state, and the next step as one big button."""
    stage = stages.qualifying(tournament)
    seated = list(stage.rounds.filter(NOT_VOID).order_by("number"))
    for round_ in seated:
        round_.stage = stage
    total = stage.rules["rounds"]
    current = seated[-1] if seated else None
    begun = [round_ for round_ in seated if round_.state in pauses.BEGUN]
    playing = current if current and current.state != Round.State.CLOSED else None
    step = next_step(stage, seated)
    context = {
        "done": sum(round_.state == Round.State.CLOSED for round_ in seated),
        "total": total,
        "playoffs": bool(stage.rules.get("playoffs")),
        "now": playing.number if playing else None,
        "step": step,
        "elsewhere": concurrent_tournaments.elsewhere(tournament) if step["do"] in WAITED_FOR else [],
        "movement": stage.movement,
        "next_seats": sentences.sentence(pairing_systems.pairing_system(stage.movement).CODES["step"]),
        "games": _games(stage, seated),
        "undo": undo_of(tournament),
        "current": current,
        "print_round": f"1-{current.number}" if current else "",
        "pause": pauses.pause_after(stage, begun[-1] if begun else None),
    }
    return render(request, "tournaments/rounds/day.html", context)


def next_step(stage: Stage, seated: Sequence[Round]) -> dict[str, Any]:
    """Return the next step and its numbers: seat, open, enter, close, or go on to the medals."""
    current = seated[-1] if seated else None
    if current is None or current.state == Round.State.CLOSED:
        number = current.number + 1 if current else 1
        return {"do": "medals" if number > stage.rules["rounds"] else "seat", "number": number}
    if current.state == Round.State.SEATED:
        return {"do": "open", "number": current.number}
    tables = [table for table in scores.table_states([current]) if not table.bye]
    waits = [table.number for table in tables if not table.settled]
    return {
        "do": "enter" if waits else "close",
        "number": current.number,
        "next": current.number + 1 if current.number < stage.rules["rounds"] else 0,
        "waits": waits,
        "done": len(tables) - len(waits),
        "total": len(tables),
    }


def _games(stage: Stage, seated: Sequence[Round]) -> list[dict[str, Any]]:
    by_number = {round_.number: round_ for round_ in seated}
    breaks: dict[int, list[dict[str, str]]] = {}
    for pause in stage.rules["breaks"]:
        named = {"name": break_name(pause["code"]), "code": pause["code"]}
        breaks.setdefault(pause["after"], []).append(named)
    return [
        {"number": number, "round": by_number.get(number), "breaks": breaks.get(number, [])}
        for number in range(1, stage.rules["rounds"] + 1)
    ]


def undo_of(tournament: Tournament) -> dict[str, Any] | None:
    """Return the last act if it belongs to these pages and can be undone, else None."""
    act = audit_log.last_undoable(tournament)
    if act is None or act.kind not in UNDONE_HERE:
        return None
    return {"act": act, "label": undo_label(act), "note": undo_note(act)}
