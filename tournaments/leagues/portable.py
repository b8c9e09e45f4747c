"""A season with its league and its evenings as one file: taken to another laptop, and taken over there.

It is written beside the copies after every change as well, without its evenings, which have copies of their
own: a laptop that breaks in the middle of a season costs nothing of it. Whoever decided is not in it.
"""

import base64
import binascii
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.dateparse import parse_datetime

from scoring import Refusal
from scoring.league import AWAY, CRITERIA, HOME, NEITHER
from tournaments import copies, seasons
from tournaments.leagues.making import MOST_PER_EVENING, MOST_SEED
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
from tournaments.models.fields import EARLIEST, LATEST
from tournaments.models.tournament import in_turn
from tournaments.registration import sort_name
from tournaments.seating.home_and_away import LEAST_SIDES, MOST_SIDES
from tournaments.shapes import (
    Shape,
    between,
    either,
    fields,
    nothing,
    number,
    one_of,
    several,
    together,
    up_to,
    whole,
    words,
    yes_or_no,
)

NAME, SUFFIX, VERSION = "cheville_season", ".cheville-season", 1
MOST_FIXTURES = MOST_SIDES * (MOST_SIDES - 1)
MOST_ACTS, MOST_TABLES = 5_000, 200
LARGEST_POINTS, SMALL = 100_000, 2**15 - 1

Rows = dict[str, Any]


class Taken(NamedTuple):
    """What became of a file: the season, how many evenings came with it, how many stay as they are here."""

    season: Season
    brought: int
    left: int


# Out


def pack(season: Season, *, with_evenings: bool) -> Rows:
    """The whole of a season as plain data; `with_evenings`: with a copy of each."""
    league = League.objects.filter(season=season).first()
    days = seasons.evenings_of(season) if with_evenings else []
    return {
        "season": {name: getattr(season, name) for name in OF_SEASON}
        | {"uid": str(season.uid), "created_at": season.created_at.isoformat()},
        "organisation": {"uid": str(season.organisation.uid), "name": season.organisation.name},
        "evenings": [str(one.tournament_uid) for one in season.evenings.all()],
        "league": _packed(league) if league else None,
        "copies": [base64.b64encode(copies.seal_copy(copies.pack(one))).decode() for one in days],
    }


def seal(season: Season, *, with_evenings: bool) -> bytes:
    """The file of a season."""
    return copies.sealed(NAME, VERSION, pack(season, with_evenings=with_evenings))


def keep(*, season: int, **_signal: Any) -> None:
    """Write the file of a season beside the copies."""
    known = Season.objects.select_related("organisation").get(pk=season)
    copies.keep_beside(f"{known.slug[:60]}-{known.uid}{SUFFIX}", seal(known, with_evenings=False))


OF_SEASON = (*seasons.DESCRIBED, "slug", "same_teams")
OF_LEAGUE = (
    *("seed", "double", "per_evening", "dates", "win", "draw", "loss", "as_played", "criteria"),
    "made_at",
)
OF_PLAYER = ("name", "sort_name", "club", "region", "member_number", "consent")


def _packed(league: League) -> Rows:
    sides = list(league.sides.prefetch_related("players__player"))
    fixtures = list(league.fixtures.select_related("home", "away"))
    acts = FixtureAct.objects.filter(fixture__league=league).select_related("fixture").order_by("pk")
    return {
        **{name: getattr(league, name) for name in OF_LEAGUE},
        "made_at": league.made_at.isoformat(),
        "sides": [
            {"number": one.number, "team": one.team, "club": one.club, "players": _people(one)}
            for one in sides
        ],
        "fixtures": [
            {
                "uid": str(one.uid),
                "round": one.round,
                "evening": one.evening,
                "home": one.home.number,
                "away": one.away.number,
            }
            for one in fixtures
        ],
        "acts": [_act(one) for one in acts],
        "tables": [{"at": one.at.isoformat(), "rows": one.rows} for one in league.tables.order_by("pk")],
    }


def _people(side: LeagueSide) -> list[Rows]:
    return [
        {name: getattr(one.player, name) for name in OF_PLAYER} | {"uid": str(one.player.uid)}
        for one in side.players.all()
    ]


def _act(one: FixtureAct) -> Rows:
    return {
        "fixture": str(one.fixture.uid),
        "kind": one.kind,
        "evening": one.evening,
        "to": one.to,
        "reason": one.reason,
        "at": one.at.isoformat(),
        "taken_back_at": one.taken_back_at.isoformat() if one.taken_back_at else None,
    }


# In: every value as if somebody had typed it


def _uid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def _moment(value: Any) -> bool:
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return False
    return moment is not None and moment.tzinfo is not None and EARLIEST <= value <= LATEST


def _day(value: Any) -> bool:
    try:
        return (
            isinstance(value, str)
            and date.fromisoformat(value).isoformat() == value
            and (EARLIEST <= value <= LATEST)
        )
    except ValueError:
        return False


def _a_line(longest: int) -> Shape:
    return lambda value: words(longest)(value) and bool(value.strip())


def _slug(value: Any) -> bool:
    return words(80)(value) and value.replace("-", "").replace("_", "").isalnum() and value.isascii()


def _whole(known: dict[str, Shape]) -> Shape:
    return fields(known, needed=tuple(known))


def _falling(value: Any) -> bool:
    return several(up_to(LARGEST_POINTS), 60)(value) and value == sorted(value, reverse=True)


SUM = several(whole, 10)
SHAPES: dict[str, Shape] = {
    "season": _whole(
        {
            "uid": _uid,
            "slug": _slug,
            "name": _a_line(200),
            "sides": one_of(Season.Sides.values),
            "counts": one_of(Season.Counts.values),
            "by_rank": _falling,
            "best": either(nothing, between(1, seasons.MOST_EVENINGS)),
            "least": up_to(LARGEST_POINTS),
            "attendance": up_to(seasons.MOST_EVENINGS),
            "public": yes_or_no,
            "same_teams": several(together(_a_line(300), _a_line(300)), 200),
            "created_at": _moment,
        }
    ),
    "organisation": _whole({"uid": _uid, "name": _a_line(200)}),
    "evenings": several(_uid, seasons.MOST_EVENINGS),
    "copies": several(lambda value: isinstance(value, str), seasons.MOST_EVENINGS),
}
PLAYER = _whole(
    {
        "uid": _uid,
        "name": _a_line(120),
        "sort_name": words(120),
        "club": words(120),
        "region": words(120),
        "member_number": words(40),
        "consent": yes_or_no,
    }
)
SIDES = several(
    _whole(
        {
            "number": between(1, MOST_SIDES),
            "team": words(120),
            "club": words(120),
            "players": several(PLAYER, 8),
        }
    ),
    MOST_SIDES,
)
FIXTURES = several(
    _whole(
        {
            "uid": _uid,
            "round": between(1, SMALL),
            "evening": between(1, seasons.MOST_EVENINGS),
            "home": between(1, MOST_SIDES),
            "away": between(1, MOST_SIDES),
        }
    ),
    MOST_FIXTURES,
)
ACTS = several(
    _whole(
        {
            "fixture": _uid,
            "kind": one_of(FixtureAct.Kind.values),
            "evening": either(nothing, between(1, seasons.MOST_EVENINGS)),
            "to": one_of(("", HOME, AWAY, NEITHER)),
            "reason": words(160),
            "at": _moment,
            "taken_back_at": either(nothing, _moment),
        }
    ),
    MOST_ACTS,
)
TABLES = several(
    _whole(
        {
            "at": _moment,
            "rows": several(
                _whole({"rank": number, "side": number, "all": SUM, "home": SUM, "away": SUM}), MOST_SIDES
            ),
        }
    ),
    MOST_TABLES,
)
LEAGUE: dict[str, Shape] = {
    "seed": up_to(MOST_SEED),
    "double": yes_or_no,
    "per_evening": between(1, MOST_PER_EVENING),
    "dates": several(_day, seasons.MOST_EVENINGS),
    "win": up_to(1000),
    "draw": up_to(1000),
    "loss": up_to(1000),
    "as_played": yes_or_no,
    "criteria": several(one_of(CRITERIA), len(CRITERIA)),
    "made_at": _moment,
    "sides": SIDES,
    "fixtures": FIXTURES,
    "acts": ACTS,
    "tables": TABLES,
}


class Portable(NamedTuple):
    """A file that was read: its rows, and the copies of evenings that are in it."""

    rows: Rows
    copies: list[copies.Copy]

    @property
    def uid(self) -> UUID:
        """Which season it is."""
        return UUID(self.rows["season"]["uid"])


def lying_in(folders: Iterable[Path]) -> Iterator[tuple[Path, Portable]]:
    """The newest file of each season in these folders, of those that can be read."""
    found: dict[UUID, tuple[float, Path, Portable]] = {}
    for path in (path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))):
        try:
            written, portable = path.stat().st_mtime, opened(path.read_bytes())
        except (OSError, Refusal):
            continue
        if portable.uid not in found or found[portable.uid][0] < written:
            found[portable.uid] = written, path, portable
    yield from ((path, portable) for _written, path, portable in found.values())


def opened(content: bytes) -> Portable:
    """Read a file, every value of it. Raises `Refusal` (`season_…`, `copy_…` for one of its evenings)."""
    try:
        _version, rows = copies.unsealed(content, NAME, VERSION)
    except Refusal as refusal:
        code = "season_is_newer" if refusal.code == "copy_is_newer" else "season_unreadable"
        raise Refusal(code) from refusal
    for part, shape in SHAPES.items():
        _need(part, shape(rows.get(part)))
    if rows.get("league") is not None:
        _need("league", isinstance(rows["league"], dict) and rows["league"].keys() == LEAGUE.keys())
        for part, shape in LEAGUE.items():
            _need(part, shape(rows["league"][part]))
        _fits_together(rows["league"])
    found = []
    for one in rows["copies"]:
        try:
            copy = copies.open_copy(base64.b64decode(one, validate=True))
        except (binascii.Error, ValueError) as error:
            raise Refusal("season_does_not_fit", part="copies") from error
        _need("copies", str(copy.uid) in rows["evenings"])
        found.append(copy)
    return Portable(rows, found)


def _need(part: str, is_right: bool) -> None:
    if not is_right:
        raise Refusal("season_does_not_fit", part=part)


def _fits_together(league: Rows) -> None:
    """What no single value tells."""
    sides = [one["number"] for one in league["sides"]]
    _need("sides", sides == list(range(1, len(sides) + 1)) and len(sides) >= LEAST_SIDES)
    for one in league["sides"]:
        _need("players", bool(one["players"]) if one["team"] else len(one["players"]) == 1)
        people = [person["uid"] for person in one["players"]]
        _need("players", len(set(people)) == len(people))
    playing: dict[int, list[int]] = defaultdict(list)
    for one in league["fixtures"]:
        playing[one["round"]] += [one["home"], one["away"]]
        _need("evening", one["evening"] <= len(league["dates"]))
    uids = {one["uid"] for one in league["fixtures"]}
    _need("fixtures", len(uids) == len(league["fixtures"]))
    for people in playing.values():
        _need("fixtures", len(set(people)) == len(people) and set(people) <= set(sides))
    for one in league["acts"]:
        _need("acts", one["fixture"] in uids)
        moved, awarded = one["kind"] == FixtureAct.Kind.MOVED, one["kind"] == FixtureAct.Kind.AWARDED
        _need("acts", moved == (one["evening"] is not None) and awarded == bool(one["to"]))
        _need("acts", one["evening"] is None or one["evening"] <= len(league["dates"]))
    for one in league["tables"]:
        _need("tables", {row["side"] for row in one["rows"]} == set(sides))


# Taking over


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
    here = _packed(league)

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
    _need("fixtures", not Fixture.objects.filter(uid__in=[one["uid"] for one in rows["fixtures"]]).exists())
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
