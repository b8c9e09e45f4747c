"""A folder that fails is reported, and gets the copies it lacks as soon as it takes any."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tournaments.common import jobs
from tournaments.models import Job, Stage, Tournament
from tournaments.transfer import copies
from tournaments.transfer.copies import writing

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=1)


@pytest.fixture
def tournament():
    return factories.tournament(4)


def copy_job(tournament, /, **changes):
    """Return a job for a copy of a tournament, which failed long ago unless something else is given."""
    data = {"tournament": tournament, "state": Job.State.FAILED, "finished_at": timezone.now() - LONG_AGO}
    return Job.objects.create(kind=jobs.COPY, **{"key": jobs.COPY, **data, **changes})


def waiting_count(tournament):
    return Job.objects.filter(tournament=tournament, key=jobs.COPY, state=Job.State.WAITING).count()


def test_trouble_names_folder_problem(tournament, key, settings, tmp_path):
    Job.objects.all().delete()
    assert copies.copy_fault() == ""
    copies.write_copy(tournament.pk)
    assert copies.copy_fault() == ""
    settings.COPIES_DIR = str(tmp_path / "other")
    assert copies.copy_fault() == "missing"
    (tmp_path / "other").mkdir()
    assert copies.copy_fault() == "elsewhere"
    copies.write_copy(tournament.pk)
    assert copies.copy_fault() == ""  # the newest is where it was asked for
    copy_job(tournament)
    for folder in (settings.COPIES_DIR, ""):
        settings.COPIES_DIR = folder
        assert [copies.copy_fault(any_failed=known) for known in (None, True, False)] == [
            "failed",
            "failed",
            "",
        ]


def test_failed_lists_live_tournaments_only(tournament):
    archived = factories.tournament(4)
    Tournament.objects.filter(pk=archived.pk).update(live=False)
    Job.objects.all().delete()
    failed = copy_job(tournament)
    copy_job(tournament, key="paper")
    copy_job(tournament, state=Job.State.DONE)
    copy_job(archived)
    assert list(writing.failed_tournament_keys()) == [failed.tournament_id]


def test_no_retry_without_need_or_writable_folder(tournament, key, settings):
    Job.objects.all().delete()
    copies.requeue_failed()
    assert not Job.objects.exists()
    copies.write_copy(tournament.pk)
    settings.COPIES_DIR = "/proc/self"
    assert copies.copy_fault() == "elsewhere"
    copies.requeue_failed()
    assert not Job.objects.exists()


def test_failed_copy_is_requeued_after_delay(tournament):
    other, now = factories.tournament(4), timezone.now()
    for besides, again in (
        ([], 1),
        ([{"finished_at": None}], 1),
        ([{"state": Job.State.RUNNING}], 0),
        ([{"finished_at": now}], 0),
        ([{"finished_at": now}, {}], 1),
        ([{}, {"finished_at": now}], 0),
        ([{"key": "paper", "finished_at": now}], 1),
        ([{"tournament": other, "finished_at": now}], 1),
    ):
        Job.objects.all().delete()
        copy_job(tournament)
        for one in besides:
            copy_job(tournament, **one)
        copies.requeue_failed()
        assert waiting_count(tournament) == again, besides


def test_tournament_without_job_is_requeued(tournament, key, settings, tmp_path):
    copies.write_copy(tournament.pk)
    Job.objects.all().delete()
    settings.COPIES_DIR = str(tmp_path / "other")
    (tmp_path / "other").mkdir()
    copies.requeue_failed()
    assert waiting_count(tournament) == 1


def test_owed_tournaments_lack_a_copy_in_the_folder(key):
    names = ("goes on", "has its copy", "is over", "is void", "was the newest", "failed", "archived")
    days = {name: factories.tournament(4) for name in names}
    for name in ("has its copy", "is over", "failed", "was the newest"):
        kept = copies.write_copy(days[name].pk)
        if name in ("is over", "was the newest"):
            (key / kept.file).unlink()
    for name in ("is over", "was the newest", "failed"):
        Stage.objects.filter(tournament=days[name]).update(state=Stage.State.FINISHED)
    Stage.objects.filter(tournament=days["is void"]).update(state=Stage.State.VOID)
    Tournament.objects.filter(pk=days["archived"].pk).update(live=False)
    Job.objects.all().delete()
    for name in ("failed", "archived"):
        copy_job(days[name])

    def owed():
        keys = {one.pk for one in writing.tournaments_without_copy()}
        return [name for name in names if days[name].pk in keys]

    assert owed() == ["goes on", "was the newest", "failed"]
    copies.write_copy(days["goes on"].pk)  # which is the newest copy now
    assert owed() == ["failed"]


@pytest.mark.parametrize(
    ("ago", "is_so"), [(0, True), (-5, True), (-10_000, False), (10_000, False), (None, False)]
)
def test_is_just_now_allows_a_few_seconds(settings, ago, is_so):
    settings.JOB_RESEND = 60
    moment = None if ago is None else timezone.now() - timedelta(seconds=ago)
    assert writing.is_just_now(moment) is is_so
