"""Gin for three: each alone, or the captain against two (rules.md §6).

| rule       | default          | source                                                          |
|------------|------------------|-----------------------------------------------------------------|
| mode       | three, captain   | §6: the loser of a hand gives the seat to the one who looks on  |
| movement   | threes, captains | three at every table; one or two who are left over sit out      |
| target     | of the bonuses   | §6: 100                                                         |
| shutout    | 100 once         | §6: a player without a hand won: 100 on the winner's total      |
| first_deal | seat_b           | §5: the middle card of the draw deals; here a seat decides      |
| order      | … lot            | two who are level cannot play out a game of three               |
"""

from typing import Any

from tournaments.formats.shared import Format, gettext_noop

ASKS = (
    "bonuses", "own_undercut", "own_gin", "own_box", "own_game", "oklahoma", "ace", "gin_target",
    "boxes_doubled",
)  # fmt: skip


def _rehearsal(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
    """Return the declarations of a rehearsal: people left over have no credit."""
    declared: dict[str, Any] = {"missed": 0, "forfeit": {"present": 0, "absent": 0}}
    return declared | {"odd": "bye", "bye_credit": 0, "tables": max(players // 2, 1)}


def _format(key: str, mode: str, movement: str, name: str, note: str) -> Format:
    return Format(
        key=key,
        name=name,
        note=note,
        source="docs/rules.md §6",
        rules={
            "game": "gin",
            "mode": mode,
            "movement": movement,
            "at_table": 3,
            "most_at_table": 3,
            "first_deal": "seat_b",
            "odd": "bye",
            "odd_ways": ["bye"],
            "in_a_match": {"mode": "two"},
            "order": ["won", "value", "lot"],
            "rounds": 4,
            "tables": 4,
            "minutes": 60,
        },
        rehearsal=_rehearsal,
        asks=ASKS if mode == "captain" else ASKS[:-1],  # with three alone no boxes are doubled
    )


THREE = _format(
    "gin-three",
    "three",
    "threes",
    gettext_noop("Gin for three"),
    gettext_noop("Two play, one looks on; the loser of a hand gives up the seat. All pay those above them."),
)
CAPTAIN = _format(
    "gin-captain",
    "captain",
    "captains",
    gettext_noop("Gin, the captain against two"),
    gettext_noop("One plays against two who take turns; everybody is captain as often as can be had."),
)
