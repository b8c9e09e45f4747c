"""Evenings of a league: the tournament that plays each one, and its fixtures."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Prefetch, prefetch_related_objects

from scoring import DomainError
from tournaments.models import (
    Entry,
    League,
    LeaguePlayer,
    LeagueSide,
    Member,
    Player,
    Round,
    Tournament,
    User,
)
from tournaments.models.locking import locked
from tournaments.organisations import seasons
from tournaments.organisations.leagues import results, state
from tournaments.pairing.home_and_away import add_games
from tournaments.pairing.pairing_systems import Tables
from tournaments.registration import fold, import_roster
from tournaments.registration.names import family_name
from tournaments.registration.roster import Draft
from tournaments.registration.teams import NewMember, is_made_of_names
from tournaments.rounds import fixtures, stages
from tournaments.rounds.fixtures import Fixture

PAIR_SIZE = 2


def evening_of(league: League, number: int) -> results.EveningTournament | None:
    """Return the tournament that plays an evening of the league; the first if several claim it."""
    return next((one for one in results.evenings(league) if one.number == number), None)


def can_play_fixtures(rules: Mapping[str, Any]) -> bool:
    """Return whether fixtures can be played under these rules: with two sides at every table."""
    tables = Tables.from_rules(rules)
    several = tables.partners or tables.exact or rules.get("boards")
    return tables.size == PAIR_SIZE and not several and bool(rules["rounds"])


def check_format(tournament: Tournament) -> None:
    """Raise `DomainError` where the format of a tournament cannot play fixtures."""
    if not can_play_fixtures(stages.qualifying(tournament).rules):
        raise DomainError("league_two_at_table")


class EveningSize(NamedTuple):
    """The size of an evening: the number of sides, of tables used at once, and of games."""

    sides: int
    tables: int
    rounds: int


def size_of(league: League, number: int) -> EveningSize:
    """Return how large an evening is, with what was put on it."""
    own, more = _evening_fixtures(league, number)
    drawn: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in own:
        drawn[one.round].append((one.home_id, one.away_id))
    rounds = add_games(list(drawn.values()), [(one.home_id, one.away_id) for one in more])
    sides = {side for games in rounds for game in games for side in game}
    return EveningSize(len(sides), max(map(len, rounds), default=1), max(len(rounds), 1))


def assign_tournament(league: League, number: int, tournament: Tournament, *, by: User | None) -> None:
    """Let `tournament` play evening `number` of a league.

    It counts for the season, missing sides are entered, and the fixtures are declared. Raises `DomainError`
    where another one plays it, where it plays for another league, where the evening has no fixtures, or where
    the format is not for two at a table.
    """
    check_format(tournament)
    # otherwise a fixture moved meanwhile is declared nowhere, two tournaments play one evening, or two
    # leagues take one tournament
    with seasons.locked(league.season_id), locked(tournament) as tournament:
        known = evening_of(league, number)
        if known and known.tournament.pk != tournament.pk:
            raise DomainError("league_evening_taken", name=known.tournament.name)
        if results.playing_elsewhere(league, [tournament]):
            raise DomainError("league_plays_another", name=tournament.name)
        own, more = _evening_fixtures(league, number)
        if not own and not more:
            raise DomainError("league_evening_empty")
        sides = [side for one in [*own, *more] for side in (one.home, one.away)]
        numbers = _ensure_entries(league, number, tournament, list(dict.fromkeys(sides)), by)
        _declare_fixtures(league, number, tournament, numbers, by)
        seasons.add(league.season, tournament)  # by its new fixtures: it may have played another evening


def redeclare_fixtures(league: League, numbers: Sequence[int | None], *, by: User | None) -> None:
    """Declare the fixtures of the evenings `numbers` anew, where they have a tournament and are not over."""
    evenings = {one.number: one for one in results.evenings(league)}
    for number in dict.fromkeys(numbers):
        if number in evenings and evenings[number].official is None:
            assign_tournament(league, number, evenings[number].tournament, by=by)


def rounds_for(
    league: League, number: int, tournament: Tournament, numbers: dict[int, int]
) -> fixtures.Rounds:
    """Return the fixtures of an evening round by round, by the entry `numbers` of the sides.

    Seated rounds stay as they are; each later round keeps its fixtures that still belong to the evening; a
    fixture that was added to the evening gets the first round in which both are free.
    """
    own, more = _evening_fixtures(league, number)
    here = {
        str(one.uid): Fixture(numbers[one.home_id], numbers[one.away_id], str(one.uid))
        for one in [*own, *more]
    }
    act, stage = fixtures.latest_act(tournament), stages.qualifying(tournament)
    seated = stage.rounds.exclude(state=Round.State.VOID).count()
    before = fixtures.rounds_of(act) if act else _by_round([(one.round, here[str(one.uid)]) for one in own])
    stand = before[:seated]
    meetings = results.meetings_by_pair([stage.pk])
    at_tables = {
        one.uid
        for number, games in enumerate(stand, start=1)
        for one in games
        if (stage.pk, number, frozenset(one[:2])) in meetings
    }
    left = here.keys() - at_tables
    later = [[here[one.uid] for one in games if one.uid in left] for games in before[seated:]]
    rest = [
        here[uid] for uid in here if uid in left and not any(uid == one.uid for row in later for one in row)
    ]
    rounds = add_games([games for games in later if games], rest)
    return (*stand, *map(tuple, rounds))


def _evening_fixtures(league: League, number: int) -> tuple[list, list]:
    every = league.fixtures.select_related("home", "away")
    return state.evening_fixtures(every, state.standing_decisions(league), number)


def _by_round(games: Sequence[tuple[int, Fixture]]) -> fixtures.Rounds:
    rounds: dict[int, list[Fixture]] = defaultdict(list)
    for number, game in games:
        rounds[number].append(game)
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def _declare_fixtures(
    league: League, number: int, tournament: Tournament, numbers: dict[int, int], by: User | None
) -> None:
    rounds = rounds_for(league, number, tournament, numbers)
    act, stage = fixtures.latest_act(tournament), stages.qualifying(tournament)
    seated = stages.last_seated_round(stage)
    changes: dict[str, Any] = {"rounds": max(len(rounds), seated, 1)}
    changes |= {} if seated else {"movement": fixtures.MOVEMENT, "odd": None}
    changes |= {} if league.medals else {"medals": 0}
    stages.change_rules(stage, changes, by=by)
    if act is None or fixtures.rounds_of(act) != rounds or act.args["evening"] != number:
        fixtures.declare(tournament, rounds, league=str(league.season.uid), evening=number, by=by)


def _ensure_entries(
    league: League, number: int, tournament: Tournament, sides: Sequence[LeagueSide], by: User | None
) -> dict[int, int]:
    """Return the entry number of each of these sides, by its key, entering the missing ones."""
    people = LeaguePlayer.objects.select_related("player")
    prefetch_related_objects(sides, Prefetch("players", people))
    found = _declared_entries(league, tournament)
    there = _EntryIndex.from_tournament(tournament)
    for candidates in (there.by_identity, there.by_likeness):
        for side in (one for one in sides if one.pk not in found):
            free = [entry for entry in candidates(side) if entry not in found.values()]
            if free:
                found[side.pk] = free[0]
    missing = [side for side in sides if side.pk not in found]
    if missing:
        # under the lock of the league no side is entered twice; one taken off the list is entered anew
        token = f"league-{league.season.uid}-{number}-{tournament.acts.count()}"
        act, _new = import_roster(
            tournament, [_draft(one) for one in missing], token=token, by=by, source=league.season.name
        )
        found |= {side.pk: entry for side, entry in zip(missing, act.args["entries"], strict=True)}
    return found


def _declared_entries(league: League, tournament: Tournament) -> dict[int, int]:
    """Return the entry numbers that the newest acts gave to sides of the league, by the key of the side.

    An entry stays that of its side when it is corrected, when its club is renamed, or when its fixture was
    taken off the evening meanwhile.
    """
    entered = dict(tournament.entries.exclude(kind=Entry.Kind.HOUSE).values_list("number", "created_at"))
    sides = {str(uid): pair for uid, *pair in league.fixtures.values_list("uid", "home", "away")}
    acts = tournament.acts.filter(kind=fixtures.KIND, args__league=str(league.season.uid))
    found: dict[int, int] = {}
    for act in acts.order_by("-version"):
        # the number of an entry that was removed can be that of another one entered later
        there = {entry for entry, since in entered.items() if since <= act.at}
        for fixture in (one for games in fixtures.rounds_of(act) for one in games):
            for side, entry in zip(sides.get(fixture.uid, ()), fixture[:2], strict=False):
                if side not in found and entry in there and entry not in found.values():
                    found[side] = entry
    return found


class _EntryIndex(NamedTuple):
    """The entries of a tournament by player, persons and teams apart, and by name, club and being a team."""

    persons: dict[int, list[int]]
    in_teams: dict[int, list[int]]
    named: dict[tuple[str, str, bool], list[int]]

    @classmethod
    def from_tournament(cls, tournament: Tournament) -> "_EntryIndex":
        found = cls(defaultdict(list), defaultdict(list), defaultdict(list))
        entries = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
        is_team = {}
        for number, name, club, team in entries.values_list("number", "name", "club", "team"):
            is_team[number] = bool(team)
            found.named[fold(name), fold(club), bool(team)].append(number)
        members = Member.objects.filter(entry__tournament=tournament, entry__number__in=is_team)
        for number, player in members.order_by("entry__number").values_list("entry__number", "player"):
            (found.in_teams if is_team[number] else found.persons)[player].append(number)
        return found

    def by_identity(self, side: LeagueSide) -> list[int]:
        """Return the entries that a side can be: a person by identity, a team by its name and club."""
        players = [one.player_id for one in side.players.all()]
        if not side.team:
            return [number for one in players for number in self.persons.get(one, ())]
        shared = self._shared_players(players)
        same = self.named.get((fold(side.team), fold(side.club), True), [])
        return sorted(same, key=lambda number: (-shared[number], number))

    def by_likeness(self, side: LeagueSide) -> list[int]:
        """Return the entries that a side may be: a person by name and club, a team by most of its people."""
        people = [one.player for one in side.players.all()]
        if not side.team:
            return [number for one in people for number in self._namesakes(one)]
        shared = self._shared_players([one.pk for one in people])
        return sorted(number for number, many in shared.items() if 2 * many > len(people))

    def _namesakes(self, player: Player) -> list[int]:
        return self.named.get((fold(player.name), fold(player.club), False), [])

    def _shared_players(self, players: Sequence[int]) -> Counter[int]:
        return Counter(number for one in players for number in set(self.in_teams.get(one, ())))


def _draft(side: LeagueSide) -> Draft:
    every = [one.player for one in side.players.all()]
    people = [one for one in every if one.erased_at is None] or every  # of an erased person a number is left
    mates = tuple(
        NewMember(one.name, family_name(one.name, one.sort_name), one.club, one.member_number)
        for one in people
    )
    if side.team:
        given = "" if is_made_of_names(side.team, [one.name for one in people]) else side.team
        return Draft(given, details={"club": side.club}, members=mates)
    (person,) = people
    details = {"club": person.club, "region": person.region, "member_number": person.member_number}
    return Draft(person.name, mates[0].family, details=details)
