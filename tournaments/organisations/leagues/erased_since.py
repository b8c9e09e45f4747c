"""Take the names of people who were erased since it was written out of the file of a season."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Organisation, Player
from tournaments.registration import fold, teams
from tournaments.registration.teams import NAME_SEPARATOR
from tournaments.transfer import copies
from tournaments.transfer.erased_names import GAP, NamesInText

Rows = dict[str, Any]
BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters


def without_erased(rows: Rows, organisation: Organisation, evenings: Mapping[str, str]) -> Rows:
    """Return the rows of a season as the erasure would have left them.

    `evenings` are the names of people in the copies of its evenings by uid. The rows of people stay: who is
    known here is not written again.
    """
    league = rows["league"]
    sides = league["sides"] if league else []
    given = {**evenings, **{one["uid"]: one["name"] for side in sides for one in side["players"]}}
    erased = _replacement_names(organisation, given)
    if not erased:
        return rows
    names = NamesInText(given[uid] for uid in erased)
    changed = [side | {"team": _team_name(side, erased, names)} for side in sides]
    called = {fold(before["team"]): fold(after["team"]) for before, after in zip(sides, changed, strict=True)}
    same = [
        [_team_key(key, called, {given[uid]: name for uid, name in erased.items()}) for key in pair]
        for pair in rows["season"]["same_teams"]
    ]
    if league:
        acts = [one | {"reason": names.removed_from(one["reason"])} for one in league["acts"]]
        league = league | {"sides": changed, "acts": acts}
    return rows | {"season": rows["season"] | {"same_teams": same}, "league": league}


def _replacement_names(organisation: Organisation, given: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in place of the name of those who were erased here, by their uids in the file."""
    here = copies.uids_here(organisation.uid, list(given))
    uids, found = list(here.values()), dict[str, str]()
    for at in range(0, len(uids), BATCH_SIZE):
        gone = Player.objects.filter(uid__in=uids[at : at + BATCH_SIZE]).exclude(erased_at=None)
        found |= {str(uid): name for uid, name in gone.values_list("uid", "name")}
    return {uid: found[own] for uid, own in here.items() if own in found}


def _team_name(side: Rows, erased: Mapping[str, str], names: NamesInText) -> str:
    before = [one["name"] for one in side["players"]]
    if teams.is_made_of_names(side["team"], before, in_doubt=True):
        return teams.composed_full_name([erased.get(one["uid"], one["name"]) for one in side["players"]])
    return str(names.removed_from(side["team"]))


def _team_key(key: str, called: Mapping[str, str], instead: Mapping[str, str]) -> str:
    """Return the key of a team as it is called now; `instead` by the names of people."""
    name, tab, club = key.partition("\t")
    if name in called:
        return f"{called[name]}{tab}{club}"
    for person, number in instead.items():
        name = NamesInText([person]).removed_from(name, fold(number if NAME_SEPARATOR in name else GAP))
    return f"{name}{tab}{club}"


def names_by_uid(evening: copies.Copy) -> dict[str, str]:
    """Return the names of the people in a copy, by uid."""
    part = evening.rows["parts"]["Player"]
    uid, name = (part["fields"].index(column) for column in ("uid", "name"))
    return {row[uid]: row[name] for row in part["rows"]}
