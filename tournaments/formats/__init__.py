"""The registry of formats. A format is a file in `shipped/` and a key in `KEYS`; tournaments copy its rules.

A stage is frozen whole: its rules are stored in `stage.rules`, and no code looks its format up.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tournaments.formats.file import SHIPPED, Format, load
from tournaments.formats.rehearsal import rehearsal_rules
from tournaments.formats.stage_rules import (
    DERIVED_RULES,
    WITHDRAWN,
    complete_rules,
    deep_copy,
    file_rules,
    usual_rules,
)
from tournaments.pairing import consolation

KEYS = (
    "fadoq-15",
    "cribbage-draw",
    "cribbage-ladder",
    "cribbage-two-lines",
    "acc-swiss",
    "acc-consolation",
    "acc-grass-roots",
    "cribbage-knock-out",
    "set-of-five",
    "points-left",
    "timed-round-robin",
    "cribbage-tables",
    "cribbage-partners",
    "cribbage-three-pairs",
    "cribbage-two-threes",
    "cribbage-two-against-three",
    "cribbage-teams",
    "cribbage-teams-swiss",
    "gin-round-robin",
    "gin-swiss",
    "gin-oklahoma",
    "gin-hollywood",
    "gin-three",
    "gin-captain",
    "gin-four",
    "gin-teams",
    "points-round-robin",
    "points-swiss",
    "points-partners",
    "points-tables",
    "points-teams",
    "points-teams-swiss",
    "euchre-partners",
)
"""The shipped formats, in the order in which they are offered."""
FORMATS: dict[str, Format] = {key: load(SHIPPED / f"{key}.json") for key in KEYS}
FIRST = next(iter(FORMATS))
"""The format preselected for a new tournament."""
MEDAL_MATCH_GAMES = 3
"""The most games of a match for a medal."""


def rules(key: str, **choices: Any) -> dict[str, Any]:
    """Return a full set of rules of the format `key`, with `choices` in place of its defaults.

    Raises `KeyError` for a rule that the format does not have, `DomainError` for one that no game could have.
    """
    shipped = FORMATS[key].rules
    return complete_rules(usual_rules(shipped) | shipped | choices)


@cache
def shipped_rules(key: str) -> Mapping[str, Any]:
    """Return the rules of a shipped format without choices, once for all who read them and change nothing."""
    return rules(key)


def first_rules_of_game(game: str) -> dict[str, Any]:
    """Return the rules of the first format of a game; only those of the game if none is shipped any more."""
    return next((rules(key) for key, one in FORMATS.items() if one.game == game), None) or complete_rules(
        {"game": game, "format": ""}
    )


PLAYOFF_FIELDS = ("quarter", "first", "everybody")
"""The entries of the playoffs: the first quarter, rounded up; the first so many; all who are present."""
CONSOLATIONS = consolation.CONSOLATION_FIELDS
"""The entries of a consolation beside the playoffs: the losers of round 1; all others, who are not in."""
BY_REGISTRATION = "registration"
"""Seeds in the order of registration; otherwise by lot among those who are level."""
PLAYOFF_GAMES = (1, 3, 5, 7)
"""The allowed numbers of games of a playoff match, at most; a side that wins more than half of them goes on.
"""


def playoffs(
    who: str,
    *,
    count: int | None = None,
    games: int = 5,
    third_place: bool = False,
    double: bool = False,
    consolation: str | None = None,
    seeds: str | None = None,
) -> dict[str, Any]:
    """Return the playoffs after the rounds, as stored in rules; `count` only with `first`.

    `double`: only entries that lost twice are out. `consolation` is one of `CONSOLATIONS`, `seeds` is
    BY_REGISTRATION if no game ranks and the lot is not to. Options that were not chosen are left out,
    as in older rules.
    """
    asked: dict[str, Any] = {"who": who, "count": count, "games": games, "third_place": third_place}
    wanted = {"double": double, "consolation": consolation, "seeds": seeds}
    return asked | {name: value for name, value in wanted.items() if value}


def playoff_rules(rules: Mapping[str, Any], bracket: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a knock-out after a stage under `rules`; `bracket` as `bracket_kinds` reads it."""
    games = rules["playoffs"]["games"]
    match = {"kind": "best_of", "games": games}
    own = {"movement": "knock_out", "games": games, "match": match, "bracket": dict(bracket)}
    if games == 1:  # no game before it has a loser who could deal
        own["first_deal"] = rules["first_deal"]
    return medal_match_rules(rules) | own


def medal_match_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of medal matches after a stage under `rules`: best of three, for two at a table.

    `in_a_match` of the rules replaces options of the game that such a match does not have. Teams that meet on
    boards play it at one table; they choose who of them plays.
    """
    match = {"kind": "best_of", "games": MEDAL_MATCH_GAMES}
    return {
        **rules, "movement": "tie_break", "at_table": 2, "first_deal": "loser", "games": MEDAL_MATCH_GAMES,
        "match": match, "boards": None, "seats_file": None, **rules["in_a_match"],
    }  # fmt: skip
