"""Seating as played: each player still sits once, and no player is moved without need."""

import doctest
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_random_tournaments import field
from tests.pairing.tournaments import PlayedRounds
from tests.samples import tried
from tournaments.pairing import actual_seats as module
from tournaments.pairing.actual_seats import apply_reported_tables, people_without_opponent
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import Person, PlannedTable, PlayedTable


def tables(*seated):
    """Return tables 1, 2, 3 … with the players who sit there."""
    return tuple(
        PlannedTable(at, tuple(zip("ABCDEF", people, strict=False))) for at, people in enumerate(seated, 1)
    )


def planned_table(table, *people, partners=False):
    return PlannedTable(table, tuple(zip("ABCDEF", people, strict=False)), partners=partners)


EIGHT_PLAYERS = tables((1, 2), (3, 4), (5, 6), (7, 8))
FIVE_PLAYERS = tables((1, 2), (3, 4), (5,))
SEVEN_PLAYERS = tables((1, 2, 3), (4, 5), (6, 7))
DOUBLES = (planned_table(1, 1, 2, 3, 4, partners=True), *tables((), (), (5, 6))[2:])


def test_doctests_pass():
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("planned", "reported", "expected"),
    [
        (EIGHT_PLAYERS, [planned_table(1, 1, 3)], tables((1, 3), (2, 4), (5, 6), (7, 8))),
        (EIGHT_PLAYERS, [planned_table(1, 2, 1)], tables((2, 1), (3, 4), (5, 6), (7, 8))),
        (EIGHT_PLAYERS, [planned_table(1, 3, 4)], tables((3, 4), (1, 2), (5, 6), (7, 8))),
        (
            EIGHT_PLAYERS,
            [planned_table(1, 1, 3), planned_table(3, 5, 7)],
            tables((1, 3), (2, 4), (5, 7), (6, 8)),
        ),
        (EIGHT_PLAYERS, [planned_table(1, 3, 5)], tables((3, 5), (1, 4), (2, 6), (7, 8))),
        (
            FIVE_PLAYERS,
            [planned_table(3, 5, 1)],
            (*tables((), (3, 4), (5, 1))[1:], PlannedTable(1, (("B", 2),))),
        ),
        (FIVE_PLAYERS, [planned_table(1, 1, 5)], tables((1, 5), (3, 4), (2,))),
        (FIVE_PLAYERS, [planned_table(1, 2)], tables((2,), (3, 4), (5, 1))),
        (
            EIGHT_PLAYERS,
            [planned_table(1, 1, 3, 2, 4, partners=True)],
            (planned_table(1, 1, 3, 2, 4, partners=True), *EIGHT_PLAYERS[2:]),
        ),
        (
            EIGHT_PLAYERS,
            [planned_table(1, 1, 2, 3, 5)],
            (planned_table(1, 1, 2, 3, 5), planned_table(2, 6, 4), EIGHT_PLAYERS[3]),
        ),
        (EIGHT_PLAYERS, [planned_table(2, *range(1, 7))], (planned_table(2, *range(1, 7)), EIGHT_PLAYERS[3])),
        (
            SEVEN_PLAYERS,
            [planned_table(2, 4, 5, 1)],
            (planned_table(1, 3, 2), planned_table(2, 4, 5, 1), SEVEN_PLAYERS[2]),
        ),
        (
            SEVEN_PLAYERS,
            [planned_table(2, 4, 2)],
            (planned_table(1, 1, 5, 3), planned_table(2, 4, 2), SEVEN_PLAYERS[2]),
        ),
        (
            SEVEN_PLAYERS,
            [planned_table(2, 4, 1), planned_table(3, 6, 2)],
            (planned_table(1, 5, 7, 3), planned_table(2, 4, 1), planned_table(3, 6, 2)),
        ),
        (
            DOUBLES,
            [planned_table(3, 5, 2)],
            (planned_table(1, 1, 6, 3, 4, partners=True), planned_table(3, 5, 2)),
        ),
        (DOUBLES, [planned_table(3, 5, 6, 2)], (planned_table(1, 1, 4, 3), planned_table(3, 5, 6, 2))),
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
def test_seating_after_reported_tables(planned, reported, expected):
    assert set(apply_reported_tables(planned, reported)) == set(expected)


def test_opponents_left_by_a_move_to_unused_table_meet():
    then = apply_reported_tables(EIGHT_PLAYERS, [planned_table(9, 1, 3)])
    assert set(then) == {planned_table(1, 4, 2), planned_table(9, 1, 3), *EIGHT_PLAYERS[2:]}


def test_report_that_leaves_player_without_seat_is_refused():
    with pytest.raises(ValueError, match="no seat"):
        apply_reported_tables(EIGHT_PLAYERS, [planned_table(1, 1)])


def test_fixed_seats_outweigh_rematches_and_letters():
    past = [[PlayedTable(1, (("A", 1), ("B", 4)))]]
    given = [planned_table(1, 3, 5)]
    assert set(apply_reported_tables(EIGHT_PLAYERS, given, past=past)) == {
        planned_table(1, 3, 5),
        planned_table(2, 2, 4),
        planned_table(3, 1, 6),
        EIGHT_PLAYERS[3],
    }
    fixed = [Person(1, fixed=(2, "A"))]
    assert planned_table(2, 1, 4) in apply_reported_tables(EIGHT_PLAYERS, given, fixed, past)


@st.composite
def reported_tables(draw, planned, hall):
    """Draw one to three tables with any two players each, as the desk could report them."""
    everybody = sorted(seats_of(planned))
    count = draw(st.integers(1, max(1, min(3, len(everybody) // 2))))
    at = draw(st.lists(st.integers(1, hall), min_size=count, max_size=count, unique=True))
    who = draw(st.lists(st.sampled_from(everybody), min_size=count * 2, max_size=count * 2, unique=True))
    return [planned_table(table, *who[place * 2 : place * 2 + 2]) for place, table in enumerate(at)]


@tried(100)
@given(data=st.data(), players=st.integers(2, 30), spare=st.integers(0, 3), seed=st.integers(0, 2**32))
def test_every_player_sits_once_after_any_report(data, players, spare, seed):
    hall = (players + 1) // 2 + spare
    planned = PlayedRounds().seat(
        [Person(number) for number in range(1, players + 1)], tables=hall, seed=seed
    )
    drawn = data.draw(reported_tables(planned, hall))
    then = apply_reported_tables(planned, drawn)
    assert sorted(n for table in then for n in table.people) == sorted(seats_of(planned))
    assert len({table.table for table in then}) == len(then)
    assert set(drawn) <= set(then)
    assert len(people_without_opponent(then)) == players % 2
    involved = {seats_of(planned)[n][0] for table in drawn for n in table.people} | {t.table for t in drawn}
    unlike = {table.table for table in then if table not in planned}
    bye = {table.table for table in planned if len(table.seats) == 1}
    assert unlike <= involved | bye


def test_no_player_sits_alone_while_an_opposite_seat_is_free():
    then = apply_reported_tables(SEVEN_PLAYERS, [planned_table(2, 4, 1, 6)])
    assert set(then) == {planned_table(1, 3, 2), planned_table(2, 4, 1, 6), planned_table(3, 5, 7)}


@st.composite
def reported_larger_tables(draw, planned, hall):
    """Draw one to three tables with any one to six players each, sometimes as partners."""
    left = draw(st.permutations(sorted(seats_of(planned))))
    received = []
    for table in draw(st.lists(st.integers(1, hall), min_size=1, max_size=3, unique=True)):
        many = min(draw(st.integers(1, 6)), len(left))
        if many:
            partners = many in (4, 6) and draw(st.booleans())
            received.append(planned_table(table, *left[:many], partners=partners))
            left = left[many:]
    return received


@pytest.mark.long
@tried(100)
@given(
    data=st.data(),
    players=st.integers(2, 24),
    spare=st.integers(0, 3),
    seed=st.integers(0, 2**32),
    three=st.booleans(),
)
def test_every_player_sits_once_after_reports_of_larger_tables(data, players, spare, seed, three):
    hall = (players + 1) // 2 + spare
    planned = PlayedRounds().seat(
        [Person(number) for number in range(1, players + 1)],
        tables=hall,
        seed=seed,
        three=three and players > 2,
    )
    for _again in range(2):
        drawn = data.draw(reported_larger_tables(planned, hall))
        try:
            then = apply_reported_tables(planned, drawn)
        except ValueError:
            return
        assert sorted(n for table in then for n in table.people) == list(range(1, players + 1))
        assert len({table.table for table in then}) == len(then)
        assert set(drawn) <= set(then)
        for table in then:
            letters = [letter for letter, _ in table.seats]
            assert letters == list("ABCDEF"[: len(letters)]) or letters == ["B"]
            assert len(table.sides) >= min(2, len(letters))
        involved = {seats_of(planned)[n][0] for table in drawn for n in table.people}
        involved |= {table.table for table in drawn}
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
def test_round_after_seat_changes_passes_validation(data, players, seed, house, fixed):
    chance = random.Random(seed)
    people, tournament = field(players, fixed, house=house, chance=chance), PlayedRounds()
    hall = max(fixed * 2, (len(people) + 1) // 2)
    for number in range(5):
        planned = tournament.seat(people, tables=hall, seed=seed + number)
        assert not tournament.faults, (number, tournament.faults)
        if data.draw(st.booleans()):
            planned = apply_reported_tables(
                planned, data.draw(reported_tables(planned, hall)), people, tournament.rounds
            )
        tournament.play(planned, lambda table: chance.choice(table.people))
