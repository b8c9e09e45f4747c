"""Make a key for a laptop that sends its tournaments to this server."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring import DomainError
from tournaments.accounts import permissions
from tournaments.common.messages import sentences
from tournaments.models import Organisation
from tournaments.transfer import copies


class Command(BaseCommand):
    """Print the key once; it is entered on the laptop as the password of a destination."""

    help = "Make a key with which a laptop sends its tournaments to this server after each closed game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("organisation", nargs="?", help="its slug; default: the first of this server")
        parser.add_argument("--name", default="laptop", help="name of the laptop")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asked = options["organisation"]
            organisation = (
                Organisation.objects.get(slug=asked) if asked else permissions.organisation_for(None)
            )
            _key, text = copies.issue(organisation, options["name"][:60], by=None)
        except Organisation.DoesNotExist:
            known = ", ".join(Organisation.objects.values_list("slug", flat=True))
            raise CommandError(f"There is no such organisation. There are: {known}") from None
        except DomainError as refusal:
            raise CommandError(str(sentences.error_sentence(refusal))) from None
        self.stdout.write(text)
