"""The pairing: rematches beside 'one table on', time beside the limit, Swiss beside the library alone."""

import random
from collections.abc import Iterator

from tests.lab.bench.compare import Row, seconds
from tests.pairing.tournaments import play_tournament
from tournaments.pairing.matching import cheapest_pairs
from tournaments.pairing.swiss import Competitor, pair

SEEDS = 20
LIMIT = 0.5
"""The most seconds for seating 400 players."""


def rows() -> Iterator[Row]:
    """Yield rows of tournaments of 15 games by lot; a rematch is a game of two who have met before."""
    for players in (20, 32):
        ours = sum(play_tournament(players, seed).rematches for seed in range(SEEDS))
        other = sum(_one_table_on_rematches(players, seed) for seed in range(SEEDS))
        yield Row(f"rematches, {players} players, {SEEDS} days", ours, other, "one table on", 0.02, "games")
    rounds = 15
    slowest = seconds(lambda: play_tournament(400, 1, rounds=rounds)) / rounds
    yield Row("a round of 400 players, mean of 15", slowest, LIMIT, "limit", 1.0)

    for players in (100, 1000):
        field, met = _state_after_swiss_rounds(players, 8)
        ours = seconds(lambda field=field, met=met: pair(field, met, seed=8))
        other = seconds(lambda field=field, met=met: _pair_nearest_25(field, met))
        yield Row(f"a Swiss round of {players} after 8", ours, other, "rustworkx, 25 nearest", 1.3)


def _state_after_swiss_rounds(players: int, rounds: int) -> tuple[list[Competitor], set[frozenset[int]]]:
    chance = random.Random(1)
    points = dict.fromkeys(range(players), 0)
    met: set[frozenset[int]] = set()
    for number in range(rounds):
        for table in pair([Competitor(*one) for one in points.items()], met, seed=number).tables:
            met.add(frozenset(table.people))
            points[chance.choice(table.people)] += 1
    return [Competitor(*one) for one in points.items()], met


def _pair_nearest_25(field: list[Competitor], met: set[frozenset[int]]) -> None:
    """Pair with the library alone: score difference and distance in rank as weights, the 25 nearest."""
    row = sorted(field, key=lambda one: -one.points)
    edges = [
        (at, below, (one.points - row[below].points) ** 2 * 1000 + below - at)
        for at, one in enumerate(row)
        for below in range(at + 1, min(at + 26, len(row)))
        if frozenset((one.number, row[below].number)) not in met
    ]
    assert cheapest_pairs(len(row), edges) is not None


def _one_table_on_rematches(players: int, seed: int) -> int:
    """Return the number of rematches where every loser goes one table on."""
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
