"""Individual partners and tables of three to six, in many fields whose players come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing import larger_tables, whist
from tournaments.pairing.individual_partners import IndividualPartners
from tournaments.pairing.mixed_tables import MixedTables
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seating_cost import meetings, partner_counts
from tournaments.pairing.threes import ALONE_OF_THREE, ONE_AGAINST_TWO
from tournaments.pairing.values import NoSeating, Person, PlannedTable, PlayedTable

individual_partners, mixed_tables = IndividualPartners(), MixedTables()

Seat = Callable[..., tuple[PlannedTable, ...]]


def played(planned: Sequence[PlannedTable]) -> list[PlayedTable]:
    return [
        PlayedTable(table.table, table.seats, table.people[0], partners=table.partners) for table in planned
    ]


def play_rounds(
    seat: Seat, people: Sequence[Person], rounds: int, *, seed: int = 7, size: int = 0
) -> list[list[PlayedTable]]:
    request = PairingRequest(tables=len(people), seed=seed, size=size)
    past: list[list[PlayedTable]] = []
    for _ in range(rounds):
        past.append(played(seat(people, past, request)))
    return past


def persons(count: int) -> list[Person]:
    return [Person(number) for number in range(1, count + 1)]


def assert_seated(planned: Sequence[PlannedTable], people: Sequence[Person]) -> None:
    seated = [number for table in planned for number in table.people]
    assert sorted(seated) == sorted(person.number for person in people)
    assert len({table.table for table in planned}) == len(planned)
    homes = {number: (table.table, letter) for table in planned for letter, number in table.seats}
    assert all(homes[person.number] == person.fixed for person in people if person.fixed)


@pytest.mark.parametrize("count", [8, 9, 12, 13, 20, 33])
def test_whist_schedule_is_followed(count):
    past = play_rounds(individual_partners.next_round, persons(count), whist.rounds(count))
    assert set(partner_counts(past).values()) == {1}
    assert set(meetings(past).values()) == {2}
    assert set(larger_tables.byes(past).values()) <= {1}


@pytest.mark.parametrize(("count", "rounds"), [(6, 5), (7, 6), (10, 9), (14, 8)])
def test_other_numbers_of_players_get_new_partners(count, rounds):
    past = play_rounds(individual_partners.next_round, persons(count), rounds)
    assert set(partner_counts(past).values()) == {1}
    byes = larger_tables.byes(past)
    assert max(byes.values()) - min(byes[number] for number in range(1, count + 1)) <= 1


def test_three_players_are_too_few_for_partners():
    with pytest.raises(NoSeating) as refused:
        individual_partners.next_round(persons(3), [], PairingRequest(tables=4, seed=1))
    assert refused.value.code == "too_few_for_a_table"


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(32, 4, 10), (30, 5, 6), (21, 3, 10), (23, 4, 7), (31, 4, 10), (40, 4, 13)]
)
def test_a_known_schedule_of_tables_is_followed(count, size, rounds):
    past = play_rounds(mixed_tables.next_round, persons(count), rounds, size=size)
    assert set(meetings(past).values()) == {1}


@pytest.mark.parametrize("movement", [ALONE_OF_THREE, ONE_AGAINST_TWO], ids=("threes", "captains"))
@pytest.mark.parametrize(("count", "rounds"), [(9, 4), (12, 4), (15, 7), (18, 8), (21, 10), (27, 13)])
def test_tables_of_three_follow_a_known_schedule(movement, count, rounds):
    past = play_rounds(movement.next_round, persons(count), rounds)
    assert set(meetings(past).values()) == {1}


def test_tables_of_three_continue_after_a_withdrawal():
    past = play_rounds(ALONE_OF_THREE.next_round, persons(15), 4)
    here = persons(15)[1:]
    planned = ALONE_OF_THREE.next_round(here, past, PairingRequest(tables=5, seed=7))
    assert_seated(planned, here)
    assert sorted(len(table.seats) for table in planned) == [1, 1, 3, 3, 3, 3]


def test_first_deals_are_evenly_distributed():
    past = play_rounds(mixed_tables.next_round, persons(16), 8)
    first = Counter(table.people[0] for tables in past for table in tables)
    assert max(first.values()) - min(first[number] for number in range(1, 17)) <= 2


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_table_sizes_are_as_even_as_possible(size):
    for people in range(3, 60):
        sizes = mixed_tables.sizes(people, size=size)
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= max(size, 5 if people == 5 else 4)
        assert min(sizes) >= 3


@tried(6)
@given(
    st.sampled_from([individual_partners, mixed_tables]),
    st.integers(6, 17),
    st.integers(0, 2**20),
    st.data(),
)
def test_fixed_seats_are_kept_while_players_come_and_go(movement, count, seed, data):
    past: list[list[PlayedTable]] = []
    fixed = data.draw(st.booleans())
    everybody = [
        Person(
            number,
            fixed=(2, "B") if fixed and number == 3 else None,
            apart=frozenset("x" if number < 3 else ""),
        )
        for number in range(1, count + 1)
    ]
    for _ in range(4):
        gone = data.draw(st.sets(st.integers(4, count), max_size=1))
        here = [person for person in everybody if person.number not in gone]
        planned = movement.next_round(here, past, PairingRequest(tables=count, seed=seed))
        assert_seated(planned, here)
        if not past and count > 7:
            assert not any({1, 2} <= set(table.people) for table in planned)
        past.append(played(planned))


@pytest.mark.parametrize("movement", [individual_partners, mixed_tables])
def test_refusals_offer_choices(movement):
    shared = [Person(1, fixed=(1, "A")), Person(2, fixed=(1, "B")), *map(Person, range(3, 9))]
    for people, tables, code in [
        (shared, 4, "fixed_seats_share_table"),
        ([Person(1, fixed=(9, "A")), *map(Person, range(2, 9))], 4, "fixed_seat_missing"),
        (persons(8), 1, "too_few_tables"),
        (persons(2), 4, "too_few_for_a_table"),
    ]:
        with pytest.raises(NoSeating) as refused:
            movement.next_round(people, [], PairingRequest(tables=tables, seed=1))
        assert refused.value.code == code
        assert refused.value.choices


@pytest.mark.parametrize("movement", [individual_partners, mixed_tables])
def test_seating_depends_on_the_seed(movement):
    once = play_rounds(movement.next_round, persons(14), 3)
    assert once == play_rounds(movement.next_round, persons(14), 3)
    assert once != play_rounds(movement.next_round, persons(14), 3, seed=8)
