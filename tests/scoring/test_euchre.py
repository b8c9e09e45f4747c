"""Euchre: points and lone hands that can be a game, and their value (rules.md §15)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError, ranking
from scoring.criteria import CRITERIA, GameRecord, RankingInput
from scoring.euchre import game
from tests.samples import tried

RULES = game.DEFAULTS
TO_TEN = RULES | {"hands": 0, "target": 10}
KINDS = (RULES, TO_TEN, RULES | {"ties_allowed": False}, RULES | {"hands": 5, "lone_euchre": 4})


def code(data, rules=RULES):
    with pytest.raises(DomainError) as refused:
        game.check(data, rules)
    return refused.value.code


@given(st.integers(0, 10**6), st.sampled_from(KINDS))
@tried(200)
def test_rehearsed_game_is_valid_and_its_sides_agree(seed, rules):
    data = game.simulated_data(Random(seed), rules)
    game.check(data, rules)
    one, other = game.side_values(data, rules)
    assert (one.pegged, one.against, one.spread) == (other.against, other.pegged, -other.spread)
    assert [one.won, other.won].index(True) == game.winner_of(data, rules) if one.spread else not one.won
    assert [one.figures["loners"], other.figures["loners"]] == data["loners"]
    turned = game.reorder_sides(data)
    assert game.reorder_sides(turned) == data and game.side_values(turned, rules) == (other, one)


@pytest.mark.parametrize(
    ("points", "loners", "rules", "refusal"),
    [
        ([3, 9], [1, 0], RULES, "euchre_loners"),
        ([4, 3], [0, 0], RULES, "euchre_hands"),
        ([9, 8], [0, 0], RULES, "euchre_hands"),
        ([9, 9], [1, 0], RULES | {"lone_euchre": 2, "hands": 6}, "euchre_hands"),
        ([6, 6], [0, 0], RULES | {"ties_allowed": False}, "euchre_level"),
        ([9, 8], [0, 0], TO_TEN, "euchre_not_over"),
        ([10, 10], [0, 0], TO_TEN, "euchre_beyond"),
        ([14, 3], [0, 0], TO_TEN, "euchre_beyond"),
        ([8, 100], [0, 0], RULES, "euchre_not_whole"),
        ([8, "5"], [0, 0], RULES, "euchre_not_whole"),
        ([8, 5], [0, -1], RULES, "euchre_not_whole"),
        ([8, 5], [0], RULES, "euchre_each_side"),
    ],
)
def test_impossible_results_are_refused(points, loners, rules, refusal):
    assert code(game.played(points, loners), rules) == refusal


def test_the_limits_of_eight_hands_are_allowed():
    for points, loners in (([8, 0], [0, 0]), ([8, 8], [0, 0]), ([32, 0], [8, 0]), ([8, 10], [1, 0])):
        game.check(game.played(points, loners), RULES)
    game.check(game.played([16, 16], [0, 0]), RULES | {"lone_euchre": 4})
    game.check(game.played([13, 9], [1, 0]), TO_TEN)


@pytest.mark.parametrize("end", [{"hands": 0, "target": 0}, {"hands": 8, "target": 10}])
def test_rules_need_either_hands_or_target(end):
    with pytest.raises(DomainError) as refused:
        game.derived_rules(RULES | end | {"match_points": None})
    assert refused.value.code == "euchre_end"


def test_award_has_no_lone_hands_and_no_better_loser():
    data = game.award_data("forfeit", [0, 10], winner=1)
    game.check(data, RULES)
    one, other = game.side_values(data, RULES)
    assert (one.won, other.won, dict(other.figures)) == (False, True, {"loners": 0})
    assert code(game.award_data("forfeit", [10, 0], winner=1)) == "euchre_award_backwards"
    assert code(game.award_data("forfeit", [0, 10], winner=2)) == "unknown_winner"
    assert code(game.award_data("slept", [0, 10], winner=1)) == "unknown_award"


def test_lone_hands_break_ties():
    played = [([8, 3], [0, 0], (1, 2)), ([8, 3], [1, 0], (3, 4))]
    written = [
        GameRecord(at, 1, side, numbers[side], value)
        for at, (points, loners, numbers) in enumerate(played)
        for side, value in enumerate(game.side_values(game.played(points, loners), RULES))
    ]
    field = RankingInput((1, 2, 3, 4), {"pegged": {1: 8, 2: 3, 3: 8, 4: 3}}, written)
    assert dict(CRITERIA["loners"].values(field.numbers, field)) == {1: 0, 2: 0, 3: 1, 4: 0}
    ranked = ranking.rank_field(["pegged", "loners"], field)
    assert [(row.rank, row.number) for row in ranked.rows] == [(1, 3), (2, 1), (3, 2), (3, 4)]
    assert ranked.values[3] == (8, 1)


def test_the_rules_of_euchre_have_no_match_points():
    for other in ({"match_points": 2}, {"match_points": None, "rank_by": "spread"}):
        with pytest.raises(KeyError):
            game.derived_rules(RULES | other)


@pytest.mark.parametrize(
    ("first", "rules", "expected"),
    [
        ("won", RULES, ((1,), (0,))),
        ("loners", RULES, ((), ())),
        ("pegged", TO_TEN, (tuple(range(10, 14)), tuple(range(10)))),
    ],
)
def test_possible_values_of_first_criterion_in_euchre(first, rules, expected):
    assert game.possible_gains(rules | {"criteria": [first]}) == expected


def test_forfeit_gives_target_or_one_point_per_hand():
    assert (game.forfeit_points(TO_TEN), game.forfeit_points(RULES)) == ((10, 0), (RULES["hands"], 0))


def test_award_may_have_no_winner_and_can_be_turned_round():
    game.check(game.award_data("abandoned", [3, 5]), RULES)
    won = game.award_data("forfeit", [8, 0], 0)
    assert game.reorder_sides(won) == game.award_data("forfeit", [0, 8], 1)


def test_euchre_has_two_sides():
    with pytest.raises(DomainError, match="euchre_two_sides"):
        game.check(game.played([8, 5], [0, 0]), RULES, sides=3)
    with pytest.raises(ValueError, match="order"):
        game.reorder_sides(game.played([8, 5], [0, 0]), (0, 2))


def test_no_game_wins_a_match_alone_and_entry_is_one_person():
    assert game.wins_match_at(RULES) is None
    assert game.people_per_entry(RULES) == 1
