"""The answers of the API: a tournament as other programs follow it, each address a part of the same rows."""

from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments import registration
from tournaments.accounts.permissions import tournaments_of
from tournaments.models import Round, Seat, Stage, Tournament
from tournaments.publishing.export_names import in_version
from tournaments.publishing.outputs import json_file, rows
from tournaments.publishing.outputs.rows import Day
from tournaments.rounds import seats_of_round, stages
from tournaments.web import polling
from tournaments.web.api.answers import (
    Fault,
    JsonObject,
    in_full,
    json_of_all,
    json_of_tournament,
    number,
    of_tournament,
    url_name,
)

PAGE = 50
SEATED = (Round.State.SEATED, Round.State.OPEN, Round.State.CLOSED)


def tournaments(request: HttpRequest, names: int) -> HttpResponse:
    """Return the tournaments that the request may follow, the newest first, fifty at a time."""
    start = number(request, "start") or 0
    first = Prefetch("stages", Stage.objects.filter(order=1), to_attr="first_stages")
    listed = Tournament.objects.filter(hidden=False)
    followed = listed.filter(live=True, visibility=Tournament.Visibility.PUBLIC)
    if request.user.is_authenticated:
        followed = listed.filter(Q(pk__in=followed) | Q(pk__in=tournaments_of(request.user)))
    found = list(followed.prefetch_related(first)[start : start + PAGE + 1])
    following = (
        f"{reverse(url_name('data_tournaments', names))}?start={start + PAGE}" if len(found) > PAGE else None
    )
    return json_of_all(
        request, {"tournaments": [_tournament_row(one) for one in found[:PAGE]], "next": following}
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


@of_tournament
def tournament(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the description of a tournament, its state, and corrections made after publication."""
    day = _day(request, tournament)
    return {
        "tournament": json_file.tournament(day),
        "state": json_file.state(day),
        "stages": [json_file.stage(one) for one in day.parts],
        "names": "full" if in_full(request, tournament) else "by_consent",
        "corrections": [json_file.correction(one) for one in day.corrections],
    }


@of_tournament
def entries(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the entries."""
    day = _day(request, tournament)
    return _with_state(day, entries=[json_file.person(one) for one in day.persons.values()])


@of_tournament
def person(request: HttpRequest, tournament: Tournament, number: int) -> JsonObject:
    """Return one entry: its place in the standings, and every game that is over."""
    day = _day(request, tournament)
    if number not in day.persons:
        raise Http404
    row = day.shown.by_number.get(number)
    return _with_state(
        day,
        entry=json_file.person(day.persons[number]),
        standing=json_file.standing(row, day.shown, day.ways) if row else None,
        games=[json_file.game(number, game) for game in day.cards.get(number, ())],
    )


@of_tournament
def rounds(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the rounds that are seated, being played or closed."""
    tables = Count("meetings", filter=Q(meetings__void_act=None))
    seated = _seated(tournament).annotate(tables=tables)
    return {
        "version": tournament.version,
        "rounds": [_round(one) | {"tables": one.tables} for one in seated],
    }


@of_tournament
def round_(request: HttpRequest, tournament: Tournament, number: int) -> JsonObject:
    """Return the seats of one round, and its results once it is closed."""
    known = _seated(tournament).filter(number=number).first()
    if known is None:
        raise Http404
    cards = _day(request, tournament).cards.items()
    games = [json_file.game(one, row) for one, card in cards for row in card if row.game == number]
    return {
        "version": tournament.version,
        **_round(known),
        "tables": [{"table": table, "seats": seats} for table, seats in _tables(known).items()],
        "games": games,
    }


@of_tournament
def tables(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the tables of the hall, and who sits there in the newest round."""
    newest = _seated(tournament).last()
    seats = _tables(newest) if newest else {}
    places = tournament.places.values_list("number", flat=True)
    return {
        "version": tournament.version,
        "round": newest.number if newest else None,
        "tables": [{"table": table, "seats": seats.get(table, [])} for table in places],
    }


def standings(request: HttpRequest, tournament: Tournament, names: int) -> HttpResponse:
    """Return the public standings, or as they were at a version of the list."""
    version = number(request, "version")

    def tell() -> JsonObject:
        day = _day(request, tournament)
        if version is None:
            return _with_state(
                day,
                standings=[json_file.standing(row, day.shown, day.ways) for row in day.shown.rows],
                medal_games=[json_file.medal_game(game) for game in day.medal_games],
                club_teams=json_file.club_teams(day.clubs),
            )
        known = next((one for one in rows.versions(tournament) if one.version == version), None)
        if known is None:
            raise Fault("no_such_version", 404)
        shown = rows.as_of(tournament, known, day)
        return {
            "version": _known(known),
            "standings": [json_file.standing(row, shown, {}) for row in shown.rows],
        }

    resource = f"standings{'' if version is None else version}"
    return json_of_tournament(
        request, tournament, resource, names, lambda: in_version(names, tell(), "answer")
    )


@of_tournament
def versions(request: HttpRequest, tournament: Tournament) -> JsonObject:
    """Return the versions at which standings are kept: a game was closed, or they were made official."""
    known = [_known(one) for one in rows.versions(tournament)]
    return {"version": tournament.version, "versions": known}


def _day(request: HttpRequest, tournament: Tournament) -> Day:
    """Return the rows, computed once per version for all requests."""
    return polling.public_day(tournament, full_names=in_full(request, tournament))


def _with_state(day: Day, **parts: Any) -> JsonObject:
    return {"state": json_file.state(day), **parts}


def _known(one: rows.Known) -> JsonObject:
    at = one.at.isoformat(timespec="seconds")
    return {"version": one.version, "at": at, "last_round": one.through, "official": one.official}


def _seated(tournament: Tournament) -> QuerySet[Round]:
    return stages.qualifying(tournament).rounds.filter(state__in=SEATED).order_by("number")


def _round(one: Round) -> JsonObject:
    times = {"opened_at": one.opened_at, "closed_at": one.closed_at}
    moments = {name: at.isoformat(timespec="seconds") if at else None for name, at in times.items()}
    return {"round": one.number, "state": one.state, **moments}


def _tables(one: Round) -> dict[int | None, list[JsonObject]]:
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
