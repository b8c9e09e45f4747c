from django.core.management.base import BaseCommand

from tournaments.publication import papers


class Command(BaseCommand):
    help = "Print what one job asks for (the worker on a laptop calls this in a process of its own)."

    def add_arguments(self, parser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *, job: int, **_options) -> None:
        papers.print_job(job)
