"""The hall: a real server on the database of the test, and the sheets on its tables."""

from pathlib import Path
from urllib.parse import urlsplit

from tests import factories
from tests.processes import served
from tournaments import devices
from tournaments.models import Tournament

LONG_NAMES = (
    "Marie-Antoinette L'Écuyer-Saint-Hilaire",
    "Jean-Baptiste Desrochers-Lamontagne",
    "Marguerite Villeneuve-Charbonneau",
    "Réal O'Brien",
    "Huguette Côté",
    "Noëlla L'Écuyer",
)
PACE = "1"  # second between two requests of a tablet: a test should not wait for five; each takes 19 ms


class Hall:
    """The server, its address, and the sheets of its tables."""

    def __init__(self, database_url: str, data: Path) -> None:
        self._data = data
        self._environment = {"DATABASE_URL": database_url, "TABLET_SECONDS": PACE}
        self.process = served(data, **self._environment)
        self.url = self.process.url

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        self.process.kill()

    def restart(self) -> None:
        """Start it again under the same address."""
        port = str(urlsplit(self.url).port)
        self.process = served(self._data, "--host", "127.0.0.1", "--port", port, **self._environment)

    def code(self, tournament: Tournament, table: int) -> str:
        """Return the code that is typed from the sheet of a table."""
        return devices.invite_tables(tournament)[table - 1].code

    def sheet(self, tournament: Tournament, table: int) -> str:
        """Return the address in the QR code on the sheet of a table."""
        return f"{self.url}/table/{devices.invite_tables(tournament)[table - 1].secret}/"


def long_names(tournament: Tournament) -> Tournament:
    """Return the same tournament with names that are longer than most."""
    for entry, name in zip(tournament.entries.order_by("number"), LONG_NAMES, strict=False):
        entry.name = name
        entry.save()
    return tournament


def english(players: int = 8, **rules: object) -> Tournament:
    """Return a tournament in English, whatever has been translated so far."""
    made = factories.tournament(players, **rules)
    made.language = "en"
    made.save()
    return made
