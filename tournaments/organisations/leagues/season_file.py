"""A season with its league and its evenings as one file, to be imported on another laptop.

It is also written beside the copies after every change, without its evenings, which have copies of their own,
so a laptop that breaks in the middle of a season loses nothing of it. The names of those who made decisions
are not in it.
"""

import base64
import binascii
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Prefetch

from scoring import DomainError
from scoring.league import AWAY, CRITERIA, HOME, NEITHER
from tournaments.common import sanitize
from tournaments.common.schema import (
    Shape,
    between,
    boolean,
    either,
    exact_object,
    integer,
    list_of,
    natural,
    null,
    one_of,
    string,
    tuple_of,
    uid,
    up_to,
)
from tournaments.models import FixtureAct, League, LeaguePlayer, Season
from tournaments.models.fields import EARLIEST, LATEST
from tournaments.organisations import seasons
from tournaments.organisations.leagues.creation import MAX_PER_EVENING, MAX_SEED
from tournaments.pairing.home_and_away import MAX_SIDES, MIN_SIDES
from tournaments.transfer import copies
from tournaments.transfer.copies.file import MAX_UNPACKED_SIZE, files_in, unpacked_size

NAME, SUFFIX, VERSION = "cheville_season", ".cheville-season", 2
MAX_FIXTURES = MAX_SIDES * (MAX_SIDES - 1)
MAX_ACTS, MAX_TABLES = 5_000, 200
MAX_SAME_TEAMS = 200
MAX_FILE_SIZE = 29_000_000  # the limit of a form, with room for the browser's multipart envelope
MAX_ALL_UNPACKED = 4 * MAX_UNPACKED_SIZE  # all evenings together; they are read one after the other
MAX_POINTS, MAX_SMALL_INTEGER = 100_000, 2**15 - 1

Rows = dict[str, Any]


# Export


def pack(season: Season, *, with_evenings: bool) -> Rows:
    """Return the whole of a season as plain data; `with_evenings`: with a copy of each."""
    league = League.objects.filter(season=season).first()
    evenings = seasons.evenings_of(season) if with_evenings else []
    return {
        "season": {name: getattr(season, name) for name in SEASON_FIELDS}
        | {"uid": str(season.uid), "created_at": season.created_at.isoformat()},
        "organisation": {"uid": str(season.organisation.uid), "name": season.organisation.name},
        "evenings": [str(one.tournament_uid) for one in season.evenings.all()],
        "league": packed_league(league) if league else None,
        "copies": [base64.b64encode(copies.seal_copy(copies.pack(one))).decode() for one in evenings],
    }


def seal(season: Season) -> bytes:
    """Return the file of a season, with a copy of each evening.

    Raises `DomainError` (`season_too_large`) if it could not be imported.
    """
    rows = pack(season, with_evenings=True)
    content = copies.sealed(NAME, VERSION, rows)
    whole = len(content) <= MAX_FILE_SIZE and unpacked_size(content, MAX_UNPACKED_SIZE) <= MAX_UNPACKED_SIZE
    if not whole or not _fits_unpacked(map(base64.b64decode, rows["copies"])):
        raise DomainError("season_too_large")
    return content


def write_file(*, season: int, **_signal: Any) -> None:
    """Write the file of a season beside the copies, and again where the season changed meanwhile.

    No lock is held: of two processes that write it at once, the one that writes last finds out whether its
    data was read too early.
    """
    uid, written = None, None
    while True:
        known = Season.objects.select_related("organisation").filter(pk=season).first()
        if known is None:
            if uid:  # deleted while its file was written
                remove_file(uid=uid)
            return
        rows = pack(known, with_evenings=False)
        if rows == written:
            return
        copies.write_beside(f"{known.slug[:60]}-{known.uid}{SUFFIX}", copies.sealed(NAME, VERSION, rows))
        uid, written = known.uid, rows


def remove_file(*, uid: UUID, **_signal: Any) -> None:
    """Remove the file of a deleted season, which `--recover` would bring back."""
    copies.remove_beside(f"*-{uid}{SUFFIX}")


SEASON_FIELDS = (*seasons.DESCRIPTION_FIELDS, "slug", "same_teams")
LEAGUE_FIELDS = (
    *("seed", "double", "per_evening", "dates", "win", "draw", "loss", "as_played", "criteria"),
    *("format", "medals", "made_at"),
)
SEASON_FILE_PLAYER_FIELDS = ("name", "sort_name", "club", "region", "member_number", "consent")


def packed_league(league: League) -> Rows:
    """Return the league of a season as plain data."""
    players = LeaguePlayer.objects.select_related("player")
    sides = list(league.sides.prefetch_related(Prefetch("players", players)))
    fixtures = list(league.fixtures.select_related("home", "away"))
    acts = FixtureAct.objects.filter(fixture__league=league).select_related("fixture").order_by("pk")
    return {
        **{name: getattr(league, name) for name in LEAGUE_FIELDS},
        "made_at": league.made_at.isoformat(),
        "sides": [
            {
                "number": one.number,
                "team": one.team,
                "club": one.club,
                "players": [
                    {name: getattr(mate.player, name) for name in SEASON_FILE_PLAYER_FIELDS}
                    | {"uid": str(mate.player.uid)}
                    for mate in one.players.all()
                ],
            }
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
        "acts": [
            {
                "fixture": str(one.fixture.uid),
                "kind": one.kind,
                "evening": one.evening,
                "to": one.to,
                "reason": one.reason,
                "at": one.at.isoformat(),
                "taken_back_at": one.taken_back_at.isoformat() if one.taken_back_at else None,
            }
            for one in acts
        ],
        "tables": [{"at": one.at.isoformat(), "rows": one.rows} for one in league.tables.order_by("pk")],
    }


# Import: every value is checked as if it had been typed


def _is_moment(value: Any) -> bool:
    return sanitize.parse_moment(value) is not None


def _is_date(value: Any) -> bool:
    try:
        return (
            isinstance(value, str)
            and date.fromisoformat(value).isoformat() == value
            and (EARLIEST <= value <= LATEST)
        )
    except ValueError:
        return False


def _text_line(longest: int) -> Shape:
    return lambda value: string(longest)(value) and bool(value.strip())


def _is_slug(value: Any) -> bool:
    return string(80)(value) and value.replace("-", "").replace("_", "").isalnum() and value.isascii()


def _is_falling_points(value: Any) -> bool:
    return list_of(up_to(MAX_POINTS), 60)(value) and value == sorted(value, reverse=True)


SUM_SHAPE = list_of(integer, 10)
SHAPES: dict[str, Shape] = {
    "season": exact_object(
        {
            "uid": uid,
            "slug": _is_slug,
            "name": _text_line(200),
            "sides": one_of(Season.Sides.values),
            "counts": one_of(Season.Counts.values),
            "by_rank": _is_falling_points,
            "best": either(null, between(1, seasons.MAX_EVENINGS)),
            "least": up_to(MAX_POINTS),
            "attendance": up_to(seasons.MAX_EVENINGS),
            "public": boolean,
            "same_teams": list_of(tuple_of(_text_line(300), _text_line(300)), MAX_SAME_TEAMS),
            "created_at": _is_moment,
        }
    ),
    "organisation": exact_object({"uid": uid, "name": _text_line(200)}),
    "evenings": list_of(uid, seasons.MAX_EVENINGS),
    "copies": list_of(lambda value: isinstance(value, str), seasons.MAX_EVENINGS),
}
PLAYER = exact_object(
    {
        "uid": uid,
        "name": _text_line(120),
        "sort_name": string(120),
        "club": string(120),
        "region": string(120),
        "member_number": string(40),
        "consent": boolean,
    }
)
SIDES = list_of(
    exact_object(
        {
            "number": between(1, MAX_SIDES),
            "team": string(120),
            "club": string(120),
            "players": list_of(PLAYER, 8),
        }
    ),
    MAX_SIDES,
)
FIXTURES = list_of(
    exact_object(
        {
            "uid": uid,
            "round": between(1, MAX_SMALL_INTEGER),
            "evening": between(1, seasons.MAX_EVENINGS),
            "home": between(1, MAX_SIDES),
            "away": between(1, MAX_SIDES),
        }
    ),
    MAX_FIXTURES,
)
ACTS = list_of(
    exact_object(
        {
            "fixture": uid,
            "kind": one_of(FixtureAct.Kind.values),
            "evening": either(null, between(1, seasons.MAX_EVENINGS)),
            "to": one_of(("", HOME, AWAY, NEITHER)),
            "reason": string(160),
            "at": _is_moment,
            "taken_back_at": either(null, _is_moment),
        }
    ),
    MAX_ACTS,
)
TABLES = list_of(
    exact_object(
        {
            "at": _is_moment,
            "rows": list_of(
                exact_object(
                    {"rank": natural, "side": natural, "all": SUM_SHAPE, "home": SUM_SHAPE, "away": SUM_SHAPE}
                ),
                MAX_SIDES,
            ),
        }
    ),
    MAX_TABLES,
)
LEAGUE: dict[str, Shape] = {
    "seed": up_to(MAX_SEED),
    "double": boolean,
    "per_evening": between(1, MAX_PER_EVENING),
    "dates": list_of(_is_date, seasons.MAX_EVENINGS),
    "win": up_to(1000),
    "draw": up_to(1000),
    "loss": up_to(1000),
    "as_played": boolean,
    "criteria": list_of(one_of(CRITERIA), len(CRITERIA)),
    "format": string(80),
    "medals": boolean,
    "made_at": _is_moment,
    "sides": SIDES,
    "fixtures": FIXTURES,
    "acts": ACTS,
    "tables": TABLES,
}


OLD_LEAGUE_DEFAULTS: Rows = {"format": "", "medals": False}
"""The columns of a league that a file of version 1 lacks, with their values."""


class SeasonFile(NamedTuple):
    """A file that was read, except for the copies of evenings that are in it."""

    rows: Rows

    @property
    def uid(self) -> UUID:
        return UUID(self.rows["season"]["uid"])

    def evenings(self) -> Iterator[copies.Copy]:
        """Yield the copies in it, reading one at a time: all at once would fill the memory.

        Raises `DomainError` (`season_…`, `copy_…`).
        """
        found: set[UUID] = set()
        for content in _copies(self.rows):
            copy = copies.open_copy(content)
            require("copies", str(copy.uid) in self.rows["evenings"] and copy.uid not in found)
            found.add(copy.uid)
            yield copy


def newest_files(folders: Iterable[Path]) -> Iterator[tuple[Path, SeasonFile]]:
    """Yield the newest file of each season in these folders, of those that can be read."""
    found: dict[UUID, tuple[float, Path, SeasonFile]] = {}
    for path in (path for folder in folders for path in files_in(folder, SUFFIX)):
        try:
            written, portable = path.stat().st_mtime, open_season_file(path.read_bytes())
        except (OSError, DomainError):
            continue
        if portable.uid not in found or found[portable.uid][0] < written:
            found[portable.uid] = written, path, portable
    yield from ((path, portable) for _written, path, portable in found.values())


def open_season_file(content: bytes) -> SeasonFile:
    """Read a file, every value of it except those of its evenings. Raises `DomainError` (`season_…`)."""
    try:
        version, rows = copies.unsealed(content, NAME, VERSION)
    except DomainError as refusal:
        code = "season_is_newer" if refusal.code == "copy_is_newer" else "season_unreadable"
        raise DomainError(code) from refusal
    for part, shape in SHAPES.items():
        require(part, shape(rows.get(part)))
    require("league", "league" in rows)
    if rows["league"] is not None:
        require("league", isinstance(rows["league"], dict))
        rows["league"] = (OLD_LEAGUE_DEFAULTS if version == 1 else {}) | rows["league"]
        require("league", rows["league"].keys() == LEAGUE.keys())
        for part, shape in LEAGUE.items():
            require(part, shape(rows["league"][part]))
        _check_consistency(rows["league"])
    require("copies", len(set(rows["copies"])) == len(rows["copies"]) and _fits_unpacked(_copies(rows)))
    return SeasonFile(rows)


def _copies(rows: Rows) -> Iterator[bytes]:
    for one in rows["copies"]:
        try:
            yield base64.b64decode(one, validate=True)
        except (binascii.Error, ValueError) as error:
            raise DomainError("season_does_not_fit", part="copies") from error


def _fits_unpacked(found: Iterable[bytes]) -> bool:
    """Return whether these copies are small enough unpacked, each and all together."""
    left = MAX_ALL_UNPACKED
    for content in found:
        size = unpacked_size(content, min(left, MAX_UNPACKED_SIZE))
        if size > min(left, MAX_UNPACKED_SIZE):
            return False
        left -= size
    return True


def require(part: str, is_right: bool) -> None:
    """Raise `DomainError` for this part of a file unless it is right."""
    if not is_right:
        raise DomainError("season_does_not_fit", part=part)


def _check_consistency(league: Rows) -> None:
    """Check what no single value shows."""
    sides = [one["number"] for one in league["sides"]]
    require("sides", sides == list(range(1, len(sides) + 1)) and len(sides) >= MIN_SIDES)
    for one in league["sides"]:
        require("players", bool(one["players"]) if one["team"] else len(one["players"]) == 1)
        people = [person["uid"] for person in one["players"]]
        require("players", len(set(people)) == len(people))
    playing: dict[int, list[int]] = defaultdict(list)
    for one in league["fixtures"]:
        playing[one["round"]] += [one["home"], one["away"]]
        require("evening", one["evening"] <= len(league["dates"]))
    uids = {one["uid"] for one in league["fixtures"]}
    require("fixtures", len(uids) == len(league["fixtures"]))
    for people in playing.values():
        require("fixtures", len(set(people)) == len(people) and set(people) <= set(sides))
    for one in league["acts"]:
        require("acts", one["fixture"] in uids)
        moved, awarded = one["kind"] == FixtureAct.Kind.MOVED, one["kind"] == FixtureAct.Kind.AWARDED
        require("acts", moved == (one["evening"] is not None) and awarded == bool(one["to"]))
        require("acts", one["evening"] is None or one["evening"] <= len(league["dates"]))
    for one in league["tables"]:
        require("tables", {row["side"] for row in one["rows"]} == set(sides))
