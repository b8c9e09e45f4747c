"""The rules of a stage made from those of a format: whole, so that a stage needs no others."""

from collections.abc import Mapping
from typing import Any

from scoring import boards, criteria, match
from scoring.games import GAMES
from tournaments.pairing.pairing_systems import Tables

VERSION = 3

WITHDRAWN = ("stand", "removed")
"""The treatment of people who leave before the last game: ranked with their results so far, or removed."""

DEFAULTS: dict[str, Any] = {
    "v": VERSION,
    "match": match.ONE_GAME,
    "boards": None,
    "match_points": None,
    "odd": None,
    "odd_ways": ["house", "bye"],
    "at_table": 2,
    "rounds_allowed": [1, 60],
    "bye_credit": None,
    "equal_games": False,
    "missed": None,
    "made_up": False,
    "protest_minutes": 0,
    "withdrawn": WITHDRAWN[0],
    "forfeit": {"present": None, "absent": None},
    "ties": "best_of_three",
    "medals": 3,
    "playoffs": None,
    "own": None,
    "start": 9 * 60,
    "keep_clubs_apart": False,
    "apart_for": 1,
    "apart_at_any_price": False,
    "seats_file": None,
    "clock": False,
    "penalties": [],
    "order": None,
    "byes_as": "own",
    "forfeits_as": "byes",
}
"""The defaults of every format. Files of formats and old copies leave them out, so a default never changes.

`match` is what is played at a table in one round (`scoring/match.py`), `boards` how teams meet on
several of them (`scoring/boards.py`; None: they do not), `odd_ways` how an odd field can be handled,
`equal_games` whether all have to play equally many, `at_table` how many sit at a full table,
`rounds_allowed` the least and the most rounds, `order` the criteria as the organiser has put them in order
(None: those of the game), `byes_as` and `forfeits_as` how games not played count in the opponents' criteria
(`scoring/criteria/field.py`), `playoffs` what follows the rounds (`formats.playoffs`; None:
nothing), `made_up` whether a missed game can be made up later (`rounds/make_up.py`), `protest_minutes` how
long results can be protested after their round is closed (0: not declared), `withdrawn` how those who leave
are treated (WITHDRAWN), `apart_for` in how many rounds people are kept apart (0: all), `apart_at_any_price`
whether a round in which two of one word meet is not seated, `own` the organisation's own format that
the rules are of: its `uid`, `version` and `name` (None: a shipped one), `seats_file` the seats that the
organiser has uploaded (`pairing/seats_from_file.py`): `name` of the file, `like`, the pairing system that it
replaces, and `rounds`, of each its lines: a table, then the numbers of those who sit there.
"""

REQUIRED_RULES = ("format", "game", "movement", "rounds", "tables", "minutes")
"""The rules without a default: every format has them."""

UNCHOSEN = object()
"""A value that no rule has."""

DERIVED_RULES = ("criteria", "running", "penalised")
"""Rules that follow from the others (`derived_rules` of a game) and are never declared."""


def usual_breaks(rounds: int) -> list[dict[str, Any]]:
    """Return the usual breaks: dinner is after half of the rounds."""
    return [
        {"after": 0, "minutes": 30, "code": "welcome"},
        {"after": (rounds + 1) // 2, "minutes": 60, "code": "dinner"},
        {"after": rounds, "minutes": 30, "code": "medals"},
    ]


def usual_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that the file of a format leaves out: defaults, and the breaks of so many rounds."""
    return DEFAULTS | GAMES[rules["game"]].DEFAULTS | {"breaks": usual_breaks(rules["rounds"])}


def file_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the whole rules of a format that its file contains; the inverse of `usual_rules`."""
    left_out = usual_rules(rules)
    return {
        name: rule
        for name, rule in rules.items()
        if name not in DERIVED_RULES and not (name in left_out and rule == left_out[name])
    }


def deep_copy(value: Any) -> Any:
    """Copy plain data deeply; faster than `deepcopy`, which handles any object.

    >>> deep_copy({"criteria": ["points"], "breaks": ()})
    {'criteria': ['points'], 'breaks': ()}
    """
    if isinstance(value, dict):
        return {key: deep_copy(one) for key, one in value.items()}
    if isinstance(value, list):
        return [deep_copy(one) for one in value]
    if isinstance(value, tuple):
        return tuple([deep_copy(one) for one in value])
    return value


def complete_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return `rules` of a stage with all that follows from them, and rules added since they were frozen.

    Raises `KeyError` for a rule that no format of the game has, and what the game's `derived_rules` raises.
    """
    game = GAMES[rules["game"]]
    defaults = DEFAULTS | game.DEFAULTS
    unknown = set(rules) - set(defaults) - set(game.LATER) - {*DERIVED_RULES, *REQUIRED_RULES, "breaks"}
    if unknown:
        raise KeyError(f"not a rule of {rules['format']}: {', '.join(sorted(unknown))}")
    chosen = {name: rule for name, rule in rules.items() if rule != game.LATER.get(name, UNCHOSEN)}
    filled: dict[str, Any] = deep_copy(defaults | chosen | {"v": VERSION})
    match.clean_match(filled)
    boards.check(filled)
    if not Tables.from_rules(filled).possible or filled["at_table"] > filled["most_at_table"]:
        raise KeyError(f"not a rule of {filled['movement']}: {filled['at_table']} at a table")
    decided: dict[str, Any] = game.derived_rules(filled)
    criteria.check_match(decided["criteria"], filled)
    return filled | decided
