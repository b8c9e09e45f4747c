"""Decisions about fixtures, by name and with a reason, and the end of a league."""

from typing import Any

from django.utils import timezone

from scoring import DomainError
from scoring.league import AWAY, HOME, NEITHER
from tournaments.common import sanitize
from tournaments.models import Fixture, FixtureAct, League, LeagueSide, LeagueTable, User
from tournaments.organisations import seasons
from tournaments.organisations.leagues import results, state
from tournaments.organisations.leagues.evenings import redeclare_fixtures

MAX_REASON_LENGTH = 160
AWARD_RESULTS = (HOME, AWAY, NEITHER)


# `seen` is the key of the decision that held when the user decided, 0 for none: where another one was made
# since, theirs is refused (`league_decided_since`). None: whatever was decided before.


def postpone(fixture: Fixture, *, reason: str = "", seen: int | None = None, by: User | None) -> FixtureAct:
    """Take a fixture off its evening; it stays open. Raises `DomainError` for one that has a result."""
    return _write(fixture, FixtureAct.Kind.POSTPONED, by, reason=reason, seen=seen)


def move(
    fixture: Fixture, evening: int, *, reason: str = "", seen: int | None = None, by: User | None
) -> FixtureAct:
    """Put a fixture on an evening, at tables beside its own. Raises `DomainError` for one that is over."""
    with seasons.locked(fixture.league.season_id):
        fixture.league.refresh_from_db(fields=["dates"])
        if not 1 <= evening <= len(fixture.league.dates):
            raise DomainError("league_no_evening")
        there = next((one for one in results.evenings(fixture.league) if one.number == evening), None)
        if there and there.official:
            raise DomainError("league_evening_over", name=there.tournament.name)
        return _write(fixture, FixtureAct.Kind.MOVED, by, reason=reason, seen=seen, evening=evening)


def award(fixture: Fixture, to: str, *, reason: str, seen: int | None = None, by: User | None) -> FixtureAct:
    """Decide a fixture without a game, for HOME, AWAY or NEITHER (both have lost). Needs a reason."""
    if to not in AWARD_RESULTS:
        raise DomainError("league_award_to")
    return _write(fixture, FixtureAct.Kind.AWARDED, by, reason=_clean_reason(reason), seen=seen, to=to)


def opponents_to_award(side: LeagueSide) -> list[str]:
    """Return the opponents' names who would be awarded fixtures if a side left, one for each fixture."""
    now = state.league_state(side.league)
    mine = [one for one in now.fixtures if side.number in (one.home, one.away) and one.is_open]
    return [now.names[one.away if one.home == side.number else one.home] for one in mine]


def leave(side: LeagueSide, *, reason: str, seen: list[str] | None = None, by: User | None) -> int:
    """Award all open fixtures of a side that left the league to its opponents. Return their number.

    `seen` are the names of those opponents as the user saw them. Raises `DomainError`.
    """
    reason, league = _clean_reason(reason), side.league
    with seasons.locked(league.season_id):
        if seen is not None and seen != opponents_to_award(side):
            raise DomainError("league_decided_since")
        now = state.league_state(league)
        mine = {one.uid: one for one in now.fixtures if side.number in (one.home, one.away) and one.is_open}
        if not mine:
            raise DomainError("league_nothing_open")
        fixtures = list(Fixture.objects.filter(league=league, uid__in=mine))
        acts = state.standing_decisions(league)
        were = [state.evening_now(one, acts.get(one.pk)) for one in fixtures]
        FixtureAct.objects.bulk_create(
            FixtureAct(
                fixture=one,
                kind=FixtureAct.Kind.AWARDED,
                to=AWAY if one.home_id == side.pk else HOME,
                reason=reason,
                by=by,
            )
            for one in fixtures
        )
        redeclare_fixtures(league, were, by=by)
    return len(mine)


def take_back(act: FixtureAct, *, by: User | None) -> None:
    """Take a decision back; the one before it holds again.

    Raises `DomainError` unless it is the last one.
    """
    league = act.fixture.league
    with seasons.locked(league.season_id):
        acts = state.standing_decisions(league)
        if acts.get(act.fixture_id) != act:
            raise DomainError("league_not_the_last")
        if act.kind != FixtureAct.Kind.AWARDED:  # without an award, what was played counts
            _check_not_played(act.fixture)
        was = state.evening_now(act.fixture, act)
        act.taken_back_at, act.taken_back_by = timezone.now(), by
        act.save(update_fields=["taken_back_at", "taken_back_by"])
        now = state.evening_now(act.fixture, state.standing_decisions(league).get(act.fixture_id))
        redeclare_fixtures(league, [was, now], by=by)


def end(league: League, *, by: User | None) -> LeagueTable:
    """Declare the table official. Raises `DomainError` while a fixture is open; a later one replaces it."""
    with seasons.locked(league.season_id):
        now = state.league_state(league)
        if now.open:
            raise DomainError("league_still_open", fixtures=now.open)
        return LeagueTable.objects.create(league=league, rows=state.frozen_table(now), by=by)


def _clean_reason(reason: str) -> str:
    reason = sanitize.clean_length(sanitize.clean_line(reason), MAX_REASON_LENGTH)
    if not reason:
        raise DomainError("league_award_reason")
    return reason


def _write(
    fixture: Fixture,
    kind: str,
    by: User | None,
    *,
    reason: str = "",
    seen: int | None = None,
    **about: Any,
) -> FixtureAct:
    reason, league = sanitize.clean_length(sanitize.clean_line(reason), MAX_REASON_LENGTH), fixture.league
    with seasons.locked(league.season_id):
        _check_not_played(fixture)
        holds = state.standing_decisions(league).get(fixture.pk)
        if seen is not None and seen != (holds.pk if holds else 0):
            raise DomainError("league_decided_since")
        was = state.evening_now(fixture, holds)
        act = FixtureAct.objects.create(fixture=fixture, kind=kind, reason=reason, by=by, **about)
        redeclare_fixtures(league, [was, about.get("evening")], by=by)
        return act


def _check_not_played(fixture: Fixture) -> None:
    """Raise `DomainError` where a fixture has a table or a result, or was awarded."""
    found = results.seated_fixtures(results.evenings(fixture.league)).get(str(fixture.uid))
    if found and (found.game or not found.evening.official):
        raise DomainError("league_is_played")
    act = state.standing_decisions(fixture.league).get(fixture.pk)
    if act and act.kind == FixtureAct.Kind.AWARDED:
        raise DomainError("league_is_awarded")
