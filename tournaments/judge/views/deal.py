"""The deal of cribbage for 2 to 6 players, seat by seat (rules.md §1)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring import Refusal
from scoring.cards import split
from scoring.cribbage.deal import CUTS, TEAMS, Deal, cut_for_deal, sides_of
from scoring.cribbage.deal import deal as one_deal
from tournaments.judge.views import frame
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.trays import MOST_LETTERS
from tournaments.judge.wording import deal as words
from tournaments.judge.wording.play import player, teams_name
from tournaments.models import Tournament

FADOQ = "fadoq-15"


def deal(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Who gets how many cards and does what; and who deals first, from the cards cut."""
    asked = request.GET
    rules = frame.rules_of(tournament, "cribbage")
    shown, choices = _asked(asked, rules, fadoq=bool(tournament) and rules["format"] == FADOQ)
    cut = asked.get("cut", "")[:MOST_LETTERS]
    first, refusal = _first(cut, shown.players)
    said = {choice.name: choice.said for choice in choices} | {"cut": cut}
    return frame.show(
        request,
        tournament,
        "judge_deal",
        query={name: value for name, value in said.items() if value},
        refusal=refusal,
        changed=False,
        counted={"choices": choices, "cut": cut, "first": first, **_shown(shown)},
    )


def _asked(asked: QueryDict, rules: dict[str, Any], *, fadoq: bool) -> tuple[Deal, list[Choice]]:
    numbers = [str(number) for number in TEAMS if _playable(number, fadoq=fadoq)]
    players = frame.one_of(asked, "players", numbers, "2")
    teams = [str(number) for number in TEAMS[int(players)]]
    chosen = frame.one_of(asked, "teams", teams, teams[0])
    seats = [str(seat + 1) for seat in range(int(players))]
    dealer = frame.one_of(asked, "dealer", seats, "1")
    cuts = frame.one_of(asked, "cuts", CUTS, rules["cuts"])
    pack_cut = frame.one_of(asked, "pack_cut", ["no", "yes"], "no")
    choices = [Choice("players", _("How many play"), [(one, one) for one in numbers], players, "2")]
    if len(teams) > 1:
        names = [(one, teams_name(int(one))) for one in teams]
        choices.append(Choice("teams", _("Sides"), names, chosen, teams[0]))
    before = [("no", _("nobody")), ("yes", _("whoever cuts the starter"))]
    cutters = [(one, words.cut_name(one)) for one in CUTS]
    choices += [
        Choice("dealer", _("Who deals"), [(one, player(int(one) - 1)) for one in seats], dealer, "1"),
        Choice("cuts", _("Who cuts the starter"), cutters, cuts, rules["cuts"]),
        Choice("pack_cut", _("Who cuts the pack before the deal"), before, pack_cut, "no"),
    ]
    shown = one_deal(
        int(players),
        teams=int(chosen),
        dealer=int(dealer) - 1,
        cuts=cuts,
        pack_cut=pack_cut == "yes",
        fadoq=fadoq,
    )
    return shown, choices


def _playable(players: int, *, fadoq: bool) -> bool:
    try:
        return bool(sides_of(players, fadoq=fadoq))
    except Refusal:
        return False


def _first(cut: str, players: int) -> tuple[str, Refusal | None]:
    """Who deals first by the cards that were cut, in the order of the seats."""
    given = len(split(cut))
    if not given:
        return "", None
    try:
        if given != players:
            raise Refusal("number_of_cards", number=players, given=given)
        return words.first_deal(cut_for_deal(cut)), None
    except Refusal as refusal:
        return "", refusal


def _shown(shown: Deal) -> dict[str, Any]:
    return {
        "seats": [
            {
                "name": player(seat),
                "partners": words.partners(shown, seat),
                "with": [player(other) for other in shown.partners(seat)],
                "dealt": words.dealt(shown.dealt[seat]),
                "discards": shown.discards[seat],
                "parts": list(words.parts(shown, seat)),
                "deals": seat == shown.dealer,
            }
            for seat in range(shown.players)
        ],
        "crib": words.crib(shown),
        "order": [player(seat) for seat in shown.order],
        "note": words.note(shown),
    }
