"""The figures of the pairing: `python -m tests.lab.figures.seating [seeds]`.

Plays whole tournaments of 15 games for many sizes and seeds, with even players and with players of different
skill, and prints rematches, tables walked and the time of a round. An odd field is evened by a house player,
and once more it has a table of three each round; there two who have met before count as a rematch, as at
every table.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from itertools import product
from multiprocessing import Pool

from tests.pairing.days import play_day

SIZES = (8, 16, 20, 24, 32, 64, 100, 200, 400)
ODD_SIZES = (7, 15, 19, 23, 31, 63)
LARGE = 100
GOALS = {8: "32", 16: "at most 8.2", 20: "at most 0.7"}
NO_REMATCH = "none in 99%"
BY_SKILL = 0.3


@dataclass(frozen=True)
class Figures:
    """The figures of a tournament; `seconds` is a mean round, pairing and proof-reading."""

    rematches: int
    walk: float
    faults: int
    seconds: float


def one_day(seed: int, *, players: int, odd: str, spread: float) -> Figures:
    """Play a tournament and measure it."""
    began = time.perf_counter()
    day = play_day(players, seed, house=odd == "house", three=odd == "three", spread=spread)
    seconds = (time.perf_counter() - began) / len(day.planned)
    return Figures(day.rematches, sum(day.walks) / max(1, len(day.walks)), len(day.faults), seconds)


def row(players: int, odd: str, spread: float, days: list[Figures]) -> str:
    """Return one line of the table: means over the tournaments."""
    count = len(days)
    rematches = sum(day.rematches for day in days) / count
    none = sum(day.rematches == 0 for day in days) / count
    walk = sum(day.walk for day in days) / count
    slowest = max(day.seconds for day in days)
    faults = sum(day.faults for day in days)
    games = "skill" if spread else "even"
    goal = GOALS.get(players, NO_REMATCH if players >= 24 and odd != "three" else "")
    return (
        f"{players:7}  {odd:5}  {games:5}  {count:5}  {rematches:9.3f}  {none:7.1%}"
        f"  {walk:5.2f}  {slowest:7.3f}  {faults:6}  {goal}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=200)
    parser.add_argument("--sizes", default="", help="such as 16,20,24")
    arguments = parser.parse_args()
    chosen = [int(size) for size in arguments.sizes.split(",") if size] or [*SIZES, *ODD_SIZES]
    print("players  odd    games  seeds  rematches  none in   walk  s/round  faults  goal (walk: 2.2)")
    with Pool() as pool:
        for players in chosen:
            for odd, spread in product(("house", "three") if players % 2 else ("",), (0, BY_SKILL)):
                seeds = range(arguments.seeds if players < LARGE else max(1, arguments.seeds // 5))
                play = partial(one_day, players=players, odd=odd, spread=spread)
                print(row(players, odd, spread, pool.map(play, seeds, chunksize=1)), flush=True)


if __name__ == "__main__":
    main()
