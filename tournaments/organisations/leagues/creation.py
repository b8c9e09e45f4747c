"""Create a league: its sides, and all its fixtures at once, by one lot."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Prefetch

from scoring import DomainError
from tournaments.models import (
    Entry,
    Fixture,
    League,
    LeaguePlayer,
    LeagueSide,
    Member,
    Player,
    Season,
    Tournament,
)
from tournaments.organisations import seasons
from tournaments.pairing.home_and_away import MAX_SIDES, MIN_SIDES, fixtures
from tournaments.registration import composed_full_name, fold, sort_name
from tournaments.registration.known_clubs import ensure_clubs
from tournaments.registration.teams import NewMember, clean_members, clean_name, is_composed

MAX_PER_EVENING, MAX_SEED = 20, 2**31


@dataclass(frozen=True)
class Side:
    """A competitor for a new league: a person, or a team of the people in `members`."""

    name: str
    club: str = ""
    members: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()  # if they are known already


def sides_of(tournament: Tournament) -> list[Side]:
    """Return the entries of a tournament as the sides of a league: persons, and teams by their name.

    People who were erased since are left out: only a number is left of their name.
    """
    entered = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
    sides = []
    for entry in entered.prefetch_related(Prefetch("members", Member.objects.select_related("player"))):
        every = [one for one in entry.members.all() if one.to_round is None]
        playing = [one for one in every if one.player.erased_at is None]
        if not playing:
            continue
        players = tuple(one.player for one in sorted(playing, key=lambda one: one.position))
        members = tuple(player.name for player in players) if entry.team else ()
        unnamed = members and is_composed(entry.name, entry.team)
        # Large teams may have the same short name.
        name = composed_full_name(members) if unnamed else entry.name
        sides.append(Side(name, entry.club, members, players))
    return sides


def make(
    season: Season, sides: Sequence[Side], described: dict[str, Any], *, seed: int | None = None
) -> League:
    """Create the league of a season, with all its fixtures.

    `described` has the values of the model's columns by name. Raises `DomainError` for too few or too many
    sides, a side that is there twice, too few dates, and where the season has a league already.
    """
    sides = _with_usual_clubs(season, _clean_sides(sides))
    lot = secrets.randbelow(MAX_SEED) if seed is None else seed
    rounds = fixtures(len(sides), double=described["double"], seed=lot)
    needed = -(-len(rounds) // described["per_evening"])
    if len(described["dates"]) < needed:
        raise DomainError("league_dates", needed=needed, given=len(described["dates"]))
    with seasons.locked(season.pk):  # two clicks at once would draw two lots
        if League.objects.filter(season=season).exists():
            raise DomainError("league_exists")
        league = League.objects.create(season=season, seed=lot, **described)
        rows = LeagueSide.objects.bulk_create(
            LeagueSide(league=league, number=number, team=one.name if one.members else "", club=one.club)
            for number, one in enumerate(sides, start=1)
        )
        _write_players(season, list(zip(rows, sides, strict=True)))
        Fixture.objects.bulk_create(
            Fixture(
                league=league,
                round=number,
                evening=(number - 1) // league.per_evening + 1,
                home=rows[home - 1],
                away=rows[away - 1],
            )
            for number, pairs in enumerate(rounds, start=1)
            for home, away in pairs
        )
        return league


def change_dates(league: League, days: Sequence[date], *, seen: Sequence[str] | None = None) -> None:
    """Give the evenings other dates, or add evenings.

    `seen` are the dates, as in ISO 8601, that the user saw before the change. Raises `DomainError` where they
    were changed since, for fewer evenings than there are, and for more than a season can have.
    """
    with seasons.locked(league.season_id):
        league.refresh_from_db(fields=["dates"])
        if seen is not None and list(seen) != league.dates:
            raise DomainError("league_dates_changed", dates=", ".join(league.dates))
        if len(days) < len(league.dates):
            raise DomainError("league_dates", needed=len(league.dates), given=len(days))
        if len(days) > seasons.MAX_EVENINGS:
            raise DomainError("season_full", most=seasons.MAX_EVENINGS)
        league.dates = [day.isoformat() for day in days]
        league.save(update_fields=["dates"])


def _clean_sides(sides: Sequence[Side]) -> list[Side]:
    clean = []
    for one in sides:
        mates = clean_members([NewMember(name) for name in one.members])
        name = one.name.strip() or composed_full_name([mate.name for mate in mates])
        members = tuple(mate.name for mate in mates)
        clean.append(Side(clean_name(name), one.club.strip()[:120], members, one.players))
    if not MIN_SIDES <= len(clean) <= MAX_SIDES:
        raise DomainError("league_sides", least=MIN_SIDES, most=MAX_SIDES, sides=len(clean))
    keys = [(fold(one.name), fold(one.club)) for one in clean]
    twice = next((one.name for one, key in zip(clean, keys, strict=True) if keys.count(key) > 1), None)
    if twice:
        raise DomainError("league_side_twice", name=twice)
    return clean


def _with_usual_clubs(season: Season, sides: Sequence[Side]) -> list[Side]:
    usual = ensure_clubs(season.organisation_id, [one.club for one in sides if one.club])
    return [replace(one, club=usual.get(one.club, one.club)) for one in sides]


def _write_players(season: Season, sides: list[tuple[LeagueSide, Side]]) -> None:
    """Create the people behind the sides; they stay known to the organisation, entered anywhere or not."""
    here = Player.objects.filter(organisation=season.organisation_id, erased_at=None).order_by("pk")
    names = {sort_name(name) for _row, one in sides for name in one.members or (one.name,)}
    known: dict[tuple[str, str], Player] = {}
    for player in here.filter(sort_name__in=names):
        known.setdefault((player.sort_name, fold(player.club)), player)
    behind: list[LeaguePlayer] = []
    for row, one in sides:
        people = one.players or [
            known.setdefault(
                (sort_name(name), fold(one.club)),
                Player(
                    organisation_id=season.organisation_id,
                    name=name,
                    sort_name=sort_name(name),
                    club=one.club,
                ),
            )
            for name in one.members or (one.name,)
        ]
        behind += [
            LeaguePlayer(side=row, player=player, position=at) for at, player in enumerate(people, start=1)
        ]
    new = {id(link.player): link.player for link in behind if link.player.pk is None}
    Player.objects.bulk_create(new.values())
    for link in behind:
        link.player = link.player  # whose key is known now
    Player.objects.filter(pk__in=[one.player.pk for one in behind]).update(kept=True)
    LeaguePlayer.objects.bulk_create(behind)
