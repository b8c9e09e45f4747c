"""Brackets: meetings that feed each other, their sides given results, and what a correction overturns.

| a side is    | its entry                                    | in data               |
|--------------|----------------------------------------------|-----------------------|
| a seed       | the entry with that seed                     | `{"seed": 3}`         |
| a winner     | the winner of the meeting with that id       | `{"winner_of": "1.4"}`|
| a loser      | the loser of it                              | `{"loser_of": "4.1"}` |

The sides of a meeting are never stored: they follow from the seeds and the results of the meetings before.
If both have forfeited `NOBODY` comes from the meeting: the opponent has the next meeting without playing.
A bracket has parts, each drawn by itself: MAIN; LOWER, for entries that lost once, of a double elimination;
CONSOLATION, which leads to no place of the main one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.pairing.tiebreak import NOBODY, PlayedMatch, walkover

SEED, WINNER_OF, LOSER_OF = "seed", "winner_of", "loser_of"
MAIN, LOWER, CONSOLATION = PARTS = "main", "lower", "consolation"

Results = Mapping[str, PlayedMatch]
"""The meetings that are over, by id; entries by their numbers."""
Seeded = Mapping[int, int]
"""Entry numbers by seed (1, 2, 3 …)."""


class Source(NamedTuple):
    """The origin of a side: `kind` is SEED, WINNER_OF or LOSER_OF; `of` a seed or the id of a meeting."""

    kind: str
    of: int | str

    @property
    def data(self) -> dict[str, int | str]:
        """Return the form of an export: one item, such as `{"winner_of": "1.4"}`."""
        return {self.kind: self.of}


@dataclass(frozen=True)
class BracketMeeting:
    """A meeting of a bracket: `turn` is its round within its `part`, 1, 2, 3 …

    `winner_place` and `loser_place` are the places that it decides; None if that side goes on, or has no
    place. `unless`: the meeting repeats the one that feeds it, except if this side has won that.
    """

    id: str
    turn: int
    sides: tuple[Source, Source]
    winner_place: int | None = None
    loser_place: int | None = None
    part: str = MAIN
    unless: Source | None = None


@dataclass(frozen=True)
class Bracket:
    """Every meeting, each after those that feed it. `order` are the seeds from top to bottom, 0 for a bye."""

    order: tuple[int, ...]
    meetings: tuple[BracketMeeting, ...]

    @property
    def turns(self) -> int:
        """Return the number of rounds of the main part."""
        return self.turns_of(MAIN)

    @property
    def parts(self) -> tuple[str, ...]:
        there = {meeting.part for meeting in self.meetings}
        return tuple(part for part in PARTS if part in there)

    @property
    def is_double(self) -> bool:
        """Return whether only the second loss is the last."""
        return LOWER in self.parts

    def turns_of(self, part: str) -> int:
        """Return the number of rounds of a part."""
        return max(meeting.turn for meeting in self.meetings if meeting.part == part)

    def meetings_in_turn(self, turn: int, part: str = MAIN) -> tuple[BracketMeeting, ...]:
        """Return the meetings of a round, from top to bottom."""
        return tuple(meeting for meeting in self.meetings if (meeting.turn, meeting.part) == (turn, part))


Pairs = list[tuple[Source | None, Source | None]]
"""The sides opposite each other in a round; None for a bye."""


def adjacent_pairs(alive: Sequence[Source | None]) -> Pairs:
    """Pair each with the next."""
    return list(zip(alive[::2], alive[1::2], strict=True))


def build_round(
    pairs: Pairs, turn: int, *, letter: str = "", part: str = MAIN, loser_place: int | None = None
) -> tuple[list[BracketMeeting], list[Source | None]]:
    """Return the meetings of a round, and the sides that go on; those without an opponent go on unplayed."""
    meetings: list[BracketMeeting] = []
    alive: list[Source | None] = []
    for one, other in pairs:
        if one is None or other is None:
            alive.append(one or other)
            continue
        id_ = f"{letter}{turn}.{len(meetings) + 1}"
        meetings.append(BracketMeeting(id_, turn, (one, other), loser_place=loser_place, part=part))
        alive.append(Source(WINNER_OF, id_))
    return meetings, alive


def source_entry(source: Source, seeded: Seeded, results: Results) -> int | None:
    """Return the entry number of a side or `NOBODY`, or None while the meeting that feeds it is not over."""
    if source.kind == SEED:
        return seeded[int(source.of)]
    played = results.get(str(source.of))
    if played is None:
        return None
    return played.winner if source.kind == WINNER_OF else played.loser


def sides(meeting: BracketMeeting, seeded: Seeded, results: Results) -> tuple[int | None, int | None]:
    """Return the two entry numbers of a meeting (or `NOBODY`), None for each that is not known yet."""
    if is_needed(meeting, seeded, results) is False:
        return None, None
    one, other = meeting.sides
    return source_entry(one, seeded, results), source_entry(other, seeded, results)


def is_needed(meeting: BracketMeeting, seeded: Seeded, results: Results) -> bool | None:
    """Return whether a meeting is played at all; None while that is not known."""
    if meeting.unless is None:
        return True
    before = results.get(str(meeting.sides[0].of))
    if before is None:
        return None
    return not before.gone and before.winner != source_entry(meeting.unless, seeded, results)


def valid_results(bracket: Bracket, seeded: Seeded, results: Results) -> dict[str, PlayedMatch]:
    """Return the results that count: walkovers, and those between the sides to which earlier results lead."""
    found: dict[str, PlayedMatch] = {}
    for meeting in bracket.meetings:
        there, played = sides(meeting, seeded, found), results.get(meeting.id)
        if alone := walkover(*there):
            found[meeting.id] = alone
        elif played is not None and set(there) == set(played.sides):
            found[meeting.id] = played
    return found


def ready_meetings(
    bracket: Bracket, seeded: Seeded, results: Results
) -> list[tuple[BracketMeeting, tuple[int, int]]]:
    """Return the meetings that are not over but have both sides known, with their entry numbers."""
    found = []
    for meeting in bracket.meetings:
        one, other = sides(meeting, seeded, results)
        if meeting.id not in results and one is not None and other is not None:
            found.append((meeting, (one, other)))
    return found


def is_over(bracket: Bracket, seeded: Seeded, results: Results) -> bool:
    """Return whether every meeting that is needed has been played."""
    return _are_played(bracket.meetings, seeded, results)


def is_decided(bracket: Bracket, seeded: Seeded, results: Results) -> bool:
    """Return whether all meetings that decide a place have been played: all but the consolation."""
    counts = [meeting for meeting in bracket.meetings if meeting.part != CONSOLATION]
    return _are_played(counts, seeded, results)


def _are_played(meetings: Iterable[BracketMeeting], seeded: Seeded, results: Results) -> bool:
    return all(meeting.id in results or is_needed(meeting, seeded, results) is False for meeting in meetings)


def placings(bracket: Bracket, seeded: Seeded, results: Results) -> dict[int, int]:
    """Return the places that are decided, by entry number; those who lose in one round share theirs.

    Of two who have both forfeited each has the place of the loser of that meeting, or the one to which it
    leads.
    """
    again = {
        str(meeting.sides[0].of)
        for meeting in bracket.meetings
        if meeting.unless and is_needed(meeting, seeded, results)
    }
    return {
        number: place
        for meeting in bracket.meetings
        if meeting.id in results and meeting.id not in again
        for number, place in _decided_places(bracket, meeting, results[meeting.id])
        if number != NOBODY
    }


def _decided_places(
    bracket: Bracket, meeting: BracketMeeting, played: PlayedMatch
) -> Iterator[tuple[int, int]]:
    if meeting.winner_place:
        yield played.winner, meeting.winner_place
    if meeting.loser_place:
        yield played.loser, meeting.loser_place
    place = _loser_place(bracket, meeting)
    if place:
        yield from ((number, place) for number in played.gone)


def _loser_place(bracket: Bracket, meeting: BracketMeeting) -> int | None:
    """Return the place of the loser of a meeting and of all that follow it; None in a consolation."""
    if meeting.loser_place or meeting.part == CONSOLATION:
        return meeting.loser_place
    after = Source(LOSER_OF, meeting.id)
    following = next(one for one in bracket.meetings if after in one.sides)
    return _loser_place(bracket, following)
