"""The progress of rounds, read from their cached results: one query where nothing waits for the desk."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.models import Meeting, Round, Tournament, raw_sql
from tournaments.models.rows import fetch, placeholders
from tournaments.rounds.scores.tables import TableState, in_order, meeting_table_numbers, tables_at

MANY_LINES = 40
"""A desk that has missed more lines than this reads all tables."""


@dataclass(frozen=True)
class Progress:
    """The number of settled tables, of all that play, and the numbers of the others by round.

    `open_questions` are tables that the desk may have to decide about: each that is in dispute, each whose
    result may have been written for others, and some more. `news` are the tables that have changed; None
    where any table may have. `numbers` are those of the tables of all meetings, by round and number;
    `of_several` is the first meeting with more than two sides.
    """

    done: int
    total: int
    missing: dict[int, list[int]]
    open_questions: list[TableState]
    news: list[TableState] | None
    numbers: dict[int, int]
    of_several: int | None


class KnownState(NamedTuple):
    """The state that a desk has: the life of the tournament, its version, and its last line then."""

    epoch: int
    version: int
    line: int


class _Meeting(NamedTuple):
    key: int
    round: int
    place: int | None
    games: int
    origin: str
    last_side: int | None
    settled: bool
    last_line: int | None

    @property
    def plays(self) -> bool:
        """Return whether two sides sit there."""
        return bool(self.last_side)

    @property
    def is_match(self) -> bool:
        """Return whether several games decide it: which of them count, no query knows."""
        return self.plays and self.games > 1

    @property
    def asks(self) -> bool:
        """Return whether its state has to be read: for a dispute, or a line written elsewhere."""
        if self.is_match:
            return True
        as_played = self.origin == Meeting.Origin.AS_PLAYED
        return self.plays and not self.settled and (self.last_line is not None or as_played)


def progress(
    tournament: Tournament,
    rounds: Sequence[Round],
    known: KnownState | None = None,
    written: TableState | None = None,
) -> Progress:
    """Return how far `rounds` (with their stages) have come, and what has changed since `known`.

    `written` is a table with its newest line: it is read again only where another line has followed.
    """
    if not rounds:
        return Progress(0, 0, {}, [], None, {}, None)
    query = raw_sql.PROGRESS.format(placeholders(rounds))
    meetings = [_Meeting(*row) for row in fetch(query, *(round_.pk for round_ in rounds))]
    numbers = meeting_table_numbers([(one.key, one.round, one.place) for one in meetings])
    turn = {one.pk: (one.stage.order, one.number) for one in rounds}
    meetings.sort(key=lambda one: (turn[one.round], numbers[one.key]))
    asks = {one.key for one in meetings if one.asks}
    new = {one.key for one in meetings if known and (one.last_line or 0) > known.line}
    is_small = known is not None and _has_only_new_lines(tournament, known)
    wanted = asks | (new if is_small else set())
    last = {one.key: one.last_line for one in meetings if one.key in wanted}
    read = []
    if written and last.get(written.meeting.pk) == written.newest_line:
        read = [replace(written, number=numbers[written.meeting.pk])]
    read = in_order([*read, *tables_at(wanted - {one.meeting.pk for one in read}, numbers, rounds)])
    settled = {one.key for one in meetings if one.settled and not one.is_match}
    settled |= {table.meeting.pk for table in read if table.settled}
    missing: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    playing = [one for one in meetings if one.plays]
    for one in playing:
        if one.key not in settled:
            missing[one.round].append(numbers[one.key])
    return Progress(
        done=len(playing) - sum(map(len, missing.values())),
        total=len(playing),
        missing={round_: sorted(waiting) for round_, waiting in missing.items()},
        open_questions=[table for table in read if table.meeting.pk in asks],
        news=[table for table in read if table.meeting.pk in new] if is_small else None,
        numbers={one.key: numbers[one.key] for one in meetings},
        of_several=next((one.key for one in playing if (one.last_side or 0) > 1), None),
    )


def _has_only_new_lines(tournament: Tournament, known: KnownState) -> bool:
    """Return whether a few lines have been written since, and nothing else has happened.

    Each line and each action is a version of its own. After a copy was restored the same numbers come again.
    """
    if known.epoch != tournament.epoch:
        return False
    lines = tournament.last_line - known.line
    return 0 <= lines == tournament.version - known.version and lines <= MANY_LINES
