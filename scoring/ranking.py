"""Standings: criteria in order, equal results share a rank (1, 2, 2, 4), and why (rules.md §4).

>>> rows = rank({1: {"pegged": 30}, 2: {"pegged": 31}, 3: {"pegged": 30}}, ["pegged"])
>>> [(row.rank, row.number) for row in rows]
[(1, 2), (2, 1), (2, 3)]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CRITERIA = ("pegged", "match_points", "won", "spread", "skunks", "value")


@dataclass(frozen=True)
class Decision:
    """How an order that the criteria left open was decided: a code with its numbers.

    `place` is the place within those tied (0 first); entries with the same `place` share a rank.
    """

    place: int
    code: str
    args: tuple[int, ...] = ()


@dataclass(frozen=True)
class Row:
    """A rank. `behind` is the number of the entry next above in the first criterion, `gap` by how much."""

    rank: int
    number: int
    shared_with: tuple[int, ...]
    behind: int | None
    gap: int
    decision: Decision | None = None


def rank(
    totals: Mapping[int, Mapping[str, int]],
    criteria: Sequence[str],
    decisions: Mapping[int, Decision] | None = None,
) -> list[Row]:
    """Rank entries by `criteria` in order, then by `decisions` (from medal matches or a lot).

    `totals` maps an entry's number to its totals. Entries equal in everything share a rank and are
    listed by number.
    """
    decisions = decisions or {}

    def key(number: int) -> tuple[int, ...]:
        decision = decisions.get(number)
        return (*(-totals[number][name] for name in criteria), decision.place if decision else 0)

    ordered = sorted(totals, key=lambda number: (key(number), number))
    groups: dict[tuple[int, ...], list[int]] = {}
    for number in ordered:
        groups.setdefault(key(number), []).append(number)
    rows: list[Row] = []
    for group in groups.values():
        above = rows[-1].number if rows else None
        place = len(rows) + 1
        for number in group:
            gap = totals[above][criteria[0]] - totals[number][criteria[0]] if above is not None else 0
            shared = tuple(other for other in group if other != number)
            rows.append(Row(place, number, shared, above, gap, decisions.get(number)))
    return rows


def ties_at_stake(rows: Sequence[Row], medals: int = 3) -> list[tuple[int, tuple[int, ...]]]:
    """Shared ranks that touch a medal: (rank, the numbers tied there), best first (rules.md §4)."""
    tied: dict[int, list[int]] = {}
    for row in rows:
        if row.shared_with and row.rank <= medals:
            tied.setdefault(row.rank, []).append(row.number)
    return [(place, tuple(numbers)) for place, numbers in sorted(tied.items())]
