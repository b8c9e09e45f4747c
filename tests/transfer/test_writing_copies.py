"""Writing copies: their place, notices of them, folders that take none, and what a restored day keeps."""

import os
from pathlib import Path
from uuid import uuid4

import pytest

from tests import factories
from tournaments import devices
from tournaments.common import jobs
from tournaments.models import Job, Snapshot, Tournament
from tournaments.publishing import publications
from tournaments.system import disk
from tournaments.transfer import copies
from tournaments.transfer.copies import rows, writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


def test_copy_job_sends_signal_and_finishes(tournament, key):
    heard, job = [], Job.objects.get(tournament=tournament, key=jobs.COPY)

    def listener(folder, **_said):
        heard.append(folder)

    copies.copy_written.connect(listener)
    copies.write_copy_job(job.pk)
    copies.copy_written.disconnect(listener)
    assert heard == [key]
    job.refresh_from_db()
    assert (job.state, copies.latest(tournament).file[: len(str(key))]) == (Job.State.DONE, str(key))


def test_extra_file_is_written_to_both_folders(tournament, key, caplog):
    copies.write_beside("ca.txt", b"one")
    folders = [copies.own_folder(), key]
    assert [(folder / "ca.txt").read_bytes() for folder in folders] == [b"one", b"one"]
    (copies.own_folder() / "ca.txt").unlink()
    (copies.own_folder() / "ca.txt").mkdir()
    (copies.own_folder() / "ca.txt" / "full").touch()
    with caplog.at_level("WARNING"):
        copies.write_beside("ca.txt", b"two")
    assert (key / "ca.txt").read_bytes() == b"two"
    (record,) = [record for record in caplog.records if record.name.endswith("copies.writing")]
    assert record.exc_info and str(copies.own_folder()) in record.getMessage()


def test_file_is_synced_before_it_is_renamed(key, monkeypatch):
    """A power cut a moment later leaves the whole file or none, never half of one."""
    written, sync = [], os.fsync

    def synced(descriptor):
        sync(descriptor)
        written.append((os.fstat(descriptor).st_size, (key / "ca.txt").exists()))

    monkeypatch.setattr(os, "fsync", synced)
    disk.write_atomically(key / "ca.txt", b"one")
    assert written == [(3, False)] and (key / "ca.txt").read_bytes() == b"one"


def test_copy_falls_back_to_own_folder(tournament, key, caplog):
    path = writing.copy_path(Tournament.objects.get(pk=tournament.pk))
    path.mkdir()
    (path / "full").touch()
    with caplog.at_level("WARNING"):
        written = writing.write_or_fall_back(path, b"content")
    assert (written.parent, written.read_bytes()) == (copies.own_folder(), b"content")
    (record,) = [record for record in caplog.records if record.name.endswith("copies.writing")]
    assert record.exc_info and str(key) in record.getMessage()


def test_later_copy_of_same_version_is_the_latest(tournament, key, settings, monkeypatch):
    monkeypatch.setattr(writing, "MAX_COPIES", 1)
    settings.COPIES_DIR = ""
    first = copies.write_copy(tournament.pk)
    settings.COPIES_DIR = str(key)
    later = copies.write_copy(tournament.pk)
    assert (first.version, copies.latest(tournament)) == (later.version, later)
    assert list(Snapshot.objects.all()) == [later]
    assert Path(later.file).exists() and not Path(first.file).exists()


def test_copy_that_a_full_key_refuses_again_and_again_stays_with_the_older_ones(tournament, key, monkeypatch):
    """The newest copy is due every minute until the key takes it, an evening long."""
    monkeypatch.setattr(writing, "MAX_COPIES", 2)
    written = []
    for _action in range(2):
        current = Tournament.objects.get(pk=tournament.pk)
        current.next_version()
        (full := writing.copy_path(current)).mkdir()
        (full / "full").touch()
        written += [copies.write_copy(tournament.pk) for _minute in range(3)]
    kept = [Path(snapshot.file) for snapshot in Snapshot.objects.filter(tournament=tournament)]
    assert len(kept) == len(set(kept)) == 2 and {path.parent for path in kept} == {copies.own_folder()}
    assert [path.exists() for path in kept] == [True, True]
    assert copies.latest(tournament) == written[-1]


def restored(tournament, **described):
    content = copies.pack(tournament)
    content["tournament"] |= described
    return copies.restore(copies.open_copy(copies.seal_copy(content)), by=None)


def test_user_keys_are_created_and_read_once(django_assert_num_queries):
    """A tournament has thousands of acts and lines, but they are of a few people."""
    lise, users = factories.User.objects.create_user("lise"), rows.UserKeys()
    assert users["lise"] == lise.pk and users["yvon"] != lise.pk
    with django_assert_num_queries(0):
        assert users["lise"] == lise.pk
    yvon = factories.User.objects.get(pk=users["yvon"])
    assert (yvon.username, yvon.is_active, yvon.has_usable_password()) == ("yvon", False, False)


def secrets_of(tournament):
    found = tournament.invitations.order_by("place__number")
    return list(found.values_list("place__number", "secret", "code"))


def test_invitations_are_kept_unless_already_in_use(tournament):
    devices.invite_tables(tournament)
    secrets = secrets_of(tournament)
    life = restored(tournament)
    assert secrets_of(life) == secrets
    other = secrets_of(restored(life, uid=str(uuid4())))
    assert [table for table, _secret, _code in other] == [table for table, _secret, _code in secrets]
    assert not {part for _table, *parts in other for part in parts} & {
        part for _table, *parts in secrets for part in parts
    }
    assert secrets_of(life) == secrets


def test_restored_publications_keep_replaced_by(tournament):
    for _time in range(3):
        publications.publish(tournament, official=False, by=None)
        tournament.refresh_from_db()

    def chain(tournament):
        return list(tournament.publications.order_by("pk").values_list("version", "replaced_by__version"))

    before = chain(tournament)
    assert [later for _version, later in before] == [version for version, _later in before[1:]] + [None]
    assert chain(restored(tournament)) == before


# Files of another life


def test_file_of_another_life_is_kept_and_copy_gets_its_own(tournament, key):
    path = writing.copy_path(Tournament.objects.get(pk=tournament.pk))
    path.write_bytes(b"another life")
    assert writing.tournaments_without_copy() == [tournament]
    kept = copies.write_copy(tournament.pk)
    assert path.read_bytes() == b"another life"
    ((newest, _others),) = copies.find_copies([key])
    assert str(newest) == kept.file and copies.first_readable([newest])[1].version == kept.version
    assert copies.write_copy(tournament.pk) is None
    assert writing.tournaments_without_copy() == []


def test_file_of_another_life_in_own_folder_survives_fall_back(tournament, key):
    path = writing.copy_path(Tournament.objects.get(pk=tournament.pk))
    path.mkdir()
    (path / "full").touch()
    (copies.own_folder() / path.name).write_bytes(b"another life")
    kept = copies.write_copy(tournament.pk)
    assert (copies.own_folder() / path.name).read_bytes() == b"another life"
    assert copies.first_readable([Path(kept.file)])[1].uid == tournament.uid


def test_copy_whose_row_is_missing_is_taken_up_again(tournament, key):
    """The computer may stop between the file and its row; the job is then run again."""
    first = copies.write_copy(tournament.pk)
    Snapshot.objects.all().delete()
    assert copies.write_copy(tournament.pk).file == first.file
    assert [str(path) for path in key.iterdir()] == [first.file]


def test_epochs_are_read_from_names_of_copies(key):
    uid, other = uuid4(), uuid4()
    names = [f"crible-{uid}-3-00007", f"{uid}-4-00001", f"crible-{other}-8-00001", f"crible-{uid}"]
    names += [f"crible-{uid}-1000000-00001", f"crible-{uid}-999999999-1", f"crible-{uid}-{'9' * 40}-1"]
    names += [f"crible-{uid}-x-00001", f"crible-{uid}--5-00001", "[*]"]
    for at, name in enumerate(names):
        ((key, copies.own_folder())[at % 2] / f"{name}.cheville").touch()
    assert sorted(writing.epochs_kept(uid)) == [3, 4]
