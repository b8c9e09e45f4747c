"""A season on the static site: beside its evenings, every link to a file, nothing that is not for all."""

import json
import zipfile

import pytest
from django.core.management import call_command
from django.utils.html import escape

from tests import factories
from tests.leagues import days
from tests.publication.test_site import Links, resolved
from tournaments import seasons
from tournaments.leagues import site
from tournaments.models import Season, Tournament, User
from tournaments.publication.outputs import folder
from tournaments.registration import consent

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
    season = f"season-{league.season.slug}"
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
    for name in site.PAGES:
        assert {f"{season}/fr/{name}", f"{season}/en/{name}"} <= pages.keys()
    with zipfile.ZipFile(tmp_path / "two.zip") as archive:
        inside = {name for name in archive.namelist() if name.startswith(season)}
    on_disk = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / season).rglob("*.*")}
    assert inside == on_disk
    own, (beside,) = folder.unzipped(tmp_path / "two.zip")
    assert (json.loads(own["publication.json"])["folder"], beside.name) == (day(2).slug, season)


def test_an_evening_that_lies_elsewhere_is_named_without_a_link(league, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    publish(1, tmp_path / "there")
    publish(2, tmp_path / "here")
    season = f"season-{league.season.slug}"
    assert evenings_linked(tmp_path / "here", season) == [day(2).slug]
    assert day(1).name in (tmp_path / "here" / season / "fr" / "index.html").read_text(encoding="utf-8")


def test_names_are_those_of_the_internet_and_hidden_evenings_are_not_there(league, tmp_path, settings):
    settings.SHORT_NAMES = True
    consent.declare(day(1), True, by=None)
    Tournament.objects.filter(pk=day(2).pk).update(visibility=Tournament.Visibility.LINK)
    publish(1, tmp_path)
    written = written_in(tmp_path)
    full = [escape(name) for name, _club in factories.names(4)]
    assert day(2).name not in written
    assert [name for name in full if name in written] == full
    consent.declare(day(1), False, by=None)
    publish(1, tmp_path)
    assert not [name for name in full if name in written_in(tmp_path)]


def written_in(top) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in top.rglob("season-*/*/*.html"))


def test_a_season_that_is_shown_no_longer_says_only_that(league, lise, tmp_path):
    season = league.season
    publish(1, tmp_path)
    seasons.change(season, {"public": False})
    publish(2, tmp_path)
    found = list((tmp_path / f"season-{season.slug}").rglob("*.html"))
    assert found and not [path for path in found if season.name in path.read_text(encoding="utf-8")]
    assert f"season-{season.slug}/index.html" not in pages_of(tmp_path)["index.html"].found
    (tmp_path / "elsewhere").mkdir()
    publish(2, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere" / f"season-{season.slug}").exists()


def test_nobody_s_folder_is_taken(league, tmp_path):
    from django.core.management import CommandError

    other = tmp_path / f"season-{league.season.slug}"
    other.mkdir()
    told = {"uid": "of another", "name": "A", "date": "2026-01-01", "place": "", "said": ""}
    (other / "publication.json").write_text(json.dumps(told))
    with pytest.raises(CommandError):
        publish(1, tmp_path)
    assert [path.name for path in other.iterdir()] == ["publication.json"]


def test_what_lies_there_is_not_sent_again(league, tmp_path):
    publish(1, tmp_path)
    top = tmp_path / f"season-{league.season.slug}"
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*.html")}
    publish(1, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*.html")} == before
