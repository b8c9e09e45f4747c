"""Two hands of gin, card by card: melds, lay-offs, who won and why (rules.md §5, §5.1, §7)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.gin.book import rules_of
from scoring.gin.ending import HAND_SIZE
from scoring.gin.figures import MAX_CARDS, knock_limit
from scoring.gin.hand import LaidOutHand, show_hand
from scoring.gin.melds import best_melds
from scoring.gin.rules import ACES, NAMED_RULES, GinRules
from tournaments.judge.views import frame, trays
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.trays import Tray, Trays
from tournaments.judge.wording import gin as words
from tournaments.models import Tournament

DECLARED = "declared"
MELD_SEPARATOR = re.compile(r"[/_|]")


def gin(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the knocker's ten cards and the opponent's, and the result of the hand."""
    asked = request.GET
    rules, choices = _options(asked, tournament)
    holds = [("", _("ten cards")), ("other", _("another number"))]
    choices.append(frame.choose(asked, "opponent_holds", _("The opponent holds"), holds, ""))
    irregular = bool(choices[-1].value)
    opponent = Tray("opponent", _("Opponent"), MAX_CARDS if irregular else HAND_SIZE)
    up_card = [Tray("up", _("Up-card"), 1, noted=True)] if rules.oklahoma else []
    lying = trays.tap(
        trays.parse_trays(asked, [*up_card, Tray("knocker", _("Knocker"), HAND_SIZE), opponent]),
        asked.getlist("tap"),
    )
    melds = asked.get("melds", "").strip()[: trays.MAX_LETTERS]
    laid = [meld for meld in MELD_SEPARATOR.split(melds) if meld.strip()]
    shown, refusal = _count(lying, rules, laid, irregular=irregular)
    return frame.show(
        request,
        tournament,
        "judge_gin",
        query={**lying.query, "melds": melds, **{choice.name: choice.query_value for choice in choices}},
        refusal=refusal,
        changed="tap" in asked,
        counted={"lying": lying, "choices": choices, "melds": melds, **_hand_context(lying, rules, shown)},
    )


def _options(asked: QueryDict, tournament: Tournament | None) -> tuple[GinRules, list[Choice]]:
    """Return the rules asked for, by default those of the tournament, and the options to choose them."""
    today = frame.rules_of(tournament, "gin")
    bonuses, ace = bonus_choices(asked, today)
    rules = rules_of(today) if bonuses.value == DECLARED else NAMED_RULES[bonuses.value]
    return replace(rules, ace=ace.value), [ace, bonuses]


def bonus_choices(asked: QueryDict, today: dict[str, Any]) -> tuple[Choice, Choice]:
    """Return the options of the bonuses and of the ace, by default as the tournament declares them."""
    names, usual = [(name, words.bonuses_name(name)) for name in NAMED_RULES], today["bonuses"]
    if not isinstance(usual, str):
        names, usual = [(DECLARED, _("As declared today")), *names], DECLARED
    aces = [(one, words.ace_name(one)) for one in ACES]
    return (
        frame.choose(asked, "bonuses", _("Bonuses"), names, usual),
        frame.choose(asked, "ace", _("The ace in a run"), aces, today["ace"]),
    )


def _count(
    lying: Trays, rules: GinRules, laid: Sequence[str], *, irregular: bool
) -> tuple[LaidOutHand | None, DomainError | None]:
    if lying.refusal:
        return None, lying.refusal
    open_ = [tray for tray in lying.trays if tray.room and not (irregular and tray.key == "opponent")]
    if open_ or not lying.tray("opponent").cards:
        return None, None
    up_card = lying.tray("up").cards[0] if rules.oklahoma else None
    knocker, opponent = lying.tray("knocker").cards, lying.tray("opponent").cards
    try:
        return show_hand(knocker, opponent, rules=rules, up_card=up_card, melds=laid or None), None
    except DomainError as refusal:
        return None, refusal


def _hand_context(lying: Trays, rules: GinRules, shown: LaidOutHand | None) -> dict[str, Any]:
    places = {card.name: tray.label for tray in lying.trays if not tray.noted for card in tray.cards}
    marks = {card.name: "2" for card in lying.tray("opponent").cards}
    context: dict[str, Any] = {"suits": frame.pack(places, marks)}
    if not shown:
        return context | {"alone": _knocker_context(lying, rules)}
    score = shown.score
    laid_on: dict[int, list[Any]] = {}
    for one in shown.opponent.laid_off:
        laid_on.setdefault(one.meld, []).append(one.card)
    return context | {
        "score": score,
        "total": score.points,
        "sentence": words.result(score),
        "fine": words.fine(score),
        "reasons": [(reason.code, words.reason_sentence(reason)) for reason in score.reasons],
        "hands": [_hand(_("Knocker"), shown.knocker, laid_on), _hand(_("Opponent"), shown.opponent, {})],
    }


def _hand(label: str, side: Any, laid_on: Mapping[int, list[Any]]) -> dict[str, Any]:
    return {
        "label": label,
        "melds": [
            {"kind": words.meld_name(meld), "cards": meld.cards, "laid_on": laid_on.get(place)}
            for place, meld in enumerate(side.melds)
        ],
        "unmatched": side.unmatched,
        "deadwood": side.deadwood,
    }


def _knocker_context(lying: Trays, rules: GinRules) -> dict[str, Any] | None:
    """Return the knocker's hand and whether it may knock; None until it is complete."""
    cards = lying.tray("knocker").cards
    up_card = next(iter(lying.tray("up").cards), None) if rules.oklahoma else None
    if len(cards) != HAND_SIZE or (rules.oklahoma and not up_card):
        return None
    laid, limit = best_melds(cards, rules.ace), knock_limit(rules, up_card)
    found = {"sentence": words.knock_sentence(laid.deadwood, limit), "limit": limit}
    return found | _hand(_("Knocker"), laid, {})
