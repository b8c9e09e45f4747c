"""A small tournament with awkward names, two games of it closed."""

import json

from tests import factories
from tournaments import registration
from tournaments.models import Tournament
from tournaments.publishing.outputs import rows

SECRETS = {"member_number": "MEMBRE-777", "fee_cents": 98765, "note": "diabétique"}


def played(rounds: int = 3, closed: int = 2, players: int = 6) -> Tournament:
    """Make a tournament in which each entry has private data."""
    tournament = factories.tournament(players, rounds=rounds)
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, **SECRETS, answers={"1": "Végétarien"})
    for number in range(1, closed + 1):
        factories.play_round(tournament, number, winner=number % 2, loser_points=70 + 9 * number)
    tournament.refresh_from_db()
    return tournament


def published(tournament: Tournament) -> rows.TournamentData:
    """Return a tournament as it is published, and record the publication."""
    found = rows.publication_data(tournament)
    rows.record_publication(tournament, found, by=None)
    return found


def read_json(content: bytes) -> dict:
    """Return the content of a JSON file."""
    found: dict = json.loads(content)
    return found
