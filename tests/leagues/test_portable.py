"""A season as a file: taken to another laptop with its evenings, kept beside copies, refused when hostile."""

import json
import threading
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring import Refusal
from tests import factories
from tests.leagues import days
from tournaments import copies, leagues
from tournaments.leagues import portable, taking_over
from tournaments.models import FixtureAct, League, Organisation, Player, Season, Tournament, User, tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


@pytest.fixture
def league(lise):
    """A league of four with two evenings: one official, one set up; a fixture put off, one awarded."""
    made = days.league(days.persons(4), of=lise.roles.get().organisation, evenings=4)
    days.play(days.evening(made, 1, by=lise), by=lise)
    last = list(made.fixtures.filter(evening=3))
    leagues.move(last[0], 4, reason="Grippe", by=lise)
    leagues.take_back(leagues.award(last[1], "home", reason="Absente", by=lise), by=lise)
    days.evening(made, 2, by=lise)
    return made


def elsewhere(of: League) -> None:
    """What another laptop has: nothing of it."""
    Season.objects.all().delete()
    Tournament.objects.update(live=False)


def file_of(league: League, **changed) -> bytes:
    return portable.seal(Season.objects.get(pk=league.season_id), with_evenings=True)


def stands(of: League) -> list[tuple]:
    now = leagues.shown(of)
    acts = FixtureAct.objects.filter(fixture__league=of).order_by("pk")
    decided = [(str(one.fixture.uid), one.kind, one.evening, one.reason, one.taken_back_at) for one in acts]
    rows = [(row.rank, now.names[row.side], row.all) for row in now.rows]
    fixtures = [(one.uid, one.state, one.evening, one.game) for one in now.fixtures]
    return [rows, fixtures, decided, now.league.dates]


def test_a_season_goes_on_elsewhere_with_its_evenings_and_decisions(league, lise):
    before, content, uid = stands(league), file_of(league), league.season.uid
    people = Player.objects.count()
    elsewhere(league)
    taken = taking_over.take_over(portable.opened(content), league.season.organisation, by=lise)
    assert (taken.season.uid, taken.brought, taken.left) == (uid, 2, 0)
    again = League.objects.get(season=taken.season)
    assert stands(again) == before
    assert Player.objects.count() == people
    second = leagues.evening_of(again, 2)
    days.play(second.tournament, by=lise)
    assert sum(one.state == "played" for one in leagues.shown(again).fixtures) == 4
    assert taking_over.take_over(portable.opened(content), taken.season.organisation, by=lise).brought == 0
    assert sum(one.state == "played" for one in leagues.shown(again_of(uid)).fixtures) == 4


def again_of(uid) -> League:
    return League.objects.get(season__uid=uid)


def test_what_was_decided_here_is_not_lost_and_what_was_decided_there_comes(league, lise):
    club, content, uid = league.season.organisation, file_of(league), league.season.uid
    late = league.fixtures.filter(evening=3).last()
    leagues.award(late, "away", reason="Absent", by=lise)
    with pytest.raises(Refusal, match="season_went_on_here"):
        taking_over.take_over(portable.opened(content), club, by=lise)
    further = file_of(league)
    leagues.take_back(late.acts.last(), by=lise)
    with pytest.raises(Refusal, match="season_went_on_here"):
        taking_over.take_over(portable.opened(further), club, by=lise)
    leagues.with_dates(league, [*league.days, days.FIRST.replace(year=2027)])
    newest = file_of(league)
    taking_over.take_over(portable.opened(newest), club, by=lise)
    assert len(again_of(uid).dates) == 5


def test_a_season_of_another_club_is_not_taken(league, lise):
    other = factories.director("odile").roles.get().organisation
    with pytest.raises(Refusal, match="season_of_another"):
        taking_over.take_over(portable.opened(file_of(league)), other, by=lise)


HOSTILE = {
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
    whole = portable.pack(league.season, with_evenings=True)
    before = stands(league)
    for what, change in HOSTILE.items():
        rows = deepcopy(whole)
        change(rows)
        with pytest.raises(Refusal) as refused:
            portable.opened(copies.sealed(portable.NAME, portable.VERSION, rows))
        assert refused.value.code.startswith(("season_", "copy_")), what
    for content in (b"", b"nothing", copies.seal_copy(copies.pack(Tournament.objects.first()))):
        with pytest.raises(Refusal, match="season_unreadable"):
            portable.opened(content)
    with pytest.raises(Refusal, match="season_is_newer"):
        portable.opened(copies.sealed(portable.NAME, 99, whole))
    assert stands(league) == before


def test_fixtures_of_another_league_are_not_taken(league, lise):
    rows = portable.pack(league.season, with_evenings=False)
    rows["season"]["uid"] = rows["organisation"]["uid"]
    with pytest.raises(Refusal, match="season_does_not_fit"):
        taking_over.take_over(
            portable.opened(copies.sealed(portable.NAME, 1, rows)), league.season.organisation, by=lise
        )
    assert Season.objects.count() == 1


def test_from_page_to_page(client, league, lise):
    client.force_login(lise)
    season, club = league.season, league.season.organisation
    content = client.get(reverse("season_copy", args=[club.slug, season.uid])).content
    page = reverse("season_bring", args=[club.slug])
    assert client.get(page).status_code == 200
    broken = client.post(page, {"file": SimpleUploadedFile("s.cheville-season", b"nothing")})
    assert (broken.status_code, broken.context["refused"].code) == (422, "season_unreadable")
    elsewhere(league)
    answer = client.post(page, {"file": SimpleUploadedFile("s.cheville-season", content)})
    assert answer.url == reverse("season", args=[club.slug, season.uid])
    assert client.get(answer.url).status_code == 200
    client.force_login(factories.director("odile"))
    assert client.post(page, {"file": SimpleUploadedFile("s.cheville-season", content)}).status_code == 404


def test_every_change_is_written_beside_the_copies(
    league, lise, django_capture_on_commit_callbacks, settings
):
    with django_capture_on_commit_callbacks(execute=True):
        leagues.postpone(league.fixtures.filter(evening=3).last(), by=lise)
    ((_path, kept),) = portable.lying_in([Path(settings.DATA_DIR) / "copies"])
    assert (kept.uid, kept.copies) == (league.season.uid, [])
    assert [one["kind"] for one in kept.rows["league"]["acts"]][-1] == "postponed"
    before = stands(league)
    Season.objects.all().delete()
    taking_over.take_over(kept, taking_over.organisation_of(kept), by=lise)
    assert stands(again_of(kept.uid)) == before
    assert Organisation.objects.count() == 1 and json.dumps(kept.rows)


@pytest.mark.django_db(transaction=True)
def test_an_act_writes_its_file_once_while_others_can_write(lise, monkeypatch):
    made = days.league(days.persons(4), of=lise.roles.get().organisation, evenings=4)
    days.evening(made, 1, by=lise)
    days.evening(made, 2, by=lise)
    could: list[bool] = []

    def try_to_write() -> None:
        if free := tournament._WRITERS.acquire(blocking=False):
            tournament._WRITERS.release()
        could.append(free)

    def keep_beside(_name: str, _content: bytes) -> None:
        other = threading.Thread(target=try_to_write)
        other.start()
        other.join()

    monkeypatch.setattr(copies, "keep_beside", keep_beside)
    assert leagues.leave(made.sides.first(), reason="Parti", by=lise) > 1
    assert could == [True]


def test_a_file_that_was_read_too_early_is_written_again(league, monkeypatch):
    written: list[str] = []

    def keep_beside(_name: str, content: bytes) -> None:
        if not written:  # another act comes between reading and writing, and its file is there first
            Season.objects.filter(pk=league.season_id).update(name="Ligue O'Brien")
        written.append(portable.opened(content).rows["season"]["name"])

    monkeypatch.setattr(copies, "keep_beside", keep_beside)
    portable.keep(season=league.season_id)
    assert written == [league.season.name, "Ligue O'Brien"]
