"""Context processors: the reader's permissions, and in a tournament its name and navigation."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tournaments.common import jobs
from tournaments.models import Job, Round, Stage, Tournament, hall_queries, rows
from tournaments.publishing import ceremony, notices
from tournaments.web.access import Allowed
from tournaments.web.next_line import next_line
from tournaments.web.system_warnings import warnings_for

# The step to which pages belong that are at another address, by the first part of their address.
BELONGS = {
    **dict.fromkeys(
        ("acts", "around", "left", "notice", "people", "proof", "removal", "rules", "rulings"), "setup"
    ),
    "visitors": "setup",
    "check-in": "registration",
    **dict.fromkeys(("aloud", "hall", "where"), "rounds"),
    **dict.fromkeys(("cards", "judge", "penalties", "protests"), "desk"),
    "found": "tablets",
    **dict.fromkeys(("", "boards", "cross-table", "players", "statistics"), "standings"),
    **dict.fromkeys(("bracket", "cash", "ceremony", "mail", "playoffs", "prizes", "publish"), "medals"),
    "remote": "medals",
    "copies": "papers",
}


def day(request: HttpRequest) -> dict[str, Any]:
    """Return the reader's permissions, the tournament of the page, and its steps as navigation."""
    tournament = getattr(request, "tournament", None)
    may = Allowed(getattr(request, "user", AnonymousUser()), tournament)
    stage = _stage(tournament) if tournament and may["see_day"] else None
    # Whole pages show warnings, fragments do not.
    about = {"may": may, "warned": SimpleLazyObject(lambda: warnings_for(may.who, tournament, stage))}
    if tournament is None:
        return about
    steps = _steps(request.path, tournament, may, stage) if stage else []
    hidden = ceremony.hidden_now(tournament, stage) if stage else None
    told = {"notice": notices.current_notice(tournament), "notice_until": tournament.notice_until}
    at = request.headers.get("HX-Current-URL", request.path)  # of the page, where a part of it is read again
    line = next_line(stage, may, at.partition("?")[0]) if stage else None
    named = {"tournament": tournament, "day_steps": steps, "next_line": line, "hidden_now": hidden}
    return {**about, **told, **named}


def _steps(path: str, tournament: Tournament, may: Allowed, stage: Any) -> list[dict[str, Any]]:
    home = reverse("public", args=[tournament.slug])
    part = path.removeprefix(home).partition("/")[0]
    here = BELONGS.get(part, part)
    steps = [
        (_("Set-up"), "setup", "set_up"),
        (_("Registration"), "registration", "register"),
        (_("Games"), "rounds", "see_day"),
        (_("Results"), "desk", "see_day"),
        *([(_("Tablets"), "tablets", "tablets")] if stage.tablets or here == "tablets" else []),
        (_("Standings"), "standings", "see_day"),
        (_("Medals"), "medals", "see_day"),
        (_("Papers"), "papers", "print"),
    ]
    done = {"setup"}  # there is no tournament before it is set up; tablets never are done
    if stage.seated:
        done.add("registration")
    if stage.closed >= stage.rules["rounds"]:
        done |= {"rounds", "desk"}
    if stage.official:
        done |= {"standings", "medals"}
    return [
        {
            "label": label,
            "url": reverse(name, args=[tournament.slug]),
            "current": name == here,
            "done": name in done,
        }
        for label, name, action in steps
        if may[action]
    ]


def _stage(tournament: Tournament) -> Any:
    """Return the qualifying stage with the data for the steps, in one query: every page needs it."""
    states = (Round.State.CLOSED, Round.State.VOID, Round.State.OPEN)
    (found,) = rows.fetch(
        hall_queries.STEPS.format(rows.columns(Stage)), *states, jobs.COPY, Job.State.FAILED, tournament.pk
    )
    *columns, closed, seated, opened, copy_failed, official, tablets, people, number, state, waits = found
    stage: Any = rows.of_columns(Stage, columns)
    stage.closed, stage.seated = closed, seated
    if isinstance(opened, str):  # SQLite knows the type of a column, not that of its maximum
        opened = datetime.fromisoformat(opened)
    stage.opened = opened and rows.moment(opened)
    stage.copy_failed, stage.official, stage.tablets = copy_failed, official, tablets
    stage.people, stage.last_number, stage.last_state, stage.open_tables = people, number or 0, state, waits
    stage.tournament = tournament
    return stage
