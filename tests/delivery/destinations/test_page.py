"""The pages of destinations: set up, tried out, sent, stopped; by whom, and with which password."""

import pytest
from django.test import Client

from tests import factories
from tests.publishing.days import played
from tests.shown_by import codes
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption, queue
from tournaments.models import Destination, Job, Role
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "Site de L'Écuyer",
    "kind": "sftp",
    "host": "sftp.example.org",
    "port": "",
    "path": "/www",
    "user": "lise",
    "password": "L'Écuyer 77",
}


@pytest.fixture
def day():
    return played()


@pytest.fixture
def director(client, day):
    client.force_login(factories.organiser(day))
    return client


@pytest.fixture
def kept(director, day) -> Destination:
    director.post(address(day), TYPED)
    return Destination.objects.get()


def address(day, rest: str = "") -> str:
    return f"/t/{day.slug}/publish/to/{rest}"


def test_a_destination_is_kept_and_tried_and_its_password_never_shown(director, day, kept):
    assert (kept.host, kept.port, kept.path, kept.user) == ("sftp.example.org", None, "/www", "lise")
    assert kept.tournament_uid == day.uid
    assert Job.objects.get(kind=queue.TRY).args == {"to": kept.pk}
    for page in (address(day, f"{kept.uid}/"), f"/t/{day.slug}/publish/", address(day, "rows/")):
        html = director.get(page).content.decode()
        assert "Écuyer 77" not in html
        assert kept.sealed not in html
    assert str(kept.uid) in director.get(f"/t/{day.slug}/publish/").content.decode()


def test_a_kept_password_goes_to_no_other_server(director, day, kept):
    one = address(day, f"{kept.uid}/")
    director.post(one, TYPED | {"password": "", "name": "Autre nom"})
    kept.refresh_from_db()
    assert (kept.name, encryption.unseal(kept.sealed)) == ("Autre nom", TYPED["password"])
    for change in ({"host": "evil.example"}, {"kind": "ftp"}, {"port": "2222"}, {"user": "root"}):
        answer = director.post(one, TYPED | {"password": ""} | change)
        assert answer.status_code == 422
        assert "destination_password" in codes(answer)
        kept.refresh_from_db()
        assert (kept.host, kept.kind, kept.user) == ("sftp.example.org", "sftp", "lise")


def test_a_key_is_believed_once_somebody_looked_at_it_and_only_that_one(director, day, kept):
    Destination.objects.update(offered_key="ssh-ed25519 AAAA1")
    director.post(address(day, f"{kept.uid}/try/"), {"key": "ssh-ed25519 AAAA2"})
    kept.refresh_from_db()
    assert kept.host_key == ""
    director.post(address(day, f"{kept.uid}/try/"), {"key": "ssh-ed25519 AAAA1"})
    kept.refresh_from_db()
    assert (kept.host_key, kept.offered_key) == ("ssh-ed25519 AAAA1", "")


def test_a_folder_of_this_computer_is_only_for_whoever_sits_at_it(director, day, tmp_path):
    answer = director.post(address(day), TYPED | {"kind": "folder", "path": str(tmp_path)})
    assert answer.status_code == 422
    assert not Destination.objects.exists()
    known = Destination.objects.create(
        organisation=day.organisation,
        tournament_uid=day.uid,
        name="Clé",
        kind="folder",
        path=str(tmp_path),
    )
    director.post(address(day, f"{known.uid}/"), TYPED)
    known.refresh_from_db()
    assert known.kind == "folder"


def test_one_tournaments_director_changes_nothing_for_all_of_them(day, kept):
    Destination.objects.update(tournament_uid=None)
    guest = Client()
    guest.force_login(factories.helper(day, Role.Kind.DIRECTOR, "invitée"))
    before = Destination.objects.get().sealed
    for rest in ("", "try/", "remove/"):
        guest.post(address(day, f"{kept.uid}/{rest}"), TYPED | {"user": "x", "password": "y", "key": "z"})
    after = Destination.objects.get()
    assert (after.sealed, after.user, after.host_key) == (before, "lise", "")
    guest.post(address(day), TYPED | {"wide": "on"})
    assert Destination.objects.filter(tournament_uid=None).count() == 1


def test_destinations_of_others_are_not_there(director, day, kept):
    other = played()
    director.force_login(factories.helper(other, Role.Kind.DIRECTOR, "odile"))
    assert director.get(address(other, f"{kept.uid}/")).status_code == 404


def test_send_stop_and_take_away(director, day, kept):
    one = f"{kept.uid}/"
    director.post(address(day, one + "send/"))
    assert not Job.objects.filter(kind=jobs.SEND).exists()  # nothing is made yet
    made = director.post(f"/t/{day.slug}/publish/make/", {"to": [str(kept.pk), "x"]})
    assert made["Location"].endswith("/publish/#jobs")
    folder.publish_job(day.jobs.get(kind=jobs.PUBLISH).pk)
    job = Job.objects.get(kind=jobs.SEND)
    assert f'hx-get="{address(day, "rows/")}"' in director.get(address(day, "rows/")).content.decode()
    director.post(address(day, one + "stop/"))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    director.post(address(day, one + "send/"))
    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    director.post(address(day, one + "remove/"))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert not Destination.objects.exists()
    queue.send_job(job.pk)


def test_results_go_out_after_each_game_where_somebody_says_so(director, day, kept):
    director.post(address(day, "each-game/"), {"each_game": "yes"})
    day.refresh_from_db()
    assert day.settings[auto_publish.EACH_GAME] is True
    assert day.acts.get(kind=auto_publish.EACH_GAME).args == {"wanted": True}
    assert "data-each-game" in director.get(f"/t/{day.slug}/publish/").content.decode()
    director.post(address(day, "each-game/"), {"each_game": "no"})
    day.refresh_from_db()
    assert day.settings[auto_publish.EACH_GAME] is False


def test_the_row_follows_by_itself_from_the_making_of_the_site_on(director, day, kept):
    Job.objects.filter(kind=queue.TRY).delete()
    polled = "hx-get"
    assert polled not in director.get(address(day, "rows/")).content.decode()
    director.post(f"/t/{day.slug}/publish/make/", {"to": [str(kept.pk)]})
    html = director.get(address(day, "rows/")).content.decode()
    assert polled in html
    assert "data-awaits-site" in html
    Job.objects.filter(kind=folder.KIND).update(state=Job.State.DONE)
    assert polled not in director.get(address(day, "rows/")).content.decode()


def test_a_site_that_is_only_made_changes_no_row(director, day, kept):
    Job.objects.filter(kind=queue.TRY).delete()
    director.post(f"/t/{day.slug}/publish/make/")
    assert "hx-get" not in director.get(address(day, "rows/")).content.decode()
