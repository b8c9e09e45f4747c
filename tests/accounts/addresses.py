"""Every address of the program, with its parameters filled in."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

from tests import factories
from tests.organisations.leagues import evenings as league_evenings
from tournaments.models import Event, Season, Tournament

BLANKS: dict[str, Any] = {
    "number": 1,
    "position": 1,
    "table": 1,
    "version": 1,
    "call": 1,
    "pk": 1,
    "key": "fadoq-15",
    "uid": UUID(int=1),
    "meeting": UUID(int=1),
    "event": UUID(int=1),
    "season": UUID(int=1),
    "club": UUID(int=1),
    "player": UUID(int=1),
    "other": UUID(int=1),
    "fixture": UUID(int=1),
    "payment": 1,
    "what": "rename",
    "chapter": "trouble",
    "kind": "slips",
    "secret": "nobodys-secret",
    "language": "fr",
    "token": "0000-0000-0000",
    "name": "none",
}


class Address(NamedTuple):
    """One address: its name, its path, the action that its view names (or ''), and its kind of place."""

    name: str
    path: str
    action: str
    of_a_tournament: bool
    of_an_organisation: bool


def every(tournament: Tournament) -> list[Address]:
    """Return all addresses, those of a tournament and of its organisation filled in."""
    return [_address(pattern, prefix, tournament) for pattern, prefix in _patterns(get_resolver(), "/")]


def _patterns(resolver: URLResolver, prefix: str) -> Iterator[tuple[URLPattern, str]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern, prefix + str(pattern.pattern))
        else:
            yield pattern, prefix


def _address(pattern: URLPattern, prefix: str, tournament: Tournament) -> Address:
    blanks = {**BLANKS, "slug": tournament.slug, "organisation": tournament.organisation.slug}
    route, path = str(pattern.pattern), prefix + str(pattern.pattern)
    for blank in pattern.pattern.converters:
        for converter in ("int", "slug", "uuid", "str"):
            path = path.replace(f"<{converter}:{blank}>", str(blanks[blank]))
    assert "<" not in path, path
    return Address(
        str(pattern.name),
        path,
        getattr(pattern.callback, "action", ""),
        "<slug:slug>" in route,
        "<slug:organisation>" in route,
    )


def tournament_with_league() -> Tournament:
    """Make a tournament of four, with a season, an event and a fixture under the uid of `BLANKS`."""
    tournament = factories.tournament(4, by=factories.director("odile"))
    season = Season.objects.create(
        organisation=tournament.organisation, name="Saison d'hiver", uid=UUID(int=1)
    )
    Event.objects.create(organisation=tournament.organisation, name="Jeux d'hiver", uid=UUID(int=1))
    league = league_evenings.league(league_evenings.persons(2), of=tournament.organisation, season=season)
    league.fixtures.update(uid=UUID(int=1))
    tournament.organisation.clubs.filter(pk=tournament.organisation.clubs.first().pk).update(uid=UUID(int=1))
    player = tournament.organisation.players.first()
    tournament.organisation.players.filter(pk=player.pk).update(uid=UUID(int=1))
    return tournament
