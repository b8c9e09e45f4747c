"""Check a bracket from its data, independently of the code that builds it, and how it was played."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class PlannedMeeting(NamedTuple):
    """A meeting as an export has it; `sources` are such as `{"seed": 1}` or `{"winner_of": "1.2"}`.

    `part` is `main`, `lower` (for entries that lost once, in a double elimination) or `consolation`.
    """

    id: str
    turn: int
    sources: tuple[dict[str, Any], dict[str, Any]]
    part: str = "main"


class SeatedMeeting(NamedTuple):
    """A meeting that was seated: entry numbers, and the winner (None: open; 0: both forfeited)."""

    id: str
    sides: tuple[int, int]
    winner: int | None


def faults(meetings: Sequence[PlannedMeeting], entries: int, *, rest: int = 0) -> list[str]:
    """Return the faults of a bracket with so many `entries`, and `rest` entries in a consolation of the rest.

    An empty list means that there are none.
    """
    main = [meeting for meeting in meetings if meeting.part == "main"]
    lower = [meeting for meeting in meetings if meeting.part == "lower"]
    beside = [meeting for meeting in meetings if meeting.part == "consolation"]
    twice = [] if len({meeting.id for meeting in meetings}) == len(meetings) else ["an id stands twice"]
    if lower:
        return twice + [*_double(main, lower, entries)] + ["a consolation"] * bool(beside)
    return [*twice, *_knock_out(main, entries), *_consolation(main, beside, entries, rest)]


def _knock_out(main: Sequence[PlannedMeeting], entries: int) -> Iterator[str]:
    yield from _seeds(main, entries)
    yield from _source_round_faults(main)
    yield from _progress_faults(main)
    yield from _rounds(main, entries)


def _double(main: Sequence[PlannedMeeting], lower: Sequence[PlannedMeeting], entries: int) -> Iterator[str]:
    """Check a knock-out, its losers once more in the lower part, and both winners at the end."""
    last = max(meeting.turn for meeting in main)
    upper = [meeting for meeting in main if meeting.turn < last - 1]
    ends = [meeting for meeting in main if meeting.turn >= last - 1]
    yield from _knock_out(upper, entries)
    fed = Counter((kind, of) for _meeting, kind, of in _sources(lower))
    if {of for kind, of in fed if kind == "loser_of"} != {meeting.id for meeting in upper}:
        yield "not everybody who loses for the first time goes on"
    winners = {of for kind, of in fed if kind == "winner_of"}
    left = {meeting.id for meeting in lower} - winners
    if not winners <= {meeting.id for meeting in lower} or len(left) != 1 or max(fed.values()) > 1:
        yield "not exactly one remains of those who have lost once"
    if len(lower) != entries - 2:
        yield f"{len(lower)} meetings of those who have lost once, not {entries - 2}"
    turns = {meeting.id: meeting.turn for meeting in lower}
    if any(of in turns and turns[of] >= meeting.turn for meeting, _kind, of in _sources(lower)):
        yield "a meeting is fed by a later one"
    final = next(meeting.id for meeting in upper if meeting.turn == last - 2)
    wanted = [[("winner_of", final), ("winner_of", next(iter(left), ""))]]
    wanted += [[("loser_of", ends[0].id), ("winner_of", ends[0].id)]]
    if [[*(pair for side in meeting.sources for pair in side.items())] for meeting in ends] != wanted:
        yield "the grand final is not between both winners, and once more between them"


def _consolation(
    main: Sequence[PlannedMeeting], beside: Sequence[PlannedMeeting], entries: int, rest: int
) -> Iterator[str]:
    """Check a knock-out of its own: every loser of round 1 once, or every seed of the rest."""
    if not beside:
        if rest:
            yield "the rest have no consolation"
        return
    came = Counter((kind, of) for _meeting, kind, of in _sources(beside) if kind != "winner_of")
    losers = {("loser_of", meeting.id) for meeting in main if meeting.turn == 1}
    others = {("seed", entries + place) for place in range(1, rest + 1)}
    wanted = others if rest else losers
    if came != Counter(wanted):
        yield "the consolation is not for those who are to be in it"
    won = Counter(of for _meeting, kind, of in _sources(beside) if kind == "winner_of")
    ids = {meeting.id for meeting in beside}
    if (
        len(beside) != len(wanted) - 1
        or len(ids - set(won)) != 1
        or not set(won) <= ids
        or max(won.values(), default=1) > 1
    ):
        yield "not exactly one wins the consolation"


def _sources(meetings: Sequence[PlannedMeeting]) -> Iterator[tuple[PlannedMeeting, str, Any]]:
    for meeting in meetings:
        for source in meeting.sources:
            ((kind, of),) = source.items()
            yield meeting, kind, of


def _seeds(meetings: Sequence[PlannedMeeting], entries: int) -> Iterator[str]:
    seeds = Counter(of for _meeting, kind, of in _sources(meetings) if kind == "seed")
    if seeds != Counter(range(1, entries + 1)):
        yield "not every seed is there once"


def _source_round_faults(meetings: Sequence[PlannedMeeting]) -> Iterator[str]:
    turns = {meeting.id: meeting.turn for meeting in meetings}
    for meeting, kind, of in _sources(meetings):
        if kind != "seed" and turns.get(of) != meeting.turn - 1:
            yield f"{meeting.id} is fed by {of}, which is not of the round before"


def _progress_faults(meetings: Sequence[PlannedMeeting]) -> Iterator[str]:
    """Check that every winner but one goes on once, and losers only to a meeting that leads nowhere."""
    fed = Counter((kind, of) for _meeting, kind, of in _sources(meetings) if kind != "seed")
    ends = {meeting.id for meeting in meetings if not fed["winner_of", meeting.id]}
    of_losers = {meeting.id for meeting, kind, _of in _sources(meetings) if kind == "loser_of"}
    if len(ends - of_losers) != 1:
        yield "not exactly one winner remains"
    if any(count > 1 for count in fed.values()):
        yield "a side goes on to two meetings"
    if not of_losers <= ends:
        yield "a side that has lost goes on"


def _rounds(meetings: Sequence[PlannedMeeting], entries: int) -> Iterator[str]:
    """Check that the second round is full, the highest seeds begin there, and the order keeps them apart."""
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
    yield from _seed_meeting_faults(main, full)


def _seed_meeting_faults(main: Sequence[PlannedMeeting], full: int) -> Iterator[str]:
    """Check that, if the better seed always wins, the best two meet last, the best four the round before …"""
    better: dict[str, int] = {}
    for meeting in sorted(main, key=lambda meeting: meeting.turn):
        sides = [
            source.get("seed") or better.get(source.get("winner_of", ""), 0) for source in meeting.sources
        ]
        better[meeting.id] = min(sides)
        if max(sides) > full >> (meeting.turn - 1) or min(sides) > full >> meeting.turn:
            yield f"seeds {sides} meet in round {meeting.turn}"


def faults_of_play(
    meetings: Sequence[PlannedMeeting], seeded: dict[int, int], sat: Sequence[SeatedMeeting], *, over: bool
) -> list[str]:
    """Return the faults of the meetings seated and won; `seeded` maps seeds to entry numbers."""
    return [
        *_side_faults(meetings, seeded, sat),
        *_repeat_faults(meetings, sat),
        *_elimination_faults(meetings, sat, over=over),
    ]


def _side_faults(
    meetings: Sequence[PlannedMeeting], seeded: dict[int, int], sat: Sequence[SeatedMeeting]
) -> Iterator[str]:
    by_id = {one.id: one for one in sat}
    if len(by_id) < len(sat):
        yield "a meeting stands twice"
    planned = {meeting.id: meeting for meeting in meetings}
    for one in sat:
        wanted = {_source_entry(source, seeded, planned, by_id) for source in planned[one.id].sources}
        if wanted != set(one.sides) or len(wanted) < 2:
            yield f"{one.id} is between {one.sides}, not {wanted}"
        if one.winner and one.winner not in one.sides:
            yield f"{one.winner} has won {one.id} without being there"


def _source_entry(
    source: dict[str, Any],
    seeded: dict[int, int],
    planned: dict[str, PlannedMeeting],
    by_id: dict[str, SeatedMeeting],
) -> int | None:
    """Return the entry number that comes from there: 0 for none, None while it is open."""
    ((kind, of),) = source.items()
    if kind == "seed":
        return seeded[of]
    before = by_id.get(of)
    if before is None:
        there = [_source_entry(one, seeded, planned, by_id) for one in planned[of].sources]
        alone = None not in there and 0 in there
        return (max(one or 0 for one in there) if kind == "winner_of" else 0) if alone else None
    if not before.winner:
        return before.winner
    return next(side for side in before.sides if (side == before.winner) == (kind == "winner_of"))


def _repeat_faults(meetings: Sequence[PlannedMeeting], sat: Sequence[SeatedMeeting]) -> Iterator[str]:
    """Check that no one is in two open meetings, or plays after the last loss."""
    open_ = Counter(number for one in sat if one.winner is None for number in one.sides)
    for number in (number for number, count in open_.items() if count > 1):
        yield f"{number} is in two open meetings"
    order = {meeting.id: at for at, meeting in enumerate(meetings)}
    counted, lives = _decisive_meetings(meetings)
    beside = {meeting.id for meeting in meetings if meeting.part == "consolation"}
    for which, most in ((counted, lives), (beside, 1)):
        lost: Counter[int] = Counter()
        for one in sorted((one for one in sat if one.id in which), key=lambda one: order[one.id]):
            for number in one.sides:
                if lost[number] >= most:
                    yield f"{number} plays {one.id} after having lost"
            if one.winner is not None:
                lost.update(side for side in one.sides if side != one.winner)


def _decisive_meetings(meetings: Sequence[PlannedMeeting]) -> tuple[set[str], int]:
    """Return the meetings of which a loss counts (no match for third place), and how many end a run."""
    lives = 2 if any(meeting.part == "lower" for meeting in meetings) else 1
    thirds = {
        meeting.id
        for meeting in meetings
        if lives == 1 and all("loser_of" in source for source in meeting.sources)
    }
    return {one.id for one in meetings if one.part != "consolation"} - thirds, lives


def _elimination_faults(
    meetings: Sequence[PlannedMeeting], sat: Sequence[SeatedMeeting], *, over: bool
) -> Iterator[str]:
    """Check that once all is over, all but one have lost as often as it takes."""
    if not over:
        return
    counted, lives = _decisive_meetings(meetings)
    main = [one for one in sat if one.id in counted]
    lost = Counter(side for one in main for side in one.sides if side != one.winner)
    everybody = {number for one in main for number in one.sides}
    gone = {side for one in sat if one.winner == 0 for side in one.sides}
    left = sum(lost[number] < lives for number in everybody - gone)
    if left > 1 or (not gone and not left) or any(count > lives for count in lost.values()):
        yield "not exactly one is left who has not lost for the last time"
