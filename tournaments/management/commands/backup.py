import sqlite3
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tournaments.transfer import backup
from tournaments.transfer.copies import erased_list


class Command(BaseCommand):
    help = "Write the whole database into one file; with --verify restore it for a test."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--to", type=Path, help="folder; default: backups/ in the data folder")
        parser.add_argument("--keep", type=int, default=14, help="how many to keep; default: 14")
        parser.add_argument("--verify", action="store_true", help="restore it for a test, and compare")

    def handle(self, *, to: Path | None, keep: int, verify: bool, **_options) -> None:
        folder = to or Path(settings.DATA_DIR) / "backups"
        if keep < 1:
            raise CommandError("--keep: at least 1")
        try:
            path = backup.make(folder)
            erased_list.write_into(folder)
            faults = backup.verify(path)[1] if verify else []
        except (backup.BackupFault, OSError, DatabaseError, sqlite3.Error) as fault:
            raise CommandError(str(fault)) from fault
        if faults:
            raise CommandError("\n".join([f"{path} cannot be restored as it was:", *faults]))
        backup.delete_old_backups(folder, keep)
        self.stdout.write(f"{path}{' (verified)' if verify else ''}")
