"""The registry of formats. Formats are data: one file, one format, one line below; all are templates.

A stage is frozen whole: its rules are stored in `stage.rules`, and no code looks its format up.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.formats import (
    acc,
    acc_consolation,
    cribbage_partners,
    cribbage_tables,
    draw,
    fadoq,
    gin,
    gin_hollywood,
    gin_oklahoma,
    gin_swiss,
    gin_teams,
    gin_three,
    grass_roots,
    knock_out,
    ladder,
    points_left,
    points_partners,
    points_round_robin,
    points_swiss,
    points_tables,
    set_of_five,
    teams_on_boards,
    timed_round_robin,
    two_lines,
)
from tournaments.formats.shared import DECIDED, WITHDRAWN, Format, breaks, copied, whole
from tournaments.pairing import consolation

FORMATS: dict[str, Format] = {
    one.key: one
    for one in (
        fadoq.FORMAT,
        draw.FORMAT,
        ladder.FORMAT,
        two_lines.FORMAT,
        acc.FORMAT,
        acc_consolation.FORMAT,
        grass_roots.FORMAT,
        knock_out.FORMAT,
        set_of_five.FORMAT,
        points_left.FORMAT,
        timed_round_robin.FORMAT,
        cribbage_tables.FORMAT,
        cribbage_partners.FOUR,
        cribbage_partners.THREE_PAIRS,
        cribbage_partners.TWO_THREES,
        cribbage_partners.TWO_AGAINST_THREE,
        teams_on_boards.CRIBBAGE,
        teams_on_boards.CRIBBAGE_SWISS,
        gin.FORMAT,
        gin_swiss.FORMAT,
        gin_oklahoma.FORMAT,
        gin_hollywood.FORMAT,
        gin_three.THREE,
        gin_three.CAPTAIN,
        gin_teams.FOUR,
        gin_teams.TEAMS,
        points_round_robin.FORMAT,
        points_swiss.FORMAT,
        points_partners.FORMAT,
        points_tables.FORMAT,
        teams_on_boards.POINTS,
        teams_on_boards.POINTS_SWISS,
    )
}
FIRST = next(iter(FORMATS))
"""The format preselected for a new tournament."""
BEST_OF = 3
"""The most games of a match for a medal."""


def rules(key: str, **choices: Any) -> dict[str, Any]:
    """Return a full set of rules of the format `key`, with `choices` in place of its defaults.

    Raises `KeyError` for a rule that the format does not have, `DomainError` for one that no game could have.
    """
    shipped = FORMATS[key].rules
    return whole({"breaks": breaks(shipped["rounds"]), **shipped, "format": key, **choices})


def first_rules_of_game(game: str) -> dict[str, Any]:
    """Return the rules of the first format of a game; only those of the game if none is shipped any more."""
    return next((rules(key) for key, one in FORMATS.items() if one.game == game), None) or whole(
        {"game": game, "format": ""}
    )


WHO = ("quarter", "first", "everybody")
"""The entries of the playoffs: the first quarter, rounded up; the first so many; all who are present."""
CONSOLATIONS = consolation.WHO
"""The entries of a consolation beside the playoffs: the losers of round 1; all others, who are not in."""
BY_REGISTRATION = "registration"
"""Seeds in the order of registration; otherwise by lot among those who are level."""
MATCHES = (1, 3, 5, 7)
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
    match = {"kind": "best_of", "games": BEST_OF}
    return {
        **rules, "movement": "tie_break", "at_table": 2, "first_deal": "loser", "games": BEST_OF,
        "match": match, "boards": None, "seats_file": None, **rules["in_a_match"],
    }  # fmt: skip
