"""Bring the database to the state that this program expects, and recognise that of a newer program.

A copy of a SQLite database is kept before migrations change it. With that, an older version is the way back.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.system import disk, program_files
from tournaments.system.database_file import copy_database, open_existing

SQLITE_START = b"SQLite format 3\0"
COPIES_FOLDER = "before"  # the folder of copies, beside the database
COPY_NAME = "%Y-%m-%d-%H%M%S.sqlite3"  # the moment at which a copy was made
MAX_KEPT = 5
VERSION_FILE = "version.txt"  # the version of the program that migrated the database last


def bring_up_to_date(in_use: Callable[[], bool] = lambda: False) -> None:
    """Run the migrations if any is missing; Django alone takes longer to find that none is.

    `in_use` returns whether another Cheville answers on this computer, which could not go on writing. Raises
    `CommandError` if it does, `OSError`, `sqlite3.Error` if no copy can be kept; nothing is changed then.
    """
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    database = Path(str(connection.settings_dict["NAME"]))
    is_file = connection.vendor == "sqlite" and database.is_file()
    if is_file and executor.loader.applied_migrations:
        if in_use():
            raise CommandError(
                _("Cheville is running on this computer: close it first. Nothing was changed.")
            )
        copies = database.parent / COPIES_FOLDER
        copies.mkdir(exist_ok=True)
        others = [copy.name for copy in _all_copies(database)]
        copy_database(database, copies / disk.name_after(others, COPY_NAME, timezone.localtime()))
    call_command("migrate", verbosity=0, interactive=False)
    if is_file:
        _delete_old_copies(database)
        (database.parent / VERSION_FILE).write_text(program_files.version(), encoding="utf-8")


def _delete_old_copies(database: Path) -> None:
    """Keep the newest copies beside a database that has been migrated."""
    for copy in _all_copies(database)[MAX_KEPT:]:
        with suppress(OSError):
            copy.unlink()


def _all_copies(database: Path) -> list[Path]:
    """Return the copies beside a database, the newest first.

    A later one has more migrations, or as many and a later name.
    """
    copies = (database.parent / COPIES_FOLDER).glob("*.sqlite3")
    return sorted(copies, key=lambda copy: (len(_applied_migrations(copy)), copy.name), reverse=True)


def is_newer(database: Path) -> bool:
    """Return whether a database file has migrations that this program does not have."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    known |= {replaced for one in loader.disk_migrations.values() for replaced in one.replaces}
    return any(
        app in loader.migrated_apps and (app, name) not in known
        for app, name in _applied_migrations(database)
    )


def _applied_migrations(database: Path) -> list[tuple[str, str]]:
    """Return the migrations that a file records; nothing where it cannot be read."""
    with suppress(OSError, sqlite3.Error):
        with database.open("rb") as file:
            if (
                file.read(len(SQLITE_START)) != SQLITE_START
            ):  # SQLite would delete the journal of an empty file
                return []
        with open_existing(database) as found:
            return list(found.execute("SELECT app, name FROM django_migrations"))
    return []


def kept_copies(database: Path) -> Iterator[Path]:
    """Yield the copies beside a database that this program can use, the newest first."""
    for copy in _all_copies(database):
        if _applied_migrations(copy) and not is_newer(copy):
            yield copy


def results_since(copy: Path, database: Path) -> int | None:
    """Return how many results a database has more than a copy; None where they cannot be counted."""
    counts = []
    for file in (copy, database):
        try:
            with open_existing(file) as found:
                counts.append(int(found.execute("SELECT COUNT(*) FROM tournaments_line").fetchone()[0]))
        except sqlite3.Error:
            return None
    return max(0, counts[1] - counts[0])


def last_migrated_by(database: Path) -> str:
    """Return the version that migrated the database last; empty where it is not recorded."""
    with suppress(OSError):
        return (database.parent / VERSION_FILE).read_text(encoding="utf-8").strip()[:20]
    return ""
