"""The cards of both players, where a format asks for two: entered apart, then the list of differences.

The person who types the second card does not see the first one: only the list shows both (rules.md §4.1).
"""

import re
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring import DomainError
from scoring.two_cards import Totals, is_possible_card, points_of, read_card, read_spread, read_totals
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.games.parsing import meeting_uid
from tournaments.models import Line, Meeting, Round, Stage, Tournament
from tournaments.publishing import card_totals
from tournaments.rounds import scores
from tournaments.rounds.scores import TableState, two_cards
from tournaments.rounds.scores.two_cards import CardQuestion
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.cards.words import REASONS, RULE_TEXTS, RULINGS, STATE_NOTES, game_label, ruling_title
from tournaments.web.desk import words as desk_words

FOOT_START = re.compile(r"\s*\d+\s*/\s*\d")
MAX_INPUT_LENGTH = 60


# Entering


def _round(stage: Stage, asked: str) -> Round | None:
    """Return the round whose cards are entered: the one asked for, else the newest open or closed one."""
    rounds = stage.rounds.filter(state__in=(Round.State.OPEN, Round.State.CLOSED)).order_by("-number")
    number = parse_int(asked)
    wanted = rounds.filter(number=number).first() if number else None
    return wanted or rounds.filter(state=Round.State.OPEN).first() or rounds.first()


@never_cache
def cards(
    request: HttpRequest, tournament: Tournament, *, typed: str = "", fault: DomainError | None = None
) -> HttpResponse:
    """Show the line in which a card is typed, and which cards are in."""
    stage = two_cards.stage_of(tournament)
    if stage is None:
        return redirect("desk", tournament.slug)
    round_ = _round(stage, request.POST.get("round") or request.GET.get("round") or "")
    tables = scores.table_states([round_]) if round_ else []
    tiles = [_tile(table) for table in tables]
    context = {
        "round": round_,
        "typed": typed,
        "refused": error_sentence(fault) if fault else "",
        "correct": fault is not None and fault.code == "card_is_in",
        "nonce": uuid.uuid4().hex,
        "tiles": tiles,
        "done": sum(tile["in"] for tile in tiles),
        "total": sum(2 for table in tables if not table.bye),
        "listed": len(two_cards.questions(stage)),
        "unlike": sum(not foot.agrees for foot in card_totals.entered_totals(tournament)),
        "earlier": list(
            stage.rounds.filter(state__in=(Round.State.OPEN, Round.State.CLOSED))
            .order_by("number")
            .values_list("number", flat=True)
        ),
    }
    return render(request, "tournaments/cards/enter.html", context, status=422 if fault else 200)


def _tile(table: TableState) -> dict[str, Any]:
    """Return which cards of a table are in, without what is written on them."""
    letters = [table.side(side)[0].letter for side in range(len(table.numbers))]
    sides = [{"name": name} for name in desk_words.names(table)]
    shown = {"table": table.number, "sides": sides, "url": "", "note": "", "in": 0}
    if table.bye:
        return shown | {"state": "bye"}
    found = two_cards.entered_cards(table)
    there = [letter for letter, card in zip(letters, found, strict=True) if card]
    shown["in"] = len(there)
    if two_cards.is_decided(table.game(1)):
        ruled = table.game(1).counting
        by_ruling = ruled is not None and ruled.kind == Line.Kind.RULING
        return shown | {"in": 2, "state": "entered", "note": STATE_NOTES["ruled" if by_ruling else "decided"]}
    if len(there) == len(letters):
        if two_cards.question_of(table):
            return shown | {"state": "disputed", "note": STATE_NOTES["listed"]}
        return shown | {"state": "entered"}
    if there:
        return shown | {"state": "waiting", "note": STATE_NOTES["one_is_in"] % {"letter": there[0]}}
    return shown | {"state": "missing"}


def write(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Write one card, or the totals at the foot of a card."""
    stage = two_cards.stage_of(tournament)
    round_ = _round(stage, request.POST.get("round", "")) if stage else None
    if stage is None or round_ is None:
        return redirect("desk", tournament.slug)
    typed = request.POST.get("card", "")[:MAX_INPUT_LENGTH].strip()
    try:
        if str(round_.number) != request.POST.get("round"):  # that game was taken back meanwhile
            raise DomainError("round_has_moved_on")
        # whom it is about and its content: `7A 2 17`, `7 a 2 17`, `#12 2 17`
        found = re.fullmatch(r"(#\s?\d{1,5}|\d{1,5}\s?[A-Za-z])\s+(.+)", typed, re.ASCII)
        if not found:
            raise DomainError("card_not_read", typed=typed[:40])
        who, rest = re.sub(r"\s", "", found[1]), found[2]
        seat = (
            two_cards.seat_from_text(round_, who)
            if not (FOOT_START.match(rest) and who.startswith("#"))
            else None
        )
        if FOOT_START.match(rest):
            number = seat.entry.number if seat else parse_int(who[1:]) or 0
            _report_foot(
                request, card_totals.enter_totals(tournament, number, read_totals(rest), by=request.user)
            )
        elif seat:
            answer = two_cards.enter(
                seat,
                read_card(rest, stage.rules),
                nonce=request.POST.get("nonce", "")[:64],
                user=request.user,
                correct=request.POST.get("do") == "correct",
            )
            _report_card(request, round_, seat.meeting, seat.entry.name)
            flash.notices(request, answer)
    except DomainError as fault:
        return cards(request, tournament, typed=typed, fault=fault)
    return redirect(f"{reverse('cards', args=[tournament.slug])}?round={round_.number}")


def _report_card(request: HttpRequest, round_: Round, meeting: Meeting, name: str) -> None:
    """Report that a card is in and, if both are, whether they agree; never what the other one says."""
    table = scores.table_with_uid([round_], meeting.uid)
    words = {"name": name, "table": table.number if table else "?"}
    if table is None or None in two_cards.entered_cards(table):
        flash.success(request, "card_written", words)
    elif two_cards.question_of(table):
        flash.warning(request, "cards_to_look_at", words)
    else:
        flash.success(request, "cards_agree", words)


def _report_foot(request: HttpRequest, foot: card_totals.Foot) -> None:
    words = {"name": foot.name, "says": str(foot.says), "comes_to": str(foot.comes_to)}
    if foot.agrees:
        flash.success(request, "foot_adds_up", words)
    else:
        flash.warning(request, "foot_does_not_add_up", words)


# The list


@never_cache
def check(
    request: HttpRequest, tournament: Tournament, fault: DomainError | None = None, about: str = ""
) -> HttpResponse:
    """Show every game to look at, with both cards, the reasons, and the ruling by rule 12.2."""
    stage = two_cards.stage_of(tournament)
    if stage is None:
        return redirect("desk", tournament.slug)
    feet = card_totals.entered_totals(tournament)
    questions, ruled = [_question(one) for one in two_cards.questions(stage)], _rulings(stage)
    for one in (*questions, *ruled):
        if one["meeting"] == about and "typed" in request.POST:
            for side, one_card in enumerate(one["cards"]):
                one_card["typed"] = request.POST.get(f"spread_{side}", "")
    context = {
        "questions": questions,
        "feet": [foot for foot in feet if not foot.agrees],
        "feet_in": sum(foot.agrees for foot in feet),
        "ruled": ruled,
        "fault": error_sentence(fault) if fault else "",
        "about": about,
    }
    return render(request, "tournaments/cards/check.html", context, status=422 if fault else 200)


def _question(question: CardQuestion) -> dict[str, Any]:
    table = question.table
    margins = dict(zip(("one", "more"), question.line or ("", ""), strict=True))
    return {
        "meeting": str(table.meeting.uid),
        "seen": table.newest_line,
        "label": game_label(table),
        "why": [(code, str(REASONS[code]) % margins) for code in question.why],
        "cards": [
            {"letter": table.side(side)[0].letter, "name": name, "card": card.card, "line": card.line}
            for side, (name, card) in enumerate(zip(desk_words.names(table), question.entered, strict=True))
        ],
        "ways": _ruling_offers(question),
        "nonce": uuid.uuid4().hex,
    }


def _ruling_offers(question: CardQuestion) -> list[dict[str, Any]]:
    """Return the rulings that are offered, that of rule 12.2 first, each once, with the cards after it."""
    rules = question.table.meeting.round.stage.rules
    letters = [question.table.side(side)[0].letter for side in (0, 1)]
    ways: list[dict[str, Any]] = []

    def offer(spreads: tuple[int, int], title: str, quoted: str = "", note: str = "") -> None:
        if all(way["spreads"] != spreads for way in ways):
            cards = [
                (letter, spread, points_of(spread, rules))
                for letter, spread in zip(letters, spreads, strict=True)
            ]
            context = {"title": ruling_title(title, cards), "quoted": quoted, "note": note}
            ways.append({"spreads": spreads, "nonce": uuid.uuid4().hex, **context})

    settled = question.why == (two_cards.AT_SKUNK_LINE,)
    if settled:
        one = question.cards[0].spread or 0
        offer((one, -one), str(RULINGS["as_written"]))
    elif question.proposal:
        letter = question.proposal.letter
        offer(
            question.proposal.spreads, str(RULINGS["by_rule"]), str(RULE_TEXTS[letter]), f"ACC 12.2 {letter}"
        )
    for side, card in enumerate(question.cards):
        if card.spread and is_possible_card(card, rules):
            spreads = (card.spread, -card.spread) if side == 0 else (-card.spread, card.spread)
            offer(spreads, RULINGS["card_is_right"] % {"letter": letters[side]})
    if question.line and not settled:
        one, other = (card.spread or 0 for card in question.cards)
        winner = 0 if one > 0 or (not one and other < 0) else 1
        for size in question.line:
            offer((size, -size) if winner == 0 else (-size, size), RULINGS["spread"] % {"size": size})
    return ways


def _rulings(stage: Stage) -> list[dict[str, Any]]:
    """Return the rulings so far, the newest first, with both cards after them."""
    lines = (
        Line.objects.filter(meeting__round__stage=stage, kind=Line.Kind.RULING, meeting__void_act=None)
        .select_related("meeting__round__stage", "meeting__place", "user")
        .order_by("-number")
    )
    found: dict[int, Line] = {}
    for line in lines:
        found.setdefault(line.meeting_id, line)
    rounds = {line.meeting.round_id: line.meeting.round for line in lines}
    for round_ in rounds.values():
        round_.stage = stage
    tables = {table.meeting.pk: table for table in scores.table_states(list(rounds.values()))}
    return [
        {
            "meeting": str(line.meeting.uid),
            "seen": tables[key].newest_line,
            "label": game_label(tables[key]),
            "text": desk_words.describe_line(tables[key], line),
            "line": line,
            "nonce": uuid.uuid4().hex,
            "cards": [{"letter": tables[key].side(side)[0].letter} for side in (0, 1)],
            "by": line.user.shown_name if line.user else line.get_by_display(),
        }
        for key, line in found.items()
        if key in tables
    ]


def rule(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Write a ruling: a value for each card."""
    stage = two_cards.stage_of(tournament)
    if stage is None:
        return redirect("desk", tournament.slug)
    uid = request.POST.get("meeting", "")
    try:
        table = scores.table_with_uid(list(stage.rounds.all()), meeting_uid(uid))
        if table is None or table.bye:
            raise DomainError("meeting_void")
        most = int(stage.rules["target"])
        answer = two_cards.rule(
            table.meeting,
            [read_spread(request.POST.get(f"spread_{side}", ""), most) for side in (0, 1)],
            nonce=request.POST.get("nonce", "")[:64],
            seen=parse_int(request.POST.get("seen", "")) or 0,
            user=request.user,
            note=request.POST.get("note", "")[:100],
        )
    except DomainError as fault:
        return check(request, tournament, fault, uid)
    now = scores.table_state(table.meeting, table.number)
    flash.success(request, "cards_ruled", {"result": desk_words.describe_line(now, answer.line)})
    flash.notices(request, answer)
    return redirect("cards_check", tournament.slug)


def put_right(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Store the totals of a card after its foot was corrected: those that its games add up to."""
    foot = next((one for one in card_totals.entered_totals(tournament) if one.number == number), None)
    if foot and str(foot.comes_to) == request.POST.get("comes_to", ""):
        _report_foot(
            request, card_totals.enter_totals(tournament, number, Totals(*foot.comes_to), by=request.user)
        )
    else:
        flash.warning(request, "look_again_at_the_foot")
    return redirect("cards_check", tournament.slug)
