"""A bracket proof-read from its data, apart from what builds it: is it one, and was it played as one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class Planned(NamedTuple):
    """A meeting as an export has it; `sources` are such as `{"seed": 1}` or `{"winner_of": "1.2"}`."""

    id: str
    turn: int
    sources: tuple[dict[str, Any], dict[str, Any]]


class Sat(NamedTuple):
    """A meeting that was seated: entry numbers, and who has won (None: it is open)."""

    id: str
    sides: tuple[int, int]
    winner: int | None


def faults(meetings: Sequence[Planned], entries: int) -> list[str]:
    """What is wrong with a knock-out of so many entries: nothing where the list is empty."""
    return [
        *_seeds(meetings, entries),
        *_fed(meetings),
        *_ways_on(meetings),
        *_rounds(meetings, entries),
    ]


def _sources(meetings: Sequence[Planned]) -> Iterator[tuple[Planned, str, Any]]:
    for meeting in meetings:
        for source in meeting.sources:
            ((kind, of),) = source.items()
            yield meeting, kind, of


def _seeds(meetings: Sequence[Planned], entries: int) -> Iterator[str]:
    seeds = Counter(of for _meeting, kind, of in _sources(meetings) if kind == "seed")
    if seeds != Counter(range(1, entries + 1)):
        yield "not every seed is there once"


def _fed(meetings: Sequence[Planned]) -> Iterator[str]:
    turns = {meeting.id: meeting.turn for meeting in meetings}
    if len(turns) < len(meetings):
        yield "an id stands twice"
    for meeting, kind, of in _sources(meetings):
        if kind != "seed" and turns.get(of) != meeting.turn - 1:
            yield f"{meeting.id} is fed by {of}, which is not of the round before"


def _ways_on(meetings: Sequence[Planned]) -> Iterator[str]:
    """Every winner but one goes on once; losers go on only to a meeting that leads nowhere."""
    fed = Counter((kind, of) for _meeting, kind, of in _sources(meetings) if kind != "seed")
    ends = {meeting.id for meeting in meetings if not fed["winner_of", meeting.id]}
    of_losers = {meeting.id for meeting, kind, _of in _sources(meetings) if kind == "loser_of"}
    if len(ends - of_losers) != 1:
        yield "not exactly one winner remains"
    if any(count > 1 for count in fed.values()):
        yield "somebody goes on to two meetings"
    if not of_losers <= ends:
        yield "who has lost goes on"


def _rounds(meetings: Sequence[Planned], entries: int) -> Iterator[str]:
    """The second round is full, the highest seeds begin there, and the order keeps them apart."""
    full = 2
    while full < entries:
        full *= 2
    main = [meeting for meeting in meetings if "loser_of" not in {*meeting.sources[0], *meeting.sources[1]}]
    sizes = Counter(meeting.turn for meeting in main)
    wanted = {1: entries - full // 2}
    turn, alive = 2, full // 2
    while alive > 1:
        wanted[turn] = alive // 2
        turn, alive = turn + 1, alive // 2
    if sizes != Counter(wanted):
        yield f"the rounds have {dict(sizes)} meetings, not {wanted}"
    begins = {of: meeting.turn for meeting, kind, of in _sources(main) if kind == "seed"}
    sits_out = full - entries
    if any(begins.get(seed) != (2 if seed <= sits_out else 1) for seed in range(1, entries + 1)):
        yield "byes are not with the highest seeds"
    yield from _if_the_better_wins(main, full)


def _if_the_better_wins(main: Sequence[Planned], full: int) -> Iterator[str]:
    """Where the better seed always wins, the best two meet last, the best four the round before …"""
    better: dict[str, int] = {}
    for meeting in sorted(main, key=lambda meeting: meeting.turn):
        sides = [
            source.get("seed") or better.get(source.get("winner_of", ""), 0) for source in meeting.sources
        ]
        better[meeting.id] = min(sides)
        if max(sides) > full >> (meeting.turn - 1) or min(sides) > full >> meeting.turn:
            yield f"seeds {sides} meet in round {meeting.turn}"


def faults_of_play(
    meetings: Sequence[Planned], seeded: dict[int, int], sat: Sequence[Sat], *, over: bool
) -> list[str]:
    """What is wrong with what was seated and won; `seeded` are entry numbers by seed."""
    return [
        *_right_ones(meetings, seeded, sat),
        *_never_twice(meetings, sat),
        *_won(meetings, sat, over=over),
    ]


def _right_ones(meetings: Sequence[Planned], seeded: dict[int, int], sat: Sequence[Sat]) -> Iterator[str]:
    by_id = {one.id: one for one in sat}
    if len(by_id) < len(sat):
        yield "a meeting stands twice"
    planned = {meeting.id: meeting for meeting in meetings}
    for one in sat:
        wanted = {_comes(source, seeded, by_id) for source in planned[one.id].sources}
        if wanted != set(one.sides) or len(wanted) < 2:
            yield f"{one.id} is between {one.sides}, not {wanted}"
        if one.winner is not None and one.winner not in one.sides:
            yield f"{one.winner} has won {one.id} without being there"


def _comes(source: dict[str, Any], seeded: dict[int, int], by_id: dict[str, Sat]) -> int | None:
    ((kind, of),) = source.items()
    if kind == "seed":
        return seeded[of]
    before = by_id.get(of)
    if before is None or before.winner is None:
        return None
    return next(side for side in before.sides if (side == before.winner) == (kind == "winner_of"))


def _never_twice(meetings: Sequence[Planned], sat: Sequence[Sat]) -> Iterator[str]:
    """Nobody is in two open meetings, and nobody plays after the last loss."""
    open_ = Counter(number for one in sat if one.winner is None for number in one.sides)
    for number in (number for number, count in open_.items() if count > 1):
        yield f"{number} is in two open meetings"
    turns = {meeting.id: meeting.turn for meeting in meetings}
    of_losers = {meeting.id for meeting, kind, _of in _sources(meetings) if kind == "loser_of"}
    lost = {
        next(side for side in one.sides if side != one.winner): turns[one.id]
        for one in sat
        if one.winner is not None and one.id not in of_losers
    }
    for one in sat:
        for number in one.sides:
            if one.id not in of_losers and turns[one.id] > lost.get(number, turns[one.id]):
                yield f"{number} plays {one.id} after having lost"


def _won(meetings: Sequence[Planned], sat: Sequence[Sat], *, over: bool) -> Iterator[str]:
    """Once everything is over, everybody but one has lost a meeting that led on."""
    if not over:
        return
    of_losers = {meeting.id for meeting, kind, _of in _sources(meetings) if kind == "loser_of"}
    main = [one for one in sat if one.id not in of_losers]
    everybody = {number for one in main for number in one.sides}
    lost = Counter(side for one in main for side in one.sides if side != one.winner)
    if len(everybody) - len(lost) != 1 or any(count > 1 for count in lost.values()):
        yield "not exactly one is left who has never lost"
