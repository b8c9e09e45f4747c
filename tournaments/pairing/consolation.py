"""A consolation: a knock-out beside the main bracket, for those who lost in round 1 or are not in it at all.

| entries                     | their places                                                              |
|-----------------------------|---------------------------------------------------------------------------|
| the losers of round 1       | as if seeded by the best seed of their match, the byes to the first       |
| all others (`rest`)         | seeds after the last of the main bracket, in the usual order              |

It decides no place of the main bracket. The losers of round 1 have a consolation if at least MIN_ENTRIES lose
there and round 1 does not feed a match for third place.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing import knock_out
from tournaments.pairing.brackets import (
    CONSOLATION,
    LOSER_OF,
    SEED,
    Bracket,
    BracketMeeting,
    Source,
    adjacent_pairs,
    build_round,
)

LOSERS, REST = CONSOLATION_FIELDS = "losers", "rest"
MIN_ENTRIES = knock_out.MIN_ENTRIES
FINAL_ID = "CF"


def loser_meetings(main: Bracket) -> tuple[BracketMeeting, ...]:
    """Return the meetings of those who lose in round 1 of `main`; none if too few lose there."""
    first = sorted(main.meetings_in_turn(1), key=lambda meeting: min(int(side.of) for side in meeting.sides))
    if main.turns < 3 or len(first) < MIN_ENTRIES:
        return ()
    sources = [Source(LOSER_OF, meeting.id) for meeting in first]
    return _tree([sources[at - 1] if at else None for at in knock_out.order(len(sources))])


def rest_meetings(order: Sequence[int], after: int) -> tuple[BracketMeeting, ...]:
    """Return the meetings of seeds in this order (see `knock_out.order`), counted on from seed `after`."""
    return _tree([Source(SEED, after + seed) if seed else None for seed in order])


def _tree(alive: list[Source | None]) -> tuple[BracketMeeting, ...]:
    meetings: list[BracketMeeting] = []
    turn = 1
    while len(alive) > 1:
        played, alive = build_round(adjacent_pairs(alive), turn, letter="C", part=CONSOLATION)
        meetings += played
        turn += 1
    return (*meetings[:-1], replace(meetings[-1], id=FINAL_ID))
