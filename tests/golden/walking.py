"""Request all answers about one tournament: every address, twice, and every paper."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

from tests.golden import reading
from tests.golden.fixed import drawn_anew
from tests.golden.tournaments import Golden
from tournaments.models import Tournament, User
from tournaments.publishing.papers import paper_types, registry

HOST = "192.168.1.20"
"""An address in a hall: papers and pages show it as the address of the server."""
UNKNOWN_NAME = "nothing"
"""The value in an address where this tournament has no object of that kind."""
LANGUAGES = ("fr-ca", "en")
COMMON_ROUTES = re.compile("<slug:slug>/judge/.")
"""Addresses whose answer is the same for all tournaments of a game."""


class Question(NamedTuple):
    """An address with its reader, or a paper; `answer` returns the lines of the answer."""

    name: str
    answer: Callable[[], list[str]]


def questions(golden: Golden, tournament: Tournament, director: User) -> list[Question]:
    """Return all questions about a tournament, in a fixed order."""
    visitor_reads = next(one for one in LANGUAGES if one != golden.director)
    asking = {"director": client(golden.director, director), "visitor": client(visitor_reads)}
    return [
        *(
            Question(f"{reading.masked(address)} {who}", partial(answer_lines, browser, address))
            for address in addresses(tournament, whole=golden.whole)
            for who, browser in asking.items()
        ),
        *(
            Question(
                f"paper {key} {args['stage']}-{args['round']}",
                partial(paper_lines, tournament, key, args | {"language": golden.director}),
            )
            for key, args in wanted(tournament)
        ),
    ]


def client(language: str, user: User | None = None) -> Client:
    """Return a client in that language."""
    made = Client(headers={"accept-language": language}, SERVER_NAME=HOST, raise_request_exception=False)
    if user:
        made.force_login(user)
    return made


def answer_lines(browser: Client, address: str) -> list[str]:
    """Return the lines of the answer at an address; its rows and cookies are rolled back."""
    cache.clear()
    before = deepcopy(browser.cookies)
    with drawn_anew(), transaction.atomic():
        told = reading.lines(browser.get(address))
        transaction.set_rollback(True)
    browser.cookies = before
    return told


# Addresses


def addresses(tournament: Tournament, *, whole: bool) -> list[str]:
    """Return every address of a tournament; with `whole`, also those with the same answer for others."""
    known = parameter_values(tournament)
    found = {}
    for route, names in _routes(get_resolver(), "/"):
        secret = next((name for name in names if name in ("secret", "token")), "")
        of_this = _values(route, secret, known) if secret else set(names) & {"slug", "season"}
        if whole or (of_this and not COMMON_ROUTES.search(route)):
            for address in _filled(route, names, known):
                found[address] = None
    return list(found)


def _routes(resolver: URLResolver, before: str) -> Iterator[tuple[str, list[str]]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        elif isinstance(one, URLPattern):
            yield route, list(one.pattern.converters)


def _filled(route: str, names: list[str], known: dict[str, list[Any]]) -> Iterator[str]:
    """Yield the route with each value of its parameters."""
    found = [route]
    for name in names:
        values = _values(route, name, known) or [_nothing(route, name)]
        found = [_with(one, name, value) for one in found for value in values]
    yield from found


def _values(route: str, name: str, known: dict[str, list[Any]]) -> list[Any]:
    """Return the values of a parameter of a route."""
    of_route = (known[key] for key in known if key.endswith(f" {name}") and key.split()[0] in route)
    return next(of_route, known[name])


def _with(route: str, name: str, value: Any) -> str:
    for kind in ("int", "slug", "uuid", "str"):
        route = route.replace(f"<{kind}:{name}>", str(value))
    return route


def _nothing(route: str, name: str) -> str:
    if f"<int:{name}>" in route:
        return "1"
    return "00000000-0000-0000-0000-000000000001" if f"<uuid:{name}>" in route else UNKNOWN_NAME


def parameter_values(tournament: Tournament) -> dict[str, list[Any]]:
    """Return the values of parameters: by name, or by a part of the route and the name, which goes first."""
    entries = list(tournament.entries.order_by("number").values_list("number", flat=True))
    stages = list(tournament.stages.order_by("order"))
    seated = [one for stage in stages[:1] for one in stage.rounds.exclude(state="void").order_by("number")]
    meetings = [one for round_ in seated[-1:] for one in round_.meetings.filter(void_act=None)]
    later = [one for stage in stages[1:] for round_ in stage.rounds.all() for one in round_.meetings.all()]
    club = tournament.organisation
    seasons = list(club.seasons.order_by("pk"))
    fixtures = [
        one for season in seasons for league in _leagues(season) for one in league.fixtures.order_by("pk")
    ]
    invited = list(tournament.invitations.order_by("pk"))
    formats = list(club.own_formats.order_by("pk"))
    ends = lambda found: list(dict.fromkeys([*found[:1], *found[-1:]]))  # noqa: E731
    return {
        "/rounds/ number": ends([one.number for one in seated]),
        "/registration/ number": ends(entries),
        "/players/ number": ends(entries),
        "/persons/ number": ends(entries),
        "number": [1],
        "slug": [tournament.slug],
        "organisation": [club.slug],
        "version": ends(list(tournament.acts.order_by("version").values_list("version", flat=True))),
        "table": [1],
        "position": [1],
        "meeting": [one.uid for one in meetings[:1]],
        "/devices/ uid": [one.uid for one in tournament.devices.order_by("pk")[:1]],
        "/medals/ uid": [one.uid for one in later[:1]],
        "/publish/to/ uid": [one.uid for one in club.destinations.order_by("pk")[:1]],
        "/formats/ uid": [one.uid for one in formats[:1]],
        "uid": [one.uid for one in tournament.jobs.exclude(kind="copy").order_by("pk")[:1]],
        "call": [one.pk for one in tournament.calls.order_by("pk")[:1]],
        "season": [one.uid for one in seasons[:1]],
        "event": [one.uid for one in club.events.order_by("pk")[:1]],
        "club": [one.uid for one in club.clubs.all()[:1]],
        "player": [one.uid for one in club.players.order_by("pk")[:1]],
        "other": [one.uid for one in club.players.order_by("pk")[1:2]],
        "fixture": [one.uid for one in fixtures[:1]],
        "/me/ secret": [one.secret for one in invited if one.entry_id][:1],
        "/table/ secret": [one.secret for one in invited if one.place_id][:1],
        "secret": [],
        "token": [tournament.link_token] if tournament.link_token else [],
        "key": ["fadoq-15", "gin-three"],
        "what": ["rename"],
        "kind": [],
        "name": [],
        "chapter": [],
        "language": [],
        "payment": [],
        "pk": [1],
    }


def _leagues(season: Any) -> list[Any]:
    found = getattr(season, "league", None)
    return [found] if found else []


# Papers


def wanted(tournament: Tournament) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every paper that the tournament offers; of papers of rounds, that of the last round."""
    for key, kind in registry.PAPER_TYPES.items():
        if not paper_types.has(tournament, kind):
            continue
        rounds = [(1, 0)]
        if kind.needs_round:
            rounds = [
                (stage.order, round_.number)
                for stage in tournament.stages.order_by("order")
                for round_ in stage.rounds.exclude(state="void").order_by("-number")[:1]
            ]
        for stage, number in rounds:
            args = {"stage": stage, "round": number, "base": f"http://{HOST}", "small": True}
            if not paper_types.missing_for(tournament, kind, args):
                yield key, args


def paper_lines(tournament: Tournament, key: str, args: dict[str, Any]) -> list[str]:
    """Return the text of a paper."""
    with drawn_anew(), transaction.atomic(), translation.override(args["language"]):
        content = registry.PAPER_TYPES[key].draw(paper_types.Paper(tournament, args, lambda _done: None))
        transaction.set_rollback(True)
    return reading.masked("\n".join(reading.of_paper(content))).split("\n")
