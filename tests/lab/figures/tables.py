"""The figures of tables of more than two: `python -m tests.lab.figures.tables [--least 4] [--most 64]`.

Seats whole tournaments of individual partners and of tables of three to six for many fields, validates
every round, and prints in how many rounds no partners, or no opponents, came together twice, beside the most
that is possible.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from tournaments.pairing import individual_partners
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables
from tournaments.pairing.seating_cost import meetings, partner_counts
from tournaments.pairing.validation import validate
from tournaments.pairing.values import Person, PlayedTable, SeatingRules

LARGE_SIZES = (100, 200, 400)
ROUNDS = 15
KNOWN_ROUNDS = {
    (32, 4): 10,
    (28, 4): 9,
    (24, 4): 7,
    (20, 4): 5,
    (21, 3): 10,
    (18, 3): 8,
    (15, 3): 7,
    (30, 5): 6,
}
"""The most rounds known without meeting twice, by people and size (F. van Doorn, Dagstuhl-tables)."""


def measure_rounds(
    given: Tables, people: int, rounds: int
) -> tuple[int, Counter[int], Counter[int], int, float]:
    """Return rounds before a repetition, how often pairs partnered and met, faults, seconds of a round."""
    field, past, clean, faults = [Person(number) for number in range(1, people + 1)], [], 0, 0
    began = time.perf_counter()
    for number in range(rounds):
        planned = PAIRING_SYSTEMS[given.movement].next_round(
            field, past, PairingRequest(tables=people, seed=7, size=given.size)
        )
        rules = SeatingRules(
            people, winners_stay=False, size=given.size, partners=bool(given.partners), exact=given.exact
        )
        found = validate(planned, field, past, rules)
        faults += sum(one.hard for one in found)
        past.append([PlayedTable(one.table, one.seats, partners=one.partners) for one in planned])
        again = partner_counts(past) if given.partners else meetings(past)
        if clean == number and max(again.values(), default=0) < 2:
            clean += 1
    seconds = (time.perf_counter() - began) / rounds
    return clean, Counter(partner_counts(past).values()), Counter(meetings(past).values()), faults, seconds


def max_rounds(given: Tables, people: int) -> int:
    """Return the most rounds that can pass before a repetition."""
    if given.partners:
        return individual_partners.full_rounds(people)
    pairs = sum(
        seats * (seats - 1) // 2 for seats in PAIRING_SYSTEMS["mixed_tables"].sizes(people, size=given.size)
    )
    return people * (people - 1) // 2 // pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=4)
    parser.add_argument("--most", type=int, default=64)
    asked = parser.parse_args()
    print(
        "movement             size  people  clean  bound  known  met (times: pairs)         faults  s/round"
    )
    for name in ("individual_partners", "mixed_tables"):
        for size in sorted(PAIRING_SYSTEMS[name].SIZES):
            tables = Tables(name, size, PAIRING_SYSTEMS[name].PARTNERS)
            for people in (*range(asked.least, asked.most + 1), *(LARGE_SIZES if asked.most >= 64 else ())):
                most = max_rounds(tables, people)
                clean, _together, met, faults, seconds = measure_rounds(tables, people, min(most, ROUNDS))
                known = "" if tables.partners else KNOWN_ROUNDS.get((people, size), "")
                shown = ", ".join(f"{times}: {pairs}" for times, pairs in sorted(met.items()))
                print(
                    f"{name:20} {size:4}  {people:6}  {clean:5}  {min(most, ROUNDS):5}  {known!s:5}"
                    f"  {shown:26} {faults:6}  {seconds:7.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
