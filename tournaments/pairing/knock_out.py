"""Knock-out: losers are out. Seeds in the usual order, byes to the highest, the second round full.

| part                  | rule                                                                           |
|-----------------------|--------------------------------------------------------------------------------|
| 2 to 128 entries      | in the next power of two; seeds without an opponent sit out round 1            |
| the order             | 1 meets 2 in the final at the earliest, the first four in the semi-finals …    |
| club-mates            | change places with a seed of their group (3 and 4, 5 to 8, 9 to 16 …)          |
| third place           | between those who lose the semi-finals, only on request                        |

The order is made once and kept (`order`), as a club may be corrected later: the bracket follows from it.

>>> order(6)
(1, 0, 5, 4, 3, 6, 0, 2)
>>> [meeting.id for meeting in knock_out(order(6), third_place=True).meetings]
['1.1', '1.2', '2.1', '2.2', 'T', 'F']
"""

from collections.abc import Mapping, Sequence

from tournaments.pairing.brackets import (
    LOSER_OF,
    SEED,
    Bracket,
    BracketMeeting,
    Pairs,
    Source,
    adjacent_pairs,
    build_round,
)
from tournaments.pairing.tiebreak import FINAL, THIRD_PLACE

MIN_ENTRIES, MAX_ENTRIES = 2, 128
BYE = 0


def places(count: int) -> int:
    """Return the places of a bracket of `count` entries: the next power of two."""
    return 1 << (count - 1).bit_length()


Tags = Mapping[int, tuple[str, ...]]
"""By seed: a club and the word that keeps a person apart, or whatever else two may have in common."""
NO_TAGS: tuple[str, ...] = ()


def order(count: int, tags: Tags | None = None) -> tuple[int, ...]:
    """Return the seeds 1 to `count` from top to bottom, 0 for a bye.

    Of those who are alike by their `tags` as few as possible meet in the first round, then in the second.
    Raises `ValueError` outside MIN_ENTRIES to MAX_ENTRIES.
    """
    if not MIN_ENTRIES <= count <= MAX_ENTRIES:
        raise ValueError(f"no bracket of {count}")
    seeds = [1]
    while len(seeds) < count:
        total = 2 * len(seeds) + 1
        pairs = [(seed, total - seed) for seed in seeds]
        seeds = [seed for at, pair in enumerate(pairs) for seed in (pair[::-1] if at % 2 else pair)]
    usual = [seed if seed <= count else BYE for seed in seeds]
    return tuple(_separate_alike(usual, tags or {}))


def has_common_tag(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two have a club or a word in common.

    >>> has_common_tag(("FADOQ Beloeil", ""), ("FADOQ Beloeil", "bus")), has_common_tag(("", ""), ("", ""))
    (True, False)
    """
    return any(mine and mine == theirs for mine, theirs in zip(one, other, strict=False))


def knock_out(order: Sequence[int], *, third_place: bool) -> Bracket:
    """Build the bracket of seeds in this order (from `order`); with fewer than four, without third place."""
    alive: list[Source | None] = [Source(SEED, seed) if seed else None for seed in order]
    meetings: list[BracketMeeting] = []
    turn = 1
    while len(alive) > 2:
        pairs = adjacent_pairs(alive)
        loses = _loser_place(len(alive), third_place=third_place, pairs=pairs)
        played, alive = build_round(pairs, turn, loser_place=loses)
        meetings += played
        turn += 1
    last = [source for source in alive if source is not None]
    semi_finals = [meeting.id for meeting in meetings if meeting.turn == turn - 1]
    if third_place and len(semi_finals) == 2:
        losers = Source(LOSER_OF, semi_finals[0]), Source(LOSER_OF, semi_finals[1])
        meetings.append(BracketMeeting(THIRD_PLACE, turn, losers, 3, 4))
    meetings.append(BracketMeeting(FINAL, turn, (last[0], last[1]), 1, 2))
    return Bracket(tuple(order), tuple(meetings))


def is_order(order: Sequence[int]) -> bool:
    """Return whether these can be the seeds of a bracket, top to bottom: each once, no two byes together."""
    count = max(order, default=0)
    if not MIN_ENTRIES <= count <= MAX_ENTRIES or len(order) != places(count):
        return False
    pairs = zip(order[::2], order[1::2], strict=True)
    seeds = sorted(seed for seed in order if seed)
    return seeds == list(range(1, count + 1)) and all(one or other for one, other in pairs)


def _loser_place(alive: int, *, third_place: bool, pairs: Pairs) -> int | None:
    both = all(one and other for one, other in pairs)
    return None if third_place and alive == 4 and both else alive // 2 + 1


# Club-mates, couples, car-pools


def _separate_alike(order: list[int], tags: Tags) -> list[int]:
    """Move those who are alike within their groups if that parts more than it joins."""
    if len(set(tags.values())) < 2:
        return order
    at = {seed: place for place, seed in enumerate(order) if seed}
    sits_out = order.count(BYE)
    changed = True
    while changed:  # each change parts some, so the loop ends
        changed = False
        for seed in sorted(at, reverse=True):
            other = _better_place(seed, order, at, tags, sits_out)
            if other is not None:
                _swap(order, at, seed, other)
                changed = True
    return order


def _better_place(seed: int, order: list[int], at: dict[int, int], tags: Tags, sits_out: int) -> int | None:
    """Return the nearest seed of its group to change places with `seed`; None if none is better."""
    if _count_clashes(order, (at[seed],), tags) == (0, 0):
        return None
    group = [other for other in at if other != seed and _group(other, sits_out) == _group(seed, sits_out)]
    for other in sorted(group, key=lambda other: (abs(other - seed), other)):
        two = at[seed], at[other]
        now = _count_clashes(order, two, tags)
        _swap(order, at, seed, other)
        then = _count_clashes(order, two, tags)
        _swap(order, at, seed, other)
        if then < now:
            return other
    return None


def _swap(order: list[int], at: dict[int, int], seed: int, other: int) -> None:
    one, two = at[seed], at[other]
    order[one], order[two] = other, seed
    at[seed], at[other] = two, one


def _group(seed: int, sits_out: int) -> tuple[int, bool]:
    return (seed - 1).bit_length(), seed <= sits_out


def _count_clashes(order: list[int], about: tuple[int, ...], tags: Tags) -> tuple[int, int]:
    """Count those alike who could meet in round 1, and in round 2, in the fours that hold some places."""
    first = second = 0
    for block in {place - place % 4 for place in about}:
        four = [tags.get(seed, NO_TAGS) for seed in order[block : block + 4]]
        if len(four) < 4:
            return int(has_common_tag(four[0], four[1])), 0
        a, b, c, d = four
        first += has_common_tag(a, b) + has_common_tag(c, d)
        second += has_common_tag(a, c) + has_common_tag(a, d) + has_common_tag(b, c) + has_common_tag(b, d)
    return first, second
