"""The schedules known beforehand: whist, and tables without rematches."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from tournaments.pairing import no_rematch_schedules, whist
from tournaments.pairing.finite_field import FiniteField, is_prime_power


def all_pairs(people: int) -> list[frozenset[int]]:
    return [frozenset(two) for two in combinations(range(people), 2)]


@pytest.mark.parametrize("people", sorted(whist.FIRST_ROUNDS))
def test_whist_pairs_partner_once_and_oppose_twice(people):
    together, against, out = Counter(), Counter(), Counter()
    for number in range(whist.rounds(people)):
        tables = whist.tables_of_round(people, number)
        seated = [place for sides in tables for side in sides for place in side]
        assert len(seated) == len(set(seated)) == people // 4 * 4
        out.update(set(range(people)) - set(seated))
        for one, other in tables:
            together.update([frozenset(one), frozenset(other)])
            against.update(frozenset(two) for two in product(one, other))
    assert together == Counter(all_pairs(people))
    assert against == Counter(all_pairs(people) * 2)
    assert out == Counter(range(people) if people % 4 else ())


def test_every_existing_whist_schedule_up_to_33_is_shipped():
    assert {n for n in range(4, 34) if n % 4 < 2} <= set(whist.FIRST_ROUNDS)


def test_impossible_whist_schedules_have_no_rounds():
    assert whist.rounds(14) == whist.rounds(15) == 0


KNOWN_SCHEDULES = [
    (8, 4, 10),
    (7, 4, 9),
    (6, 4, 7),
    (5, 4, 5),
    (7, 3, 10),
    (6, 3, 8),
    (5, 3, 7),
    (6, 5, 6),
    (9, 3, 13),
    (10, 4, 13),
    (4, 4, 5),
    (5, 5, 6),
    (9, 6, 9),
    (16, 5, 16),
    (49, 4, 49),
]


@pytest.mark.parametrize(("tables", "size", "rounds"), KNOWN_SCHEDULES)
def test_known_schedules_have_no_rematch(tables, size, rounds):
    listed = no_rematch_schedules.schedule(tables, size)
    assert len(listed) == rounds <= no_rematch_schedules.max_rounds(tables * size, size)
    assert_sound(listed, tables, size, 0)


@pytest.mark.parametrize(
    ("tables", "size", "empty"), [(5, 4, 5), (7, 4, 1), (8, 4, 2), (6, 4, 3), (6, 5, 2), (9, 4, 8), (5, 5, 4)]
)
def test_schedules_with_smaller_tables_have_no_rematch(tables, size, empty):
    listed = no_rematch_schedules.schedule(tables, size, empty)
    assert len(listed) >= tables
    assert_sound(listed, tables, size, empty)


def test_unknown_schedules_are_empty():
    assert no_rematch_schedules.schedule(10, 6) == no_rematch_schedules.schedule(7, 4, 2) == ()


def assert_sound(listed, tables, size, empty):
    met = Counter(frozenset(two) for groups in listed for group in groups for two in combinations(group, 2))
    assert max(met.values()) == 1
    for groups in listed:
        assert sorted(place for group in groups for place in group) == list(range(tables * size - empty))
        assert sorted(map(len, groups)) == [size - 1] * empty + [size] * (tables - empty)


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_finite_field_operations_are_invertible(q):
    field = FiniteField(q)
    for one in range(q):
        assert sorted(field.add(one, other) for other in range(q)) == list(range(q))
        assert sorted(field.times(one, other) for other in range(q)) == (list(range(q)) if one else [0] * q)
    for one, two, three in product(range(min(q, 9)), repeat=3):
        assert field.times(one, field.add(two, three)) == field.add(
            field.times(one, two), field.times(one, three)
        )


def test_finite_field_needs_a_prime_power():
    assert [q for q in range(1, 20) if is_prime_power(q)] == [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19]
    with pytest.raises(ValueError, match="12"):
        FiniteField(12)
