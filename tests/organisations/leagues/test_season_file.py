"""A season as a file: restored on another laptop with its evenings, kept beside copies, or refused."""

import base64
import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import date
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tests.organisations.leagues import evenings
from tests.page_reader import codes
from tournaments import registration
from tournaments.models import (
    FixtureAct,
    League,
    LeagueTable,
    Organisation,
    Player,
    Season,
    Tournament,
    User,
)
from tournaments.models.locking import WRITER_LOCK
from tournaments.organisations import clubs, leagues, people_import, person_changes, seasons
from tournaments.organisations.leagues import Side, season_file, season_import
from tournaments.organisations.locks import organisation_lock
from tournaments.registration import members
from tournaments.transfer import copies
from tournaments.web.middleware import BODY_LIMITS

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


def test_evening_that_two_laptops_made_is_not_imported(lise):
    league = evenings.league(evenings.persons(4), of=lise.roles.get().organisation)
    other = evenings.evening(league, 1, by=lise)
    evenings.play(other, by=lise)
    content = season_file.seal(league.season)
    league.season.evenings.all().delete()
    Tournament.objects.update(live=False, uid=uuid4())
    ours = evenings.evening(league, 1, by=lise)
    evenings.play(ours, home=90, away=121, by=lise)
    before = leagues.league_state(league).rows
    with pytest.raises(DomainError, match="league_evening_taken"):
        season_import.import_season(
            season_file.open_season_file(content), league.season.organisation, by=lise
        )
    assert leagues.league_state(League.objects.get()).rows == before


def test_imported_league_has_the_clubs_as_they_are_named_here(lise):
    teams = [Side(f"Équipe {at}", "Sorel", (f"Réal O'Brien {at}", f"Zoé Côté {at}")) for at in range(1, 5)]
    league = evenings.league(teams, of=lise.roles.get().organisation)
    content, organisation = season_file.seal(league.season), league.season.organisation
    clubs.change(organisation.clubs.get(), name="Sorel-Tracy", short_name="", city="", by=lise)
    season_import.import_season(season_file.open_season_file(content), organisation, by=lise)
    assert set(League.objects.get().sides.values_list("club", flat=True)) == {"Sorel-Tracy"}


@pytest.fixture
def league(lise):
    """Make a league of four with two evenings, one official, one set up; a fixture postponed, one awarded."""
    made = evenings.league(evenings.persons(4), of=lise.roles.get().organisation, evenings=4)
    evenings.play(evenings.evening(made, 1, by=lise), by=lise)
    last = list(made.fixtures.filter(evening=3))
    leagues.move(last[0], 4, reason="Grippe", by=lise)
    leagues.take_back(leagues.award(last[1], "home", reason="Absente", by=lise), by=lise)
    evenings.evening(made, 2, by=lise)
    return made


def clear_laptop(of: League) -> None:
    """Leave the database of another laptop, which has nothing of the league."""
    Season.objects.all().delete()
    Tournament.objects.update(live=False)


def sealed_season(league: League, **changed) -> bytes:
    return season_file.seal(Season.objects.get(pk=league.season_id))


def league_summary(of: League) -> list[tuple]:
    now = leagues.league_state(of)
    acts = FixtureAct.objects.filter(fixture__league=of).order_by("pk")
    decided = [(str(one.fixture.uid), one.kind, one.evening, one.reason, one.taken_back_at) for one in acts]
    rows = [(row.rank, now.names[row.side], row.all) for row in now.rows]
    fixtures = [(one.uid, one.state, one.evening, one.game) for one in now.fixtures]
    return [rows, fixtures, decided, now.league.dates]


def test_season_file_carries_evenings_and_decisions(league, lise):
    before, content, uid = league_summary(league), sealed_season(league), league.season.uid
    people = Player.objects.count()
    clear_laptop(league)
    taken = season_import.import_season(
        season_file.open_season_file(content), league.season.organisation, by=lise
    )
    assert (taken.season.uid, taken.brought, taken.left) == (uid, 2, 0)
    again = League.objects.get(season=taken.season)
    assert league_summary(again) == before
    assert Player.objects.count() == people
    second = leagues.evening_of(again, 2)
    evenings.play(second.tournament, by=lise)
    assert sum(one.state == "played" for one in leagues.league_state(again).fixtures) == 4
    assert (
        season_import.import_season(
            season_file.open_season_file(content), taken.season.organisation, by=lise
        ).brought
        == 0
    )
    assert sum(one.state == "played" for one in leagues.league_state(league_of_season(uid)).fixtures) == 4


def league_of_season(uid) -> League:
    return League.objects.get(season__uid=uid)


def test_import_keeps_local_decisions_and_adds_newer_ones(league, lise):
    club, content, uid = league.season.organisation, sealed_season(league), league.season.uid
    late = league.fixtures.filter(evening=3).last()
    leagues.award(late, "away", reason="Absent", by=lise)
    with pytest.raises(DomainError, match="season_went_on_here"):
        season_import.import_season(season_file.open_season_file(content), club, by=lise)
    further = sealed_season(league)
    leagues.take_back(late.acts.last(), by=lise)
    with pytest.raises(DomainError, match="season_went_on_here"):
        season_import.import_season(season_file.open_season_file(further), club, by=lise)
    leagues.change_dates(league, [*league.days, evenings.FIRST_DATE.replace(year=2027)])
    newest = sealed_season(league)
    season_import.import_season(season_file.open_season_file(newest), club, by=lise)
    assert len(league_of_season(uid).dates) == 5


def test_season_changed_locally_is_not_overwritten(league, lise):
    club, season, content = league.season.organisation, league.season, sealed_season(league)

    def refused() -> str:
        with pytest.raises(DomainError) as found:
            season_import.import_season(season_file.open_season_file(content), club, by=lise)
        return found.value.code

    evening = seasons.evenings_of(season)[0]
    seasons.take_out(season, evening)
    assert refused() == "season_differs"
    assert season.evenings.count() == 1
    seasons.add(season, evening)
    seasons.change(season, {"name": "Ligue de L'Écuyer", "least": 12})
    assert refused() == "season_differs"
    season.refresh_from_db()
    assert (season.name, season.least) == ("Ligue de L'Écuyer", 12)
    content = sealed_season(league)
    leagues.change_dates(league, [evenings.FIRST_DATE.replace(day=7), *league.days[1:]])
    assert refused() == "season_differs"
    content = sealed_season(league)
    League.objects.filter(pk=league.pk).update(win=3)
    assert refused() == "season_differs"
    assert League.objects.get(season=season).win == 3


def test_import_keeps_season_hidden_and_unites_same_teams(league, lise):
    season = league.season
    Season.objects.update(public=True, same_teams=[["a\tx", "b\tx"], ["c\tx", "d\tx"]])
    content = sealed_season(league)
    Season.objects.update(public=False, same_teams=[["c\tx", "b\tx"]])
    season_import.import_season(season_file.open_season_file(content), season.organisation, by=lise)
    season.refresh_from_db()
    assert (season.public, season.same_teams) == (False, [["c\tx", "b\tx"], ["a\tx", "b\tx"]])


def test_unknown_evening_is_added_to_a_known_season(league, lise):
    rows = season_file.pack(league.season, with_evenings=False)
    rows["evenings"].append("00000000-0000-4000-8000-000000000004")
    content = copies.sealed(season_file.NAME, season_file.VERSION, rows)
    taken = season_import.import_season(
        season_file.open_season_file(content), league.season.organisation, by=lise
    )
    assert [str(one.tournament_uid) for one in taken.season.evenings.all()] == rows["evenings"]


@pytest.mark.both_databases
def test_import_keeps_local_authors_of_decisions(league, lise):
    table = LeagueTable.objects.create(league=league, rows=[], by=lise)
    league.tables.update(rows=table_rows(league))
    content = sealed_season(league)
    acts = FixtureAct.objects.order_by("pk")
    before = list(acts.values_list("kind", "by", "at", "taken_back_at", "taken_back_by"))
    assert {row[1] for row in before} == {lise.pk} and before[-1][-1] == lise.pk
    season_import.import_season(season_file.open_season_file(content), league.season.organisation, by=None)
    assert list(acts.values_list("kind", "by", "at", "taken_back_at", "taken_back_by")) == before
    assert list(LeagueTable.objects.values_list("at", "by")) == [(table.at, lise.pk)]


def table_rows(league: League) -> list[dict]:
    numbers = league.sides.values_list("number", flat=True)
    return [{"rank": at, "side": at, "all": [], "home": [], "away": []} for at in numbers]


def test_database_error_during_import_is_raised(league, lise, monkeypatch):
    def fails(_season):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(season_import.seasons, "table", fails)
    with pytest.raises(OperationalError):
        season_import.import_season(
            season_file.open_season_file(sealed_season(league)), league.season.organisation, by=lise
        )


def test_season_is_locked_while_it_is_compared_and_written(league, lise, monkeypatch):
    done, content = [], sealed_season(league)
    lock, written = seasons.locked, season_import.write_season

    @contextmanager
    def locked(key):
        with lock(key) as season:
            done.append("locked")
            yield season
            done.append("freed")

    def holds(there, here, holds=season_import.holds_all_decisions):
        done.append("compared")
        return holds(there, here)

    def write(*given):
        done.append("written")
        return written(*given)

    monkeypatch.setattr(seasons, "locked", locked)
    monkeypatch.setattr(season_import, "holds_all_decisions", holds)
    monkeypatch.setattr(season_import, "write_season", write)
    season_import.import_season(season_file.open_season_file(content), league.season.organisation, by=lise)
    assert done == ["locked", "compared", "written", "freed"]


def test_season_of_another_organisation_is_refused(league, lise):
    other = factories.director("odile").roles.get().organisation
    with pytest.raises(DomainError, match="season_of_another"):
        season_import.import_season(season_file.open_season_file(sealed_season(league)), other, by=lise)


HOSTILE_CHANGES = {
    "another fixture uid": lambda rows: rows["league"]["fixtures"][0].update(uid="x"),
    "a fixture twice": lambda rows: rows["league"]["fixtures"].append(rows["league"]["fixtures"][0]),
    "a side that is nobody": lambda rows: rows["league"]["fixtures"][0].update(home=9),
    "against itself": lambda rows: rows["league"]["fixtures"][0].update(
        home=rows["league"]["fixtures"][0]["away"]
    ),
    "an evening beyond": lambda rows: rows["league"]["fixtures"][0].update(evening=99),
    "a side without people": lambda rows: rows["league"]["sides"][0].update(players=[]),
    "a name of control signs": lambda rows: rows["league"]["sides"][0]["players"][0].update(name="a\x00b"),
    "an endless name": lambda rows: rows["season"].update(name="a" * 300),
    "a path as an address": lambda rows: rows["season"].update(slug="../../etc"),
    "points that are text": lambda rows: rows["season"].update(by_rank=["7"]),
    "a day of no calendar": lambda rows: rows["league"].update(dates=["2026-02-31"] * 4),
    "an award to nobody": lambda rows: rows["league"]["acts"][0].update(kind="awarded", to=""),
    "a moment without a zone": lambda rows: rows["league"]["acts"][0].update(at="2026-02-01T10:00:00"),
    "an act about nothing": lambda rows: rows["league"]["acts"][0].update(fixture=rows["season"]["uid"]),
    "a criterion of its own": lambda rows: rows["league"].update(criteria=["mine"]),
    "a number as a truth": lambda rows: rows["league"].update(win=True),
    "an evening of elsewhere": lambda rows: rows.update(evenings=[]),
    "a copy that is none": lambda rows: rows.update(copies=["é"]),
    "a table of strangers": lambda rows: rows["league"].update(
        tables=[{"at": rows["league"]["made_at"], "rows": []}]
    ),
    "a column more": lambda rows: rows["league"].update(is_mine=1),
    "nothing": lambda rows: rows.clear(),
}


def test_hostile_files_are_refused_and_change_nothing(league, lise):
    whole = season_file.pack(league.season, with_evenings=True)
    before = league_summary(league)
    for what, change in HOSTILE_CHANGES.items():
        rows = deepcopy(whole)
        change(rows)
        with pytest.raises(DomainError) as refused:
            list(
                season_file.open_season_file(
                    copies.sealed(season_file.NAME, season_file.VERSION, rows)
                ).evenings()
            )
        assert refused.value.code.startswith(("season_", "copy_")), what
    for content in (b"", b"nothing", copies.seal_copy(copies.pack(Tournament.objects.first()))):
        with pytest.raises(DomainError, match="season_unreadable"):
            season_file.open_season_file(content)
    with pytest.raises(DomainError, match="season_is_newer"):
        season_file.open_season_file(copies.sealed(season_file.NAME, 99, whole))
    assert league_summary(league) == before


def objects_in(rows) -> Iterator[dict]:
    """Yield every object in plain data, of each list the first value."""
    if isinstance(rows, dict):
        yield rows
        for part in rows.values():
            yield from objects_in(part)
    elif isinstance(rows, list) and rows:
        yield from objects_in(rows[0])


def test_file_with_a_missing_key_is_refused(league):
    LeagueTable.objects.create(league=league, rows=table_rows(league))
    rows = season_file.pack(league.season, with_evenings=False)
    tried = 0
    for one in list(objects_in(rows)):
        for name in list(one):
            lacking = one.pop(name)
            with pytest.raises(DomainError, match="season_does_not_fit"):
                season_file.open_season_file(copies.sealed(season_file.NAME, season_file.VERSION, rows))
            one[name] = lacking
            tried += 1
    assert tried > 50
    season_file.open_season_file(copies.sealed(season_file.NAME, season_file.VERSION, rows))


def test_a_file_of_the_first_version_is_read(league):
    rows = season_file.pack(league.season, with_evenings=False)
    for name in season_file.OLD_LEAGUE_DEFAULTS:
        del rows["league"][name]
    assert (
        season_file.open_season_file(copies.sealed(season_file.NAME, 1, rows)).rows["league"]["medals"]
        is False
    )


def test_oversized_season_is_neither_read_nor_written(league, monkeypatch):
    rows = season_file.pack(league.season, with_evenings=True)

    def opened(found: list[str]) -> list[copies.Copy]:
        content = copies.sealed(season_file.NAME, season_file.VERSION, rows | {"copies": found})
        return list(season_file.open_season_file(content).evenings())

    first = base64.b64decode(rows["copies"][0])
    again = gzip.compress(gzip.decompress(first), compresslevel=1, mtime=1)
    for found in (rows["copies"][:1] * 100, [rows["copies"][0], base64.b64encode(again).decode()]):
        with pytest.raises(DomainError, match="season_does_not_fit"):
            opened(found)
    assert len(opened(rows["copies"])) == 2
    sizes = [len(gzip.decompress(base64.b64decode(one))) for one in rows["copies"]]
    monkeypatch.setattr(season_file, "MAX_ALL_UNPACKED", sum(sizes))
    assert sealed_season(league)
    for limit, size in (("MAX_ALL_UNPACKED", sum(sizes) - 1), ("MAX_UNPACKED_SIZE", max(sizes) - 1)):
        with monkeypatch.context() as patch:
            patch.setattr(season_file, limit, size)
            with pytest.raises(DomainError, match="season_does_not_fit"):
                opened(rows["copies"])
            with pytest.raises(DomainError, match="season_too_large"):
                sealed_season(league)


def test_oversized_season_file_is_not_offered(client, league, lise, monkeypatch):
    assert BODY_LIMITS["season_bring"] > season_file.MAX_FILE_SIZE
    monkeypatch.setattr(season_file, "MAX_FILE_SIZE", 100)
    client.force_login(lise)
    club = league.season.organisation
    answer = client.get(reverse("season_copy", args=[club.slug, league.season.uid]))
    assert answer.url == reverse("season", args=[club.slug, league.season.uid])
    assert "season_too_large" in codes(client.get(answer.url))


def test_fixtures_of_another_league_are_refused(league, lise):
    rows = season_file.pack(league.season, with_evenings=False)
    rows["season"]["uid"] = rows["organisation"]["uid"]
    with pytest.raises(DomainError, match="season_does_not_fit"):
        season_import.import_season(
            season_file.open_season_file(copies.sealed(season_file.NAME, 1, rows)),
            league.season.organisation,
            by=lise,
        )
    assert Season.objects.count() == 1


def test_season_file_is_downloaded_and_uploaded(client, league, lise):
    client.force_login(lise)
    season, club = league.season, league.season.organisation
    content = client.get(reverse("season_copy", args=[club.slug, season.uid])).content
    page = reverse("season_bring", args=[club.slug])
    assert client.get(page).status_code == 200
    broken = client.post(page, {"file": SimpleUploadedFile("s.cheville-season", b"nothing")})
    assert (broken.status_code, broken.context["refused"].code) == (422, "season_unreadable")
    clear_laptop(league)
    answer = client.post(page, {"file": SimpleUploadedFile("s.cheville-season", content)})
    assert answer.url == reverse("season", args=[club.slug, season.uid])
    assert client.get(answer.url).status_code == 200
    client.force_login(factories.director("odile"))
    assert client.post(page, {"file": SimpleUploadedFile("s.cheville-season", content)}).status_code == 404


def test_every_decision_writes_the_season_file(league, lise, django_capture_on_commit_callbacks, settings):
    with django_capture_on_commit_callbacks(execute=True):
        leagues.postpone(league.fixtures.filter(evening=3).last(), by=lise)
    lying = season_file.newest_files([Path(settings.DATA_DIR) / "copies"])
    (kept,) = (one for _path, one in lying if one.uid == league.season.uid)
    assert (kept.uid, list(kept.evenings())) == (league.season.uid, [])
    assert [one["kind"] for one in kept.rows["league"]["acts"]][-1] == "postponed"
    before = league_summary(league)
    Season.objects.all().delete()
    season_import.import_season(kept, season_import.ensure_organisation(kept), by=lise)
    assert league_summary(league_of_season(kept.uid)) == before
    assert Organisation.objects.count() == 1 and json.dumps(kept.rows)


def test_renamed_club_or_person_writes_the_season_file(league, lise, django_capture_on_commit_callbacks):
    def clubs_and_names() -> set[tuple[str, str]]:
        lying = season_file.newest_files([copies.own_folder()])
        (kept,) = (one for _path, one in lying if one.uid == league.season.uid)
        return {
            (side["club"], mate["name"]) for side in kept.rows["league"]["sides"] for mate in side["players"]
        }

    side = league.sides.exclude(club="").first()
    who, club = side.players.get().player, league.season.organisation.clubs.get(name=side.club)
    with django_capture_on_commit_callbacks(execute=True):
        act = clubs.change(club, name="Verchères-Nord", short_name="", city="", by=lise)
    assert ("Verchères-Nord", who.name) in clubs_and_names()
    with django_capture_on_commit_callbacks(execute=True):
        clubs.undo(act, by=lise)
    assert (side.club, who.name) in clubs_and_names()
    details = {"club": side.club, "region": "", "member_number": "", "category": ""}
    with django_capture_on_commit_callbacks(execute=True):
        person_changes.correct(who, name="Zoé Quinquet", family="", since=None, by=lise, **details)
    assert (side.club, "Zoé Quinquet") in clubs_and_names()
    Tournament.objects.update(live=False)  # of people who await no tournament all details are written at once
    who.refresh_from_db()
    renamed = people_import.Change(who, {"name": who.name}, {"name": "Zoé Roy"})
    organisation, listed = league.season.organisation, people_import.Comparison(changed=[renamed])
    with django_capture_on_commit_callbacks(execute=True), organisation_lock(organisation):
        act = people_import.load(organisation, listed, is_member_list=False, on=date(2026, 9, 1), by=lise)
    assert (side.club, "Zoé Roy") in clubs_and_names()
    with django_capture_on_commit_callbacks(execute=True):
        people_import.undo(act, by=lise)
    assert (side.club, "Zoé Quinquet") in clubs_and_names()


def test_correction_at_the_door_writes_the_season_file(lise, django_capture_on_commit_callbacks):
    club = lise.roles.get().organisation
    of_persons = evenings.league(evenings.persons(4), of=club)
    of_teams = evenings.league(
        [Side("", "Sorel", ("Zoé Roy", "Ada Lo")), Side("", "Sorel", ("Pat O'Brien", "Un Deux"))],
        of=club,
    )
    name = factories.names(1)[0][0]
    alone = evenings.evening(of_persons, 1, by=lise).entries.get(name=name)
    pair = evenings.evening(of_teams, 1, by=lise).entries.order_by("number").first()

    def names_on_disk(of: League) -> set[str]:
        lying = season_file.newest_files([copies.own_folder()])
        (kept,) = (one for _path, one in lying if one.uid == of.season.uid)
        return {mate["name"] for side in kept.rows["league"]["sides"] for mate in side["players"]}

    with django_capture_on_commit_callbacks(execute=True):
        registration.edit_entry(alone, f"{name}x")
    assert f"{name}x" in names_on_disk(of_persons)
    with django_capture_on_commit_callbacks(execute=True):
        members.edit_member(pair, 1, "Zoé Roi", agrees=False)
    assert "Zoé Roi" in names_on_disk(of_teams)


@pytest.mark.django_db(transaction=True)
def test_action_writes_its_file_once_outside_the_write_lock(lise, monkeypatch):
    made = evenings.league(evenings.persons(4), of=lise.roles.get().organisation, evenings=4)
    evenings.evening(made, 1, by=lise)
    evenings.evening(made, 2, by=lise)
    could: list[bool] = []

    def try_to_write() -> None:
        if free := WRITER_LOCK.acquire(blocking=False):
            WRITER_LOCK.release()
        could.append(free)

    def write_beside(_name: str, _content: bytes) -> None:
        other = threading.Thread(target=try_to_write)
        other.start()
        other.join()

    monkeypatch.setattr(copies, "write_beside", write_beside)
    assert leagues.leave(made.sides.first(), reason="Parti", by=lise) > 1
    assert could == [True]


def test_file_written_during_deletion_of_its_season_is_removed(league, monkeypatch):
    write = copies.write_beside

    def write_beside(name: str, content: bytes) -> None:
        write(name, content)
        Season.objects.all().delete()

    monkeypatch.setattr(copies, "write_beside", write_beside)
    season_file.write_file(season=league.season_id)
    assert not list(copies.folder().glob(f"*-{league.season.uid}{season_file.SUFFIX}"))


def test_a_season_with_fixtures_is_not_deleted(league, lise):
    with pytest.raises(DomainError, match="season_in_use"):
        seasons.delete(league.season, by=lise)


def test_outdated_season_file_is_written_again(league, monkeypatch):
    written: list[str] = []

    def write_beside(_name: str, content: bytes) -> None:
        if not written:  # another change comes between reading and writing, and its file is written first
            Season.objects.filter(pk=league.season_id).update(name="Ligue O'Brien")
        written.append(season_file.open_season_file(content).rows["season"]["name"])

    monkeypatch.setattr(copies, "write_beside", write_beside)
    season_file.write_file(season=league.season_id)
    assert written == [league.season.name, "Ligue O'Brien"]
