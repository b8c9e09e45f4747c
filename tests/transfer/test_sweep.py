"""Copies that lie in folders, found by their names or opened; and copies that are owed, asked for again."""

import gzip
import zlib
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tournaments.common import jobs
from tournaments.models import Job, Organisation, Role, Snapshot, Tournament
from tournaments.system import disk
from tournaments.transfer import copies
from tournaments.transfer.copies import file, receiving, writing

BEFORE = Path(__file__).parent / "before" / "day.cheville"
UID, OTHER = "0b0f4f1e-31a5-4d6c-9a51-3f2a1c7d9e10", "9c0f4f1e-31a5-4d6c-9a51-3f2a1c7d9e19"


# Lying in folders


def test_the_copies_of_each_tournament_the_newest_first(tmp_path):
    key, own = tmp_path / "key", tmp_path / "own"
    for folder in (key, own):
        folder.mkdir()
    names = {
        own: [f"lecuyer-{UID}-1-00009", f"lecuyer-{UID}-2-00003", f"obrien-{OTHER}-1-00004"],
        key: [f"lecuyer-{UID}-1-00010", f"lecuyer-{UID}-2-00002"],
    }
    for folder, there in names.items():
        for name in there:
            (folder / f"{name}.cheville").touch()
    (own / "notes.txt").touch()
    found = [[path.stem for path in paths] for paths in file.lying_in([own, key])]
    assert found == [
        [
            f"lecuyer-{UID}-2-00003",
            f"lecuyer-{UID}-2-00002",
            f"lecuyer-{UID}-1-00010",
            f"lecuyer-{UID}-1-00009",
        ],
        [f"obrien-{OTHER}-1-00004"],
    ]


def test_one_that_was_renamed_is_opened_and_one_that_is_torn_is_left_out(tmp_path):
    (renamed := tmp_path / "Saint-Hilaire.cheville").write_bytes(BEFORE.read_bytes())
    (tmp_path / "torn.cheville").write_bytes(BEFORE.read_bytes()[:100])
    assert file.lying_in([tmp_path]) == [[renamed]]
    assert file.readable([tmp_path / "gone", tmp_path / "torn.cheville", renamed])[0] == renamed


def test_how_much_a_file_unfolds_to_is_counted_as_far_as_it_matters():
    content = gzip.compress(bytes(2_500_000))
    assert file.unfolds_to(content, 10_000_000) == 2_500_000
    assert 1_000_000 < file.unfolds_to(content, 1_000_000) <= 2_500_000
    assert file.unfolds_to(gzip.compress(b""), 10) == 0
    with pytest.raises(DomainError, match=r"^copy_unreadable"):
        file.unfolds_to(zlib.compress(b"no gzip"), 10)


def test_of_a_copy_of_the_first_version_every_token_is_known_by_its_hash_alone():
    token, fields = "a" * 64, ["token_hash", "earlier_tokens"]
    rows = {"parts": {"Device": {"fields": fields, "rows": [[token, ["b" * 64, "c" * 64]]]}}}
    ((now, earlier),) = file.without_seal_keys(rows)["parts"]["Device"]["rows"]
    assert len({token, now, *earlier}) == 4 and "b" * 64 not in earlier
    assert earlier == [file.devices.fingerprint(one * 64) for one in "bc"]


# Owed


@pytest.fixture
def day(db, settings, tmp_path, monkeypatch):
    """A day that goes on, with no copy in its folder yet."""
    settings.DATA_DIR, settings.COPIES_DIR = tmp_path, ""
    monkeypatch.setattr(disk, "SCARCE", 0)
    made = factories.tournament(4)
    Job.objects.all().delete()
    return made


def copy_job(day, state, ago=0):
    at = timezone.now() - timedelta(seconds=ago)
    finished = None if state in jobs.UNFINISHED else at
    return Job.objects.create(tournament=day, kind="copy", key=jobs.COPY, state=state, finished_at=finished)


def asked_for():
    return set(
        Job.objects.filter(key=jobs.COPY, state=Job.State.WAITING).values_list("tournament", flat=True)
    )


def test_a_copy_that_failed_is_asked_for_again_and_not_at_once(day, settings):
    job = copy_job(day, Job.State.FAILED)
    assert writing.trouble() == "failed"
    writing.requeue_failed()
    assert asked_for() == set()  # just now
    finished = timezone.now() - timedelta(seconds=settings.JOB_RESEND + 5)
    Job.objects.filter(pk=job.pk).update(finished_at=finished)
    writing.requeue_failed()
    assert asked_for() == {day.pk}
    assert Job.objects.count() == 1


def test_what_is_at_work_already_is_not_asked_for_twice(day, settings):
    other = factories.tournament(4, by=factories.director("yvon"))
    Job.objects.all().delete()
    copy_job(other, Job.State.FAILED, settings.JOB_RESEND + 5)
    running = copy_job(day, Job.State.RUNNING)
    writing.requeue_failed()
    assert asked_for() == {other.pk}
    running.refresh_from_db()
    assert running.state == Job.State.RUNNING


def test_where_nothing_is_wrong_nothing_is_asked_for(day):
    assert writing.trouble() == "" == writing.trouble(any_failed=False)
    assert writing.trouble(any_failed=True) == "failed"
    writing.requeue_failed()
    assert asked_for() == set()
    Job.objects.create(tournament=day, kind="papers", key="papers", state=Job.State.FAILED)
    archived = factories.tournament(2, by=factories.director("yvon"))
    Tournament.objects.filter(pk=archived.pk).update(live=False)
    copy_job(archived, Job.State.FAILED)
    assert (writing.trouble(), list(writing.failed())) == ("", [])


def test_a_copy_beside_the_folder_that_was_asked_for_is_trouble(day, settings, tmp_path):
    copies.keep(day.pk)
    key = tmp_path / "key"
    settings.COPIES_DIR = str(key)
    assert writing.trouble() == "missing"
    key.mkdir()
    assert writing.trouble() == "elsewhere"
    copies.keep(day.pk)
    assert writing.trouble() == ""
    assert Snapshot.objects.count() == 2


# Keys by which a laptop brings its day


def test_an_organisation_has_so_many_keys_and_no_more(day):
    club = day.organisation
    texts = {receiving.issue(club, f"portable {n}", by=None)[1] for n in range(receiving.MAX_KEYS)}
    assert len(texts) == receiving.MAX_KEYS
    with pytest.raises(DomainError, match=r"^upload_keys_too_many"):
        receiving.issue(club, "un de plus", by=None)
    text = min(texts)
    assert len(text) >= 32 and receiving.key_of(text).organisation == club
    assert receiving.key_of(text + "x") is None


def test_a_day_that_nobody_knows_here_comes_into_the_organisation_of_its_key(day):
    club = Organisation.objects.create(name="FADOQ Saint-Hilaire")
    factories.tournament(2, by=factories.director("yvon"))
    key, _text = receiving.issue(club, "portable", by=None)
    content = copies.seal_copy(copies.pack(day))
    Tournament.objects.filter(pk=day.pk).update(live=False)
    before = timezone.now()
    assert receiving.receive(key, content) == receiving.TAKEN
    taken = Tournament.objects.get(uid=day.uid, live=True)
    assert (taken.organisation, taken.epoch, taken.roles.count()) == (club, day.epoch + 1, 0)
    key.refresh_from_db()
    assert before <= key.used_at <= timezone.now()
    assert receiving.receive(key, content) == receiving.KNOWN
    other, _text = receiving.issue(day.organisation, "portable", by=None)
    receiving.receive(key, content)
    assert other.used_at is None
    other.refresh_from_db()
    assert other.used_at is None
    with pytest.raises(DomainError, match=r"^day_of_another"):
        receiving.receive(other, content)
    with pytest.raises(DomainError, match=r"^copy_unreadable"):
        receiving.receive(other, content[:50])
    other.refresh_from_db()
    assert other.used_at


def test_who_helps_elsewhere_goes_on_helping_there(day):
    key, _text = receiving.issue(day.organisation, "portable", by=None)
    before = copies.open_copy(copies.seal_copy(copies.pack(day)))
    factories.registration.add_entry(day, "Léo L'Écuyer", club="Saint-Hilaire")
    content = copies.seal_copy(copies.pack(day))
    here, other = copies.restore(before, by=None), factories.tournament(2, by=factories.director("yvon"))
    for at, where in enumerate((here, other)):
        factories.helper(where, "desk", f"réal{at}")
    assert receiving.receive(key, content) == receiving.TAKEN
    taken = Tournament.objects.get(uid=day.uid, live=True)
    assert taken.pk != here.pk
    roles = Role.objects.filter(role="desk").order_by("user__username")
    assert [role.tournament for role in roles] == [taken, other]


def test_a_copy_that_never_began_or_has_no_end_is_asked_for_again(day, settings):
    copy_job(day, Job.State.FAILED)
    Job.objects.filter(key=jobs.COPY).update(finished_at=None)
    Job.objects.create(tournament=day, kind="papers", key="papers", state=Job.State.WAITING)
    writing.requeue_failed()
    assert asked_for() == {day.pk}
