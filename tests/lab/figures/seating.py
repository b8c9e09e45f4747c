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

from tests.pairing.tournaments import play_tournament

SIZES = (8, 16, 20, 24, 32, 64, 100, 200, 400)
ODD_SIZES = (7, 15, 19, 23, 31, 63)
LARGE_SIZE = 100
GOALS = {8: "32", 16: "at most 8.2", 20: "at most 0.7"}
NO_REMATCH_GOAL = "none in 99%"
SKILL_SPREAD = 0.3


@dataclass(frozen=True)
class Figures:
    """The figures of a tournament; `seconds` is a mean round, pairing and validating."""

    rematches: int
    walk: float
    faults: int
    seconds: float


def measure_tournament(seed: int, *, players: int, odd: str, spread: float) -> Figures:
    """Play a tournament and measure it."""
    began = time.perf_counter()
    tournament = play_tournament(players, seed, house=odd == "house", three=odd == "three", spread=spread)
    seconds = (time.perf_counter() - began) / len(tournament.planned)
    return Figures(
        tournament.rematches,
        sum(tournament.walks) / max(1, len(tournament.walks)),
        len(tournament.faults),
        seconds,
    )


def row(players: int, odd: str, spread: float, days: list[Figures]) -> str:
    """Return one line of the table: means over the tournaments."""
    count = len(days)
    rematches = sum(tournament.rematches for tournament in days) / count
    none = sum(tournament.rematches == 0 for tournament in days) / count
    walk = sum(tournament.walk for tournament in days) / count
    slowest = max(tournament.seconds for tournament in days)
    faults = sum(tournament.faults for tournament in days)
    games = "skill" if spread else "even"
    goal = GOALS.get(players, NO_REMATCH_GOAL if players >= 24 and odd != "three" else "")
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
            for odd, spread in product(("house", "three") if players % 2 else ("",), (0, SKILL_SPREAD)):
                seeds = range(arguments.seeds if players < LARGE_SIZE else max(1, arguments.seeds // 5))
                play = partial(measure_tournament, players=players, odd=odd, spread=spread)
                print(row(players, odd, spread, pool.map(play, seeds, chunksize=1)), flush=True)


if __name__ == "__main__":
    main()
