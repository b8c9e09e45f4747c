"""Winners keep their seat, table and letter; losers move (rules.md §4).

Solved as one cheapest pairing of all who are present (`pair_cost.py`): the one who holds a seat more firmly
(`seat_preferences.py`) keeps it, the other walks there; two who hold none get a free table. An odd field has
one bye, or one table of three (`table_of_three.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournaments.pairing.draw import Draw
from tournaments.pairing.first_round_draw import first_round
from tournaments.pairing.lookahead import best_future_pairs
from tournaments.pairing.matching import Edge, cheapest_pairs_of, nearest_tables
from tournaments.pairing.pair_cost import NOISE, OUT_OF_TURN, REMATCH, WINNER_MOVES, Costs
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.preconditions import check_places, people_to_seat
from tournaments.pairing.seat_preferences import SeatPreference
from tournaments.pairing.table_of_three import table_of_three
from tournaments.pairing.values import LETTERS, Past, Person, PlannedTable

LARGE_FIELD = 80
NEIGHBOURS = 24
LONG_ROW, STRETCH = 400, 200
"""A row of more than LONG_ROW people is paired in stretches of STRETCH or slightly more."""

Pairs = list[tuple[int, int]]


class WinnersStay(PairingSystem):
    """A pairing system in which winners keep their seat."""

    WINNERS_STAY = True
    THREE = True
    WEIGHS = ("turn", "winner", "apart", "again", "walk")
    CODES = codes_of("winners_stay")
    SENTENCES = {
        "choice_winners_stay": gettext_noop("Winners keep their seat"),
        "wall_winners_stay": gettext_noop(
            "The winner keeps seat, table and letter; the loser moves to the seat shown for the next game. "
            "Only a loser with a fixed seat stays: there the winner moves."
        ),
        "step_winners_stay": gettext_noop("Winners keep their seat. You see the seating before it counts."),
        "aloud_winners_stay": gettext_noop("Winners keep the seat; losers move."),
        "as_played_next_winners_stay": gettext_noop(
            "Game %(round)s will be seated based on where they really sit: winners keep that seat."
        ),
        "seats_winners_stay": gettext_noop("Game 1 by lot; then winners keep their seat."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat winners where they were; round 1 by lot. Raises NoSeating (see `preconditions.check_places`).

        A house player sits out if the others are even; else an odd field has one bye, or one table of three.
        """
        tables, three = request.tables, request.three
        if not past:
            return first_round(people, tables=tables, seed=request.seed, three=three)
        present = people_to_seat(people)
        check_places(present, tables, three=three)
        draw = Draw(request.seed)
        costs = Costs(present, past, tables - request.beyond, draw, three=three)
        if not costs.three:
            pairs = pair_places(costs, range(len(costs.people)))
            return place_pairs_and_three(
                best_future_pairs(pairs, costs) if costs.small else pairs, costs, tables, draw
            )
        group, pairs = table_of_three(costs, lambda left: pair_places(costs, left))
        pairs = best_future_pairs(pairs, costs) if costs.small and pairs else pairs
        return place_pairs_and_three([*pairs, group], costs, tables, draw)


def pair_places(costs: Costs, places: Sequence[int]) -> Pairs:
    if not places:
        return []
    if len(places) > LARGE_FIELD:
        pairs = _pairs_of_neighbours(costs, places)
        if pairs is not None and _is_best_without_walks(pairs, costs):
            return pairs
    everybody = [(one, other) for at, one in enumerate(places) for other in places[at + 1 :]]
    pairs = _cheapest(costs, places, everybody)
    assert pairs is not None, "check_places refuses players who cannot be paired"
    return pairs


def _cheapest(costs: Costs, places: Sequence[int], couples: Iterable[tuple[int, int]]) -> Pairs | None:
    """Return the cheapest pairing of `places` among `couples`; None if not all can be paired.

    If as many stay as move, first among the couples of one who stays and one who moves, which are half of
    them: if no one gives way or is out of turn in the result, every other pairing costs more. A bit is
    drawn for each couple, so that the cheapest pairing is the only one.
    """
    possible = [couple for couple in couples if costs.possible(*couple)]
    noise = dict(zip(possible, costs.draw.lots(len(possible), NOISE), strict=True))
    stays = [hold >= SeatPreference.WINNER for hold in costs.hold]
    if 2 * sum(stays[place] for place in places) == len(places):
        across = [couple for couple in noise if stays[couple[0]] != stays[couple[1]]]
        edges = _edges(costs, across, noise)
        pairs = cheapest_pairs_of(places, edges)
        if pairs is not None and all(costs.exact(*pair) < WINNER_MOVES for pair in pairs):
            return pairs
    return cheapest_pairs_of(places, _edges(costs, noise, noise))


def _edges(
    costs: Costs, couples: Iterable[tuple[int, int]], noise: Mapping[tuple[int, int], int]
) -> list[Edge]:
    return [(*couple, costs.exact(*couple) + noise[couple]) for couple in couples]


def _pairs_of_neighbours(costs: Costs, places: Sequence[int]) -> Pairs | None:
    """Return the cheapest pairing of people who sat near each other; None if not all can be paired."""
    row = _row(costs, places)
    pairs: Pairs = []
    for stretch in _stretches(costs, row) if len(row) > LONG_ROW else [row]:
        found = _cheapest(costs, sorted(stretch), _neighbours(costs, stretch))
        if found is None:
            return None
        pairs += found
    return pairs


def _row(costs: Costs, places: Sequence[int]) -> list[int]:
    """Return `places` in the order of the tables where they sat; newcomers anywhere."""
    highest = max((anchor.table or 0 for anchor in costs.anchor), default=0) + 1
    where = [anchor.table or costs.draw.below(highest) for anchor in costs.anchor]
    return sorted(places, key=lambda place: (where[place], place))


def _stretches(costs: Costs, row: Sequence[int]) -> Iterator[Sequence[int]]:
    """Cut `row` into stretches that can be paired within without a winner who gives way."""
    start = stay = 0
    for end, place in enumerate(row, start=1):
        stay += costs.hold[place] >= SeatPreference.WINNER
        length = end - start
        if length >= STRETCH and length % 2 == 0 and 2 * stay <= length and len(row) - end >= STRETCH:
            yield row[start:end]
            start, stay = end, 0
    yield row[start:]


def _neighbours(costs: Costs, row: Sequence[int]) -> list[tuple[int, int]]:
    """Return couples that sat near each other, and the special opponent with all."""
    couples = {
        (one, other) if one < other else (other, one)
        for place, one in enumerate(row)
        for other in row[place + 1 : place + 1 + NEIGHBOURS]
    }
    special = costs.special
    if special is not None and special in row:
        couples |= {(min(special, one), max(special, one)) for one in row if one != special}
    return sorted(couples)


def _is_best_without_walks(pairs: Pairs, costs: Costs) -> bool:
    """Return whether no pairing of all could do better than these neighbours, walks aside."""
    exact = [costs.exact(*pair) for pair in pairs]
    if any(cost >= OUT_OF_TURN or cost % WINNER_MOVES >= REMATCH for cost in exact):
        return False
    anchors = (costs.anchor[place] for pair in pairs for place in pair)
    tables_held = {anchor.table for anchor in anchors if anchor.hold >= SeatPreference.WINNER}
    room = len(pairs) - (not costs.bye_has_table)
    return sum(cost >= WINNER_MOVES for cost in exact) <= max(0, len(tables_held) - room)


Group = tuple[int, ...]
"""Two who meet, or three: places in `costs.people`."""


def place_pairs_and_three(
    groups: Sequence[Group], costs: Costs, tables: int, draw: Draw
) -> tuple[PlannedTable, ...]:
    """Return the tables of a round for these pairs, and one of three (places in `costs.people`)."""
    planned: list[PlannedTable] = []
    loose: list[Group] = []
    for group in groups:
        stayer = costs.seat_keeper(*group)
        if stayer is None:
            loose.append(group)
        else:
            planned.append(_seat_opposite_stayer(stayer, group, costs, draw))
    taken = {table.table for table in planned}
    free = [table for table in range(1, tables + 1) if table not in taken]
    starts = [[table for place in group if (table := costs.anchor[place].table)] for group in loose]
    for group, table in zip(loose, nearest_tables(starts, free, draw), strict=True):
        planned.append(
            _assign_letters(table, [place for place in draw.shuffled(group) if costs.people[place]], costs)
        )
    return tuple(sorted(planned, key=lambda table: table.table))


def _seat_opposite_stayer(stayer: int, group: Group, costs: Costs, draw: Draw) -> PlannedTable:
    at = costs.anchor[stayer].at
    assert at is not None
    guests = [place for place in group if place != stayer]
    if len(guests) > 1:
        guests = draw.shuffled(guests)
        guests.sort(key=lambda place: -costs.anchor[place].hold)
    return _assign_letters(at[0], [stayer, *guests], costs)


def _assign_letters(table: int, places: Sequence[int], costs: Costs) -> PlannedTable:
    """Give each the letter they had at this table, if the table has it and it is free, else another."""
    letters = list(LETTERS[: max(2, len(places))])
    seats: dict[int, str] = {}
    for place in places:
        at = costs.anchor[place].at
        if at is not None and at[0] == table and at[1] in letters:
            seats[place] = at[1]
            letters.remove(at[1])
    for place in places:
        if place not in seats:
            seats[place] = letters.pop(0)
    seated = ((letter, costs.people[place]) for place, letter in seats.items())
    return PlannedTable(table, tuple(sorted((letter, person.number) for letter, person in seated if person)))
