"""Papers are made as jobs, by the laptop's worker or over Valkey; none is lost or made twice."""

import errno
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from environ import Env
from pypdf import PdfReader

from scoring import DomainError
from tests import factories, page_reader
from tests.papers.paper_text import plain
from tests.publishing.tournaments import played
from tournaments import registration, tasks
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.models import Destination, Job, Tournament
from tournaments.publishing.outputs import folder
from tournaments.publishing.papers import paper_types, printing, registry
from tournaments.system import child_process, database_file

TIMEOUT = 60
JOB_ARGUMENTS = {"language": "fr-ca", "base": "http://192.168.1.20:8000"}


def wait_for_end(job: Job) -> Job:
    """Wait until the job has ended, however it did, and return it."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        job.refresh_from_db()
        if job.state not in jobs.UNFINISHED:
            return job
        time.sleep(0.05)
    raise AssertionError(f"still {job.state} after {TIMEOUT} s")


def count_pages(job: Job) -> int:
    return len(PdfReader(BytesIO(jobs.result_path(job).read_bytes())).pages)


@pytest.fixture
def tournament(transactional_db):
    return factories.tournament(8)


@pytest.fixture
def unsent(monkeypatch):
    """Collect the keys of the jobs whose messages would be sent; none is delivered."""
    sent = []
    monkeypatch.setattr(jobs, "send", lambda job: sent.append(job.pk))
    return sent


@pytest.fixture
def heard(monkeypatch):
    """Return a function that sets whether a worker takes messages of this process; no job is done."""
    monkeypatch.setattr("config.celery.app.send_task", lambda *message: None)
    return lambda is_heard: monkeypatch.setattr("config.celery.reaches_a_worker", lambda: is_heard)


@pytest.mark.both_databases
def test_valkey_worker_prints_new_lost_and_abandoned_jobs(celery_worker_process, tournament, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "send", lambda job: None)  # the message is lost, the row is kept
        lost = printing.request(tournament, "rules", JOB_ARGUMENTS)
    begun = printing.request(tournament, "table_numbers", JOB_ARGUMENTS)
    Job.objects.filter(pk=begun.pk).update(
        state=Job.State.RUNNING, attempt=1, lease_until=timezone.now() - timedelta(seconds=1)
    )
    celery_worker_process()
    job = wait_for_end(printing.request(tournament, "scorecards_blank", JOB_ARGUMENTS))
    assert (job.state, job.done, job.total, job.attempt) == (Job.State.DONE, 8, 8, 1)
    assert count_pages(job) == 8
    assert wait_for_end(lost).state == Job.State.DONE
    assert (wait_for_end(begun).state, begun.attempt) == (Job.State.DONE, 2)


def test_the_worker_on_the_laptop_prints_in_a_child_process(tournament):
    from tournaments.laptop.worker import LaptopWorker

    worker = LaptopWorker()
    worker.start()
    try:
        job = wait_for_end(printing.request(tournament, "table_numbers", JOB_ARGUMENTS))
    finally:
        worker.stop()
    assert job.state == Job.State.DONE
    assert count_pages(job) == 4


def test_jobs_queued_by_a_child_run_when_it_ends(transactional_db, tmp_path):
    from tournaments.laptop.worker import LaptopWorker

    tournament = played(players=4, closed=1)
    place = {"name": "Clé", "kind": "folder", "path": str(tmp_path), "tournament_uid": tournament.uid}
    there = Destination.objects.create(organisation=tournament.organisation, **place)
    jobs.cancel(tournament.jobs.get(kind=jobs.COPY))
    worker = LaptopWorker()
    worker.start()
    try:
        made = wait_for_end(folder.request(tournament, by=factories.organiser(tournament), to=[there.pk]))
        asked = [
            wait_for_end(tournament.jobs.filter(kind=kind).latest("pk")) for kind in (jobs.COPY, jobs.SEND)
        ]
    finally:
        worker.stop()
    assert [job.state for job in (made, *asked)] == [Job.State.DONE] * 3, [
        (job.kind, job.error, job.attempt, job.args, job.result, jobs.result_path(job).is_file())
        for job in Job.objects.order_by("pk")
    ]
    assert max(job.finished_at for job in asked) - made.finished_at < timedelta(seconds=settings.JOB_SWEEP)
    assert (tmp_path / tournament.slug / "fr" / "index.html").exists()


def test_unheard_job_is_sent_by_the_next_sweep(tournament, heard):
    heard(False)
    with transaction.atomic():
        job = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
    assert (job.sent_at, jobs.is_free(job.pk)) == (None, True)
    heard(True)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at is not None


def test_page_says_when_there_is_no_worker(tournament, heard):
    heard(False)
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    assert jobs.delay_reason(job, others=False) == "no_worker_here"
    lise = factories.signed_in(factories.organiser(tournament))
    assert page_reader.parse(lise.get(f"/t/{tournament.slug}/papers/")).all("[data-why]")
    heard(True)
    assert jobs.delay_reason(printing.request(tournament, "table_numbers", JOB_ARGUMENTS), others=False) == ""


def test_repeated_request_does_not_delay_resending(tournament, heard):
    heard(True)
    job = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
    long_ago = timezone.now() - timedelta(seconds=settings.JOB_RESEND + 1)
    Job.objects.filter(pk=job.pk).update(sent_at=long_ago)
    again = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
    assert (again.pk, again.sent_at) == (job.pk, long_ago)
    jobs.sweep()
    job.refresh_from_db()
    assert job.sent_at > long_ago


@pytest.mark.parametrize(
    "end",
    [jobs.mark_done, lambda job: jobs.fail(job, "x"), lambda job: jobs.fail_unfinished(job.pk, "x", 0)],
)
def test_job_requested_while_running_runs_again(tournament, heard, end):
    heard(False)
    jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
    running = jobs.claim(tournament.jobs.get(kind="rules").pk)
    heard(True)
    jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")  # its message finds the row taken
    heard(False)
    end(running)
    running.refresh_from_db()
    assert (running.state, running.sent_at, jobs.is_free(running.pk)) == (Job.State.WAITING, None, True)


def test_job_requested_while_it_fails_in_a_child_runs_again(tournament, heard, monkeypatch):
    heard(False)
    job = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")

    def fail_meanwhile(job):
        jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
        raise ValueError

    def child(_work, key, *_about):
        with pytest.raises(ValueError):
            jobs.run(key, fail_meanwhile)
        return 1

    monkeypatch.setattr(tasks.child_process, "run", child)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error, jobs.is_free(job.pk)) == (Job.State.WAITING, "", True)


def lose_worker(job: Job) -> Job:
    """Let a worker take a job and go silent, and the next sweep notice it."""
    assert jobs.claim(job.pk) is not None
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    jobs.sweep()
    job.refresh_from_db()
    return job


@pytest.mark.parametrize("end", [jobs.mark_done, lambda job: jobs.postpone(job, 0, job.args)])
def test_lost_workers_of_earlier_requests_do_not_count(tournament, unsent, settings, end):
    """A publication is made after each game, and a web host that is away is tried again without end."""
    settings.JOB_ATTEMPTS = 3
    for before in range(4):
        job = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key=f"{before}")
        for _time in range(before):
            assert lose_worker(job).state == Job.State.WAITING
            end(jobs.claim(job.pk))
            if end is jobs.mark_done:
                jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key=f"{before}")
        states = [lose_worker(job).state for _worker in range(3)]
        assert states == [Job.State.WAITING, Job.State.WAITING, Job.State.FAILED]


def test_attempts_begin_again_before_their_column_is_full(tournament, unsent):
    job = jobs.enqueue_latest(tournament, "rules", JOB_ARGUMENTS, key="rules")
    Job.objects.filter(pk=job.pk).update(attempt=32_000)
    assert jobs.claim(job.pk).attempt == 1


def test_duplicate_message_prints_once(tournament, unsent):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    printing.print_job(job.pk)
    written = jobs.result_path(wait_for_end(job)).stat().st_mtime_ns
    printing.print_job(job.pk)
    job.refresh_from_db()
    assert job.attempt == 1
    assert jobs.result_path(job).stat().st_mtime_ns == written


def test_repeated_request_returns_same_job_until_done(tournament, unsent):
    first = printing.request(tournament, "rules", JOB_ARGUMENTS)
    assert printing.request(tournament, "rules", JOB_ARGUMENTS) == first
    printing.print_job(first.pk)
    assert printing.request(tournament, "rules", JOB_ARGUMENTS) != first


def test_job_is_rolled_back_with_its_request(tournament, unsent):
    with transaction.atomic():
        printing.request(tournament, "rules", JOB_ARGUMENTS)
        transaction.set_rollback(True)  # as when the page fails afterwards
    assert not Job.objects.exclude(kind=jobs.COPY).exists()
    assert unsent == []


def test_waiting_job_can_be_cancelled(tournament, unsent):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    jobs.cancel(job)
    printing.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.CANCELLED, "")


def test_running_job_can_be_cancelled_and_retried(tournament, unsent, monkeypatch):
    job = printing.request(tournament, "scorecards_blank", JOB_ARGUMENTS)

    def impatient(running, **_options):
        report = real(running, every=0)

        def cancel_first(done):
            jobs.cancel(running)
            report(done)

        return cancel_first

    real = jobs.reporter
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "reporter", impatient)
        printing.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.CANCELLED, "")
    jobs.retry(job)
    printing.print_job(job.pk)
    assert wait_for_end(job).state == Job.State.DONE
    assert unsent == [job.pk, job.pk]


def test_failed_paper_has_error_and_can_be_retried(tournament, unsent, monkeypatch):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    with monkeypatch.context() as broken:
        broken.setitem(
            registry.PAPER_TYPES, "rules", paper_types.PaperType("rules", "x", "y", draw=lambda paper: 1 // 0)
        )
        with pytest.raises(ZeroDivisionError):
            printing.print_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "paper_failed")
    jobs.retry(job)
    printing.print_job(job.pk)
    assert wait_for_end(job).state == Job.State.DONE


def test_overtaken_attempt_does_not_overwrite_result(tournament, unsent):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
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
def test_a_paper_that_cannot_be_drawn_is_refused(tournament, unsent, kind, args, code):
    with pytest.raises(DomainError) as refused:
        printing.request(tournament, kind, args)
    assert refused.value.code == code


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_every_paper_prints_or_names_what_is_missing(tournament, unsent, language):
    factories.play_round(tournament, 1)
    factories.open_round(tournament, 2)
    for kind in factories.COMMON_PAPERS:
        assert_paper_prints_or_is_refused(tournament, kind, {**JOB_ARGUMENTS, "language": language})


def assert_paper_prints_or_is_refused(tournament: Tournament, kind: str, args: dict[str, Any]) -> None:
    if registry.PAPER_TYPES[kind].needs_round:
        args["round"] = 2
    if missing := registry.PAPER_TYPES[kind].missing(tournament):
        with pytest.raises(DomainError, match=f"^{missing}$"):
            printing.request(tournament, kind, args)
        return
    job = printing.request(tournament, kind, args)
    printing.print_job(job.pk)
    text = plain(jobs.result_path(wait_for_end(job)).read_bytes())
    assert "L'Érablière" in text or kind in ("table_numbers", "slips"), kind
    if kind in ("seating", "standings", "scorecards_blank", "scorecards_filled"):
        assert "<b>Gras</b> & fils" in text, kind


@pytest.mark.parametrize("kind", ["slips", "seating_by_name", "seating_by_table"])
def test_papers_of_round_add_club_to_equal_names(tournament, unsent, kind):
    for number, club in ((1, "Sorel"), (2, "Granby")):
        registration.edit_entry(factories.entry(tournament, number), "Jean Roy", club=club)
    factories.open_round(tournament, 1)
    job = printing.request(tournament, kind, {**JOB_ARGUMENTS, "round": 1})
    printing.print_job(job.pk)
    text = plain(jobs.result_path(wait_for_end(job)).read_bytes())
    assert "Jean Roy (Sorel)" in text
    assert "Jean Roy (Granby)" in text


def test_unwritable_folder_has_its_own_error(tournament, unsent, settings, tmp_path):
    (tmp_path / "papers").write_text("a file where the folder of the papers should be")
    settings.MEDIA_ROOT = tmp_path / "papers"
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    with pytest.raises(OSError, match="papers"):
        printing.print_job(job.pk)
    assert wait_for_end(job).error == "papers_not_writable"


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
def test_each_failure_has_a_code_with_a_sentence(error, code):
    assert jobs.error_code(error) == code
    assert code in sentences.SENTENCES


def test_full_disk_fails_the_paper(tournament, unsent, monkeypatch):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    with monkeypatch.context() as full:
        full.setattr(jobs.os, "replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "disk full")))
        with pytest.raises(OSError, match="disk full"):
            printing.print_job(job.pk)
    assert wait_for_end(job).error == "disk_full"
    assert not list(jobs.result_path(job).glob(f"*{job.uid.hex}*"))


def test_disk_full_while_writing_leaves_no_partial_file(tournament, unsent, monkeypatch):
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)

    def no_space(_descriptor):
        raise OSError(errno.ENOSPC, "disk full")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_space)
        with pytest.raises(OSError, match="disk full"):
            printing.print_job(job.pk)
    assert wait_for_end(job).state == Job.State.FAILED
    assert not list(jobs.result_path(job).glob(f"*{job.uid.hex}*"))


def test_child_process_ignores_ctrl_c_from_its_first_moment(tmp_path):
    """A terminal sends it to all processes of Cheville; the worker then stops the child itself."""
    codes: list[int] = []
    work = ("tests.common.test_jobs:does_nothing", 1, database_file.url_of(tmp_path / "x"), str(tmp_path))
    running = threading.Thread(target=lambda: codes.append(child_process.run(*work)))
    running.start()
    while running.is_alive():
        for child in multiprocessing.active_children():
            with suppress(ProcessLookupError):
                os.kill(child.pid or 0, signal.SIGINT)
        time.sleep(0.002)
    assert codes == [0]


def does_nothing(_key: int) -> None:
    """Stand for the work of a child process."""


def test_child_process_opens_the_same_database(tournament, unsent, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(tasks.child_process, "run", lambda *about: asked.append(about[2]) or 0)
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    monkeypatch.setitem(connection.settings_dict, "NAME", here := "/Gin+Crible #2/cheville.sqlite3")
    tasks.run_job(job.pk)
    assert [Env.db_url_config(url)["NAME"] for url in asked] == [here]


@pytest.mark.parametrize(
    ("code", "state"),
    [(-9, Job.State.FAILED), (1, Job.State.FAILED), (-15, Job.State.WAITING), (0, Job.State.WAITING)],
)
def test_dying_child_fails_its_job_unless_program_ends(tournament, unsent, monkeypatch, code, state):
    monkeypatch.setattr(tasks.child_process, "run", lambda *about: code)
    job = printing.request(tournament, "rules", JOB_ARGUMENTS)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == state
