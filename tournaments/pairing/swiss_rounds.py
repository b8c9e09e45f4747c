"""Swiss rounds of a stage: those close in the ranking score meet, without rematches (`swiss.py`).

| case                    | rule                                                                             |
|-------------------------|----------------------------------------------------------------------------------|
| one of an odd field     | sits out, or meets the house player: fewest such turns first, then fewest points |
| a fixed seat            | its table and letter are kept; two such people never meet                        |
| people kept apart       | do not meet if possible; others meet again rather                                |
| few who play many games | no third meeting before all others met twice; as few rematches as possible       |
| all others              | highest points at the lowest free table, letters by lot                          |
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing import apart
from tournaments.pairing.draw import Draw
from tournaments.pairing.fairness import left_over_candidates, left_over_counts
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.preconditions import people_to_pair
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.swiss import Competitor, NoNewPairs, Pairing, pair
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, other_letter

NO_TURN = 1 << 30
"""A number of byes higher than any real one: an entry with so many cannot sit out."""


class SwissRounds(PairingSystem):
    """Rounds in which those who are close meet."""

    WEIGHS: tuple[str, ...] = ("turn", "apart", "again", "points")
    CODES = codes_of("swiss")
    SENTENCES = {
        "choice_swiss": gettext_noop("Swiss: those with nearly equal results meet"),
        "wall_swiss": gettext_noop(
            "Everybody moves to the seat shown for the next game: those with nearly equal results meet, and "
            "nobody meets twice, as long as possible. Those with the best results sit at the lowest tables."
        ),
        "step_swiss": gettext_noop(
            "Those with nearly equal results meet. You see the seating before it counts."
        ),
        "aloud_swiss": gettext_noop(
            "Everybody has a new seat: you meet a player with nearly the same result as you."
        ),
        "as_played_next_swiss": gettext_noop(
            "Game %(round)s will be seated based on who has really met and what they have: nobody meets "
            "twice."
        ),
        "seats_swiss": gettext_noop("Game 1 by lot; then those with nearly equal results meet."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by lot, then by scores. Raises NoSeating (see `preconditions.people_to_pair`)."""
        present = people_to_pair(people, request.tables)
        house = next((person for person in present if person.house), None)
        others = [person for person in present if person is not house]
        ahead = dict.fromkeys(*self.ahead(people, past, request.by))
        pairing = _pair_people(others, past, house, request, ahead)
        couples = [table.people for table in pairing.tables]
        if pairing.bye is not None:
            couples.append((pairing.bye, house.number) if house else (pairing.bye,))
        return seat_couples(couples, present, Draw(request.seed + 1))


def _pair_people(
    others: Sequence[Person],
    past: Past,
    house: Person | None,
    request: PairingRequest,
    ahead: Mapping[int, int],
) -> Pairing:
    field = _competitors(others, past, house, request.by, ahead)
    met = meetings(past)
    if house:
        met = Counter({two: times for two, times in met.items() if house.number not in two})
    fixed = [frozenset(two) for two in combinations([one.number for one in others if one.fixed], 2)]
    for forbidden, dear in _pairing_constraints(
        apart.pairs_apart(others, past), apart.forbidden_pairs(others, past), met
    ):
        try:
            return pair(field, dear, forbidden=[*fixed, *forbidden], seed=request.seed)
        except NoNewPairs as none:
            if none.least_bad is not None:
                return none.least_bad
    raise AssertionError("check_places refuses players who cannot be paired")


def _pairing_constraints(
    asked: Collection[frozenset[int]],
    never: Collection[frozenset[int]],
    met: Mapping[frozenset[int], int],
) -> Iterator[tuple[list[frozenset[int]], Collection[frozenset[int]]]]:
    """Yield, try after try, pairs who must not meet, and pairs who meet only if unavoidable.

    First those who are kept apart and who have met once, twice, thrice; then as few as possible of those kept
    apart. Last of all as few as possible of those who must never meet: their round is refused by name.
    """
    again = [
        [two for two, times in met.items() if times >= most]
        for most in range(1, max(met.values(), default=0) + 2)
    ]
    if asked:
        yield from (([*asked, *often], met.keys()) for often in again)
    yield from (([*never, *often], met.keys() | asked) for often in again)
    yield [], never


def _competitors(
    others: Sequence[Person], past: Past, house: Person | None, by: str, ahead: Mapping[int, int]
) -> list[Competitor]:
    """Return all with their score so far, and how often they were left over."""
    points = Counter(ahead)
    for table in (table for tables in past for table in tables):
        for side, score in zip(table.sides, table.scores, strict=False):
            had = getattr(score, by)
            for number in side:
                points[number] += had
    turns, can = left_over_counts(past, house), left_over_candidates(others, house)
    return [
        Competitor(
            person.number, points[person.number], turns[person.number] if person.number in can else NO_TURN
        )
        for person in others
    ]


def seat_couples(
    couples: Sequence[tuple[int, ...]], present: Sequence[Person], draw: Draw
) -> tuple[PlannedTable, ...]:
    """Place the couples at their tables: fixed seats at theirs, the others from the first free table on."""
    fixed = {person.number: person.fixed for person in present if person.fixed}
    taken = {seat[0] for seat in fixed.values()}
    free = (table for table in range(1, len(couples) + len(taken) + 1) if table not in taken)
    planned = []
    for couple in couples:
        home = next(((number, fixed[number]) for number in couple if number in fixed), None)
        if home is None:
            seats = tuple(zip(PAIR, draw.shuffled(couple), strict=False))
            planned.append(PlannedTable(next(free), seats))
            continue
        keeper, (table, letter) = home
        opposite = [(other_letter(letter), number) for number in couple if number != keeper]
        planned.append(PlannedTable(table, tuple(sorted([(letter, keeper), *opposite]))))
    return tuple(sorted(planned, key=lambda table: table.table))
