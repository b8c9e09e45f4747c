"""A folder that fails is said, and has the copies it lacks as soon as it takes any."""

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
def day():
    return factories.tournament(4)


def asked(day, **changes):
    """A job for a copy of a day, which failed long ago unless something else is said."""
    said = {"tournament": day, "state": Job.State.FAILED, "finished_at": timezone.now() - LONG_AGO}
    return Job.objects.create(kind=jobs.COPY, **{"key": jobs.COPY, **said, **changes})


def waiting(day):
    return Job.objects.filter(tournament=day, key=jobs.COPY, state=Job.State.WAITING).count()


def test_what_is_wrong_with_the_folder(day, key, settings, tmp_path):
    Job.objects.all().delete()
    assert copies.trouble() == ""
    copies.keep(day.pk)
    assert copies.trouble() == ""
    settings.COPIES_DIR = str(tmp_path / "other")
    assert copies.trouble() == "missing"
    (tmp_path / "other").mkdir()
    assert copies.trouble() == "elsewhere"
    copies.keep(day.pk)
    assert copies.trouble() == ""  # the newest is where it was asked for
    asked(day)
    for folder in (settings.COPIES_DIR, ""):
        settings.COPIES_DIR = folder
        assert [copies.trouble(any_failed=known) for known in (None, True, False)] == ["failed", "failed", ""]


def test_what_failed_are_copies_of_tournaments_that_are_lived(day):
    archived = factories.tournament(4)
    Tournament.objects.filter(pk=archived.pk).update(live=False)
    Job.objects.all().delete()
    failed = asked(day)
    asked(day, key="paper")
    asked(day, state=Job.State.DONE)
    asked(archived)
    assert list(writing.failed()) == [failed.tournament_id]


def test_where_all_is_well_or_nothing_can_be_written_nothing_is_asked_for(day, key, settings):
    Job.objects.all().delete()
    copies.requeue_failed()
    assert not Job.objects.exists()
    copies.keep(day.pk)
    settings.COPIES_DIR = "/proc/self"
    assert copies.trouble() == "elsewhere"
    copies.requeue_failed()
    assert not Job.objects.exists()


def test_a_copy_that_failed_is_asked_for_again_but_not_at_once_nor_while_it_is_written(day):
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
        asked(day)
        for one in besides:
            asked(day, **one)
        copies.requeue_failed()
        assert waiting(day) == again, besides


def test_a_day_without_any_job_is_asked_for(day, key, settings, tmp_path):
    copies.keep(day.pk)
    Job.objects.all().delete()
    settings.COPIES_DIR = str(tmp_path / "other")
    (tmp_path / "other").mkdir()
    copies.requeue_failed()
    assert waiting(day) == 1


def test_owed_are_days_that_go_on_and_the_newest_copy_as_far_as_the_folder_lacks_them(key):
    names = ("goes on", "has its copy", "is over", "is void", "was the newest", "failed", "archived")
    days = {name: factories.tournament(4) for name in names}
    for name in ("has its copy", "is over", "failed", "was the newest"):
        kept = copies.keep(days[name].pk)
        if name in ("is over", "was the newest"):
            (key / kept.file).unlink()
    for name in ("is over", "was the newest", "failed"):
        Stage.objects.filter(tournament=days[name]).update(state=Stage.State.FINISHED)
    Stage.objects.filter(tournament=days["is void"]).update(state=Stage.State.VOID)
    Tournament.objects.filter(pk=days["archived"].pk).update(live=False)
    Job.objects.all().delete()
    for name in ("failed", "archived"):
        asked(days[name])

    def owed():
        keys = {one.pk for one in writing.owed_tournaments()}
        return [name for name in names if days[name].pk in keys]

    assert owed() == ["goes on", "was the newest", "failed"]
    copies.keep(days["goes on"].pk)  # which is the newest copy now
    assert owed() == ["failed"]


@pytest.mark.parametrize(
    ("ago", "is_so"), [(0, True), (-5, True), (-10_000, False), (10_000, False), (None, False)]
)
def test_just_now_is_a_few_seconds_before_or_after(settings, ago, is_so):
    settings.JOB_RESEND = 60
    moment = None if ago is None else timezone.now() - timedelta(seconds=ago)
    assert writing.is_just_now(moment) is is_so
