"""Import the season of a file, merging it with the season here where nothing of that is lost."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DatabaseError, DataError, IntegrityError, transaction

from scoring import DomainError
from tournaments.models import (
    Fixture,
    FixtureAct,
    League,
    LeaguePlayer,
    LeagueSide,
    LeagueTable,
    Organisation,
    Player,
    Season,
    Tournament,
    User,
)
from tournaments.models.locking import writer_lock
from tournaments.models.seasons import lock_seasons
from tournaments.organisations import seasons
from tournaments.organisations.leagues.erased_since import names_by_uid, without_erased
from tournaments.organisations.leagues.season_file import (
    LEAGUE_FIELDS,
    MAX_SAME_TEAMS,
    SEASON_FIELDS,
    SEASON_FILE_PLAYER_FIELDS,
    Rows,
    SeasonFile,
    packed_league,
    require,
)
from tournaments.organisations.leagues.state import league_state
from tournaments.registration import sort_name
from tournaments.registration.known_clubs import ensure_clubs
from tournaments.transfer import copies
from tournaments.transfer.copies import erased_list
from tournaments.transfer.copies.rows import uids_erased

_at = datetime.fromisoformat


class SeasonImport(NamedTuple):
    """The result of an import: the season, and the numbers of evenings imported and left as they are here."""

    season: Season
    brought: int
    left: int


def ensure_organisation(portable: SeasonFile) -> Organisation:
    """Return the organisation that a file names, creating it where it is not here."""
    given = portable.rows["organisation"]
    found, _made = Organisation.objects.get_or_create(uid=given["uid"], defaults={"name": given["name"]})
    return found


def import_season(portable: SeasonFile, organisation: Organisation, *, by: User | None) -> SeasonImport:
    """Import the season of a file into `organisation`, with those of its evenings that are in it.

    A season that is here already gains what the file has besides: decisions, tables, dates after those here,
    evenings, teams that are one. Its address and whether it is public stay as they are here; an evening that
    is here is replaced only where the file's copy is ahead of it.

    Raises `DomainError` where something was decided here that the file does not have (`season_went_on_here`),
    where the two descriptions differ (`season_differs`), where the season belongs to another organisation,
    and for rows that make no season together: then nothing happens.
    """
    with ExitStack() as held:
        held.enter_context(writer_lock())
        held.enter_context(transaction.atomic())
        # All who hold a tournament may write people of the organisation: without a key that does not wait.
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        rows = without_erased(portable.rows, organisation, {})  # as it would be had it been here
        known = Season.objects.filter(uid=portable.uid).first()
        if known and known.organisation_id != organisation.pk:
            raise DomainError("season_of_another")
        lock_seasons(organisation)  # all in one order: an erasure writes them
        if known:  # locked to the end: decisions made meanwhile would be lost
            known = held.enter_context(seasons.locked(known.pk))
            _check_conflicts(rows, known)
        brought, names = [], dict[str, str]()
        for copy in portable.evenings():
            brought.append(_import_evening(copy, organisation, by))
            names |= names_by_uid(copy)
        try:
            with transaction.atomic():
                season = write_season(without_erased(rows, organisation, names), organisation, known)
                seasons.check_evenings_differ(season)
                listed = {*erased_list.listed_people(organisation), *uids_erased(organisation)}
                erased_list.erase_in(organisation, listed)
                seasons.table(season)
                for league in League.objects.filter(season=season).select_related("season__organisation"):
                    league_state(league)
        except DomainError:
            raise
        except Exception as fault:
            # anything that a page would fail on: it comes from the file, so it is no bug here
            if isinstance(fault, DatabaseError) and not isinstance(fault, (IntegrityError, DataError)):
                raise  # the database, not the file
            raise DomainError("season_does_not_fit", part=type(fault).__name__) from fault
        if known is None:
            held.enter_context(seasons.locked(season.pk))
        return SeasonImport(season, sum(brought), len(brought) - sum(brought))


COMPARED_SEASON_FIELDS = tuple(name for name in seasons.DESCRIPTION_FIELDS if name != "public")
COMPARED_LEAGUE_FIELDS = tuple(name for name in LEAGUE_FIELDS if name not in ("dates", "made_at"))


def _check_conflicts(rows: Rows, known: Season) -> None:
    """Raise `DomainError` where importing a file would undo what was done here."""
    counted = {str(uid) for uid in known.evenings.values_list("tournament_uid", flat=True)}
    taken_out = Tournament.objects.filter(
        organisation=known.organisation_id, uid__in=set(rows["evenings"]) - counted
    )
    if taken_out.exists() or any(
        getattr(known, name) != rows["season"][name] for name in COMPARED_SEASON_FIELDS
    ):
        raise DomainError("season_differs")
    league = League.objects.filter(season=known).first()
    if league is None:
        return
    here, there = packed_league(league), rows["league"]
    if there is None or not holds_all_decisions(there, here):
        raise DomainError("season_went_on_here")
    if any(here[name] != there[name] for name in COMPARED_LEAGUE_FIELDS):
        raise DomainError("season_differs")
    if here["dates"] != there["dates"][: len(here["dates"])]:
        raise DomainError("season_differs")


def holds_all_decisions(there: Rows, here: Rows) -> bool:
    """Return whether the league of a file has all decisions of the one that is here."""

    def values(rows: Rows, part: str, *names: str) -> set[tuple[Any, ...]]:
        return {tuple(one[name] for name in names) for one in rows[part]}

    fixtures = ("uid", "round", "home", "away")
    decided = ("fixture", "kind", "evening", "to", "reason", "at")
    back = {_act_key(one) for one in there["acts"] if one["taken_back_at"]}
    return (
        values(here, "fixtures", *fixtures) == values(there, "fixtures", *fixtures)
        and values(here, "acts", *decided) <= values(there, "acts", *decided)
        and {_act_key(one) for one in here["acts"] if one["taken_back_at"]} <= back
        and all(one in there["tables"] for one in here["tables"])
        and len(there["dates"]) >= len(here["dates"])
    )


def _act_key(act: Rows) -> tuple[str, str, str]:
    return act["fixture"], act["kind"], act["at"]


def _import_evening(copy: copies.Copy, organisation: Organisation, by: User | None) -> bool:
    """Restore an evening from the file unless the one here is the same or went on; return whether it was."""
    live = Tournament.living(copy.uid)
    if live is None:
        copies.restore(copy, by=by, to=organisation)
        return True
    if live.organisation_id != organisation.pk:
        return False
    compared = copies.compare(copy, live)
    if compared.kind != copies.AHEAD:
        return False
    copies.restore(copy, by=by, seen=compared, to=organisation)
    return True


def write_season(rows: Rows, organisation: Organisation, known: Season | None) -> Season:
    described = {name: rows["season"][name] for name in SEASON_FIELDS}
    if known is None:
        if Season.objects.filter(organisation=organisation, slug=described["slug"]).exists():
            described["slug"] = ""  # another season's address is not taken
        season = Season.objects.create(
            organisation=organisation,
            uid=UUID(rows["season"]["uid"]),
            created_at=datetime.fromisoformat(rows["season"]["created_at"]),
            **described,
        )
    else:
        season, own = known, dict(known.same_teams)
        more = [pair for pair in described["same_teams"] if pair[0] not in own]
        season.same_teams = [*season.same_teams, *more]
        require("same_teams", len(season.same_teams) <= MAX_SAME_TEAMS)
        season.save(update_fields=["same_teams"])
    for uid in dict.fromkeys(rows["evenings"]):
        season.evenings.get_or_create(tournament_uid=uid)
    require("evenings", season.evenings.count() <= seasons.MAX_EVENINGS)
    if rows["league"] is not None:
        _write_league(season, rows["league"])
    return season


def _write_league(season: Season, rows: Rows) -> None:
    """Replace the league here by that of a file; only the users who decided are kept from the one here."""
    acts = {
        (str(one.fixture.uid), one.kind, one.at): one
        for one in FixtureAct.objects.filter(fixture__league__season=season).select_related("fixture")
    }
    declared = dict(LeagueTable.objects.filter(league__season=season).values_list("at", "by"))
    League.objects.filter(season=season).delete()
    require("fixtures", not Fixture.objects.filter(uid__in=[one["uid"] for one in rows["fixtures"]]).exists())
    columns = {name: rows[name] for name in LEAGUE_FIELDS} | {"made_at": _at(rows["made_at"])}
    league = League.objects.create(season=season, **columns)
    usual = ensure_clubs(season.organisation_id, [one["club"] for one in rows["sides"] if one["club"]])
    sides = {
        one["number"]: LeagueSide.objects.create(
            league=league,
            number=one["number"],
            team=one["team"],
            club=usual.get(one["club"], one["club"]),
        )
        for one in rows["sides"]
    }
    player = _player_finder(season.organisation, [one for side in rows["sides"] for one in side["players"]])
    LeaguePlayer.objects.bulk_create(
        LeaguePlayer(side=sides[side["number"]], player=player(one["uid"]), position=at)
        for side in rows["sides"]
        for at, one in enumerate(side["players"], start=1)
    )
    made = Fixture.objects.bulk_create(
        Fixture(
            uid=one["uid"],
            league=league,
            round=one["round"],
            evening=one["evening"],
            home=sides[one["home"]],
            away=sides[one["away"]],
        )
        for one in rows["fixtures"]
    )
    fixtures = {str(one.uid): one for one in made}
    FixtureAct.objects.bulk_create(
        _act(one, fixtures[one["fixture"]], acts.get((one["fixture"], one["kind"], _at(one["at"]))))
        for one in rows["acts"]
    )
    LeagueTable.objects.bulk_create(
        LeagueTable(league=league, rows=one["rows"], at=_at(one["at"]), by_id=declared.get(_at(one["at"])))
        for one in rows["tables"]
    )


def _act(row: Rows, fixture: Fixture, here: FixtureAct | None) -> FixtureAct:
    """Return a decision of a file; `here` is the same one as this laptop knew it, with those who made it."""
    back = _at(row["taken_back_at"]) if row["taken_back_at"] else None
    return FixtureAct(
        fixture=fixture,
        **{name: row[name] for name in ("kind", "evening", "to", "reason")},
        at=_at(row["at"]),
        by_id=here.by_id if here else None,
        taken_back_at=(here and here.taken_back_at) or back,
        taken_back_by_id=here.taken_back_by_id if here else None,
    )


def _player_finder(organisation: Organisation, people: list[Rows]) -> Callable[[str], Player]:
    """Return a function from a uid to its player, creating the players who are not known here."""
    given = {one["uid"]: one for one in people}
    uids = copies.uids_here(organisation.uid, list(given))
    here = {str(one.uid) for one in Player.objects.filter(uid__in=uids.values())}
    Player.objects.bulk_create(
        Player(
            uid=uids[uid],
            organisation=organisation,
            kept=True,
            **{name: one[name] for name in SEASON_FILE_PLAYER_FIELDS if name != "sort_name"},
            sort_name=one["sort_name"] or sort_name(one["name"]),
        )
        for uid, one in given.items()
        if uids[uid] not in here
    )
    known = {str(one.uid): one for one in Player.objects.filter(uid__in=uids.values())}
    return lambda uid: known[uids[uid]]
