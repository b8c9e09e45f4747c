"""Round 1 by lot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing.first_round_draw import first_round
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, SeatingRules


def crowd(count: int, **apart: str) -> list[Person]:
    """Return people 1 to `count`; `p3="x"` gives person 3 the apart tags of its letters."""
    return [Person(n, apart=frozenset(apart.get(f"p{n}", ""))) for n in range(1, count + 1)]


def test_seed_draws_known_seats():
    planned = first_round(crowd(6), tables=3, seed=2026)
    assert [(table.table, table.people) for table in planned] == [(1, (3, 1)), (2, (4, 5)), (3, (2, 6))]


def test_order_of_list_does_not_change_the_draw():
    assert first_round(crowd(9), tables=5, seed=4) == first_round(crowd(9)[::-1], tables=5, seed=4)


def test_different_seeds_draw_different_seats():
    drawn = {first_round(crowd(16), tables=8, seed=seed) for seed in range(20)}
    assert len(drawn) == 20


def test_opponents_are_evenly_distributed_over_many_seeds():
    opponents = [0] * 9
    for seed in range(4000):
        table = next(t for t in first_round(crowd(8), tables=4, seed=seed) if 1 in t.people)
        opponents[sum(table.people) - 1] += 1
    assert min(opponents[2:]) > 4000 / 7 * 0.8


def test_bye_is_at_the_last_table():
    planned = first_round(crowd(7), tables=9, seed=1)
    assert [len(table.seats) for table in planned] == [2, 2, 2, 1]
    assert [table.table for table in planned] == [1, 2, 3, 4]


def test_house_player_plays_only_in_an_odd_field():
    house = Person(50, house=True)
    assert 50 in seats_of(first_round([*crowd(7), house], tables=4, seed=1))
    planned = first_round([*crowd(8), house], tables=4, seed=1)
    assert 50 not in seats_of(planned)
    assert not validate(planned, [*crowd(8), house], [], SeatingRules(tables=4))


def test_fixed_seats_are_kept():
    people = [*crowd(6), Person(7, fixed=(5, "B")), Person(8, fixed=(2, "A"))]
    seats = seats_of(first_round(people, tables=6, seed=3))
    assert seats[7] == (5, "B")
    assert seats[8] == (2, "A")


def test_players_with_fixed_seats_at_one_table_meet():
    people = [*crowd(5), Person(7, fixed=(2, "B")), Person(8, fixed=(2, "A"))]
    planned = first_round(people, tables=6, seed=3)
    assert (("A", 8), ("B", 7)) in [table.seats for table in planned]
    assert [finding.code for finding in validate(planned, people, [], SeatingRules(tables=6))] == [
        "two_fixed_seats"
    ]


@pytest.mark.parametrize("seed", range(30))
def test_couples_are_kept_apart(seed):
    people = crowd(8, p1="a", p2="a", p3="b", p4="b", p5="c", p6="c", p7="ab", p8="b")
    planned = first_round(people, tables=4, seed=seed)
    assert not validate(planned, people, [], SeatingRules(tables=4))


@pytest.mark.parametrize("seed", range(10))
def test_large_club_has_as_few_internal_meetings_as_possible(seed):
    clubs = {f"p{n}": "x" for n in range(1, 8)}  # seven of one club, three others: two tables at the least
    people = crowd(10, **clubs)
    planned = first_round(people, tables=5, seed=seed)
    found = validate(planned, people, [], SeatingRules(tables=5))
    assert [finding.code for finding in found] == ["not_apart"] * 2


@tried(50)
@given(
    count=st.integers(2, 40),
    seed=st.integers(0, 2**40),
    tags=st.lists(st.sampled_from(["", "a", "b", "ab", "c"]), min_size=40, max_size=40),
    fixed=st.integers(0, 5),
    house=st.booleans(),
)
def test_every_draw_passes_validation(count, seed, tags, fixed, house):
    people = [
        Person(
            n,
            fixed=(n, "AB"[n % 2]) if n <= min(fixed, count // 2) else None,
            house=house and n == count,
            apart=frozenset(tags[n - 1]),
        )
        for n in range(1, count + 1)
    ]
    if count < 2 + house:
        return
    planned = first_round(people, tables=max(fixed, (count + 1) // 2), seed=seed)
    assert not [finding for finding in validate(planned, people, [], SeatingRules(tables=60)) if finding.hard]


@pytest.mark.parametrize(
    ("people", "tables", "code", "choices"),
    [
        ([Person(1)], 4, "too_few_people", [("wait_for_people", {"people": 1})]),
        (crowd(9), 4, "too_few_tables", [("add_tables", {"tables": 1})]),
        (
            [*crowd(3), Person(4, fixed=(9, "A"))],
            4,
            "fixed_seat_missing",
            [("change_fixed_seat", {"number": 4})],
        ),
        (
            [Person(1, fixed=(1, "A")), Person(2, fixed=(1, "A")), Person(3), Person(4)],
            4,
            "fixed_seat_taken",
            [("change_fixed_seat", {"number": 2})],
        ),
        (
            [*[Person(n, fixed=(n, "A")) for n in (1, 2, 3)], Person(4)],
            4,
            "too_many_fixed",
            [("unfix", {"people": 1})],
        ),
    ],
)
def test_impossible_seatings_are_refused_with_choices(people, tables, code, choices):
    with pytest.raises(NoSeating) as refused:
        first_round(people, tables=tables, seed=1)
    assert refused.value.code == code
    assert list(refused.value.choices) == choices


def test_two_house_players_or_duplicate_player_raise_value_error():
    with pytest.raises(ValueError, match="house"):
        first_round([Person(1, house=True), Person(2, house=True), Person(3)], tables=4, seed=1)
    with pytest.raises(ValueError, match="twice"):
        first_round([Person(1), Person(1)], tables=4, seed=1)
