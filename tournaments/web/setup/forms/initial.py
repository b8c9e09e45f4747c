"""The initial values of the set-up form."""

from collections.abc import Mapping
from datetime import date, time, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import boards
from tournaments import formats
from tournaments.models import Entry, Stage, Tournament
from tournaments.publishing import ceremony
from tournaments.rounds import stages
from tournaments.web.setup.forms import boards as setup_boards
from tournaments.web.setup.forms import game_parts, leaving, match, order, pairing, playoffs
from tournaments.web.setup.forms.choices import LATER, USUAL_TABLE_SIZE, asked_at_table
from tournaments.web.setup.forms.formats import OfferedFormat, key_from_rules

SATURDAY = 5
TIMED_BREAKS = ("welcome", "dinner", "medals")


def next_saturday(today: date) -> date:
    """Return `today` if it is a Saturday, else the next Saturday."""
    return today + timedelta(days=(SATURDAY - today.weekday()) % 7)


def next_same_weekday(day: date, today: date) -> date:
    """Return `today` if it is the weekday of `day`, else the next such weekday."""
    return today + timedelta(days=(day.weekday() - today.weekday()) % 7)


def other_day(shown: date, today: date) -> date:
    """Return the day that a button offers beside the preselected one: today, or else the next Saturday."""
    return today if shown != today else next_saturday(today + timedelta(days=1))


def of_format(one: OfferedFormat) -> dict[str, Any]:
    """Return the initial values of a new tournament: the defaults and declarations of a format."""
    rules = dict(one.rules)
    return of_rules(rules, new=not one.own) | {
        "format": one.key,
        "name": "",
        "date": next_saturday(timezone.localdate()),
        "expected": _capacity(rules),
        "paper": Tournament.Paper.LETTER,
        "standings_shown": Tournament.StandingsShown.CLOSED,
        "in_sight": True,
        "hidden_games": 0,
        "language": get_language() or settings.LANGUAGE_CODE,
        "odd": (rules["odd"] or LATER) if one.own else "house",
        "house_name": _("House player"),
    }


FORMAT_FIELDS = (
    *("expected", "tables", "rounds", "at_table", "minutes", "start", "dinner_after"),
    *("missed", "forfeit_present", "forfeit_absent", "bye_credit", "equal_games", "odd"),
    *("welcome", "dinner", "medals", "clock", "penalties", *leaving.NAMES, *pairing.NAMES),
    *(*match.NAMES, *setup_boards.NAMES, *order.NAMES, *playoffs.NAMES, *game_parts.NAMES),
)
"""The fields that may differ from one format to another."""


def defaults(one: OfferedFormat) -> dict[str, Any]:
    """Return the initial values of the fields that differ from one format to another."""
    filled = of_format(one)
    return {name: filled[name] for name in FORMAT_FIELDS}


def of_tournament(stage: Stage) -> dict[str, Any]:
    """Return the initial values of an existing tournament."""
    tournament = stage.tournament
    house = tournament.entries.filter(kind=Entry.Kind.HOUSE).first()
    kept = tournament.settings
    described = {name: getattr(tournament, name) for name in stages.DESCRIPTION}
    return (
        of_rules(stage.rules)
        | described
        | {
            "expected": kept.get("expected") or _capacity(stage.rules),
            "in_sight": kept.get("in_sight") is not False,
            "hidden_games": ceremony.hidden_games(tournament),
            "house_name": house.name if house else kept.get("house_name") or _("House player"),
        }
    )


def _capacity(rules: Mapping[str, Any]) -> int:
    """Return how many can play at once: people, or teams that meet on boards."""
    return int(rules.get("at_table", 2) * (rules["tables"] // boards.each(rules)))


def of_earlier(stage: Stage, known: Mapping[str, OfferedFormat]) -> dict[str, Any]:
    """Return the initial values of a new tournament like an earlier one."""
    played = stage.tournament.date
    chosen = {
        "format": key_from_rules(stage.rules, known),
        "date": next_same_weekday(played, timezone.localdate()),
    }
    return of_tournament(stage) | chosen


def of_rules(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return rules as the fields show them."""
    breaks = {pause["code"]: pause for pause in rules["breaks"]}
    return (
        rules
        | game_parts.initial(rules, new=new)
        | pairing.initial(rules)
        | match.initial(rules)
        | setup_boards.initial(rules)
        | order.initial(rules)
        | playoffs.initial(rules)
        | {
            "at_table": rules["at_table"] if asked_at_table(rules) else USUAL_TABLE_SIZE,
            "odd": rules["odd"] or LATER,
            "made_up": rules.get("made_up", False),
            "protest_minutes": rules.get("protest_minutes", 0),
            "withdrawn": rules.get("withdrawn", formats.WITHDRAWN[0]),
            "equal_games": rules.get("equal_games", False),
            "clock": rules.get("clock", False),
            "penalties": rules.get("penalties", []),
            "start": time(*divmod(rules["start"], 60)),
            **{code: breaks.get(code, {"minutes": 0})["minutes"] for code in TIMED_BREAKS},
            "dinner_after": breaks.get("dinner", {"after": (rules["rounds"] + 1) // 2})["after"],
            "forfeit_present": rules["forfeit"]["present"],
            "forfeit_absent": rules["forfeit"]["absent"],
        }
    )


def breaks(given: dict[str, Any], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the breaks as they were chosen, in order of time; `before` are the former ones.

    An empty field, like 0 minutes, is no break.
    """
    after = {"welcome": 0, "dinner": given["dinner_after"], "medals": given["rounds"]}
    timed = [
        {"after": after[code], "minutes": given[code], "code": code}
        for code in TIMED_BREAKS
        if given[code]
        and after[code] is not None
        and after[code] <= given["rounds"]  # a short day: no dinner
    ]
    others = [pause for pause in before if pause["code"] not in TIMED_BREAKS]
    return sorted(timed + others, key=lambda pause: pause["after"])
