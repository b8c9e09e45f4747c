"""Fixtures of a league in one of its evenings: an act says who meets whom in which round.

| what                                     | how                                                            |
|------------------------------------------|----------------------------------------------------------------|
| the newest act                           | holds; a round that is seated keeps the fixtures it had        |
| somebody is not here                     | their fixture is not seated and stays open; the opponent has   |
|                                          | no seat in that round                                          |
| somebody without a fixture in a round    | has no seat in it                                              |

The act names each fixture by its `uid` in the league, so that its result is found in the score book.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Round, Stage, Tournament, User
from tournaments.models.tournament import locked
from tournaments.seating.fixtures import Fixtures
from tournaments.seating.values import NoSeating, Past, Person, PlannedTable, PlayedTable

KIND = "fixtures"
MOVEMENT = "fixtures"


class Fixture(NamedTuple):
    """Who is at home and who away, by entry number; which fixture of the league that is."""

    home: int
    away: int
    uid: str


Rounds = tuple[tuple[Fixture, ...], ...]


def rounds_of(act: Act) -> Rounds:
    """What an act says, round by round from the first."""
    return tuple(tuple(Fixture(*game) for game in games) for games in act.args["rounds"])


def declared(tournament: Tournament) -> Act | None:
    """The act that holds, or None where no league says who meets whom."""
    return tournament.acts.filter(kind=KIND, undone_by=None).order_by("-version").first()


def decide(stage: Stage) -> bool:
    """Whether a league says who meets whom in a stage, and not the movement alone."""
    of_a_league = stage.movement == MOVEMENT and stage.kind == Stage.Kind.QUALIFYING
    return of_a_league and declared(stage.tournament) is not None


def with_fixture(stage: Stage, number: int, persons: Sequence[Person]) -> list[Person]:
    """Those of `persons` whose fixture of round `number` can be played, each with the opponent."""
    act = declared(stage.tournament)
    rounds = rounds_of(act) if act else ()
    by_number = {person.number: person for person in persons}
    found = []
    for home, away, _uid in rounds[number - 1] if number <= len(rounds) else ():
        if home in by_number and away in by_number:
            found += [replace(by_number[home], meets=away, home=True), replace(by_number[away], meets=home)]
    return found


def to_come(
    stage: Stage, past: Past, people: Callable[[int], Sequence[Person]]
) -> tuple[tuple[PlannedTable, ...], ...]:
    """The rounds after `past`, seated with the `people` of each, if nobody comes or leaves."""
    known, planned = list(past), []
    tables = stage.tournament.places.count()
    first = stage.rounds.exclude(state=Round.State.VOID).filter(number=1).first()
    seed = (first.seed if first else None) or stage.seed
    for number in range(len(past) + 1, stage.rules["rounds"] + 1):
        here = people(number)
        try:
            found = Fixtures().next_round(here, known, tables=tables, seed=seed) if here else ()
        except NoSeating:
            break
        planned.append(found)
        known.append([PlayedTable(table.table, table.seats) for table in found])
    return tuple(planned)


def declare(
    tournament: Tournament,
    rounds: Sequence[Sequence[Fixture]],
    *,
    league: str,
    evening: int,
    by: User | None,
) -> Act:
    """Write down who meets whom. Raises `Refusal` where a round that is seated would change.

    `league` is the `uid` of the season, `evening` the number of the evening in it.
    """
    with locked(tournament.pk) as tournament:
        stage = tournament.stages.get(order=1)
        seated = stage.rounds.exclude(state=Round.State.VOID).count()
        before = declared(tournament)
        stand = rounds_of(before)[:seated] if before else ()
        given = tuple(tuple(Fixture(*game) for game in games) for games in rounds)
        if given[: len(stand)] != stand or (seated and before is None):
            raise Refusal("fixtures_seated", round=seated)
        args: dict[str, Any] = {"stage": stage.order, "league": league, "evening": evening}
        return acts.record(
            tournament, KIND, args | {"rounds": [list(map(list, one)) for one in given]}, by=by
        )
