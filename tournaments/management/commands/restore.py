from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.transfer import copies


class Command(BaseCommand):
    help = "Restore a tournament from a copy (a file that ends with .cheville)."

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the same tournament if it is here already; the old one is kept",
        )

        parser.add_argument(
            "--anyway",
            action="store_true",
            help="with --replace: even if the copy lacks something that is here",
        )

    def handle(self, *, file: Path, replace: bool, anyway: bool, **_options) -> None:
        try:
            tournament = self.restore(file, replace=replace, anyway=anyway)
        except OSError as error:
            raise CommandError(str(error)) from error
        except DomainError as refusal:
            raise CommandError(sentences.error_sentence(refusal)) from refusal
        self.stdout.write(f"{tournament.name}: /t/{tournament.slug}/, epoch {tournament.epoch}")

    def restore(self, file: Path, *, replace: bool, anyway: bool) -> Tournament:
        """Restore the copy. Raises `CommandError` for what the options do not allow."""
        copy = copies.open_copy(file.read_bytes())
        live = Tournament.living(copy.uid)
        if live and not replace:
            raise CommandError(f"{copy.name} is here already: add --replace to replace it")
        compared = copies.compare(copy, live) if live else None
        if compared and compared.kind in copies.CHOICE_KINDS and not anyway:
            besides = compared.besides_here
            raise CommandError(
                f"{len(compared.here)} lines of the score book, {besides.people} people and {besides.acts} "
                "acts here are not in the copy: add --anyway to replace them, or keep what is here"
            )
        return copies.restore(copy, by=None, seen=compared)
