"""Leagues for tests, and their evenings played through the functions of the program."""

from datetime import date, timedelta
from typing import Any

from tests import factories
from tournaments import rounds
from tournaments.models import Fixture, League, Organisation, Season, Tournament, User
from tournaments.organisations import leagues, seasons
from tournaments.organisations.leagues import Side
from tournaments.publishing import publications
from tournaments.rounds import stages

FIRST_DATE = date(2026, 9, 8)


def persons(count: int) -> list[Side]:
    """Return so many people with awkward names."""
    return [Side(name, club) for name, club in factories.names(count)]


def league(
    sides: list[Side],
    *,
    of: Organisation,
    evenings: int = 20,
    seed: int = 5,
    season: Season | None = None,
    **described: Any,
) -> League:
    """Make a league of `sides`, its evenings a week apart."""
    season = season or seasons.make(of, {"name": "Ligue du mardi « L'Érablière »"})
    dates = [(FIRST_DATE + timedelta(weeks=at)).isoformat() for at in range(evenings)]
    whole = {
        "double": False,
        "per_evening": 1,
        "dates": dates,
        "criteria": ["between", "difference", "scored"],
    }
    return leagues.make(season, sides, whole | described, seed=seed)


def evening(of: League, number: int, *, by: User, key: str = "fadoq-15", **rules: Any) -> Tournament:
    """Make the tournament of an evening, with its fixtures; nothing seated yet."""
    about = {"name": f"Ligue, soirée {number}", "day": of.days[number - 1]}
    about["organisation"] = of.season.organisation
    choices = {"tables": 10, "rounds": 3, **rules}
    made = factories.tournament(0, by=by, seed=number, key=key, about=about, **choices)
    leagues.assign_tournament(of, number, made, by=by)
    made.refresh_from_db()
    return made


def play(tournament: Tournament, *, home: int = 121, away: int = 90, by: User, publish: bool = True) -> None:
    """Play all rounds of an evening, every table with the same score; official at the end."""
    stage = stages.qualifying(tournament)
    for number in range(stages.last_seated_round(stage) + 1, stage.rules["rounds"] + 1):
        round_ = factories.open_round(tournament, number)
        for meeting in round_.meetings.order_by("place__number"):
            factories.enter(meeting, [home, away])
        rounds.close_round(round_, by=None)
    if publish:
        publications.publish(tournament, official=True, by=by)


def fixture(of: League, evening: int) -> Fixture:
    """Return the first fixture that was drawn for an evening."""
    found = of.fixtures.filter(evening=evening).first()
    assert found
    return found


def shown_fixture(of: League, one: Fixture) -> Any:
    """Return a fixture as pages show it."""
    return next(each for each in leagues.league_state(of).fixtures if each.uid == str(one.uid))
