"""A database that cannot be used at the start of a laptop: every kind of it, as a real file."""

import os
import pty
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.processes import HOUSE, Process, served
from tests.shown_by import spoken
from tournaments.laptop import recovery
from tournaments.models import Line, Tournament

EN = {"CHEVILLE_LANG": "en"}


def database(data: Path) -> Path:
    return data / "cheville.sqlite3"


def settled(data: Path) -> None:
    """All of the journal goes into the file."""
    with sqlite3.connect(database(data)) as whole:
        whole.execute("PRAGMA journal_mode = DELETE")
    whole.close()


def lines(path: Path) -> int:
    with sqlite3.connect(path) as found:
        count = found.execute("SELECT COUNT(*) FROM tournaments_line").fetchone()[0]
    found.close()
    return int(count)


def sql(data: Path, *statements: str) -> None:
    settled(data)
    with sqlite3.connect(database(data)) as whole:
        for statement in statements:
            whole.execute(statement)
    whole.close()


# Every kind of damage


def gone(data: Path) -> None:
    database(data).unlink()


def emptied(data: Path) -> None:
    database(data).write_bytes(b"")


def a_picture(data: Path) -> None:
    database(data).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))


def half_copied(data: Path) -> None:
    settled(data)
    whole = database(data).read_bytes()
    database(data).write_bytes(whole[: len(whole) // 2])


def torn_in_a_page(data: Path) -> None:
    settled(data)
    database(data).write_bytes(database(data).read_bytes()[: 4096 * 3 + 100])


def overwritten(data: Path) -> None:
    settled(data)
    with database(data).open("rb+") as file:
        for at in range(8, database(data).stat().st_size // 4096, 3):
            file.seek(at * 4096)
            file.write(b"\xa5" * 4096)


def wiped_at_its_beginning(data: Path) -> None:
    settled(data)
    with database(data).open("rb+") as file:
        file.seek(4096)
        file.write(b"\xff" * 36_864)


def without_a_table(data: Path) -> None:
    sql(data, "PRAGMA foreign_keys = OFF", "DROP TABLE tournaments_line")


def of_another_program(data: Path) -> None:
    gone(data)
    sql(data, "CREATE TABLE recipes (title TEXT)")


def made_anew(data: Path) -> None:
    gone(data)
    sql(data, "CREATE TABLE one (a)", "DROP TABLE one")


def a_journal_alone(data: Path) -> None:
    shutil.rmtree(data / "copies")
    database(data).unlink()


def a_journal_of_another(data: Path) -> None:
    """Another file was put under the journal of this one, which holds some of its pages."""
    settled(data)
    journal = database(data).with_name("cheville.sqlite3-wal")
    writer = sqlite3.connect(database(data))
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE tournaments_entry SET club = 'FADOQ Beloeil'")
    writer.execute("CREATE TABLE more AS SELECT randomblob(9000) FROM tournaments_entry")
    writer.commit()
    kept = journal.read_bytes()
    writer.close()
    sql(data, "DROP TABLE more", "DROP TABLE tournaments_publication", "VACUUM")
    journal.write_bytes(kept)


DAMAGES: dict[Callable[[Path], None], str] = {
    gone: recovery.GONE,
    emptied: recovery.EMPTY,
    a_picture: recovery.NO_DATABASE,
    half_copied: recovery.DAMAGED,
    torn_in_a_page: recovery.DAMAGED,
    overwritten: recovery.DAMAGED,
    wiped_at_its_beginning: recovery.DAMAGED,
    without_a_table: recovery.INCOMPLETE,
    of_another_program: recovery.INCOMPLETE,
    made_anew: recovery.EMPTY,
    a_journal_alone: recovery.GONE,
    a_journal_of_another: recovery.DAMAGED,
}


def files(data: Path) -> dict[Path, bytes]:
    """Everything that is kept; the index of a journal is made anew whenever it is read."""
    every = (path for path in data.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {path: path.read_bytes() for path in every}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_kind_is_found_and_nothing_is_touched(data, settings, damage):
    settings.DATA_DIR = data
    damage(data)
    before = files(data)
    found = recovery.examine(database(data))
    assert found is not None and found.kind == DAMAGES[damage], found
    said: list[str] = []
    conversation = recovery.Recovery(database(data), said.append, lambda question: False)
    with pytest.raises(CommandError):
        conversation.before()
    assert len(said) >= 2
    assert "***" not in said[0]  # the heading of what SQLite found is not what it found
    assert files(data) == before


def test_a_power_cut_is_no_damage(data, settings):
    settings.DATA_DIR = data
    assert recovery.examine(database(data)) is None
    assert lines(database(data)) == 3


def test_a_first_start_is_no_damage(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert recovery.examine(tmp_path / "cheville.sqlite3") is None
    sql(tmp_path, "CREATE TABLE one (a)", "DROP TABLE one")  # it ended before its first migration
    assert recovery.examine(tmp_path / "cheville.sqlite3") is None


def test_a_database_of_an_earlier_version_is_no_damage(data, settings):
    """Its migrations end earlier, and so do its tables."""
    settings.DATA_DIR = data
    gone(data)
    earlier = Process("manage.py", "migrate", "tournaments", "0002", CHEVILLE_DATA=str(data))
    assert earlier.wait() == 0, earlier.output
    assert recovery.examine(database(data)) is None
    sql(data, "DROP TABLE tournaments_seat")
    found = recovery.examine(database(data))
    assert (found.kind, found.why) == (recovery.INCOMPLETE, "tournaments_seat")


def test_one_that_another_cheville_writes_is_no_damage(data, settings):
    settings.DATA_DIR = data
    other = sqlite3.connect(database(data), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert recovery.examine(database(data)) is None
    other.close()


# The start


def start_fails(data: Path, *options: str, **environment: str) -> str:
    cheville = Process(
        *("manage.py", "serve", "--host", "127.0.0.1", "--port", "0", *options),
        CHEVILLE_DATA=str(data),
        **{**EN, **environment},
    )
    assert cheville.wait() == 1
    assert "Traceback" not in cheville.output
    return cheville.output


def test_without_a_terminal_it_stops_and_names_the_way_on_and_then_goes_on(data):
    half_copied(data)
    torn = database(data).read_bytes()
    said = start_fails(data)
    assert "damaged" in said and "3 results" in said and "--recover" in said
    assert database(data).read_bytes() == torn
    french = start_fails(data, CHEVILLE_LANG="fr")
    assert "endommagé" in french and "3\u00a0résultats" in french
    cheville = served(data, "--host", "127.0.0.1", "--port", "0", "--recover")
    try:
        assert "password:" in cheville.output
        assert "Traceback" not in cheville.output
    finally:
        cheville.end()
    (kept,) = data.glob("cheville.kept-*.sqlite3")
    assert kept.read_bytes() == torn
    assert lines(database(data)) == 3


def test_one_key_goes_on(data):
    """At a terminal, as an organiser has it."""
    emptied(data)
    ours, theirs = pty.openpty()
    cheville = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", "--organiser", "lise"],
        cwd=HOUSE,
        env={**os.environ, **EN, "CHEVILLE_DATA": str(data)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = ""
    while "Press Enter" not in said:
        said += os.read(ours, 4096).decode()
    assert "3 results" in said
    os.write(ours, b"\n")
    while "Ctrl-C ends it" not in said:
        said += os.read(ours, 4096).decode()
    cheville.send_signal(signal.SIGTERM)
    assert cheville.wait(30) == 0
    os.close(ours)
    assert "Traceback" not in said
    assert lines(database(data)) == 3


def as_anybody(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of somebody to whom a mark of read-only means something: to root it does not."""
    drop = (
        "import ctypes, os, sys\n"
        "if not os.getuid(): ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)\n"  # CAP_DAC_OVERRIDE ends with exec
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return subprocess.run(
        [sys.executable, "-c", drop, sys.executable, *command],
        cwd=HOUSE,
        env={**os.environ, **EN, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def lent(data: Path) -> Iterator[Path]:
    """The folder, which can be cleared afterwards whatever it was marked as."""
    yield data
    data.chmod(0o755)


SERVE = ("manage.py", "serve", "--host", "127.0.0.1", "--port", "0")


def test_a_file_that_can_only_be_read_is_copied_and_nothing_is_lost(lent):
    for path in lent.glob("cheville.sqlite3*"):
        path.chmod(0o444)
    said = as_anybody(*SERVE, CHEVILLE_DATA=str(lent))
    assert said.returncode == 1
    found = spoken(recovery.describe_fault, recovery.Fault(recovery.READ_ONLY), database(lent))
    assert found in said.stdout and "--recover" in said.stderr
    on_purpose = as_anybody(*SERVE, "--recover", "--copies", "/nowhere", CHEVILLE_DATA=str(lent))
    assert on_purpose.returncode == 1  # before anything is touched
    script = (
        "import django; django.setup()\n"
        "from pathlib import Path\n"
        "from tournaments.laptop.recovery import Recovery, examine\n"
        f"path = Path({str(database(lent))!r})\n"
        "Recovery(path, print, lambda question: True).before()\n"
        "assert examine(path) is None\n"
    )
    settings = {"CHEVILLE_DATA": str(lent), "DJANGO_SETTINGS_MODULE": "config.settings"}
    recovered = as_anybody("-c", script, **settings)
    assert recovered.returncode == 0, recovered.stderr
    assert lines(database(lent)) == 3
    (kept,) = lent.glob("cheville.kept-*.sqlite3")
    assert kept.stat().st_mode & 0o777 == 0o444


def test_a_folder_that_can_only_be_read_is_named(lent):
    lent.chmod(0o555)
    for path in lent.glob("cheville.sqlite3*"):
        path.chmod(0o444)
    said = as_anybody(*SERVE, "--recover", CHEVILLE_DATA=str(lent))
    assert said.returncode == 1
    assert str(lent) in said.stderr and "Traceback" not in said.stderr
    new = as_anybody(*SERVE, CHEVILLE_DATA=str(lent / "new"))
    assert new.returncode == 1
    assert str(lent / "new") in new.stderr and "Traceback" not in new.stderr


# Copies that are found


def test_of_each_tournament_the_newest_copy_that_can_be_read(data, settings):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    older, newest = sorted((data / "copies").glob("*.cheville"))
    (offered,) = recovery.offer()
    assert (offered.path, offered.copy.count("Line"), offered.older) == (newest, 3, [older])
    newest.write_bytes(newest.read_bytes()[:500])
    (offered,) = recovery.offer()
    assert (offered.path, offered.copy.count("Line"), offered.older) == (older, 0, [])
    shutil.copy(older, data / "copies" / "taken along.cheville")  # under a name that says nothing
    assert len(recovery.offer()) == 1


@pytest.mark.django_db
def test_where_the_newest_copy_makes_no_tournament_an_older_one_does(data, settings):
    settings.DATA_DIR, settings.COPIES_DIR = data, ""
    said: list[str] = []
    conversation = recovery.Recovery(database(data), said.append, lambda question: True)
    conversation.offered = recovery.offer()
    conversation.offered[0].path.write_bytes(b"torn meanwhile")
    conversation.after()
    assert Tournament.objects.get().epoch == 2
    assert Line.objects.count() == 0
