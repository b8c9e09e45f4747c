"""Destinations are set up, tried out, used and stopped, by users who may do so, with the right password."""

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import codes
from tests.publishing.tournaments import played
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption, queue
from tournaments.models import Destination, Job, Role
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder

pytestmark = pytest.mark.django_db
FORM_DATA = {
    "name": "Site de L'Écuyer",
    "kind": "sftp",
    "host": "sftp.example.org",
    "port": "",
    "path": "/www",
    "user": "lise",
    "password": "L'Écuyer 77",
}


@pytest.fixture
def tournament():
    return played()


@pytest.fixture
def director(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


@pytest.fixture
def kept(director, tournament) -> Destination:
    director.post(address(tournament), FORM_DATA)
    return Destination.objects.get()


def address(tournament, rest: str = "") -> str:
    return f"/t/{tournament.slug}/publish/to/{rest}"


def test_destination_is_saved_and_its_password_never_shown(director, tournament, kept):
    assert (kept.host, kept.port, kept.path, kept.user) == ("sftp.example.org", None, "/www", "lise")
    assert kept.tournament_uid == tournament.uid
    assert Job.objects.get(kind=jobs.TRY_DESTINATION).args == {"to": kept.pk}
    for page in (
        address(tournament, f"{kept.uid}/"),
        f"/t/{tournament.slug}/publish/",
        address(tournament, "rows/"),
    ):
        html = director.get(page).content.decode()
        assert "Écuyer 77" not in html
        assert kept.sealed not in html
    assert str(kept.uid) in director.get(f"/t/{tournament.slug}/publish/").content.decode()


def test_stored_password_is_not_used_for_another_server(director, tournament, kept):
    one = address(tournament, f"{kept.uid}/")
    director.post(one, FORM_DATA | {"password": "", "name": "Autre nom"})
    kept.refresh_from_db()
    assert (kept.name, encryption.unseal(kept.sealed)) == ("Autre nom", FORM_DATA["password"])
    for change in ({"host": "evil.example"}, {"kind": "ftp"}, {"port": "2222"}, {"user": "root"}):
        answer = director.post(one, FORM_DATA | {"password": ""} | change)
        assert answer.status_code == 422
        assert "destination_password" in codes(answer)
        kept.refresh_from_db()
        assert (kept.host, kept.kind, kept.user) == ("sftp.example.org", "sftp", "lise")


def test_host_key_is_trusted_only_if_confirmed(director, tournament, kept):
    Destination.objects.update(offered_key="ssh-ed25519 AAAA1")
    director.post(address(tournament, f"{kept.uid}/try/"), {"key": "ssh-ed25519 AAAA2"})
    kept.refresh_from_db()
    assert kept.host_key == ""
    director.post(address(tournament, f"{kept.uid}/try/"), {"key": "ssh-ed25519 AAAA1"})
    kept.refresh_from_db()
    assert (kept.host_key, kept.offered_key) == ("ssh-ed25519 AAAA1", "")


def test_local_folder_is_refused_to_remote_users(director, tournament, tmp_path):
    answer = director.post(address(tournament), FORM_DATA | {"kind": "folder", "path": str(tmp_path)})
    assert answer.status_code == 422
    assert not Destination.objects.exists()
    known = Destination.objects.create(
        organisation=tournament.organisation,
        tournament_uid=tournament.uid,
        name="Clé",
        kind="folder",
        path=str(tmp_path),
    )
    director.post(address(tournament, f"{known.uid}/"), FORM_DATA)
    known.refresh_from_db()
    assert known.kind == "folder"


def test_tournament_director_cannot_edit_shared_destinations(tournament, kept):
    Destination.objects.update(tournament_uid=None)
    guest = Client()
    guest.force_login(factories.helper(tournament, Role.Kind.DIRECTOR, "invitée"))
    before = Destination.objects.get().sealed
    for rest in ("", "try/", "remove/"):
        guest.post(
            address(tournament, f"{kept.uid}/{rest}"), FORM_DATA | {"user": "x", "password": "y", "key": "z"}
        )
    after = Destination.objects.get()
    assert (after.sealed, after.user, after.host_key) == (before, "lise", "")
    guest.post(address(tournament), FORM_DATA | {"wide": "on"})
    assert Destination.objects.filter(tournament_uid=None).count() == 1


def test_destination_of_another_tournament_gets_404(director, tournament, kept):
    other = played()
    director.force_login(factories.helper(other, Role.Kind.DIRECTOR, "odile"))
    assert director.get(address(other, f"{kept.uid}/")).status_code == 404


def test_destination_can_be_sent_to_stopped_and_removed(director, tournament, kept):
    one = f"{kept.uid}/"
    director.post(address(tournament, one + "send/"))
    assert not Job.objects.filter(kind=jobs.SEND).exists()  # no site has been made yet
    made = director.post(f"/t/{tournament.slug}/publish/make/", {"to": [str(kept.pk), "x"]})
    assert made["Location"].endswith("/publish/#jobs")
    folder.publish_job(tournament.jobs.get(kind=jobs.PUBLISH).pk)
    job = Job.objects.get(kind=jobs.SEND)
    assert (
        f'hx-get="{address(tournament, "rows/")}"'
        in director.get(address(tournament, "rows/")).content.decode()
    )
    director.post(address(tournament, one + "stop/"))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    director.post(address(tournament, one + "send/"))
    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    director.post(address(tournament, one + "remove/"))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert not Destination.objects.exists()
    queue.send_job(job.pk)


def test_publishing_after_each_round_can_be_switched_on(director, tournament, kept):
    director.post(address(tournament, "each-game/"), {"each_game": "yes"})
    tournament.refresh_from_db()
    assert tournament.settings[auto_publish.EACH_GAME] is True
    assert tournament.acts.get(kind=auto_publish.EACH_GAME).args == {"wanted": True}
    assert "data-each-game" in director.get(f"/t/{tournament.slug}/publish/").content.decode()
    director.post(address(tournament, "each-game/"), {"each_game": "no"})
    tournament.refresh_from_db()
    assert tournament.settings[auto_publish.EACH_GAME] is False


def test_row_is_polled_while_the_site_is_made(director, tournament, kept):
    Job.objects.filter(kind=jobs.TRY_DESTINATION).delete()
    polled = "hx-get"
    assert polled not in director.get(address(tournament, "rows/")).content.decode()
    director.post(f"/t/{tournament.slug}/publish/make/", {"to": [str(kept.pk)]})
    html = director.get(address(tournament, "rows/")).content.decode()
    assert polled in html
    assert "data-awaits-site" in html
    Job.objects.filter(kind=folder.KIND).update(state=Job.State.DONE)
    assert polled not in director.get(address(tournament, "rows/")).content.decode()


def test_making_a_site_without_sending_polls_no_row(director, tournament, kept):
    Job.objects.filter(kind=jobs.TRY_DESTINATION).delete()
    director.post(f"/t/{tournament.slug}/publish/make/")
    assert "hx-get" not in director.get(address(tournament, "rows/")).content.decode()
