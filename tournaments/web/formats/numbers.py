"""The figures of a format by number of players: rounds, byes, tables, the end of the tournament."""

from typing import Any

from scoring import boards
from tournaments.common import competitors
from tournaments.pairing import feasibility
from tournaments.web.setup import feasibility as feasible

PLAYERS = (5, 6, 8, 9, 10, 12, 13, 16, 20, 24, 30, 32, 40, 60, 64, 100)
Rules = dict[str, Any]


def rows(rules: Rules) -> list[dict[str, Any]]:
    """Return a row for each number of players: how many rounds are possible, and remarks of the set-up."""
    return [_row(players, rules) for players in PLAYERS]


def _row(players: int, rules: Rules) -> dict[str, Any]:
    if players % 2 and rules["odd"] is None and rules["odd_ways"]:
        rules = rules | {"odd": rules["odd_ways"][0]}
    if rules["bye_credit"] is None:
        rules = rules | {"bye_credit": 0}
    day = _played(players, rules)
    least, most = rules["rounds_allowed"]
    fewer = [
        int(way.value)
        for problem in day.problems
        for way in problem.ways
        if problem.hard and way.field == "rounds" and least <= int(way.value) <= most
    ]
    if fewer:
        rules = rules | {"rounds": max(fewer)}
        day = _played(players, rules)
    told = feasible.feasibility_context(
        day, rules | {"tables": day.tables_needed}, competitors.declared_kind(rules), here=False
    )
    facts = {fact["code"]: fact["value"] for fact in told["facts"]}
    hard = {problem.code for problem in day.problems if problem.hard}
    return {
        "players": players,
        "rounds": rules["rounds"],
        "possible": day.possible,
        "facts": facts,
        "notes": [one for one in told["sentences"] if not hard or one.code in hard],
    }


def _played(players: int, rules: Rules) -> feasibility.Feasibility:
    """Return the feasibility for so many players, with as many tables as they need."""
    return feasibility.day_of(rules, players, tables=players * boards.each(rules))
