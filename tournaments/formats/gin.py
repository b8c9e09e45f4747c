"""Gin rummy as a tournament game: everybody meets everybody, ranked by games won, then value (rules.md §5).

| rule          | default        | source                                                                   |
|---------------|----------------|--------------------------------------------------------------------------|
| movement      | round_robin    | two players at a table, everybody meets everybody once                   |
| rounds        | 9              | one less than the players (with an odd field as many); fewer are allowed |
| bonuses       | standard       | a row of §5 by its name, or the numbers of an organiser over such a row  |
| target        | of the bonuses | §5 and §7: 100, Oklahoma 150, round the corner 125; any other can be set |
| ace           | low            | §5: low, both (Q-K-A as well) or corner (§7.3)                           |
| boxes_doubled | False          | §5: whether a shutout doubles the boxes too                              |
| hollywood     | False          | §7.2: three games on one sheet                                           |
| hollywood_letter | as hollywood | §7.2: to the letter of the source; False or `hollywood_open`: otherwise |
| rank_by       | won            | games won, then the value of all games                                   |
| ties          | best_of_three  | as in the other formats: declared, shown on the wall                     |
| first_deal    | draw           | §5: the high card chooses seat, cards and first deal                     |
| missed, bye…  | None           | not in the source: a value that the organiser declares                   |
"""

from typing import Any

from scoring.gin.book import rules_of
from tournaments.formats import shared
from tournaments.seating.round_robin import full_rounds

KEY = "gin-round-robin"

DEFAULTS: dict[str, Any] = shared.DEFAULTS | {
    "format": KEY,
    "game": "gin",
    "movement": "round_robin",
    "rounds": 9,
    "target": None,
    "bonuses": "standard",
    "ace": "low",
    "boxes_doubled": False,
    "hollywood": False,
    "hollywood_open": False,
    "hollywood_letter": None,
    "first_deal": "draw",
    "rank_by": "won",
    "tables": 5,
    "minutes": 40,
    "breaks": shared.breaks(dinner=5, rounds=9),
}

IN_A_MATCH: dict[str, Any] = {"hollywood": False, "hollywood_open": False, "hollywood_letter": False}
"""A best of three plays three games, one after another, not three sheets of three games each."""

MOST_AT_TABLE = 2
"""Gin is a game for two."""

ODD = ("house", "bye")
"""What can be done with an odd field: a house player, or one sits out."""

CREDITED = "value"
"""What the declared credit of a bye or of a missed game is added to."""


def rules(**choices: Any) -> dict[str, Any]:
    """The rules of a gin day, complete, with `choices` in place of the defaults.

    The target follows from the bonuses and the ace where none is chosen. Raises `KeyError` for a rule that
    the format does not have, `Refusal` for bonuses that no game could have.
    """
    chosen = shared.chosen(DEFAULTS, choices)
    if chosen["match_points"] is not None or chosen["rank_by"] != DEFAULTS["rank_by"]:
        raise KeyError(f"not a rule of {KEY}: match_points")
    if chosen["hollywood_letter"] is None:
        chosen["hollywood_letter"] = chosen["hollywood"] and not chosen["hollywood_open"]
    return chosen | {"target": rules_of(chosen).target}


def criteria(rules: dict[str, Any]) -> list[str]:
    """The criteria of ranking in order: games won, then the value of all games (rules.md §5)."""
    return [rules["rank_by"], "value"]


def results(rules: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a game that is played out brings to the first criterion, won and lost: one win, or none."""
    return (1,), (0,)


def rehearsal(players: int, *, odd: str | None = None, fixed: int = 0) -> dict[str, Any]:
    """What a rehearsal with so many players declares: as many rounds as it takes to meet everybody.

    Each of an odd field sits out once, unless `odd` says house. Several with fixed seats meet all but one
    another.
    """
    declared: dict[str, Any] = {"missed": 0, "forfeit": {"present": 0, "absent": 0}}
    people = players
    if players % 2 and odd == "house":
        declared["odd"] = "house"
        people += 1
    elif players % 2:
        declared |= {"odd": "bye", "bye_credit": 0}
    rounds = people - fixed if fixed > 1 else full_rounds(people)
    return declared | {"rounds": rounds, "breaks": shared.breaks((rounds + 1) // 2, rounds)}


def running(rules: dict[str, Any]) -> str:
    """What a scorecard adds up from game to game: the values; games won are counted beside them."""
    return "value"


def penalised(rules: dict[str, Any]) -> str:
    """What the points of a penalty come off: the value of the day."""
    return "value"
