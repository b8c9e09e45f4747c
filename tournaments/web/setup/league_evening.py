"""The evening of a league that a new tournament is to play, as named in the address."""

from dataclasses import dataclass
from datetime import time
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from tournaments.accounts.permissions import may
from tournaments.common.sanitize import parse_int
from tournaments.models import League, Tournament
from tournaments.organisations import leagues
from tournaments.organisations.leagues import league_words
from tournaments.rounds import stages

EVENING = time(19)


@dataclass(frozen=True)
class Evening:
    """An evening of a league by its number."""

    league: League
    number: int

    def initial(self, like: Tournament | None) -> dict[str, Any]:
        """Return the initial values that the season gives the set-up form, beside those of `like`.

        An earlier evening `like` this one keeps its tables if they are enough.
        """
        on, size = self.league.days[self.number - 1], leagues.size_of(self.league, self.number)
        described: dict[str, Any] = {
            "date": on,
            "name": f"{self.league.season.name}, {league_words.called(self.number, on)}"[:200],
            "expected": size.sides,
            "rounds": size.rounds,
            "tables": size.tables,
        }
        if like:
            described["tables"] = max(size.tables, stages.qualifying(like).rules["tables"])
        else:
            described |= {"start": EVENING, "dinner": 0}
        return described if self.league.medals else described | {"medals": 0}


def planned_evening(request: HttpRequest) -> Evening | None:
    """Return the evening named in the query string, of a league that the user runs, or None."""
    typed = request.POST if request.method == "POST" else request.GET
    try:
        uid = UUID(typed.get("league", ""))
    except ValueError:
        return None
    league = League.objects.select_related("season__organisation").filter(season__uid=uid).first()
    number = parse_int(typed.get("evening", "")) or 0
    if league is None or not 1 <= number <= len(league.dates):
        return None
    return Evening(league, number) if may(request.user, "seasons", league.season.organisation) else None
