from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.rounds import scores


class Command(BaseCommand):
    help = "Work the cached results out of the lines anew; with --check only compare."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, fail where the cache differs"
        )

    def handle(self, *, check: bool, **_options) -> None:
        wrong = 0
        for tournament in Tournament.objects.all():
            for meeting, game in scores.rebuild(tournament, check=check):
                wrong += 1
                self.stdout.write(f"{tournament.slug}: meeting {meeting}, game {game} differs from its lines")
            for line, clock in scores.impossible_clocks(tournament):
                self.stdout.write(f"{tournament.slug}: line {line}: its device’s clock said {clock}: ignored")
        if wrong and check:
            raise CommandError(f"{wrong} results differ from their lines; run `manage.py rebuild`")
        self.stdout.write(f"{wrong} results were worked out anew" if wrong else "the cache equals the lines")
