"""The current state of a league: every fixture with its result, the table, and the names of its sides."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Prefetch

from scoring import league as leagues
from tournaments.models import (
    Fixture,
    FixtureAct,
    League,
    LeaguePlayer,
    LeagueSide,
    LeagueTable,
    Member,
    SeasonEvening,
    Tournament,
)
from tournaments.organisations.leagues import results
from tournaments.registration import composed_name, consent, distinct_names, joined_member_names, teams


def standing_decisions(league: League) -> dict[int, FixtureAct]:
    """Return the decision that holds, by the key of its fixture."""
    acts = FixtureAct.objects.filter(fixture__league=league, taken_back_at=None).select_related("by")
    return {act.fixture_id: act for act in acts.order_by("pk")}


def evening_now(fixture: Fixture, act: FixtureAct | None) -> int | None:
    """Return the evening on which a fixture is to be played, or None where it has or needs none."""
    if act is None:
        return fixture.evening
    return act.evening if act.kind == FixtureAct.Kind.MOVED else None


def evening_fixtures(
    fixtures: Iterable[Fixture], acts: dict[int, FixtureAct], evening: int
) -> tuple[list[Fixture], list[Fixture]]:
    """Return the fixtures of an evening: its own, and those that were put there."""
    here = [one for one in fixtures if evening_now(one, acts.get(one.pk)) == evening]
    return [one for one in here if one.pk not in acts], [one for one in here if one.pk in acts]


def names(league: League, *, public: bool = False, published: bool = False) -> dict[int, str]:
    """Return the names of all sides by number: `public` for pages, `published` for files on the Internet.

    On the Internet only those who agreed at their last evening have their full name; in a hall all do.
    """
    short = published or (public and settings.SHORT_NAMES)
    sides = list(
        league.sides.prefetch_related(Prefetch("players", LeaguePlayer.objects.select_related("player")))
    )
    agreed = _agreed_players(league, sides) if short else set()
    return distinct_names((one.number, _side_name(one, short, agreed), club_of(one)) for one in sides)


def club_of(side: LeagueSide) -> str:
    """Return the club of a side; that of a person may have changed since."""
    people = list(side.players.all())
    return people[0].player.club if people and not side.team else side.club


def _side_name(side: LeagueSide, short: bool, agreed: set[int]) -> str:
    people: list[LeaguePlayer] = list(side.players.all())
    whole = [one.player.name for one in people]
    consents = [
        consent.MemberConsent(one.player.name, one.player.sort_name, not short or one.player_id in agreed)
        for one in people
    ]
    made_of_names = teams.is_made_of_names(side.team, whole, in_doubt=short)
    given = "" if made_of_names else consent.given_name(side.team, whole, consents)
    if given:
        return given
    if short:
        return joined_member_names([one.public_name for one in consents])
    return composed_name(whole) if side.team else whole[0]


def _agreed_players(league: League, sides: Iterable[LeagueSide]) -> set[int]:
    """Return the players who agreed to their full name at their last evening."""
    players = [one.player_id for side in sides for one in side.players.all()]
    evenings = list(SeasonEvening.tournaments(league.season))
    everybody = {one.pk: consent.declared_at(one) is not None for one in evenings}
    members = Member.objects.filter(entry__tournament__in=evenings, player__in=players)
    rows = members.order_by("entry__tournament__date", "entry__tournament", "pk").values_list(
        "player", "entry__tournament", "entry__kind", "to_round", "entry__consented_at", "consented_at"
    )
    consents = {
        player: everybody[tournament] or (own if kind == "team" or last else of_entry) is not None
        for player, tournament, kind, last, of_entry, own in rows
    }
    return {player for player, yes in consents.items() if yes}


PLAYED, AWARDED, SEATED, PLANNED, OPEN = "played", "awarded", "seated", "planned", "open"


class OneFixture(NamedTuple):
    """A fixture as pages and papers show it; `home` and `away` are numbers of sides.

    `state`: PLAYED and AWARDED count; SEATED is at a table, its evening not official; PLANNED has an evening;
    OPEN has none, or its evening is over without it. `act` is the decision that holds.
    """

    uid: str
    round: int
    evening: int | None
    drawn: int
    home: int
    away: int
    state: str
    game: leagues.Game | None
    act: FixtureAct | None
    at: Tournament | None

    @property
    def is_open(self) -> bool:
        """Return whether the fixture still has to be played or awarded."""
        return self.state in (PLANNED, OPEN)


class EveningState(NamedTuple):
    """An evening: its date, the tournament that plays it, its fixtures, and the sides without one."""

    number: int
    day: date
    tournament: Tournament | None
    official: bool
    fixtures: list[OneFixture]
    free: list[int]


class LeagueState(NamedTuple):
    """The state of a league.

    `official` is the last table that was declared, `changed` whether it differs from the current one.
    """

    league: League
    names: dict[int, str]
    clubs: dict[int, str]
    fixtures: list[OneFixture]
    evenings: list[EveningState]
    rows: list[leagues.Row]
    official: LeagueTable | None
    changed: bool

    @property
    def open(self) -> int:
        """Return how many fixtures have neither a result nor an award."""
        return sum(one.state not in (PLAYED, AWARDED) for one in self.fixtures)

    @property
    def unscheduled(self) -> list[OneFixture]:
        """Return the fixtures that were postponed, or left over from an evening that is over."""
        return [one for one in self.fixtures if one.state == OPEN]


def league_state(league: League, *, public: bool = False, published: bool = False) -> LeagueState:
    """Compute the state of a league. `public`: from public evenings only, named as `names` does."""
    played = results.evenings(league, public=public)
    seated, acts = results.seated_fixtures(played), standing_decisions(league)
    over = {one.number for one in played if one.official}
    at = {one.number: one for one in played}
    found = [
        _fixture_state(fixture, acts.get(fixture.pk), seated.get(str(fixture.uid)), over)
        for fixture in league.fixtures.select_related("home", "away")
    ]
    sides = list(
        league.sides.prefetch_related(Prefetch("players", LeaguePlayer.objects.select_related("player")))
    )
    called = names(league, public=public, published=published)
    in_order = sorted((one.number for one in sides), key=lambda number: (called[number], number))
    rows = leagues.table(in_order, [one.game for one in found if one.game], league.rules)
    evenings = []
    for number, day in enumerate(league.days, start=1):
        here = [one for one in found if one.evening == number]
        playing = {side for one in here for side in (one.home, one.away)}
        there = at.get(number)
        free = [one.number for one in sides if one.number not in playing] if here else []
        evenings.append(
            EveningState(number, day, there.tournament if there else None, number in over, here, free)
        )
    official = league.tables.select_related("by").first()
    now = LeagueState(
        league, called, {one.number: club_of(one) for one in sides}, found, evenings, rows, official, False
    )
    return now._replace(changed=official is not None and official.rows != frozen_table(now))


def frozen_table(now: LeagueState) -> list[dict[str, Any]]:
    """Return the table as plain data: rank, number of the side, all sums."""
    return [
        {
            "rank": row.rank,
            "side": row.side,
            **{part: list(getattr(row, part)) for part in ("all", "home", "away")},
        }
        for row in sorted(now.rows, key=lambda row: (row.rank, row.side))
    ]


def _fixture_state(
    fixture: Any, act: FixtureAct | None, found: results.SeatedFixture | None, over: set[int]
) -> OneFixture:
    home, away = fixture.home.number, fixture.away.number
    evening = evening_now(fixture, act)
    game, at = None, None
    if act and act.kind == FixtureAct.Kind.AWARDED:
        state, game = AWARDED, leagues.Game(home, away, act.to, awarded=True)
        evening = fixture.evening
    elif found and found.game:
        state, game = PLAYED, found.game._replace(home=home, away=away)
    elif found and not found.evening.official:
        state = SEATED
    else:
        state = OPEN if evening is None or evening in over else PLANNED
    if found and state in (PLAYED, SEATED):
        evening, at = found.evening.number, found.evening.tournament
    return OneFixture(
        str(fixture.uid), fixture.round, evening, fixture.evening, home, away, state, game, act, at
    )
