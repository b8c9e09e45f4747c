"""The answers of the API: a tournament as other programs follow it, each address a part of the same rows."""

from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments import registration
from tournaments.accounts.permissions import tournaments_of
from tournaments.models import Round, Seat, Stage, Tournament
from tournaments.publishing.export_names import rename_for_version
from tournaments.publishing.outputs import json_file, rows
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.rounds import seats_of_round, stages
from tournaments.web import polling
from tournaments.web.api.answers import (
    Fault,
    JsonObject,
    json_of_all,
    json_of_tournament,
    query_number,
    shows_full_names,
    tournament_view,
    url_name,
)

PAGE_SIZE = 50
SEATED_STATES = (Round.State.SEATED, Round.State.OPEN, Round.State.CLOSED)


def tournaments(request: HttpRequest, names: int) -> HttpResponse:
    """Return the tournaments that the request may follow, the newest first, fifty at a time."""
    start = query_number(request, "start") or 0
    first = Prefetch("stages", Stage.objects.filter(order=1), to_attr="first_stages")
    listed = Tournament.objects.filter(hidden=False)
    followed = listed.filter(live=True, visibility=Tournament.Visibility.PUBLIC)
    if request.user.is_authenticated:
        followed = listed.filter(Q(pk__in=followed) | Q(pk__in=tournaments_of(request.user)))
    found = list(followed.prefetch_related(first)[start : start + PAGE_SIZE + 1])
    following = (
        f"{reverse(url_name('data_tournaments', names))}?start={start + PAGE_SIZE}"
        if len(found) > PAGE_SIZE
        else None
    )
    return json_of_all(
        request, {"tournaments": [_tournament_row(one) for one in found[:PAGE_SIZE]], "next": following}
    )


def _tournament_row(tournament: Any) -> JsonObject:
    rules = tournament.first_stages[0].rules
    return {
        "uid": str(tournament.uid),
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "game": rules["game"],
        "format": rules["format"],
        "version": tournament.version,
    }


@tournament_view
def tournament(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the description of a tournament, its state, and corrections made after publication."""
    data = _public_data(request, tournament)
    return {
        "tournament": json_file.tournament(data),
        "state": json_file.state(data),
        "stages": [json_file.stage(one) for one in data.parts],
        "names": "full" if shows_full_names(request, tournament) else "by_consent",
        "corrections": [json_file.correction(one) for one in data.corrections],
    }


@tournament_view
def entries(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the entries."""
    data = _public_data(request, tournament)
    return _with_state(data, entries=[json_file.person(one) for one in data.persons.values()])


@tournament_view
def person(request: HttpRequest, tournament: Tournament, number: int) -> JsonObject:
    """Return one entry: its place in the standings, and every game that is over."""
    data = _public_data(request, tournament)
    if number not in data.persons:
        raise Http404
    row = data.standings.by_number.get(number)
    return _with_state(
        data,
        entry=json_file.person(data.persons[number]),
        standing=json_file.standing_object(row, data.standings, data.rank_histories) if row else None,
        games=[json_file.game(number, game) for game in data.cards.get(number, ())],
    )


@tournament_view
def rounds(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the rounds that are seated, being played or closed."""
    tables = Count("meetings", filter=Q(meetings__void_act=None))
    seated = _seated_rounds(tournament).annotate(tables=tables)
    return {
        "version": tournament.version,
        "rounds": [_round_row(one) | {"tables": one.tables} for one in seated],
    }


@tournament_view
def round_(request: HttpRequest, tournament: Tournament, number: int) -> JsonObject:
    """Return the seats of one round, and its results once it is closed."""
    known = _seated_rounds(tournament).filter(number=number).first()
    if known is None:
        raise Http404
    cards = _public_data(request, tournament).cards.items()
    games = [json_file.game(one, row) for one, card in cards for row in card if row.game == number]
    return {
        "version": tournament.version,
        **_round_row(known),
        "tables": [{"table": table, "seats": seats} for table, seats in _seats_by_table(known).items()],
        "games": games,
    }


@tournament_view
def tables(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the tables of the hall, and who sits there in the newest round."""
    newest = _seated_rounds(tournament).last()
    seats = _seats_by_table(newest) if newest else {}
    places = tournament.places.values_list("number", flat=True)
    return {
        "version": tournament.version,
        "round": newest.number if newest else None,
        "tables": [{"table": table, "seats": seats.get(table, [])} for table in places],
    }


def standings(request: HttpRequest, tournament: Tournament, names: int) -> HttpResponse:
    """Return the public standings, or as they were at a version of the list."""
    version = query_number(request, "version")

    def tell() -> JsonObject:
        data = _public_data(request, tournament)
        if version is None:
            return _with_state(
                data,
                standings=[
                    json_file.standing_object(row, data.standings, data.rank_histories)
                    for row in data.standings.rows
                ],
                medal_games=[json_file.medal_game(game) for game in data.medal_games],
                club_teams=json_file.club_teams(data.clubs),
            )
        known = next((one for one in rows.versions(tournament) if one.version == version), None)
        if known is None:
            raise Fault("no_such_version", 404)
        shown = rows.standings_at(tournament, known, data)
        return {
            "version": _version_row(known),
            "standings": [json_file.standing_object(row, shown, {}) for row in shown.rows],
        }

    resource = f"standings{'' if version is None else version}"
    return json_of_tournament(
        request, tournament, resource, names, lambda: rename_for_version(names, tell(), "answer")
    )


@tournament_view
def versions(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the versions at which standings are kept: a game was closed, or they were made official."""
    known = [_version_row(one) for one in rows.versions(tournament)]
    return {"version": tournament.version, "versions": known}


def _public_data(request: HttpRequest, tournament: Tournament) -> TournamentData:
    """Return the rows, computed once per version for all requests."""
    return polling.public_data(tournament, full_names=shows_full_names(request, tournament))


def _with_state(data: TournamentData, **parts: Any) -> JsonObject:
    return {"state": json_file.state(data), **parts}


def _version_row(one: rows.KnownVersion) -> JsonObject:
    at = one.at.isoformat(timespec="seconds")
    return {"version": one.version, "at": at, "last_round": one.through, "official": one.official}


def _seated_rounds(tournament: Tournament) -> QuerySet[Round]:
    return stages.qualifying(tournament).rounds.filter(state__in=SEATED_STATES).order_by("number")


def _round_row(one: Round) -> JsonObject:
    times = {"opened_at": one.opened_at, "closed_at": one.closed_at}
    moments = {name: at.isoformat(timespec="seconds") if at else None for name, at in times.items()}
    return {"round": one.number, "state": one.state, **moments}


def _seats_by_table(one: Round) -> dict[int | None, list[JsonObject]]:
    """Return the seats of each table: letter, side, number; on a board of teams its number and the member."""
    squads = registration.squads(one.stage.tournament) if one.stage.rules.get("boards") else {}
    places = {key: at for squad in squads.values() for key, at in squad.places.items()}
    found: dict[int | None, list[JsonObject]] = {}
    seats: QuerySet[Seat] = seats_of_round(one.stage_id, one.number)
    columns = ("meeting__place__number", "letter", "side", "entry__number", "meeting__board", "member_id")
    for table, letter, side, entry, board, member in seats.values_list(*columns):
        sat = {"seat": letter, "side": side, "entry": entry}
        on_board = {"board": board, "member": places.get(member)} if board else {}
        found.setdefault(table, []).append(sat | on_board)
    return found
