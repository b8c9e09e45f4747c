import sqlite3
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tournaments.transfer import backup
from tournaments.transfer.copies import begin_next_epochs, erased_list


class Command(BaseCommand):
    help = (
        "Restore a backup, or the newest one of a folder, into the database of DATABASE_URL, which must be "
        "empty, and check it; with --verify into a temporary database."
    )
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or a folder of them")
        parser.add_argument("--verify", action="store_true", help="only check, and change nothing")

    def handle(self, *, file: Path, verify: bool, **_options) -> None:
        try:
            file = backup.newest(file) if file.is_dir() else file
            if verify:
                manifest, faults = backup.verify(file)
            else:
                with backup.open_backup(file) as (manifest, dump):
                    faults = backup.restore_dump(manifest, dump)
                erased_list.erase_again(file.parent)
                begin_next_epochs()
        except (backup.BackupFault, OSError, DatabaseError, sqlite3.Error) as fault:
            raise CommandError(str(fault)) from fault
        if faults:
            raise CommandError("\n".join(faults))
        counts = manifest["counts"]
        self.stdout.write(
            f"{file}, of {manifest['at']}: {sum(counts.values())} rows, as in the manifest; "
            f"{counts['tournaments_line']} lines and {counts['tournaments_result']} results agree, and "
            f"{counts['tournaments_publication']} publications agree with their lines"
        )
