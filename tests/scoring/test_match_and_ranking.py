import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Refusal, match_points, ranking
from scoring.match import Match, state
from scoring.ranking import Decision


@pytest.mark.parametrize("name", ["match", "match_points", "ranking", "cribbage.game"])
def test_the_examples_in_the_rule_book_are_true(name):
    assert doctest.testmod(importlib.import_module(f"scoring.{name}")).failed == 0


@pytest.mark.parametrize(
    ("kind", "n", "winners", "over", "winner"),
    [
        ("one_game", 1, "", False, None),
        ("one_game", 1, "A", True, 0),
        ("best_of", 3, "A", False, None),
        ("best_of", 3, "AB", False, None),
        ("best_of", 3, "AA", True, 0),
        ("best_of", 3, "ABB", True, 1),
        ("fixed", 3, "AB", False, None),
        ("fixed", 3, "ABA", True, 0),
        ("fixed", 2, "AB", True, None),
    ],
)
def test_when_a_match_is_over(kind, n, winners, over, winner):
    played = state(Match(kind, n), [("AB".index(who), 1, False) for who in winners])
    assert (played.over, played.winner) == (over, winner)


def test_the_loser_of_a_game_deals_next():
    assert state(Match("best_of", 3), [(0, 1, False)]).next_deal == 1


def test_first_to_five_match_points_and_a_triple_skunk():
    assert state(Match("first_to", 5), [(0, 3, False), (1, 1, False), (0, 2, False)]).winner == 0
    assert state(Match("first_to", 5), [(1, 4, True)]).winner == 1


def test_best_of_an_even_number_is_refused():
    with pytest.raises(Refusal):
        Match("best_of", 2)


@pytest.mark.parametrize(
    ("points", "lines", "code"),
    [
        ((2, 3, 3), (91,), "match_points_whole_numbers"),
        ((2, 1, 3, 3), (91,), "skunk_worth_less"),
        ((0, 1, 2, 3), (91,), "win_worth_nothing"),
        ((2, 3, 3, 3), (61, 91), "skunk_lines_descending"),
        ((2, 3, 3, 3), (130,), "skunk_lines_whole_numbers"),
    ],
)
def test_impossible_tables_are_refused(points, lines, code):
    with pytest.raises(Refusal) as refused:
        match_points.read_table({"points": points, "lines": lines})
    assert refused.value.code == code


def test_equal_points_share_a_rank():
    rows = ranking.rank({n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}, ["pegged"])
    assert [row.rank for row in rows] == [1, 2, 2, 4]
    assert rows[3].behind == 3 and rows[3].gap == 1


def test_a_decision_orders_those_tied_and_nobody_else():
    totals = {n: {"pegged": p} for n, p in {1: 10, 2: 9, 3: 9, 4: 8}.items()}
    decided = {3: Decision(0, "best_of_three", (2, 1)), 2: Decision(1, "best_of_three", (1, 2))}
    rows = ranking.rank(totals, ["pegged"], decided)
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


@given(st.dictionaries(st.integers(1, 60), st.integers(0, 20), min_size=1, max_size=40))
def test_a_rank_is_one_more_than_the_number_of_those_who_have_more(points):
    rows = ranking.rank({n: {"pegged": p} for n, p in points.items()}, ["pegged"])
    assert sorted(row.number for row in rows) == sorted(points)
    for row in rows:
        assert row.rank == 1 + sum(other > points[row.number] for other in points.values())
