import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ranking
from scoring.ranking import Decision, of_those_tied


def test_equal_points_share_a_rank():
    rows = ranking.rank({n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}, ["pegged"])
    assert [row.rank for row in rows] == [1, 2, 2, 4]
    assert rows[3].behind == 3 and rows[3].gap == 1


def test_decision_orders_only_tied_entries():
    totals = {n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}
    decided = {3: Decision(0, "best_of_three", (2, 1)), 2: Decision(1, "best_of_three", (1, 2))}
    rows = ranking.rank(totals, ["pegged"], decided)
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_rows_have_points_behind_and_tied_entries():
    rows = ranking.rank({n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}, ["pegged"])
    assert [(row.behind, row.gap) for row in rows] == [(None, 0), (1, 1), (1, 1), (3, 1)]
    assert [row.tied for row in rows] == [(), (2, 3), (2, 3), ()]
    assert [row.shared_with for row in rows] == [(), (3,), (2,), ()]


def test_entry_without_decision_shares_first_place_of_tie():
    totals = {n: {"pegged": 10} for n in (1, 2, 3)}
    rows = ranking.rank(totals, ["pegged"], {2: Decision(0, "lot"), 3: Decision(1, "lot")})
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_criteria_count_in_their_order():
    totals = {1: {"won": 3, "spread": 10}, 2: {"won": 4, "spread": 0}, 3: {"won": 3, "spread": 11}}
    assert [row.number for row in ranking.rank(totals, ["won", "spread"])] == [2, 3, 1]
    assert [row.number for row in ranking.rank(totals, ["spread", "won"])] == [3, 1, 2]
    assert [row.gap for row in ranking.rank(totals, ["won", "spread"])] == [0, 1, 0]


@given(st.dictionaries(st.integers(1, 60), st.integers(0, 20), min_size=1, max_size=40))
def test_rank_is_one_more_than_entries_with_more_points(points):
    rows = ranking.rank({n: {"pegged": p} for n, p in points.items()}, ["pegged"])
    assert sorted(row.number for row in rows) == sorted(points)
    for row in rows:
        assert row.rank == 1 + sum(other > points[row.number] for other in points.values())


# Decisions that place those who are tied now


def places(*numbers, code="best_of_three"):
    """Return a decision for each of `numbers`, in this order; those in a tuple share a place."""
    found = {}
    for place, one in enumerate(numbers):
        for number in one if isinstance(one, tuple) else (one,):
            found[number] = Decision(place, code)
    return found


LEVEL = {1: (30,), 2: (30,), 3: (30,), 4: (20,), 5: (20,), 6: (10,)}


@pytest.mark.parametrize(
    ("decided", "expected"),
    [
        ([], {}),
        ([{}], {}),
        ([{}, places(1, 2, 3)], places(1, 2, 3)),  # a match of which nothing counts, and one that does
        ([places(1, 2, 3)], places(1, 2, 3)),
        ([places(2, (1, 3))], places(2, (1, 3))),  # the whole tie, though two still share a place
        ([places(1, 2)], {}),  # one of those tied has not played
        ([places(1, 2, 3, 4)], places(1, 2, 3)),  # one who was tied then stands elsewhere now
        ([places(1, (2, 3), 4)], {}),  # and those who are left share a place
        ([places(6, 7)], {}),  # level with no other entry
        ([places(1, 2, 3), places(5, 4)], {**places(1, 2, 3), **places(5, 4)}),
        ([places(1, 2, 3, code="old"), places(3, 2, 1, code="new")], places(3, 2, 1, code="new")),
        ([places(1, 2, 3), places(3, 2)], places(1, 2, 3)),  # the newest does not concern all of them
    ],
)
def test_only_matches_played_by_all_tied_entries_count(decided, expected):
    assert of_those_tied(LEVEL, decided) == expected
