"""A match of cribbage, game after game: skunks, match points, the winner, who deals next (rules.md §3)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import DomainError
from scoring.cribbage.game import check, played, side_values, winner_of
from scoring.match import DEALS_NEXT, DECIDED_BY, KINDS, Game, Match, State, state
from scoring.match_points import OWN_TABLE, SEVERAL_LOSERS_RULES, TABLES, read_table, skunk_lines
from scoring.side import SideValue
from tournaments.games.cribbage.match_points import table_name, table_numbers
from tournaments.judge.views import frame
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.play import TARGETS
from tournaments.judge.wording import match as words
from tournaments.judge.wording.play import player
from tournaments.models import Tournament

ADD, BACK = "add", "back"
DEFAULT_NUMBERS = {"one_game": 1, "fixed": 3, "best_of": 3, "first_to": 5}
SIDES = (2, 3, 4, 5, 6)
MAX_GAMES = 60
GAME_PATTERN = re.compile(r"\d{1,3}(?:-\d{1,3})+", re.ASCII)


@dataclass(frozen=True)
class MatchQuery:
    """A match as given in an address: its rules, the number of sides, the points of each game by side."""

    match: Match
    rules: Mapping[str, Any]
    sides: int
    games: tuple[str, ...]

    def played(self) -> tuple[list[tuple[SideValue, ...]], State, DomainError | None]:
        """Return the values of each game up to the first invalid one, the match, and the refusal."""
        values: list[tuple[SideValue, ...]] = []
        games: list[Game] = []
        stands = state(self.match, games, self.sides)
        for number, text in enumerate(self.games, 1):
            try:
                if stands.over:
                    raise DomainError("match_was_over", game=number)
                if not GAME_PATTERN.fullmatch(text):
                    raise DomainError("match_game_unread", game=number, text=text[:20])
                data = played([int(points) for points in text.split("-")])
                check(data, self.rules, self.sides)
            except DomainError as refusal:
                return values, stands, refusal
            values.append(side_values(data, self.rules, self.match.n))
            winner = winner_of(data, self.rules)
            won = values[-1][winner or 0]
            games.append((winner, won.match_points, won.wins_match))
            stands = state(self.match, games, self.sides)
        return values, stands, None


def match(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the games of a match, the match points of each, and a form for the next one."""
    taken = request.GET
    asked, choices, number, refusal = _parse_query(taken, frame.rules_of(tournament, "cribbage"))
    if BACK in taken:
        asked = replace(asked, games=asked.games[:-1])
    typed = [taken.get(f"p{side + 1}", "").strip()[:3] for side in range(asked.sides)]
    values, stands, wrong = asked.played()
    stops, refusal = wrong is not None, refusal or wrong
    if ADD in taken and not refusal:
        more = replace(asked, games=(*asked.games, "-".join(typed)))
        values, stands, refusal = more.played()
        asked = asked if refusal else more
    query = {"games": " ".join(asked.games), "n": number} | {one.name: one.query_value for one in choices}
    return frame.show(
        request,
        tournament,
        "judge_match",
        query=query,
        refusal=refusal,
        changed=ADD in taken or BACK in taken,
        counted={
            "choices": choices,
            "number": asked.match.n,
            "number_label": words.number_name(asked.match.kind),
            "typed": " ".join(asked.games),
            "fields": _fields(asked, typed if refusal else []) if not stands.over and not stops else [],
            **_match_context(asked, values, stands),
        },
    )


def _parse_query(
    taken: QueryDict, today: Mapping[str, Any]
) -> tuple[MatchQuery, list[Choice], str, DomainError | None]:
    choices = {choice.name: choice for choice in _choices(taken, today)}
    kind, table = choices["kind"].value, choices["table"].value
    number = frame.score_digits(taken.get("n", "")) if kind != "one_game" else ""
    rules = {
        "target": int(choices["target"].value),
        "pegging": "as_pegged",
        "match_points": today["match_points"] if table == OWN_TABLE else table,
        "several_losers": choices["several"].value if "several" in choices else SEVERAL_LOSERS_RULES[0],
    }
    if rules["match_points"] == today["match_points"] and rules["target"] == today["target"]:
        rules["lines"] = today.get("lines")
    found, refusal = _match(choices, number, str(_default_number(kind, rules["match_points"])))
    games = tuple(taken.get("games", "")[: MAX_GAMES * 24].replace(",", " ").split())[:MAX_GAMES]
    asked = MatchQuery(found, rules, int(choices["sides"].value), games)
    return asked, list(choices.values()), number, refusal


def _default_number(kind: str, table: Any) -> int:
    """Return how many games or match points a match has where none are given."""
    of_the_table = read_table(table)
    if kind == "first_to" and of_the_table and of_the_table.first_to:
        return of_the_table.first_to
    return DEFAULT_NUMBERS[kind]


def _match(choices: Mapping[str, Choice], number: str, usual: str) -> tuple[Match, DomainError | None]:
    """Return the match asked for; for an invalid number the usual match and the refusal."""

    def value(name: str, otherwise: str) -> str:
        return choices[name].value if name in choices else otherwise

    def made(of: str) -> Match:
        deals, by = value("deals", DEALS_NEXT[0]), value("by", DECIDED_BY[0])
        return Match(choices["kind"].value, int(of), by, deals)

    try:
        return made(number or usual), None
    except DomainError as refusal:
        return made(usual), refusal


def _choices(taken: QueryDict, today: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield the options; some are offered only with certain values of others."""
    choose = partial(frame.choose, taken)
    kind = choose("kind", _("The match"), [(one, words.kind_name(one)) for one in KINDS], "best_of")
    yield kind
    if kind.value == "fixed":
        decided = [("games", _("games won")), ("points", _("match points"))]
        yield choose("by", _("It is decided by"), decided, DECIDED_BY[0])
    tables, usual = [(name, table_name(name)) for name in TABLES], today["match_points"] or next(iter(TABLES))
    if not isinstance(usual, str):
        tables, usual = [(OWN_TABLE, table_name(OWN_TABLE)), *tables], OWN_TABLE
    yield choose("table", _("Match points"), tables, usual)
    targets = sorted({*TARGETS, int(today["target"])}, reverse=True)
    yield choose("target", _("Game to"), [(str(one), str(one)) for one in targets], str(today["target"]))
    sides = choose("sides", _("How many sides"), [(str(one), str(one)) for one in SIDES], str(SIDES[0]))
    yield sides
    if int(sides.value) > SIDES[0]:
        several = {
            "all": _("that all losers share"),
            "any": _("of the loser furthest behind"),
            "none": pgettext("no skunk counts", "none"),
        }
        yield choose("several", _("The skunk that counts"), [*several.items()], SEVERAL_LOSERS_RULES[0])
        deals = [("cut", _("the deal is cut")), ("left", _("the winner’s left"))]
        yield choose("deals", _("Who deals the next game"), deals, DEALS_NEXT[0])


def _fields(asked: MatchQuery, typed: Sequence[str]) -> list[dict[str, str]]:
    return [
        {
            "name": f"p{side + 1}",
            "label": player(side),
            "value": typed[side] if side < len(typed) else "",
        }
        for side in range(asked.sides)
    ]


def _match_context(asked: MatchQuery, values: Sequence[Sequence[SideValue]], stands: State) -> dict[str, Any]:
    table, lines = read_table(asked.rules["match_points"]), skunk_lines(asked.rules)
    winners = [next((value for value in game if value.won), None) for game in values]
    return {
        "over": stands.over,
        "winner": "" if stands.winner is None else stands.winner + 1,
        "next": "" if stands.next_deal is None else stands.next_deal + 1,
        "heads": [player(side) for side in range(asked.sides)],
        "rows": [
            {
                "number": number,
                "sides": game,
                "won": won,
                "said": words.worth(won) if won else "",
            }
            for number, (game, won) in enumerate(zip(values, winners, strict=True), 1)
        ],
        "games_won": stands.games_won,
        "points": stands.points,
        "sentence": words.standing_sentence(stands),
        "deals": words.next_deal(stands),
        "numbers": table_numbers(table, lines) if table else "",
        "lines_apply": bool(lines),
    }
