"""A user at the desk, without a browser: posts what the page's script posts, reads the answers."""

import uuid
from typing import Any

from django.test import Client

from tests import factories
from tournaments.models import Meeting, Result, Tournament, User


class Desk:
    """A desk with a page of its own: `seen` is the last line on its screen until it is read again."""

    def __init__(self, tournament: Tournament, user: User | None = None) -> None:
        self.tournament = tournament
        self.client = Client()
        self.client.force_login(user or factories.organiser(tournament, f"desk{User.objects.count()}"))
        self.client.cookies["django_language"] = "en"
        self.seen = 0
        self.look()

    def look(self) -> None:
        """Read the page again."""
        self.tournament.refresh_from_db()
        self.seen = self.tournament.last_line

    def post(self, **fields: Any) -> dict[str, Any]:
        """Post one entry as the script does, and return the answer."""
        body = {"nonce": uuid.uuid4().hex, "seen": self.seen, **fields}
        response = self.client.post(
            f"/t/{self.tournament.slug}/desk/write/", body, headers={"Accept": "application/json"}
        )
        answer = response.json()
        assert response.status_code == (200 if answer["ok"] else 422)
        return answer

    def enter(self, table: int, winner: str, loser: object, **fields: Any) -> dict[str, Any]:
        """Enter the table, the winner and the loser's points."""
        return self.post(table=table, winner=winner, loser=loser, **fields)


def pegged(meeting: Meeting, game: int = 1) -> list[int]:
    """Return the points of each side that count, empty where no result does."""
    results = Result.objects.filter(meeting=meeting, game=game).order_by("side")
    return list(results.values_list("pegged", flat=True))
