"""A server takes the laptop's tournament after each closed game, and keeps what was entered on the server."""

from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.delivery.destinations.servers import BadWire
from tests.processes import Process, first_started, served
from tests.publishing.tournaments import played
from tournaments.accounts import visibility
from tournaments.delivery.destinations import encryption, queue
from tournaments.models import Destination, Job, Organisation, Role, Tournament, UploadKey
from tournaments.registration import consent
from tournaments.transfer import copies
from tournaments.transfer.copies import Copy, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return played(rounds=4, closed=1, players=4)


def sealed_copy(tournament: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(tournament))


def opened_copy(tournament: Tournament) -> Copy:
    return copies.open_copy(sealed_copy(tournament))


def issue_key(organisation: Organisation) -> tuple[UploadKey, str]:
    return copies.issue(organisation, "portable de L'Érablière", by=None)


def play(tournament: Tournament, number: int) -> None:
    factories.play_round(tournament, number)
    tournament.refresh_from_db()


def restore_before(copy: Copy) -> Tournament:
    """Restore the copy, as on a server that has received nothing newer."""
    return copies.restore(copy, by=None)


def live_tournament(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(uid=tournament.uid, live=True)


def test_newer_copy_replaces_the_older_and_keeps_roles(tournament):
    (key, _text), (unused, _text), before = (
        issue_key(tournament.organisation),
        issue_key(tournament.organisation),
        opened_copy(tournament),
    )
    play(tournament, 2)
    further = sealed_copy(tournament)
    here = restore_before(before)
    factories.helper(here, Role.Kind.VIEWER, "réal")
    other = factories.helper(factories.tournament(4), Role.Kind.VIEWER, "odile").roles.get()
    assert copies.receive(key, further) == "taken"
    assert live_tournament(tournament).lines.count() == 4
    assert live_tournament(tournament).roles.get(role=Role.Kind.VIEWER).user.username == "réal"
    assert Role.objects.get(pk=other.pk).tournament == other.tournament
    assert copies.receive(key, further) == "known"
    for one in (key, unused):
        one.refresh_from_db()
    assert key.used_at and not unused.used_at


def test_unknown_tournament_joins_the_organisation_of_the_key(tournament):
    organisation = Organisation.objects.create(name="FADOQ Saint-Hilaire")
    sent = sealed_copy(tournament)
    Tournament.objects.update(live=False)
    factories.tournament(4)  # another tournament
    assert copies.receive(issue_key(organisation)[0], sent) == "taken"
    assert (live_tournament(tournament).organisation, live_tournament(tournament).epoch) == (organisation, 2)


def test_received_copy_keeps_the_local_visibility(tournament):
    key, before = issue_key(tournament.organisation)[0], opened_copy(tournament)
    play(tournament, 2)
    further = sealed_copy(tournament)
    here = restore_before(before)
    visibility.set_visibility(here, "link", by=None)
    token = live_tournament(tournament).link_token
    assert copies.receive(key, further) == "taken"
    assert (live_tournament(tournament).visibility, live_tournament(tournament).link_token) == ("link", token)


@pytest.mark.parametrize("done", ["a line", "an act", "further than the laptop"])
def test_copy_is_refused_after_local_changes(tournament, done):
    key, before = issue_key(tournament.organisation)[0], opened_copy(tournament)
    play(tournament, 2)
    further = before if done.startswith("further") else opened_copy(tournament)
    here = live_tournament(tournament) if done.startswith("further") else restore_before(before)
    if done == "a line":
        round_ = factories.open_round(here, 2)
        factories.enter(factories.meeting_at(round_, 1), [121, 60])
    elif done == "an act":
        consent.declare(here, True, by=None)
    before_that = live_tournament(tournament).pk
    with pytest.raises(DomainError) as refused:
        copies.receive(key, copies.seal_copy(further.rows))
    assert (refused.value.code, live_tournament(tournament).pk) == ("day_went_on_here", before_that)


def test_copy_for_another_organisation_is_refused(tournament):
    key, _text = issue_key(Organisation.objects.create(name="FADOQ Saint-Hilaire"))
    with pytest.raises(DomainError) as refused:
        copies.receive(key, sealed_copy(tournament))
    assert refused.value.code == "day_of_another"


def test_number_of_upload_keys_is_limited(tournament, monkeypatch):
    monkeypatch.setattr(receiving, "MAX_KEYS", 2)
    keys = [issue_key(tournament.organisation) for _twice in range(2)]
    with pytest.raises(DomainError, match=r"^upload_keys_too_many") as refused:
        issue_key(tournament.organisation)
    assert refused.value.args_ == {"most": 2}
    assert [copies.key_of(text) for _key, text in keys] == [key for key, _text in keys]
    assert copies.key_of("x") is None


def test_only_a_valid_key_gives_access(client, tournament):
    key, text = issue_key(tournament.organisation)
    assert text not in str(UploadKey.objects.values())

    def asked(one: str) -> int:
        return client.get("/take-over/", headers={"Authorization": one}).status_code

    assert [asked(f"Bearer {text}"), asked(text), asked("Bearer x"), asked("")] == [200, 401, 401, 401]
    bad = client.post(
        "/take-over/", b"no copy", "application/octet-stream", headers={"Authorization": f"Bearer {text}"}
    )
    assert (bad.status_code, bad.json()["error"]) == (409, "copy_unreadable")
    client.force_login(factories.helper(tournament.organisation, "director", "odile"))
    page = f"/o/{tournament.organisation.slug}/keys/"
    made = client.post(page, {"name": "portable"}).content.decode()
    assert "data-made" in made
    assert "data-made" not in client.get(page).content.decode()
    assert client.post(f"{page}{key.uid}/end/").status_code == 302
    assert asked(f"Bearer {text}") == 401


def test_guessing_keys_is_rate_limited(client, tournament):
    text = issue_key(tournament.organisation)[1]
    for _time in range(20):
        client.get("/take-over/", headers={"Authorization": "Bearer x"})
    assert client.get("/take-over/", headers={"Authorization": f"Bearer {text}"}).status_code == 429


def run_due_job(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))
    queue.send_job(job.pk)
    job.refresh_from_db()
    return job


def test_server_receives_the_tournament_after_each_closed_round(
    tournament, tmp_path: Path, empty_database: Path
):
    """Over a connection that breaks, the sending waits, says why, and everything arrives once."""
    data = first_started(tmp_path / "server", empty_database)
    text = Process("manage.py", "upload_key", CHEVILLE_DATA=str(data)).wait_for(r"(?m)^[\w-]{32}$").group()
    server = served(data)
    try:
        port = int(server.url.rpartition(":")[2])
        wire = BadWire(port)
        given = {"host": "127.0.0.1", "port": wire.port, "kind": "cheville_plain", "name": "Serveur"}
        to = Destination.objects.create(
            organisation=tournament.organisation, sealed=encryption.seal(text), **given
        )
        job = queue.queue_test(tournament, to)
        queue.try_job(job.pk)
        job.refresh_from_db()
        assert job.state == Job.State.DONE
        wire.dead = True
        play(tournament, 2)
        job = run_due_job(Job.objects.get(key=to.key))
        assert (job.state, job.error) == (Job.State.WAITING, "connection_lost")
        play(tournament, 3)
        assert Job.objects.filter(key=to.key).count() == 1
        wire.dead, wire.pieces = False, 1
        assert run_due_job(job).error == "connection_lost"
        job = run_due_job(job)
        assert (job.state, job.args["outcome"]) == (Job.State.DONE, "taken")
        shown = urlopen(f"http://127.0.0.1:{port}/t/{tournament.slug}/").read().decode()
        assert 'data-after="3"' in shown
        play(tournament, 4)
        assert run_due_job(Job.objects.get(key=to.key)).args["outcome"] == "taken"
        assert 'data-after="4"' in urlopen(f"http://127.0.0.1:{port}/t/{tournament.slug}/").read().decode()
        queue.queue_transfer(tournament, to)
        assert run_due_job(Job.objects.get(key=to.key)).args["outcome"] == "known"
        to.sealed = encryption.seal("another")
        to.save()
        queue.queue_transfer(tournament, to)
        assert run_due_job(Job.objects.get(key=to.key)).error == "key_refused"
    finally:
        server.end()
