"""Queued sendings are retried, fail, and are replaced by newer ones; the page says so each time."""

import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests import factories
from tests.publishing.tournaments import played
from tournaments import rounds
from tournaments.common import jobs
from tournaments.delivery.destinations import editing, encryption, queue
from tournaments.finals import medals
from tournaments.models import Destination, Job, Line, SentFile, Tournament, User
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
SECRET = "L'Écuyer 77"


@pytest.fixture
def tournament(monkeypatch):
    monkeypatch.setattr(folder, "OUTPUTS", {"site": folder.OUTPUTS["site"]})  # pictures are slow to make
    return played()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Return the folder of a USB key."""
    path = tmp_path / "key"
    path.mkdir()
    return path


def destination(tournament: Tournament, path: Path, **fields) -> Destination:
    given = {"name": "Clé", "kind": "folder", "path": str(path), "tournament_uid": tournament.uid} | fields
    return Destination.objects.create(organisation=tournament.organisation, **given)


def make_publication(tournament: Tournament, *to: Destination) -> Job:
    """Make the files for these destinations, which also queues their sending, and return the job."""
    lise = User.objects.filter(username="lise").first() or factories.organiser(tournament)
    job = folder.request(tournament, by=lise, to=[one.pk for one in to])
    folder.publish_job(job.pk)
    job.refresh_from_db()
    return job


def run_send_job(known: Destination) -> Job:
    """Run the job that sends to this destination once, and return it."""
    job = Job.objects.get(key=known.key)
    queue.send_job(job.pk)
    job.refresh_from_db()
    return job


def make_due(job: Job) -> None:
    """Let the time of the next attempt come."""
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))


def test_files_are_sent_only_to_chosen_destinations(tournament, key):
    known, other = destination(tournament, key), destination(tournament, key)
    make_publication(tournament, known)
    assert not Job.objects.filter(key=other.key).exists()
    job = run_send_job(known)
    assert (job.state, job.done) == (Job.State.DONE, job.total)
    assert (key / tournament.slug / "fr" / "index.html").exists()
    assert job.args["sent"] == job.total == SentFile.objects.filter(destination=known).count()
    # sending the same site again only sends the files that hold the time it was made at
    make_publication(tournament, known)
    again = run_send_job(known)
    assert again.pk == job.pk
    assert 0 < again.args["sent"] < again.total
    queue.send_job(again.pk)  # the same message delivered twice


def test_temporary_error_is_retried_with_growing_delays(tournament, key, monkeypatch):
    monkeypatch.setattr("config.celery.reaches_a_worker", lambda: True)
    known = destination(tournament, key)
    make_publication(tournament, known)
    key.rmdir()
    waits = []
    for _time in range(3):
        began = timezone.now()
        job = run_send_job(known)
        assert (job.state, job.error) == (Job.State.WAITING, "folder_gone")
        assert job.not_before is not None
        waits.append(round((job.not_before - began).total_seconds()))
        assert not jobs.is_free(job.pk)  # not before the waiting time is over
        assert run_send_job(known).attempt == job.attempt
        make_due(job)
    assert waits == list(queue.RETRY_DELAYS[:3])
    key.mkdir()
    assert jobs.is_free(job.pk)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at
    assert run_send_job(known).state == Job.State.DONE


def test_clock_that_was_set_back_does_not_delay_a_job(tournament, key):
    known = destination(tournament, key)
    make_publication(tournament, known)
    Job.objects.filter(key=known.key).update(not_before=timezone.now() + timedelta(days=3))
    assert run_send_job(known).state == Job.State.DONE


def test_permanent_error_fails_and_can_be_retried(tournament, key):
    known = destination(tournament, key)
    (key / tournament.slug).mkdir()
    (key / tournament.slug / "publication.json").write_text(
        '{"uid": "another", "name": "", "date": "", "place": "", "said": ""}'
    )
    make_publication(tournament, known)
    job = run_send_job(known)
    assert (job.state, job.error, job.args["why"]) == (Job.State.FAILED, "folder_of_another", tournament.slug)
    assert not jobs.is_free(job.pk)
    (key / tournament.slug / "publication.json").unlink()
    jobs.retry(job)
    assert run_send_job(known).state == Job.State.DONE


def test_newer_publication_replaces_a_waiting_one(tournament, key):
    known = destination(tournament, key)
    key.rmdir()
    make_publication(tournament, known)
    run_send_job(known)
    newer = make_publication(tournament, known)
    job = Job.objects.get(key=known.key)
    assert (job.state, job.args, job.not_before) == (
        Job.State.WAITING,
        {"to": known.pk, "made": newer.pk},
        None,
    )


def test_sending_yields_to_other_jobs_and_resumes(tournament, key, monkeypatch):
    known = destination(tournament, key)
    make_publication(tournament, known)
    monkeypatch.setattr(queue, "GIVES_WAY", -1)
    monkeypatch.setattr(queue, "LOOKS", -1)
    Job.objects.exclude(key=known.key).update(state=Job.State.DONE)
    sent_at_once = queue.Sending.note_sent

    def asked_meanwhile(sending, path, digest):
        sent_at_once(sending, path, digest)
        if len(sending.known) == 7:
            jobs.enqueue(tournament, "standings", {"language": "en"})

    monkeypatch.setattr(queue.Sending, "note_sent", asked_meanwhile)
    job = run_send_job(known)
    there = SentFile.objects.count()
    assert (job.state, job.lease_until, job.error) == (Job.State.WAITING, None, "")
    assert there == 7
    Job.objects.exclude(pk=job.pk).update(state=Job.State.DONE)
    job = run_send_job(known)
    assert (job.state, job.args["sent"]) == (Job.State.DONE, job.total - there)


def test_job_of_a_replaced_tournament_is_cancelled(tournament, key):
    known = destination(tournament, key)
    make_publication(tournament, known)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert run_send_job(known).state == Job.State.CANCELLED
    assert list(key.iterdir()) == []


def test_cancelled_job_stays_cancelled(tournament, key):
    known = destination(tournament, key)
    make_publication(tournament, known)
    jobs.cancel(Job.objects.get(key=known.key))
    assert run_send_job(known).state == Job.State.CANCELLED
    assert list(key.iterdir()) == []


def test_request_during_publication_starts_it_again(tournament, key, monkeypatch):
    lise = factories.organiser(tournament)
    known, other = destination(tournament, key), destination(tournament, key)
    first = folder.request(tournament, by=lise)
    assert folder.request(tournament, by=lise, to=[known.pk]).pk == first.pk  # still waiting, so the same job
    gathered = folder.publication_data

    def asked_meanwhile(asked):
        found = gathered(asked)
        # The same button, pressed twice.
        assert folder.request(tournament, by=lise, to=[known.pk]).state == Job.State.RUNNING
        folder.request(tournament, by=lise, to=[other.pk])
        return found

    monkeypatch.setattr(folder, "publication_data", asked_meanwhile)
    folder.publish_job(first.pk)
    first.refresh_from_db()
    assert (first.state, first.lease_until) == (Job.State.WAITING, None)  # it starts again for both requests
    assert not Job.objects.filter(kind=jobs.SEND).exists()
    monkeypatch.setattr(folder, "publication_data", gathered)
    folder.publish_job(first.pk)
    asked = Job.objects.filter(kind=jobs.SEND, state=Job.State.WAITING)
    assert {one.args["to"] for one in asked} == {known.pk, other.pk}


def test_request_after_a_change_during_publication_waits_again(tournament, key):
    lise = factories.organiser(tournament)
    first = folder.request(tournament, by=lise)
    jobs.claim(first.pk)
    factories.play_round(tournament, 3)
    assert folder.request(tournament, by=lise).state == Job.State.WAITING


def test_closed_round_is_published_automatically_if_wanted(tournament, key):
    known = destination(tournament, key)

    def close(number: int) -> None:
        factories.play_round(tournament, number)

    tournament.settings = tournament.settings | {auto_publish.EACH_GAME: True}
    tournament.save()
    close(3)
    job = tournament.jobs.get(kind=jobs.PUBLISH)
    assert (job.state, job.args) == (Job.State.WAITING, {"by": None})
    folder.publish_job(job.pk)
    assert tournament.acts.filter(kind="publish_files").latest("version").by is None
    assert run_send_job(known).state == Job.State.DONE
    # a site that is being made while a game is closed is made again afterwards
    round_ = tournament.stages.get(order=1).rounds.get(number=3)
    from tournaments.common import audit_log

    audit_log.undo(tournament.acts.filter(kind="close").latest("version"), by=None)
    running = jobs.enqueue(tournament, jobs.PUBLISH, {"by": None}, key=jobs.PUBLISH)
    taken = jobs.claim(running.pk)
    assert taken
    rounds.close_round(round_, by=None)
    assert not jobs.finish(taken, b"old", "x.zip")
    running.refresh_from_db()
    assert (running.state, running.lease_until) == (Job.State.WAITING, None)


def test_closed_round_is_not_published_by_default(tournament):
    factories.play_round(tournament, 3)
    assert not tournament.jobs.filter(kind=jobs.PUBLISH).exists()


def test_server_is_sent_a_match_that_is_opened_again():
    tournament = factories.two_ties()
    server = destination(tournament, Path(), kind="cheville", host="example.org")
    meeting = medals.open_meetings(tournament).first()
    for game in (1, 2):
        factories.enter(meeting, [121, 80], game=game)
    sent = Job.objects.filter(key=server.key, kind=jobs.SEND)
    assert sent.update(state=Job.State.DONE) == 1
    factories.enter(meeting, [80, 121], game=2, kind=Line.Kind.CORRECTION)
    assert sent.filter(state=Job.State.WAITING).count() == 1


def test_passwords_are_encrypted_and_in_no_copy(tournament, key):
    sealed = encryption.seal(SECRET)
    known = destination(tournament, key, kind="sftp", host="hote.example", user="lise-secrete", sealed=sealed)
    make_publication(tournament, known)
    assert SECRET not in sealed
    assert encryption.unseal(sealed) == SECRET
    copy = repr(copies.pack(tournament))
    assert not [word for word in ("hote.example", "lise-secrete", sealed) if word in copy]


def test_password_sealed_with_another_secret_key_is_unreadable(tournament, key, settings):
    known = destination(tournament, key, kind="sftp", host="127.0.0.1", sealed=encryption.seal(SECRET))
    make_publication(tournament, known)
    settings.SECRET_KEY = "another one of another laptop, which is as long as it has to be"
    job = run_send_job(known)
    assert (job.state, job.error) == (Job.State.FAILED, "password_unreadable")


def test_destination_is_tested_by_a_job(tournament, key):
    known = destination(tournament, key)
    job = queue.queue_test(tournament, known)
    queue.try_job(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert list(key.iterdir()) == []
    key.rmdir()
    queue.try_job(queue.queue_test(tournament, known).pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "folder_gone")


@pytest.mark.parametrize("typed", ["a b", "hote\\x", "", "/www", "hote:99999", "ftp://", "x" * 300])
def test_invalid_server_name_is_refused(typed):
    from scoring import DomainError

    with pytest.raises(DomainError) as refusal:
        editing.parse_server(typed, None, "")
    assert refusal.value.code == "destination_host"


@pytest.mark.parametrize("typed", ["../..", "/www/../../etc", "a\x00b", "a\r\nDELE x"])
def test_unsafe_folder_path_is_refused(typed):
    from scoring import DomainError

    with pytest.raises(DomainError) as refusal:
        editing.parse_folder(typed)
    assert refusal.value.code == "destination_path"


def test_read_only_folder_is_refused(settings, tmp_path):
    from scoring import DomainError

    assert editing.clean_own_folder(str(tmp_path)) == str(tmp_path)
    assert list(tmp_path.iterdir()) == []
    read_only = "/proc/self" if sys.platform == "linux" else ""  # not even root can write there
    if read_only:
        with pytest.raises(DomainError) as refusal:
            editing.clean_own_folder(read_only)
        assert refusal.value.code == "destination_read_only"


def test_own_and_missing_folders_are_refused(settings, tmp_path):
    from scoring import DomainError

    for path, code in (
        (str(settings.BASE_DIR / "static"), "destination_own_folder"),
        (str(settings.DATA_DIR), "destination_own_folder"),
        ("relative", "destination_folder"),
        (str(tmp_path / "missing"), "destination_folder"),
    ):
        with pytest.raises(DomainError) as refusal:
            editing.clean_own_folder(path)
        assert refusal.value.code == code
