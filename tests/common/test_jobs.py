"""Papers as jobs: by the worker on the laptop and by workers over Valkey; nothing lost or done twice."""

import errno
import time
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pypdf import PdfReader

from scoring import DomainError
from tests import factories, shown_by
from tests.papers.paper_text import plain
from tests.publishing.days import played
from tournaments import registration, tasks
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.models import Destination, Job, Tournament
from tournaments.publishing import papers
from tournaments.publishing.outputs import folder

PATIENCE = 60
LANGUAGE = {"language": "fr-ca", "base": "http://192.168.1.20:8000"}


def ended(job: Job) -> Job:
    """The job once it has ended, however it did."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        job.refresh_from_db()
        if job.state not in jobs.UNFINISHED:
            return job
        time.sleep(0.05)
    raise AssertionError(f"still {job.state} after {PATIENCE} s")


def pages(job: Job) -> int:
    return len(PdfReader(BytesIO(jobs.result_path(job).read_bytes())).pages)


@pytest.fixture
def day(transactional_db):
    return factories.tournament(8)


@pytest.fixture
def unsent(monkeypatch):
    """Messages that would be sent, by job; nobody takes them."""
    sent = []
    monkeypatch.setattr(jobs, "send", lambda job: sent.append(job.pk))
    return sent


@pytest.fixture
def heard(monkeypatch):
    """Have a worker take messages of this process, or none; nobody does the work."""
    monkeypatch.setattr("config.celery.app.send_task", lambda *message: None)
    return lambda is_heard: monkeypatch.setattr("config.celery.reaches_a_worker", lambda: is_heard)


@pytest.mark.both_databases
def test_a_worker_over_valkey_prints_what_was_lost_what_another_died_at_and_what_a_page_asks_for(
    celery_worker_process, day, monkeypatch
):
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "send", lambda job: None)  # the message is lost, the row is not
        lost = papers.request(day, "rules", LANGUAGE)
    begun = papers.request(day, "table_numbers", LANGUAGE)
    Job.objects.filter(pk=begun.pk).update(
        state=Job.State.RUNNING, attempt=1, lease_until=timezone.now() - timedelta(seconds=1)
    )
    celery_worker_process()
    job = ended(papers.request(day, "scorecards_blank", LANGUAGE))
    assert (job.state, job.done, job.total, job.attempt) == (Job.State.DONE, 8, 8, 1)
    assert pages(job) == 8
    assert ended(lost).state == Job.State.DONE
    assert (ended(begun).state, begun.attempt) == (Job.State.DONE, 2)


def test_the_worker_on_the_laptop_prints_in_a_child_process(day):
    from tournaments.laptop.worker import LaptopWorker

    worker = LaptopWorker()
    worker.start()
    try:
        job = ended(papers.request(day, "table_numbers", LANGUAGE))
    finally:
        worker.stop()
    assert job.state == Job.State.DONE
    assert pages(job) == 4


def test_what_a_child_of_the_laptop_worker_asks_for_is_done_when_the_child_ends(transactional_db, tmp_path):
    from tournaments.laptop.worker import LaptopWorker

    day = played(players=4, closed=1)
    place = {"name": "Clé", "kind": "folder", "path": str(tmp_path), "tournament_uid": day.uid}
    there = Destination.objects.create(organisation=day.organisation, **place)
    jobs.cancel(day.jobs.get(kind=jobs.COPY))
    worker = LaptopWorker()
    worker.start()
    try:
        made = ended(folder.request(day, by=factories.organiser(day), to=[there.pk]))
        asked = [ended(day.jobs.filter(kind=kind).latest("pk")) for kind in (jobs.COPY, jobs.SEND)]
    finally:
        worker.stop()
    assert [job.state for job in (made, *asked)] == [Job.State.DONE] * 3, [
        (job.kind, job.error) for job in (made, *asked)
    ]
    assert max(job.finished_at for job in asked) - made.finished_at < timedelta(seconds=settings.JOB_SWEEP)
    assert (tmp_path / day.slug / "fr" / "index.html").exists()


def test_work_asked_for_where_no_worker_hears_is_sent_by_the_next_sweep(day, heard):
    heard(False)
    with transaction.atomic():
        job = jobs.ask_again(day, "rules", LANGUAGE, key="rules")
    assert (job.sent_at, jobs.is_free(job.pk)) == (None, True)
    heard(True)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at is not None


def test_a_page_of_a_process_without_a_worker_says_at_once_what_to_start(day, heard):
    heard(False)
    job = papers.request(day, "rules", LANGUAGE)
    assert jobs.delay_reason(job, others=False) == "no_worker_here"
    lise = factories.signed_in(factories.organiser(day))
    assert shown_by.page(lise.get(f"/t/{day.slug}/papers/")).all("[data-why]")
    heard(True)
    assert jobs.delay_reason(papers.request(day, "table_numbers", LANGUAGE), others=False) == ""


def test_asking_again_and_again_does_not_put_off_when_a_lost_message_is_sent_again(day, heard):
    heard(True)
    job = jobs.ask_again(day, "rules", LANGUAGE, key="rules")
    long_ago = timezone.now() - timedelta(seconds=settings.JOB_RESEND + 1)
    Job.objects.filter(pk=job.pk).update(sent_at=long_ago)
    again = jobs.ask_again(day, "rules", LANGUAGE, key="rules")
    assert (again.pk, again.sent_at) == (job.pk, long_ago)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at > long_ago


@pytest.mark.parametrize(
    "end", [jobs.mark_done, lambda job: jobs.fail(job, "x"), lambda job: jobs.fail_unfinished(job.pk, "x")]
)
def test_asked_for_again_while_it_is_done_it_begins_anew_however_that_ends(day, heard, end):
    heard(False)
    jobs.ask_again(day, "rules", LANGUAGE, key="rules")
    running = jobs.claim(day.jobs.get(kind="rules").pk)
    heard(True)
    jobs.ask_again(day, "rules", LANGUAGE, key="rules")  # its message finds the row taken
    heard(False)
    end(running)
    running.refresh_from_db()
    assert (running.state, running.sent_at, jobs.is_free(running.pk)) == (Job.State.WAITING, None, True)


def test_a_message_that_comes_twice_prints_once(day, unsent):
    job = papers.request(day, "rules", LANGUAGE)
    papers.print_job(job.pk)
    written = jobs.result_path(ended(job)).stat().st_mtime_ns
    papers.print_job(job.pk)
    job.refresh_from_db()
    assert job.attempt == 1
    assert jobs.result_path(job).stat().st_mtime_ns == written


def test_asking_twice_gives_the_same_job_until_it_is_done(day, unsent):
    first = papers.request(day, "rules", LANGUAGE)
    assert papers.request(day, "rules", LANGUAGE) == first
    papers.print_job(first.pk)
    assert papers.request(day, "rules", LANGUAGE) != first


def test_the_row_is_written_with_what_asked_for_it(day, unsent):
    with transaction.atomic():
        papers.request(day, "rules", LANGUAGE)
        transaction.set_rollback(True)  # as when the page fails after that
    assert not Job.objects.exclude(kind=jobs.COPY).exists()
    assert unsent == []


def test_cancelled_while_it_waits(day, unsent):
    job = papers.request(day, "rules", LANGUAGE)
    jobs.cancel(job)
    papers.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.CANCELLED, "")


def test_cancelled_while_it_runs_and_tried_again(day, unsent, monkeypatch):
    job = papers.request(day, "scorecards_blank", LANGUAGE)

    def impatient(running, **_options):
        report = real(running, every=0)

        def cancel_first(done):
            jobs.cancel(running)
            report(done)

        return cancel_first

    real = jobs.reporter
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "reporter", impatient)
        papers.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.CANCELLED, "")
    jobs.retry(job)
    papers.print_job(job.pk)
    assert ended(job).state == Job.State.DONE
    assert unsent == [job.pk, job.pk]


def test_a_paper_that_fails_says_so_and_can_be_tried_again(day, unsent, monkeypatch):
    job = papers.request(day, "rules", LANGUAGE)
    with monkeypatch.context() as broken:
        broken.setitem(
            papers.PAPER_TYPES, "rules", papers.PaperType("rules", "x", "y", draw=lambda paper: 1 // 0)
        )
        with pytest.raises(ZeroDivisionError):
            papers.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "paper_failed")
    jobs.retry(job)
    papers.print_job(job.pk)
    assert ended(job).state == Job.State.DONE


def test_an_attempt_that_was_overtaken_does_not_write_over_the_other(day, unsent):
    job = papers.request(day, "rules", LANGUAGE)
    slow = jobs.claim(job.pk)
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    quick = jobs.claim(job.pk)
    assert jobs.finish(quick, b"%PDF quick", "rules.pdf")
    assert not jobs.finish(slow, b"%PDF slow", "rules.pdf")
    job.refresh_from_db()
    assert jobs.result_path(job).read_bytes() == b"%PDF quick"
    with pytest.raises(jobs.Cancelled):
        jobs.reporter(slow, every=0)(1)


@pytest.mark.parametrize(
    ("kind", "args", "code"),
    [
        ("lottery", {}, "no_such_paper"),
        ("slips", {"round": 3}, "round_not_seated"),
        ("slips", {}, "round_not_seated"),
    ],
)
def test_a_paper_that_cannot_be_drawn_is_refused(day, unsent, kind, args, code):
    with pytest.raises(DomainError) as refused:
        papers.request(day, kind, args)
    assert refused.value.code == code


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_every_paper_of_a_day_prints_or_says_what_it_lacks(day, unsent, language):
    factories.play_round(day, 1)
    factories.open_round(day, 2)
    for kind in factories.PAPERS_OF_ANY_DAY:
        prints_or_says_what_it_lacks(day, kind, {**LANGUAGE, "language": language})


def prints_or_says_what_it_lacks(day: Tournament, kind: str, args: dict[str, Any]) -> None:
    if papers.PAPER_TYPES[kind].needs_round:
        args["round"] = 2
    if missing := papers.PAPER_TYPES[kind].missing(day):
        with pytest.raises(DomainError, match=f"^{missing}$"):
            papers.request(day, kind, args)
        return
    job = papers.request(day, kind, args)
    papers.print_job(job.pk)
    text = plain(jobs.result_path(ended(job)).read_bytes())
    assert "L'Érablière" in text or kind in ("table_numbers", "slips"), kind
    if kind in ("seating", "standings", "scorecards_blank", "scorecards_filled"):
        assert "<b>Gras</b> & fils" in text, kind


@pytest.mark.parametrize("kind", ["slips", "seating_by_name", "seating_by_table"])
def test_papers_of_a_game_tell_two_people_of_one_name_apart(day, unsent, kind):
    for number, club in ((1, "Sorel"), (2, "Granby")):
        registration.edit_entry(factories.entry(day, number), "Jean Roy", club=club)
    factories.open_round(day, 1)
    job = papers.request(day, kind, {**LANGUAGE, "round": 1})
    papers.print_job(job.pk)
    text = plain(jobs.result_path(ended(job)).read_bytes())
    assert "Jean Roy (Sorel)" in text
    assert "Jean Roy (Granby)" in text


def test_a_folder_that_cannot_be_written_is_named_and_not_the_drawing(day, unsent, settings, tmp_path):
    (tmp_path / "papers").write_text("a file where the folder of the papers should be")
    settings.MEDIA_ROOT = tmp_path / "papers"
    job = papers.request(day, "rules", LANGUAGE)
    with pytest.raises(OSError, match="papers"):
        papers.print_job(job.pk)
    assert ended(job).error == "papers_not_writable"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.ENOSPC, "no space"), "disk_full"),
        (PermissionError(errno.EACCES, "denied"), "papers_not_writable"),
        (OSError(errno.EROFS, "read-only"), "papers_not_writable"),
        (MemoryError(), "paper_no_memory"),
        (ValueError("a bug"), "paper_failed"),
    ],
)
def test_a_failure_has_a_cause_and_words_for_it(error, code):
    assert jobs.error_code(error) == code
    assert code in sentences.SENTENCES


def test_a_full_disk_fails_the_paper_and_leaves_no_job_that_runs_for_ever(day, unsent, monkeypatch):
    job = papers.request(day, "rules", LANGUAGE)
    with monkeypatch.context() as full:
        full.setattr(jobs.os, "replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "disk full")))
        with pytest.raises(OSError, match="disk full"):
            papers.print_job(job.pk)
    assert ended(job).error == "disk_full"
    assert not list(jobs.result_path(job).glob(f"*{job.uid.hex}*"))


def test_a_disk_that_fills_while_the_paper_is_written_keeps_no_half_of_it(day, unsent, monkeypatch):
    job = papers.request(day, "rules", LANGUAGE)

    def half(path, content):
        with path.open("wb") as file:
            file.write(content[:100])
        raise OSError(28, "disk full")

    with monkeypatch.context() as full:
        full.setattr(jobs.Path, "write_bytes", half)
        with pytest.raises(OSError, match="disk full"):
            papers.print_job(job.pk)
    assert ended(job).state == Job.State.FAILED
    assert not list(jobs.result_path(job).glob(f"*{job.uid.hex}*"))


@pytest.mark.parametrize(
    ("code", "state"),
    [(-9, Job.State.FAILED), (1, Job.State.FAILED), (-15, Job.State.WAITING), (0, Job.State.WAITING)],
)
def test_a_child_that_dies_fails_its_job_unless_cheville_ends(day, unsent, monkeypatch, code, state):
    monkeypatch.setattr(tasks.child_process, "run", lambda *about: code)
    job = papers.request(day, "rules", LANGUAGE)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == state
