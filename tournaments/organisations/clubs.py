"""The clubs of an organisation: change one, make two one, and take that back.

What is written in tournaments follows, as a mistyped club may be corrected at any time; standings that were
published keep what they said.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from django.db import models
from django.db.models import Count

from scoring import DomainError
from tournaments.common.signals import announce_season_changes
from tournaments.models import (
    Club,
    ClubMembership,
    ClubSheet,
    ClubSpelling,
    Entry,
    LeagueSide,
    Member,
    Organisation,
    OrganisationAct,
    Player,
    Season,
    Signup,
    Tournament,
    User,
)
from tournaments.models.seasons import lock_seasons
from tournaments.organisations.locks import lock_rows, organisation_lock
from tournaments.registration import fold
from tournaments.registration.clubs import likely_clubs
from tournaments.registration.known_clubs import sort_key, spelling_key

CHANGE, MERGE = "club_change", "club_merge"
KINDS = (CHANGE, MERGE)
CLUB_FIELDS = ("name", "sort_name", "short_name", "city")
BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters

CLUB_NAME_TABLES: dict[type[models.Model], tuple[str, str]] = {
    Player: ("organisation", "uid"),
    ClubMembership: ("player__organisation", "pk"),
    Entry: ("tournament__organisation", "uid"),
    LeagueSide: ("league__season__organisation", "pk"),
}
"""The tables that have the name of a club, with the path to the organisation and what finds a row again."""


def people_by_club(organisation: Organisation) -> dict[str, int]:
    """Return how many known people have a club, by the key of its spelling."""
    counts: dict[str, int] = {}
    written = organisation.players.filter(erased_at=None, club__gt="").order_by().values_list("club")
    for club, count in written.annotate(count=Count("pk")):
        counts[spelling_key(club)] = counts.get(spelling_key(club), 0) + count
    return counts


def clubs_by_similarity(club: Club) -> list[Club]:
    """Return the other clubs of the organisation, first those that are spelled nearly like it."""
    others = list(club.organisation.clubs.exclude(pk=club.pk))
    keys = likely_clubs([club.name, *(one.name for one in others)])
    return sorted(others, key=lambda one: keys[one.name] != keys[club.name])


def change(club: Club, *, name: str, short_name: str, city: str, by: User | None) -> OrganisationAct | None:
    """Write a club in another way, everywhere. Raises `DomainError` if another club has that name."""
    with organisation_lock(club.organisation):
        _lock_written(club.organisation)
        club = _reload_club(club)
        wanted = {"name": name, "sort_name": sort_key(name), "short_name": short_name, "city": city}
        before = {column: getattr(club, column) for column in CLUB_FIELDS}
        if wanted == before:
            return None
        known = ClubSpelling.objects.filter(organisation=club.organisation_id, key=spelling_key(name)).first()
        if known and known.club_id != club.pk:
            raise DomainError("club_known", name=name)
        if not spelling_key(name):
            raise DomainError("name_missing")
        inverse: dict[str, Any] = {"club": str(club.uid), "before": before, "spelling": None}
        if known is None:
            inverse["spelling"] = spelling_key(name)
            club.spellings.create(organisation_id=club.organisation_id, key=inverse["spelling"], written=name)
        rows: dict[str, dict[str, list[Any]]] = {}
        if name != before["name"]:
            rows = _write_everywhere(club.organisation, _is_spelling_of(club), name)
        same = _rename_same_teams(club.organisation, rows.get(Entry.__name__, ()), name)
        inverse |= {"rows": rows, "same_teams": same}
        _set(club, wanted)
        return _record(club.organisation, CHANGE, {"club": before["name"], "name": name}, inverse, by)


def merge(club: Club, into: Club, *, by: User | None) -> OrganisationAct:
    """Make `club` a spelling of the club `into`. Raises `DomainError` if one of them is gone."""
    with organisation_lock(club.organisation):
        _lock_written(club.organisation)
        club, into = _reload_club(club), _reload_club(into)
        if club.pk == into.pk:
            raise DomainError("look_again")
        inverse: dict[str, Any] = {
            "club": str(club.uid),
            "into": str(into.uid),
            "before": {column: getattr(club, column) for column in CLUB_FIELDS},
            "spellings": list(club.spellings.values_list("key", "written")),
            "rows": _write_everywhere(club.organisation, _is_spelling_of(club), into.name),
        }
        spelled = inverse["rows"].get(Entry.__name__, ())
        inverse["same_teams"] = _rename_same_teams(into.organisation, spelled, into.name)
        club.spellings.update(club=into)
        club.delete()
        return _record(into.organisation, MERGE, {"club": club.name, "name": into.name}, inverse, by)


def undoable_act(organisation: Organisation) -> OrganisationAct | None:
    """Return the newest act on clubs that was not taken back: the one that can be."""
    return organisation.acts.filter(kind__in=KINDS, taken_back_at=None).first()


def undo(act: OrganisationAct, *, by: User | None) -> None:
    """Take the newest act on clubs back. Raises `DomainError` if it is not that one, or taken back."""
    with organisation_lock(act.organisation):
        _lock_written(act.organisation)
        last = undoable_act(act.organisation)  # read anew: an erasure may have emptied it
        if last is None or last.pk != act.pk:
            raise DomainError("undo_later_first")
        kept = last.undo_data
        if act.kind == MERGE:
            written = act.organisation.clubs.get(uid=kept["into"]).name
            club = Club.objects.create(organisation=act.organisation, uid=kept["club"], **kept["before"])
            keys = [key for key, _written in kept["spellings"]]
            act.organisation.club_spellings.filter(key__in=keys).update(club=club)
        else:
            club = act.organisation.clubs.get(uid=kept["club"])
            written = club.name
            _set(club, kept["before"])
            club.spellings.filter(key=kept["spelling"]).delete()
        _write_back(act.organisation, kept["rows"], written)
        _restore_same_teams(act.organisation, kept.get("same_teams", {}))
        if act.kind == CHANGE and written != club.name:
            _write_since(club, written)
        last.mark_taken_back(by=by)


def _write_since(club: Club, written: str) -> None:
    """Write a club as it is called again where people came since, under the name that was taken back."""
    organisation = club.organisation
    _write_everywhere(organisation, lambda spelling: spelling == written, club.name)
    _rename_same_teams(organisation, [written], club.name)
    tournaments = organisation.tournaments.values("uid")
    sheets = ClubSheet.objects.filter(tournament_uid__in=tournaments)
    own = Signup.objects.filter(tournament_uid__in=tournaments, received_from=None)
    own.filter(club=written).update(club=club.name)
    taken = list(sheets.filter(club=club.name).values_list("tournament_uid", flat=True))
    sheets.filter(club=written).exclude(tournament_uid__in=taken).update(club=club.name)


def _lock_written(organisation: Organisation) -> None:
    """Lock the seasons, then the tournaments, as both have names of clubs; their files are written anew."""
    lock_seasons(organisation)
    lock_rows(organisation.tournaments.all())
    announce_season_changes(organisation.seasons.values_list("pk", flat=True))


def _reload_club(club: Club) -> Club:
    found = Club.objects.select_related("organisation").filter(pk=club.pk).first()
    if found is None:
        raise DomainError("look_again")
    return found


def _set(club: Club, wanted: dict[str, str]) -> None:
    for column, value in wanted.items():
        setattr(club, column, value)
    club.save()


def _record(
    organisation: Organisation, kind: str, args: dict[str, Any], inverse: dict[str, Any], by: User | None
) -> OrganisationAct:
    return OrganisationAct.objects.create(
        organisation=organisation, kind=kind, args=args, inverse=inverse, by=by
    )


def _is_spelling_of(club: Club) -> Callable[[str], bool]:
    keys = set(club.spellings.values_list("key", flat=True))
    return lambda spelling: spelling_key(spelling) in keys


def _write_everywhere(
    organisation: Organisation, is_club: Callable[[str], bool], name: str
) -> dict[str, dict[str, list[Any]]]:
    """Write `name` where a spelling of the club is; return what was there, by table and spelling."""
    changed: dict[str, dict[str, list[Any]]] = {}
    for model, (path, found_by) in CLUB_NAME_TABLES.items():
        rows = model._default_manager.filter(**{path: organisation.pk})
        spelled = set(rows.exclude(club__in=("", name)).order_by().values_list("club", flat=True).distinct())
        for one in sorted(spelled):
            if is_club(one):
                found = rows.filter(club=one).order_by("pk").values_list(found_by, flat=True)
                changed.setdefault(model.__name__, {})[one] = [
                    key if isinstance(key, int) else str(key) for key in found
                ]
    for member, key in _members_with_came_as(organisation):
        one = member.came_as["club"]
        if one != name and is_club(one):
            changed.setdefault(ORIGINAL_DETAILS_COLUMN, {}).setdefault(one, []).append(key)
    for table, by_spelling in changed.items():
        for spelling, which in by_spelling.items():
            _write(organisation, table, which, spelling, name)
    return changed


SameTeams = list[list[str]]
"""Pairs of keys of teams that a season knows as one (`Season.same_teams`)."""


def _rename_same_teams(
    organisation: Organisation, clubs: Iterable[str], name: str
) -> dict[str, list[list[Any]]]:
    """Write `name` where teams of a season that are one have one of these spellings of a club.

    Return the pairs that changed, each before and after, by season; after is None where both are the same.
    """
    spelled = {fold(spelling) for spelling in clubs}
    changed: dict[str, list[list[Any]]] = {}
    for season in organisation.seasons.exclude(same_teams=[]):
        renamed = [[_with_club(key, spelled, fold(name)) for key in pair] for pair in season.same_teams]
        if renamed != season.same_teams:
            after = _without_cycles(renamed)
            pairs = zip(season.same_teams, after, strict=True)
            changed[str(season.uid)] = [[old, new] for old, new in pairs if old != new]
            Season.objects.filter(pk=season.pk).update(same_teams=[pair for pair in after if pair])
    return changed


def _with_club(key: str, spelled: Collection[str], name: str) -> str:
    team, tab, club = key.partition("\t")
    return f"{team}{tab}{name if club in spelled else club}"


def _without_cycles(pairs: SameTeams) -> list[list[str] | None]:
    """Return the pairs so that no key is first twice, None for those that the pairs before them say too."""
    same: dict[str, str] = {}
    found: list[list[str] | None] = []
    for one, other in pairs:
        while one in same:
            one = same[one]
        last = other
        while last in same:
            last = same[last]
        if one != last:
            same[one] = other
        found.append(None if one == last else [one, other])
    return found


def _restore_same_teams(organisation: Organisation, changed: dict[str, list[list[Any]]]) -> None:
    """Write the pairs back that a club changed, without those that were separated since."""
    for season in organisation.seasons.filter(uid__in=changed):
        pairs = changed[str(season.uid)]
        before = {tuple(new): old for old, new in pairs if new}
        same = [before.get(tuple(pair), pair) for pair in season.same_teams]
        same += [old for old, new in pairs if new is None]
        Season.objects.filter(pk=season.pk).update(same_teams=same)


ORIGINAL_DETAILS_COLUMN = "Member.came_as"


def _members_with_came_as(organisation: Organisation) -> Iterator[tuple[Any, str]]:
    """Yield the members with details from before a draw or another player, and what finds them again."""
    members = Member.objects.filter(entry__tournament__organisation=organisation).exclude(came_as=None)
    for member in members.select_related("entry").order_by("pk"):
        if member.came_as and member.came_as.get("club"):
            yield member, f"{member.entry.uid} {member.position} {member.from_round}"


def _write_back(organisation: Organisation, rows: dict[str, dict[str, list[Any]]], written: str) -> None:
    for table, by_spelling in rows.items():
        for spelling, which in by_spelling.items():
            _write(organisation, table, which, written, spelling)


def _write(organisation: Organisation, table: str, which: Collection[Any], before: str, after: str) -> None:
    """Write a club as `after` in those of the rows `which` that say `before`.

    The others were changed since: people moved to another club, or were erased.
    """
    if table == ORIGINAL_DETAILS_COLUMN:
        tournaments = _write_came_as(organisation, set(which), before, after)
    else:
        tournaments = _write_rows(organisation, table, list(which), before, after)
    for tournament in Tournament.objects.filter(pk__in=tournaments, live=True):
        tournament.next_version()  # pages are cached by version, and show clubs


def _write_came_as(organisation: Organisation, which: Collection[str], before: str, after: str) -> set[int]:
    """Write a club where people came with it; return the tournaments."""
    tournaments = set()
    for member, key in _members_with_came_as(organisation):
        if key in which and member.came_as["club"] == before:
            member.came_as["club"] = after
            member.save(update_fields=["came_as"])
            tournaments.add(member.entry.tournament_id)
    return tournaments


def _write_rows(
    organisation: Organisation, table: str, which: list[Any], before: str, after: str
) -> set[int]:
    """Write a club in rows of a table; return the tournaments of entries."""
    model = next(one for one in CLUB_NAME_TABLES if one.__name__ == table)
    path, found_by = CLUB_NAME_TABLES[model]
    tournaments: set[int] = set()
    for at in range(0, len(which), BATCH_SIZE):
        some = {path: organisation.pk, f"{found_by}__in": which[at : at + BATCH_SIZE]}
        rows = model._default_manager.filter(**some, club=before)
        if model is Entry:
            tournaments |= set(rows.values_list("tournament", flat=True))
        rows.update(club=after)
    return tournaments
