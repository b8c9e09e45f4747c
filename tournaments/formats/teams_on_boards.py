"""Team against team on several boards: cribbage, or any card game with points (rules.md §14).

| rule     | default                        | source                                                        |
|----------|--------------------------------|---------------------------------------------------------------|
| boards   | 4, by boards won, 2-1-0        | declared; a bye is a match won, as the team could not play    |
| order    | team points, boards won, … lot | declared; teams that are level play no match: the lot decides |
| odd_ways | bye, house                     | a team sits out, or a floater team plays and is not ranked    |
"""

from typing import Any

from tournaments.formats.points_round_robin import rehearsed
from tournaments.formats.shared import Format, Rehearsal, each_meets_each, gettext_noop, house_or_byes

BOARDS, TEAMS, ROUNDS = 4, 6, 5


def _format(game: str, movement: str, of_game: Rehearsal, name: str, note: str) -> Format:
    """Return the format of a `game` whose teams a `movement` seats; the key omits a round robin."""

    def rehearsal(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
        return of_game(players, odd or "bye", fixed)

    return Format(
        key=f"{game}-teams{'' if movement == 'round_robin' else f'-{movement}'}",
        name=name,
        note=note,
        source="docs/rules.md §14",
        rules={
            "game": game,
            "movement": movement,
            "boards": {"count": BOARDS, "by": "won", "points": [2, 1, 0], "bye": "won"},
            "order": ["team_points", "won", "spread", "lot"],
            "most_at_table": 2,
            "odd_ways": ["bye", "house"],
            "rounds": ROUNDS,
            "tables": BOARDS * TEAMS // 2,
            "minutes": 40,
        },
        rehearsal=each_meets_each(rehearsal) if movement == "round_robin" else rehearsal,
    )


EACH = (
    (
        *("cribbage", "round_robin", house_or_byes),
        gettext_noop("Cribbage, teams on boards, each meets each"),
        gettext_noop("On each board one of a team meets one of the other; team points, then boards won."),
    ),
    (
        *("cribbage", "swiss", house_or_byes),
        gettext_noop("Cribbage, teams on boards, Swiss"),
        gettext_noop("Those teams meet who have nearly as many team points; on each board one of both."),
    ),
    (
        *("points", "round_robin", rehearsed),
        gettext_noop("Any card game, teams on boards, each meets each"),
        gettext_noop("On each board one of a team meets one of the other, with a number for each."),
    ),
    (
        *("points", "swiss", rehearsed),
        gettext_noop("Any card game, teams on boards, Swiss"),
        gettext_noop(
            "Those teams meet who have nearly as many team points; a number for each on each board."
        ),
    ),
)
CRIBBAGE, CRIBBAGE_SWISS, POINTS, POINTS_SWISS = (_format(*one) for one in EACH)
