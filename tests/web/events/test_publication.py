"""One click makes the files of all tournaments of an event, one ZIP has them all."""

import io
import zipfile

import pytest
from django.urls import reverse

from tests import event_tournaments, factories, page_reader
from tests.factories import signed_in
from tournaments.models import Destination, Job, Tournament
from tournaments.organisations import seasons
from tournaments.publishing.outputs import folder

pytestmark = pytest.mark.django_db


@pytest.fixture
def days():
    made = event_tournaments.days(3, factories.director().roles.get().organisation, players=4)
    for tournament in made[:2]:
        factories.play_round(tournament, 1)
    return made


@pytest.fixture
def browser(days):
    return signed_in(days[0].organisation.roles.get().user)


def address(name, event):
    return reverse(name, args=[event.organisation.slug, event.uid])


def run_publish_jobs(*days):
    for tournament in days:
        folder.publish_job(tournament.jobs.filter(kind=folder.KIND, state=Job.State.WAITING).get().pk)


def open_zip(answer) -> zipfile.ZipFile:
    assert answer["Content-Type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_a_zip_has_a_folder_for_each_tournament_and_an_index(browser, days):
    event = event_tournaments.event(*days)
    browser.post(address("event_publish_make", event))
    assert [tournament.jobs.filter(kind=folder.KIND).count() for tournament in days] == [1, 1, 0]
    run_publish_jobs(*days[:2])
    archive = open_zip(browser.get(address("event_publish_files", event)))
    assert {name.partition("/")[0] for name in archive.namelist()} == {
        "index.html",
        days[0].slug,
        days[1].slug,
    }
    assert len(archive.namelist()) == len(set(archive.namelist()))
    index = page_reader.parse(archive.read("index.html").decode())
    assert [link["href"] for link in index.all("a")] == [
        f"{tournament.slug}/index.html" for tournament in days[1::-1]
    ]
    assert index.one("h1").words == event.name
    for tournament in days[:2]:
        assert archive.read(f"{tournament.slug}/index.html")


def test_season_is_as_the_last_publication_has_it(browser, days):
    event = event_tournaments.event(*days[:2])
    season = seasons.make(event.organisation, {"name": "Automne", "public": True})
    for tournament in days[:2]:
        seasons.add(season, tournament)
    browser.post(address("event_publish_make", event))
    run_publish_jobs(*days[:2])
    seasons.change(season, {"name": "Hiver"})
    folder.request(days[0], by=days[0].organisation.roles.get().user)
    run_publish_jobs(days[0])
    archive = open_zip(browser.get(address("event_publish_files", event)))
    (page,) = [
        page_reader.parse(archive.read(name).decode())
        for name in archive.namelist()
        if name.startswith("season-") and name.endswith("/fr/index.html")
    ]
    assert page.one("h1").words == "Hiver"


@pytest.mark.parametrize("state", [Job.State.WAITING, Job.State.RUNNING, Job.State.FAILED])
def test_tournament_is_in_the_zip_as_last_published_while_files_are_made(browser, days, state):
    event = event_tournaments.event(*days[:2])
    browser.post(address("event_publish_make", event))
    run_publish_jobs(*days[:2])
    again = folder.request(days[1], by=days[1].organisation.roles.get().user)
    Job.objects.filter(pk=again.pk).update(state=state)
    archive = open_zip(browser.get(address("event_publish_files", event)))
    assert {name.partition("/")[0] for name in archive.namelist()} >= {days[0].slug, days[1].slug}


def test_tournament_without_results_gets_a_message(browser, days):
    event = event_tournaments.event(*days)
    answer = browser.post(address("event_publish_make", event), follow=True)
    assert page_reader.codes(answer) == ["nothing_to_publish"]
    states = [row["data-state"] for row in page_reader.parse(answer).all("[data-files]")]
    assert states == ["waiting", "waiting", ""]


def test_zip_without_files_is_refused(browser, days):
    event = event_tournaments.event(*days)
    answer = browser.get(address("event_publish_files", event), follow=True)
    assert page_reader.codes(answer) == ["event_not_published"]


@pytest.mark.parametrize("off", [{"visibility": "desk"}, {"visibility": "link"}, {"hidden": True}])
def test_tournament_no_longer_public_is_left_out_of_the_zip(browser, days, off):
    event = event_tournaments.event(*days[:2])
    browser.post(address("event_publish_make", event))
    run_publish_jobs(*days[:2])
    Tournament.objects.filter(pk=days[0].pk).update(**off)
    archive = open_zip(browser.get(address("event_publish_files", event)))
    assert not [name for name in archive.namelist() if name.startswith(f"{days[0].slug}/")]
    assert days[0].slug.encode() not in archive.read("index.html")
    Job.objects.all().delete()
    browser.post(address("event_publish_make", event))
    assert [job.tournament_id for job in Job.objects.filter(kind=folder.KIND)] == [days[1].pk]


def test_files_are_sent_to_destinations_only_when_ticked(browser, days):
    event = event_tournaments.event(*days[:2])
    key = Destination.objects.create(organisation=event.organisation, name="Clé", kind="folder")
    own = Destination.objects.create(
        organisation=event.organisation, name="Site", kind="folder", tournament_uid=days[1].uid
    )
    browser.post(address("event_publish_make", event), {"send": "1"})
    assert [tournament.jobs.get(kind=folder.KIND).args["to"] for tournament in days[:2]] == [
        [key.pk],
        [key.pk, own.pk],
    ]
    Job.objects.all().delete()
    browser.post(address("event_publish_make", event))
    assert [tournament.jobs.get(kind=folder.KIND).args["to"] for tournament in days[:2]] == [[], []]
