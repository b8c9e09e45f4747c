"""Some tables are not as planned: everybody still sits once, and nobody is moved without need."""

import doctest
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.days import Day
from tests.pairing.test_any_day import field
from tests.samples import tried
from tournaments.pairing import actual_seats as module
from tournaments.pairing.actual_seats import alone, as_they_sit
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import Person, PlannedTable, PlayedTable


def tables(*seated):
    """Tables 1, 2, 3 … with those who sit there."""
    return tuple(
        PlannedTable(at, tuple(zip("ABCDEF", people, strict=False))) for at, people in enumerate(seated, 1)
    )


def told(table, *people, partners=False):
    return PlannedTable(table, tuple(zip("ABCDEF", people, strict=False)), partners=partners)


EIGHT = tables((1, 2), (3, 4), (5, 6), (7, 8))
FIVE = tables((1, 2), (3, 4), (5,))
SEVEN = tables((1, 2, 3), (4, 5), (6, 7))
DOUBLES = (told(1, 1, 2, 3, 4, partners=True), *tables((), (), (5, 6))[2:])


def test_the_example_in_the_documentation():
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("planned", "said", "expected"),
    [
        (EIGHT, [told(1, 1, 3)], tables((1, 3), (2, 4), (5, 6), (7, 8))),
        (EIGHT, [told(1, 2, 1)], tables((2, 1), (3, 4), (5, 6), (7, 8))),
        (EIGHT, [told(1, 3, 4)], tables((3, 4), (1, 2), (5, 6), (7, 8))),
        (EIGHT, [told(1, 1, 3), told(3, 5, 7)], tables((1, 3), (2, 4), (5, 7), (6, 8))),
        (EIGHT, [told(1, 3, 5)], tables((3, 5), (1, 4), (2, 6), (7, 8))),
        (FIVE, [told(3, 5, 1)], (*tables((), (3, 4), (5, 1))[1:], PlannedTable(1, (("B", 2),)))),
        (FIVE, [told(1, 1, 5)], tables((1, 5), (3, 4), (2,))),
        (FIVE, [told(1, 2)], tables((2,), (3, 4), (5, 1))),
        (EIGHT, [told(1, 1, 3, 2, 4, partners=True)], (told(1, 1, 3, 2, 4, partners=True), *EIGHT[2:])),
        (EIGHT, [told(1, 1, 2, 3, 5)], (told(1, 1, 2, 3, 5), told(2, 6, 4), EIGHT[3])),
        (EIGHT, [told(2, *range(1, 7))], (told(2, *range(1, 7)), EIGHT[3])),
        (SEVEN, [told(2, 4, 5, 1)], (told(1, 3, 2), told(2, 4, 5, 1), SEVEN[2])),
        (SEVEN, [told(2, 4, 2)], (told(1, 1, 5, 3), told(2, 4, 2), SEVEN[2])),
        (SEVEN, [told(2, 4, 1), told(3, 6, 2)], (told(1, 5, 7, 3), told(2, 4, 1), told(3, 6, 2))),
        (DOUBLES, [told(3, 5, 2)], (told(1, 1, 6, 3, 4, partners=True), told(3, 5, 2))),
        (DOUBLES, [told(3, 5, 6, 2)], (told(1, 1, 4, 3), told(3, 5, 6, 2))),
    ],
    ids=[
        "one goes",
        "letters",
        "a whole table",
        "two tables",
        "from two tables",
        "to a bye",
        "bye",
        "nobody",
        "four as partners",
        "four from three tables",
        "six",
        "three and two",
        "a third",
        "two thirds",
        "one of the partners",
        "one of the partners away",
    ],
)
def test_who_sits_where_then(planned, said, expected):
    assert set(as_they_sit(planned, said)) == set(expected)


def test_two_who_met_at_an_unused_table_leave_two_who_meet_each_other():
    then = as_they_sit(EIGHT, [told(9, 1, 3)])
    assert set(then) == {told(1, 4, 2), told(9, 1, 3), *EIGHT[2:]}


def test_who_cannot_sit_anywhere_is_not_left_standing():
    with pytest.raises(ValueError, match="no seat"):
        as_they_sit(EIGHT, [told(1, 1)])


def test_a_fixed_seat_comes_before_a_rematch_and_that_before_letters():
    past = [[PlayedTable(1, (("A", 1), ("B", 4)))]]
    said = [told(1, 3, 5)]
    assert set(as_they_sit(EIGHT, said, past=past)) == {told(1, 3, 5), told(2, 2, 4), told(3, 1, 6), EIGHT[3]}
    fixed = [Person(1, fixed=(2, "A"))]
    assert told(2, 1, 4) in as_they_sit(EIGHT, said, fixed, past)


@st.composite
def said_of(draw, planned, hall):
    """One to three tables at which anybody may sit, two at each."""
    everybody = sorted(seats_of(planned))
    count = draw(st.integers(1, max(1, min(3, len(everybody) // 2))))
    at = draw(st.lists(st.integers(1, hall), min_size=count, max_size=count, unique=True))
    who = draw(st.lists(st.sampled_from(everybody), min_size=count * 2, max_size=count * 2, unique=True))
    return [told(table, *who[place * 2 : place * 2 + 2]) for place, table in enumerate(at)]


@tried(100)
@given(data=st.data(), players=st.integers(2, 30), spare=st.integers(0, 3), seed=st.integers(0, 2**32))
def test_everybody_sits_exactly_once_whatever_is_said(data, players, spare, seed):
    hall = (players + 1) // 2 + spare
    planned = Day().seat([Person(number) for number in range(1, players + 1)], tables=hall, seed=seed)
    said = data.draw(said_of(planned, hall))
    then = as_they_sit(planned, said)
    assert sorted(n for table in then for n in table.people) == sorted(seats_of(planned))
    assert len({table.table for table in then}) == len(then)
    assert set(said) <= set(then)
    assert len(alone(then)) == players % 2
    involved = {seats_of(planned)[n][0] for table in said for n in table.people} | {t.table for t in said}
    unlike = {table.table for table in then if table not in planned}
    bye = {table.table for table in planned if len(table.seats) == 1}
    assert unlike <= involved | bye


def test_nobody_is_left_alone_where_a_seat_opposite_somebody_is_free():
    then = as_they_sit(SEVEN, [told(2, 4, 1, 6)])
    assert set(then) == {told(1, 3, 2), told(2, 4, 1, 6), told(3, 5, 7)}


@st.composite
def said_of_many(draw, planned, hall):
    """One to three tables at which anybody may sit, one to six at each, sometimes as partners."""
    left = draw(st.permutations(sorted(seats_of(planned))))
    said = []
    for table in draw(st.lists(st.integers(1, hall), min_size=1, max_size=3, unique=True)):
        many = min(draw(st.integers(1, 6)), len(left))
        if many:
            partners = many in (4, 6) and draw(st.booleans())
            said.append(told(table, *left[:many], partners=partners))
            left = left[many:]
    return said


@tried(100)
@given(
    data=st.data(),
    players=st.integers(2, 24),
    spare=st.integers(0, 3),
    seed=st.integers(0, 2**32),
    three=st.booleans(),
)
def test_up_to_six_at_a_table_and_everybody_sits_once_or_nothing_is_done(data, players, spare, seed, three):
    hall = (players + 1) // 2 + spare
    planned = Day().seat(
        [Person(number) for number in range(1, players + 1)],
        tables=hall,
        seed=seed,
        three=three and players > 2,
    )
    for _again in range(2):
        said = data.draw(said_of_many(planned, hall))
        try:
            then = as_they_sit(planned, said)
        except ValueError:
            return
        assert sorted(n for table in then for n in table.people) == list(range(1, players + 1))
        assert len({table.table for table in then}) == len(then)
        assert set(said) <= set(then)
        for table in then:
            letters = [letter for letter, _ in table.seats]
            assert letters == list("ABCDEF"[: len(letters)]) or letters == ["B"]
            assert len(table.sides) >= min(2, len(letters))
        involved = {seats_of(planned)[n][0] for table in said for n in table.people}
        involved |= {table.table for table in said}
        unlike = {table.table for table in then if table not in planned}
        assert unlike <= involved | {table.table for table in planned if len(table.seats) == 1}
        planned = then


@tried(20)
@given(
    data=st.data(),
    players=st.integers(4, 40),
    seed=st.integers(0, 2**32),
    house=st.booleans(),
    fixed=st.integers(0, 3),
)
def test_the_round_after_has_no_fault(data, players, seed, house, fixed):
    chance = random.Random(seed)
    people, day = field(players, fixed, house=house, chance=chance), Day()
    hall = max(fixed * 2, (len(people) + 1) // 2)
    for number in range(5):
        planned = day.seat(people, tables=hall, seed=seed + number)
        assert not day.faults, (number, day.faults)
        if data.draw(st.booleans()):
            planned = as_they_sit(planned, data.draw(said_of(planned, hall)), people, day.rounds)
        day.play(planned, lambda table: chance.choice(table.people))
