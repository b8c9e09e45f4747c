"""Fixed partners for people who registered alone: drawn by lot, or balanced (rules.md §13).

| case                         | rule
|
|------------------------------|------------------------------------------------------------------------------|
| by lot                       | all in an order that the seed draws; the first so many are a team, and so on
|
| balanced                     | strongest first, dealt to and fro: of pairs, the strongest with the weakest
|
| wishes to play together      | granted if their group fits into a team
|
| people kept apart            | people of one tag share a team only if unavoidable; swaps mend it
|
| a number that does not go up | teams of one more, or of one fewer: as even as possible either way
|

>>> draw_teams([Single(number) for number in (1, 2, 3, 4, 5)], size=2, seed=7).teams
((1, 4, 5), (2, 3))
>>> draw_teams([Single(number, rank=number) for number in (1, 2, 3, 4)], size=2, seed=7, balanced=True).teams
((1, 4), (2, 3))
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

LARGER, SMALLER = "larger", "smaller"
UNEVEN = (LARGER, SMALLER)
"""The ways to place people left over: some teams have one more, or some have one fewer."""
KICKS = 12  # how often a draw that cannot be mended by single swaps is shaken and mended anew
UNRANKED = 10**9


class Single(NamedTuple):
    """A person who registered alone. `rank`: 1 is the strongest, None goes after all ranks.

    `apart`: tags; two people who share one are not in one team if possible.
    """

    number: int
    rank: int | None = None
    apart: frozenset[str] = frozenset()


class DrawnTeams(NamedTuple):
    """The teams, each with its numbers in order, the team of the lowest number first.

    `broken` are the wishes that could not be kept, `together` the pairs in one team who should be apart.
    """

    teams: tuple[tuple[int, ...], ...]
    broken: tuple[tuple[int, ...], ...] = ()
    together: tuple[tuple[int, int], ...] = ()


def sizes(people: int, size: int, uneven: str = LARGER) -> list[int]:
    """Return how many people each team has, larger ones first (rules.md §13); none for fewer than two people.

    A team of one is a person who stays alone.

    >>> sizes(8, 2), sizes(7, 2), sizes(7, 2, SMALLER), sizes(7, 4), sizes(7, 4, SMALLER)
    ([2, 2, 2, 2], [3, 2, 2], [2, 2, 2, 1], [7], [4, 3])
    """
    if people < 2:
        return []
    teams = max(1, people // size)
    if people % size and (uneven == SMALLER or people < size):
        teams = people // size + 1
    each, more = divmod(people, teams)
    return [each + (turn < more) for turn in range(teams)]


def draw_teams(
    people: Sequence[Single],
    *,
    size: int,
    seed: int,
    balanced: bool = False,
    uneven: str = LARGER,
    wishes: Iterable[Collection[int]] = (),
) -> DrawnTeams:
    """Draw teams of `size` (rules.md §13); the same arguments give the same teams everywhere.

    `wishes`: groups of numbers who asked to play together; groups that share a person are one group.
    """
    dice = Random(seed)
    order = sorted(people, key=lambda one: one.number)
    dice.shuffle(order)
    if balanced:
        order.sort(key=lambda one: UNRANKED if one.rank is None else one.rank)
    room = sizes(len(order), size, uneven)
    place = {one.number: at for at, one in enumerate(order)}
    groups = [sorted(group, key=place.__getitem__) for group in _merge_wishes(wishes, place)]
    teams, broken = _place_wish_groups(groups, room)
    bound = {number for team in teams for number in team}
    free = [one.number for one in order if one.number not in bound]
    _fill(teams, room, free, to_and_fro=balanced)
    tags = {one.number: one.apart for one in order}
    weights = {number: at + 1 for number, at in place.items()} if balanced else {}
    teams = part_teams(teams, frozenset(free), tags, weights, dice)
    return DrawnTeams(
        tuple(sorted(tuple(sorted(team)) for team in teams)),
        tuple(sorted(tuple(sorted(group)) for group in broken)),
        tuple(sorted(pair for team in teams for pair in _clashes(team, tags))),
    )


def drawn_from_teams(
    teams: Iterable[Iterable[int]], people: Sequence[Single], wishes: Iterable[Collection[int]] = ()
) -> DrawnTeams:
    """Return the wishes and tags of `people` that `teams` drawn of them break (rules.md §13)."""
    those = tuple(tuple(team) for team in teams)
    tags = {one.number: one.apart for one in people}
    groups = _merge_wishes(wishes, tags)
    broken = [group for group in groups if not any(group <= set(team) for team in those)]
    return DrawnTeams(
        those,
        tuple(sorted(tuple(sorted(group)) for group in broken)),
        tuple(sorted(pair for team in those for pair in _clashes(team, tags))),
    )


def _merge_wishes(wishes: Iterable[Collection[int]], known: Collection[int]) -> list[set[int]]:
    """Return the wishes of those present, with those that share a person joined; larger ones first."""
    groups: list[set[int]] = []
    for wish in wishes:
        new = {number for number in wish if number in known}
        for other in [group for group in groups if group & new]:
            groups.remove(other)
            new |= other
        groups.append(new)
    return sorted((group for group in groups if len(group) > 1), key=lambda group: (-len(group), min(group)))


def _place_wish_groups(
    groups: Sequence[Sequence[int]], room: Sequence[int]
) -> tuple[list[list[int]], list[Sequence[int]]]:
    """Place each group who play together in the team that it fills most.

    Returns the teams, and the groups that fit nowhere.
    """
    teams: list[list[int]] = [[] for _size in room]
    broken: list[Sequence[int]] = []
    for group in groups:
        left = [(room[at] - len(teams[at]), at) for at in range(len(room))]
        fits = [(space, at) for space, at in left if space >= len(group)]
        if fits:
            teams[min(fits)[1]] += group
        else:
            broken.append(group)
    return teams, broken


def _fill(teams: list[list[int]], room: Sequence[int], free: Sequence[int], *, to_and_fro: bool) -> None:
    """Give all others a team: one team after the other, or a person a team, to and fro."""
    if not to_and_fro:
        places = [at for at, size in enumerate(room) for _seat in range(size - len(teams[at]))]
        for number, at in zip(free, places, strict=True):
            teams[at].append(number)
        return
    left, forth = list(free), True
    while left:
        open_ = [at for at, size in enumerate(room) if len(teams[at]) < size]
        for at in open_ if forth else reversed(open_):
            teams[at].append(left.pop(0))
        forth = not forth


def _clashes(team: Sequence[int], tags: Mapping[int, frozenset[str]]) -> list[tuple[int, int]]:
    """Return the pairs of one team who should be apart."""
    return [pair for pair in combinations(sorted(team), 2) if tags[pair[0]] & tags[pair[1]]]


Cost = tuple[int, int]


def team_cost(
    teams: Iterable[Sequence[int]], tags: Mapping[int, frozenset[str]], weights: Mapping[int, int]
) -> Cost:
    """Return how many are together who should not be, then how uneven the teams are."""
    clashes = uneven = 0
    for team in teams:
        clashes += len(_clashes(team, tags))
        uneven += sum(weights.get(number, 0) for number in team) ** 2
    return clashes, uneven


def part_teams(
    teams: list[list[int]],
    free: frozenset[int],
    tags: Mapping[int, frozenset[str]],
    weights: Mapping[int, int],
    dice: Random,
) -> list[list[int]]:
    """Separate people who should be apart as far as possible; the draw is kept elsewhere."""
    best = swap_best(teams, free, tags, weights)
    cost = team_cost(best, tags, weights)
    least = min_clash_count(tags.values(), len(teams))
    for _kick in range(KICKS):
        if cost[0] <= least or len(teams) < 2:
            break
        shaken = [list(team) for team in best]
        for _swap in range(3):
            one, other = dice.sample(range(len(shaken)), 2)
            swap_any(shaken[one], shaken[other], free, dice)
        shaken = swap_best(shaken, free, tags, weights)
        found = team_cost(shaken, tags, weights)
        if found < cost:
            best, cost = shaken, found
    return best


def min_clash_count(tags: Iterable[Collection[str]], teams: int) -> int:
    """Return the fewest pairs that share a tag and a team, by the largest tag (rules.md §13).

    >>> min_clash_count([{"a"}] * 5 + [{"b"}], 3), min_clash_count([{"a"}, {"b"}], 1)
    (2, 0)
    """
    most = max(Counter(tag for each in tags for tag in each).values(), default=0)
    each, more = divmod(most, max(teams, 1))
    return teams * (each * (each - 1) // 2) + more * each


def swap_any(one: list[int], other: list[int], free: frozenset[int], dice: Random) -> None:
    """Exchange one free number of each list, drawn with `dice`; change nothing if a list has none."""
    mine = [at for at, number in enumerate(one) if number in free]
    theirs = [at for at, number in enumerate(other) if number in free]
    if mine and theirs:
        a, b = dice.choice(mine), dice.choice(theirs)
        one[a], other[b] = other[b], one[a]


def swap_best(
    teams: Sequence[Sequence[int]],
    free: frozenset[int],
    tags: Mapping[int, frozenset[str]],
    weights: Mapping[int, int],
) -> list[list[int]]:
    """Swap two people as long as that parts more of those who should be apart: the best swap first."""
    now = [list(team) for team in teams]
    while swap := _best_swap(now, free, tags, weights):
        at, number, to, mate = swap
        now[at] = [mate if known == number else known for known in now[at]]
        now[to] = [number if known == mate else known for known in now[to]]
    return now


def _best_swap(
    now: Sequence[Sequence[int]],
    free: frozenset[int],
    tags: Mapping[int, frozenset[str]],
    weights: Mapping[int, int],
) -> tuple[int, int, int, int] | None:
    """Return the swap that parts most, and then leaves the teams most even; None if none does."""
    sums = [sum(weights.get(number, 0) for number in team) for team in now]
    found: tuple[Cost, tuple[int, int, int, int]] | None = None
    for at, team in enumerate(now):
        for number in sorted({number for pair in _clashes(team, tags) for number in pair} & free):
            parted = _clash_count(number, team, tags)
            for to, other in enumerate(now):
                if to == at:
                    continue
                meets = _clash_count(number, other, tags)
                for mate in free.intersection(other):
                    both = bool(tags[number] & tags[mate])
                    left = _clash_count(mate, other, tags) if tags[mate] else 0
                    come = _clash_count(mate, team, tags) - both if tags[mate] else 0
                    clashes = meets - both + come - parted - left
                    step = weights.get(mate, 0) - weights.get(number, 0)
                    gain = clashes, 2 * step * (sums[at] - sums[to] + step)
                    if clashes < 0 and (found is None or (gain, (at, number, to, mate)) < found):
                        found = gain, (at, number, to, mate)
    return found[1] if found else None


def _clash_count(number: int, team: Sequence[int], tags: Mapping[int, frozenset[str]]) -> int:
    """Count the others of a team from whom a person should be apart."""
    own = tags[number]
    return sum(1 for other in team if other != number and own & tags[other])
