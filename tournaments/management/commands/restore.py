from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from scoring import Refusal
from tournaments import copies, sentences
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Bring a tournament to life from a copy (a file that ends with .cheville)."

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put aside the same tournament where it stands here already",
        )

    def handle(self, *, file: Path, replace: bool, **_options) -> None:
        try:
            copy = copies.open_copy(file.read_bytes())
        except OSError as error:
            raise CommandError(str(error)) from error
        except Refusal as refusal:
            raise CommandError(sentences.refused(refusal)) from refusal
        if Tournament.objects.filter(uid=copy.uid, live=True).exists() and not replace:
            raise CommandError(f"{copy.name} stands here already: add --replace to put it aside")
        tournament = copies.restore(copy, by=None)
        self.stdout.write(f"{tournament.name}: /t/{tournament.slug}/, epoch {tournament.epoch}")
