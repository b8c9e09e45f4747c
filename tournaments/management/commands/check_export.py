from itertools import islice
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.publishing import export_check
from tournaments.system.data_folder import terminal_language

MAX_SHOWN = 50


class Command(BaseCommand):
    help = "Check a JSON file of a tournament, and print its faults field by field (docs/export.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options) -> None:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with translation.override(terminal_language()):
            if found := list(islice(export_check.faults(content), MAX_SHOWN)):
                raise CommandError("\n".join(found))
            self.stdout.write(_("%(file)s matches its format.") % {"file": file})
