"""The season of a file goes on here: written in the place of what is here, where nothing of that is lost."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction

from scoring import Refusal
from tournaments import copies, seasons
from tournaments.leagues.portable import OF_LEAGUE, OF_PLAYER, OF_SEASON, Portable, Rows, need, packed_league
from tournaments.leagues.shown import shown
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
from tournaments.models.tournament import in_turn
from tournaments.registration import sort_name


class Taken(NamedTuple):
    """What became of a file: the season, how many evenings came with it, how many stay as they are here."""

    season: Season
    brought: int
    left: int


def organisation_of(portable: Portable) -> Organisation:
    """The organisation that a file names, made where it is not here."""
    told = portable.rows["organisation"]
    found, _made = Organisation.objects.get_or_create(uid=told["uid"], defaults={"name": told["name"]})
    return found


def take_over(portable: Portable, organisation: Organisation, *, by: User | None) -> Taken:
    """Let the season of a file go on here, in `organisation`, with those of its evenings that are in it.

    A season that is here already becomes as in the file; an evening that is here only where the file has it
    further on. Raises `Refusal` where something was decided here that the file does not have, where the
    season belongs to another organisation, and for rows that make no season together: then nothing happens.
    """
    with in_turn(), transaction.atomic():
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        known = Season.objects.filter(uid=portable.uid).first()
        if known and known.organisation_id != organisation.pk:
            raise Refusal("season_of_another")
        if known and not _holds(portable, known):
            raise Refusal("season_went_on_here")
        brought = [_brought(copy, organisation, by) for copy in portable.copies]
        try:
            with transaction.atomic():
                season = _written(portable.rows, organisation, known)
                seasons.table(season)
                for league in League.objects.filter(season=season).select_related("season__organisation"):
                    shown(league)
        except Refusal:
            raise
        except (
            Exception
        ) as fault:  # whatever a page would stumble over: from a file, so nobody's mistake here
            raise Refusal("season_does_not_fit", part=type(fault).__name__) from fault
        with seasons.locked(season.pk):
            return Taken(season, sum(brought), len(brought) - sum(brought))


def _holds(portable: Portable, known: Season) -> bool:
    """Whether a file has all that was decided here."""
    league = League.objects.filter(season=known).first()
    there = portable.rows["league"]
    if league is None:
        return True
    if there is None:
        return False
    here = packed_league(league)

    def told(rows: Rows, part: str, *names: str) -> list[tuple[Any, ...]]:
        return [tuple(one[name] for name in names) for one in rows[part]]

    fixtures = ("uid", "round", "home", "away")
    decided = ("fixture", "kind", "evening", "to", "reason", "at")
    back = {_which(one) for one in there["acts"] if one["taken_back_at"]}
    return (
        set(told(here, "fixtures", *fixtures)) == set(told(there, "fixtures", *fixtures))
        and set(told(here, "acts", *decided)) <= set(told(there, "acts", *decided))
        and {_which(one) for one in here["acts"] if one["taken_back_at"]} <= back
        and set(told(here, "tables", "at")) <= set(told(there, "tables", "at"))
        and len(there["dates"]) >= len(here["dates"])
    )


def _which(act: Rows) -> tuple[str, str, str]:
    return act["fixture"], act["kind"], act["at"]


def _brought(copy: copies.Copy, organisation: Organisation, by: User | None) -> bool:
    """Whether an evening came from the file: not where it stands here as it is, or went on here."""
    live = Tournament.objects.filter(uid=copy.uid, live=True).first()
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


def _written(rows: Rows, organisation: Organisation, known: Season | None) -> Season:
    described = {name: rows["season"][name] for name in OF_SEASON}
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
        season = known
        seasons.change(season, {name: described[name] for name in seasons.DESCRIBED})
        Season.objects.filter(pk=season.pk).update(same_teams=described["same_teams"])
        season.refresh_from_db()
    for uid in dict.fromkeys(rows["evenings"]):
        season.evenings.get_or_create(tournament_uid=uid)
    if rows["league"] is not None:
        _write_league(season, rows["league"])
    return season


def _write_league(season: Season, rows: Rows) -> None:
    """The league of a file in the place of the one that is here: the file has all of that one."""
    League.objects.filter(season=season).delete()
    need("fixtures", not Fixture.objects.filter(uid__in=[one["uid"] for one in rows["fixtures"]]).exists())
    columns = {name: rows[name] for name in OF_LEAGUE} | {"made_at": _at(rows["made_at"])}
    league = League.objects.create(season=season, **columns)
    sides = {
        one["number"]: LeagueSide.objects.create(
            league=league, number=one["number"], team=one["team"], club=one["club"]
        )
        for one in rows["sides"]
    }
    player = _players(season.organisation, [one for side in rows["sides"] for one in side["players"]])
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
        FixtureAct(
            fixture=fixtures[one["fixture"]],
            **{name: one[name] for name in ("kind", "evening", "to", "reason")},
            at=_at(one["at"]),
            taken_back_at=_at(one["taken_back_at"]) if one["taken_back_at"] else None,
        )
        for one in rows["acts"]
    )
    LeagueTable.objects.bulk_create(
        LeagueTable(league=league, rows=one["rows"], at=_at(one["at"])) for one in rows["tables"]
    )


def _at(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def _players(organisation: Organisation, people: list[Rows]) -> Callable[[str], Player]:
    """The player of each uid, made where they are not known here.

    Who is one of another organisation here has a uid of this one, the same as `copies.restore` gives.
    """
    given = {one["uid"]: one for one in people}
    elsewhere = Player.objects.filter(uid__in=given).exclude(organisation=organisation)
    renamed = {
        str(uid): str(uuid5(organisation.uid, str(uid))) for uid in elsewhere.values_list("uid", flat=True)
    }
    uids = {uid: renamed.get(uid, uid) for uid in given}
    here = {str(one.uid) for one in Player.objects.filter(uid__in=uids.values())}
    Player.objects.bulk_create(
        Player(
            uid=uids[uid],
            organisation=organisation,
            kept=True,
            **{name: one[name] for name in OF_PLAYER if name != "sort_name"},
            sort_name=one["sort_name"] or sort_name(one["name"]),
        )
        for uid, one in given.items()
        if uids[uid] not in here
    )
    known = {str(one.uid): one for one in Player.objects.filter(uid__in=uids.values())}
    return lambda uid: known[uids[uid]]
