from hypothesis import given
from hypothesis import strategies as st

from scoring import ranking
from scoring.ranking import Decision


def test_equal_points_share_a_rank():
    rows = ranking.rank({n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}, ["pegged"])
    assert [row.rank for row in rows] == [1, 2, 2, 4]
    assert rows[3].behind == 3 and rows[3].gap == 1


def test_a_decision_orders_those_tied_and_nobody_else():
    totals = {n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}
    decided = {3: Decision(0, "best_of_three", (2, 1)), 2: Decision(1, "best_of_three", (1, 2))}
    rows = ranking.rank(totals, ["pegged"], decided)
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_who_is_first_is_behind_nobody_and_who_is_tied_knows_with_whom():
    rows = ranking.rank({n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}, ["pegged"])
    assert [(row.behind, row.gap) for row in rows] == [(None, 0), (1, 1), (1, 1), (3, 1)]
    assert [row.tied for row in rows] == [(), (2, 3), (2, 3), ()]
    assert [row.shared_with for row in rows] == [(), (3,), (2,), ()]


def test_who_was_not_decided_about_stands_beside_the_first_of_the_others():
    totals = {n: {"pegged": 10} for n in (1, 2, 3)}
    rows = ranking.rank(totals, ["pegged"], {2: Decision(0, "lot"), 3: Decision(1, "lot")})
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_criteria_count_in_their_order():
    totals = {1: {"won": 3, "spread": 10}, 2: {"won": 4, "spread": 0}, 3: {"won": 3, "spread": 11}}
    assert [row.number for row in ranking.rank(totals, ["won", "spread"])] == [2, 3, 1]
    assert [row.number for row in ranking.rank(totals, ["spread", "won"])] == [3, 1, 2]
    assert [row.gap for row in ranking.rank(totals, ["won", "spread"])] == [0, 1, 0]


@given(st.dictionaries(st.integers(1, 60), st.integers(0, 20), min_size=1, max_size=40))
def test_a_rank_is_one_more_than_the_number_of_those_who_have_more(points):
    rows = ranking.rank({n: {"pegged": p} for n, p in points.items()}, ["pegged"])
    assert sorted(row.number for row in rows) == sorted(points)
    for row in rows:
        assert row.rank == 1 + sum(other > points[row.number] for other in points.values())
