"""Fixtures: those who have a fixture in this round meet, the home side at seat A.

| case                        | rule                                                                      |
|-----------------------------|---------------------------------------------------------------------------|
| both of a fixture are here  | they meet; the home side has seat A, unless one of them keeps a seat      |
| no one has a fixture        | all meet all (`repeated_round_robin.py`)                                  |
| tables                      | as in a round robin: short walks, a fixed seat is kept                    |

`Person.meets` gives the fixtures; people without one are not passed in (`rounds/fixtures.py`).
"""

from collections.abc import Iterator, Sequence

from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import PairingRequest, codes_of, gettext_noop
from tournaments.pairing.preconditions import check_places, people_to_seat
from tournaments.pairing.problems import Problem
from tournaments.pairing.repeated_round_robin import RepeatedRoundRobin
from tournaments.pairing.round_robin import full_rounds, place_pairs
from tournaments.pairing.values import PAIR, Choice, NoSeating, Past, Person, PlannedTable


class Fixtures(RepeatedRoundRobin):
    """The fixtures of a round; either all of the people have one, or none."""

    CODES = codes_of("fixtures", choice="")
    SENTENCES = {
        "wall_fixtures": gettext_noop(
            "The fixtures of the league say who meets whom. The home side sits at seat A."
        ),
        "step_fixtures": gettext_noop(
            "As the fixtures of the league say. You see the seating before it counts."
        ),
        "aloud_fixtures": gettext_noop(
            "The home side sits at seat A. Anyone without a fixture in this game sits out."
        ),
        "as_played_next_fixtures": gettext_noop(
            "In game %(round)s the fixtures of the league go on as they were planned."
        ),
        "seats_fixtures": gettext_noop("As the fixtures of the league say, the home side at seat A."),
    }  # fmt: skip

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat the two of each fixture opposite each other; without fixtures, as in a round robin.

        Raises NoSeating (see `preconditions.check_places`), fixture_of_two_fixed if both sides keep a seat;
        ValueError if an opponent is not among `people`.
        """
        if not any(person.meets for person in people):
            return super().seat(people, past, request)
        present = people_to_seat(people)
        check_places(present, request.tables)
        pairs = frozenset(frozenset((person.number, person.meets or 0)) for person in present)
        if len(pairs) * 2 != len(present) or frozenset().union(*pairs) != {
            person.number for person in present
        }:
            raise ValueError("a player has a fixture with one who has another, or is not here")
        fixed = {person.number for person in present if person.fixed}
        stuck = next((sorted(pair) for pair in pairs if pair <= fixed), None)
        if stuck:
            ways: list[Choice] = [("unfix", {"people": 1})]
            raise NoSeating("fixture_of_two_fixed", {"number": stuck[0], "other": stuck[1]}, ways)
        home = {person.number for person in present if person.home}
        in_order = tuple(sorted(pairs, key=sorted))
        planned = place_pairs(in_order, present, past, request.tables, Draw(request.seed))
        return tuple(_seat_home_first(table, home, fixed) for table in planned)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield rematches, only for more rounds than a full round robin."""
        if rounds > full_rounds(people):
            yield from super().problems(people, rounds)


def _seat_home_first(table: PlannedTable, home: set[int], fixed: set[int]) -> PlannedTable:
    """Return the table with the home side at the first seat, unless one of them keeps their seat."""
    if fixed & set(table.people):
        return table
    people = sorted(table.people, key=lambda number: number not in home)
    return PlannedTable(table.table, tuple(zip(PAIR, people, strict=True)))
