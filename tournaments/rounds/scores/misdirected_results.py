"""Let a line about people who were not to meet become the result of the meeting they really had.

Nothing is moved: the line stays where it was written, and a new line says the same about the meeting
of those who really sat there (`web/rounds/views/as_played.py`).
"""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from scoring import DomainError, two_cards
from scoring.settle import Settled
from tournaments.models import Line, Meeting, User
from tournaments.models.locking import locked
from tournaments.models.rows import prepared
from tournaments.rounds.scores.lines import WriteResult, write_line
from tournaments.rounds.scores.loaded_game import (
    NO_RESULT,
    data_in_seat_order,
    last_line_of,
    line_with_nonce,
    same_people,
    sides_of,
)
from tournaments.rounds.scores.tables import GameState, TableState, table_state

Sides = list[list[int]]


@dataclass(frozen=True)
class MisdirectedResult:
    """A line with the result of the people at `table`, a table without lines of its own.

    `data` is the data of the line, in the order of their seats.
    """

    table: TableState
    line: Line
    data: dict[str, Any]


def find_misdirected(tables: Sequence[TableState]) -> list[MisdirectedResult]:
    """Return the lines that can be written as the result of a meeting as it was played, newest first.

    `tables` are whole rounds. Of a game that was settled between the same people, only the line that counts
    is returned.
    """
    # With two cards, each card is entered anew.
    waiting = [table for table in tables if awaits_first_line(table)]
    lines = defaultdict(list)
    for line in _lines_of_rounds(list({table.meeting.round_id for table in waiting})):
        lines[line.meeting.round_id, _sides_key(line.sides)].append(line)
    return [repeat for table in waiting for repeat in _misdirected_at_table(table, lines)]


@prepared
def _lines_of_rounds(rounds: list[int]) -> QuerySet[Line]:
    lines = Line.objects.filter(meeting__round__in=rounds).exclude(kind__in=NO_RESULT)
    return lines.select_related("meeting__round__stage").order_by("-number")


def awaits_first_line(table: TableState) -> bool:
    """Return whether a meeting as it was played has no lines yet."""
    as_played = table.meeting.origin == Meeting.Origin.AS_PLAYED
    of_two = two_cards.asks_two_cards(table.meeting.round.stage.rules)
    return as_played and not table.bye and not of_two and not any(game.lines for game in table.games)


def _sides_key(sides: Sides) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(side) for side in sides)


def _misdirected_at_table(table: TableState, lines: dict[Any, list[Line]]) -> list[MisdirectedResult]:
    sides = table.numbers
    found: list[MisdirectedResult] = []
    for line in lines[table.meeting.round_id, _sides_key(sides)]:
        with suppress(DomainError):  # a sheet that has only one order cannot be their result
            data = data_in_seat_order(line, sides, table.meeting.round.stage.game)
            if data not in [other.data for other in found] and _is_current(line):
                found.append(MisdirectedResult(table, line, data))
    return found


def _is_current(line: Line) -> bool:
    """Return whether a line was not replaced by another one in the game that it was written about."""
    game: GameState = table_state(line.meeting).game(line.game)
    return not isinstance(game.result, Settled) or line.number == game.result.line


def write_misdirected(meeting: Meeting, *, line: int, nonce: str, user: User | None) -> WriteResult:
    """Write the data of line `line` as the result of `meeting`; the new line notes which one it repeats.

    Raises `DomainError` where that line is about other people, or where these people have a line already.
    """
    with locked(meeting) as meeting:
        stage = meeting.round.stage
        lines = Line.objects.filter(meeting__round=meeting.round_id, number=line)
        found = lines.exclude(kind__in=NO_RESULT).first()
        sides = sides_of(meeting)
        if found is None or not same_people(found.sides, sides):
            raise DomainError("no_such_line", line=line)
        if last_line_of(meeting, found.game) and not line_with_nonce(nonce, meeting):
            raise DomainError("already_entered")
        with translation.override(stage.tournament.language):
            note = _("repeats line %(number)s") % {"number": line}
        return write_line(
            meeting,
            game=found.game,
            kind=Line.Kind.AWARD if "how" in found.data else Line.Kind.CLAIM,
            data=data_in_seat_order(found, sides, stage.game),
            sides=sides,
            by=Line.By.DESK,
            nonce=nonce,
            basis=0,
            user=user,
            note=note,
        )
