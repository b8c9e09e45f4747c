"""Pegs: the target, exactly or as pegged, and from 116 (rules.md §1, §2.4, §4)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage.pegging import PegRules, peg, read_rules
from tournaments import formats

FROM_116 = PegRules(from_116=True)


def test_from_116_loses_only_single_points():
    for score, points in product(range(121), range(30)):
        pegged = peg(score, points, FROM_116)
        lost = points == 1 and score in (116, 117, 118, 119, 120)
        assert pegged.after == (score if lost else min(121, score + points))
        assert pegged.lost == (1 if lost else 0) and pegged.points == points - pegged.lost
        assert pegged.wins == (pegged.after >= 121)


def test_single_points_count_without_from_116():
    assert [peg(score, 1).after for score in range(121)] == list(range(1, 122))


def test_hand_and_crib_are_one_event_each():
    assert peg(118, 2, FROM_116).after == 120
    assert peg(118, 1, FROM_116).after == 118  # his nobs alone
    assert peg(120, 1, FROM_116).wins is False and peg(120, 2, FROM_116).wins is True


def test_go_is_added_to_points_of_its_card():
    assert peg(118, 1, FROM_116, earlier=2).after == 119
    assert peg(120, 1, FROM_116, earlier=2).wins
    assert peg(120, 1, FROM_116, earlier=0).after == 120


def test_from_116_does_not_apply_to_game_to_61():
    assert peg(60, 1, PegRules(target=61, from_116=True)).wins


def test_the_winner_ends_at_the_target_or_as_pegged():
    assert (peg(120, 29).after, peg(120, 29, PegRules(exact=False)).after) == (121, 149)


def test_peg_rules_are_read_from_stage_rules():
    fadoq = formats.rules("fadoq-15")
    assert read_rules(fadoq) == PegRules(target=121, from_116=True, muggins=False, exact=True)
    other = formats.rules("fadoq-15", from_116=False, muggins=True, pegging="as_pegged", target=61)
    assert read_rules(other) == PegRules(target=61, from_116=False, muggins=True, exact=False)


@pytest.mark.parametrize("score", [121, 130, -1, 3.0, "3", None, True])
def test_impossible_score_is_refused(score):
    with pytest.raises(DomainError) as refused:
        peg(score, 2)
    assert refused.value.code == "impossible_score"


@pytest.mark.parametrize("target", [0, -121, 121.0, "121", None])
def test_an_impossible_target_is_refused(target):
    with pytest.raises(DomainError) as refused:
        PegRules(target=target)
    assert refused.value.code == "impossible_target"


@given(st.lists(st.integers(0, 29), max_size=60), st.booleans(), st.booleans())
def test_pegs_only_go_forward_and_end_at_the_target(events, from_116, exact):
    rules, score = PegRules(from_116=from_116, exact=exact), 0
    for points in events:
        pegged = peg(score, points, rules)
        assert pegged.before == score <= pegged.after <= (121 if exact else 149)
        assert pegged.points + pegged.lost == points
        score = pegged.after
        if pegged.wins:
            break
