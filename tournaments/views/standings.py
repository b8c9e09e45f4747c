"""Standings: at the desk, for everybody, on the wall; and everybody's own card."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page

from tournaments import registration
from tournaments.models import Entry, Publication, Result, Round, Seat, Tournament
from tournaments.publication import freeze, pauses
from tournaments.publication.explain import explain
from tournaments.publication.names import time_of_day
from tournaments.rights import may
from tournaments.standings import Playing, Standings, card, playing, standings
from tournaments.tables import card_table, standings_table
from tournaments.views import in_sight, live
from tournaments.views.access import needs

SORTABLE = ("rank", "name", "club", "pegged", "match_points", "won", "skunks", "spread", "value", "played")


def is_live(tournament: Tournament) -> bool:
    """Whether everybody sees results of a game that is being played."""
    return tournament.standings_shown == Tournament.StandingsShown.LIVE


def shown_to_public(tournament: Tournament) -> tuple[Standings, Publication | None]:
    """What the public may see: the official publication, or else results that are settled.

    Those of a game that is being played are among them only where the organiser wants it so.
    """
    publication = freeze.official(tournament)
    if publication:
        return freeze.read(publication), publication
    return standings(tournament, settled_only=True, closed_only=not is_live(tournament)), None


def _live(tournament: Tournament, publication: Publication | None) -> Playing | None:
    """The round whose results everybody sees come in."""
    if publication or not is_live(tournament):
        return None
    return playing(tournament.stages.get(order=1), settled_only=True)


def _context(
    tournament: Tournament, shown: Standings, publication: Publication | None, live_round: Playing | None
) -> dict[str, Any]:
    stage = tournament.stages.get(order=1)
    last = pauses.last_begun(stage)
    return {
        "tournament": tournament,
        "standings": shown,
        "official_at": time_of_day(publication.at) if publication else "",
        "playing": last.number if last and last.state == Round.State.OPEN else None,
        "live_round": live_round,
        "live": is_live(tournament),
        "pause": pauses.pause_after(stage, last),
        "begun": any(row.played or row.awards for row in shown.rows),
    }


# The public page


@gzip_page
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings for everybody, without sign-in, refreshed by themselves."""
    parts = live.rendered(tournament, "public", lambda: _public_parts(tournament))
    context = {"parts": parts, "tag": live.tag(tournament, "public")}
    return render(request, "tournaments/standings/public.html", context)


def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the public page asks for again every ten seconds."""
    return live.answer(request, tournament, "public", lambda: _public_parts(tournament))


def _public_parts(tournament: Tournament) -> str:
    shown, publication = shown_to_public(tournament)
    live_round = _live(tournament, publication)
    context = _context(tournament, shown, publication, live_round)
    context["table_html"] = standings_table(tournament, shown, live_round).as_html(None)
    context["sight"] = None if publication else in_sight.shown(tournament, shown)
    return render_to_string("tournaments/standings/public_rows.html", context)


# The desk's page


def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings as they are this second, disputed results included, in any order asked for."""
    sort, audience = _sort(request), _audience(request, tournament)
    parts = live.rendered(tournament, audience, lambda: _desk_parts(request, tournament, sort))
    context = {"parts": parts, "tag": live.tag(tournament, audience), "sort": sort}
    return render(request, "tournaments/standings/desk.html", context)


def desk_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the desk's page asks for again."""
    sort, audience = _sort(request), _audience(request, tournament)
    return live.answer(request, tournament, audience, lambda: _desk_parts(request, tournament, sort))


def _sort(request: HttpRequest) -> str:
    asked = request.GET.get("sort", "")
    return asked if asked.removeprefix("-") in SORTABLE else ""


def _audience(request: HttpRequest, tournament: Tournament) -> str:
    """Those who see the same: in the same order, and with the same way on from an empty list."""
    actions = ("register", "set_up", "enter_results")
    may_do = [action for action in actions if may(request.user, action, tournament)]
    return f"desk{_sort(request)}+{'+'.join(may_do)}"


def _desk_parts(request: HttpRequest, tournament: Tournament, sort: str) -> str:
    shown = standings(tournament)
    publication = freeze.official(tournament)
    live_round = playing(tournament.stages.get(order=1))
    context = _context(tournament, shown, publication, live_round)
    context["sight"] = None if publication else in_sight.shown(tournament, shown)
    context["to_set_up"] = may(request.user, "set_up", tournament)
    context["disputed"], context["disputed_over"] = _disputed(tournament)
    context["to_register"] = may(request.user, "register", tournament)
    context["changed"] = publication is not None and freeze.read(publication).rows != shown.rows
    at_desk = _last_games(tournament) if may(request.user, "enter_results", tournament) else {}
    table = standings_table(tournament, shown, live_round, sort=sort, sortable=True, at_desk=at_desk)
    context["table_html"] = table.as_html(request)
    return render_to_string("tournaments/standings/desk_rows.html", context)


def _last_games(tournament: Tournament) -> dict[int, str]:
    """Where at the desk somebody's newest game is entered or corrected, by number of the entry."""
    seats = Seat.objects.filter(meeting__round__stage__tournament=tournament, meeting__void_act=None)
    seats = seats.filter(meeting__round__stage__order=1, meeting__round__state__in=pauses.BEGUN)
    columns = ("entry__number", "meeting__round__number", "meeting__place__number")
    desk = reverse("desk", args=[tournament.slug])
    return {
        number: f"{desk}?stage=1&round={game}&table={table}"
        for number, game, table in seats.order_by("meeting__round__number").values_list(*columns)
    }


def _disputed(tournament: Tournament) -> tuple[int, int]:
    """How many results are in dispute: of games that are being played, and of those that are over."""
    disputed = Result.objects.filter(stage__tournament=tournament, stage__order=1, state="disputed")
    states = disputed.values_list("meeting_id", "game", "meeting__round__state").distinct()
    over = [state == Round.State.CLOSED for *_game, state in states]
    return over.count(False), over.count(True)


# Everybody's own page


def after(tournament: Tournament, shown: Standings, publication: Publication | None) -> int:
    """The game after which a rank stood that is shown; 0 where it is official, live or there is none."""
    return 0 if publication or is_live(tournament) else shown.through_round


def player_card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The card of one player: every game that is settled, and where that puts them."""
    entry = get_object_or_404(tournament.entries.exclude(kind=Entry.Kind.HOUSE), number=number)
    shown, publication = shown_to_public(tournament)
    row = shown.by_number.get(number)
    live_too = is_live(tournament)
    rows = card(entry, settled_only=True, closed_only=not live_too)
    desk = reverse("desk", args=[tournament.slug]) if may(request.user, "enter_results", tournament) else ""
    pending = _("not in yet") if live_too else _("being played")
    table = card_table(tournament, rows, shown, pending=pending, desk=desk)
    context = {
        "entry": entry,
        "row": row,
        "explanation": explain(row, shown) if row else "",
        "sight": "" if publication else in_sight.of_one(tournament, shown, number),
        "after": after(tournament, shown, publication),
        "table_html": table.as_html(request),
        "official_at": time_of_day(publication.at) if publication else "",
        "next": next((game for game in rows if game.points is None), None),
    }
    return render(request, "tournaments/standings/card.html", context)


# On the wall


def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings for a projector: large, in columns, turning their own pages."""
    parts = live.rendered(tournament, "screen", lambda: _screen_parts(tournament))
    context = {"parts": parts, "tag": live.tag(tournament, "screen")}
    return render(request, "tournaments/standings/screen.html", context)


def screen_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the projector asks for again."""
    return live.answer(request, tournament, "screen", lambda: _screen_parts(tournament))


def _screen_parts(tournament: Tournament) -> str:
    shown, publication = shown_to_public(tournament)
    context = _context(tournament, shown, publication, _live(tournament, publication))
    words = {"match_points": _("match points"), "won": _("games won")}
    context["points_word"] = words.get(shown.rank_by, _("points"))
    context["by_value"] = "value" in shown.criteria
    left = registration.left_after(tournament)
    context["lines"] = [(row, left.get(row.number)) for row in shown.rows]
    return render_to_string("tournaments/standings/screen_rows.html", context)


# What every phone asks for is answered before the guard where it can be.
rows_of_public = gzip_page(live.for_everybody("public")(needs("follow", standings_rows)))
rows_of_screen = live.for_everybody("screen")(needs("follow", screen_rows))

urlpatterns = [
    path("t/<slug:slug>/", needs("follow", public), name="public"),
    path("t/<slug:slug>/rows/", rows_of_public, name="standings_rows"),
    path("t/<slug:slug>/standings/", needs("see_day", desk), name="standings"),
    path("t/<slug:slug>/standings/rows/", needs("see_day", desk_rows), name="standings_desk_rows"),
    path("t/<slug:slug>/players/<int:number>/", needs("follow", player_card), name="card"),
    path("t/<slug:slug>/screen/", needs("follow", screen), name="standings_screen"),
    path("t/<slug:slug>/screen/rows/", rows_of_screen, name="standings_screen_rows"),
]
