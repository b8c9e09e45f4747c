"""Break ties between seatings in a small field in late rounds: choose the one that leaves most for later.

Every game of the seating is won by one of two; all ways that the round can end (or as many drawn ones) are
played through, and in each the games are counted that would have to be rematches in the round after.
"""

from collections.abc import Sequence

from tournaments.pairing.matching import cheapest_pairs_of
from tournaments.pairing.pair_cost import FINE_UNIT, REMATCH, STEP, Costs

Pairs = list[tuple[int, int]]

CANDIDATES = 20
MAX_ENDINGS = 128
SPREAD = 6 * STEP
MAX_UNMET = 11
UNIT = 1 << 20


def best_future_pairs(pairs: Pairs, costs: Costs) -> Pairs:
    """Return `pairs`, or another pairing as good apart from walks that leads to fewer expected rematches."""
    playing = [place for place, person in enumerate(costs.people) if person is not None]
    if sum(costs.unmet[place].bit_count() for place in playing) > MAX_UNMET * len(playing):
        return pairs
    candidates = _candidates(pairs, costs)
    if len(candidates) == 1:
        return pairs
    games = len(pairs)
    every = 1 << (games - 1)
    endings = range(every) if every <= MAX_ENDINGS else [costs.draw.below(every) for _ in range(MAX_ENDINGS)]
    return min(candidates, key=lambda candidate: _regret(candidate, costs, endings))


def _candidates(pairs: Pairs, costs: Costs) -> list[Pairs]:
    """Return pairings that are as good in all that outweighs walks, `pairs` first."""
    nodes = sorted(place for pair in pairs for place in pair)
    couples = [
        (one, other, costs.exact(one, other))
        for at, one in enumerate(nodes)
        for other in nodes[at + 1 :]
        if costs.possible(one, other)
    ]
    found = [pairs]
    for _ in range(CANDIDATES):
        edges = [(one, other, cost + FINE_UNIT * costs.draw.below(SPREAD)) for one, other, cost in couples]
        other_pairs = cheapest_pairs_of(nodes, edges)
        if (
            other_pairs
            and other_pairs not in found
            and _cost_without_walks(other_pairs, costs) == _cost_without_walks(pairs, costs)
        ):
            found.append(other_pairs)
    return found


def _cost_without_walks(pairs: Pairs, costs: Costs) -> int:
    return sum(costs.exact(*pair) // REMATCH for pair in pairs)


def _regret(pairs: Pairs, costs: Costs, endings: Sequence[int]) -> int:
    """Return walking now plus rematches expected next, on one scale.

    The more people each could still meet, the more steps avoiding a rematch may cost.
    """
    unmet = list(costs.unmet)
    games = [pair for pair in pairs if all(costs.people[place] is not None for place in pair)]
    for one, other in games:
        unmet[one] &= ~(1 << other)
        unmet[other] &= ~(1 << one)
    lost = sum(len(games) - _new_pair_count(games, unmet, ending) for ending in endings)
    lost = lost * UNIT // len(endings)
    if len(endings) < 1 << (len(pairs) - 1):
        lost += _unpairable_people(games, unmet)
    fine = sum(costs.exact(*pair) % REMATCH // FINE_UNIT for pair in pairs)
    worth = max(1, min(unmet[place].bit_count() for game in games for place in game)) ** 2
    return fine * UNIT + worth * STEP * len(games) * lost


def _unpairable_people(games: Pairs, unmet: list[int]) -> int:
    """Return how many people, in ONEs, are expected on the same side as all whom they have not met.

    Rare if many are left, so it is computed, not drawn. Two of them who play each other end on different
    sides, so a person who has met neither of them is safe.
    """
    together = [1 << one | 1 << other for one, other in games]
    return sum(
        UNIT >> unmet[place].bit_count()
        for game in games
        for place in game
        if all(unmet[place] & couple != couple for couple in together)
    )


def _new_pair_count(games: Pairs, unmet: list[int], ending: int) -> int:
    """Return how many winners and losers of this ending can be paired without a rematch.

    Each loser has the first winner who is free; for losers without one, augmenting paths are searched. On
    sets of bits.
    """
    winners, losers = 0, []
    for one, other in games:
        if ending & 1:
            one, other = other, one
        ending >>= 1
        winners |= 1 << one
        losers.append(other)
    partner: dict[int, int] = {}
    free, waiting = winners, []
    for loser in losers:
        if choice := unmet[loser] & free:
            winner = choice & -choice
            free ^= winner
            partner[winner] = loser
        else:
            waiting.append(loser)
    return len(losers) - len(waiting) + _augmented_count(waiting, winners, partner, unmet)


def _augmented_count(waiting: list[int], winners: int, partner: dict[int, int], unmet: list[int]) -> int:
    """Return how many of those `waiting` find a winner after all, by others taking another one."""
    open_ = winners

    def augment(loser: int) -> bool:
        nonlocal open_
        while choice := unmet[loser] & open_:
            winner = choice & -choice
            open_ ^= winner
            if winner not in partner or augment(partner[winner]):
                partner[winner] = loser
                return True
        return False

    found = 0
    for loser in waiting:
        open_ = winners
        found += augment(loser)
    return found
