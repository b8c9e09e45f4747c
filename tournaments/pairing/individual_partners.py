"""Individual partners: a new partner in each round, each person once, and each twice as an opponent.

| priority                 | rule                                                             |
|--------------------------|------------------------------------------------------------------|
| a fixed seat             | its table and letter are kept in all rounds                      |
| sitting out              | no second time before all have                                   |
| a new partner            | as long as possible                                              |
| opponents                | those met least                                                  |
| short walks              | tables nearest to where people sat                               |

For 4k and 4k + 1 people who stay, the whist schedule (`whist.py`) gives all rounds; after arrivals or
departures, and for other numbers, the best round found is taken.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tournaments.pairing import apart, larger_tables, whist
from tournaments.pairing.draw import Draw
from tournaments.pairing.larger_tables import Sides
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.problems import MAX_ROUNDS_AWAY, Problem, Solution
from tournaments.pairing.seating_cost import meetings, partner_counts
from tournaments.pairing.table_mixing import cheapest_arrangement
from tournaments.pairing.values import OPPOSITE, Past, Person, PlannedTable

REPEAT_COST = 100
"""The cost of a partner again, in opponents again."""

STEPS = 1500
FEW_TABLES = 6
"""Up to this many tables are arranged in STEPS; more tables take proportionally more."""
STARTS = 4


class IndividualPartners(PairingSystem):
    """A new partner in each round."""

    ONE_LOT = True
    FOLLOWS = True
    WEIGHS = ("turn", "apart", "partners", "again", "walk")
    SIZES = (4,)
    PARTNERS = OPPOSITE
    CODES = codes_of("individual_partners", choice="")
    SENTENCES = {
        "wall_individual_partners": gettext_noop(
            "Four play at each table, A and C together against B and D. In each game everybody moves to the "
            "seat shown and has a new partner, as long as possible; each earns what the two of them earn."
        ),
        "step_individual_partners": gettext_noop(
            "Everybody has a new partner. You see the seating before it counts."
        ),
        "aloud_individual_partners": gettext_noop(
            "Everybody has a new seat and a new partner: the player who sits opposite. A and C play "
            "against B and D."
        ),
        "as_played_next_individual_partners": gettext_noop(
            "Game %(round)s will be seated based on who has really played together: everybody has a new "
            "partner."
        ),
        "seats_individual_partners": gettext_noop("By one lot: everybody has a new partner in each game."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by the lot of the stage, the same for all its rounds.

        Raises NoSeating: too_few_for_a_table, fixed_seats_too_many, and see `larger_tables.fixed_seats`.
        """
        present = sorted(people, key=lambda person: person.number)
        if len(present) < 4:
            larger_tables.refuse_too_few(len(present), 4)
        fixed = larger_tables.fixed_seats(present, request.tables, len(self.sizes(len(present))))
        draw = Draw(request.seed * 1000 + len(past))
        weights = _Weights(present, past)
        groups, alone = _scheduled_round(present, past, weights, request.seed) if not fixed else ([], [])
        if not groups:
            groups, alone = _search_groups(present, past, weights, fixed, draw)
        return larger_tables.place_groups(groups, alone, fixed, past, tables=request.tables, draw=draw)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for too few people, for more rounds than partners, or for slightly fewer."""
        if people < 4:
            yield Problem(
                "too_few_for_a_table", True, {"people": people, "least": 4}, (Solution("expected", 4),)
            )
            return
        full = full_rounds(people)
        numbers = {"games": rounds, "full": full, "others": people - 1}
        if rounds > full:
            yield Problem("partners_again", False, numbers, (Solution("rounds", full),))
        elif rounds < full <= rounds + MAX_ROUNDS_AWAY and whist.rounds(people):
            yield Problem("not_every_partner", False, numbers, (Solution("rounds", full),))

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return how many sit at each table: four, or one who sits out.

        >>> IndividualPartners().sizes(10)
        (4, 4, 1, 1)
        """
        full, left = divmod(people, 4)
        return (*[4] * full, *[1] * left)


def full_rounds(people: int) -> int:
    """Return the most rounds without a partner twice, for four people or more.

    >>> full_rounds(12), full_rounds(13), full_rounds(14)
    (11, 13, 15)
    """
    return people * (people - 1) // 2 // (people // 4 * 2)


class _Weights:
    """The costs of four people at one table."""

    def __init__(self, present: Sequence[Person], past: Past) -> None:
        together, against = partner_counts(past), meetings(past)
        again = Counter({pair: REPEAT_COST * times**2 for pair, times in together.items()})
        met = Counter({pair: times**2 for pair, times in against.items()})
        asked = Counter(apart.weights(present, past))
        self._together = larger_tables.costs_by_person(present, again + asked)
        self._against = larger_tables.costs_by_person(present, met + asked)

    def group_cost(self, four: Sequence[int]) -> int:
        """Return the cost of four, divided into sides in the cheapest way."""
        a, b, c, d = four
        together, against = self._together, self._against
        with_a, with_b, with_c = together[a], together[b], together[c]
        by_a, by_b, by_c = against[a], against[b], against[c]
        ab, ac, ad, bc, bd, cd = by_a[b], by_a[c], by_a[d], by_b[c], by_b[d], by_c[d]
        return (ab + ac + ad + bc + bd + cd) + min(
            with_a[b] + with_c[d] - ab - cd, with_a[c] + with_b[d] - ac - bd, with_a[d] + with_b[c] - ad - bc
        )

    def cost_replacing(self, group: Sequence[int], cost: int, one: int, other: int) -> int:
        """Return the cost of a table with `other` in the place of `one`."""
        return self.group_cost([other if number == one else number for number in group])

    def sides(self, four: Sequence[int]) -> tuple[int, Sides]:
        """Return the cost and the sides of the cheapest way to divide four people."""
        one, two, three, four_ = four
        ways: tuple[Sides, ...] = (
            ((one, two), (three, four_)),
            ((one, three), (two, four_)),
            ((one, four_), (two, three)),
        )
        return min([(self.both(way), way) for way in ways])

    def both(self, sides: Sides) -> int:
        """Return the cost of these two sides at one table."""
        (one, two), (three, four) = sides
        ones, twos = self._against[one], self._against[two]
        against = ones[three] + ones[four] + twos[three] + twos[four]
        return self._together[one][two] + self._together[three][four] + against

    def fits_schedule(self, sides: Sides) -> bool:
        """Return whether these partners are new, and no opponent of theirs is met a third time."""
        return self.both(sides) <= len(sides) ** 2


def _scheduled_round(
    present: Sequence[Person], past: Past, weights: _Weights, seed: int
) -> tuple[list[Sides], list[int]]:
    """Return the round of the whist schedule if it fits these people and this past; else empty lists."""
    if len(past) >= whist.rounds(len(present)):
        return [], []
    place = Draw(seed).shuffled([person.number for person in present])
    groups: list[Sides] = [
        ((place[a], place[b]), (place[c], place[d]))
        for (a, b), (c, d) in whist.tables_of_round(len(present), len(past))
    ]
    alone = sorted(set(place) - {number for group in groups for side in group for number in side})
    if not all(weights.fits_schedule(group) for group in groups) or not _is_fair_bye(alone, place, past):
        return [], []
    return groups, alone


def _is_fair_bye(alone: Collection[int], everybody: Collection[int], past: Past) -> bool:
    had = larger_tables.byes(past)
    return all(had[number] == min(had[other] for other in everybody) for number in alone)


def _search_groups(
    present: Sequence[Person], past: Past, weights: _Weights, fixed: Collection[int], draw: Draw
) -> tuple[list[Sides], list[int]]:
    """Return the best of a few searches; each draws who sits out among those whose turn it is."""
    had = larger_tables.byes(past)
    found = []
    for _ in range(STARTS):
        drawn = draw.shuffled([person.number for person in present])
        turn = sorted(drawn, key=lambda number: had[number])
        alone, playing = turn[: len(present) % 4], turn[len(present) % 4 :]
        larger_tables.check_homes(playing, fixed, len(playing) // 4)
        row = sorted(playing, key=lambda number: number not in fixed)
        count = len(row) // 4
        groups = cheapest_arrangement(
            [row[table::count] for table in range(count)],
            weights,
            stay=fixed,
            draw=draw,
            steps=STEPS * max(1, count // FEW_TABLES),
        )
        sides = [weights.sides(sorted(four)) for four in groups]
        found.append((sum(cost for cost, _ in sides), [way for _, way in sides], sorted(alone)))
        if found[-1][0] == 0:
            break
    _, groups_, alone = min(found)
    return groups_, alone
