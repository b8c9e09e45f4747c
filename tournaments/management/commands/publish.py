from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.delivery.destinations.local import Local
from tournaments.delivery.destinations.sending import Sending
from tournaments.delivery.destinations.storage import TransferError
from tournaments.models import Tournament
from tournaments.organisations.leagues import site
from tournaments.publishing.outputs import folder, season_folder
from tournaments.publishing.outputs.rows import publication_data, record_publication


class Command(BaseCommand):
    help = "Publish a tournament as a static site, press texts, pictures and data, with names by consent."

    def add_arguments(self, parser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--to", type=Path, required=True, help="the folder, also of other tournaments")
        parser.add_argument("--zip", type=Path, help="also write the same as one ZIP file")

    def handle(self, *, slug: str, to: Path, zip: Path | None, **_options) -> None:
        try:
            tournament = Tournament.objects.filter(slug=slug, live=True).first()
            if tournament is None:
                raise DomainError("no_such_tournament", slug=slug)
            data = publication_data(tournament)
            made = dict(folder.publication_files(data))
            to.mkdir(parents=True, exist_ok=True)
            more = [*season_folder.folders(tournament), *site.withdrawn_folders(tournament)]
            sending = Sending(made, lambda: Local(to), known={}, note=lambda path, digest: None, beside=more)
            sending.send()
            if zip:
                zip.write_bytes(folder.zipped(made.items(), data, more))
            record_publication(tournament, data, by=None)
        except OSError as error:
            raise CommandError(str(error)) from error
        except TransferError as trouble:
            raise CommandError(
                sentences.error_sentence(DomainError(trouble.code, why=trouble.why))
            ) from trouble
        except DomainError as refusal:
            raise CommandError(sentences.error_sentence(refusal)) from refusal
        self.stdout.write(f"{to / slug}: {len(made)} files, version {data.version}")
