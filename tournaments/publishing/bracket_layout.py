"""The layout of a bracket as a drawing: columns from left to right, a slot for each box with none before it.

A seed that sits out the first round takes no place of its own: it is shown in the box where it begins. Each
part of a bracket is a drawing of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.brackets import MAIN, WINNER_OF, Bracket, BracketMeeting
from tournaments.pairing.tiebreak import FINAL, THIRD_PLACE

SMALL_SHEET_SLOTS, LARGE_SHEET_SLOTS = 16, 8
"""The number of slots on a sheet of paper: in type that saves paper, or with room to write by hand."""
MAX_COLUMNS = 6
"""The number of columns on a sheet of paper."""


@dataclass(frozen=True)
class Layout:
    """Boxes by the id of their meeting: (column from 0, middle in slots from 0); `links` from box to box."""

    boxes: dict[str, tuple[int, float]]
    links: tuple[tuple[str, str], ...]
    columns: int
    slots: float
    first_turn: int = 1
    part: str = MAIN


def part_layout(bracket: Bracket, part: str = MAIN) -> Layout:
    """Return the layout of a whole part of the bracket, with the match for third place under the final."""
    return _layout(bracket, _root(bracket, part), 1)


def sheets(bracket: Bracket, slots: int = SMALL_SHEET_SLOTS) -> list[Layout]:
    """Return a layout for each sheet that the bracket needs: the pieces of a part, then its last rounds.

    A sheet has at most so many `slots`, and one more for the match for third place.
    """
    return [sheet for part in bracket.parts for sheet in _sheets(bracket, part, slots)]


def _sheets(bracket: Bracket, part: str, slots: int) -> list[Layout]:
    drawn = part_layout(bracket, part)
    if drawn.slots <= slots + 1 and drawn.columns <= MAX_COLUMNS:
        return [drawn]
    pieces, turn = _pieces(bracket, part, slots)
    return [*pieces, _layout(bracket, _root(bracket, part), turn)]


def _pieces(bracket: Bracket, part: str, slots: int) -> tuple[list[Layout], int]:
    """Return the largest pieces that each fit a sheet, and the round to which they lead."""
    for turn in range(bracket.turns_of(part) - 1, 0, -1):
        pieces = [_layout(bracket, one.id, 1) for one in bracket.meetings_in_turn(turn, part)]
        if all(one.slots <= slots and one.columns <= MAX_COLUMNS for one in pieces):
            return pieces, turn
    raise AssertionError("a single meeting fits a sheet")


def _root(bracket: Bracket, part: str) -> str:
    return [meeting.id for meeting in bracket.meetings if meeting.part == part][-1]


def _layout(bracket: Bracket, root: str, first_turn: int) -> Layout:
    by_id = {meeting.id: meeting for meeting in bracket.meetings}
    boxes: dict[str, tuple[int, float]] = {}
    links: list[tuple[str, str]] = []
    slots = _place(by_id[root], by_id, first_turn, boxes, links, 0)
    if root == FINAL and THIRD_PLACE in by_id:
        column, middle = boxes[FINAL]
        under = max(middle + 1.5, 0)
        boxes[THIRD_PLACE] = (column, under)
        slots = max(slots, under + 0.5)
    columns = by_id[root].turn - first_turn + 1
    return Layout(boxes, tuple(links), columns, slots, first_turn, by_id[root].part)


def _place(
    meeting: BracketMeeting,
    by_id: dict[str, BracketMeeting],
    first_turn: int,
    boxes: dict[str, tuple[int, float]],
    links: list[tuple[str, str]],
    slots: float,
) -> float:
    """Place a meeting between those that feed it; return how many slots are taken then."""
    before = list(_feeders(meeting, by_id)) if meeting.turn > first_turn else []
    for one in before:
        slots = _place(one, by_id, first_turn, boxes, links, slots)
        links.append((one.id, meeting.id))
    middles = [boxes[one.id][1] for one in before]
    boxes[meeting.id] = (meeting.turn - first_turn, sum(middles) / len(middles) if middles else slots + 0.5)
    return slots if middles else slots + 1


def _feeders(meeting: BracketMeeting, by_id: dict[str, BracketMeeting]) -> Iterator[BracketMeeting]:
    for source in meeting.sides:
        if source.kind == WINNER_OF and by_id[str(source.of)].part == meeting.part:
            yield by_id[str(source.of)]
