"""The page of the rounds: the state of every game, the next step, and one game more at a table."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib.messages import SUCCESS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tournaments import formats
from tournaments.accounts.permissions import AnyUser, may
from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Round, Stage, Tournament
from tournaments.models.locking import locked
from tournaments.pairing import pairing_systems
from tournaments.publishing import breaks, ceremony
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import break_name
from tournaments.rounds import (
    NOT_VOID,
    close_round,
    concurrent_tournaments,
    open_round,
    plan_more_games,
    planned_tables,
    scores,
    sheet,
    stages,
    write_more_games,
)
from tournaments.rounds.more_games import MAX_TEXT_LENGTH
from tournaments.web import context_processors, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.rounds.words import undo_label, undo_note, undone_sentence
from tournaments.web.table_status.views import hall

WAITING_STEPS = ("seat", "open", "enter")  # steps for which a player at a table elsewhere matters
BEGINNING_STEPS = ("seat", "open")
ROUNDS_RULE = {"rounds"}
UNDOABLE_KINDS = ("seat", "open", "close", "swap", "line_up", "as_played", "played_ahead")


def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all games of the tournament with their state, and the next step as one big button."""
    stage = stages.qualifying(tournament)
    seated = list(stage.rounds.filter(NOT_VOID).order_by("number"))
    for round_ in seated:
        round_.stage = stage
    total = stage.rules["rounds"]
    current = seated[-1] if seated else None
    begun = [round_ for round_ in seated if round_.state in breaks.BEGUN]
    playing = current if current and current.state != Round.State.CLOSED else None
    step = next_step(stage, seated)
    by_number = {round_.number: round_ for round_ in seated}
    after_game: dict[int, list[dict[str, str]]] = {}
    for pause in stage.rules["breaks"]:
        named = {"name": break_name(pause["code"]), "code": pause["code"]}
        after_game.setdefault(pause["after"], []).append(named)
    context = {
        "done": sum(round_.state == Round.State.CLOSED for round_ in seated),
        "total": total,
        "playoffs": bool(stage.rules.get("playoffs")),
        "now": playing.number if playing else None,
        "step": step,
        "elsewhere": concurrent_tournaments.people_elsewhere(tournament)
        if step["do"] in WAITING_STEPS
        else [],
        "movement": stage.movement,
        "other_date": other_date(tournament)
        if step["number"] == 1 and step["do"] in BEGINNING_STEPS
        else None,
        "next_seats": sentences.sentence(pairing_systems.PAIRING_SYSTEMS[stage.movement].CODES["step"]),
        "games": [
            {"number": number, "round": by_number.get(number), "breaks": after_game.get(number, [])}
            for number in range(1, stage.rules["rounds"] + 1)
        ],
        "undo": undo_context(tournament),
        "current": current,
        "print_round": f"1-{current.number}" if current else "",
        "early": early_end(stage),
        "pause": breaks.break_after(stage, begun[-1] if begun else None),
        **(hall(tournament) if playing else {}),
    }
    return render(request, "tournaments/rounds/day.html", context)


def next_line(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the line under the steps (`web/next_line.py`); 204 if `?line=` is its tag."""
    context = context_processors.tournament_page(request)
    if request.GET.get("line") == context["next_line"].tag:
        return HttpResponse(status=204)
    return HttpResponse(render_to_string("components/next_line.html", context))


def next_step(stage: Stage, seated: Sequence[Round]) -> dict[str, Any]:
    """Return the next step and its numbers: seat, open, enter, close, or go on to the medals."""
    current = seated[-1] if seated else None
    if current is None or current.state == Round.State.CLOSED:
        number = current.number + 1 if current else 1
        return {"do": "medals" if number > stage.rules["rounds"] else "seat", "number": number}
    if current.state == Round.State.SEATED:
        return {"do": "open", "number": current.number}
    progress = scores.progress(stage.tournament, [current])
    waits = sorted(progress.missing[current.pk])
    return {
        "do": "enter" if waits else "close",
        "number": current.number,
        "next": current.number + 1 if current.number < stage.rules["rounds"] else 0,
        "waits": waits,
        "done": progress.done,
        "total": progress.total,
    }


def early_end(stage: Stage) -> dict[str, int] | None:
    """Return after which game the tournament can end, how many were planned, and the least of the format.

    `hidden_from` is the first game that would be hidden until the podium, 0 if none. While a game is open
    that is not the last: only `open`, its number. None if it cannot end now.
    """
    number = stages.early_end(stage)
    rules = formats.complete_rules(stage.rules)
    least, planned = rules["rounds_allowed"][0], rules["rounds"]
    if number:
        secret = ceremony.has_hidden_games(stage.tournament)
        hidden_from = ceremony.last_never_hidden(stage.tournament, number) + 1 if secret else 0
        return {"number": number, "planned": planned, "least": least, "hidden_from": hidden_from}
    current = stage.rounds.filter(state=Round.State.OPEN, number__lt=planned).last()
    return {"open": current.number} if current else None


def undo_context(tournament: Tournament) -> dict[str, Any] | None:
    """Return the last act if it belongs to these pages and can be undone, else None."""
    act = audit_log.last_undoable(tournament)
    if act is None:
        return None
    changed_rounds_alone = act.kind == "change_rules" and act.args["changes"].keys() == ROUNDS_RULE
    if act.kind not in UNDOABLE_KINDS and not changed_rounds_alone:
        return None
    return {"act": act, "label": undo_label(act), "note": undo_note(act)}


def other_date(tournament: Tournament) -> date | None:
    """Return the date of the tournament if that is not today."""
    return tournament.date if tournament.date != timezone.localdate() else None


def today(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Move the tournament to today, and show the page where that was asked for."""
    stages.change_description(tournament, {"date": timezone.localdate()}, by=request.user)
    flash.success(request, "date_is_today")
    return redirect("rounds_seat" if request.GET.get("from") == "seat" else "rounds", tournament.slug)


def find(tournament: Tournament, number: int, stage: int = 1) -> Round:
    """Return a round of a stage, with the stage, unless it is void; or raise `Http404`."""
    standing = Round.objects.filter(NOT_VOID, stage__tournament=tournament, stage__order=stage)
    found = get_object_or_404(standing.select_related("stage"), number=number)
    found.stage.tournament = tournament
    return found


def open_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Open a round."""
    with flash.domain_errors(request):
        open_round(find(tournament, number), by=request.user)  # type: ignore[arg-type]
        flash.success(request, "round_open", {"number": number})
        return redirect("desk", tournament.slug)
    return redirect("rounds", tournament.slug)


def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Close a round of the tournament, or of another stage (`?stage=2`)."""
    stage = request.GET.get("stage", "1")
    with flash.domain_errors(request):
        close_round(find(tournament, number, parse_int(stage) or 1), by=request.user)  # type: ignore[arg-type]
        flash.success(request, "round_closed", {"number": number})
        return redirect(after_closing(request.user, tournament), tournament.slug)
    return redirect("desk", tournament.slug)


def end(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """End the games after this one, before all that were planned; the medals come next."""
    with flash.domain_errors(request):
        stages.end_early(stages.qualifying(tournament), number, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "ended_early", {"number": number})
        return redirect("medals", tournament.slug)
    return redirect("rounds", tournament.slug)


def after_closing(who: AnyUser, tournament: Tournament) -> str:
    """Return the address of the next step after a game is closed: next seating, medals, or the rounds."""
    if not may(who, "run_rounds", tournament):
        return "rounds"
    stage = stages.qualifying(tournament)
    last = stage.rounds.filter(NOT_VOID).order_by("number").last()
    if last is None or last.state != Round.State.CLOSED:
        return "rounds"
    return "rounds_seat" if last.number < stage.rules["rounds"] else "medals"


def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the act that the page showed, unless something has happened since."""
    with flash.domain_errors(request):
        with locked(tournament) as held:
            act = audit_log.last_undoable(held)
            if act is None or str(act.version) != request.POST.get("act"):
                raise DomainError("look_again")
            audit_log.undo(act, by=request.user)  # type: ignore[arg-type]
        flash.add(request, SUCCESS, undone_sentence(act))
    return redirect(reverse("rounds", args=[tournament.slug]))


NEXT, NOTHING = "next", "nothing"
CHANGED_CODE = "what_follows_changed"


def more_games(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the consequences for a table and a way to count (`?table=7&counts=next`); a POST records it."""
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    names = {row.entry.number: row.name for row in sheet(shown)}
    playing = [table for table in planned_tables(shown) if len(table.seats) > 1]
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
        plan = plan_more_games(shown, table, counts=counts == NEXT)
        if request.method == "POST" and request.POST.get("shown", fingerprint(plan)) == fingerprint(plan):
            write_more_games(shown, table, counts=counts == NEXT, text=text, seen=plan, by=request.user)
            done = "played_ahead_done" if counts == NEXT else "extra_game_done"
            flash.success(request, done, {"round": shown.number + 1})
            return redirect("round", tournament.slug, shown.number)
    except DomainError as refusal:
        if refusal.code == CHANGED_CODE:  # since it was read above: the present consequences are shown
            return more_games(request, tournament, number)
        context["refused"] = error_sentence(refusal)
        return render(request, "tournaments/rounds/more_games.html", context, status=422)
    if request.method == "POST":
        flash.warning(request, CHANGED_CODE)
    context |= {
        "plan": plan,
        "shown": fingerprint(plan),
        "people": [names[one] for one in plan.table.people],
        "again": [join_names([names[one], names[other]]) for one, other in plan.again],
        "follows": [sentence(found.code, found.args) for found in plan.consequences],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/rounds/more_games.html", context, status=status)
