"""The figures of every movement: `python -m tests.figures_movements [--most 64] [--only NAME]`.

Plays a day of 15 rounds for every field of 2 to 64, and of 100, 200 and 400: once as it is, once while
people have fixed seats, leave, come late and come back, and once while some sit elsewhere than planned as
well. Every round is proof-read. Beside the hard faults it prints how often two met again, and how often that
cannot be avoided whatever is done.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.seating.test_any_day import changed
from tests.seating.test_any_day import field as people_of
from tests.seating.test_as_played_movements import other_seats, said_of
from tests.seating.test_movements import enough, hall, played, with_homes
from tournaments.seating.as_they_sit import as_they_sit
from tournaments.seating.check import check
from tournaments.seating.movements import MOVEMENTS, Tables
from tournaments.seating.seating_cost import meetings
from tournaments.seating.values import NoSeating, Person

LARGE = (100, 200, 400)
ROUNDS = 15
STEADY, COME_AND_GO, AS_THEY_SIT = "steady", "come and go", "as they sit"
HAPPENS = (STEADY, COME_AND_GO, AS_THEY_SIT)


@dataclass
class Tally:
    """What a day, or all days of a kind, came to."""

    days: int = 0
    rounds: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    again: int = 0
    least: int = 0
    slowest: float = 0

    def add(self, other: Tally) -> None:
        self.days += other.days
        self.rounds += other.rounds
        self.faults += other.faults
        self.refused += other.refused
        self.again += other.again
        self.least += other.least
        self.slowest = max(self.slowest, other.slowest)


def day(told: Tables, players: int, happens: str) -> Tally:
    """Play a day and proof-read every round of it."""
    movement, chance, tally = MOVEMENTS[told.movement], random.Random(players), Tally(days=1)
    coming = happens != STEADY
    people = people_of(players, 2 if coming else 0, house=False, chance=chance)
    gone: list[Person] = []
    past: list = []
    tables = hall(told, players)
    for number in range(ROUNDS):
        tables = max(tables, hall(told, len(people)), len(people) // 3 + 3 if coming else 1)
        people = with_homes(told, people)
        if not enough(told, len(people)):
            break
        began = time.perf_counter()
        lot = players if movement.ONE_LOT else players * 100 + number
        try:
            planned = movement.next_round(people, past, tables=tables, seed=lot, by="won", size=told.size)
        except NoSeating as none:
            tally.refused[none.code] += 1
            break
        found = check(
            planned, people, past, tables=tables, winners_stay=movement.WINNERS_STAY, size=told.size,
            partners=bool(told.partners), exact=told.exact,
        )  # fmt: skip
        tally.slowest = max(tally.slowest, time.perf_counter() - began)
        tally.rounds += 1
        tally.faults.update(one.code for one in found if one.hard)
        if happens == AS_THEY_SIT and chance.random() < 0.5:
            really = said_of(other_seats(planned, chance), chance)
            planned = as_they_sit(planned, really, people, past) if really else planned
        past.append(played(planned, chance))
        if coming:
            changed(people, gone, chance, tables)
    once = 2 if told.partners else 1
    met = meetings(past)
    tally.again = sum(max(0, times - once) for times in met.values())
    if happens == STEADY:
        tally.least = max(0, sum(met.values()) - once * players * (players - 1) // 2)
    return tally


def fields(most: int) -> Iterator[int]:
    yield from range(2, most + 1)
    yield from LARGE if most >= 64 else ()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=64)
    parser.add_argument("--only", choices=MOVEMENTS)
    asked = parser.parse_args()
    print("movement             size  what happens  days  rounds  faults  again  least  slowest  refused")
    for name in [asked.only] if asked.only else MOVEMENTS:
        for size in sorted(MOVEMENTS[name].SIZES):
            told = Tables(name, size, MOVEMENTS[name].PARTNERS)
            for happens in HAPPENS:
                total = Tally()
                for players in fields(asked.most):
                    one = day(told, players, happens)
                    if one.faults:
                        print(f"  {name} {size} {players} {happens}: {dict(one.faults)}", flush=True)
                    total.add(one)
                least = str(total.least) if happens == STEADY else ""
                refused = ", ".join(f"{code}: {days}" for code, days in sorted(total.refused.items()))
                print(
                    f"{name:20} {size:4}  {happens:12}  {total.days:4}  {total.rounds:6}"
                    f"  {sum(total.faults.values()):6}  {total.again:5}  {least:>5}"
                    f"  {total.slowest:7.3f}  {refused}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
