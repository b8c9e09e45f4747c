from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.rounds import scores


class Command(BaseCommand):
    help = "Rebuild the cached results from their lines; with --check only compare them."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, and fail if the cache differs"
        )

    def handle(self, *, check: bool, **_options) -> None:
        wrong = 0
        for tournament in Tournament.objects.all():
            for meeting, game in scores.rebuild(tournament, check=check):
                wrong += 1
                self.stdout.write(f"{tournament.slug}: meeting {meeting}, game {game} differs from its lines")
            for line, clock in scores.impossible_clocks(tournament):
                self.stdout.write(f"{tournament.slug}: line {line}: ignored clock of its device: {clock}")
        if wrong and check:
            raise CommandError(f"{wrong} results differ from their lines; run `manage.py rebuild`")
        self.stdout.write(f"{wrong} results were rebuilt" if wrong else "the cache equals the lines")
