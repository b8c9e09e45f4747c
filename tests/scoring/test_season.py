"""A season compared with its definition, for any evenings and any rules (rules.md §10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import season
from scoring.season import RANKS, RESULTS, EveningResult, Row, Rules, table

EVENINGS = st.dictionaries(
    st.integers(1, 30),
    st.dictionaries(
        st.integers(1, 12),
        st.builds(EveningResult, st.integers(1, 12), st.integers(-40, 40), st.booleans()),
        max_size=12,
    ),
    max_size=12,
)
RULES = st.builds(
    Rules,
    counts=st.sampled_from((RESULTS, RANKS)),
    best=st.none() | st.integers(1, 6),
    least=st.integers(0, 20),
    attendance=st.integers(0, 6),
    by_rank=st.lists(st.integers(0, 20), max_size=8).map(lambda points: tuple(sorted(points, reverse=True))),
)


@given(EVENINGS, RULES)
def test_each_player_is_listed_once_with_best_results(evenings, rules):
    rows = table(evenings, rules)
    assert sorted(row.who for row in rows) == sorted(evenings)
    for row in rows:
        attended = evenings[row.who]
        assert set(row.brought) == set(attended)
        good = [season.evening_points(one, rules) for one in attended.values() if _reaches_least(one, rules)]
        best = sorted(good, reverse=True)[: rules.best]
        assert [row.brought[number] for number in row.counted] == best
        assert (row.total, row.attended) == (sum(best), len(attended))
        assert (row.rank is None) == (len(attended) < rules.attendance)


def _reaches_least(one: EveningResult, rules: Rules) -> bool:
    return rules.least == 0 or one.lowest or one.result >= rules.least


@given(EVENINGS, RULES)
def test_ranks_follow_total_then_best_evenings(evenings, rules):
    ranked = [row for row in table(evenings, rules) if row.rank]
    for place, row in enumerate(ranked, start=1):
        better = [other for other in ranked if _better(other, row)]
        assert row.rank == len(better) + 1 <= place


def _better(one: Row, other: Row) -> bool:
    def of(row: Row) -> list[int]:
        return [row.brought[number] for number in row.counted]

    return (one.total, of(one)) > (other.total, of(other))


def test_counted_evening_of_no_points_ranks_before_none():
    evenings = {
        7: {1: EveningResult(3, 4)},
        9: {1: EveningResult(1, 20), 2: EveningResult(4, 9)},
        11: {1: EveningResult(2, 10)},
    }
    rows = table(evenings, Rules(counts=RANKS, least=10))
    assert [(row.rank, row.who, row.counted) for row in rows] == [(1, 9, (1,)), (1, 11, (1,)), (3, 7, ())]


def test_equal_total_from_better_evening_ranks_first():
    evenings = {
        7: {1: EveningResult(1, 20), 2: EveningResult(9, 0)},
        9: {1: EveningResult(2, 10), 2: EveningResult(2, 10)},
    }
    assert [(row.rank, row.who) for row in table(evenings, Rules())] == [(1, 7), (2, 9)]


def test_evening_below_the_minimum_counts_nothing():
    evenings = {7: {1: EveningResult(1, 12), 2: EveningResult(1, 11)}}
    assert table(evenings, Rules(least=12)) == [Row(1, 7, 12, 2, {1: 12, 2: 0}, (1,))]


@pytest.mark.parametrize(("counts", "expected"), [(RESULTS, [40, -20, -60]), (RANKS, [15, 12, 10])])
def test_evening_below_zero_counts_without_a_declared_minimum(counts, expected):
    evenings = {7: {1: EveningResult(1, 40)}, 9: {1: EveningResult(2, -20)}, 11: {1: EveningResult(3, -60)}}
    rows = table(evenings, Rules(counts=counts, by_rank=(15, 12, 10)))
    assert [(row.rank, row.total, row.counted) for row in rows] == [
        (rank, total, (1,)) for rank, total in enumerate(expected, start=1)
    ]


def test_minimum_is_not_asked_where_the_lowest_result_ranks_first():
    evenings = {7: {1: EveningResult(1, 5, lowest=True)}, 9: {1: EveningResult(2, 60, lowest=True)}}
    rows = table(evenings, Rules(counts=RANKS, least=12, by_rank=(10, 7)))
    assert [(row.who, row.total) for row in rows] == [(7, 10), (9, 7)]


def test_players_sharing_a_rank_each_get_its_points():
    rules = Rules(counts=RANKS, by_rank=(10, 7, 5))
    evenings = {7: {1: EveningResult(2, 9)}, 9: {1: EveningResult(2, 9)}, 11: {1: EveningResult(4, 3)}}
    assert [(row.rank, row.total) for row in table(evenings, rules)] == [(1, 7), (1, 7), (3, 0)]
