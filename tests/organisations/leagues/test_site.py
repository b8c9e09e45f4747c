"""A season on the static site: beside its evenings, every link to a file, nothing that is not for all."""

import json
import re
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.utils.html import escape

from scoring.season import Row
from tests import factories
from tests.organisations.leagues import days
from tests.publishing.test_site import FIRST_PAGE, Links, resolved
from tournaments.delivery.destinations import queue
from tournaments.models import Destination, Job, Season, Tournament, User
from tournaments.organisations import seasons
from tournaments.organisations.leagues import site
from tournaments.publishing import ceremony, snapshot
from tournaments.publishing.outputs import folder
from tournaments.publishing.outputs.season_folder import folder_of
from tournaments.registration import consent
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


@pytest.fixture
def league(lise):
    """Two evenings of a league of four, both public and official, and a third that is to come."""
    made = days.league(days.persons(4), of=lise.roles.get().organisation, evenings=3)
    for number in (1, 2):
        days.play(days.evening(made, number, by=lise), by=lise)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    return made


@pytest.fixture
def pages_alone(monkeypatch) -> None:
    """Evenings without their papers, pictures and files of data: what is read here are pages."""
    monkeypatch.setattr(folder, "OUTPUTS", {"site": folder.OUTPUTS["site"]})


only_pages = pytest.mark.usefixtures("pages_alone")


def day(number: int) -> Tournament:
    return Tournament.objects.order_by("date")[number - 1]


def publish(number: int, to, **more) -> None:
    call_command("publish", day(number).slug, to=to, **more)


def pages_of(top) -> dict[str, Links]:
    return {
        path.relative_to(top).as_posix(): Links(path.read_text(encoding="utf-8"))
        for path in top.rglob("*.html")
        if "fragment" not in path.parts
    }


def evenings_linked(top, of) -> list[str]:
    page = pages_of(top)[f"{of}/fr/index.html"]
    return [link.split("/")[2] for link in page.found if link.startswith("../../")]


def test_its_pages_lie_beside_its_evenings_and_every_link_leads_somewhere(league, tmp_path):
    season = folder_of(league.season)
    publish(1, tmp_path)
    assert evenings_linked(tmp_path, season) == [day(1).slug]
    publish(2, tmp_path, zip=tmp_path / "two.zip")
    assert evenings_linked(tmp_path, season) == [day(1).slug, day(2).slug]
    pages = pages_of(tmp_path)
    assert f"../../{season}/fr/index.html" in pages[f"{day(2).slug}/fr/index.html"].found
    assert f"{season}/index.html" in pages["index.html"].found
    for path, page in pages.items():
        for link in page.found:
            target = resolved(path, link) if not link.startswith("#") else path
            assert (tmp_path / target).is_file(), (path, link)
    for name in site.OF_FIXTURES:
        assert {f"{season}/fr/{name}", f"{season}/en/{name}"} <= pages.keys()
    with zipfile.ZipFile(tmp_path / "two.zip") as archive:
        inside = {name for name in archive.namelist() if name.startswith(season)}
    on_disk = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / season).rglob("*.*")}
    assert inside == on_disk
    own = folder.unzipped(tmp_path / "two.zip")
    assert json.loads(own["publication.json"])["folder"] == day(2).slug
    assert own.keys() == {
        path.relative_to(tmp_path / day(2).slug).as_posix() for path in (tmp_path / day(2).slug).rglob("*.*")
    }


@only_pages
def test_an_evening_that_lies_elsewhere_is_named_without_a_link(league, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    publish(1, tmp_path / "there")
    publish(2, tmp_path / "here")
    season = folder_of(league.season)
    assert evenings_linked(tmp_path / "here", season) == [day(2).slug]
    assert day(1).name in (tmp_path / "here" / season / "fr" / "index.html").read_text(encoding="utf-8")


@only_pages
def test_names_are_those_of_the_internet_and_hidden_evenings_are_not_there(league, tmp_path, settings):
    settings.SHORT_NAMES = True
    consent.declare(day(2), True, by=None)  # the last evening holds
    Tournament.objects.filter(pk=day(2).pk).update(visibility=Tournament.Visibility.LINK)
    publish(1, tmp_path)
    written = written_in(tmp_path)
    full = [escape(name) for name, _club in factories.names(4)]
    assert day(2).name not in written
    assert [name for name in full if name in written] == full
    consent.declare(day(2), False, by=None)
    publish(1, tmp_path)
    assert not [name for name in full if name in written_in(tmp_path)]


def written_in(top) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in top.rglob("season-*/*/*.html"))


@only_pages
def test_a_season_that_is_shown_no_longer_says_only_that(league, lise, tmp_path):
    season = league.season
    publish(1, tmp_path)
    seasons.change(season, {"public": False})
    publish(2, tmp_path)
    found = list((tmp_path / folder_of(season)).rglob("*.html"))
    assert found and not [path for path in found if season.name in path.read_text(encoding="utf-8")]
    assert f"{folder_of(season)}/index.html" not in pages_of(tmp_path)["index.html"].found
    (tmp_path / "elsewhere").mkdir()
    publish(2, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere" / folder_of(season)).exists()


@only_pages
def test_nobody_s_folder_is_taken(league, tmp_path):
    other = tmp_path / folder_of(league.season)
    other.mkdir()
    told = {"uid": "of another", "name": "A", "date": "2026-01-01", "place": "", "said": ""}
    (other / "publication.json").write_text(json.dumps(told))
    with pytest.raises(CommandError):
        publish(1, tmp_path)
    assert [path.name for path in other.iterdir()] == ["publication.json"]
    assert f"{day(1).slug}/index.html" in pages_of(tmp_path)["index.html"].found
    seasons.change(league.season, {"public": False})
    publish(1, tmp_path)
    assert [path.name for path in other.iterdir()] == ["publication.json"]


@only_pages
def test_two_clubs_publish_seasons_of_one_name_to_one_place(league, tmp_path):
    ours, odile = day(1), factories.director("odile")
    other = days.league(days.persons(4), of=odile.roles.get().organisation, evenings=3)
    assert other.season.slug == league.season.slug
    theirs = days.evening(other, 1, by=odile)
    days.play(theirs, by=odile)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    for one in (theirs, ours):
        call_command("publish", one.slug, to=tmp_path)
    there = pages_of(tmp_path)["index.html"].found
    assert {f"{folder_of(one.season)}/index.html" for one in (league, other)} <= set(there)


@only_pages
def test_an_old_evening_that_is_sent_late_brings_the_season_as_it_stands(league, lise, tmp_path):
    place = Destination.objects.create(
        organisation=league.season.organisation,
        name="Clé",
        kind="folder",
        path=str(tmp_path),
        tournament_uid=day(1).uid,
    )
    made = folder.request(day(1), by=lise, to=[place.pk])
    folder.publish_job(made.pk)
    seasons.change(league.season, {"name": "Ligue de L'Île"})
    queue.send_job(Job.objects.get(key=place.key).pk)
    page = tmp_path / folder_of(league.season) / "fr" / "index.html"
    assert escape("Ligue de L'Île") in page.read_text(encoding="utf-8")


@only_pages
def test_a_withdrawn_folder_stays_that_of_its_season(league, tmp_path):
    top = tmp_path / folder_of(league.season)
    publish(1, tmp_path)
    seasons.change(league.season, {"public": False})
    publish(1, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*.html")}
    publish(2, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*.html")} == before
    content = json.loads((top / "publication.json").read_text())
    (top / "publication.json").write_text(json.dumps(content | {"uid": "of another"}))
    seasons.change(league.season, {"public": True})
    with pytest.raises(CommandError):
        publish(1, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*.html")} == before


@only_pages
def test_what_was_sent_in_part_is_withdrawn_too(league, tmp_path):
    top = tmp_path / folder_of(league.season)
    publish(1, tmp_path)
    (top / "publication.json").unlink()
    seasons.change(league.season, {"public": False})
    publish(1, tmp_path)
    assert escape(league.season.name) not in "".join(
        path.read_text(encoding="utf-8") for path in top.rglob("*.html")
    )


def test_what_lies_there_is_not_sent_again(league, tmp_path):
    publish(1, tmp_path)
    top = tmp_path / folder_of(league.season)
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*.html")}
    publish(1, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*.html")} == before


@only_pages
def test_no_result_of_an_evening_leaves_the_hall_before_everybody_may_know_it(league, lise, tmp_path):
    third = days.evening(league, 3, by=lise)
    days.play(third, away=47, by=lise, publish=False)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    publish(1, tmp_path)
    before = written_in(tmp_path)
    assert third.name in before and not figures(before) & {"47", "74"}
    stages.describe(third, {"hidden_games": 1}, by=None)
    snapshot.publish(third, official=True, by=lise)
    publish(1, tmp_path)
    hidden = written_in(tmp_path)
    assert not figures(hidden) & {"47", "74"}
    assert ceremony.lift(third, by=lise)
    publish(1, tmp_path)
    assert figures(written_in(tmp_path)) - figures(hidden)


def figures(html: str) -> set[str]:
    """The numbers that stand in a page for themselves."""
    return set(re.findall(r"(?<![\w-])\d+(?![\w-])", re.sub(r"<[^>]*>", " ", html)))


def test_the_first_page_of_a_long_season_is_light(league):
    season = league.season
    evenings = seasons.table(season).evenings[:1] * 36
    brought = dict.fromkeys(range(1, 37), 18)
    row = Row(1, 1, 648, 36, brought, tuple(brought))
    cells = (seasons.Cell(18, True),) * 36
    lines = [
        seasons.Line(row._replace(rank=at, who=at), name, club, cells)
        for at, (name, club) in enumerate(factories.names(400), start=1)
    ]
    told = site.SeasonPage(season, seasons.Table(evenings, lines, mixed=False), None, {})
    written = dict(site.write_pages(site.Head(season.name, "", "fr"), told))
    for language in ("fr", "en"):
        page = written[f"{language}/index.html"]
        assert page.count(b"<tr") == 401
        assert len(page) + len(written["site.css"]) < FIRST_PAGE
        assert b"<script" not in page
