"""Compute the current result of a game from its lines."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring import match as matches
from scoring import settle as settling
from scoring.games import GAMES
from scoring.settle import Disputed, Open, Settled
from tournaments.models import Line, Meeting, Round, raw_sql
from tournaments.models.rows import Statement, attach_related, fetch, prepared

GameResult = Open | Settled | Disputed
"""The result of a game by its lines: none yet, one that counts, or several that disagree."""
NO_RESULT = (Line.Kind.VOID, Line.Kind.PENALTY)
"""The kinds of lines whose data is no result."""
MAX_LINE_NUMBER = 2_147_483_647
"""A line number that no tournament reaches."""


class MeetingContext(NamedTuple):
    """The facts about a meeting and its round that are needed to write a line."""

    void_act: int | None
    games_planned: int
    round_number: int
    round_state: str
    stage: int
    game: str
    rules: dict[str, Any]
    tournament: int


@dataclass
class LoadedGame:
    """One game of a meeting as loaded to write about it: its seats and its lines."""

    meeting: int
    game: int
    where: MeetingContext
    seats: list[tuple[int, int, int]]
    """(side, id of the entry, its number), in order."""
    lines: list[settling.Line]
    keys: dict[int, int]
    """The ids of the lines by their numbers."""
    known: int | None = None
    """The id of the line with the requested nonce, about any game of the tournament."""

    @cached_property
    def sides(self) -> list[list[int]]:
        return group_by_side((side, number) for side, _entry, number in self.seats)

    @property
    def result(self) -> GameResult:
        return settling.settle(self.lines, self.sides)

    def result_at(self, number: int) -> GameResult:
        """Return the state of the game after line `number` of the tournament."""
        return settling.settle([line for line in self.lines if line.number <= number], self.sides)

    def last_line(self, upto: int = MAX_LINE_NUMBER) -> int:
        """Return the number of the newest line about a result up to line `upto`, 0 without one."""
        of_results = (line.number for line in self.lines if line.kind != Line.Kind.PENALTY)
        return max((number for number in of_results if number <= upto), default=0)

    @property
    def is_void(self) -> bool:
        return bool(self.where.void_act) or self.where.round_state == Round.State.VOID

    def add(self, line: Line) -> None:
        """Append a line that has just been written."""
        self.lines.append(scoring_line(line))
        self.keys[line.number] = line.pk


def load_game(meeting_id: int, game: int) -> LoadedGame:
    """Load the current state of a game: in one query where it has no lines, else in two."""
    query, values = game_query(meeting_id, game)
    return game_of_rows(meeting_id, game, fetch(query, *values))


def game_query(meeting_id: int, game: int, nonce: str = "") -> Statement:
    """Return the query whose rows `game_of_rows` reads."""
    return raw_sql.GAME, (nonce, meeting_id, game, meeting_id)


def game_of_rows(meeting_id: int, game: int, rows: list[tuple[Any, ...]]) -> LoadedGame:
    """Build a game from the rows of its meeting, and load its lines where there are any."""
    void_act, games, number, state, stage, name, rules, tournament, known, has_lines, *_seat = rows[0]
    where = MeetingContext(void_act, games, number, state, stage, name, json.loads(rules), tournament)
    seats = [(side, entry, number) for *_of_it, side, entry, number in rows if entry is not None]
    written = fetch(raw_sql.LINES_OF_GAME, meeting_id, game) if has_lines else []
    return LoadedGame(meeting_id, game, where, seats, *_lines(written), known)


def other_games(loaded: LoadedGame) -> list[LoadedGame]:
    """Load the other games of the same meeting that have lines, in one query."""
    games: dict[int, list[tuple[Any, ...]]] = {}
    for game, *line in fetch(raw_sql.LINES_OF_OTHER_GAMES, loaded.meeting, loaded.game):
        games.setdefault(game, []).append(tuple(line))
    where, seats = loaded.where, loaded.seats
    return [LoadedGame(loaded.meeting, game, where, seats, *_lines(games[game])) for game in games]


def _lines(rows: list[tuple[Any, ...]]) -> tuple[list[settling.Line], dict[int, int]]:
    """Return the lines of rows, and their ids by their numbers."""
    lines = [
        _line(number, kind, json.loads(data), json.loads(sides), by, by_number, basis)
        for _key, number, kind, data, sides, by, by_number, basis in rows
    ]
    return lines, {row[1]: row[0] for row in rows}


def sides_of(meeting: Meeting) -> list[list[int]]:
    """Return the entry numbers at a meeting, by side."""
    return group_by_side(fetch(raw_sql.SIDES, meeting.pk))


def group_by_side(seated: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Group pairs of a side and an entry number by side."""
    sides: dict[int, list[int]] = {}
    for side, number in seated:
        sides.setdefault(side, []).append(number)
    return [sides[side] for side in sorted(sides)]


def same_people(one: Iterable[Iterable[int]], other: Iterable[Iterable[int]]) -> bool:
    """Return whether the same people play together and against each other, in any order."""
    return set(map(frozenset, one)) == set(map(frozenset, other))


def sides_by_meeting(round_: Round) -> dict[int, list[list[int]]]:
    """Return the entry numbers at each meeting of a round, by its key and by side."""
    sides: dict[int, dict[int, list[int]]] = defaultdict(dict)
    for meeting, side, number in fetch(raw_sql.SIDES_OF_ROUND, round_.pk):
        sides[meeting].setdefault(side, []).append(number)
    return {meeting: list(of_it.values()) for meeting, of_it in sides.items()}


def meetings_with_sides(round_: Round) -> list[tuple[Meeting, list[list[int]]]]:
    """Return the meetings of a round by table, each with its sides as entry numbers, without byes."""
    sides = sides_by_meeting(round_)
    standing = attach_related(_meetings_by_table(round_.pk), round=round_)
    return [(one, sides[one.pk]) for one in standing if len(sides.get(one.pk, ())) > 1]


@prepared
def _meetings_by_table(round_: int) -> QuerySet[Meeting]:
    standing = Meeting.objects.filter(round=round_, void_act=None)
    return standing.select_related("place").order_by("place__number", "pk")


def scoring_line(line: Line) -> settling.Line:
    """Return a line as `scoring.settle` reads it; `by_side` is the side of the entry that it is from."""
    number = line.by_entry.number if line.by_entry else None
    return _line(line.number, line.kind, line.data, line.sides, line.by, number, line.basis)


def _line(
    number: int, kind: str, data: Any, sides: Any, by: str, by_number: int | None, basis: int
) -> settling.Line:
    by_side = next((index for index, side in enumerate(sides) if by_number in side), None)
    return settling.Line(number, kind, data, sides, by, by_side, basis)


def data_in_seat_order(line: Line | settling.Line, seated: list[list[int]], game: str) -> dict[str, Any]:
    """Return a line's data in the order of `seated`: its writer may have seen the sides in another order.

    A line about other people is returned as it was written. Raises `DomainError` for a sheet that has only
    one order.
    """
    data: dict[str, Any] = dict(line.data)
    seen, now = ([frozenset(side) for side in sides] for sides in (line.sides, seated))
    if line.kind in NO_RESULT or len(seen) != len(now) or set(seen) != set(now):
        return data
    return GAMES[game].reorder_sides(data, [seen.index(side) for side in now])


def current_result(meeting: Meeting, game: int = 1) -> GameResult:
    """Return the present state of one game by its lines."""
    return load_game(meeting.pk, game).result


def last_line_of(meeting: Meeting, game: int = 1) -> int:
    """Return the number of the newest line about a result, 0 without one: the basis of the next line."""
    return fetch(raw_sql.LAST_LINE, meeting.pk, game)[0][0] or 0


def line_with_nonce(nonce: str, meeting: Meeting) -> Line | None:
    """Return the line with this nonce about any game in the tournament of `meeting`, or None."""
    return Line.objects.filter(tournament=meeting.round.stage.tournament_id, nonce=nonce).first()


def match_of(meeting: Meeting) -> matches.Match:
    """Return how `meeting` is decided, by the rules of its stage."""
    if meeting.games_planned == 1:
        return matches.Match()
    return matches.read_match(meeting.round.stage.rules)
