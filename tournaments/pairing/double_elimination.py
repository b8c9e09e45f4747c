"""Double elimination: an entry that has lost twice is out, with 3 to 64 entries.

| part        | entries                                                                                 |
|-------------|-----------------------------------------------------------------------------------------|
| main        | those who have not lost, in a knock-out as `knock_out.py` builds it                     |
| lower       | those who have lost once; its rounds are in turn among themselves and against those     |
|             | who come down                                                                           |
| grand final | the winners of both; once more if the one who had not lost before loses it (the reset)  |

`LOSER_PLACEMENTS` sets where the losers of the main part come down, so that two meet again as late as fixed
places allow.

>>> from tournaments.pairing.knock_out import order
>>> [meeting.id for meeting in double_elimination(order(4)).meetings]
['1.1', '1.2', '2.1', 'L1.1', 'L2.1', 'F', 'R']
"""

from collections.abc import Callable, Sequence

from tournaments.pairing import knock_out
from tournaments.pairing.brackets import (
    LOSER_OF,
    LOWER,
    WINNER_OF,
    Bracket,
    BracketMeeting,
    Pairs,
    Source,
    adjacent_pairs,
    build_round,
)
from tournaments.pairing.tiebreak import FINAL

MIN_ENTRIES, MAX_ENTRIES = 3, 64
RESET = "R"

Places = Callable[[int, int], int]
"""A place among so many, by the place of the meeting in the main part that was lost."""


def _reverse_place(at: int, places: int) -> int:
    return places - 1 - at


def _swap_halves(at: int, places: int) -> int:
    return (at + places // 2) % places


def _reverse_halves(at: int, places: int) -> int:
    return _swap_halves(_reverse_place(at, places), places)


def _same_place(at: int, _places: int) -> int:
    return at


PLACEMENTS: dict[str, Places] = {
    "turned": _reverse_place,
    "halves": _swap_halves,
    "turned halves": _reverse_halves,
    "kept": _same_place,
}
LOSER_PLACEMENTS: dict[int, tuple[str, ...]] = {
    2: ("turned",),
    3: ("turned", "turned"),
    4: ("turned", "turned", "turned"),
    5: ("turned", "halves", "turned", "turned"),
    6: ("turned halves", "turned", "halves", "turned", "turned"),
}
"""By the rounds of the main part: how those who lose in round 2, 3 … come down.

Of all combinations of PLACEMENTS, these let two meet again the latest and in the fewest meetings
(tests/pairing/test_double.py).
"""


def double_elimination(order: Sequence[int], down: Sequence[str] | None = None) -> Bracket:
    """Return the bracket of seeds in this order (from `knock_out.order`).

    `down` replaces the ways of LOSER_PLACEMENTS.
    """
    main = _main(order)
    turns = max(meeting.turn for meeting in main)
    lower = _lower(order, main, turns, LOSER_PLACEMENTS[turns] if down is None else down)
    last = Source(WINNER_OF, main[-1].id), Source(WINNER_OF, lower[-1].id)
    final = BracketMeeting(FINAL, turns + 1, last, 1, 2)
    twice = Source(LOSER_OF, FINAL), Source(WINNER_OF, FINAL)
    reset = BracketMeeting(RESET, turns + 2, twice, 1, 2, unless=last[0])
    return Bracket(tuple(order), (*main, *_with_loser_places(lower, len(main) + 1), final, reset))


def _main(order: Sequence[int]) -> list[BracketMeeting]:
    """Return the knock-out; its final is a meeting like any other, and no loser has a place yet."""
    bracket = knock_out.knock_out(order, third_place=False)
    return [
        BracketMeeting(f"{one.turn}.1" if one.id == FINAL else one.id, one.turn, one.sides)
        for one in bracket.meetings
    ]


def _lower(
    order: Sequence[int], main: Sequence[BracketMeeting], turns: int, down: Sequence[str]
) -> list[BracketMeeting]:
    meetings: list[BracketMeeting] = []
    turn = 0

    def meet(pairs: Pairs) -> list[Source | None]:
        """Add a round; return the sides that go on."""
        nonlocal turn
        turn += 1
        played, alive = build_round(pairs, turn, letter="L", part=LOWER)
        meetings.extend(played)
        return alive

    alive = meet(adjacent_pairs(_losers_of_round_1(order)))
    for lost in range(2, turns + 1):
        coming: list[Source | None] = [None] * len(alive)
        for at, one in enumerate(meeting for meeting in main if meeting.turn == lost):
            coming[PLACEMENTS[down[lost - 2]](at, len(alive))] = Source(LOSER_OF, one.id)
        alive = meet(list(zip(coming, alive, strict=True)))
        if len(alive) > 1:
            alive = meet(adjacent_pairs(alive))
    return meetings


def _losers_of_round_1(order: Sequence[int]) -> list[Source | None]:
    """Return those who come down first, by their places in round 1; None for a bye."""
    found: list[Source | None] = []
    number = 0
    for one, other in zip(order[::2], order[1::2], strict=True):
        number += bool(one and other)
        found.append(Source(LOSER_OF, f"1.{number}") if one and other else None)
    return found


def _with_loser_places(lower: Sequence[BracketMeeting], entries: int) -> list[BracketMeeting]:
    """Return the lower part with the places of those who lose there, its rounds counted from 1."""
    turns = sorted({meeting.turn for meeting in lower})
    out, places = 0, {}
    for turn in turns:
        out += sum(meeting.turn == turn for meeting in lower)
        places[turn] = entries - out + 1
    return [
        BracketMeeting(one.id, turns.index(one.turn) + 1, one.sides, loser_place=places[one.turn], part=LOWER)
        for one in lower
    ]
