"""Cribbage for partners who change in each game: four, six or five at a table (rules.md §1).

| format                     | at a table | sides                                                           |
|----------------------------|------------|-----------------------------------------------------------------|
| cribbage-partners          | 4          | 2 against 2, who sit opposite each other                        |
| cribbage-three-pairs       | 6          | three pairs, who sit opposite each other                        |
| cribbage-two-threes        | 6          | two threes, seated alternately                                  |
| cribbage-two-against-three | 5          | 2 against 3, only if the organiser chooses this format        |

Each earns what their side earns, and ranks alone. People left over sit out.
"""

from typing import Any

from tournaments.formats.shared import Format, Rehearsal, gettext_noop
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS


def _rehearsal(movement: str) -> Rehearsal:
    """Return the declarations of a rehearsal: people left over have no credit."""

    def declared(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
        sizes = PAIRING_SYSTEMS[movement].sizes(players, size=PAIRING_SYSTEMS[movement].SIZES[0])
        full = sum(size > 1 for size in sizes)
        return {
            "missed": 0,
            "forfeit": {"present": 121, "absent": 0},
            "odd": "bye",
            "bye_credit": 0,
            "tables": max(len(sizes), full + fixed, players // 2, 1),
        }

    return declared


def _format(key: str, movement: str, name: str, note: str) -> Format:
    at_table = PAIRING_SYSTEMS[movement].SIZES[0]
    return Format(
        key=key,
        name=name,
        note=note,
        source="docs/rules.md §1",
        rules={
            "game": "cribbage",
            "movement": movement,
            "at_table": at_table,
            "odd": "bye",
            "odd_ways": ["bye"],
            "rounds": 8,
            "tables": 24 // at_table,
            "minutes": 30,
        },
        rehearsal=_rehearsal(movement),
    )


FOUR = _format(
    "cribbage-partners",
    "individual_partners",
    gettext_noop("Cribbage, partners who change"),
    gettext_noop(
        "Four at a table, two against two, a new partner in each game; each earns what the two peg."
    ),
)
THREE_PAIRS = _format(
    "cribbage-three-pairs",
    "three_pairs",
    gettext_noop("Cribbage, six as three pairs"),
    gettext_noop("A new partner in each game, who sits opposite; each earns what the two peg."),
)
TWO_THREES = _format(
    "cribbage-two-threes",
    "two_threes",
    gettext_noop("Cribbage, six as three against three"),
    gettext_noop("Seated alternately, new partners in each game; each earns what the side pegs."),
)
TWO_AGAINST_THREE = _format(
    "cribbage-two-against-three",
    "two_against_three",
    gettext_noop("Cribbage, five as two against three"),
    gettext_noop("Seated alternately, new partners in each game; each earns what the side pegs."),
)
