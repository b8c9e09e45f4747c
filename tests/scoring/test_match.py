"""Matches: their end, their winner, and the next dealer (rules.md §3.3)."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.match import KINDS, Match, dealer_after, halves_won, state
from scoring.match_points import TABLES, losers_level, win_worth
from scoring.side import SideValue


def games(winners, points=1):
    return [("ABC".index(who) if who in "ABC" else None, points, False) for who in winners]


@pytest.mark.parametrize(
    ("match", "winners", "over", "winner"),
    [
        (Match(), "", False, None),
        (Match(), "B", True, 1),
        (Match(), "-", True, None),
        (Match("fixed", 2), "A", False, None),
        (Match("fixed", 2), "AB", True, None),
        (Match("fixed", 4), "AAA", False, None),
        (Match("fixed", 4), "AAAB", True, 0),
        (Match("fixed", 3), "A-B", True, None),
        (Match("fixed", 3), "A--", True, 0),
        (Match("best_of", 1), "B", True, 1),
        (Match("best_of", 3), "AB", False, None),
        (Match("best_of", 3), "AA", True, 0),
        (Match("best_of", 3), "A-", False, None),
        (Match("best_of", 5), "ABAB", False, None),
        (Match("best_of", 5), "ABABB", True, 1),
        (Match("first_to", 5), "AAAA", False, None),
        (Match("first_to", 5), "AAAABA", True, 0),
    ],
)
def test_match_end_and_winner(match, winners, over, winner):
    played = state(match, games(winners))
    assert (played.over, played.winner) == (over, winner)


def test_games_after_a_match_was_won_do_not_count():
    late = state(Match("first_to", 5), [(1, 3, False), (1, 3, False), (0, 4, False), (0, 4, False)])
    assert (late.winner, late.games_won, late.points) == (1, (0, 2), (0, 6))
    assert state(Match("best_of", 3), games("AAB")).games_won == (2, 0)
    assert state(Match(), games("AB")).winner == 0


def test_board_set_is_won_by_first_to_five_points():
    table = TABLES["board_set"]
    losers = [(0, 88), (1, 100), (1, 59), (0, 95), (0, 50)]
    results = [
        (winner, win_worth(table, losers_level([loser], table.lines)).points, False)
        for winner, loser in losers
    ]
    match = Match("first_to", table.first_to)
    assert [state(match, results[:played]).points for played in (3, 4, 5)] == [(2, 4), (3, 4), (6, 4)]
    assert state(match, results).winner == 0 and not state(match, results[:4]).over


@pytest.mark.parametrize("kind", ["fixed", "best_of", "first_to"])
def test_triple_skunk_ends_match_regardless_of_lead(kind):
    triple = win_worth(TABLES["free_play_triple"], 3, games_in_match=5)
    played = state(Match(kind, 5), [(0, 1, False), (0, 1, False), (1, triple.points, triple.wins_match)])
    assert (played.over, played.winner, played.next_deal) == (True, 1, None)


def test_a_fixed_number_of_games_may_be_decided_by_match_points():
    results = [(0, 1, False), (0, 1, False), (1, 4, False)]
    assert state(Match("fixed", 3), results).winner == 0
    assert state(Match("fixed", 3, by="points"), results).winner == 1
    level = [(0, 1, False), (0, 1, False), (1, 2, False)]
    assert state(Match("fixed", 3, by="points"), level).winner is None


@pytest.mark.parametrize(("winners", "deals"), [("", None), ("A", 1), ("AB", 0), ("A-", None)])
def test_the_loser_of_a_game_deals_first_in_the_next(winners, deals):
    assert state(Match("best_of", 5), games(winners)).next_deal == deals


def test_no_dealer_after_the_last_game():
    assert state(Match("best_of", 3), games("AA")).next_deal is None
    assert state(Match("fixed", 2), games("AB")).next_deal is None


WON, LOST = SideValue(won=True), SideValue()
AWAY = SideValue(how="no_show", played=False)
GONE = SideValue(how="forfeit", played=False)


@pytest.mark.parametrize(
    ("match", "games", "halves"),
    [
        (Match("best_of", 3), [(WON, LOST)], (0, 0)),
        (Match("best_of", 3), [(WON, LOST)] * 2, (2, 0)),
        (Match("fixed", 2), [(WON, LOST), (LOST, WON)], (1, 1)),
        (Match("fixed", 2), [(LOST, LOST)] * 2, (1, 1)),
        (Match(), [(LOST, LOST)], (1, 1)),
        (Match(), [(AWAY, AWAY)], (0, 0)),
        (Match("best_of", 3), [(AWAY, AWAY)] * 2, (0, 0)),
        (Match("best_of", 3), [(AWAY, AWAY)] * 3, (0, 0)),
        (Match("best_of", 3), [(AWAY, AWAY)] * 2 + [(LOST, LOST)], (1, 1)),
        (Match("best_of", 3), [(AWAY, AWAY)] * 3 + [(LOST, LOST)], (0, 0)),
        (Match("best_of", 3), [(WON, LOST), (AWAY, AWAY), (AWAY, AWAY)], (2, 0)),
        (Match("best_of", 3), [(GONE, GONE)], (0, 0)),
        (Match("best_of", 3), [(WON, LOST), (GONE, GONE)], (0, 0)),
        (Match("fixed", 2), [(replace(GONE, won=True), GONE), (GONE, replace(GONE, won=True))], (1, 1)),
    ],
)
def test_level_match_is_half_a_match_only_if_it_was_played(match, games, halves):
    assert halves_won(match, games) == halves


def test_match_of_three_sides():
    played = state(Match("first_to", 3), games("ACBCC"), sides=3)
    assert (played.winner, played.games_won) == (2, (1, 1, 3))
    assert state(Match("fixed", 3), games("ABC"), sides=3).winner is None
    assert state(Match("fixed", 5), games("AC"), sides=3).next_deal is None, "cut: the sources are silent"
    assert state(Match("fixed", 5, deals="left"), games("AC"), sides=3).next_deal == 0
    assert dealer_after(0, sides=3, deals="left") == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (("best_of", 2), "best_of_odd"),
        (("best_of", 0), "match_number"),
        (("fixed", -1), "match_number"),
        (("first_to", 2.0), "match_number"),
        (("first_to", "5"), "match_number"),
        (("fixed", True), "match_number"),
        (("one_game", 3), "one_game_is_one"),
        (("rubber", 3), "unknown_match"),
        (("fixed", 3, "spread"), "unknown_match"),
        (("fixed", 3, "games", "winner"), "unknown_match"),
    ],
)
def test_impossible_matches_are_refused(fields, code):
    with pytest.raises(DomainError) as refused:
        Match(*fields)
    assert refused.value.code == code


@pytest.mark.parametrize("winner", [2, -1, "A", True, 1.0])
def test_game_won_by_unknown_side_is_refused(winner):
    with pytest.raises(DomainError) as refused:
        state(Match("best_of", 3), [(winner, 1, False)])
    assert refused.value.code == "unknown_winner"


@given(
    st.sampled_from(KINDS),
    st.integers(1, 7),
    st.integers(2, 4),
    st.lists(st.tuples(st.integers(0, 1), st.integers(1, 4), st.booleans()), max_size=12),
)
def test_finished_match_never_changes(kind, n, sides, results):
    match = Match(kind, 1 if kind == "one_game" else 2 * n - 1)
    states = [state(match, results[:played], sides) for played in range(len(results) + 1)]
    for before, after in pairwise(states):
        assert not before.over or before == after
    for one in states:
        assert sum(one.games_won) <= len(results)
        assert one.winner is None or one.over
