"""Context processors: the reader's permissions, and in a tournament its name and navigation."""

from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.common import jobs
from tournaments.models import Job, Round, Stage, Tournament, hall_queries, rows
from tournaments.publishing import ceremony, notices
from tournaments.transfer import training
from tournaments.web import steps
from tournaments.web.access import Allowed
from tournaments.web.next_line import next_line
from tournaments.web.system_warnings import warnings_for
from tournaments.web.training.words import panel


def day(request: HttpRequest) -> dict[str, Any]:
    """Return the reader's permissions, the tournament of the page, and its steps as navigation."""
    tournament = getattr(request, "tournament", None)
    may = Allowed(getattr(request, "user", AnonymousUser()), tournament)
    stage = _stage(tournament) if tournament and may["see_day"] else None
    # Whole pages show warnings, fragments do not.
    about = {"may": may, "warned": SimpleLazyObject(lambda: warnings_for(may.who, tournament, stage))}
    if tournament is None:
        return about
    # Whole pages show the steps, fragments do not.
    way = SimpleLazyObject(lambda: steps.navigation(request.path, may, stage) if stage else [])
    hidden = ceremony.hidden_now(tournament, stage) if stage else None
    context = {"notice": notices.current_notice(tournament), "notice_until": tournament.notice_until}
    at = request.headers.get("HX-Current-URL", request.path)  # of the page, where a part of it is read again
    line = next_line(stage, may, at.partition("?")[0]) if stage else None
    named = {"tournament": tournament, "day_steps": way, "next_line": line, "hidden_now": hidden}
    if stage:
        named["more_links"] = partial(steps.more, may, stage)
    if stage and training.is_training(tournament):
        named["training"] = SimpleLazyObject(lambda: panel(tournament))
    return {**about, **context, **named}


def _stage(tournament: Tournament) -> Any:
    """Return the qualifying stage with the data for the steps, in one query: every page needs it."""
    states = (Round.State.CLOSED, Round.State.VOID, Round.State.OPEN)
    (found,) = rows.fetch(
        hall_queries.STEPS.format(rows.columns(Stage)), *states, jobs.COPY, Job.State.FAILED, tournament.pk
    )
    *columns, closed, seated, opened, copy_failed, official, penalties, people, number, state, waits = found
    stage: Any = rows.of_columns(Stage, columns)
    stage.closed, stage.seated = closed, seated
    if isinstance(opened, str):  # SQLite knows the type of a column, not that of its maximum
        opened = datetime.fromisoformat(opened)
    stage.opened = opened and rows.moment(opened)
    stage.copy_failed, stage.official, stage.penalties = copy_failed, official, penalties
    stage.people, stage.last_number, stage.last_state, stage.open_tables = people, number or 0, state, waits
    stage.tournament = tournament
    return stage
