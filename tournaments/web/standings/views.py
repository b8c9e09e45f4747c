"""Standings at the desk, in public and on the wall; and the card of one person."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page

from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.devices import table_layout
from tournaments.games import criteria
from tournaments.models import Entry, Publication, Result, Round, Seat, Stage, Tournament
from tournaments.publishing import breaks, ceremony, club_words, publications
from tournaments.publishing.explain import explain
from tournaments.publishing.names import time_of_day
from tournaments.publishing.penalties import entry_penalties
from tournaments.registration.signup_settings import OPEN, signup_state
from tournaments.rounds import protests, scores, stages
from tournaments.standings import (
    SIGNED,
    CardRow,
    RoundInProgress,
    Standings,
    card,
    club_teams,
    rank_history,
    round_being_played,
    standings,
)
from tournaments.web import display_names, polling
from tournaments.web.screens.context import screen_context
from tournaments.web.sharing import views as sharing_views
from tournaments.web.standings.shown import (
    is_live,
    last_counted_game,
    live_round_of,
    public_rank_histories,
    public_standings,
    rank_history_of,
    revealed_standings,
)
from tournaments.web.standings.words import medal_chance_context, medal_chances_context
from tournaments.web.tables import card_table, standings_table

SORTABLE = ("rank", "name", "club", "pegged", "match_points", "won", "skunks", "spread", "value", "played")


def _clubs(tournament: Tournament, shown: Standings) -> club_words.ClubsInWords | None:
    """Return the standings of clubs below those of the players, with the same names."""
    clubs = club_teams.club_standings(tournament, shown)
    if clubs is None or not clubs.teams:
        return None
    return club_words.describe_clubs(clubs, {row.number: row.name for row in shown.rows}, shown.rank_by)


def _context(
    tournament: Tournament,
    stage: Stage,
    shown: Standings,
    publication: Publication | None,
    live_round: RoundInProgress | None,
) -> dict[str, Any]:
    last = None if publication else breaks.last_begun(stage)
    return {
        "tournament": tournament,
        "standings": shown,
        "official_at": time_of_day(publication.at) if publication else "",
        "playing": last.number if last and last.state == Round.State.OPEN else None,
        "live_round": live_round,
        "live": is_live(tournament),
        "secret": publication is None and ceremony.last_public_game(tournament, stage) is not None,
        "pause": breaks.break_after(stage, last),
        "playoffs": bool(stage.rules.get("playoffs")),
        "on_boards": bool(stage.rules.get("boards")),
        "protest_until": _protest_deadline(tournament, stage, publication),
        "begun": any(row.has_begun for row in shown.rows),
    }


def _protest_deadline(tournament: Tournament, stage: Stage, publication: Publication | None) -> str:
    """Return until when results can be protested; empty if none is declared, it is over, or official."""
    if publication or not stage.rules.get("protest_minutes"):
        return ""
    end = protests.open_window_end(tournament)
    return time_of_day(end) if end else ""


# The public page


@gzip_page
def public_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the public standings, without sign-in, refreshed by themselves."""
    shown = polling.fragment(tournament, "public", lambda: _public_parts(tournament))
    registers = signup_state(tournament) == OPEN
    context = {"shared": sharing_views.link_preview(request, tournament), "registers": registers}
    return polling.render_around(shown, request, "tournaments/standings/public.html", context)


def public_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the public page polls every ten seconds."""
    return polling.answer(request, tournament, "public", lambda: _public_parts(tournament))


def _public_parts(tournament: Tournament) -> str:
    stage = stages.qualifying(tournament)
    shown, publication = public_standings(tournament, stage)
    live_round = live_round_of(stage, shown)
    context = _context(tournament, stage, shown, publication, live_round)
    rank_histories = public_rank_histories(stage, shown, publication, live_round)
    names = display_names.names_for(None, tournament)
    members = display_names.member_notes(tournament) if names is None else None
    context["clubs"] = _clubs(tournament, shown)
    table = standings_table(tournament, shown, live_round, rank_histories=rank_histories, members=members)
    context["table_html"] = table.as_html(None)
    context["medal_chances"] = None if publication else medal_chances_context(tournament, shown, names)
    return render_to_string("tournaments/standings/public_rows.html", context)


def public_why(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Explain the rank of an entry in the public standings, at a tap on its line."""
    members = display_names.members(tournament, number, full=display_names.sees_full_names(None, tournament))
    return _why(request, number, public_standings(tournament)[0], members=members)


def _why(request: HttpRequest, number: int, shown: Standings, **more: str) -> HttpResponse:
    row = shown.by_number.get(number)
    if row is None:
        raise Http404
    context = {"explanation": explain(row, shown), "number": number, **more}
    return render(request, "tournaments/standings/why.html", context)


# The desk's page


def standings_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings of this moment, with disputed results, in any order asked for."""
    sort, audience = _sort(request), _audience(request, tournament)
    shown = polling.fragment(tournament, audience, lambda: _standings_parts(request, tournament, sort))
    return polling.render_around(shown, request, "tournaments/standings/desk.html", {"sort": sort})


def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the desk's page polls."""
    sort, audience = _sort(request), _audience(request, tournament)
    return polling.answer(request, tournament, audience, lambda: _standings_parts(request, tournament, sort))


def standings_why(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Explain the rank of an entry at the desk, with a link to its last game for those who may correct it."""
    last = _last_game_url(tournament, number) if may(request.user, "enter_results", tournament) else ""
    members = display_names.members(tournament, number, full=True)
    return _why(request, number, standings(tournament), desk=last, members=members)


def _sort(request: HttpRequest) -> str:
    asked = request.GET.get("sort", "")
    return asked if asked.removeprefix("-") in SORTABLE else ""


def _audience(request: HttpRequest, tournament: Tournament) -> str:
    """Return a key for all who see the same: the same order, and the same links in an empty list."""
    actions = ("register", "set_up")
    may_do = [action for action in actions if may(request.user, action, tournament)]
    return f"desk{_sort(request)}+{'+'.join(may_do)}"


def _standings_parts(request: HttpRequest, tournament: Tournament, sort: str) -> str:
    shown = standings(tournament)
    publication = publications.official_publication(tournament)
    stage = stages.qualifying(tournament)
    live_round = round_being_played(stage)
    context = _context(tournament, stage, shown, publication, live_round)
    context["medal_chances"] = None if publication else medal_chances_context(tournament, shown)
    context["hidden_games_notice"] = ceremony.hidden_games_notice(tournament, stage)
    context["to_set_up"] = may(request.user, "set_up", tournament)
    disputed = Result.objects.filter(stage__tournament=tournament, stage__order=1, state="disputed")
    states = disputed.values_list("meeting_id", "game", "meeting__round__state").distinct()
    over = [state == Round.State.CLOSED for *_game, state in states]
    context["disputed"], context["disputed_over"] = over.count(False), over.count(True)
    context["to_register"] = may(request.user, "register", tournament)
    context["changed"] = publication is not None and not publications.is_equal_to_standings(
        publication, shown
    )
    context["clubs"] = _clubs(tournament, shown)
    table = standings_table(
        tournament,
        shown,
        live_round,
        rank_histories=rank_history(stage, shown, live=live_round is not None),
        members=display_names.member_notes(tournament),
        sort=sort,
        sortable=True,
    )
    context["table_html"] = table.as_html(request)
    return render_to_string("tournaments/standings/desk_rows.html", context)


def _last_game_url(tournament: Tournament, number: int) -> str:
    """Return the address at the desk of an entry's newest game; empty if there is none."""
    seats = Seat.objects.filter(meeting__round__stage__tournament=tournament, meeting__void_act=None)
    seats = seats.filter(meeting__round__stage__order=1, meeting__round__state__in=breaks.BEGUN)
    columns = ("meeting__round__number", "meeting__place__number")
    newest = seats.filter(entry__number=number).order_by("-meeting__round__number")
    last = newest.values_list(*columns).first()
    return (
        "{}?stage=1&round={}&table={}".format(reverse("desk", args=[tournament.slug]), *last) if last else ""
    )


# A player's own page


def player_card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the card of one player: every settled game, and the resulting rank."""
    entry = get_object_or_404(tournament.entries.exclude(kind=Entry.Kind.HOUSE), number=number)
    runs_the_day = may(request.user, "see_day", tournament)
    stage = stages.qualifying(tournament)
    shown_to_reader = revealed_standings if runs_the_day else public_standings
    shown, publication = shown_to_reader(tournament, stage)
    row = shown.by_number.get(number)
    live_too = is_live(tournament)
    last = None if runs_the_day else ceremony.last_public_game(tournament, stage)
    names = display_names.names_for(request.user, tournament)
    rows = card(entry, settled_only=True, closed_only=not live_too, last=last)
    rows = display_names.named_card(rows, entry, names)
    desk = reverse("desk", args=[tournament.slug]) if may(request.user, "enter_results", tournament) else ""
    pending = _("not in yet") if live_too else _("being played")
    if last is not None and len(rows) > last:
        pending = _("announced at the podium")
    table = card_table(tournament, rows, shown, pending=pending, desk=desk)
    context = {
        "entry": entry,
        "name": entry.name if names is None else names[number],
        "members": display_names.members(tournament, number, full=names is None),
        "row": row,
        "medal": shown.medal_of(row) if row else None,
        "seat": (seat := _seat_context(rows, stage)),
        "playoffs": bool(stage.rules.get("playoffs")),
        "on_boards": bool(stage.rules.get("boards")),
        "plan": table_layout.plan_of(tournament) if seat else None,
        "explanation": explain(row, shown) if row else "",
        "penalties": _penalties(tournament, number, closed_only=not live_too, last=last),
        "medal_chance": None if publication else medal_chance_context(tournament, shown, number),
        "rank_history": rank_history_of(tournament, shown, publication, number),
        "people": len(shown.ranked),
        "to_print": shown.through_round,
        "after": last_counted_game(tournament, shown, publication),
        "table_html": "" if shown.by_bracket else table.as_html(request),
        "official_at": time_of_day(publication.at) if publication else "",
    }
    return render(request, "tournaments/standings/card.html", context)


def _seat_context(rows: list[CardRow], stage: Stage) -> dict[str, Any] | None:
    """Return an entry's seat in the game that it has not finished, and its opponents; None after the last."""
    now = next((row for row in reversed(rows) if row.points is None and row.table), None)
    if now is None or stage.rounds.filter(number=now.game, state=Round.State.CLOSED).exists():  # hidden
        return None
    tables = [row.table for row in rows if row.game == now.game and row.table]  # of a team: all of its boards
    words = {"first": min(tables), "last": max(tables)}
    return {
        "title": _("Game %(game)s") % {"game": now.game},
        "note": _("Tables %(first)s to %(last)s") % words if now.board else "",
        "table": tables[0],
        "letter": now.letter,
        "opponents": now.opponent,
        "partners": now.partner,
    }


def _penalties(tournament: Tournament, number: int, *, closed_only: bool, last: int | None) -> list[str]:
    """Return the points that a judge took off one player, in words; if `closed_only`, of closed games."""
    ruled = scores.recorded_penalties(tournament)
    if last is not None:
        ruled = [one for one in ruled if one.line.meeting.round.number <= last]
    if closed_only:
        ruled = [one for one in ruled if one.line.meeting.round.state == Round.State.CLOSED]
    return entry_penalties(ruled, number)


# On the wall


def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings on a projector: large, in columns, turning pages by themselves."""
    shown = polling.fragment_context(tournament, "screen", lambda: _screen_parts(tournament))
    context = shown | screen_context(request, tournament, "standings")
    return render(request, "tournaments/standings/screen.html", context)


def screen_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the projector polls."""
    return polling.answer(request, tournament, "screen", lambda: _screen_parts(tournament))


def _screen_parts(tournament: Tournament) -> str:
    stage = stages.qualifying(tournament)
    shown, publication = public_standings(tournament, stage)
    context = _context(tournament, stage, shown, publication, live_round_of(stage, shown))
    context["points_word"] = _("points") if shown.rank_by == "pegged" else criteria.NAMES[shown.rank_by]
    second = next((name for name in shown.criteria[1:] if name in SIGNED and shown.rounds), None)
    context["second"] = {"spread": _("spread"), "value": _("value")}[second] if second else ""
    left = registration.departed_last_rounds(tournament)
    before = (
        display_names.earlier_players(tournament) if display_names.sees_full_names(None, tournament) else {}
    )
    context["lines"] = [
        (
            row,
            criteria.format_value(row.points, shown.rank_by),
            shown.medal_of(row),
            left.get(row.number),
            before.get(row.number),
            getattr(row, second) if second else None,
        )
        for row in shown.rows
    ]
    return render_to_string("tournaments/standings/screen_rows.html", context)


# These answer a phone's requests before the guard where they can.
