"""The seats of a round, public: on a phone, on the director's screen, on the wall."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page

from tournaments import registration, rounds
from tournaments.accounts.permissions import may
from tournaments.models import Round, Tournament
from tournaments.publishing.names import break_name
from tournaments.rounds import NOT_VOID, SheetRow, stages
from tournaments.web import display_names, polling
from tournaments.web.rounds.views.rounds import find, undo_context
from tournaments.web.screens.context import screen_context

MAX_SEARCHED = 80
SEATS_AUDIENCE = "where-now"
SEATED_STATES = (Round.State.SEATED, Round.State.OPEN, Round.State.CLOSED)


def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheet of one round: by name, or by table (`?by=table`); `?q=` finds a name."""
    return _show(request, find(tournament, number))


@gzip_page
def where(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the sheet of the round that is seated now, at an address that stays the same all day."""
    latest = latest_round(tournament)
    if latest is None:
        return render(request, "tournaments/rounds/not_yet.html", {"tag": _tag(tournament, None)})
    return _show(request, latest, follows=True)


def latest_round(tournament: Tournament) -> Round | None:
    """Return the newest round of the tournament that is seated, or None."""
    stage = stages.qualifying(tournament)
    stage.tournament = tournament
    latest = stage.rounds.filter(NOT_VOID, state__in=SEATED_STATES).order_by("-number").first()
    if latest:
        latest.stage = stage
    return latest


def clock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the time left in the game that is being played; empty if no clock runs."""
    return render(
        request, "tournaments/rounds/clock_words.html", {"words": _time_left(latest_round(tournament))}
    )


def _time_left(round_: Round | None) -> str:
    """Return «12 minutes left», until the time is up; empty if no clock runs."""
    left = rounds.seconds_left(round_) if round_ else None
    if left is None:
        return ""
    if left <= 0:
        return _("Time is up: finish this deal")
    minutes = -(-left // 60)
    return ngettext("%(count)d minute left", "%(count)d minutes left", minutes) % {"count": minutes}


def _show(request: HttpRequest, shown: Round, *, follows: bool = False) -> HttpResponse:
    tournament = shown.stage.tournament
    asked = request.GET.get("q", "")[:MAX_SEARCHED]
    by_table = request.GET.get("by") == "table"

    def seats() -> SafeString:
        names = display_names.names_for(request.user, tournament)
        rows = display_names.named_sheet(rounds.sheet(shown), names)
        seated = {
            "tournament": tournament,
            "round": shown,
            "may": {"see_day": may(request.user, "see_day", tournament)},
            "matches": matches(shown, names),
            "by_table": by_table,
            "asked": asked,
            "rows": [row for row in rows if registration.is_found(row.found_by, asked) and not row.is_empty],
            "tables": tables(rows) if by_table else [],
            "without_seat": [] if by_table else _without_seat(shown, names, asked),
        }
        return render_to_string("tournaments/rounds/seats.html", seated)

    context: dict[str, Any] = {
        "round": shown,
        "print_round": f"{shown.stage.order}-{shown.number}",
        "follows": follows,
        "has_boards": bool(shown.stage.rules.get("boards")),
        "seats": (
            polling.cached(tournament, _cache_slot(request, tournament, by_table), seats)
            if follows and not asked
            else seats()
        ),
        "after": [
            break_name(pause["code"])
            for pause in shown.stage.rules["breaks"]
            if pause["after"] == shown.number
        ],
    }
    if follows:
        context["tag"] = _tag(tournament, shown)
    if may(request.user, "run_rounds", tournament):
        context["undo"] = undo_context(tournament)
    return render(request, "tournaments/rounds/sheet.html", context)


def _cache_slot(request: HttpRequest, tournament: Tournament, by_table: bool) -> str:
    """Return the name under which the seats of the newest round are kept for all who see the same."""
    sees = display_names.sees_full_names(request.user, tournament), may(request.user, "see_day", tournament)
    parts = (*sees, by_table, get_language())
    return f"seats-{'-'.join(map(str, parts))}"


def current_round(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return which round is seated or open; a page of seats reads itself again after another answer."""
    return polling.answer(request, tournament, SEATS_AUDIENCE, lambda: _round_state(latest_round(tournament)))


def _tag(tournament: Tournament, round_: Round | None) -> str:
    return polling.fragment_context(tournament, SEATS_AUDIENCE, lambda: _round_state(round_))["tag"]


def _round_state(round_: Round | None) -> str:
    return f"{round_.number}.{SEATED_STATES.index(round_.state)}" if round_ else "0"


def _without_seat(shown: Round, names: display_names.Names, asked: str = "") -> list[str]:
    """Return the names of those who do not play in this round: they left, or have not come."""
    rows = rounds.rows_without_seat(shown)
    if names is None:
        names_shown = [row.name for row in rows]
    else:
        names_shown = [names[row.entry.number] for row in rows if row.member is None]
    return [name for name in names_shown if registration.is_found(name, asked)]


def tables(rows: list[SheetRow]) -> list[dict[str, Any]]:
    """Return the rows of a sheet by table: its number, and its seats by letter."""
    return [{"table": table, "rows": seated} for table, seated in rounds.rows_by_table(rows)]


def matches(shown: Round, names: display_names.Names) -> list[dict[str, Any]]:
    """Return the teams that meet on boards, with their tables; empty without boards."""
    if not shown.stage.rules.get("boards"):
        return []
    return [
        {
            "teams": [side.entry.name if names is None else names[side.entry.number] for side in match.sides],
            "first": match.tables[0],
            "last": match.tables[-1],
            "boards": len(match.tables),
        }
        for match in rounds.team_matches(shown)
    ]


def screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheet on a projector: all tables in big type, turning pages by itself.

    It changes to the next round as soon as that is seated, unless `?only` is given.
    """
    shown = find(tournament, number)
    latest = latest_round(tournament)
    if "only" not in request.GET and latest and latest.number > shown.number:
        shown = latest

    def wall() -> str:
        names = display_names.names_for(None, tournament)
        rows = display_names.named_sheet(rounds.sheet(shown), names)
        context = {
            "tournament": tournament,
            "round": shown,
            "rows": [row for row in rows if not row.is_empty],
            "matches": matches(shown, names),
            "without_seat": _without_seat(shown, names),
            "total": shown.stage.rules["rounds"],
        }
        return render_to_string("tournaments/rounds/wall.html", context, request)

    audience = f"where-{shown.number}"
    if request.htmx:  # type: ignore[attr-defined]
        return polling.answer(request, tournament, audience, wall)
    context = {
        "round": shown,
        **polling.fragment_context(tournament, audience, wall),
        **screen_context(request, tournament, "seats"),
    }
    return render(request, "tournaments/rounds/screen.html", context)


def seats_screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the seats of the round that is seated now on a projector; before the first, the standings."""
    latest = latest_round(tournament)
    if latest is None:
        address = reverse("standings_screen", args=[tournament.slug])
    else:
        address = reverse("round_screen", args=[tournament.slug, latest.number])
    asked = request.GET.urlencode()  # on a projector of an event
    return redirect(f"{address}?{asked}" if asked else address)
