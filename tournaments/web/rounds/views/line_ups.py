"""The line-ups of teams on boards: who plays on which board, changed at the desk; boards left empty."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring import DomainError
from tournaments import registration, rounds
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Round, Tournament
from tournaments.rounds.line_ups import Side
from tournaments.web import flash
from tournaments.web.rounds.views.rounds import find


def line_ups(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show every match of a round with both line-ups; a POST changes one, or awards the boards left empty."""
    shown = find(tournament, number)
    if request.method == "POST":
        try:
            return _handle_post(request, shown)
        except DomainError as refusal:
            return _show(request, shown, request.POST, refusal)
    return _show(request, shown)


def _handle_post(request: HttpRequest, shown: Round) -> HttpResponse:
    tournament, typed = shown.stage.tournament, request.POST
    address = reverse("line_ups", args=[tournament.slug, shown.number])
    if typed.get("do") == "award":
        were = parse_int(typed.get("count", ""))
        count = rounds.award_empty(shown, seen=were, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "empty_boards_awarded", {"count": count})
        return redirect(address)
    number = parse_int(typed.get("entry", "")) or 0
    seen = _typed_members(typed, "was") if "was" in typed else None
    rounds.change_line_up(shown, number, _typed_members(typed), seen=seen, by=request.user)  # type: ignore[arg-type]
    team = tournament.entries.get(number=number)
    flash.success(request, "line_up_changed", {"name": team.name})
    return redirect(f"{address}#team-{number}")


def _typed_members(typed: QueryDict, name: str = "board") -> list[int | None]:
    """Return the member typed for each board; 0, which is no member's key, for an unreadable one."""
    return [(parse_int(key) or 0) if key else None for key in typed.getlist(name)]


def _show(
    request: HttpRequest, shown: Round, typed: QueryDict | None = None, refusal: DomainError | None = None
) -> HttpResponse:
    wrong = parse_int(typed.get("entry", "")) if typed else None
    kept = _typed_members(typed) if typed and wrong else []
    context: dict[str, Any] = {
        "round": shown,
        "matches": [
            {
                "tables": match.tables,
                "sides": [
                    _side(side, kept if side.entry.number == wrong else [], at_home=side is match.home)
                    for side in match.sides
                ],
            }
            for match in rounds.team_matches(shown)
        ],
        "empty": len(rounds.empty_boards(shown)) if shown.state == Round.State.OPEN else 0,
        "forfeit": None not in shown.stage.rules["forfeit"].values(),
        "refused": error_sentence(refusal) if refusal else None,
        "wrong": wrong,
    }
    return render(request, "tournaments/rounds/line_ups.html", context, status=422 if refusal else 200)


def _side(side: Side, kept: list[int | None], *, at_home: bool) -> dict[str, Any]:
    """Return a team as its form shows it, with what was typed."""
    chosen = kept if len(kept) == len(side.boards) else side.members
    return {
        "number": side.entry.number,
        "name": side.entry.name,
        "at_home": at_home,
        "floater": not side.entry.team,
        "squad": [(member.pk, member.player.name) for member in side.squad],
        "boards": [
            {"board": at, "table": seat.meeting.place.number if seat.meeting.place else 0, "chosen": key}
            for at, (seat, key) in enumerate(zip(side.boards, chosen, strict=True), start=1)
        ],
        "substitutes": [member.player.name for member in side.squad if member.pk not in chosen],
        "empty": side.empty,
        "was": ["" if key is None else str(key) for key in side.members],
        "short": registration.short_team_name(side.entry),
    }
