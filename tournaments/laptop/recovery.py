"""Recover from a SQLite database that cannot be used when Cheville starts on a laptop.

The fault is described in words; the file is kept under another name, whatever it holds; the newest copies of
the tournaments replace it once the user has agreed. Nothing is changed before.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.laptop import migrate
from tournaments.models import User
from tournaments.organisations.leagues import season_file, season_import
from tournaments.organisations.leagues.season_file import SeasonFile
from tournaments.publishing import names
from tournaments.system import disk, program_files
from tournaments.system.database_file import open_existing
from tournaments.transfer import copies
from tournaments.transfer.copies import Copy

SIDE_FILES = ("-wal", "-shm", "-journal")  # files of SQLite beside a database; part of it
MAX_LISTED = 5
GONE, EMPTY, NO_DATABASE, DAMAGED, INCOMPLETE = "gone", "empty", "no_database", "damaged", "incomplete"
READ_ONLY, UNFINISHED = "read_only", "unfinished"
BEING_USED = gettext_lazy("Cheville is running on this computer: close it first. Nothing was changed.")


@dataclass(frozen=True)
class Fault:
    """The fault of a database: one of the words above, and the message of SQLite."""

    kind: str
    why: str = ""


@dataclass(frozen=True)
class OfferedCopy:
    """The newest copy of a tournament that can be read, and the older ones, the newest first."""

    path: Path
    copy: Copy
    older: list[Path]


# Examining


def examine(path: Path) -> Fault | None:
    """Return the fault of the database at `path`; None if it is usable, or not created yet."""
    if unfinished_mark(path).exists():
        return Fault(UNFINISHED)
    if not path.exists():
        return Fault(GONE) if any(_companion_files(path)) or any(_own_copies()) else None
    try:
        with path.open("rb") as file:
            beginning = file.read(len(migrate.SQLITE_START))
    except OSError as error:
        return Fault(DAMAGED, os.strerror(error.errno or 0))
    if not beginning:
        return Fault(EMPTY)
    if beginning != migrate.SQLITE_START:
        return Fault(NO_DATABASE)
    return _fault_in_file(path)


def unfinished_mark(path: Path) -> Path:
    """Return the file that is beside a database as long as not all copies are restored in it."""
    return path.with_name(f"{path.name}.unfinished")


def _fault_in_file(path: Path) -> Fault | None:
    """Return the fault of a database that has the right header, or None.

    It is read first: a connection that may write copies the journal, when it closes, into a file to which
    the journal may not belong.
    """
    try:
        with open_existing(path) as database:
            found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            fault = (
                _missing_tables_fault(database) if found == "ok" else Fault(DAMAGED, found.splitlines()[-1])
            )
        if fault is None:
            with open_existing(path, "rw") as database:
                database.execute("BEGIN IMMEDIATE")
                database.execute("CREATE TABLE written (one)")  # BEGIN alone never fails
                database.execute("ROLLBACK")
        return fault
    except sqlite3.Error as error:
        return _fault_from_error(error, path)


def _fault_from_error(error: sqlite3.Error, path: Path) -> Fault | None:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return None
    if code == sqlite3.SQLITE_READONLY or not os.access(path, os.W_OK):
        return Fault(READ_ONLY)
    if disk.fault(error, path.parent) == disk.FULL:
        raise error
    if code == sqlite3.SQLITE_CANTOPEN and not disk.can_write(path.parent):
        return Fault(READ_ONLY)
    return Fault(DAMAGED, str(error))


def _missing_tables_fault(database: sqlite3.Connection) -> Fault | None:
    """Return a fault if tables are missing that the recorded migrations have created."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:  # a first start that ended early, unless there was more before
        return Fault(EMPTY) if any(_own_copies()) else None
    if "django_migrations" not in tables:
        return Fault(INCOMPLETE, "django_migrations")
    run = set(database.execute("SELECT app, name FROM django_migrations"))
    missing = sorted(_tables_after(run) - tables)
    return Fault(INCOMPLETE, ", ".join(missing)) if missing else None


def _tables_after(run: set[tuple[str, str]]) -> set[str]:
    """Return the tables that exist once these migrations have been run."""
    loader = MigrationLoader(None)
    if run.issuperset(loader.graph.leaf_nodes()):
        return {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    known = [node for node in loader.graph.nodes if node in run]
    newest = [node for node in known if not any(child in run for child in _children(loader, node))]
    made = loader.project_state(newest).apps.get_models(include_auto_created=True) if newest else []
    return {model._meta.db_table for model in made}


def _children(loader: MigrationLoader, node: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the migrations of the same app that come next."""
    every = (child.key for child in loader.graph.node_map[node].children)
    return [(app, name) for app, name in every if app == node[0]]


def _every_file(path: Path) -> list[Path]:
    """Return the paths of a database and of the files of SQLite beside it, whether they exist or not."""
    return [path, *(path.with_name(path.name + end) for end in SIDE_FILES)]


def _part(file: Path) -> Path:
    """Return the path of the copy that takes the place of a file."""
    return file.with_name(f"{file.name}.part")


def _companion_files(path: Path) -> Iterator[Path]:
    """Yield the files that show that there was a database, besides the file itself."""
    sides = (path.with_name(path.name + end) for end in SIDE_FILES)
    yield from (file for file in (*sides, path.parent / migrate.VERSION_FILE) if file.exists())
    yield from path.parent.glob(f"{path.stem}.kept-*{path.suffix}")


def _own_copies() -> Iterator[Path]:
    return (Path(settings.DATA_DIR) / "copies").glob(f"*{copies.SUFFIX}")


# Replacements


def newest_copies() -> list[OfferedCopy]:
    """Return the newest copy of every tournament, on the key and in the data folder; newest first."""
    found = []
    for paths in copies.find_copies(_copy_folders()):
        if newest := copies.first_readable(paths):
            path, copy = newest
            found.append(OfferedCopy(path, copy, paths[paths.index(path) + 1 :]))
    return sorted(found, key=lambda one: (written_at(one.path), one.path), reverse=True)


def _copy_folders() -> list[Path]:
    """Return the folders of copies: on the key, and in the data folder."""
    own = Path(settings.DATA_DIR) / "copies"
    return [folder for folder in (copies.configured_folder(), own) if folder and folder.is_dir()]


def written_at(path: Path) -> datetime:
    """Return when a copy was written."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


# The dialogue


class Recovery:
    """The dialogue at a start; `say` prints a line, `confirm` waits for a key and returns whether one came.

    `in_use` returns whether another Cheville runs on this computer.
    """

    def __init__(
        self,
        path: Path,
        say: Callable[[str], None],
        confirm: Callable[[str], bool],
        in_use: Callable[[], bool] = lambda: False,
    ) -> None:
        self.path, self.say, self.confirm, self.in_use = path, say, confirm, in_use
        self.offered: list[OfferedCopy] = []
        self.seasons: list[tuple[Path, SeasonFile]] = []
        self.is_older = False  # whether the database is replaced by an earlier state of itself
        self.is_complete = True  # whether each offered copy could be read when it was restored

    def prepare_database(self) -> None:
        """Move an unusable database away, or replace it, once the user agrees.

        Raises `CommandError` if the user does not agree.
        """
        if self.path.exists():
            self._delete_parts()  # of a replacement that did not begin
        self.is_older = self._finish_replacement()  # it may be
        if migrate.is_newer(self.path):
            self._restore_kept_copy()
            return
        found = examine(self.path)
        if found is None:
            return
        if found.kind == UNFINISHED and self.in_use():
            # Another start restores the copies at this moment: moved away, its database would lose results.
            raise CommandError(str(BEING_USED))
        self.say(describe_fault(found, self.path))
        if found.kind == READ_ONLY:
            self._make_writable()
            return
        self.offered, self.seasons = newest_copies(), list(season_file.newest_files(_copy_folders()))
        self._print_copies()
        self._ask_agreement()
        unfinished_mark(self.path).touch()  # today's tournament is the last that is restored
        self._rename_database()

    def _restore_kept_copy(self) -> None:
        """Replace a database of a newer version by the copy that was kept before it changed anything."""
        sentence = _(
            "The data in %(folder)s belong to a newer Cheville (%(newer)s); this one, %(own)s, cannot read "
            "them. Close this window and start the newer one."
        )
        versions = {"newer": migrate.last_migrated_by(self.path) or "?", "own": program_files.version()}
        self.say(sentence % {"folder": self.path.parent, **versions})
        if self.in_use():  # it would go on writing into the file that is moved away here
            raise CommandError(str(BEING_USED))
        kept = next(migrate.kept_copies(self.path), None)
        if kept is None:
            raise CommandError(_("There is no copy from before that version. Nothing was changed."))
        sentence = _(
            "This one can go on with the data as they were on %(at)s, before the newer version changed them."
        )
        self.say(sentence % {"at": names.moment(written_at(kept))})
        count = migrate.results_since(kept, self.path)
        if count:
            lacking = ngettext(
                "They lack %(count)s result entered since; it has to be entered again.",
                "They lack %(count)s results entered since; they have to be entered again.",
                count,
            )
            self.say(lacking % {"count": count})
        self._ask_agreement()
        self._replace_database({self.path: kept})
        self.is_older = True

    def _replace_database(self, sources: dict[Path, Path]) -> None:
        """Keep the database under another name, and put copies in its place: by file, what each is made of.

        A power cut leaves the database, or complete copies, which the next start puts in place.
        """
        try:
            for file, source in sources.items():
                shutil.copyfile(source, _part(file))
                with _part(file).open("rb+") as part:
                    os.fsync(part.fileno())
        except OSError:  # of a full disk
            self._delete_parts()
            raise
        self._rename_database()
        self._finish_replacement()

    def _finish_replacement(self) -> bool:
        """Put the copies of `_replace_database` in place, also those of a start that a power cut ended.

        Return whether there are any.
        """
        if self.path.exists() or unfinished_mark(self.path).exists() or not _part(self.path).exists():
            return False
        for file in reversed(_every_file(self.path)):  # the journal first: the database lacks its changes
            with suppress(FileNotFoundError):
                os.replace(_part(file), file)
        return True

    def _delete_parts(self) -> None:
        for file in _every_file(self.path):
            if _part(file).exists():  # a disk that can only be read refuses to delete what is not there
                _part(file).unlink()

    def _make_writable(self) -> None:
        if not disk.can_write(self.path.parent):
            raise CommandError(
                _(
                    "Nothing can be written to the folder %(folder)s. Copy the folder of Cheville to where "
                    "you may write, in your documents for instance, and start it there."
                )
                % {"folder": self.path.parent}
            )
        self.say(_("Cheville can go on with a writable copy of that file."))
        self._ask_agreement()
        every = [file for file in _every_file(self.path) if not file.name.endswith("-shm") and file.exists()]
        self._replace_database({file: file for file in every})

    def _print_copies(self) -> None:
        if not self.offered:
            self.say(_("No copy of a tournament was found: Cheville would start empty."))
            self.say(
                _(
                    "Is there a USB key with copies? Plug it in, and start again with --copies and the "
                    "folder of the key."
                )
            )
            return
        self.say(_("The newest copies, from which Cheville can go on:"))
        for one in self.offered[:MAX_LISTED]:
            self.say(f"    {_describe_copy(one.path, one.copy)}")
        more = len(self.offered) - MAX_LISTED
        if more > 0:
            others = ngettext("and of %(count)s more tournament", "and of %(count)s more tournaments", more)
            self.say(f"    {others % {'count': more}}")

    def _ask_agreement(self) -> None:
        if not self.confirm(_("Press Enter to go on this way. Ctrl-C stops; nothing has been changed yet. ")):
            raise CommandError(
                _(
                    "No key can be pressed here. Nothing was changed: start again with --recover to go on "
                    "this way."
                )
            )

    def _rename_database(self) -> None:
        """Rename the file and its journals to a name with the date: they may still be readable somehow."""
        connection.close()
        stamp = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
        kept = self.path.with_name(f"{self.path.stem}.kept-{stamp}{self.path.suffix}")
        turn = 2
        while kept.exists():
            kept = self.path.with_name(f"{self.path.stem}.kept-{stamp}-{turn}{self.path.suffix}")
            turn += 1
        moved = [end for end in ("", *SIDE_FILES) if self.path.with_name(self.path.name + end).exists()]
        for end in moved:
            os.replace(self.path.with_name(self.path.name + end), kept.with_name(kept.name + end))
        if moved:
            self.say(_("The old file is kept as %(file)s.") % {"file": kept})

    def restore_copies(self) -> None:
        """Restore the copies in the new database, and their seasons.

        What ends it early, as a full disk does, leaves the mark, and the next start offers all of them again;
        a bug does not, as it would stop every start.
        """
        try:
            self._restore_copies()
        except Exception as error:
            if not disk.fault(error, self.path.parent):
                unfinished_mark(self.path).unlink(missing_ok=True)
            raise
        if self.is_complete:
            unfinished_mark(self.path).unlink(missing_ok=True)

    def _restore_copies(self) -> None:
        if self.is_older:
            copies.begin_next_epochs()
        by = User.objects.filter(is_superuser=True).order_by("pk").first()
        for one in reversed(self.offered):  # in the order of creation: the newest is the newest again
            self.is_complete &= self._restore_first([one.path, *one.older], by)
        for path, season in self.seasons:
            self._restore_season(path, season, by)
        if self.offered:
            self.say(_("Accounts of others are not in a copy: invite your helpers again."))

    def _restore_season(self, path: Path, season: SeasonFile, by: User | None) -> None:
        try:
            goes_on = season_import.import_season(
                season, season_import.ensure_organisation(season), by=by
            ).season
        except DomainError as refusal:
            self.say(f"{path}: {sentences.error_sentence(refusal)}")
        else:
            self.say(_("Going on with: %(copy)s") % {"copy": goes_on.name})

    def _restore_first(self, paths: list[Path], by: User | None) -> bool:
        """Restore the first of these copies that makes a tournament.

        Return False if there is none, and one could not be read: its key was pulled out, and may come back.
        """
        is_read = True
        for path in paths:
            try:
                copy = copies.open_copy(path.read_bytes())
                described = _describe_copy(path, copy)
                copies.restore(copy, by=by)
            except OSError as error:
                self.say(f"{path}: {error.strerror}")
                is_read = False
            except DomainError as refusal:
                self.say(f"{path}: {sentences.error_sentence(refusal)}")
            else:
                self.say(_("Going on with: %(copy)s") % {"copy": described})
                return True
        return is_read


def _describe_copy(path: Path, copy: Copy) -> str:
    """Describe a copy: when it was written, the tournament, and how many results are in it."""
    count = copy.count("Line")
    results = ngettext("%(count)s result", "%(count)s results", count) % {"count": count}
    at = names.moment(written_at(path))
    return f"{at}  {copy.name}  ({results})"


def describe_fault(fault: Fault, path: Path) -> str:
    """Return a sentence for a fault of the database file at `path`."""
    sentences_by_kind = {
        GONE: _("The file of all results is no longer there: %(file)s"),
        EMPTY: _("The file of all results is empty: %(file)s"),
        NO_DATABASE: _("The file of all results is not a database: %(file)s"),
        DAMAGED: _("The file of all results is damaged: %(file)s (%(why)s)"),
        INCOMPLETE: _("The file of all results lacks tables: %(file)s (%(why)s)"),
        UNFINISHED: _("The file of all results was not complete when Cheville ended: %(file)s"),
        READ_ONLY: _("The file of all results can only be read, not written: %(file)s"),
    }
    return sentences_by_kind[fault.kind] % {"file": path, "why": fault.why}
