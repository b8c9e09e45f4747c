"""Gin for four, and teams of two to six against one another: the results of a hand are netted (rules.md §6).

| format    | at a table                       | who is ranked                                               |
|-----------|----------------------------------|-------------------------------------------------------------|
| gin-four  | A and C against B and D          | persons, with a new partner in each game                    |
| gin-teams | two teams, each under one number | teams that stay together in all rounds; all meet all        |

| rule        | default             | source                                                                 |
|-------------|---------------------|------------------------------------------------------------------------|
| a_side      | 2                   | §6: four; teams of 2 to 6                                              |
| target      | of the teams        | §6: 125 + 25 x (n - 2)                                                 |
| alternating | False               | §6: opponents swap every hand                                          |
| movement    | individual_partners | gin-four, declared; gin-teams: round_robin                             |
| odd         | bye                 | no house player can be a team, or the fourth                           |
| order       | … lot               | gin-four: two persons who are level have no partners to play it out    |
"""

from typing import Any

from tournaments.formats.gin_three import ASKS
from tournaments.formats.shared import Format, at_full_tables, breaks, gettext_noop
from tournaments.pairing.round_robin import full_rounds

DECLARED: dict[str, Any] = {"forfeit": {"present": 0, "absent": 0}, "odd": "bye", "bye_credit": 0}


def _of_teams(teams: int, odd: str | None, fixed: int) -> dict[str, Any]:
    """Return the declarations of a rehearsal with as many rounds as all meetings take.

    Each of an odd field sits out once.
    """
    rounds = teams - fixed if fixed > 1 and teams % 2 == 0 else full_rounds(teams)
    return {"missed": 0, **DECLARED, "rounds": rounds, "breaks": breaks(rounds)}


FOUR = Format(
    key="gin-four",
    name=gettext_noop("Gin for four, partners who change"),
    note=gettext_noop(
        "Two against two, a new partner in each game; two hands side by side, their difference counts."
    ),
    source="docs/rules.md §6",
    rules={
        "game": "gin",
        "mode": "teams",
        "a_side": 2,
        "movement": "individual_partners",
        "at_table": 4,
        "most_at_table": 4,
        "odd": "bye",
        "odd_ways": ["bye"],
        "in_a_match": {"mode": "two", "a_side": 1, "alternating": False, "target": None},
        "order": ["won", "value", "lot"],
        "rounds": 5,
        "tables": 5,
        "minutes": 50,
    },
    rehearsal=at_full_tables("individual_partners", **DECLARED),
    asks=("alternating", *ASKS),
)
TEAMS = Format(
    key="gin-teams",
    name=gettext_noop("Gin, team against team"),
    note=gettext_noop(
        "Teams of two to six, each under one number: everybody plays one of the other team, and the team’s "
        "hands are added up."
    ),
    source="docs/rules.md §6",
    rules={
        "game": "gin",
        "mode": "teams",
        "a_side": 2,
        "movement": "round_robin",
        "odd": "bye",
        "odd_ways": ["bye"],
        "rounds": 5,
        "tables": 3,
        "minutes": 50,
    },
    rehearsal=_of_teams,
    asks=("a_side", "alternating", *ASKS),
)
