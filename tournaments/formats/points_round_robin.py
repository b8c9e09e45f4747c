"""Any card game that ends with numbers: everybody meets everybody (rules.md §9).

| rule         | default     | source                                                                   |
|--------------|-------------|--------------------------------------------------------------------------|
| movement     | round_robin | two sides at a table, everybody meets everybody once                     |
| rounds       | 9           | one less than the players (with an odd field as many); fewer are allowed |
| rank_by      | won         | games won, then the spread; the set-up can rank otherwise                |
| the game     | declared    | name, range, target, higher or lower: of the organiser                   |
"""

from typing import Any

from tournaments.formats.shared import Format, breaks, gettext_noop
from tournaments.seating.round_robin import full_rounds


def rehearsed(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
    """A game of 500 to 500 points, numbers below zero included; an odd field as it was declared."""
    declared: dict[str, Any] = {
        "game_name": "500",
        "least": -990,
        "most": 990,
        "target": 500,
        "ties_allowed": False,
        "missed": 0,
        "forfeit": {"present": 500, "absent": 0},
    }
    if players % 2 and odd == "house":
        return declared | {"odd": "house"}
    return declared | ({"odd": "bye", "bye_credit": 0} if players % 2 else {})


def _rehearsal(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
    """As many rounds as it takes to meet everybody."""
    declared = rehearsed(players, odd, fixed)
    people = players + (declared.get("odd") == "house")
    rounds = people - fixed if fixed > 1 else full_rounds(people)
    return declared | {"rounds": rounds, "breaks": breaks((rounds + 1) // 2, rounds)}


FORMAT = Format(
    key="points-round-robin",
    name=gettext_noop("Any card game, each meets each"),
    note=gettext_noop("500, whist, euchre, hearts… Two sides at a table, a number for each; most games won."),
    source="docs/rules.md §9",
    rules={
        "game": "points",
        "movement": "round_robin",
        "rounds": 9,
        "tables": 5,
        "minutes": 40,
        "breaks": breaks(dinner=5, rounds=9),
    },
    rehearsal=_rehearsal,
)
