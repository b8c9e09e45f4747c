"""A cribbage hand or crib, card by card: its points and the reasons (rules.md §2.3)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.cribbage.pegging import peg, read_rules
from scoring.cribbage.show import Show, heels, score_hand
from tournaments.judge.views import frame, trays
from tournaments.judge.views.trays import Tray, Trays
from tournaments.judge.wording import cribbage
from tournaments.models import Tournament


def hand(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show four cards and the starter to tap, the total, and every combination."""
    asked = request.GET
    counts = [("", _("Hand")), ("1", _("Crib"))]
    crib = frame.choose(asked, "crib", _("What is counted"), counts, "")
    lying = trays.parse_trays(
        asked, [Tray("hand", dict(counts)[crib.value], 4), Tray("starter", _("Starter"), 1)]
    )
    lying = trays.tap(lying, asked.getlist("tap"))
    show, refusal = _count(lying, bool(crib.value))
    at = frame.score_digits(asked.get("at", ""))
    return frame.show(
        request,
        tournament,
        "judge_hand",
        query={**lying.query, "crib": crib.query_value, "at": at},
        refusal=refusal,
        changed="tap" in asked,
        counted={
            "lying": lying,
            "choices": [crib],
            "at": at,
            **_pegged_context(show, at, tournament),
            **_show_context(lying, show, crib=bool(crib.value)),
        },
    )


def _count(lying: Trays, crib: bool) -> tuple[Show | None, DomainError | None]:
    if lying.refusal or any(tray.room for tray in lying.trays):
        return None, lying.refusal
    try:
        return score_hand(lying.tray("hand").cards, lying.tray("starter").cards[0], crib=crib), None
    except DomainError as refusal:
        return None, refusal


def _pegged_context(show: Show | None, at: str, tournament: Tournament | None) -> dict[str, Any]:
    """Return the player's score after the hand, under the rules that count here (rules.md §2.4)."""
    if not show or not at:
        return {}
    try:
        pegged = peg(int(at), show.total, read_rules(frame.rules_of(tournament, "cribbage")))
    except DomainError as refusal:
        return {"pegged": frame.refusal_sentence(refusal)}
    return {"pegged": cribbage.score_sentence(pegged), "moved": pegged}


def _show_context(lying: Trays, show: Show | None, *, crib: bool) -> dict[str, Any]:
    starter = lying.tray("starter").cards
    places = {card.name: tray.label for tray in lying.trays for card in tray.cards}
    shown: dict[str, Any] = {
        "suits": frame.pack(places),
        "heels": cribbage.heels() if starter and heels(starter[0]) else "",
    }
    if show:
        shown |= {
            "total": show.total,
            "sentence": cribbage.total(show, crib=crib),
            "rows": cribbage.rows(show),
        }
    return shown
