"""Pages for beginners: how a deal goes and advice, and the 48 hands of Table 2 to count (rules.md §2.5)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.cribbage import practice_hands
from scoring.cribbage.show import score_hand
from tournaments.games.cribbage import advice, rulings
from tournaments.judge.views import frame
from tournaments.judge.wording import cribbage as words
from tournaments.models import Tournament


def learn(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show how a deal of cribbage goes, then eight pieces of advice."""
    context = frame.context(tournament, "judge") | {
        "course": rulings.course(),
        "advice": advice.pieces(),
        "practice": frame.url("judge_practice", tournament),
    }
    return render(request, "judge/judge_learn.html", context)


def practice(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show one of the 48 hands; with a number of points said, also its total and every combination."""
    number = _number(request.GET.get("hand", ""))
    typed = frame.score_digits(request.GET.get("said", ""))
    hand, starter = practice_hands.practice_hand(number)
    context = frame.context(tournament, "judge") | {
        "number": number,
        "many": len(practice_hands.HANDS),
        "hand": hand,
        "starter": starter,
        "said": typed,
        "next": practice_hands.next_number(number),
        "address": frame.url("judge_practice", tournament),
        "learn": frame.url("judge_learn", tournament),
        **(_answer(number, int(typed)) if typed else {}),
    }
    return render(request, "judge/judge_practice.html", context)


def _number(typed: str) -> int:
    """Return the number of the hand that was asked for; the first one for anything else."""
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 2 else 1
    return number if 1 <= number <= len(practice_hands.HANDS) else 1


def _answer(number: int, typed: int) -> dict[str, Any]:
    show = score_hand(*practice_hands.practice_hand(number))
    rows = words.rows(show)
    return {"total": show.total, "right": typed == show.total, "rows": rows}
