"""What the lines about a game amount to, and where a match stands."""

from dataclasses import dataclass
from functools import cached_property

from scoring import match as matches
from scoring import settle as settling
from scoring.settle import Disputed, Open, Settled
from tournaments.models import Line, Meeting, Round

Amount = Open | Settled | Disputed


@dataclass
class LaidOut:
    """One game of a meeting as it lies before a writer: who sits there and what has been written."""

    meeting: Meeting
    game: int
    seats: list[tuple[int, int, int]]
    """(side, id of the entry, its number), in order."""
    lines: list[Line]

    @cached_property
    def sides(self) -> list[list[int]]:
        sides: dict[int, list[int]] = {}
        for side, _entry, number in self.seats:
            sides.setdefault(side, []).append(number)
        return [sides[side] for side in sorted(sides)]

    @property
    def amount(self) -> Amount:
        return settling.settle([readable(line) for line in self.lines], self.sides)

    @property
    def is_void(self) -> bool:
        return bool(self.meeting.void_act_id) or self.meeting.round.state == Round.State.VOID


def lay_out(meeting_id: int, game: int) -> LaidOut:
    """A game as it stands now, read anew in three queries."""
    meeting = Meeting.objects.select_related("round__stage").get(pk=meeting_id)
    seats = meeting.seats.order_by("side", "order_in_side").values_list("side", "entry_id", "entry__number")
    lines = Line.objects.filter(meeting=meeting, game=game).select_related("by_entry").order_by("number")
    return LaidOut(meeting, game, list(seats), list(lines))


def sides_of(meeting: Meeting) -> list[list[int]]:
    """Who sits there, by side: entry numbers."""
    sides: dict[int, list[int]] = {}
    for seat in meeting.seats.select_related("entry").order_by("side", "order_in_side"):
        sides.setdefault(seat.side, []).append(seat.entry.number)
    return [sides[side] for side in sorted(sides)]


def readable(line: Line) -> settling.Line:
    """A line as `scoring.settle` reads it. `by_side` is where the entry that says it sits."""
    number = line.by_entry.number if line.by_entry else None
    by_side = next((index for index, side in enumerate(line.sides) if number in side), None)
    return settling.Line(line.number, line.kind, line.data, line.sides, line.by, by_side, line.basis)


def amount_of(meeting: Meeting, game: int = 1, upto: int | None = None) -> Amount:
    """What the lines about one game amount to, as of `upto` (a version of the tournament; None: now)."""
    lines = Line.objects.filter(meeting=meeting, game=game).select_related("by_entry").order_by("number")
    if upto is not None:
        lines = lines.filter(version__lte=upto)
    return settling.settle([readable(line) for line in lines], sides_of(meeting))


def last_line_of(meeting: Meeting, game: int = 1) -> int:
    """The number of the newest line about a game, 0 where there is none: what a writer's basis is."""
    last = Line.objects.filter(meeting=meeting, game=game).order_by("-number").first()
    return last.number if last else 0


def match_of(meeting: Meeting) -> matches.Match:
    """How `meeting` is decided: one game, or best of its planned games."""
    if meeting.games_planned == 1:
        return matches.Match()
    return matches.Match("best_of", meeting.games_planned)
