"""Back up the whole database as one file, and check that it can be restored.

A backup is a tar of a manifest (when, by which migrations, how many rows of every table) and of the database
as its own tools write it: `pg_dump` for PostgreSQL, a copy of the file for SQLite.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend
from django.utils import timezone

from tournaments.models import Publication, Tournament
from tournaments.publishing import publications
from tournaments.rounds import scores
from tournaments.system import disk

SUFFIX = ".backup"
NAME = f"cheville-%Y%m%d-%H%M%S{SUFFIX}"
MANIFEST, DATABASE = "manifest.json", "database"
VERSION = 1
UNFINISHED = ".part-"  # the beginning of the name of the folder in which a backup is made
MAX_SECONDS = 24 * 60 * 60  # no backup takes longer


class BackupFault(Exception):
    """A failed backup or restore, worded for the administrator of the server."""


# Writing a backup


def make(folder: Path) -> Path:
    """Write a backup of the current database into `folder`, and return its path. Raises `BackupFault`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _delete_unfinished(folder)
    now = timezone.now()
    others = [other.name for other in _newest_first(folder)]
    path = folder / disk.name_after(others, NAME, now)
    with tempfile.TemporaryDirectory(dir=folder, prefix=UNFINISHED) as work:
        dump = Path(work) / DATABASE
        counts = _dump_postgresql(dump) if connection.vendor == "postgresql" else _dump_sqlite(dump)
        applied = MigrationRecorder(connection).applied_migrations()
        manifest = {
            "cheville_backup": VERSION,
            "at": now.isoformat(),
            "vendor": connection.vendor,
            "sha256": _sha256(dump),
            "migrations": sorted(f"{app}.{name}" for app, name in applied),
            "counts": counts,
        }
        (Path(work) / MANIFEST).write_text(json.dumps(manifest, indent=1))
        part = Path(work) / path.name
        with tarfile.open(part, "w") as tar:
            tar.add(Path(work) / MANIFEST, MANIFEST)
            tar.add(dump, DATABASE)
        part.chmod(0o600)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, path)
    return path


def _delete_unfinished(folder: Path) -> None:
    """Delete what a backup left behind that a power cut ended; another one may be running now."""
    for path in folder.glob(f"{UNFINISHED}*"):
        if time.time() - path.stat().st_mtime > MAX_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _newest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"cheville-*{SUFFIX}"), reverse=True)


def newest(folder: Path) -> Path:
    """Return the newest backup of a folder. Raises `BackupFault` where there is none."""
    for path in _newest_first(folder):
        return path
    raise BackupFault(f"there is no backup in {folder}")


def delete_old_backups(folder: Path, keep: int) -> None:
    """Delete all but the newest backups of a folder."""
    for old in _newest_first(folder)[keep:]:
        old.unlink()


def _dump_postgresql(path: Path) -> dict[str, int]:
    """Dump the database, and count its rows in the same snapshot, whatever is written meanwhile."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        moment = cursor.fetchone()[0]
        _run(
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={moment}",
            f"--file={path}",
        )
        return _row_counts(cursor)


def _dump_sqlite(path: Path) -> dict[str, int]:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
        return _row_counts(copy.cursor())


def _row_counts(cursor: Any) -> dict[str, int]:
    """Return how many rows each table has."""
    tables = sorted({model._meta.db_table for model in apps.get_models(include_auto_created=True)})
    counts = {}
    for table in tables:
        cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608 - the names are the models'
        counts[table] = cursor.fetchone()[0]
    return counts


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the current default database. Raises `BackupFault`."""
    about = connection.get_connection_params()
    known = {
        "dbname": "PGDATABASE",
        "user": "PGUSER",
        "password": "PGPASSWORD",
        "host": "PGHOST",
        "port": "PGPORT",
    }
    where = {variable: str(about[name]) for name, variable in known.items() if about.get(name)}
    found = shutil.which(program, path=settings.PG_BIN or None)
    if found is None:
        raise BackupFault(
            f"{program} was not found: install the client of PostgreSQL, or say where in PG_BIN"
        )
    environment = {**os.environ, **where}
    done = subprocess.run([found, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupFault(f"{program} failed: {done.stderr.strip()[-500:]}")


# Restoring


@contextmanager
def open_backup(path: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    """Yield the manifest of a backup and its database, unpacked temporarily. Raises `BackupFault`."""
    with tempfile.TemporaryDirectory(prefix="cheville-backup-") as work:
        dump = Path(work) / DATABASE
        try:
            with tarfile.open(path) as tar:
                manifest = json.loads(_member(tar, MANIFEST).read())
                with dump.open("wb") as file:
                    shutil.copyfileobj(_member(tar, DATABASE), file)
            whole = manifest["cheville_backup"] == VERSION and manifest["sha256"] == _sha256(dump)
        except (OSError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
            raise BackupFault(f"{path} is no backup of Cheville, or a damaged one: {error}") from error
        if not whole:
            raise BackupFault(f"{path} is damaged, or was made by a newer version of Cheville")
        if manifest["vendor"] != connection.vendor:
            raise BackupFault(f"{path} is of {manifest['vendor']}, and DATABASE_URL of {connection.vendor}")
        yield manifest, dump


def _member(tar: tarfile.TarFile, name: str) -> Any:
    found = tar.extractfile(name)
    if found is None:
        raise KeyError(name)
    return found


def restore_dump(manifest: dict[str, Any], dump: Path) -> list[str]:
    """Restore into the default database, which must be empty, check it, and return the faults found.

    A backup of an earlier version of Cheville is migrated after its rows were counted. Raises `BackupFault`.
    """
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations or {}}
    if newer := set(manifest["migrations"]) - known:
        raise BackupFault(
            f"it was made by a newer version of Cheville, which knows {', '.join(sorted(newer))}"
        )
    if connection.introspection.table_names():
        raise BackupFault("the database is not empty: name a new one in DATABASE_URL")
    if connection.vendor == "postgresql":
        name = str(connection.settings_dict["NAME"])
        _run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", f"--dbname={name}", str(dump))
    else:
        connection.ensure_connection()
        with closing(sqlite3.connect(dump)) as copy:
            copy.backup(connection.connection)
    return [*_row_count_faults(manifest), *_content_faults()]


def _row_count_faults(manifest: dict[str, Any]) -> list[str]:
    """Return the tables whose number of rows differs from the manifest."""
    here = set(connection.introspection.table_names())
    faults = []
    with connection.cursor() as cursor:
        for table, count in manifest["counts"].items():
            if table not in here:
                faults.append(f"{table}: is not there")
                continue
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found = cursor.fetchone()[0]
            if found != count:
                faults.append(f"{table}: {found} rows instead of {count}")
    return faults


def _content_faults() -> list[str]:
    """Return the results and the publications that differ from what their lines give."""
    call_command("migrate", verbosity=0, interactive=False)
    faults = []
    for tournament in Tournament.objects.all():
        for meeting, game in scores.rebuild(tournament, check=True):
            faults.append(f"{tournament.slug}: meeting {meeting}, game {game} differs from its lines")
    for publication in Publication.objects.select_related("tournament"):
        if publications.differs(publication):
            faults.append(f"{publication.tournament.slug}: the publication at {publication.version} differs")
    return faults


@contextmanager
def empty_database() -> Iterator[None]:
    """Make a temporary empty database beside the present one, and use it as the default meanwhile."""
    before = connections["default"]
    name = f"cheville_verify_{uuid.uuid4().hex[:12]}"
    with tempfile.TemporaryDirectory(prefix="cheville-verify-") as work:
        on_server = before.vendor == "postgresql"
        if on_server:
            with before.cursor() as cursor:
                cursor.execute(f'CREATE DATABASE "{name}"')
        else:
            name = str(Path(work) / "verify.sqlite3")
        about = {**before.settings_dict, "NAME": name}
        beside = load_backend(about["ENGINE"]).DatabaseWrapper(about, "default")
        connections["default"] = beside
        try:
            yield
        finally:
            beside.close()
            connections["default"] = before
            if on_server:
                with before.cursor() as cursor:
                    cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def verify(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Restore a backup into a temporary database; return its manifest, and the faults found.

    Raises `BackupFault`.
    """
    with open_backup(path) as (manifest, dump), empty_database():
        return manifest, restore_dump(manifest, dump)
