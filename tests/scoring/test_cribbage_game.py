from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage import game
from tournaments import formats

EXACT_RULES = formats.rules("fadoq-15")
PEGGED_RULES = formats.rules("fadoq-15", pegging="as_pegged")


@pytest.mark.parametrize(
    ("rules", "scores", "code"),
    [
        (EXACT_RULES, [121, 121], "two_winners"),
        (EXACT_RULES, [120, 97], "no_winner"),
        (EXACT_RULES, [130, 97], "winner_exactly"),
        (PEGGED_RULES, [150, 97], "winner_too_high"),
        (PEGGED_RULES, [121, 122], "two_winners"),
        (EXACT_RULES, [121, "97"], "not_a_whole_number"),
        (EXACT_RULES, [121, True], "not_a_whole_number"),
        (EXACT_RULES, [121, 97.5], "not_a_whole_number"),
        (EXACT_RULES, [121, -1], "negative"),
        (EXACT_RULES, [121], "one_score_a_side"),
    ],
)
def test_impossible_scores_are_refused(rules, scores, code):
    with pytest.raises(DomainError) as refused:
        game.check({"v": 1, "pegged": scores}, rules)
    assert refused.value.code == code


@pytest.mark.parametrize("scores", [[121, 0], [0, 121], [121, 120]])
def test_possible_scores_pass(scores):
    game.check(game.played(scores), EXACT_RULES)
    game.check(game.played(scores), PEGGED_RULES)


def test_as_pegged_allows_149_points():
    game.check(game.played([149, 120]), PEGGED_RULES)


@pytest.mark.parametrize(("loser", "level"), [(91, 0), (90, 1), (61, 1), (60, 2), (31, 2), (30, 3), (0, 3)])
def test_skunk_lines(loser, level):
    winner, lost = game.side_values(game.played([121, loser]), EXACT_RULES)
    assert (winner.skunk, lost.skunk) == (level, 0)
    assert winner.match_points == 0, "until a table is chosen a skunk has no value"


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ("acc", (2, 3, 3, 3)),
        ("long_match", (3, 4, 4, 4)),
        ("free_play_3", (1, 2, 3, 3)),
        ("free_play_4", (1, 2, 4, 4)),
        ("free_play_triple", (1, 2, 4, 4)),
        ("rules_fr", (1, 2, 4, 4)),
        ("board_set", (1, 2, 3, 3)),
    ],
)
def test_every_table_of_match_points(table, points):
    rules = formats.rules("fadoq-15", match_points=table)
    for loser, worth in zip((95, 80, 50, 20), points, strict=True):
        winner, lost = game.side_values(game.played([loser, 121]), rules)[::-1]
        assert (winner.match_points, lost.match_points) == (worth, 0)


def test_board_lines_go_with_the_board_set():
    rules = formats.rules("fadoq-15", match_points="board_set")
    points = [
        game.side_values(game.played([121, loser]), rules)[0].match_points for loser in (90, 89, 60, 59)
    ]
    assert points == [1, 2, 2, 3]


def test_a_triple_skunk_wins_a_match_of_several_games_at_once():
    rules = formats.rules("fadoq-15", match_points="free_play_triple")
    assert game.side_values(game.played([121, 20]), rules, games_in_match=3)[0].wins_match
    assert not game.side_values(game.played([121, 20]), rules)[0].wins_match


def test_award_counts_points_but_no_skunk_or_played_game():
    here, absent = game.side_values(game.award_data("forfeit", [121, 0], winner=0), EXACT_RULES)
    assert (here.pegged, here.won, here.skunk, here.played) == (121, True, 0, False)
    assert (absent.pegged, absent.won, absent.how) == (0, False, "forfeit")


def test_an_abandoned_game_may_have_no_winner():
    assert game.winner_of(game.award_data("abandoned", [80, 75]), EXACT_RULES) is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (game.award_data("lunch", [1, 2]), "unknown_award"),
        (game.award_data("forfeit", [121, 0], winner=2), "unknown_winner"),
        (game.award_data("forfeit", [500, 0], winner=0), "award_too_high"),
    ],
)
def test_impossible_awards_are_refused(data, code):
    with pytest.raises(DomainError) as refused:
        game.check(data, EXACT_RULES)
    assert refused.value.code == code


@given(st.lists(st.integers(-5, 160), min_size=2, max_size=2))
def test_accepted_scores_have_one_winner_and_opposite_spreads(scores):
    data = game.played(scores)
    try:
        game.check(data, PEGGED_RULES)
    except DomainError:
        return
    values = game.side_values(data, PEGGED_RULES)
    assert [value.won for value in values].count(True) == 1
    assert sum(value.spread for value in values) == 0


@pytest.mark.parametrize("target", [121, 61])
def test_rehearsed_game_is_a_valid_result(target):
    rules = {**EXACT_RULES, "target": target}
    games = [game.simulated_data(Random(seed), rules) for seed in range(500)]
    for one in games:
        game.check(one, rules)
    losers = [min(one["pegged"]) for one in games]
    assert 100 - 121 + target < sum(losers) // len(losers) < 106 - 121 + target
    assert game.simulated_data(Random(7), rules) == game.simulated_data(Random(7), rules)


@pytest.mark.parametrize(
    ("criterion", "rules", "won", "lost"),
    [
        ("match_points", {"match_points": "acc"}, (2, 3), (0,)),
        ("match_points", {"match_points": "rules_fr", "lines": [91, 61]}, (1, 2, 4), (0,)),
        ("match_points", {"match_points": "rules_fr", "lines": [91]}, (1, 2), (0,)),
        ("match_points", {"match_points": "acc", "target": 61}, (2,), (0,)),
        ("match_points", {"match_points": "acc", "pegging": "timed"}, (2,), (0,)),
        ("won", {}, (1,), (0,)),
        ("spread", {}, (), ()),
        ("pegged", {}, (121,), tuple(range(121))),
        ("pegged", {"pegging": "as_pegged"}, tuple(range(121, 150)), tuple(range(121))),
        ("pegged", {"pegging": "timed"}, tuple(range(1, 122)), tuple(range(121))),
    ],
)
def test_possible_values_of_first_criterion_in_cribbage(criterion, rules, won, lost):
    assert game.possible_gains({**EXACT_RULES, **rules, "criteria": [criterion]}) == (won, lost)
