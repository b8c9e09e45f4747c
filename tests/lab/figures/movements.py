"""The figures of every movement: `python -m tests.lab.figures.movements [--least 2] [--most 400] [--in-turn]
[--only NAME] [--way WAY]`.

Plays a tournament of 15 rounds for every field of 2 to 64, and of 100, 200 and 400: once as it is, once while
people have fixed seats, leave, come late and come back, and once while some sit elsewhere than planned as
well (with `--in-turn` each field has one of the three). Each movement of the shelf is played alone, with
teams on boards where it can be, and in the place of a file of seats that it has drawn up. Every round is
validated. Beside the hard faults it prints how often two met again, and how often that cannot be avoided
whatever is done. Then every kind of bracket, for as many as it can have, with results and late corrections.
"""

import argparse
from collections.abc import Iterator

from tests.pairing.sweep import (
    ATTENDANCE_KINDS,
    BRACKET,
    BRACKETS,
    SEATING_WAYS,
    STEADY,
    System,
    Tally,
    bracket_tournament,
    systems,
    tournament,
)
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS

LARGE_SIZES = (100, 200, 400)
ALL_SIZES_UP_TO = 64


def field_sizes(least: int, most: int) -> Iterator[int]:
    """Yield every number of 2 to 64 and the large ones, as far as they are between both."""
    yield from range(least, min(most, ALL_SIZES_UP_TO) + 1)
    yield from (players for players in LARGE_SIZES if least <= players <= most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=2)
    parser.add_argument("--most", type=int, default=LARGE_SIZES[-1])
    parser.add_argument("--in-turn", action="store_true")
    parser.add_argument("--only", choices=PAIRING_SYSTEMS)
    parser.add_argument("--way", choices=SEATING_WAYS)
    asked = parser.parse_args()
    print(
        "movement             size  way     what happens  days  rounds  faults  again  least  slowest"
        "  refused"
    )
    for turn, system in enumerate(systems()):
        if asked.only not in (None, system.layout.movement) or asked.way not in (None, system.way):
            continue
        for shift, happens in enumerate(ATTENDANCE_KINDS):
            total = Tally()
            for at, players in enumerate(field_sizes(asked.least, asked.most)):
                if asked.in_turn and (at + turn + shift) % len(ATTENDANCE_KINDS):
                    continue
                one = tournament(system, players, happens)
                if one.faults:
                    print(f"  {system} {players} {happens}: {dict(one.faults)}", flush=True)
                total.add(one)
            print(row(system, happens, total), flush=True)
    if not asked.only and asked.way in (None, BRACKET):
        for kind, (_rules, counts) in BRACKETS.items():
            faults = {count: found for count in counts if (found := bracket_tournament(kind, count))}
            print(f"bracket, {kind:20} {len(counts):4} fields, faults: {faults or 0}", flush=True)


def row(system: System, happens: str, total: Tally) -> str:
    """Return a line of the table."""
    refused = ", ".join(f"{code}: {days}" for code, days in sorted(total.refused.items()))
    return (
        f"{system.layout.movement:20} {system.layout.size:4}  {system.way:6}  {happens:12}  {total.days:4}"
        f"  {total.rounds:6}  {sum(total.faults.values()):6}  {total.again:5}"
        f"  {total.least if happens == STEADY else '':>5}  {total.slowest:7.3f}  {refused}"
    )


if __name__ == "__main__":
    main()
