"""A season on the static site beside its evenings: every link leads to a file, nothing private is there."""

import json
import re
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.utils.html import escape

from scoring.season import Row
from tests import factories
from tests.organisations.leagues import evenings
from tests.publishing.test_site import MAX_FIRST_PAGE_BYTES, Links, resolved
from tournaments.delivery.destinations import queue
from tournaments.models import Destination, Job, Season, Tournament, User
from tournaments.organisations import seasons
from tournaments.organisations.leagues import site
from tournaments.publishing import ceremony, publications
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
    """Make a league of four with two evenings, both public and official, and a third still to come."""
    made = evenings.league(evenings.persons(4), of=lise.roles.get().organisation, evenings=3)
    for number in (1, 2):
        evenings.play(evenings.evening(made, number, by=lise), by=lise)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    return made


@pytest.fixture
def pages_alone(monkeypatch) -> None:
    """Publish pages alone, without papers, pictures and data, as these tests read only pages."""
    monkeypatch.setattr(folder, "OUTPUTS", {"site": folder.OUTPUTS["site"]})


only_pages = pytest.mark.usefixtures("pages_alone")


def tournament(number: int) -> Tournament:
    return Tournament.objects.order_by("date")[number - 1]


def publish(number: int, to, **more) -> None:
    call_command("publish", tournament(number).slug, to=to, **more)


def pages_of(top) -> dict[str, Links]:
    return {
        path.relative_to(top).as_posix(): Links(path.read_text(encoding="utf-8"))
        for path in top.rglob("*.html")
        if "fragment" not in path.parts
    }


def linked_evenings(top, of) -> list[str]:
    page = pages_of(top)[f"{of}/fr/index.html"]
    return [link.split("/")[2] for link in page.found if link.startswith("../../")]


def test_season_pages_lie_beside_evenings_with_valid_links(league, tmp_path):
    season = folder_of(league.season)
    publish(1, tmp_path)
    assert linked_evenings(tmp_path, season) == [tournament(1).slug]
    publish(2, tmp_path, zip=tmp_path / "two.zip")
    assert linked_evenings(tmp_path, season) == [tournament(1).slug, tournament(2).slug]
    pages = pages_of(tmp_path)
    assert f"../../{season}/fr/index.html" in pages[f"{tournament(2).slug}/fr/index.html"].found
    assert f"{season}/index.html" in pages["index.html"].found
    for path, page in pages.items():
        for link in page.found:
            target = resolved(path, link) if not link.startswith("#") else path
            assert (tmp_path / target).is_file(), (path, link)
    for name in site.FIXTURE_PAGES:
        assert {f"{season}/fr/{name}", f"{season}/en/{name}"} <= pages.keys()
    with zipfile.ZipFile(tmp_path / "two.zip") as archive:
        inside = {name for name in archive.namelist() if name.startswith(season)}
    on_disk = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / season).rglob("*.*")}
    assert inside == on_disk
    own = folder.unzipped(tmp_path / "two.zip")
    assert json.loads(own["publication.json"])["folder"] == tournament(2).slug
    assert own.keys() == {
        path.relative_to(tmp_path / tournament(2).slug).as_posix()
        for path in (tmp_path / tournament(2).slug).rglob("*.*")
    }


@only_pages
def test_evening_published_elsewhere_is_not_linked(league, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    publish(1, tmp_path / "there")
    publish(2, tmp_path / "here")
    season = folder_of(league.season)
    assert linked_evenings(tmp_path / "here", season) == [tournament(2).slug]
    assert tournament(1).name in (tmp_path / "here" / season / "fr" / "index.html").read_text(
        encoding="utf-8"
    )


@only_pages
def test_season_site_follows_consent_and_omits_hidden_evenings(league, tmp_path, settings):
    settings.SHORT_NAMES = True
    consent.declare(tournament(2), True, by=None)  # the consent of the last evening applies
    Tournament.objects.filter(pk=tournament(2).pk).update(visibility=Tournament.Visibility.LINK)
    publish(1, tmp_path)
    written = season_html(tmp_path)
    full = [escape(name) for name, _club in factories.names(4)]
    assert tournament(2).name not in written
    assert [name for name in full if name in written] == full
    consent.declare(tournament(2), False, by=None)
    publish(1, tmp_path)
    assert not [name for name in full if name in season_html(tmp_path)]


def season_html(top) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in top.rglob("season-*/*/*.html"))


@only_pages
def test_withdrawn_season_site_loses_its_content(league, lise, tmp_path):
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
def test_season_folder_loses_pages_that_the_season_no_longer_has(lise, tmp_path):
    season = seasons.make(lise.roles.get().organisation, {"name": "Saison", "public": True})
    made = factories.tournament(4, by=lise, about={"organisation": season.organisation})
    seasons.add(season, made)
    factories.play_round(made, 1)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    top = tmp_path / folder_of(season)

    def pages() -> set[str]:
        return {path.relative_to(top).as_posix() for path in top.rglob("*.html")}

    publish(1, tmp_path)
    assert pages() == {"index.html", *(f"{at}/{name}" for at in ("fr", "en") for name in site.EVENING_PAGES)}
    content = json.loads((top / "publication.json").read_text())
    strange = dict.fromkeys(["../keep.html", f"{tmp_path}/keep.html", "fr/../../keep.html", ".", ""], "")
    (top / "publication.json").write_text(json.dumps(content | {"files": content["files"] | strange}))
    (tmp_path / "keep.html").write_text("ours")
    evenings.league(evenings.persons(4), of=season.organisation, season=season)
    publish(1, tmp_path)
    assert pages() == {"index.html", *(f"{at}/{name}" for at in ("fr", "en") for name in site.FIXTURE_PAGES)}
    assert (tmp_path / "keep.html").exists()


@only_pages
def test_folder_of_another_site_is_not_overwritten(league, tmp_path):
    other = tmp_path / folder_of(league.season)
    other.mkdir()
    data = {"uid": "of another", "name": "A", "date": "2026-01-01", "place": "", "said": ""}
    (other / "publication.json").write_text(json.dumps(data))
    with pytest.raises(CommandError):
        publish(1, tmp_path)
    assert [path.name for path in other.iterdir()] == ["publication.json"]
    assert f"{tournament(1).slug}/index.html" in pages_of(tmp_path)["index.html"].found
    seasons.change(league.season, {"public": False})
    publish(1, tmp_path)
    assert [path.name for path in other.iterdir()] == ["publication.json"]


@only_pages
def test_seasons_of_one_name_get_separate_folders(league, tmp_path):
    ours, odile = tournament(1), factories.director("odile")
    other = evenings.league(evenings.persons(4), of=odile.roles.get().organisation, evenings=3)
    assert other.season.slug == league.season.slug
    theirs = evenings.evening(other, 1, by=odile)
    evenings.play(theirs, by=odile)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    Season.objects.update(public=True)
    for one in (theirs, ours):
        call_command("publish", one.slug, to=tmp_path)
    there = pages_of(tmp_path)["index.html"].found
    assert {f"{folder_of(one.season)}/index.html" for one in (league, other)} <= set(there)


@only_pages
def test_delayed_publication_sends_the_current_season(league, lise, tmp_path):
    place = Destination.objects.create(
        organisation=league.season.organisation,
        name="Clé",
        kind="folder",
        path=str(tmp_path),
        tournament_uid=tournament(1).uid,
    )
    made = folder.request(tournament(1), by=lise, to=[place.pk])
    folder.publish_job(made.pk)
    seasons.change(league.season, {"name": "Ligue de L'Île"})
    queue.send_job(Job.objects.get(key=place.key).pk)
    page = tmp_path / folder_of(league.season) / "fr" / "index.html"
    assert escape("Ligue de L'Île") in page.read_text(encoding="utf-8")


@only_pages
def test_withdrawn_folder_still_belongs_to_its_season(league, tmp_path):
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
def test_partially_sent_season_is_withdrawn_too(league, tmp_path):
    top = tmp_path / folder_of(league.season)
    publish(1, tmp_path)
    (top / "publication.json").unlink()
    seasons.change(league.season, {"public": False})
    publish(1, tmp_path)
    assert escape(league.season.name) not in "".join(
        path.read_text(encoding="utf-8") for path in top.rglob("*.html")
    )


def test_unchanged_files_are_not_sent_again(league, tmp_path):
    publish(1, tmp_path)
    top = tmp_path / folder_of(league.season)
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*.html")}
    publish(1, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*.html")} == before


@only_pages
def test_season_site_omits_unofficial_and_hidden_results(league, lise, tmp_path):
    third = evenings.evening(league, 3, by=lise)
    evenings.play(third, away=47, by=lise, publish=False)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    publish(1, tmp_path)
    before = season_html(tmp_path)
    assert third.name in before and not page_numbers(before) & {"47", "74"}
    stages.change_description(third, {"hidden_games": 1}, by=None)
    publications.publish(third, official=True, by=lise)
    publish(1, tmp_path)
    hidden = season_html(tmp_path)
    assert not page_numbers(hidden) & {"47", "74"}
    assert ceremony.reveal_games(third, by=lise)
    publish(1, tmp_path)
    assert page_numbers(season_html(tmp_path)) - page_numbers(hidden)


def page_numbers(html: str) -> set[str]:
    """Return the numbers in a page that are words of their own."""
    return set(re.findall(r"(?<![\w-])\d+(?![\w-])", re.sub(r"<[^>]*>", " ", html)))


def test_first_page_of_a_long_season_stays_small(league):
    season = league.season
    evenings = seasons.table(season).evenings[:1] * 36
    brought = dict.fromkeys(range(1, 37), 18)
    row = Row(1, 1, 648, 36, brought, tuple(brought))
    cells = (seasons.Cell(18, True),) * 36
    lines = [
        seasons.SeasonLine(row._replace(rank=at, who=at), name, club, cells)
        for at, (name, club) in enumerate(factories.names(400), start=1)
    ]
    found = site.SeasonPage(season, seasons.Table(evenings, lines, mixed=False), None, {})
    written = dict(site.write_pages(site.Head(season.name, "", "fr"), found))
    for language in ("fr", "en"):
        page = written[f"{language}/index.html"]
        assert page.count(b"<tr") == 401
        assert len(page) + len(written["site.css"]) < MAX_FIRST_PAGE_BYTES
        assert b"<script" not in page
