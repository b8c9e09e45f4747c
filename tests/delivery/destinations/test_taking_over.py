"""A server takes the day from a laptop after each closed game, and puts nothing aside that was done there."""

from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.delivery.destinations.servers import BadWire
from tests.processes import Process, first_started, served
from tests.publishing.days import played
from tournaments.accounts import visibility
from tournaments.delivery.destinations import encryption, queue
from tournaments.models import Destination, Job, Organisation, Role, Tournament, UploadKey
from tournaments.registration import consent
from tournaments.transfer import copies
from tournaments.transfer.copies import Copy, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    return played(rounds=4, closed=1, players=4)


def packed(day: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(day))


def read(day: Tournament) -> Copy:
    return copies.open_copy(packed(day))


def key_for(organisation: Organisation) -> tuple[UploadKey, str]:
    return copies.issue(organisation, "portable de L'Érablière", by=None)


def play(day: Tournament, number: int) -> None:
    factories.play_round(day, number)
    day.refresh_from_db()


def back_to(copy: Copy) -> Tournament:
    """What stands here is what the copy says, as on a server that has heard of no more."""
    return copies.restore(copy, by=None)


def live(day: Tournament) -> Tournament:
    return Tournament.objects.get(uid=day.uid, live=True)


def test_what_goes_on_takes_the_place_of_its_beginning_and_who_helps_stays(day):
    (key, _text), (unused, _text), before = key_for(day.organisation), key_for(day.organisation), read(day)
    play(day, 2)
    further = packed(day)
    here = back_to(before)
    factories.helper(here, Role.Kind.VIEWER, "réal")
    other = factories.helper(factories.tournament(4), Role.Kind.VIEWER, "odile").roles.get()
    assert copies.receive(key, further) == "taken"
    assert live(day).lines.count() == 4
    assert live(day).roles.get(role=Role.Kind.VIEWER).user.username == "réal"
    assert Role.objects.get(pk=other.pk).tournament == other.tournament
    assert copies.receive(key, further) == "known"
    for one in (key, unused):
        one.refresh_from_db()
    assert key.used_at and not unused.used_at


def test_a_day_that_is_lived_nowhere_here_comes_to_the_organisation_of_the_key(day):
    organisation = Organisation.objects.create(name="FADOQ Saint-Hilaire")
    sent = packed(day)
    Tournament.objects.update(live=False)
    factories.tournament(4)  # another one
    assert copies.receive(key_for(organisation)[0], sent) == "taken"
    assert (live(day).organisation, live(day).epoch) == (organisation, 2)


def test_who_may_follow_here_is_chosen_here(day):
    key, before = key_for(day.organisation)[0], read(day)
    play(day, 2)
    further = packed(day)
    here = back_to(before)
    visibility.set_visibility(here, "link", by=None)
    token = live(day).link_token
    assert copies.receive(key, further) == "taken"
    assert (live(day).visibility, live(day).link_token) == ("link", token)


@pytest.mark.parametrize("done", ["a line", "an act", "further than the laptop"])
def test_what_was_done_here_is_not_put_aside(day, done):
    key, before = key_for(day.organisation)[0], read(day)
    play(day, 2)
    further = before if done.startswith("further") else read(day)
    here = live(day) if done.startswith("further") else back_to(before)
    if done == "a line":
        round_ = factories.open_round(here, 2)
        factories.enter(factories.meeting_at(round_, 1), [121, 60])
    elif done == "an act":
        consent.declare(here, True, by=None)
    before_that = live(day).pk
    with pytest.raises(DomainError) as refused:
        copies.receive(key, copies.seal_copy(further.rows))
    assert (refused.value.code, live(day).pk) == ("day_went_on_here", before_that)


def test_a_tournament_of_another_organisation_is_left_alone(day):
    key, _text = key_for(Organisation.objects.create(name="FADOQ Saint-Hilaire"))
    with pytest.raises(DomainError) as refused:
        copies.receive(key, packed(day))
    assert refused.value.code == "day_of_another"


def test_an_organisation_has_a_few_keys_which_are_told_apart(day, monkeypatch):
    monkeypatch.setattr(receiving, "MAX_KEYS", 2)
    keys = [key_for(day.organisation) for _twice in range(2)]
    with pytest.raises(DomainError, match=r"^upload_keys_too_many") as refused:
        key_for(day.organisation)
    assert refused.value.args_ == {"most": 2}
    assert [copies.key_of(text) for _key, text in keys] == [key for key, _text in keys]
    assert copies.key_of("x") is None


def test_only_a_key_that_holds_opens_anything(client, day):
    key, text = key_for(day.organisation)
    assert text not in str(UploadKey.objects.values())

    def asked(said: str) -> int:
        return client.get("/take-over/", headers={"Authorization": said}).status_code

    assert [asked(f"Bearer {text}"), asked(text), asked("Bearer x"), asked("")] == [200, 401, 401, 401]
    bad = client.post(
        "/take-over/", b"no copy", "application/octet-stream", headers={"Authorization": f"Bearer {text}"}
    )
    assert (bad.status_code, bad.json()["error"]) == (409, "copy_unreadable")
    client.force_login(factories.helper(day.organisation, "director", "odile"))
    page = f"/o/{day.organisation.slug}/keys/"
    made = client.post(page, {"name": "portable"}).content.decode()
    assert "data-made" in made
    assert "data-made" not in client.get(page).content.decode()
    assert client.post(f"{page}{key.uid}/end/").status_code == 302
    assert asked(f"Bearer {text}") == 401


def test_who_guesses_is_told_to_wait(client, day):
    text = key_for(day.organisation)[1]
    for _time in range(20):
        client.get("/take-over/", headers={"Authorization": "Bearer x"})
    assert client.get("/take-over/", headers={"Authorization": f"Bearer {text}"}).status_code == 429


def due(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))
    queue.send_job(job.pk)
    job.refresh_from_db()
    return job


def test_a_real_server_has_the_day_after_each_closed_game(day, tmp_path: Path, empty_database: Path):
    """Over a line that is cut: it waits, says why, and everything is there once."""
    data = first_started(tmp_path / "server", empty_database)
    text = Process("manage.py", "upload_key", CHEVILLE_DATA=str(data)).wait_for(r"(?m)^[\w-]{32}$").group()
    server = served(data)
    try:
        port = int(server.url.rpartition(":")[2])
        wire = BadWire(port)
        given = {"host": "127.0.0.1", "port": wire.port, "kind": "cheville_plain", "name": "Serveur"}
        to = Destination.objects.create(organisation=day.organisation, sealed=encryption.seal(text), **given)
        job = queue.queue_test(day, to)
        queue.try_job(job.pk)
        job.refresh_from_db()
        assert job.state == Job.State.DONE
        wire.dead = True
        play(day, 2)
        job = due(Job.objects.get(key=to.key))
        assert (job.state, job.error) == (Job.State.WAITING, "connection_lost")
        play(day, 3)
        assert Job.objects.filter(key=to.key).count() == 1
        wire.dead, wire.pieces = False, 1
        assert due(job).error == "connection_lost"
        job = due(job)
        assert (job.state, job.args["outcome"]) == (Job.State.DONE, "taken")
        shown = urlopen(f"http://127.0.0.1:{port}/t/{day.slug}/").read().decode()
        assert 'data-after="3"' in shown
        play(day, 4)
        assert due(Job.objects.get(key=to.key)).args["outcome"] == "taken"
        assert 'data-after="4"' in urlopen(f"http://127.0.0.1:{port}/t/{day.slug}/").read().decode()
        queue.queue_transfer(day, to)
        assert due(Job.objects.get(key=to.key)).args["outcome"] == "known"
        to.sealed = encryption.seal("another")
        to.save()
        queue.queue_transfer(day, to)
        assert due(Job.objects.get(key=to.key)).error == "key_refused"
    finally:
        server.end()
