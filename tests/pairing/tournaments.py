"""Tournaments played by lot, for the tests of the pairing and its figures."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.preconditions import tables_needed
from tournaments.pairing.seating_cost import Cost, cost
from tournaments.pairing.validation import validate
from tournaments.pairing.values import Finding, Person, PlannedTable, PlayedTable, SeatingRules
from tournaments.pairing.winners_stay import WinnersStay

next_round = WinnersStay().next_round


@dataclass
class PlayedRounds:
    """The rounds that were played, and their cost."""

    rounds: list[tuple[PlayedTable, ...]] = field(default_factory=list)
    planned: list[tuple[PlannedTable, ...]] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def rematches(self) -> int:
        return sum(cost.rematches for cost in self.costs)

    @property
    def walks(self) -> list[int]:
        return [walk for cost in self.costs for walk in cost.walks]

    @property
    def faults(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.hard]

    def seat(
        self, people: Sequence[Person], *, tables: int, seed: int, three: bool = False
    ) -> tuple[PlannedTable, ...]:
        """Seat the next round and validate it."""
        planned = next_round(people, self.rounds, PairingRequest(tables=tables, seed=seed, three=three))
        self.findings += validate(planned, people, self.rounds, SeatingRules(tables=tables, three=three))
        self.costs.append(cost(planned, self.rounds))
        self.planned.append(planned)
        return planned

    def play(self, planned: Sequence[PlannedTable], winner: Callable[[PlannedTable], int | None]) -> None:
        """Play the round: `winner` returns the winner of a table, None for an abandoned game."""
        self.rounds.append(
            tuple(
                PlayedTable(table.table, table.seats, winner(table) if len(table.seats) > 1 else None)
                for table in planned
            )
        )


def skilled(numbers: Sequence[int], spread: float, chance: random.Random) -> Callable[[PlannedTable], int]:
    """Return a chooser of winners by skill, on a bell curve of the given spread; 0 makes all games even."""
    strength = {number: chance.gauss(0, spread) for number in numbers}

    def winner(table: PlannedTable) -> int:
        if len(table.people) > 2:
            odds = [10 ** strength[number] for number in table.people]
            return chance.choices(table.people, odds)[0]
        one, other = table.people
        likely = 1 / (1 + 10 ** (strength[other] - strength[one]))
        return one if chance.random() < likely else other

    return winner


def play_tournament(
    players: int,
    seed: int,
    *,
    rounds: int = 15,
    house: bool = False,
    three: bool = False,
    spread: float = 0,
    fixed: int = 0,
) -> PlayedRounds:
    """Play a whole tournament; an odd field gets a `house` player or a table of `three`.

    The first `fixed` players never move.
    """
    chance = random.Random(seed)
    people = [
        Person(number, fixed=(number, "A") if number <= fixed else None) for number in range(1, players + 1)
    ]
    if house and players % 2:
        people.append(Person(players + 1, house=True))
    winner = skilled([person.number for person in people], spread, chance)
    tournament = PlayedRounds()
    for number in range(rounds):
        tables = tables_needed(len(people), three=three)
        planned = tournament.seat(people, tables=tables, seed=seed * 1000 + number, three=three)
        tournament.play(planned, winner)
    return tournament
