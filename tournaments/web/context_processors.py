"""Context processors: the reader's permissions, and in a tournament its name and navigation."""

from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.common import jobs
from tournaments.models import Job, Round, Stage, Tournament, raw_sql, rows
from tournaments.publishing import ceremony, notices
from tournaments.transfer import training
from tournaments.web import steps
from tournaments.web.access import TemplatePermissions
from tournaments.web.next_line import next_line
from tournaments.web.system_warnings import warnings_for
from tournaments.web.training.words import panel


def day(request: HttpRequest) -> dict[str, Any]:
    """Return the reader's permissions, the tournament of the page, and its steps as navigation."""
    tournament = getattr(request, "tournament", None)
    may = TemplatePermissions(getattr(request, "user", AnonymousUser()), tournament)
    if tournament is None:
        return {"may": may, "warned": _lazy_warnings(may, None, None)}
    context = {"may": may, "tournament": tournament}
    context |= {"notice": notices.current_notice(tournament), "notice_until": tournament.notice_until}
    if not may["see_day"]:
        return context | {"warned": _lazy_warnings(may, tournament, None)}
    # Whole pages show all of this, most fragments nothing: the stage is read where something needs it.
    stage: Any = SimpleLazyObject(lambda: _stage_for_steps(tournament))
    context["warned"] = _lazy_warnings(may, tournament, stage)
    context["day_steps"] = SimpleLazyObject(lambda: steps.navigation(request.path, may, stage))
    at = request.headers.get("HX-Current-URL", request.path)  # of the page, where a part of it is read again
    context["next_line"] = SimpleLazyObject(lambda: next_line(stage, may, at.partition("?")[0]))
    context["hidden_now"] = SimpleLazyObject(lambda: ceremony.hidden_now(tournament, stage))
    context["more_links"] = partial(steps.more, may, stage)
    if training.is_training(tournament):
        context["training"] = SimpleLazyObject(lambda: panel(tournament))
    return context


def _lazy_warnings(may: TemplatePermissions, tournament: Tournament | None, stage: Any) -> Any:
    return SimpleLazyObject(lambda: warnings_for(may.who, tournament, stage))


def _stage_for_steps(tournament: Tournament) -> Any:
    """Return the qualifying stage with the data for the steps, in one query: every page needs it."""
    states = (Round.State.CLOSED, Round.State.VOID, Round.State.OPEN)
    (found,) = rows.fetch(
        raw_sql.STEPS.format(rows.columns(Stage)), *states, jobs.COPY, Job.State.FAILED, tournament.pk
    )
    *columns, closed, seated, opened, copy_failed, official, penalties, people, number, state, waits = found
    stage: Any = rows.row_from_columns(Stage, columns)
    stage.closed, stage.seated = closed, seated
    if isinstance(opened, str):  # SQLite knows the type of a column, not that of its maximum
        opened = datetime.fromisoformat(opened)
    stage.opened = opened and rows.aware_time(opened)
    stage.copy_failed, stage.official, stage.penalties = copy_failed, official, penalties
    stage.people, stage.last_number, stage.last_state, stage.open_tables = people, number or 0, state, waits
    stage.tournament = tournament
    return stage
