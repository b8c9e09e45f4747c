"""The state of every table of some rounds, in three queries however many tables there are."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from itertools import count
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from scoring import match as matches
from scoring import penalties
from scoring import settle as settling
from scoring.games import GAMES
from scoring.penalties import Penalty
from scoring.settle import Disputed, Open
from scoring.side import SideValue
from tournaments.models import Line, Meeting, Round, Seat
from tournaments.models.rows import prepared
from tournaments.registration import annotate_past_players
from tournaments.rounds.scores.loaded_game import (
    GameResult,
    group_by_side,
    match_of,
    scoring_line,
    sides_by_meeting,
    sides_of,
)

SEATS = annotate_past_players(Seat.objects.select_related("entry", "member__player")).order_by(
    "side", "order_in_side"
)
SEATS_AND_MEETINGS = SEATS.select_related("meeting__place")
SEATS_OF_TABLE = SEATS_AND_MEETINGS.annotate(
    has_lines=Exists(Line.objects.filter(meeting=OuterRef("meeting")))
)
LINES = Line.objects.select_related("user", "by_entry", "device__entry").order_by("number")
DECIDING_FIELDS = ("meeting_id", "number", "game", "kind", "data", "sides", "by", "basis")
"""The columns of a line that decide the state of a table."""


@dataclass(frozen=True)
class GameState:
    """One game: its lines in order, its state, and the values of each side (empty: nothing counts).

    `ruled` are the lines of penalties, including those that were taken back. `beyond` means that the match
    was over before this game, because an earlier one was corrected since; it counts for nothing.
    """

    number: int
    lines: tuple[Line, ...]
    result: GameResult
    values: tuple[SideValue, ...]
    ruled: tuple[Line, ...] = ()
    beyond: bool = False

    @property
    def penalties(self) -> list[Penalty]:
        """Return the penalties that were not taken back."""
        return penalties.active_penalties(self.ruled)

    @property
    def disputed(self) -> bool:
        return isinstance(self.result, Disputed) and not self.beyond

    @property
    def counting(self) -> Line | None:
        """Return the line whose result counts, or None where there is none or a penalty decides."""
        return next((line for line in self.lines if line.number == self.result.line), None)

    @property
    def winner(self) -> int | None:
        return next((side for side, value in enumerate(self.values) if value.won), None)


@dataclass(frozen=True)
class TableState:
    """One meeting at its table: its seats, its games, and the state of the match."""

    meeting: Meeting
    number: int
    seats: tuple[Seat, ...]
    games: tuple[GameState, ...]
    match: matches.State

    @property
    def bye(self) -> bool:
        return len({seat.side for seat in self.seats}) < 2

    @property
    def disputed(self) -> bool:
        return any(game.disputed for game in self.games)

    @property
    def settled(self) -> bool:
        return _settled({seat.side for seat in self.seats}, self.games, self.match)

    @property
    def next_game(self) -> int | None:
        """Return the game that is to be entered next, or None where there is none."""
        if self.bye or self.match.over:
            return None
        return next((game.number for game in self.games if not game.values), None)

    @property
    def score(self) -> tuple[int, ...]:
        """Return the score of the match by side: games won, or match points where they decide it."""
        by_points = match_of(self.meeting).decided_by_points
        return self.match.points if by_points else self.match.games_won

    @property
    def waiting(self) -> bool:
        """Return whether one side has reported the result of the next game, and the other has not yet."""
        game = self.next_game
        result = self.game(game).result if game else None
        return isinstance(result, Open) and bool(result.claims)

    def game(self, number: int) -> GameState:
        return self.games[number - 1]

    @property
    def newest_line(self) -> int:
        """Return the number of the newest line, of a result or a penalty; 0 without one."""
        written = (line.number for game in self.games for line in (*game.lines, *game.ruled))
        return max(written, default=0)

    @property
    def numbers(self) -> list[list[int]]:
        """Return the entry numbers by side."""
        return _sides_from_seats(self.seats)

    def side(self, index: int) -> list[Seat]:
        """Return the seats of one side, in their order."""
        return [seat for seat in self.seats if seat.side == index]


def table_states(rounds: Sequence[Round]) -> list[TableState]:
    """Return every table of `rounds` (with their stages), by round and number, without voided meetings."""
    by_round = {round_.pk: round_ for round_ in rounds}
    meetings = _meetings(list(by_round))
    seats = _by_meeting(_seats_in(list(by_round)))
    lines = _by_game(_lines_in(list(by_round)))
    states = []
    numbers = _table_numbers(meetings)
    for meeting in meetings:
        meeting.round = by_round[meeting.round_id]
        states.append(_table_state(meeting, numbers[meeting.pk], seats[meeting.pk], lines[meeting.pk]))
    return in_order(states)


def settled_meetings(meetings: Sequence[Meeting]) -> set[int]:
    """Return the keys of the settled ones among `meetings`, read with rounds and tables, in two queries."""
    keys = [one.pk for one in meetings]
    seats, lines = _by_meeting(_seats_at(keys)), _by_game(_lines_at(keys))
    return {one.pk for one in meetings if _is_settled(one, lines[one.pk], _sides_from_seats(seats[one.pk]))}


def unsettled_tables(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round that are not settled.

    Reads less than `table_states`: only the columns that decide.
    """
    meetings = _meetings([round_.pk])
    sides = sides_by_meeting(round_)
    lines = _by_game(_deciding_lines(round_.pk))
    numbers, found = _table_numbers(meetings), []
    for meeting in meetings:
        meeting.round = round_
        if not _is_settled(meeting, lines[meeting.pk], sides.get(meeting.pk, [])):
            found.append(numbers[meeting.pk])
    return sorted(found)


def _is_settled(meeting: Meeting, lines: dict[int, list[Line]], seated: list[list[int]]) -> bool:
    return _settled(seated, *_games_and_match(meeting, lines, seated))


def _settled(sides: Sized, games: Sequence[GameState], match: matches.State) -> bool:
    """Return whether a table is finished: it had no opponents, or the match is over without a dispute."""
    return len(sides) < 2 or (match.over and not any(game.disputed for game in games))


@prepared
def _meetings(rounds: list[int]) -> QuerySet[Meeting]:
    return Meeting.objects.filter(round__in=rounds, void_act=None).select_related("place").order_by("pk")


@prepared
def _seats_with_uid(uid: UUID, rounds: list[int]) -> QuerySet[Seat]:
    return SEATS_OF_TABLE.filter(meeting__uid=uid, meeting__round__in=rounds, meeting__void_act=None)


@prepared
def _seats_at_table(number: int, rounds: list[int]) -> QuerySet[Seat]:
    at_it = SEATS_OF_TABLE.filter(
        meeting__round__in=rounds, meeting__place__number=number, meeting__void_act=None
    )
    first = "meeting__round__stage__order", "meeting__round__number"
    return at_it.order_by(*first, "side", "order_in_side")


@prepared
def _seats_and_meetings(keys: list[int]) -> QuerySet[Seat]:
    return SEATS_AND_MEETINGS.filter(meeting__in=keys)


@prepared
def _seats_in(rounds: list[int]) -> QuerySet[Seat]:
    return SEATS.filter(meeting__round__in=rounds)


@prepared
def _seats_at(meetings: list[int]) -> QuerySet[Seat]:
    return SEATS.filter(meeting__in=meetings)


@prepared
def _lines_in(rounds: list[int]) -> QuerySet[Line]:
    return LINES.filter(meeting__round__in=rounds)


@prepared
def _lines_at(meetings: list[int]) -> QuerySet[Line]:
    return LINES.filter(meeting__in=meetings)


@prepared
def _deciding_lines(round_: int) -> QuerySet[Line]:
    deciding = Line.objects.filter(meeting__round=round_).select_related("by_entry").order_by("number")
    return deciding.only(*DECIDING_FIELDS, "by_entry__number")


@prepared
def _lines_of_games(meeting: int) -> QuerySet[Line]:
    return Line.objects.filter(meeting=meeting).select_related("by_entry").order_by("number")


def table_state(meeting: Meeting, number: int = 0, seats: Sequence[Seat] | None = None) -> TableState:
    """Return the state of one meeting.

    `number` is that of its table, where it is needed; `seats`, by side, are given where they have been read
    already.
    """
    seated = _seats_at([meeting.pk]) if seats is None else list(seats)
    return _table_state(meeting, number, seated, _by_game(_lines_at([meeting.pk]))[meeting.pk])


def tables_at(
    meetings: Collection[int], numbers: Mapping[int, int], rounds: Sequence[Round]
) -> list[TableState]:
    """Return the state of some meetings of `rounds`, by table; `numbers` are those of their tables.

    Two queries however many they are, none for none.
    """
    by_round, keys = {round_.pk: round_ for round_ in rounds}, list(meetings)
    seats, lines = _by_meeting(_seats_and_meetings(keys)), _by_game(_lines_at(keys))
    states = []
    for key, seated in seats.items():
        meeting = seated[0].meeting
        meeting.round = by_round[meeting.round_id]
        states.append(_table_state(meeting, numbers[key], seated, lines[key]))
    return in_order(states)


def in_order(states: Iterable[TableState]) -> list[TableState]:
    """Return tables by round and number."""
    return sorted(
        states, key=lambda state: (state.meeting.round.stage.order, state.meeting.round.number, state.number)
    )


def table_with_uid(rounds: Sequence[Round], uid: UUID) -> TableState | None:
    """Return the state of the meeting with this uid, or None where it is void or in none of `rounds`."""
    return _first_table(_seats_with_uid(uid, [round_.pk for round_ in rounds]), rounds)


def table_with_number(rounds: Sequence[Round], number: int) -> TableState | None:
    """Return the state of the meeting at this table, or None where there is none in any of `rounds`."""
    return _first_table(_seats_at_table(number, [round_.pk for round_ in rounds]), rounds)


def _first_table(seats: Sequence[Seat], rounds: Sequence[Round]) -> TableState | None:
    """Return the state of the meeting of the first of these seats, of `SEATS_OF_TABLE`."""
    if not seats:
        return None
    meeting = seats[0].meeting
    meeting.round = next(round_ for round_ in rounds if round_.pk == meeting.round_id)
    seated = [seat for seat in seats if seat.meeting_id == meeting.pk]
    lines = _by_game(_lines_at([meeting.pk]) if seats[0].has_lines else [])  # type: ignore[attr-defined]
    return _table_state(meeting, meeting.place.number if meeting.place else 0, seated, lines[meeting.pk])


def state_after_line(table: TableState, line: Line) -> TableState:
    """Return the state of a table after a line that has just been written about it, and none in between."""
    known = [one for game in table.games for one in (*game.lines, *game.ruled)]
    lines = _by_game(sorted([*known, line], key=lambda one: one.number))
    return _table_state(table.meeting, table.number, list(table.seats), lines[table.meeting.pk])


def match_state(meeting: Meeting, seated: list[list[int]] | None = None) -> matches.State:
    """Return the state of the match of `meeting` from its lines; `seated`, by side, where it is known."""
    return games_of(meeting, sides_of(meeting) if seated is None else seated)[1]


def games_of(meeting: Meeting, seated: list[list[int]]) -> tuple[list[GameState], matches.State]:
    """Return the games of one meeting and the state of its match, in one query.

    `seated` are the entry numbers of each side, as they sit.
    """
    return _games_and_match(meeting, _by_game(_lines_of_games(meeting.pk))[meeting.pk], seated)


def _by_meeting(seated: Iterable[Seat]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in seated:
        found[seat.meeting_id].append(seat)
    return found


def _by_game(written: Iterable[Line]) -> dict[int, dict[int, list[Line]]]:
    found: dict[int, dict[int, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in written:
        found[line.meeting_id][line.game].append(line)
    return found


def _table_numbers(meetings: Sequence[Meeting]) -> dict[int, int]:
    return meeting_table_numbers(
        [(one.pk, one.round_id, one.place.number if one.place else None) for one in meetings]
    )


def meeting_table_numbers(meetings: Sequence[tuple[int, int, int | None]]) -> dict[int, int]:
    """Return the table numbers of meetings by their keys; one without a table gets a free number.

    The meetings are all of some rounds, by their keys: (key, key of the round, number of the table).
    """
    taken: dict[int, set[int]] = defaultdict(set)
    for _key, round_, number in meetings:
        if number is not None:
            taken[round_].add(number)
    numbers = {}
    for key, round_, number in meetings:
        if number is None:
            number = next(free for free in count(1) if free not in taken[round_])
            taken[round_].add(number)
        numbers[key] = number
    return numbers


def _sides_from_seats(seats: Iterable[Seat]) -> list[list[int]]:
    return group_by_side((seat.side, seat.entry.number) for seat in seats)


def _table_state(
    meeting: Meeting, number: int, seats: list[Seat], lines: dict[int, list[Line]]
) -> TableState:
    games, match = _games_and_match(meeting, lines, _sides_from_seats(seats))
    return TableState(meeting, number, tuple(seats), tuple(games), match)


def _games_and_match(
    meeting: Meeting, lines: dict[int, list[Line]], seated: list[list[int]]
) -> tuple[list[GameState], matches.State]:
    games = [_game_state(meeting, game, lines[game], seated) for game in range(1, meeting.games_planned + 1)]
    played = [game for game in games if game.values]
    results = [matches.outcome(game.values) for game in played]
    match = matches.state(match_of(meeting), results, sides=max(len(seated), 1))
    for game in played[match.counted :]:
        games[game.number - 1] = replace(game, values=(), beyond=True)
    return games, match


def _game_state(meeting: Meeting, number: int, lines: list[Line], seated: list[list[int]]) -> GameState:
    result = settling.settle([scoring_line(line) for line in lines], seated)
    values: tuple[SideValue, ...] = ()
    if result.data is not None:
        stage = meeting.round.stage
        values = GAMES[stage.game].side_values(result.data, stage.rules, meeting.games_planned)
    ruled = tuple(line for line in lines if line.kind == Line.Kind.PENALTY)
    written = tuple(line for line in lines if line.kind != Line.Kind.PENALTY)
    return GameState(number, written, result, values, ruled)
