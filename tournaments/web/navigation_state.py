"""The state of a tournament for its navigation, its warnings and the line under its steps."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.common import jobs
from tournaments.models import Job, Round, Stage, Tournament, raw_sql, rows


@dataclass(frozen=True)
class NavigationState:
    """The qualifying stage of a tournament, and how far it is.

    `opened` is the time when the round being played was opened, `copy_failed` whether any copy could not be
    written, `open_tables` how many tables of that round have no result yet.
    """

    tournament: Tournament
    stage: Stage
    closed: int
    seated: int
    opened: datetime | None
    copy_failed: bool
    official: bool
    penalties: bool
    people: bool
    last_number: int
    last_state: str | None
    open_tables: int


def load_navigation_state(tournament: Tournament) -> NavigationState:
    """Load the state in one query: every page of a tournament needs it."""
    states = (Round.State.CLOSED, Round.State.VOID, Round.State.OPEN)
    (found,) = rows.fetch(
        raw_sql.STEPS.format(rows.columns(Stage)), *states, jobs.COPY, Job.State.FAILED, tournament.pk
    )
    *columns, closed, seated, opened, copy_failed, official, penalties, people, number, state, waits = found
    stage = rows.row_from_columns(Stage, columns)
    stage.tournament = tournament
    if isinstance(opened, str):  # SQLite knows the type of a column, not that of its maximum
        opened = datetime.fromisoformat(opened)
    return NavigationState(
        tournament=tournament,
        stage=stage,
        closed=closed,
        seated=seated,
        opened=opened and rows.aware_time(opened),
        copy_failed=copy_failed,
        official=official,
        penalties=penalties,
        people=people,
        last_number=number or 0,
        last_state=state,
        open_tables=waits,
    )
