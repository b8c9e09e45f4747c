"""A database that cannot be used at the start of a laptop, with a real file for every kind of damage."""

import os
import pty
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import OperationalError

from tests.page_reader import spoken
from tests.processes import ROOT, Process, served
from tournaments.laptop import migrate, recovery
from tournaments.models import Line, Tournament
from tournaments.system.database_file import copy_database

ENGLISH_ENV = {"CHEVILLE_LANG": "en"}


def database_file(data: Path) -> Path:
    return data / "cheville.sqlite3"


def merge_journal(data: Path) -> None:
    """Move all of the journal into the file."""
    with sqlite3.connect(database_file(data)) as whole:
        whole.execute("PRAGMA journal_mode = DELETE")
    whole.close()


def count_lines(path: Path) -> int:
    with sqlite3.connect(path) as found:
        count = found.execute("SELECT COUNT(*) FROM tournaments_line").fetchone()[0]
    found.close()
    return int(count)


def run_sql(data: Path, *statements: str) -> None:
    merge_journal(data)
    with sqlite3.connect(database_file(data)) as whole:
        for statement in statements:
            whole.execute(statement)
    whole.close()


# Every kind of damage


def delete_database(data: Path) -> None:
    database_file(data).unlink()


def truncate_database(data: Path) -> None:
    database_file(data).write_bytes(b"")


def replace_with_picture(data: Path) -> None:
    database_file(data).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))


def cut_in_half(data: Path) -> None:
    merge_journal(data)
    whole = database_file(data).read_bytes()
    database_file(data).write_bytes(whole[: len(whole) // 2])


def cut_within_a_page(data: Path) -> None:
    merge_journal(data)
    database_file(data).write_bytes(database_file(data).read_bytes()[: 4096 * 3 + 100])


def overwrite_pages(data: Path) -> None:
    merge_journal(data)
    with database_file(data).open("rb+") as file:
        for at in range(8, database_file(data).stat().st_size // 4096, 3):
            file.seek(at * 4096)
            file.write(b"\xa5" * 4096)


def wipe_first_pages(data: Path) -> None:
    merge_journal(data)
    with database_file(data).open("rb+") as file:
        file.seek(4096)
        file.write(b"\xff" * 36_864)


def drop_a_table(data: Path) -> None:
    run_sql(data, "PRAGMA foreign_keys = OFF", "DROP TABLE tournaments_line")


def replace_with_foreign_database(data: Path) -> None:
    delete_database(data)
    run_sql(data, "CREATE TABLE recipes (title TEXT)")


def replace_with_blank_database(data: Path) -> None:
    delete_database(data)
    run_sql(data, "CREATE TABLE one (a)", "DROP TABLE one")


def leave_only_the_journal(data: Path) -> None:
    shutil.rmtree(data / "copies")
    database_file(data).unlink()


def leave_journal_of_another_file(data: Path) -> None:
    """Put another file under the journal of this one, which holds some of its pages."""
    merge_journal(data)
    journal = database_file(data).with_name("cheville.sqlite3-wal")
    writer = sqlite3.connect(database_file(data))
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE tournaments_entry SET club = 'FADOQ Beloeil'")
    writer.execute("CREATE TABLE more AS SELECT randomblob(9000) FROM tournaments_entry")
    writer.commit()
    kept = journal.read_bytes()
    writer.close()
    run_sql(data, "DROP TABLE more", "DROP TABLE tournaments_publication", "VACUUM")
    journal.write_bytes(kept)


DAMAGES: dict[Callable[[Path], None], str] = {
    delete_database: recovery.GONE,
    truncate_database: recovery.EMPTY,
    replace_with_picture: recovery.NO_DATABASE,
    cut_in_half: recovery.DAMAGED,
    cut_within_a_page: recovery.DAMAGED,
    overwrite_pages: recovery.DAMAGED,
    wipe_first_pages: recovery.DAMAGED,
    drop_a_table: recovery.INCOMPLETE,
    replace_with_foreign_database: recovery.INCOMPLETE,
    replace_with_blank_database: recovery.EMPTY,
    leave_only_the_journal: recovery.GONE,
    leave_journal_of_another_file: recovery.DAMAGED,
}


def file_contents(data: Path) -> dict[Path, bytes]:
    """Return all files and their contents, without the index of a journal, which every reader rewrites."""
    every = (path for path in data.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {path: path.read_bytes() for path in every}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_damage_is_found_and_nothing_is_changed(data, settings, damage):
    settings.DATA_DIR = data
    damage(data)
    before = file_contents(data)
    found = recovery.examine(database_file(data))
    assert found is not None and found.kind == DAMAGES[damage], found
    received: list[str] = []
    conversation = recovery.Recovery(database_file(data), received.append, lambda question: False)
    with pytest.raises(CommandError):
        conversation.prepare_database()
    assert len(received) >= 2
    assert "***" not in received[0]  # the heading of SQLite's report is left out
    assert file_contents(data) == before


def test_a_power_cut_is_no_damage(data, settings):
    settings.DATA_DIR = data
    assert recovery.examine(database_file(data)) is None
    assert count_lines(database_file(data)) == 3


def test_a_first_start_is_no_damage(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert recovery.examine(tmp_path / "cheville.sqlite3") is None
    run_sql(tmp_path, "CREATE TABLE one (a)", "DROP TABLE one")  # no migration has run
    assert recovery.examine(tmp_path / "cheville.sqlite3") is None


def test_a_database_of_an_earlier_version_is_no_damage(data, settings):
    """It has fewer migrations, and fewer tables."""
    settings.DATA_DIR = data
    delete_database(data)
    earlier = Process("manage.py", "migrate", "tournaments", "0002", CHEVILLE_DATA=str(data))
    assert earlier.wait() == 0, earlier.output
    assert recovery.examine(database_file(data)) is None
    run_sql(data, "DROP TABLE tournaments_seat")
    found = recovery.examine(database_file(data))
    assert (found.kind, found.why) == (recovery.INCOMPLETE, "tournaments_seat")


def test_database_locked_by_another_process_is_no_damage(data, settings):
    settings.DATA_DIR = data
    other = sqlite3.connect(database_file(data), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert recovery.examine(database_file(data)) is None
    other.close()


# The start


def failed_start(data: Path, *options: str, **environment: str) -> str:
    cheville = Process(
        *("manage.py", "serve", "--host", "127.0.0.1", "--port", "0", *options),
        CHEVILLE_DATA=str(data),
        **{**ENGLISH_ENV, **environment},
    )
    assert cheville.wait() == 1
    assert "Traceback" not in cheville.output
    return cheville.output


def test_without_terminal_start_stops_until_recover_option(data):
    cut_in_half(data)
    torn = database_file(data).read_bytes()
    output = failed_start(data)
    assert "damaged" in output and "3 results" in output and "--recover" in output
    assert database_file(data).read_bytes() == torn
    french = failed_start(data, CHEVILLE_LANG="fr")
    assert "endommagé" in french and "3\u00a0résultats" in french
    cheville = served(data, "--host", "127.0.0.1", "--port", "0", "--recover")
    try:
        assert "password:" in cheville.output
        assert "Traceback" not in cheville.output
    finally:
        cheville.end()
    (kept,) = data.glob("cheville.kept-*.sqlite3")
    assert kept.read_bytes() == torn
    assert count_lines(database_file(data)) == 3


def test_enter_key_recovers_at_a_terminal(data):
    """The program runs at a terminal, as an organiser sees it."""
    truncate_database(data)
    ours, theirs = pty.openpty()
    cheville = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", "--organiser", "lise"],
        cwd=ROOT,
        env={**os.environ, **ENGLISH_ENV, "CHEVILLE_DATA": str(data)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    text = ""
    while "Press Enter" not in text:
        text += os.read(ours, 4096).decode()
    assert "3 results" in text
    os.write(ours, b"\n")
    while "Ctrl-C ends it" not in text:
        text += os.read(ours, 4096).decode()
    cheville.send_signal(signal.SIGTERM)
    assert cheville.wait(30) == 0
    os.close(ours)
    assert "Traceback" not in text
    assert count_lines(database_file(data)) == 3


def run_unprivileged(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program without the right of root to write to read-only files."""
    drop = (
        "import ctypes, os, sys\n"
        "if not os.getuid(): ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)\n"  # CAP_DAC_OVERRIDE ends with exec
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return subprocess.run(
        [sys.executable, "-c", drop, sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **ENGLISH_ENV, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def lent(data: Path) -> Iterator[Path]:
    """Yield the folder, and make it deletable afterwards, whatever its permissions."""
    yield data
    data.chmod(0o755)


SERVE_COMMAND = ("manage.py", "serve", "--host", "127.0.0.1", "--port", "0")


def test_read_only_database_is_copied_on_recovery(lent):
    for path in lent.glob("cheville.sqlite3*"):
        path.chmod(0o444)
    output = run_unprivileged(*SERVE_COMMAND, CHEVILLE_DATA=str(lent))
    assert output.returncode == 1
    found = spoken(recovery.describe_fault, recovery.Fault(recovery.READ_ONLY), database_file(lent))
    assert found in output.stdout and "--recover" in output.stderr
    on_purpose = run_unprivileged(
        *SERVE_COMMAND, "--recover", "--copies", "/nowhere", CHEVILLE_DATA=str(lent)
    )
    assert on_purpose.returncode == 1  # it ends before anything is changed
    script = (
        "import django; django.setup()\n"
        "from pathlib import Path\n"
        "from tournaments.laptop.recovery import Recovery, examine\n"
        f"path = Path({str(database_file(lent))!r})\n"
        "Recovery(path, print, lambda question: True).prepare_database()\n"
        "assert examine(path) is None\n"
    )
    settings = {"CHEVILLE_DATA": str(lent), "DJANGO_SETTINGS_MODULE": "config.settings"}
    recovered = run_unprivileged("-c", script, **settings)
    assert recovered.returncode == 0, recovered.stderr
    assert count_lines(database_file(lent)) == 3
    (kept,) = lent.glob("cheville.kept-*.sqlite3")
    assert kept.stat().st_mode & 0o777 == 0o444


def test_read_only_folder_is_named_in_the_error(lent):
    lent.chmod(0o555)
    for path in lent.glob("cheville.sqlite3*"):
        path.chmod(0o444)
    output = run_unprivileged(*SERVE_COMMAND, "--recover", CHEVILLE_DATA=str(lent))
    assert output.returncode == 1
    assert str(lent) in output.stderr and "Traceback" not in output.stderr
    new = run_unprivileged(*SERVE_COMMAND, CHEVILLE_DATA=str(lent / "new"))
    assert new.returncode == 1
    assert str(lent / "new") in new.stderr and "Traceback" not in new.stderr


# Copies that are found


def test_newest_readable_copy_of_each_tournament_is_offered(data, settings):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    older, newest = sorted((data / "copies").glob("*.cheville"))
    (offered,) = recovery.newest_copies()
    assert (offered.path, offered.copy.count("Line"), offered.older) == (newest, 3, [older])
    newest.write_bytes(newest.read_bytes()[:500])
    (offered,) = recovery.newest_copies()
    assert (offered.path, offered.copy.count("Line"), offered.older) == (older, 0, [])
    shutil.copy(older, data / "copies" / "taken along.cheville")  # under a name that says nothing about it
    assert len(recovery.newest_copies()) == 1


@pytest.mark.django_db
def test_older_copy_is_restored_when_the_newest_fails(data, settings):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    received: list[str] = []
    conversation = recovery.Recovery(database_file(data), received.append, lambda question: True)
    conversation.offered = recovery.newest_copies()
    conversation.offered[0].path.write_bytes(b"torn meanwhile")
    conversation.restore_copies()
    assert Tournament.objects.get().epoch == 2
    assert Line.objects.count() == 0


def test_recovery_that_ended_early_is_offered_again(data, settings, empty_database):
    """The window was closed, or the power cut, before the newest tournament was restored."""
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    cut_in_half(data)
    recovery.Recovery(database_file(data), str, bool).prepare_database()
    assert not database_file(data).exists()
    for path in (database_file(data), shutil.copy(empty_database, database_file(data))):
        again = recovery.Recovery(database_file(data), str, bool)
        again.prepare_database()
        assert [one.copy.count("Line") for one in again.offered] == [3]
        assert not path.exists()
    assert len(list(data.glob("cheville.kept-*.sqlite3"))) == 2


def test_database_whose_copies_are_on_a_key_is_missed(data, settings, tmp_path):
    """With a key nothing is written into our own folder of copies."""
    settings.DATA_DIR, settings.COPIES_DIR = data, str(tmp_path / "key")
    (data / "copies").rename(settings.COPIES_DIR)
    for file in data.glob("cheville.sqlite3*"):
        file.unlink()
    assert recovery.examine(database_file(data)) is None
    (data / migrate.VERSION_FILE).write_text("0.3.0")
    assert recovery.examine(database_file(data)).kind == recovery.GONE


@pytest.mark.parametrize("fault", [recovery.READ_ONLY, "newer"])
@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_replacement_that_a_power_cut_ends_is_finished(data, settings, monkeypatch, fault, done):
    """A file and its journal are renamed, and copies are put in their places."""
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    if fault == "newer":
        (data / migrate.COPIES_FOLDER).mkdir()
        copy_database(database_file(data), data / migrate.COPIES_FOLDER / "2026-12-01-100000.sqlite3")
        run_sql(data, "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999', '')")
    else:
        found = [recovery.Fault(recovery.READ_ONLY)]
        monkeypatch.setattr(recovery, "examine", lambda _path: found.pop() if found else None)
    replace, renamed = os.replace, []

    def cut(old, new):
        if len(renamed) == done:
            raise KeyboardInterrupt
        renamed.append(old)
        replace(old, new)

    with monkeypatch.context() as power:
        power.setattr(os, "replace", cut)
        with suppress(KeyboardInterrupt):
            recovery.Recovery(database_file(data), str, lambda _question: True).prepare_database()
    after = recovery.Recovery(database_file(data), str, lambda _question: True)
    after.prepare_database()
    assert not after.offered and count_lines(database_file(data)) == 3
    assert not list(data.glob("*.part"))


@pytest.mark.django_db(transaction=True)
def test_key_that_is_pulled_out_during_recovery_leaves_the_mark(data, settings, monkeypatch):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    conversation = recovery.Recovery(database_file(data), str, bool)
    conversation.offered = recovery.newest_copies()
    recovery.unfinished_mark(database_file(data)).touch()
    shutil.rmtree(data / "copies")
    conversation.restore_copies()
    assert recovery.unfinished_mark(database_file(data)).exists()
    assert not Tournament.objects.exists()


def test_database_that_another_start_restores_is_left_alone(data, settings, empty_database):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    shutil.copy(empty_database, database_file(data))
    recovery.unfinished_mark(database_file(data)).touch()
    with pytest.raises(CommandError):
        recovery.Recovery(database_file(data), str, bool, in_use=lambda: True).prepare_database()
    assert database_file(data).exists() and recovery.unfinished_mark(database_file(data)).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "found"), [(sqlite3.SQLITE_FULL, recovery.UNFINISHED), (sqlite3.SQLITE_CONSTRAINT, None)]
)
def test_full_disk_leaves_recovery_unfinished(data, settings, monkeypatch, code, found):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    merge_journal(data)
    conversation = recovery.Recovery(database_file(data), str, bool)
    conversation.offered = recovery.newest_copies()
    recovery.unfinished_mark(database_file(data)).touch()
    fault = sqlite3.OperationalError("fault")
    fault.sqlite_errorcode = code

    def refuse(*_arguments: object, **_options: object) -> None:
        raise OperationalError from fault

    with monkeypatch.context() as full:
        full.setattr(recovery.copies, "restore", refuse)
        with pytest.raises(OperationalError):
            conversation.restore_copies()
    fault_now = recovery.examine(database_file(data))
    assert (fault_now and fault_now.kind) == found
    conversation.restore_copies()
    assert recovery.examine(database_file(data)) is None
