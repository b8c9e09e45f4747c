"""The evening of a league that a new tournament is to play, as named in the address."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from tournaments.incoming import whole
from tournaments.leagues import league_words
from tournaments.models import League
from tournaments.rights import may


@dataclass(frozen=True)
class Evening:
    """An evening of a league by its number."""

    league: League
    number: int

    @property
    def initial(self) -> dict[str, Any]:
        """Return the initial values of the set-up form."""
        on = self.league.days[self.number - 1]
        return {
            "date": on,
            "name": f"{self.league.season.name}, {league_words.called(self.number, on)}"[:200],
        }


def asked(request: HttpRequest) -> Evening | None:
    """Return the evening named in the query string, of a league that the user runs, or None."""
    typed = request.POST if request.method == "POST" else request.GET
    try:
        uid = UUID(typed.get("league", ""))
    except ValueError:
        return None
    league = League.objects.select_related("season__organisation").filter(season__uid=uid).first()
    number = whole(typed.get("evening", "")) or 0
    if league is None or not 1 <= number <= len(league.dates):
        return None
    return Evening(league, number) if may(request.user, "seasons", league.season.organisation) else None
