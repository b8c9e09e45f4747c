"""Copies in folders, found by their names or opened; and copies that are owed, asked for again."""

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

OLD_COPY = Path(__file__).parent / "before" / "day.cheville"
UID, OTHER_UID = "0b0f4f1e-31a5-4d6c-9a51-3f2a1c7d9e10", "9c0f4f1e-31a5-4d6c-9a51-3f2a1c7d9e19"


# Lying in folders


def test_copies_are_grouped_by_tournament_newest_first(tmp_path):
    key, own = tmp_path / "key", tmp_path / "own"
    for folder in (key, own):
        folder.mkdir()
    names = {
        own: [f"lecuyer-{UID}-1-00009", f"lecuyer-{UID}-2-00003", f"obrien-{OTHER_UID}-1-00004"],
        key: [f"lecuyer-{UID}-1-00010", f"lecuyer-{UID}-2-00002"],
    }
    for folder, there in names.items():
        for name in there:
            (folder / f"{name}.cheville").touch()
    (own / "notes.txt").touch()
    found = [[path.stem for path in paths] for paths in file.find_copies([own, key])]
    assert found == [
        [
            f"lecuyer-{UID}-2-00003",
            f"lecuyer-{UID}-2-00002",
            f"lecuyer-{UID}-1-00010",
            f"lecuyer-{UID}-1-00009",
        ],
        [f"obrien-{OTHER_UID}-1-00004"],
    ]


def test_renamed_copy_is_found_and_truncated_one_skipped(tmp_path):
    (renamed := tmp_path / "Saint-Hilaire.cheville").write_bytes(OLD_COPY.read_bytes())
    (tmp_path / "torn.cheville").write_bytes(OLD_COPY.read_bytes()[:100])
    assert file.find_copies([tmp_path]) == [[renamed]]
    assert file.first_readable([tmp_path / "gone", tmp_path / "torn.cheville", renamed])[0] == renamed


def test_unpacked_size_is_counted_up_to_the_limit():
    content = gzip.compress(bytes(2_500_000))
    assert file.unpacked_size(content, 10_000_000) == 2_500_000
    assert 1_000_000 < file.unpacked_size(content, 1_000_000) <= 2_500_000
    assert file.unpacked_size(gzip.compress(b""), 10) == 0
    with pytest.raises(DomainError, match=r"^copy_unreadable"):
        file.unpacked_size(zlib.compress(b"no gzip"), 10)


def test_first_version_tokens_are_replaced_by_hashes():
    token, fields = "a" * 64, ["token_hash", "earlier_tokens"]
    rows = {"parts": {"Device": {"fields": fields, "rows": [[token, ["b" * 64, "c" * 64]]]}}}
    ((now, earlier),) = file.without_seal_keys(rows)["parts"]["Device"]["rows"]
    assert len({token, now, *earlier}) == 4 and "b" * 64 not in earlier
    assert earlier == [file.devices.fingerprint(one * 64) for one in "bc"]


# Owed


@pytest.fixture
def tournament(db, settings, tmp_path, monkeypatch):
    """Return a tournament that goes on, with no copy in its folder yet."""
    settings.DATA_DIR, settings.COPIES_DIR = tmp_path, ""
    monkeypatch.setattr(disk, "SCARCE", 0)
    made = factories.tournament(4)
    Job.objects.all().delete()
    return made


def copy_job(tournament, state, ago=0):
    at = timezone.now() - timedelta(seconds=ago)
    finished = None if state in jobs.UNFINISHED else at
    return Job.objects.create(
        tournament=tournament, kind="copy", key=jobs.COPY, state=state, finished_at=finished
    )


def queued_tournaments():
    return set(
        Job.objects.filter(key=jobs.COPY, state=Job.State.WAITING).values_list("tournament", flat=True)
    )


def test_failed_copy_is_requeued_after_delay(tournament, settings):
    job = copy_job(tournament, Job.State.FAILED)
    assert writing.copy_fault() == "failed"
    writing.requeue_failed()
    assert queued_tournaments() == set()  # just now
    finished = timezone.now() - timedelta(seconds=settings.JOB_RESEND + 5)
    Job.objects.filter(pk=job.pk).update(finished_at=finished)
    writing.requeue_failed()
    assert queued_tournaments() == {tournament.pk}
    assert Job.objects.count() == 1


def test_running_copy_is_not_requeued(tournament, settings):
    other = factories.tournament(4, by=factories.director("yvon"))
    Job.objects.all().delete()
    copy_job(other, Job.State.FAILED, settings.JOB_RESEND + 5)
    running = copy_job(tournament, Job.State.RUNNING)
    writing.requeue_failed()
    assert queued_tournaments() == {other.pk}
    running.refresh_from_db()
    assert running.state == Job.State.RUNNING


def test_nothing_is_requeued_without_failure(tournament):
    assert writing.copy_fault() == "" == writing.copy_fault(any_failed=False)
    assert writing.copy_fault(any_failed=True) == "failed"
    writing.requeue_failed()
    assert queued_tournaments() == set()
    Job.objects.create(tournament=tournament, kind="papers", key="papers", state=Job.State.FAILED)
    archived = factories.tournament(2, by=factories.director("yvon"))
    Tournament.objects.filter(pk=archived.pk).update(live=False)
    copy_job(archived, Job.State.FAILED)
    assert (writing.copy_fault(), list(writing.failed_tournament_keys())) == ("", [])


def test_copy_outside_configured_folder_is_trouble(tournament, settings, tmp_path):
    copies.write_copy(tournament.pk)
    key = tmp_path / "key"
    settings.COPIES_DIR = str(key)
    assert writing.copy_fault() == "missing"
    key.mkdir()
    assert writing.copy_fault() == "elsewhere"
    copies.write_copy(tournament.pk)
    assert writing.copy_fault() == ""
    assert Snapshot.objects.count() == 2


# Keys by which a laptop brings its day


def test_upload_keys_of_an_organisation_are_limited(tournament):
    club = tournament.organisation
    texts = {receiving.issue(club, f"portable {n}", by=None)[1] for n in range(receiving.MAX_KEYS)}
    assert len(texts) == receiving.MAX_KEYS
    with pytest.raises(DomainError, match=r"^upload_keys_too_many"):
        receiving.issue(club, "un de plus", by=None)
    text = min(texts)
    assert len(text) >= 32 and receiving.key_of(text).organisation == club
    assert receiving.key_of(text + "x") is None


def test_unknown_tournament_joins_organisation_of_the_key(tournament):
    club = Organisation.objects.create(name="FADOQ Saint-Hilaire")
    factories.tournament(2, by=factories.director("yvon"))
    key, _text = receiving.issue(club, "portable", by=None)
    content = copies.seal_copy(copies.pack(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(live=False)
    before = timezone.now()
    assert receiving.receive(key, content) == receiving.TAKEN
    taken = Tournament.objects.get(uid=tournament.uid, live=True)
    assert (taken.organisation, taken.epoch, taken.roles.count()) == (club, tournament.epoch + 1, 0)
    key.refresh_from_db()
    assert before <= key.used_at <= timezone.now()
    assert receiving.receive(key, content) == receiving.KNOWN
    other, _text = receiving.issue(tournament.organisation, "portable", by=None)
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


def test_received_copy_keeps_desk_roles(tournament):
    key, _text = receiving.issue(tournament.organisation, "portable", by=None)
    before = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    factories.registration.add_entry(tournament, "Léo L'Écuyer", club="Saint-Hilaire")
    content = copies.seal_copy(copies.pack(tournament))
    here, other = copies.restore(before, by=None), factories.tournament(2, by=factories.director("yvon"))
    for at, where in enumerate((here, other)):
        factories.helper(where, "desk", f"réal{at}")
    assert receiving.receive(key, content) == receiving.TAKEN
    taken = Tournament.objects.get(uid=tournament.uid, live=True)
    assert taken.pk != here.pk
    roles = Role.objects.filter(role="desk").order_by("user__username")
    assert [role.tournament for role in roles] == [taken, other]


def test_failed_copy_without_finish_time_is_requeued(tournament, settings):
    copy_job(tournament, Job.State.FAILED)
    Job.objects.filter(key=jobs.COPY).update(finished_at=None)
    Job.objects.create(tournament=tournament, kind="papers", key="papers", state=Job.State.WAITING)
    writing.requeue_failed()
    assert queued_tournaments() == {tournament.pk}
