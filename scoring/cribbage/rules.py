"""The rules of a tournament of cribbage, read once from the frozen rules of a stage.

| rule           | read as                  | default                   | section        |
|----------------|--------------------------|---------------------------|----------------|
| target         | target                   | 121                       | rules.md §2.4  |
| pegging        | pegging, exact           | exactly the target        | rules.md §4    |
| match_points   | table                    | no table                  | rules.md §3.2  |
| lines          | lines                    | of the table, or standard | rules.md §3.1  |
| several_losers | several                  | all                       | rules.md §3.1  |
| from_116       | from_116                 | False                     | rules.md §2.4  |
| muggins        | muggins                  | False                     | rules.md §2.4  |
| cuts           | cuts                     | right                     | rules.md §1    |
| first_deal     | first_deal               | cut                       | rules.md §4    |
| rank_by, then  | by_match_points, then    | points pegged             | rules.md §4    |
| order          | order, by_match_points   | as `rank_by` says         | rules.md §4    |
| cards          | two_cards                | one slip for both         | rules.md §4.1  |

>>> rules = CribbageRules.read({"pegging": "as_pegged", "match_points": "acc"})
>>> rules.highest, rules.lines[0], rules.table.points[:2]
(149, 91, (2, 3))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring import two_cards
from scoring.match_points import Table, read_table, skunk_lines

TARGET = 121
MAX_EVENT_POINTS = 29
"""The most points of one event: a hand of 29 from 120 (rules.md §2.3)."""
TIMED = "timed"


def is_timed(rules: Mapping[str, Any]) -> bool:
    """Return whether time can end a game under the rules of a stage (rules.md §4)."""
    return bool(rules.get("pegging") == TIMED)


@dataclass(frozen=True, slots=True)
class CribbageRules:
    """The rules by which cribbage is played and results are checked (rules.md §1 to §4).

    If time can end a game there are no skunks. `then` are the criteria that decide between equal match
    points, in order; `order` are all criteria, if the organiser has put them in order.
    """

    target: int = TARGET
    pegging: str = "exact"
    table: Table | None = None
    lines: tuple[int, ...] = ()
    several: str = "all"
    from_116: bool = False
    muggins: bool = False
    cuts: str = "right"
    first_deal: str = "cut"
    by_match_points: bool = False
    then: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    two_cards: bool = False

    @classmethod
    def read(cls, rules: Mapping[str, Any]) -> CribbageRules:
        """Parse the rules of a stage (rules.md §3, §4). Raises `DomainError` for an impossible table."""
        whole = {"target": TARGET, **rules}
        order = tuple(whole.get("order") or ())
        return cls(
            target=int(whole["target"]),
            pegging=whole.get("pegging", "exact"),
            table=read_table(whole.get("match_points")),
            lines=() if is_timed(whole) else skunk_lines(whole),
            several=whole.get("several_losers", "all"),
            from_116=bool(whole.get("from_116")),
            muggins=bool(whole.get("muggins")),
            cuts=whole.get("cuts", "right"),
            first_deal=whole.get("first_deal", "cut"),
            by_match_points=(order[0] if order else whole.get("rank_by")) == "match_points",
            then=tuple(whole.get("then") or ()),
            order=order,
            two_cards=two_cards.asks_two_cards(whole),
        )

    @property
    def exact(self) -> bool:
        """Return whether the winner has exactly the target, so that it need not be written (rules.md §4)."""
        return self.pegging in ("exact", "left")

    @property
    def left(self) -> bool:
        """Return whether points left to the target are written, 0 for the winner (rules.md §4)."""
        return self.pegging == "left"

    @property
    def timed(self) -> bool:
        """Return whether time can end a game before a side reaches the target (rules.md §4)."""
        return self.pegging == TIMED

    @property
    def counts_match_points(self) -> bool:
        """Return whether match points rank, first or later (rules.md §4)."""
        return self.by_match_points or "match_points" in self.order

    @property
    def highest(self) -> int:
        """The most a winner can have: the target, or as pegged one less and the best event (rules.md §4)."""
        return self.target if self.exact or self.timed else self.target - 1 + MAX_EVENT_POINTS
