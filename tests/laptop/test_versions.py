"""Two versions of Cheville with the same data: an update makes a copy, and the old version restores it."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.processes import ANY_PORT, ROOT, UNFINISHED_FILES, Process
from tournaments.laptop import migrate

VERSION = "9.1.0"
MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tournaments", "{last}")]
    operations = [migrations.RunSQL("ALTER TABLE tournaments_line ADD COLUMN newer TEXT DEFAULT 'x'")]
"""


@pytest.fixture(scope="module")
def newer(tmp_path_factory) -> Path:
    """Return the folder of a newer version: this one with another number and one more migration."""
    house = tmp_path_factory.mktemp("newer") / "Cheville"
    house.mkdir()
    for name in ("config", "docs", "locale", "scoring", "static", "templates", "tournaments"):
        shutil.copytree(
            ROOT / name, house / name, ignore=shutil.ignore_patterns(UNFINISHED_FILES, "pictures")
        )
    for name in ("manage.py", "start.py"):
        shutil.copy(ROOT / name, house)
    project = (ROOT / "pyproject.toml").read_text()
    (house / "pyproject.toml").write_text(project.replace('\nversion = "', f'\nversion = "{VERSION}" # "'))
    migrations = house / "tournaments" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0999_newer.py").write_text(MIGRATION.format(last=last))
    return house


def serve(house: Path, data: Path, *options: str) -> Process:
    """Start a version by its own files, and wait until it serves or ends."""
    variables = {"CHEVILLE_DATA": str(data), "CHEVILLE_LANG": "en"}
    cheville = Process("manage.py", "serve", *ANY_PORT, *options, cwd=house, **variables)
    cheville.wait_for(r"Ctrl-C ends|--recover")
    return cheville


def count_results(file: Path) -> int:
    with sqlite3.connect(file) as database:
        count = database.execute("SELECT COUNT(*) FROM tournaments_line").fetchone()[0]
    database.close()
    return int(count)


def epochs(file: Path) -> list[int]:
    with sqlite3.connect(file) as database:
        found = database.execute("SELECT epoch FROM tournaments_tournament").fetchall()
    database.close()
    return [epoch for (epoch,) in found]


def play_on_newer_version(newer: Path, data: Path) -> None:
    """Add results that only the newer version has."""
    played = Process(
        *("manage.py", "simulate", "--format", "fadoq-15", "--players", "8", "--seed", "7", "--rounds", "1"),
        cwd=newer,
        CHEVILLE_DATA=str(data),
    )
    assert played.wait() == 0, played.output


def test_migration_keeps_a_copy_that_recovery_restores(data: Path, newer: Path):
    database = data / "cheville.sqlite3"
    old = serve(ROOT, data)
    assert old.end() == 0
    assert not (data / "before").exists(), "without a migration there is no copy"

    new = serve(newer, data)
    assert new.end() == 0
    (kept,) = (data / "before").glob("*.sqlite3")
    assert (count_results(kept), count_results(database)) == (3, 3)
    assert not migrate.is_newer(kept) and migrate.is_newer(database)
    again = serve(newer, data)
    assert again.end() == 0
    assert list((data / "before").glob("*.sqlite3")) == [kept]
    play_on_newer_version(newer, data)
    assert count_results(database) == 7
    as_it_was = database.read_bytes()

    back = serve(ROOT, data)
    assert back.wait() == 1
    assert VERSION in back.output and "4 results" in back.output
    assert "Traceback" not in back.output
    assert database.read_bytes() == as_it_was, "nothing is changed before the user agrees"

    back = serve(ROOT, data, "--recover")
    assert back.end() == 0
    assert count_results(database) == 3
    assert epochs(database) == [2], "tablets send again what is missing, and later copies are the newest"
    (put_aside,) = data.glob("cheville.kept-*.sqlite3")
    assert count_results(put_aside) == 7
    assert kept.exists()

    forward = serve(newer, data)
    assert forward.end() == 0
    assert migrate.is_newer(database)


@pytest.mark.parametrize("header", ["the same", "another"])
def test_newer_version_waits_until_the_older_one_is_closed(data: Path, newer: Path, header: str):
    older = serve(ROOT, data)
    known = {"CHEVILLE_DATA": str(data), "CHEVILLE_LANG": "en"}
    if header == "another":  # as that of another folder with the same database
        known["SECRET_KEY"] = "another" * 8
    at = ("--host", "127.0.0.1", "--port", older.wait_for(r"http://localhost:(\d+)")[1])
    refused = Process(*("manage.py", "serve", *at), cwd=newer, **known)
    assert refused.wait() == 1
    assert "Traceback" not in refused.output
    assert not migrate.is_newer(data / "cheville.sqlite3")
    assert not (data / "before").exists()
    assert older.end() == 0


def test_the_newest_five_copies_are_kept(data: Path, newer: Path):
    folder = data / "before"
    folder.mkdir()
    older = [folder / f"2026-0{month}-01-190000.sqlite3" for month in range(1, 8)]
    of_the_user = folder / "notes.txt"
    for file in (*older, of_the_user):
        file.write_text("")
    assert serve(newer, data).end() == 0
    *four, made = sorted(folder.glob("*.sqlite3"))
    assert four == older[-4:]
    assert count_results(made) == 3
    assert of_the_user.exists()


def test_a_copy_from_a_wrong_clock_is_not_the_newest(tmp_path: Path):
    folder = tmp_path / "before"
    folder.mkdir()
    known = sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "tournaments")
    made = {"2016-01-01-000000": 9, "2099-01-01-000000": 2, "2026-10-01-000000": 8, "2026-11-01-000000": 8}
    for name, count in made.items():
        with sqlite3.connect(folder / f"{name}.sqlite3") as copy:
            copy.execute("CREATE TABLE django_migrations (app, name)")
            rows = [("tournaments", migration) for migration in known[:count]]
            copy.executemany("INSERT INTO django_migrations VALUES (?, ?)", rows)
        copy.close()
    found = [copy.stem for copy in migrate.kept_copies(tmp_path / "cheville.sqlite3")]
    assert found == ["2016-01-01-000000", "2026-11-01-000000", "2026-10-01-000000", "2099-01-01-000000"]


def test_newer_data_stay_when_there_is_no_copy(data: Path, newer: Path):
    assert serve(newer, data).end() == 0
    shutil.rmtree(data / "before")
    as_it_was = (data / "cheville.sqlite3").read_bytes()
    back = Process("manage.py", "serve", *ANY_PORT, "--recover", CHEVILLE_DATA=str(data), CHEVILLE_LANG="en")
    assert back.wait() == 1
    assert VERSION in back.output
    assert "Traceback" not in back.output
    assert (data / "cheville.sqlite3").read_bytes() == as_it_was


@pytest.mark.django_db
@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_unreadable_database_does_not_count_as_newer(tmp_path: Path, content: bytes | None):
    file = tmp_path / "cheville.sqlite3"
    if content is not None:
        file.write_bytes(content)
    assert not migrate.is_newer(file)
