"""The bracket on a phone and on the wall, and the director's actions in the playoffs."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common import audit_log
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.finals import playoffs
from tournaments.models import Act, Meeting, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import bracket_rows, bracket_why, bracket_words
from tournaments.publishing.bracket_rows import BracketRows
from tournaments.rounds import concurrent_tournaments
from tournaments.standings import Standings, standings
from tournaments.standings.playoffs import playoff_stage
from tournaments.web import confirm, display_names, flash, polling
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.views import undo_posted_act
from tournaments.web.confirm import Confirmation
from tournaments.web.screens.context import screen_context

AUDIENCE, ON_THE_WALL = "bracket", "bracket-screen"
MAX_NAMED = 12


def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the bracket, without sign-in, refreshed by itself; `?who=NUMBER`: with the path of that entry."""
    number = parse_int(request.GET.get("who", ""))
    audience = AUDIENCE if number is None else f"{AUDIENCE}-{number}"
    context = {
        **polling.fragment_context(tournament, audience, lambda: _parts(tournament, number)),
        "number": number,
        "people": _people(tournament),
        "why": bracket_why.pair_sentences(tournament) if may(request.user, "see_day", tournament) else [],
    }
    return render(request, "tournaments/playoffs/bracket.html", context)


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls."""
    number = parse_int(request.GET.get("who", ""))
    audience = AUDIENCE if number is None else f"{AUDIENCE}-{number}"
    return polling.answer(request, tournament, audience, lambda: _parts(tournament, number))


def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the whole bracket for a projector."""
    shown = polling.fragment_context(tournament, ON_THE_WALL, lambda: _wall_rows(tournament))
    context = shown | screen_context(request, tournament, "bracket")
    return render(request, "tournaments/playoffs/screen.html", context)


def screen_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the projector polls."""
    return polling.answer(request, tournament, ON_THE_WALL, lambda: _wall_rows(tournament))


def _bracket_rows(tournament: Tournament) -> BracketRows | None:
    return bracket_rows.bracket_rows_of(tournament, display_names.names_for(None, tournament))


def _parts(tournament: Tournament, number: int | None) -> str:
    shown = _bracket_rows(tournament)
    path = shown.path(number) if shown and number is not None else []
    context = {
        "shown": shown,
        "drawings": bracket_rows.drawings(shown) if shown else [],
        "path": path,
        "who": next((side.name for match in path for side in match.sides if side.number == number), ""),
        "declared": bracket_words.playoffs_sentence(playoffs.declared_rules(tournament)),
    }
    return render_to_string("tournaments/playoffs/rows.html", context)


def _wall_rows(tournament: Tournament) -> str:
    shown = _bracket_rows(tournament)
    context = {
        "shown": shown,
        "drawings": bracket_rows.drawings(shown) if shown else [],
        "tournament": tournament,
    }
    return render_to_string("tournaments/playoffs/wall.html", context)


def _people(tournament: Tournament) -> list[tuple[int, str]]:
    """Return those in the bracket, by name: their paths can be shown."""
    stage = playoff_stage(tournament)
    if stage is None:
        return []
    names = display_names.names_for(None, tournament)
    entries = stage.stage_entries.select_related("entry").order_by("entry__sort_name", "entry__number")
    found = [(one.entry.number, names[one.entry.number] if names else one.entry.name) for one in entries]
    return found if names is None else sorted(found, key=lambda one: one[1])


# On the medals page


def undoable(tournament: Tournament) -> Act | None:
    """Return the act that just drew the bracket, while it has no result."""
    act = audit_log.last_undoable(tournament)
    return act if act and act.kind == "playoffs" else None


def steps(tournament: Tournament, standings: Standings, made_up: list[Meeting]) -> dict[str, Any] | None:
    """Return the context of the playoffs on the medals page; None if none were declared.

    `made_up` are the games that are made up and have no result.
    """
    if playoffs.declared_rules(tournament) is None:
        return None
    shown = bracket_rows.bracket_rows_of(tournament)
    context = {
        "declared": bracket_words.playoffs_sentence(playoffs.declared_rules(tournament)),
        "undo": undoable(tournament),
        "shown": shown,
        "elsewhere": concurrent_tournaments.people_elsewhere(tournament)
        if not (shown and shown.over)
        else [],
    }
    if shown:
        stage = playoff_stage(tournament)
        assert stage is not None
        desk = f"{reverse('desk', args=[tournament.slug])}?stage={stage.order}"
        at_desks = [(one, f"{desk}&round={one.round}&table={one.table}") for one in shown.matches]
        return context | {
            "seed": stage.seed,
            "playing": [at_desk for at_desk in at_desks if at_desk[0].state == bracket_rows.PLAYING],
            "decided": [at_desk for at_desk in at_desks if at_desk[0].state == bracket_rows.OVER],
            "waiting": [
                match
                for match in shown.matches
                if match.state == bracket_rows.WAITS and all(side.known for side in match.sides)
            ],
        }
    field = playoffs.playoff_field(tournament, standings)
    against = playoffs.start_obstacle(tournament, field, made_up)
    return context | {
        "field": field,
        "named": field.rows[:MAX_NAMED],
        "more": max(0, len(field.rows) - MAX_NAMED),
        "level": [row.name for row in field.level],
        "gone": [row.name for row in field.gone],
        "declined": [row.name for row in field.declined],
        "against": error_sentence(against) if against else None,
        "whom": confirm.confirmation_token(bracket_names(field)),
    }


def bracket_names(field: playoffs.PlayoffField) -> list[str]:
    """Return the names that would be drawn into the bracket, and those among whom a lot decides."""
    inside = {row.number for row in field.rows}
    return [row.name for row in (*field.rows, *(one for one in field.level if one.number not in inside))]


def begin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the bracket from the standings, with a lot whose seed is stored and shown."""

    def ask(held: Tournament) -> Confirmation | None:
        found = playoffs.playoff_field(held)
        if playoff_stage(held) or not found.rows or playoffs.start_obstacle(held, found):
            return None
        what, kind = _("Draw the bracket and seat the first matches"), registration.competing_kind(held)
        return Confirmation(what, what, bracket_names(found), reverse("medals", args=[held.slug]), kind=kind)

    def do(held: Tournament) -> None:
        playoffs.start_playoffs(held, seed=secrets.randbelow(1_000_000), by=request.user)  # type: ignore[arg-type]

    with flash.domain_errors(request):
        if page := confirm.run_if_confirmed(request, locked(tournament), ask, do):
            return page
    return redirect("medals", tournament.slug)


def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Save who plays on, by a tick for each before the bracket is drawn."""
    shown = standings(tournament)
    here = {entry.number for entry in registration.present(tournament, shown.rounds + 1)}
    rows = [row for row in shown.rows if row.number in here]
    before = out = playoffs.opted_out(tournament)
    refusal = None
    if request.method == "POST":
        seen, plays = (
            {parse_int(typed) for typed in request.POST.getlist(name)} for name in ("seen", "plays")
        )
        out = {row.number for row in rows if row.number in (seen - plays if row.number in seen else out)}
        kept = {int(one) for one in request.POST.getlist("out") if parse_int(one) is not None}
        try:
            playoffs.opt_out(tournament, out, seen=kept if "shown" in request.POST else None, by=request.user)  # type: ignore[arg-type]
            return redirect("medals", tournament.slug)
        except DomainError as one:
            refusal, before = one, playoffs.opted_out(tournament)
    context = {
        "rows": [(row, row.number not in out) for row in rows],
        "before": sorted(before),
        "drawn": playoff_stage(tournament),
        "refused": error_sentence(refusal) if refusal else None,
    }
    return render(request, "tournaments/playoffs/players.html", context, status=422 if refusal else 200)


def take_back(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Undo the bracket that the page showed, unless something happened since."""
    return undo_posted_act(request, undoable(tournament), reverse("medals", args=[tournament.slug]))
