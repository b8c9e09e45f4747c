"""Where a seat deals first, all players deal first equally often, give or take one."""

import random
from collections import Counter

import pytest

from tests.pairing.test_movements import played
from tournaments.pairing import first_deals
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import Person, PlannedTable

FREE_SYSTEMS = [
    name
    for name, one in PAIRING_SYSTEMS.items()
    if one.SIZES == (2,) and not one.WINNERS_STAY and name not in first_deals.GIVEN_SEAT_SYSTEMS
]


@pytest.mark.parametrize("name", FREE_SYSTEMS)
@pytest.mark.parametrize("players", [12, 13, 24])
def test_players_deal_first_about_equally_often(name, players):
    movement, chance = PAIRING_SYSTEMS[name], random.Random(4)
    people, past = [Person(number) for number in range(1, players + 1)], []
    rules = {"movement": name, "first_deal": "seat_a"}
    for number in range(11):
        lot = 5 if movement.ONE_LOT else number
        found = movement.next_round(people, past, PairingRequest(tables=players, seed=lot, by="points"))
        planned = first_deals.apply_first_deals(rules, found, people, past)
        assert [set(table.people) for table in planned] == [set(table.people) for table in found]
        past.append(played(planned, chance))
    two = [table.people for tables in past for table in tables if len(table.seats) == 2]
    games, first = Counter(one for people in two for one in people), Counter(one for one, _other in two)
    assert max(abs(2 * first[number] - games[number]) for number in games) <= 3


@pytest.mark.parametrize(
    "rules",
    [
        {"movement": "swiss", "first_deal": "cut"},
        {"movement": "swiss"},
        {"movement": "winners_stay", "first_deal": "seat_a"},
        {"movement": "fixtures", "first_deal": "seat_a"},
        {"movement": "from_file", "first_deal": "seat_a"},
        {"movement": "round_robin", "first_deal": "seat_a", "boards": {"count": 2}},
    ],
)
def test_seats_are_unchanged_if_seats_do_not_decide_first_deal(rules):
    planned = (PlannedTable(1, (("A", 1), ("B", 2))), PlannedTable(2, (("A", 3),)))
    people, past = [Person(1), Person(2), Person(3)], [played(planned, random.Random(1))]
    assert first_deals.apply_first_deals(rules, planned, people, past) == planned
    turned = first_deals.apply_first_deals(
        {"movement": "swiss", "first_deal": "seat_a"}, planned, people, past
    )
    assert seats_of(turned) == {2: (1, "A"), 1: (1, "B"), 3: (2, "A")}
    fixed = [Person(1, fixed=(1, "A")), Person(2), Person(3)]
    assert first_deals.balance_first_deals(planned, fixed, past) == planned


def test_announced_rounds_equal_later_seatings():
    people = [Person(number) for number in range(1, 9)]
    rules, movement = {"movement": "round_robin", "first_deal": "seat_b"}, PAIRING_SYSTEMS["round_robin"]
    request = PairingRequest(tables=4, seed=3)
    past = [played(movement.next_round(people, [], request), random.Random(1))]
    coming = movement.rounds_to_come(people, past, request, rounds=7)
    for planned in first_deals.apply_to_rounds(rules, coming, people, past):
        now = first_deals.apply_first_deals(rules, movement.next_round(people, past, request), people, past)
        assert {table.people for table in now} == {table.people for table in planned}
        past.append(played(now, random.Random(1)))
