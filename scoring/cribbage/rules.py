"""The rules of a day of cribbage as a result needs them, read once from what a stage has frozen.

| rule           | read as                  | where nothing is said     | section        |
|----------------|--------------------------|---------------------------|----------------|
| target         | target                   | 121                       | rules.md §2.4  |
| pegging        | exact                    | exactly the target        | rules.md §4    |
| match_points   | table                    | no table                  | rules.md §3.2  |
| lines          | lines                    | of the table, or standard | rules.md §3.1  |
| several_losers | several                  | all                       | rules.md §3.1  |

>>> rules = CribbageRules.read({"pegging": "as_pegged", "match_points": "acc"})
>>> rules.highest, rules.lines[0], rules.table.points[:2]
(149, 91, (2, 3))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.match_points import Table, lines_of, read_table

TARGET = 121
BEST_EVENT = 29
"""The most points of one event: a hand of 29 from 120 (rules.md §2.3)."""


@dataclass(frozen=True, slots=True)
class CribbageRules:
    """What a result of cribbage is judged by (rules.md §3, §4)."""

    target: int = TARGET
    exact: bool = True
    table: Table | None = None
    lines: tuple[int, ...] = ()
    several: str = "all"

    @classmethod
    def read(cls, rules: Mapping[str, Any]) -> CribbageRules:
        """The typed rules of a stage (rules.md §3, §4). Raises `Refusal` for an impossible table."""
        whole = {"target": TARGET, **rules}
        return cls(
            target=int(whole["target"]),
            exact=whole.get("pegging", "exact") == "exact",
            table=read_table(whole.get("match_points")),
            lines=lines_of(whole),
            several=whole.get("several_losers", "all"),
        )

    @property
    def highest(self) -> int:
        """The most a winner can have: the target, or as pegged one less and the best event (rules.md §4)."""
        return self.target if self.exact else self.target - 1 + BEST_EVENT
