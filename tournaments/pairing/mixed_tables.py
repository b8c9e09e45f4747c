"""Tables of three to six where each plays alone: new people at the table in each round.

| priority                 | rule                                                             |
|--------------------------|------------------------------------------------------------------|
| a fixed seat             | its table and letter are kept in all rounds                      |
| no one sits out          | tables of one more or one fewer take all people in               |
| no rematch               | as long as possible, then as few as possible                     |
| short walks              | tables nearest to where people sat                               |

If a schedule without a repeated meeting is known (`unmet_pairs.py`) it is followed while the field stays the
same; else the best round found is taken.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import combinations

from tournaments.pairing import apart, larger_tables, no_rematch_schedules
from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.table_mixing import Groups, Meetings, cheapest_arrangement
from tournaments.pairing.values import Past, Person, PlannedTable

MIN_TABLE_SIZE, MAX_TABLE_SIZE = 3, 6

STEPS = 4000
STEPS_OF_FEW = 250
"""Times the tables squared: few tables have few arrangements."""
STARTS = 3


class MixedTables(PairingSystem):
    """Each plays alone, with new people at the table in each round."""

    ONE_LOT = True
    FOLLOWS = True
    SIZES = (4, 3, 5, 6)
    CODES = codes_of("mixed_tables", choice="")
    SENTENCES = {
        "wall_mixed_tables": gettext_noop(
            "At each table everybody plays alone. In each game everybody moves to the seat shown: nobody "
            "meets twice, as long as possible."
        ),
        "step_mixed_tables": gettext_noop(
            "Everybody meets other people. You see the seating before it counts."
        ),
        "aloud_mixed_tables": gettext_noop("Everybody has a new seat, and plays alone."),
        "as_played_next_mixed_tables": gettext_noop(
            "Game %(round)s will be seated based on who has really met: nobody meets twice."
        ),
        "seats_mixed_tables": gettext_noop("By one lot: other people at the table in each game."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat about `request.size` at each table, by the lot of the stage, the same for all its rounds.

        Raises NoSeating: too_few_for_a_table, fixed_seats_too_many, and see `larger_tables.fixed_seats`.
        """
        present = sorted(people, key=lambda person: person.number)
        seats = self.sizes(len(present), size=request.size)
        if not seats:
            larger_tables.refuse_too_few(len(present), MIN_TABLE_SIZE)
        fixed = larger_tables.fixed_seats(present, request.tables, len(seats))
        larger_tables.check_homes(fixed, fixed, len(seats))
        draw = Draw(request.seed * 1000 + len(past))
        met = meetings(past)
        asked = apart.weights(present, past)
        groups = (
            [] if fixed else scheduled_groups(present, past, seats, met.keys() | asked.keys(), request.seed)
        )
        if not groups:
            costs = {pair: met[pair] ** 2 + asked.get(pair, 0) for pair in met.keys() | asked.keys()}
            groups = _search_groups(present, seats, costs, fixed, draw)
        alone_sides = [tuple((number,) for number in group) for group in groups]
        return larger_tables.place_groups(alone_sides, (), fixed, past, tables=request.tables, draw=draw)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for too few people, or more rounds than arithmetic or a known schedule allows."""
        seats = self.sizes(people, size=size)
        if not seats:
            ways = (Solution("expected", MIN_TABLE_SIZE),)
            yield Problem("too_few_for_a_table", True, {"people": people, "least": MIN_TABLE_SIZE}, ways)
            return
        bound = people * (people - 1) // 2 // sum(seat * (seat - 1) // 2 for seat in seats)
        known = len(no_rematch_schedules.schedule(len(seats), seats[0], seats[0] * len(seats) - people))
        numbers = {"games": rounds, "bound": bound, "known": known}
        if rounds > bound:
            yield Problem("tables_meet_again", False, numbers, (Solution("rounds", bound),) if bound else ())
        elif rounds > known:
            yield Problem("tables_may_meet_again" if known else "tables_searched", False, numbers)

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return tables as even as possible, at most one more than `size` at each; () for fewer than three.

        >>> of = MixedTables().sizes
        >>> of(14), of(7, size=3), of(13, size=6)
        ((4, 4, 3, 3), (4, 3), (5, 4, 4))
        """
        if people < MIN_TABLE_SIZE:
            return ()
        tables = -(-people // (size or self.SIZES[0]))
        if people // tables < MIN_TABLE_SIZE:
            tables = people // MIN_TABLE_SIZE
        fewer, larger = divmod(people, tables)
        return (fewer + 1,) * larger + (fewer,) * (tables - larger)


def scheduled_groups(
    present: Sequence[Person], past: Past, seats: Sequence[int], unwanted: Set[frozenset[int]], seed: int
) -> Groups:
    """Return the round of the known schedule if none of the `unwanted` meet; else an empty list."""
    largest = seats[0]
    rounds = no_rematch_schedules.schedule(len(seats), largest, largest * len(seats) - len(present))
    if len(past) >= len(rounds):
        return []
    place = Draw(seed).shuffled([person.number for person in present])
    groups = [[place[at] for at in group] for group in rounds[len(past)]]
    pairs = {frozenset(two) for group in groups for two in combinations(group, 2)}
    return [] if unwanted & pairs else groups


def _search_groups(
    present: Sequence[Person],
    seats: Sequence[int],
    costs: Mapping[frozenset[int], int],
    fixed: Collection[int],
    draw: Draw,
) -> Groups:
    """Search groups of `seats` people with the least costs from a few drawn starts."""
    cost = Meetings(larger_tables.costs_by_person(present, costs))
    found = []
    for _ in range(STARTS):
        drawn = draw.shuffled([person.number for person in present])
        row = sorted(drawn, key=lambda number: number not in fixed)
        start = [row[table :: len(seats)] for table in range(len(seats))]
        steps = min(STEPS, STEPS_OF_FEW * len(seats) ** 2)
        groups = cheapest_arrangement(start, cost, stay=fixed, draw=draw, steps=steps)
        found.append((sum(map(cost.group_cost, groups)), groups))
        if found[-1][0] == 0:
            break
    return min(found)[1]
