"""Fixtures of a league in one of its evenings, round by round, as an act declares them.

| what                                     | how                                                            |
|------------------------------------------|----------------------------------------------------------------|
| the newest act                           | holds; a round that is seated keeps the fixtures it had        |
| a person is not here                     | their fixture is not seated and stays open; the opponent has   |
|                                          | no seat in that round                                          |
| a person without a fixture in a round    | has no seat in it                                              |

The act names each fixture by its `uid` in the league, so that its result is found in the score book.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Round, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.fixtures import Fixtures
from tournaments.pairing.pairing_system import PairingRequest, seat_following_rounds
from tournaments.pairing.values import Past, Person, PlannedTable
from tournaments.rounds import stages

KIND = "fixtures"
MOVEMENT = "fixtures"


class Fixture(NamedTuple):
    """The entry numbers at home and away, and the uid of the fixture in the league."""

    home: int
    away: int
    uid: str


Rounds = tuple[tuple[Fixture, ...], ...]


def rounds_of(act: Act) -> Rounds:
    """Return the fixtures that an act declares, round by round from the first."""
    return tuple(tuple(Fixture(*game) for game in games) for games in act.args["rounds"])


def latest_act(tournament: Tournament) -> Act | None:
    """Return the act that holds, or None where no league declares fixtures."""
    return tournament.acts.filter(kind=KIND).order_by("version").last()


def stage_act(stage: Stage) -> Act | None:
    """Return the act with the fixtures of a stage, or None where the movement alone decides."""
    return latest_act(stage.tournament) if stage.movement == MOVEMENT else None


def persons_with_fixture(act: Act, number: int, persons: Sequence[Person]) -> list[Person]:
    """Return those of `persons` whose fixture of round `number` can be played, each with the opponent."""
    rounds = rounds_of(act)
    by_number = {person.number: person for person in persons}
    found = []
    for home, away, _uid in rounds[number - 1] if number <= len(rounds) else ():
        if home in by_number and away in by_number:
            found += [replace(by_number[home], meets=away, home=True), replace(by_number[away], meets=home)]
    return found


def future_fixture_rounds(
    stage: Stage, past: Past, people: Callable[[int], Sequence[Person]], *, seed: int
) -> tuple[tuple[PlannedTable, ...], ...]:
    """Return the rounds after `past`, seated with the `people` of each, if no one comes or leaves."""
    request = PairingRequest(stage.tournament.places.count(), seed)

    def seated(known: Past) -> tuple[PlannedTable, ...]:
        here = people(len(known) + 1)
        return Fixtures().next_round(here, known, request) if here else ()

    return seat_following_rounds(seated, past, stage.rules["rounds"])


def declare(
    tournament: Tournament,
    rounds: Sequence[Sequence[Fixture]],
    *,
    league: str,
    evening: int,
    by: User | None,
) -> Act:
    """Declare the fixtures of an evening.

    `league` is the `uid` of the season, `evening` the number of the evening in it. Raises `DomainError` where
    a round that is seated would change.
    """
    with locked(tournament) as tournament:
        stage = stages.qualifying(tournament)
        seated = stage.rounds.exclude(state=Round.State.VOID).count()
        before = latest_act(tournament)
        stand = rounds_of(before)[:seated] if before else ()
        given = tuple(tuple(Fixture(*game) for game in games) for games in rounds)
        if given[: len(stand)] != stand or (seated and before is None):
            raise DomainError("fixtures_seated", round=seated)
        args: dict[str, Any] = {"stage": stage.order, "league": league, "evening": evening}
        return audit_log.record(
            tournament, KIND, args | {"rounds": [list(map(list, one)) for one in given]}, by=by
        )
