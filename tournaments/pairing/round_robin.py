"""Round robin: all meet all once; in an odd field each sits out once.

| priority                     | rule                                                                     |
|------------------------------|--------------------------------------------------------------------------|
| a fixed seat                 | its table and letter are kept in all rounds; two such people never meet  |
| no rematches                 | more people sit out instead, unless the director asks for rematches      |
| as many games as possible    | in this round                                                            |
| no sitting out out of turn   | no second time before all have                                           |
| as many rounds as possible   | people with the fewest left to meet sit out first                        |
| short walks                  | pairs get the tables nearest to where they sat; people there stay        |

As long as the field stays the same, the circle (`circle.py`) gives all rounds; after arrivals or departures
for which no place of it fits, or with several fixed seats, the best pairing of those who have not met is
sought. On request there are rematches rather than people sitting out out of turn or in excess.
Winners do not stay: no result changes a seat, so all future rounds can be known (`rounds_to_come`).
"""

from collections.abc import Iterator, Sequence

from tournaments.pairing import circle
from tournaments.pairing.circle import Pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.matching import nearest_tables, squared
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.preconditions import people_to_pair
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.unmet_pairs import UnmetPairs
from tournaments.pairing.values import (
    LETTERS,
    Choice,
    NoSeating,
    Past,
    Person,
    PlannedTable,
    Seat,
    other_letter,
)


class RoundRobin(PairingSystem):
    """All meet all."""

    ONE_LOT = True
    FOLLOWS = True
    ONCE = True
    CODES = codes_of("round_robin", wall="", aloud="")
    SENTENCES = {
        "choice_round_robin": gettext_noop("Everybody meets everybody once"),
        "step_round_robin": gettext_noop(
            "Everybody meets a new opponent. You see the seating before it counts."
        ),
        "as_played_next_round_robin": gettext_noop(
            "Game %(round)s will be seated based on who has really met: the others still meet each other."
        ),
        "seats_round_robin": gettext_noop("By one lot: everybody meets everybody."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by the lot of the stage, the same for all its rounds.

        Raises NoSeating (see `preconditions.people_to_pair`), or everybody_has_met, with the ways out.
        """
        present = people_to_pair(people, request.tables)
        pairs = self.pairs(present, past, request.seed, again=request.again)
        return place_pairs(pairs, present, past, max(request.tables, len(pairs)), Draw(request.seed))

    def pairs(self, present: Sequence[Person], past: Past, seed: int, *, again: bool = False) -> Pairs:
        """Return the pairs after `past`, and those who sit out. Raises NoSeating, everybody_has_met."""
        left = UnmetPairs(present, past)
        on_circle = circle.next_pairs(present, past, seed)
        if on_circle is not None and left.is_clean(on_circle):
            return on_circle
        if not left.has_new_pair:
            fixed = sum(person.fixed is not None for person in present)
            ways: list[Choice] = [("fewer_rounds", {"rounds": len(past)})]
            ways += [("unfix", {"people": fixed - 1})] if fixed > 1 else []
            raise NoSeating("everybody_has_met", {"people": len(present), "rounds": len(past)}, ways)
        best = left.best_pairs(Draw(seed * 1000 + len(past)))
        return best if again or left.has_no_rematch(best) else left.new_pairs(Draw(seed * 1000 + len(past)))

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for more rounds than all meetings, or fewer."""
        full = full_rounds(people)
        numbers = {"games": rounds, "others": people - 1, "full": full}
        if rounds > full:
            yield Problem("too_many_rounds", True, numbers, (Solution("rounds", full),))
        elif people > 1 and rounds < full:
            yield Problem("not_everybody_meets", False, numbers, (Solution("rounds", full),))


def full_rounds(people: int) -> int:
    """Return the number of rounds until all have met all.

    >>> full_rounds(10), full_rounds(9)
    (9, 9)
    """
    return people - 1 if people % 2 == 0 else people


def place_pairs(
    pairs: Pairs, present: Sequence[Person], past: Past, tables: int, draw: Draw
) -> tuple[PlannedTable, ...]:
    """Place `pairs` at tables 1 to `tables`: fixed seats at their table, the others near where they sat.

    People who were at a table keep the seat.
    """
    sat = seats_of(past[-1]) if past else {}
    fixed = {person.number: person.fixed for person in present if person.fixed}
    sat |= fixed
    order = [tuple(sorted(pair)) for pair in pairs]
    at_home = [pair for pair in order if fixed.keys() & set(pair)]
    loose = [pair for pair in order if pair not in at_home]
    planned = [_at_fixed_seat(pair, fixed) for pair in at_home]
    taken = {table.table for table in planned}
    free = [table for table in range(1, tables + 1) if table not in taken]
    starts = [[sat[number][0] for number in pair if number in sat] for pair in loose]
    chosen = nearest_tables(starts, free, draw, squared) if past else free[: len(loose)]
    for pair, table in zip(loose, chosen, strict=True):
        planned.append(_seat_pair(table, pair, sat, draw))
    return tuple(sorted(planned, key=lambda table: table.table))


def _at_fixed_seat(pair: Sequence[int], fixed: dict[int, Seat]) -> PlannedTable:
    keeper = next(number for number in pair if number in fixed)
    table, letter = fixed[keeper]
    seats = [(letter if number == keeper else other_letter(letter), number) for number in pair]
    return PlannedTable(table, tuple(sorted(seats)))


def _seat_pair(table: int, pair: Sequence[int], sat: dict[int, Seat], draw: Draw) -> PlannedTable:
    drawn = draw.shuffled(pair)
    first = next((number for number in drawn if number in sat and sat[number][0] == table), drawn[0])
    letter = sat[first][1] if first in sat and sat[first][0] == table else LETTERS[0]
    seats = [(letter if number == first else other_letter(letter), number) for number in drawn]
    return PlannedTable(table, tuple(sorted(seats)))
