"""Team against team on several boards: cribbage, or any card game with points (rules.md §14).

| format               | game     | movement                                                      |
|----------------------|----------|---------------------------------------------------------------|
| cribbage-teams       | cribbage | round_robin: each team meets each                             |
| cribbage-teams-swiss | cribbage | swiss: those teams meet who have nearly as many team points   |
| points-teams         | points   | round_robin                                                   |
| points-teams-swiss   | points   | swiss                                                         |

| rule     | default                        | source                                                        |
|----------|--------------------------------|---------------------------------------------------------------|
| boards   | 4, by boards won, 2-1-0        | declared; a bye is a match won, as the team could not play    |
| order    | team points, boards won, … lot | declared; teams that are level play no match: the lot decides |
| odd_ways | bye, house                     | a team sits out, or a floater team plays and is not ranked    |
"""

from collections.abc import Callable
from typing import Any

from tournaments.formats.points_round_robin import rehearsed
from tournaments.formats.shared import Format, breaks, gettext_noop, house_or_byes
from tournaments.seating.round_robin import full_rounds

BOARDS = 4
TEAMS = 6
ORDER = ["team_points", "won", "spread", "lot"]

Declared = Callable[[int, str | None, int], dict[str, Any]]


def _rehearsal(of_game: Declared, movement: str) -> Declared:
    """What a rehearsal declares of `players` teams: a round robin to the end."""

    def declared(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
        said = of_game(players, odd or ("bye" if players % 2 else None), fixed)
        if movement != "round_robin":
            return said
        rounds = full_rounds(players + (said.get("odd") == "house"))
        return said | {"rounds": rounds, "breaks": breaks((rounds + 1) // 2, rounds)}

    return declared


def _format(key: str, own: dict[str, str], name: str, note: str, *, of_game: Declared) -> Format:
    """A format whose `own` rules are its game and its movement."""
    rounds = 5
    return Format(
        key=key,
        name=name,
        note=note,
        source="docs/rules.md §14",
        rules={
            **own,
            "boards": {"count": BOARDS, "by": "won", "points": [2, 1, 0], "bye": "won"},
            "order": ORDER,
            "most_at_table": 2,
            "odd_ways": ["bye", "house"],
            "rounds": rounds,
            "tables": BOARDS * TEAMS // 2,
            "minutes": 40,
            "breaks": breaks(dinner=3, rounds=rounds),
        },
        rehearsal=_rehearsal(of_game, own["movement"]),
    )


CRIBBAGE = _format(
    "cribbage-teams",
    {"game": "cribbage", "movement": "round_robin"},
    gettext_noop("Cribbage, teams on boards, each meets each"),
    gettext_noop("On each board one of a team meets one of the other; team points, then boards won."),
    of_game=house_or_byes,
)
CRIBBAGE_SWISS = _format(
    "cribbage-teams-swiss",
    {"game": "cribbage", "movement": "swiss"},
    gettext_noop("Cribbage, teams on boards, Swiss"),
    gettext_noop("Those teams meet who have nearly as many team points; on each board one of both."),
    of_game=house_or_byes,
)
POINTS = _format(
    "points-teams",
    {"game": "points", "movement": "round_robin"},
    gettext_noop("Any card game, teams on boards, each meets each"),
    gettext_noop("On each board one of a team meets one of the other, with a number for each."),
    of_game=rehearsed,
)
POINTS_SWISS = _format(
    "points-teams-swiss",
    {"game": "points", "movement": "swiss"},
    gettext_noop("Any card game, teams on boards, Swiss"),
    gettext_noop("Those teams meet who have nearly as many team points; a number for each on each board."),
    of_game=rehearsed,
)
