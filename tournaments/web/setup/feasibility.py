"""The feasibility box of the set-up page: the figures of the tournament, problems, and their ways out."""

from typing import Any

from tournaments import registration
from tournaments.common import competitors
from tournaments.pairing.feasibility import (
    DAY,
    Feasibility,
    games_end,
    rounds_before_midnight,
    stage_feasibility,
)
from tournaments.pairing.problems import Problem, Solution
from tournaments.publishing.names import clock
from tournaments.web.setup import words
from tournaments.web.setup.forms.form import SetupForm

FIRST_EVENING_START = 16 * 60
"""A tournament that starts then or later is played in the evening, an earlier one by day."""
LATEST_END, LATEST_EVENING_END = 18 * 60, 23 * 60
NEEDED_FIELDS = ("expected", "tables", "rounds", "minutes", "start")


def box(form: SetupForm, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the context of `components/feasibility.html` for the input so far."""
    unread = [form.fields[name].label for name in NEEDED_FIELDS if name in form.errors]
    if unread:
        return {
            "state": "warning",
            "title": words.BOX_TITLES["unread"],
            "sentences": [words.unread_sentence(unread)],
        }
    feasibility = stage_feasibility(rules, _player_count(form), tables=rules["tables"])
    return feasibility_context(feasibility, rules, form.competing, here=form.frozen)


def feasibility_context(
    feasibility: Feasibility, rules: dict[str, Any], kind: str = competitors.PLAYERS, *, here: bool = True
) -> dict[str, Any]:
    """Return the figures and problems of a tournament; `kind` is what competes (`competitors`).

    `here`: with the number of those present, who are counted, not expected.
    """
    problems = [*feasibility.problems, *_late_end_problems(rules)]
    hard = [problem for problem in problems if problem.hard]
    state = "impossible" if hard else "warning" if problems else "ok"
    first = hard or problems  # hard ones prevent the tournament
    ways = [
        way
        for problem in first
        for way in problem.ways
        if way.field != "rounds" or games_end({**rules, "rounds": int(way.value)}) <= DAY
    ]
    return {
        "state": state,
        "title": words.BOX_TITLES[state],
        "sentences": [words.problem_sentence(problem, kind) for problem in problems],
        "facts": words.facts(feasibility, rules, kind, here=here),
        "ways": [
            {"label": label, "note": note, "name": "way", "value": f"{way.field}={way.value}"}
            for way in dict.fromkeys(ways)
            for label, note in [words.way_out(way, feasibility, rules, kind)]
        ],
    }


def _player_count(form: SetupForm) -> int:
    """Return those present once the tournament has begun, before that those expected."""
    if form.frozen and form.tournament:
        return max(2, registration.count_present(form.tournament, form.last_seated).total())
    # a copy may have no tables, and say nothing of people
    return max(2, int(form.field_values()["expected"]))


def _late_end_problems(rules: dict[str, Any]) -> list[Problem]:
    end = games_end(rules)
    if end > DAY:
        fits = rounds_before_midnight(rules)
        return [Problem("past_midnight", True, {}, (Solution("rounds", fits),) if fits else ())]
    latest = LATEST_END if rules["start"] < FIRST_EVENING_START else LATEST_EVENING_END
    return [Problem("late", False, {"end": clock(end)})] if end > latest else []
