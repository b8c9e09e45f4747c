from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing.export_names import NEWEST_VERSION, VERSIONS
from tournaments.publishing.outputs import EXPORTS, folder


class Command(BaseCommand):
    help = "Export the standings, games and players of a tournament, with full names for the organiser."

    def create_parser(self, *args, **options):
        return super().create_parser(*args, conflict_handler="resolve", **options)  # --version

    def add_arguments(self, parser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=EXPORTS, required=True)
        parser.add_argument("--to", type=Path, required=True, help="the folder")
        parser.add_argument(
            "--version", type=int, choices=VERSIONS, default=NEWEST_VERSION, help="of the JSON"
        )
        parser.add_argument("--public", action="store_true", help="with names by consent, as published")

    def handle(self, *, slug: str, format: str, to: Path, public: bool, version: int, **_options) -> None:
        try:
            tournament = Tournament.objects.filter(slug=slug, live=True).first()
            if tournament is None:
                raise DomainError("no_such_tournament", slug=slug)
            files = folder.data_files(tournament, format, public=public, version=version)
            written = folder.export(files, to)
        except DomainError as refusal:
            raise CommandError(sentences.error_sentence(refusal)) from refusal
        for path in written:
            self.stdout.write(str(path))
