"""The deal of cribbage for 2 to 6 players, seat by seat (rules.md §1)."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.cards import split
from scoring.cribbage.deal import CUTS, TEAM_SIZES, Deal, cut_for_deal, sides_of
from scoring.cribbage.deal import deal as one_deal
from tournaments.judge.views import frame
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.trays import MAX_LETTERS
from tournaments.judge.wording import deal as words
from tournaments.judge.wording.play import player, teams_name
from tournaments.models import Tournament

FADOQ = "fadoq-15"


def deal(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show how many cards each player gets and what each does; from the cards cut, the first dealer."""
    asked = request.GET
    rules = frame.rules_of(tournament, "cribbage")
    shown, choices = _parse_query(asked, rules, fadoq=bool(tournament) and rules["format"] == FADOQ)
    cut = asked.get("cut", "")[:MAX_LETTERS]
    first, refusal = _first_dealer(cut, shown.players)
    query = {choice.name: choice.query_value for choice in choices} | {"cut": cut}
    return frame.show(
        request,
        tournament,
        "judge_deal",
        query=query,
        refusal=refusal,
        changed=False,
        counted={"choices": choices, "cut": cut, "first": first, **_deal_context(shown)},
    )


def _parse_query(asked: QueryDict, rules: dict[str, Any], *, fadoq: bool) -> tuple[Deal, list[Choice]]:
    choose = partial(frame.choose, asked)
    players, teams, sides = read_sides(
        asked, [number for number in TEAM_SIZES if _playable(number, fadoq=fadoq)]
    )
    dealer = choose("dealer", _("Who deals"), [(str(n + 1), player(n)) for n in range(players)], "1")
    cutters = [(one, words.cut_name(one)) for one in CUTS]
    cuts = choose("cuts", _("Who cuts the starter"), cutters, rules["cuts"])
    before = [("no", _("no one")), ("yes", _("the player who cuts the starter"))]
    pack_cut = choose(
        "pack_cut", _("Who cuts the pack before the deal"), before, "yes" if rules.get("pack_cut") else "no"
    )
    shown = one_deal(
        players,
        teams=teams,
        dealer=int(dealer.value) - 1,
        cuts=cuts.value,
        pack_cut=pack_cut.value == "yes",
        fadoq=fadoq,
    )
    return shown, [*sides, dealer, cuts, pack_cut]


def read_sides(asked: QueryDict, numbers: Iterable[int]) -> tuple[int, int, list[Choice]]:
    """Return the numbers of players and of sides, and the options; that of sides only if it has several."""
    named = [(str(number), str(number)) for number in numbers]
    players = frame.choose(asked, "players", _("How many play"), named, "2")
    ways = TEAM_SIZES[int(players.value)]
    if len(ways) == 1:
        return int(players.value), ways[0], [players]
    teams = [(str(number), teams_name(number)) for number in ways]
    sides = frame.choose(asked, "teams", _("Sides"), teams, teams[0][0])
    return int(players.value), int(sides.value), [players, sides]


def _playable(players: int, *, fadoq: bool) -> bool:
    try:
        return bool(sides_of(players, fadoq=fadoq))
    except DomainError:
        return False


def _first_dealer(cut: str, players: int) -> tuple[str, DomainError | None]:
    """Return the first dealer by the cards that were cut, in the order of the seats, or the refusal."""
    given = len(split(cut))
    if not given:
        return "", None
    try:
        if given != players:
            raise DomainError("number_of_cards", number=players, given=given)
        return words.first_deal(cut_for_deal(cut)), None
    except DomainError as refusal:
        return "", refusal


def _deal_context(shown: Deal) -> dict[str, Any]:
    return {
        "seats": [
            {
                "name": player(seat),
                "partners": words.partners(shown, seat),
                "with": [player(other) for other in shown.partners(seat)],
                "dealt": words.card_count(shown.dealt[seat]),
                "discards": shown.discards[seat],
                "parts": list(words.seat_tasks(shown, seat)),
                "deals": seat == shown.dealer,
            }
            for seat in range(shown.players)
        ],
        "crib": words.crib(shown),
        "order": [player(seat) for seat in shown.order],
        "note": words.note(shown),
    }
