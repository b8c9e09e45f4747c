"""What waits to be sent: when it is tried again, when it has failed, what takes its place; all of it said."""

import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests import factories
from tests.publishing.days import played
from tournaments import rounds
from tournaments.common import jobs
from tournaments.delivery.destinations import editing, encryption, queue
from tournaments.models import Destination, Job, SentFile, Tournament, User
from tournaments.publishing import auto_publish
from tournaments.publishing.outputs import folder
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
SECRET = "L'Écuyer 77"


@pytest.fixture
def day(monkeypatch):
    monkeypatch.setattr(folder, "OUTPUTS", {"site": folder.OUTPUTS["site"]})  # pictures take their time
    return played()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A USB key."""
    path = tmp_path / "key"
    path.mkdir()
    return path


def destination(day: Tournament, path: Path, **fields) -> Destination:
    given = {"name": "Clé", "kind": "folder", "path": str(path), "tournament_uid": day.uid} | fields
    return Destination.objects.create(organisation=day.organisation, **given)


def published(day: Tournament, *to: Destination) -> Job:
    """The files made, and asked to be sent."""
    lise = User.objects.filter(username="lise").first() or factories.organiser(day)
    job = folder.request(day, by=lise, to=[one.pk for one in to])
    folder.publish_job(job.pk)
    job.refresh_from_db()
    return job


def worked(known: Destination) -> Job:
    """The job that sends there, worked on once."""
    job = Job.objects.get(key=known.key)
    queue.send_job(job.pk)
    job.refresh_from_db()
    return job


def due(job: Job) -> None:
    """Its next try has come."""
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))


def test_files_that_are_made_go_where_they_were_asked_to(day, key):
    known, other = destination(day, key), destination(day, key)
    published(day, known)
    assert not Job.objects.filter(key=other.key).exists()
    job = worked(known)
    assert (job.state, job.done) == (Job.State.DONE, job.total)
    assert (key / day.slug / "fr" / "index.html").exists()
    assert job.args["sent"] == job.total == SentFile.objects.filter(destination=known).count()
    # the same once more sends what says when it was made, and no more
    published(day, known)
    again = worked(known)
    assert again.pk == job.pk
    assert 0 < again.args["sent"] < again.total
    queue.send_job(again.pk)  # a message that comes twice


def test_what_passes_by_itself_waits_longer_and_longer_and_says_why(day, key, monkeypatch):
    monkeypatch.setattr("config.celery.reaches_a_worker", lambda: True)
    known = destination(day, key)
    published(day, known)
    key.rmdir()
    waits = []
    for _time in range(3):
        began = timezone.now()
        job = worked(known)
        assert (job.state, job.error) == (Job.State.WAITING, "folder_gone")
        assert job.not_before is not None
        waits.append(round((job.not_before - began).total_seconds()))
        assert not jobs.is_free(job.pk)  # not yet
        assert worked(known).attempt == job.attempt
        due(job)
    assert waits == list(queue.WAITS[:3])
    key.mkdir()
    assert jobs.is_free(job.pk)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at
    assert worked(known).state == Job.State.DONE


def test_a_clock_that_was_put_back_puts_nothing_off(day, key):
    known = destination(day, key)
    published(day, known)
    Job.objects.filter(key=known.key).update(not_before=timezone.now() + timedelta(days=3))
    assert worked(known).state == Job.State.DONE


def test_what_somebody_has_to_see_to_has_failed_and_can_be_tried_again(day, key):
    known = destination(day, key)
    (key / day.slug).mkdir()
    (key / day.slug / "publication.json").write_text(
        '{"uid": "another", "name": "", "date": "", "place": "", "said": ""}'
    )
    published(day, known)
    job = worked(known)
    assert (job.state, job.error, job.args["why"]) == (Job.State.FAILED, "folder_of_another", day.slug)
    assert not jobs.is_free(job.pk)
    (key / day.slug / "publication.json").unlink()
    jobs.retry(job)
    assert worked(known).state == Job.State.DONE


def test_a_newer_publication_takes_the_place_of_one_that_waits(day, key):
    known = destination(day, key)
    key.rmdir()
    published(day, known)
    worked(known)
    newer = published(day, known)
    job = Job.objects.get(key=known.key)
    assert (job.state, job.args, job.not_before) == (
        Job.State.WAITING,
        {"to": known.pk, "made": newer.pk},
        None,
    )


def test_other_work_goes_first_and_the_rest_goes_on_where_it_was(day, key, monkeypatch):
    known = destination(day, key)
    published(day, known)
    monkeypatch.setattr(queue, "GIVES_WAY", -1)
    monkeypatch.setattr(queue, "LOOKS", -1)
    Job.objects.exclude(key=known.key).update(state=Job.State.DONE)
    sent_at_once = queue.Sending.note_sent

    def asked_meanwhile(sending, path, digest):
        sent_at_once(sending, path, digest)
        if len(sending.known) == 7:
            jobs.enqueue(day, "standings", {"language": "en"})

    monkeypatch.setattr(queue.Sending, "note_sent", asked_meanwhile)
    job = worked(known)
    there = SentFile.objects.count()
    assert (job.state, job.lease_until, job.error) == (Job.State.WAITING, None, "")
    assert there == 7
    Job.objects.exclude(pk=job.pk).update(state=Job.State.DONE)
    job = worked(known)
    assert (job.state, job.args["sent"]) == (Job.State.DONE, job.total - there)


def test_nothing_of_a_day_that_was_put_aside_takes_the_place_of_the_one_that_goes_on(day, key):
    known = destination(day, key)
    published(day, known)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert worked(known).state == Job.State.CANCELLED
    assert list(key.iterdir()) == []


def test_what_is_stopped_stays_stopped(day, key):
    known = destination(day, key)
    published(day, known)
    jobs.cancel(Job.objects.get(key=known.key))
    assert worked(known).state == Job.State.CANCELLED
    assert list(key.iterdir()) == []


def test_whoever_asks_while_another_publication_is_under_way_gets_theirs_too(day, key, monkeypatch):
    lise = factories.organiser(day)
    known, other = destination(day, key), destination(day, key)
    first = folder.request(day, by=lise)
    assert folder.request(day, by=lise, to=[known.pk]).pk == first.pk  # it waits still
    gathered = folder.to_publish

    def asked_meanwhile(tournament):
        found = gathered(tournament)
        assert (
            folder.request(day, by=lise, to=[known.pk]).state == Job.State.RUNNING
        )  # the same, pressed twice
        folder.request(day, by=lise, to=[other.pk])
        return found

    monkeypatch.setattr(folder, "to_publish", asked_meanwhile)
    folder.publish_job(first.pk)
    first.refresh_from_db()
    assert (first.state, first.lease_until) == (Job.State.WAITING, None)  # it begins anew, for all who asked
    assert not Job.objects.filter(kind=jobs.SEND).exists()
    monkeypatch.setattr(folder, "to_publish", gathered)
    folder.publish_job(first.pk)
    asked = Job.objects.filter(kind=jobs.SEND, state=Job.State.WAITING)
    assert {one.args["to"] for one in asked} == {known.pk, other.pk}


def test_a_result_that_is_corrected_while_the_files_are_made_is_in_those_asked_for_next(day, key):
    lise = factories.organiser(day)
    first = folder.request(day, by=lise)
    jobs.claim(first.pk)
    factories.play_round(day, 3)
    assert folder.request(day, by=lise).state == Job.State.WAITING


def test_a_closed_game_publishes_by_itself_where_that_is_wanted(day, key):
    known = destination(day, key)

    def close(number: int) -> None:
        factories.play_round(day, number)

    day.settings = day.settings | {auto_publish.EACH_GAME: True}
    day.save()
    close(3)
    job = day.jobs.get(kind=jobs.PUBLISH)
    assert (job.state, job.args) == (Job.State.WAITING, {"by": None})
    folder.publish_job(job.pk)
    assert day.acts.filter(kind="publish_files").latest("version").by is None
    assert worked(known).state == Job.State.DONE
    # one that is being made while a game is closed begins anew after that
    round_ = day.stages.get(order=1).rounds.get(number=3)
    from tournaments.common import audit_log

    audit_log.undo(day.acts.filter(kind="close").latest("version"), by=None)
    running = jobs.enqueue(day, jobs.PUBLISH, {"by": None}, key=jobs.PUBLISH)
    taken = jobs.claim(running.pk)
    assert taken
    rounds.close_round(round_, by=None)
    assert not jobs.finish(taken, b"old", "x.zip")
    running.refresh_from_db()
    assert (running.state, running.lease_until) == (Job.State.WAITING, None)


def test_a_day_without_that_wish_asks_for_nothing(day):
    factories.play_round(day, 3)
    assert not day.jobs.filter(kind=jobs.PUBLISH).exists()


def test_passwords_and_destinations_are_in_no_copy_and_not_in_the_database_as_typed(day, key):
    sealed = encryption.seal(SECRET)
    known = destination(day, key, kind="sftp", host="hote.example", user="lise-secrete", sealed=sealed)
    published(day, known)
    assert SECRET not in sealed
    assert encryption.unseal(sealed) == SECRET
    copy = repr(copies.pack(day))
    assert not [word for word in ("hote.example", "lise-secrete", sealed) if word in copy]


def test_a_password_of_another_installation_is_asked_for_again(day, key, settings):
    known = destination(day, key, kind="sftp", host="127.0.0.1", sealed=encryption.seal(SECRET))
    published(day, known)
    settings.SECRET_KEY = "another one of another laptop, which is as long as it has to be"
    job = worked(known)
    assert (job.state, job.error) == (Job.State.FAILED, "password_unreadable")


def test_a_destination_is_tried_out_by_a_job(day, key):
    known = destination(day, key)
    job = queue.queue_test(day, known)
    queue.try_job(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert list(key.iterdir()) == []
    key.rmdir()
    queue.try_job(queue.queue_test(day, known).pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "folder_gone")


@pytest.mark.parametrize("typed", ["a b", "hote\\x", "", "/www", "hote:99999", "ftp://", "x" * 300])
def test_what_is_no_server_is_refused(typed):
    from scoring import DomainError

    with pytest.raises(DomainError) as refusal:
        editing.server(typed, None, "")
    assert refusal.value.code == "destination_host"


@pytest.mark.parametrize("typed", ["../..", "/www/../../etc", "a\x00b", "a\r\nDELE x"])
def test_a_folder_that_climbs_or_breaks_a_line_is_refused(typed):
    from scoring import DomainError

    with pytest.raises(DomainError) as refusal:
        editing.folder(typed)
    assert refusal.value.code == "destination_path"


def test_a_folder_in_which_nothing_can_be_written_is_refused_where_it_is_typed(settings, tmp_path):
    from scoring import DomainError

    assert editing.own_folder(str(tmp_path)) == str(tmp_path)
    assert list(tmp_path.iterdir()) == []
    read_only = "/proc/self" if sys.platform == "linux" else ""  # for root as well
    if read_only:
        with pytest.raises(DomainError) as refusal:
            editing.own_folder(read_only)
        assert refusal.value.code == "destination_read_only"


def test_no_folder_of_cheville_itself_is_written_to(settings, tmp_path):
    from scoring import DomainError

    for path, code in (
        (str(settings.BASE_DIR / "static"), "destination_own_folder"),
        (str(settings.DATA_DIR), "destination_own_folder"),
        ("relative", "destination_folder"),
        (str(tmp_path / "missing"), "destination_folder"),
    ):
        with pytest.raises(DomainError) as refusal:
            editing.own_folder(path)
        assert refusal.value.code == code
