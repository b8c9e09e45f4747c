"""Tables of three to six where everybody plays alone: new people at the table in each round.

| what gives way to what   | how                                                              |
|--------------------------|------------------------------------------------------------------|
| a fixed seat             | its table and letter are kept all day                             |
| nobody sits out          | tables of one more or one fewer take everybody in                 |
| nobody meets twice       | as long as that can be had, then as few as can be                 |
| short walks              | tables nearest to where people sat                                |

Where a schedule without a repeated meeting is known (`unmet.py`) it is followed while the field stays as it
is; else the best round found is taken.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import combinations

from tournaments.seating import apart, several, unmet
from tournaments.seating.draw import Draw
from tournaments.seating.marked import codes_of, gettext_noop
from tournaments.seating.mixing import Groups, Meetings, rearranged
from tournaments.seating.problems import Problem, Way
from tournaments.seating.seating_cost import meetings
from tournaments.seating.values import ALONE, Past, Person, PlannedTable

SMALLEST, LARGEST = 3, 6

ONE_LOT = True
WINNERS_STAY = False
FOLLOWS = True
WEIGHS = ("turn", "apart", "again", "walk")
PARTNERS = ALONE
SIZES = (4, 3, 5, 6)
CODES = codes_of("mixed_tables", choice="")
SENTENCES = {
    "wall_mixed_tables": gettext_noop(
        "At each table everybody plays alone. In each game everybody moves to the seat shown: nobody meets "
        "twice as long as that can be had."
    ),
    "step_mixed_tables": gettext_noop("Everybody meets other people. You see the seating before it counts."),
    "aloud_mixed_tables": gettext_noop("Everybody has a new seat, and plays alone."),
    "as_played_next_mixed_tables": gettext_noop(
        "Game %(round)s will be seated from who has really met: nobody meets twice."
    ),
    "seats_mixed_tables": gettext_noop("By one lot: other people at the table in each game."),
}

STEPS = 4000
STEPS_OF_FEW = 250
"""Times the tables squared: few tables have few arrangements."""
STARTS = 3


def next_round(
    people: Sequence[Person],
    past: Past,
    *,
    tables: int,
    seed: int,
    three: bool = False,
    by: str = "won",
    size: int = 4,
) -> tuple[PlannedTable, ...]:
    """Seat the round after `past` for the `people` who are here, about `size` (3 to 6) at each table.

    `seed` is the lot of the stage, the same for all its rounds. Raises NoSeating: too_few_for_a_table,
    fixed_seats_too_many, and see `several.check_fixed`; ValueError for an odd table of three.
    """
    if three:
        raise ValueError("tables of three come with the size")
    here = sorted(people, key=lambda person: person.number)
    seats = sizes(len(here), size=size)
    if not seats:
        several.refuse_too_few(len(here), SMALLEST)
    fixed = several.check_fixed(here, tables, len(seats))
    several.check_homes(fixed, fixed, len(seats))
    draw = Draw(seed * 1000 + len(past))
    met = meetings(past)
    asked = apart.weights(here, past)
    groups = [] if fixed else _listed(here, past, seats, met.keys() | asked.keys(), seed)
    if not groups:
        costs = {pair: met[pair] ** 2 + asked.get(pair, 0) for pair in met.keys() | asked.keys()}
        groups = _searched(here, seats, costs, fixed, draw)
    alone_sides = [tuple((number,) for number in group) for group in groups]
    return several.at_tables(alone_sides, (), fixed, past, tables=tables, draw=draw)


def rounds_to_come(
    people: Sequence[Person], past: Past, *, tables: int, seed: int, rounds: int, size: int = 4
) -> tuple[tuple[PlannedTable, ...], ...]:
    """The rounds after `past` up to round `rounds` if nobody comes or leaves: no result changes a seat."""
    return several.rounds_to_come(
        lambda known: next_round(people, known, tables=tables, seed=seed, size=size), past, rounds
    )


def problems(people: int, rounds: int, *, three: bool = False, size: int = 4) -> Iterator[Problem]:
    """Fewer than a table; more rounds than there are new people to meet, or than a schedule is known for."""
    seats = sizes(people, size=size)
    if not seats:
        ways = (Way("expected", SMALLEST),)
        yield Problem("too_few_for_a_table", True, {"people": people, "least": SMALLEST}, ways)
        return
    bound = people * (people - 1) // 2 // sum(seat * (seat - 1) // 2 for seat in seats)
    known = len(unmet.schedule(len(seats), seats[0], seats[0] * len(seats) - people))
    numbers = {"games": rounds, "bound": bound, "known": known}
    if rounds > bound:
        yield Problem("tables_meet_again", False, numbers, (Way("rounds", bound),) if bound else ())
    elif rounds > known:
        yield Problem("tables_may_meet_again" if known else "tables_searched", False, numbers)


def sizes(people: int, *, size: int = 4, three: bool = False) -> tuple[int, ...]:
    """How many sit at each table, as even as can be, at most one more than `size`; () for fewer than three.

    >>> sizes(14), sizes(7, size=3), sizes(13, size=6)
    ((4, 4, 3, 3), (4, 3), (5, 4, 4))
    """
    if people < SMALLEST:
        return ()
    tables = -(-people // size)
    if people // tables < SMALLEST:
        tables = people // SMALLEST
    fewer, larger = divmod(people, tables)
    return (fewer + 1,) * larger + (fewer,) * (tables - larger)


def _listed(
    here: Sequence[Person], past: Past, seats: Sequence[int], unwanted: Set[frozenset[int]], seed: int
) -> Groups:
    """The round of the known schedule, where none of the `unwanted` meet at its tables; else nothing."""
    largest = seats[0]
    rounds = unmet.schedule(len(seats), largest, largest * len(seats) - len(here))
    if len(past) >= len(rounds):
        return []
    place = Draw(seed).shuffled([person.number for person in here])
    groups = [[place[at] for at in group] for group in rounds[len(past)]]
    pairs = {frozenset(two) for group in groups for two in combinations(group, 2)}
    return [] if unwanted & pairs else groups


def _searched(
    here: Sequence[Person],
    seats: Sequence[int],
    costs: Mapping[frozenset[int], int],
    fixed: Collection[int],
    draw: Draw,
) -> Groups:
    cost = Meetings(several.by_two(here, costs))
    found = []
    for _ in range(STARTS):
        drawn = draw.shuffled([person.number for person in here])
        row = sorted(drawn, key=lambda number: number not in fixed)
        start = [row[table :: len(seats)] for table in range(len(seats))]
        steps = min(STEPS, STEPS_OF_FEW * len(seats) ** 2)
        groups = rearranged(start, cost, stay=fixed, draw=draw, steps=steps)
        found.append((sum(map(cost.of, groups)), groups))
        if found[-1][0] == 0:
            break
    return min(found)[1]
