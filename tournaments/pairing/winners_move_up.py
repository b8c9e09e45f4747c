"""Winners move up: a winner goes one table towards table 1, a loser stays.

| person                      | goes to                                                            |
|-----------------------------|--------------------------------------------------------------------|
| a winner                    | the table before; the winner at the first table stays              |
| a loser                     | the same table; the loser at the first table goes to the last      |
| without a winner, or alone  | the same table                                                     |
| newcomers                   | the last table                                                     |
| one of an odd field         | sits out, or meets the house player: fewest such turns, then lowest |
| a fixed seat                | is kept; the others close up around it                             |

Round 1 is by lot. People kept apart then meet the nearest others on the ladder; rematches are allowed, as
the system is about the ladder.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing import apart
from tournaments.pairing.draw import Draw
from tournaments.pairing.fairness import left_over_candidates, left_over_counts
from tournaments.pairing.matching import cheapest_pairs
from tournaments.pairing.pairing_system import PairingRequest, codes_of, gettext_noop
from tournaments.pairing.preconditions import people_to_pair
from tournaments.pairing.swiss_rounds import SwissRounds, seat_couples
from tournaments.pairing.values import Past, Person, PlannedTable, PlayedTable

APART_COST = 1 << 40
"""A weight above any distance on the ladder."""


class WinnersMoveUp(SwissRounds):
    """A ladder of tables; round 1 as in Swiss rounds."""

    FOLLOWS = True
    WEIGHS = ("turn", "result", "apart")
    CODES = codes_of("winners_move_up")
    SENTENCES = {
        "choice_winners_move_up": gettext_noop("Winners move up, the others down"),
        "wall_winners_move_up": gettext_noop(
            "The winner moves up one table, towards table 1; the loser stays. At table 1 the winner stays "
            "and the loser goes to the last table."
        ),
        "step_winners_move_up": gettext_noop(
            "Winners move up a table. You see the seating before it counts."
        ),
        "aloud_winners_move_up": gettext_noop(
            "Winners move up one table; losers stay, but go from table 1 to the last table."
        ),
        "as_played_next_winners_move_up": gettext_noop(
            "Game %(round)s will be seated based on where they really sit: winners move up from there."
        ),
        "seats_winners_move_up": gettext_noop("Game 1 by lot; then winners move up a table."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by the last tables and winners. Raises NoSeating (see `preconditions.people_to_pair`)."""
        if not past:
            return super().seat(people, past, request)
        present = people_to_pair(people, request.tables)
        house = next((person for person in present if person.house), None)
        others = [person for person in present if person is not house]
        draw = Draw(request.seed)
        rung = _target_tables(others, past, draw)
        ladder = sorted((person.number for person in others), key=rung.__getitem__)
        couples: list[tuple[int, ...]] = []
        if len(others) % 2:
            turns, can = left_over_counts(past, house), left_over_candidates(others, house)
            out = min((number for number in reversed(ladder) if number in can), key=turns.__getitem__)
            ladder.remove(out)
            couples.append((out, house.number) if house else (out,))
        fixed = {person.number for person in others if person.fixed}
        paired = _separate_couples(
            _pair_neighbours(ladder, fixed), ladder, fixed, apart.weights(others, past)
        )
        return seat_couples([*paired, *couples], present, draw)


def _target_tables(others: Sequence[Person], past: Past, draw: Draw) -> dict[int, tuple[int, int]]:
    """Return the table to which each moves by the last round, counted from the first, and a lot."""
    order = {table.table: at for at, table in enumerate(sorted(past[-1], key=lambda table: table.table))}
    to: dict[int, int] = {}
    last = max((at for table, at in order.items()), default=0)
    for table in past[-1]:
        to |= dict(_moves(table, order[table.table], last))
    return {person.number: (to.get(person.number, last + 1), draw.below(1 << 20)) for person in others}


def _moves(table: PlayedTable, at: int, last: int) -> Iterator[tuple[int, int]]:
    for number in table.people:
        if table.winner is None or len(table.seats) == 1:
            yield number, at
        elif number in table.winners:
            yield number, max(0, at - 1)
        else:
            yield number, at or last


def _pair_neighbours(ladder: Sequence[int], fixed: set[int]) -> list[tuple[int, ...]]:
    """Pair neighbours on the ladder; two with fixed seats never together."""
    left = list(ladder)
    couples: list[tuple[int, ...]] = []
    while left:
        one = left.pop(0)
        waiting = [number for number in left if number in fixed]
        if one in fixed:
            other = next(number for number in left if number not in fixed)
        elif 2 * len(waiting) > len(left):  # all others are needed opposite fixed seats
            other = waiting[0]
        else:
            other = left[0]
        left.remove(other)
        couples.append((one, other))
    return couples


def _separate_couples(
    couples: list[tuple[int, ...]],
    ladder: Sequence[int],
    fixed: set[int],
    weights: Mapping[frozenset[int], int],
) -> list[tuple[int, ...]]:
    """Return the couples, re-paired with the nearest on the ladder if some are kept apart."""
    if not any(frozenset(couple) in weights for couple in couples):
        return couples
    edges = [
        (at, to, (to - at) ** 2 + APART_COST * weights.get(frozenset((ladder[at], ladder[to])), 0))
        for at, to in combinations(range(len(ladder)), 2)
        if not {ladder[at], ladder[to]} <= fixed
    ]
    found = cheapest_pairs(len(ladder), edges)
    return couples if found is None else [(ladder[one], ladder[other]) for one, other in found]
