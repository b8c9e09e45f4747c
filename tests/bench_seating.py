"""Seating: rematches beside 'one table on', and the time that 400 players take beside the limit."""

import random
from collections.abc import Iterator

from tests.bench import Row, seconds
from tests.seating.days import play_day

SEEDS = 20
LIMIT = 0.5
"""Seconds in which 400 players are to be seated."""


def rows() -> Iterator[Row]:
    """Days of 15 games played by lot; a rematch is a game between two who have met before."""
    for players in (20, 32):
        ours = sum(play_day(players, seed).rematches for seed in range(SEEDS))
        other = sum(_one_table_on(players, seed) for seed in range(SEEDS))
        yield Row(f"rematches, {players} players, {SEEDS} days", ours, other, "one table on", 0.02, "games")
    rounds = 15
    slowest = seconds(lambda: play_day(400, 1, rounds=rounds)) / rounds
    yield Row("a round of 400 players, mean of 15", slowest, LIMIT, "limit", 1.0)


def _one_table_on(players: int, seed: int) -> int:
    """Rematches where every loser goes one table on."""
    chance = random.Random(seed)
    tables = [[2 * table, 2 * table + 1] for table in range(players // 2)]
    met: set[frozenset[int]] = set()
    rematches = 0
    for _ in range(15):
        rematches += sum(frozenset(table) in met for table in tables)
        met |= {frozenset(table) for table in tables}
        for table in tables:
            chance.shuffle(table)  # the winner first
        losers = [table[1] for table in tables]
        for index, table in enumerate(tables):
            table[1] = losers[index - 1]
    return rematches
