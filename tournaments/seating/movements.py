"""The shelf of movements: how entries are seated round after round. A new one is a file and a line below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from tournaments.seating import (
    free_draw,
    round_robin,
    swiss_rounds,
    two_lines,
    winners_move_up,
    winners_stay,
)
from tournaments.seating.problems import Problem
from tournaments.seating.values import Past, Person, PlannedTable


class Movement(Protocol):
    """What a module has to have to seat the rounds of a stage; mypy holds every one on the shelf to it.

    CODES names its sentences (`tournaments/refusals_of_rounds.py`): `wall` (who moves, on the wall), `step`
    (the round page, before a round is seated), `aloud` (read out with the seats), `as_played` (what follows
    where people sit elsewhere than planned), `seats` (the set-up's summary). An empty one is not said.
    """

    @property
    def ONE_LOT(self) -> bool:
        """Whether the lot drawn for round 1 holds for all rounds, so that those to come can be known."""

    @property
    def WINNERS_STAY(self) -> bool:
        """Whether the proof-reader watches that winners keep their seat."""

    @property
    def CODES(self) -> dict[str, str]:
        """The codes of its sentences, by where they are said."""

    def next_round(
        self,
        people: Sequence[Person],
        past: Past,
        *,
        tables: int,
        seed: int,
        three: bool = False,
        by: str = "won",
    ) -> tuple[PlannedTable, ...]:
        """Seat the round after `past` for the `people` who are here, at tables 1 to `tables`.

        `three`: of an odd field three meet at one table. `by` is the field of `SideScore` that ranks first.
        Raises NoSeating.
        """

    def rounds_to_come(
        self, people: Sequence[Person], past: Past, *, tables: int, seed: int, rounds: int
    ) -> tuple[tuple[PlannedTable, ...], ...]:
        """The rounds after `past` up to round `rounds` if nobody comes or leaves; none without ONE_LOT."""

    def problems(self, people: int, rounds: int, *, three: bool = False) -> Iterator[Problem]:
        """What so many rounds mean for so many people, before the day."""


MOVEMENTS: dict[str, Movement] = {
    "winners_stay": winners_stay,
    "round_robin": round_robin,
    "swiss": swiss_rounds,
    "free_draw": free_draw,
    "winners_move_up": winners_move_up,
    "two_lines": two_lines,
}


def movement(name: str) -> Movement:
    """The movement that a stage names, such as winners_stay. Raises LookupError where there is none."""
    return MOVEMENTS[name]
