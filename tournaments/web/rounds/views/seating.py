"""The preview of a seating: who meets, its costs and reasons, two people swapped; then one button."""

import secrets
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring import DomainError
from scoring import boards as on_boards
from scoring.games import GAMES
from tournaments import registration, rounds
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Meeting, Round, Seat, Stage, Tournament
from tournaments.pairing import boards as team_boards
from tournaments.pairing import pairing_systems
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.seats_from_file import FILE_FINDINGS
from tournaments.publishing import why_words
from tournaments.rounds import NOT_VOID, NoSeating, Seating, concurrent_tournaments, stages
from tournaments.rounds.meetings import made_up_tables
from tournaments.web import flash
from tournaments.web.confirm import fingerprint
from tournaments.web.rounds import words as rounds_words
from tournaments.web.rounds.views.rounds import early_end, find, other_date, undo_context

BYE_CODES = ("bye_credit_missing", "met_everybody")
SITS_OUT_CODE = "nobody_new"  # the finding that people sit out who have met all who are free


def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the next round as it would be seated; a POST seats it with the seed that was shown."""
    stage = stages.qualifying(tournament)
    number = registration.next_round_number(tournament)
    if request.method == "POST" and (parse_int(request.POST.get("number", "")) or number) < number:
        return _redirect_to_seats(request, stage)
    typed = request.POST if request.method == "POST" else request.GET
    seed = parse_int(typed.get("seed", ""), digits=18)  # the lot is a large number
    anyway, again = bool(typed.get("anyway")), bool(typed.get("again"))
    missing = [] if anyway else absent(stage, number)
    here = registration.present(tournament, number)
    context: dict[str, Any] = {
        "number": number,
        "anyway": anyway,
        "again": again,
        "absent": missing,
        "elsewhere": concurrent_tournaments.people_elsewhere(tournament),
        "nobody_ticked": len(missing) == len(here),
        "many_missing": 2 * len(missing) >= len(here),
        "other_date": other_date(tournament) if number == 1 else None,
        "early": early_end(stage),
    }
    needed = GAMES[stage.game].people_per_entry(stage.rules)
    if needed > 1:
        context |= {"small": registration.undersized_entries(here, needed), "needed": needed}
    try:
        seating = rounds.plan(stage, number, seed=seed, again=again)
    except (DomainError, NoSeating) as refusal:
        known = dict(tournament.entries.values_list("number", "name"))
        # rather than have a bye for which nothing is declared
        undeclared = isinstance(refusal, DomainError) and refusal.code in BYE_CODES
        context["can_meet_again"] = undeclared and pairing_systems.pairing_system_of(stage.rules).ONCE
        context["why"], context["ways"] = rounds_words.no_seating_sentences(
            refusal, known, registration.competing_kind(tournament)
        )
        return render(request, "tournaments/rounds/no_seating.html", context)
    if request.method == "POST":
        return _seat(request, stage, seating, again=again)
    names = rounds.names(stage, seating)
    ideals = rounds_words.findings(seating, names, hard=False)
    played = [table for table in seating.tables if len(table.seats) > 1]
    context |= {
        "seating": seating,
        "shown": fingerprint(seating.tables),
        "tables": _tables(stage, seating, names),
        "used": len(team_boards.tables_of(played, on_boards.each(stage.rules))),
        **_cost_words(seating, registration.competing_kind(tournament), stage),
        "longest": max(seating.cost.walks, default=0),
        "faults": rounds_words.findings(seating, names, hard=True),
        "ideals": [one for one in ideals if one.code not in (*FILE_FINDINGS, SITS_OUT_CODE)],
        "sits_out": next((one for one in ideals if one.code == SITS_OUT_CODE), None),
        "not_as_the_file": [one for one in ideals if one.code in FILE_FINDINGS],
        "another": secrets.randbelow(900_000) + 100_000,
        "undo": undo_context(tournament),
    }
    return render(request, "tournaments/rounds/preview.html", context)


def _seat(request: HttpRequest, stage: Stage, seating: Seating, *, again: bool) -> HttpResponse:
    slug, start = stage.tournament.slug, "start" in request.POST
    try:
        if fingerprint(seating.tables) != request.POST.get("shown"):
            raise DomainError("seating_changed")
        who: Any = request.user
        round_ = rounds.seat(stage, seating.number, by=who, seed=seating.seed, again=again, seen=seating)
        if start:
            rounds.open_round(round_, by=who)
    except (DomainError, NoSeating) as refusal:
        if isinstance(refusal, DomainError) and refusal.code == "round_already_seated":
            return _redirect_to_seats(request, stage)
        flash.warning(request, "seating_changed")
        kept = {name: request.POST[name] for name in ("seed", "anyway", "again") if name in request.POST}
        return redirect(f"{reverse('rounds_seat', args=[slug])}?{urlencode(kept)}")
    words = {"number": round_.number}
    if start:
        flash.success(request, "round_open", words)
        return redirect("desk", slug)
    flash.success(request, "round_seated", words)
    return redirect("round", slug, round_.number)


def _redirect_to_seats(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Redirect to the seats of a game that another director has seated meanwhile."""
    last = stage.rounds.filter(NOT_VOID).order_by("number").last()
    if last is None:  # undone meanwhile
        return redirect("rounds_seat", stage.tournament.slug)
    flash.warning(request, "seated_meanwhile", {"number": last.number})
    return redirect("round", stage.tournament.slug, last.number)


def absent(stage: Stage, number: int) -> list[Entry]:
    """Return who would be seated in round `number` without having been checked in or seated before."""
    seated = Seat.objects.filter(meeting__round__stage=stage).exclude(meeting__round__state=Round.State.VOID)
    known = set(seated.values_list("entry_id", flat=True))
    here = registration.present(stage.tournament, number)
    return [entry for entry in here if entry.checked_in_at is None and entry.pk not in known]


def _tables(stage: Stage, seating: Seating, names: dict[int, str]) -> list[dict[str, Any]]:
    """Return the tables of a preview with names, where each person comes from, and repeated meetings."""
    hall = stage.tournament.places.count()
    last = stage.rounds.filter(NOT_VOID, number=seating.number - 1).first()
    before = seats_of(rounds.planned_tables(last)) if last else {}  # a team comes from its first board
    met = [set(found.people) for found in seating.findings if found.code == "rematch"]
    rows = []
    for table in seating.tables:
        partners = rounds_words.partners(table, names)
        seats = [
            {
                "letter": letter,
                "name": names[number],
                "partners": partners[number],
                "stays": before.get(number) == (table.table, letter),
                "from": before[number][0] if number in before and before[number][0] <= hall else None,
            }
            for letter, number in table.seats
        ]
        again = any(pair <= set(table.people) for pair in met)
        at = [board.table for board in team_boards.board_tables(table, on_boards.each(stage.rules))]
        label = f"{at[0]}–{at[-1]}" if len(at) > 1 else rounds_words.table_label(at[0], hall)
        rows.append({"table": table.table, "label": label, "seats": seats, "met": again})
    return rows


def leave_out(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Leave out people who have not come, until they arrive: each is away from the next round on."""
    stage = stages.qualifying(tournament)
    asked = set(request.POST.getlist("entry"))
    missing = absent(stage, registration.next_round_number(tournament))
    left = [entry for entry in missing if str(entry.number) in asked]
    with flash.domain_errors(request):
        seen = parse_int(request.POST.get("from_round", ""))
        act = registration.leave_out(tournament, left, from_round=seen, by=request.user)  # type: ignore[arg-type]
        if act:
            undo = reverse("registration_undo", args=[tournament.slug, act.version])
            names = [entry.name for entry in left if entry.number in act.args["entries"]]
            flash.success(request, "left_out_named", {"names": names}, undo=undo)
    return redirect(reverse("rounds_seat", args=[tournament.slug]))


def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the costs of a swap of two people (`?one=3&other=17`); a POST does it."""
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    one, other = parse_int(typed.get("one", "")), parse_int(typed.get("other", ""))
    made_up = made_up_tables(shown)
    rows = [row for row in rounds.sheet(shown) if row.table not in made_up]
    context: dict[str, Any] = {"round": shown, "rows": rows, "one": one, "other": other}
    if one is None and other is None:
        return render(request, "tournaments/rounds/swap.html", context)
    try:
        now, then = rounds.plan_swap(shown, one or 0, other or 0)
        if request.method == "POST":
            if fingerprint(now.tables) != request.POST.get("shown"):
                raise DomainError("seats_changed")
            names = dict(shown.stage.tournament.entries.values_list("number", "name"))
            rounds.swap(shown, one or 0, other or 0, seen=now, by=request.user)  # type: ignore[arg-type]
            flash.success(request, "seats_swapped", {"one": names[one or 0], "other": names[other or 0]})
            return redirect("round", shown.stage.tournament.slug, shown.number)
    except DomainError as refusal:
        if refusal.code == "seats_changed":  # asked again, with the present costs
            flash.warning(request, refusal.code)
            return redirect(f"{request.path}?one={one or ''}&other={other or ''}")
        context["refused"] = error_sentence(refusal)
        return render(request, "tournaments/rounds/swap.html", context, status=422)
    names = {row.entry.number: row.name for row in rows}
    kind, stage = registration.competing_kind(tournament), shown.stage
    context |= {
        "shown": fingerprint(now.tables),
        "now": _cost(now, then, names, kind, stage),
        "then": _cost(then, now, names, kind, stage),
        "one_row": next(row for row in rows if row.entry.number == one),
        "other_row": next(row for row in rows if row.entry.number == other),
    }
    return render(request, "tournaments/rounds/swap.html", context)


def _cost_words(seating: Seating, kind: str, stage: Stage) -> dict[str, str]:
    size = pairing_systems.Tables.from_rules(stage.rules).size
    return {
        "rematches": rounds_words.rematches(seating.cost.rematches, size),
        "walk": rounds_words.walk(seating.cost.walks, kind),
    }


def _cost(
    seating: Seating, other: Seating, names: rounds_words.Names, kind: str, stage: Stage
) -> dict[str, Any]:
    """Return the costs of a seating, and those of its findings that the other seating does not have."""
    own = [found for found in seating.findings if found not in other.findings]
    return {
        **_cost_words(seating, kind, stage),
        "faults": [rounds_words.finding(found, names) for found in own if found.hard],
        "ideals": [rounds_words.finding(found, names) for found in own if not found.hard],
    }


def why(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Explain one table of a round of the tournament."""
    round_ = find(tournament, number)
    explained = rounds.explained_round(round_)
    tables = sorted(explained.planned)
    if round_.meetings.filter(void_act=None, place__number=table).exists():
        table = max((first for first in tables if first <= table), default=table)  # teams: their first board
    if table not in explained.planned:
        raise Http404
    names = registration.distinct_names(tournament.entries.values_list("number", "name", "club"))
    planned = explained.planned[table]
    here, partners = set(planned.people), rounds_words.partners(planned, names)
    unmet = [
        rounds_words.finding(found, names)
        for found in rounds.seating_of(round_).findings
        if found.people and set(found.people) <= here
    ]
    origin = rounds.manual_tables(round_).get(table, "")
    asked = explained.why(table, by_hand=origin == Meeting.Origin.HAND)
    place = tables.index(table)
    best = why_words.next_best(asked.next_best, names, follows=asked.follows, by_hand=bool(origin))
    context = {
        "round": round_,
        "table": table,
        "seats": [(letter, names[seated], partners[seated]) for letter, seated in planned.seats],
        "weighed": why_words.weighed(asked, names, origin=origin),
        "next_best": best if why_words.has_next_best(origin) else None,
        "unmet": unmet,
        "rule": sentences.sentence(pairing_systems.PAIRING_SYSTEMS[round_.stage.movement].CODES["seats"]),
        "before": tables[place - 1] if place else None,
        "after": tables[place + 1] if place + 1 < len(tables) else None,
    }
    return render(request, "tournaments/rounds/why.html", context)
