"""The figures of the seating: `python -m tests.figures_seating [seeds]`.

Plays whole days of 15 games for many sizes and seeds, even games and games by skill, and prints rematches,
tables walked, and the slowest seating.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool

from tests.seating.days import play_day

SIZES = (8, 16, 20, 24, 32, 64, 100, 200, 400)
ODD_SIZES = (7, 15, 19, 23, 31, 63)
GOALS = {8: "32", 16: "at most 8.2", 20: "at most 0.7"}
BY_SKILL = 0.3


def one_day(seed: int, *, players: int, house: bool, spread: float) -> tuple[int, float, int, float]:
    """Rematches, mean walk of those who move, hard faults, seconds of the slowest round."""
    began = time.perf_counter()
    day = play_day(players, seed, house=house, spread=spread)
    seconds = (time.perf_counter() - began) / len(day.planned)
    return day.rematches, sum(day.walks) / max(1, len(day.walks)), len(day.faults), seconds


def rows(seeds: int, sizes: tuple[int, ...], house: bool, pool) -> Iterator[str]:
    for players in sizes:
        for spread in (0, BY_SKILL):
            count = seeds if players <= 64 else max(1, seeds // 10)
            days = pool.map(partial(one_day, players=players, house=house, spread=spread), range(count), chunksize=1)
            none = sum(day[0] == 0 for day in days) / count
            yield (
                f"{players:7}  {'skill' if spread else 'even':5}  {count:5}  {sum(d[0] for d in days) / count:9.3f}"
                f"  {none:7.1%}  {sum(d[1] for d in days) / count:5.2f}  {max(d[3] for d in days):6.3f}"
                f"  {sum(d[2] for d in days):6}  {GOALS.get(players, '')}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=200)
    parser.add_argument("--sizes", default="", help="such as 16,20,24")
    arguments = parser.parse_args()
    chosen = tuple(int(size) for size in arguments.sizes.split(",") if size)
    print("players  games  seeds  rematches  none in  walk  s/round  faults  goal (even games)")
    with Pool() as pool:
        for sizes, house in ((SIZES, False), (ODD_SIZES, True)):
            for row in rows(arguments.seeds, tuple(s for s in sizes if not chosen or s in chosen), house, pool):
                print(row, flush=True)


if __name__ == "__main__":
    main()
