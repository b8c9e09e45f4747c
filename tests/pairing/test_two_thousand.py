"""The largest field: each pairing system seats it in time, and refuses one more with the number."""

import random

import pytest

from tests.pairing.test_movements import every_movement, hall, played, sizes, validate_round
from tournaments.pairing import matching, unmet_pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.values import NoSeating, Person

pytestmark = pytest.mark.long
ROUNDS = 2


def request(movement, tables, number):
    return PairingRequest(tables, 7 if movement.ONE_LOT else 7000 + number)


@every_movement
def test_the_largest_field_is_seated(name):
    movement, size = PAIRING_SYSTEMS[name], sizes(name)[0]
    people = [Person(number) for number in range(1, MAX_PEOPLE)]  # an odd number
    tables, chance, past = hall(size, len(people)), random.Random(1), []
    for number in range(ROUNDS):
        planned = movement.next_round(people, past, request(movement, tables, number))
        validate_round(planned, people, past, size, tables)
        past.append(played(planned, chance))


@every_movement
def test_player_beyond_the_limit_is_refused_with_the_number(name):
    people = [Person(number) for number in range(1, MAX_PEOPLE + 2)]
    with pytest.raises(NoSeating) as refused:
        PAIRING_SYSTEMS[name].next_round(people, [], PairingRequest(len(people), 1))
    assert refused.value.code == "too_many_people"
    assert refused.value.args_ == {"people": MAX_PEOPLE + 1, "most": MAX_PEOPLE}


@pytest.mark.parametrize("name", ["round_robin", "repeated_round_robin", "winners_stay"])
def test_no_rematch_in_large_field_with_changes(name):
    movement, size, many = PAIRING_SYSTEMS[name], sizes(name)[0], unmet_pairs.MANY_PEOPLE + 20
    people, tables, chance, past = [Person(number) for number in range(1, many)], many, random.Random(1), []
    for number in range(4):
        if number == 1:
            people = [one for one in people if one.number not in (5, 17)]
        if number == 2:
            people += [Person(many), Person(many + 1), *(Person(many + at, (at, "A")) for at in range(2, 6))]
        planned = movement.next_round(people, past, request(movement, tables, number))
        validate_round(planned, people, past, size, tables)
        past.append(played(planned, chance))
    assert not [pair for pair, times in meetings(past).items() if times > 1]


def test_house_player_is_added_to_largest_field():
    people = [Person(number) for number in range(1, MAX_PEOPLE)] + [Person(MAX_PEOPLE, house=True)]
    planned = PAIRING_SYSTEMS["winners_stay"].next_round(people, [], PairingRequest(MAX_PEOPLE, 1))
    assert sum(len(table.seats) for table in planned) == MAX_PEOPLE


@pytest.mark.parametrize("free", [range(1, 211), range(1, 241)], ids=["as many tables", "more tables"])
@pytest.mark.parametrize("spread", [3, 210])
def test_walks_of_many_groups_equal_the_optimum(free, spread):
    chance, groups = random.Random(spread), 210
    assert groups > matching.MANY_GROUPS
    starts = []
    for at in range(1, groups + 1):
        low, high = max(1, at - spread), min(groups, at + spread)
        starts.append([chance.randint(low, high), chance.randint(low, high)])
    chosen = matching.nearest_tables(starts, free, Draw(1), matching.squared)

    def walked(tables):
        return sum((table - start) ** 2 for table, two in zip(tables, starts, strict=True) for start in two)

    edges = [
        (row, at, sum((table - start) ** 2 for start in two) * 1000 + at)
        for row, two in enumerate(starts)
        for at, table in enumerate(free)
    ]
    best = [free[at] for at in matching.cheapest_places(groups, len(free), edges)]
    assert walked(chosen) == walked(best)
