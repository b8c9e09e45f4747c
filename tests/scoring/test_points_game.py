"""A game of points: valid results, the winner, and what each side has of it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.points import game
from scoring.points.rules import MAX_ABSOLUTE_POINTS, PointsRules

NO_MATCH_POINTS = {"match_points": None}
PLAIN = game.DEFAULTS | NO_MATCH_POINTS
FIVE_HUNDRED = PLAIN | {"least": -990, "most": 990, "target": 500, "ties_allowed": False}
HEARTS = PLAIN | {"higher_wins": False, "most": 125, "target": 100}
EUCHRE = PLAIN | {"most": 10, "target": 10}


@st.composite
def rules(draw):
    """Draw rules as an organiser could declare them, with what follows from them."""
    least = draw(st.integers(-500, 500))
    most = draw(st.integers(least + 2, least + 1000))
    target = draw(st.sampled_from([0, *({draw(st.integers(max(1, least + 1), most))} if most > 0 else ())]))
    higher = draw(st.booleans())
    chosen = PLAIN | {
        "least": least,
        "most": most,
        "target": target,
        "higher_wins": higher,
        "ties_allowed": draw(st.booleans()),
        "rank_by": draw(st.sampled_from(["won", "spread", *(["pegged"] if higher else [])])),
    }
    return chosen | game.derived_rules(chosen)


GAME_INPUTS = st.tuples(rules(), st.integers(2, 6), st.integers())


def rehearsed(tournament):
    declared, sides, seed = tournament
    return game.simulated_data(Random(seed), declared, sides)


@pytest.mark.parametrize(
    ("order", "counted"),
    [
        (["won", "pegged"], "pegged"),
        (["won", "pegged", "spread"], "pegged"),
        (["pegged", "spread"], "pegged"),
        (["won", "spread", "pegged"], "spread"),
        (["won", "plus"], "spread"),
    ],
)
def test_declared_points_count_in_the_sum_that_ranks(order, counted):
    found = game.derived_rules(PLAIN | {"order": order})
    assert {found[name] for name in ("credited", "penalised", "running")} == {counted}


@pytest.mark.parametrize("higher_wins", [True, False])
@pytest.mark.parametrize("sides", range(2, 7))
def test_rehearsed_game_ends_with_target_next_to_least(sides, higher_wins):
    declared = PLAIN | {"most": 2, "target": 1, "higher_wins": higher_wins, "ties_allowed": False}
    for seed in range(20):
        game.check(game.simulated_data(Random(seed), declared, sides), declared, sides)


@given(GAME_INPUTS)
def test_rehearsed_game_is_valid_and_better_number_wins(tournament):
    declared, sides, _seed = tournament
    data = rehearsed(tournament)
    game.check(data, declared, sides)
    winner = game.winner_of(data, declared)
    values = game.side_values(data, declared)
    assert [value.won for value in values] == [side == winner for side in range(sides)]
    ranked = sorted(data["points"], reverse=declared["higher_wins"])
    if winner is None:
        assert declared["ties_allowed"] and ranked[0] == ranked[1]
        assert max(value.value for value in values) == 0
    else:
        assert data["points"][winner] == ranked[0]
        assert values[winner].value == abs(ranked[0] - ranked[1]) > 0
        assert all(values[side].value < 0 for side in range(sides) if side != winner)


@given(GAME_INPUTS)
def test_two_sides_have_opposite_values(tournament):
    declared, _sides, seed = tournament
    one, other = game.side_values(game.simulated_data(Random(seed), declared, 2), declared)
    assert one.value == -other.value
    assert (one.against, other.against) == (other.pegged, one.pegged)


@given(GAME_INPUTS, st.randoms(use_true_random=False))
def test_reordered_game_gives_each_side_the_same_values(tournament, chance):
    declared, sides, _seed = tournament
    data, order = rehearsed(tournament), list(range(sides))
    chance.shuffle(order)
    turned = game.reorder_sides(data, order)
    game.check(turned, declared, sides)
    before, after = game.side_values(data, declared), game.side_values(turned, declared)
    assert list(after) == [before[side] for side in order]
    assert game.reorder_sides(turned, [order.index(side) for side in range(sides)]) == data


@given(GAME_INPUTS)
def test_rehearsed_values_are_among_possible_results(tournament):
    declared, _sides, seed = tournament
    win, lose = game.possible_gains(declared)
    if declared["criteria"][0] == "spread":
        assert (win, lose) == ((), ())
        return
    for value in game.side_values(game.simulated_data(Random(seed), declared, 2), declared):
        brought = getattr(value, declared["criteria"][0])
        if value.won:
            assert brought in win
        elif value.value:
            assert brought in lose
    assert list(win) == sorted(set(win)) and list(lose) == sorted(set(lose))


@pytest.mark.parametrize(
    ("declared", "points", "winner", "values"),
    [
        (FIVE_HUNDRED, [520, -140], 0, [660, -660]),
        (FIVE_HUNDRED, [-300, 500], 1, [-800, 800]),
        (FIVE_HUNDRED, [540, 510], 0, [30, -30]),
        (HEARTS, [100, 37], 1, [-63, 63]),
        (HEARTS, [37, 104, 60], 0, [23, -67, -23]),
        (EUCHRE, [8, 10], 1, [-2, 2]),
        (PLAIN, [150, 150], None, [0, 0]),
        (PLAIN, [150, 150, 90], None, [0, 0, -60]),
        (HEARTS, [100, 100], None, [0, 0]),
    ],
)
def test_the_better_number_wins_by_the_difference(declared, points, winner, values):
    data = game.played(points)
    game.check(data, declared, len(points))
    assert game.winner_of(data, declared) == winner
    assert [value.value for value in game.side_values(data, declared)] == values
    assert [value.spread for value in game.side_values(data, declared)] == values


@pytest.mark.parametrize(
    ("declared", "points", "code"),
    [
        (PLAIN, [300], "one_score_a_side"),
        (PLAIN, [300, 20, 10], "one_score_a_side"),
        (PLAIN, None, "one_score_a_side"),
        (PLAIN, {"0": 1, "1": 2}, "one_score_a_side"),
        (PLAIN, [300, "80"], "points_not_whole"),
        (PLAIN, [True, 80], "points_not_whole"),
        (PLAIN, [300.0, 80], "points_not_whole"),
        (PLAIN, [-1, 80], "points_out_of_range"),
        (PLAIN, [300, 1000], "points_out_of_range"),
        (FIVE_HUNDRED, [-991, 500], "points_out_of_range"),
        (FIVE_HUNDRED, [490, 480], "points_not_over"),
        (HEARTS, [99, 80], "points_not_over"),
        (FIVE_HUNDRED, [510, 510], "points_level"),
        (PLAIN | PLAIN["in_a_match"], [7, 7], "points_level"),
    ],
)
def test_impossible_results_are_refused(declared, points, code):
    with pytest.raises(DomainError) as refusal:
        game.check({"v": 1, "points": points}, declared)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 2, "points": [3, 8]}, "unknown_result_version"),
        ({"v": 1, "pegged": [3, 8]}, "unknown_key"),
        ({"v": 1, "points": [3, 8], "winner": 1}, "unknown_key"),
        ({"v": 1, "how": "bored", "points": [0, 0]}, "unknown_award"),
        ({"v": 1, "how": "forfeit", "points": [0, 50], "winner": 2}, "unknown_winner"),
        ({"v": 1, "how": "forfeit", "points": [0, 50], "winner": True}, "unknown_winner"),
        ({"v": 1, "how": "forfeit", "points": [0, 50], "winner": 0}, "points_award_backwards"),
        (
            {"v": 1, "how": "no_show", "points": [0, MAX_ABSOLUTE_POINTS + 1], "winner": 1},
            "points_out_of_range",
        ),
        ({"v": 1, "how": ["forfeit"], "points": [0, 0]}, "unknown_award"),
    ],
)
def test_invalid_line_data_is_refused(data, code):
    with pytest.raises(DomainError) as refusal:
        game.check(data, PLAIN)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("declared", "points", "winner", "values"),
    [
        (PLAIN, [0, 0], 0, [0, 0]),
        (PLAIN, [100, 0], 0, [100, -100]),
        (HEARTS, [0, 100], 0, [100, -100]),
        (PLAIN, [60, 40], None, [0, 0]),
    ],
)
def test_forfeit_counts_declared_points(declared, points, winner, values):
    data = game.award_data("forfeit", points, winner)
    game.check(data, declared)
    found = game.side_values(data, declared)
    assert [(one.value, one.played, one.how) for one in found] == [(v, False, "forfeit") for v in values]
    assert game.winner_of(data, declared) == winner
    assert game.reorder_sides(data)["points"] == points[::-1]
    assert game.export_data(data, declared)["how"] == "forfeit"


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"least": 10, "most": 10}, "points_range"),
        ({"least": 10, "most": 9}, "points_range"),
        ({"least": -MAX_ABSOLUTE_POINTS - 1}, "points_range"),
        ({"most": MAX_ABSOLUTE_POINTS + 1}, "points_range"),
        ({"target": 1000}, "points_target"),
        ({"target": 5, "least": 5}, "points_target"),
        ({"rank_by": "pegged", "higher_wins": False}, "points_lower_ranks"),
    ],
)
def test_impossible_rules_are_refused(chosen, code):
    with pytest.raises(DomainError) as refusal:
        game.derived_rules(PLAIN | chosen)
    assert refusal.value.code == code


@pytest.mark.parametrize("chosen", [{"match_points": "acc"}, {"rank_by": "match_points"}])
def test_points_game_has_no_match_points(chosen):
    with pytest.raises(KeyError):
        game.derived_rules(PLAIN | chosen)


def test_missing_rules_are_the_defaults_of_the_game():
    assert PointsRules.read({}) == PointsRules.read(PLAIN)


@pytest.mark.parametrize("order", [(0, 0), (0, 1, 2), (1,)])
def test_order_of_wrong_sides_is_refused(order):
    with pytest.raises(ValueError, match="sides cannot be put in the order"):
        game.reorder_sides(game.played([121, 88]), order)


@pytest.mark.parametrize(
    ("declared", "ends"),
    [
        ({"least": 0, "most": 1000, "target": 800}, [800, 85]),
        ({"least": 0, "most": 150, "target": 140, "higher": False}, [120, 140]),
        ({"least": 0, "most": 9}, [9, 6]),
    ],
)
def test_example_scores_fit_the_declared_range(declared, ends):
    assert PointsRules(**declared).ends(2) == ends
