"""The rules of gin as data: bonuses, targets, options and refusals (rules.md §5, §6, §7)."""

from dataclasses import asdict, replace

import pytest

from scoring import DomainError
from scoring.gin.rules import ACES, MODES, NAMED_RULES, SHUTOUTS, GinRules, read_rules


@pytest.mark.parametrize(
    ("name", "bonuses"),
    [
        ("standard", (10, 20, 20, 100, 100)),
        ("variant_a", (25, 25, 25, 100, 100)),
        ("variant_b", (20, 25, 25, 100, 100)),
        ("oklahoma", (20, 25, 25, 100, 150)),
    ],
)
def test_bonuses_of_named_variants(name, bonuses):
    rules = read_rules(name)
    assert (rules.undercut, rules.gin, rules.box, rules.game_bonus, rules.target) == bonuses
    assert rules.oklahoma == (name == "oklahoma")


def test_defaults_are_the_standard_variant():
    rules = read_rules()
    assert rules == NAMED_RULES["standard"]
    assert (rules.ace, rules.three_shutout, rules.boxes_doubled, rules.hollywood_open) == (
        "low",
        "once",
        False,
        False,
    )


@pytest.mark.parametrize(
    ("changes", "low", "corner"),
    [
        ({}, 100, 125),
        ({"name": "variant_a"}, 100, 125),
        ({"mode": "three"}, 100, 100),
        ({"mode": "captain"}, 100, 100),
        ({"mode": "teams", "a_side": 2}, 125, 150),
        ({"mode": "teams", "a_side": 2, "alternating": True}, 125, 150),
        ({"mode": "teams", "a_side": 3}, 150, 175),
        ({"mode": "teams", "a_side": 4}, 175, 200),
        ({"mode": "teams", "a_side": 6}, 225, 250),
        ({"hollywood": True}, 100, 100),
        ({"name": "oklahoma"}, 150, 150),
        ({"name": "oklahoma", "hollywood": True}, 150, 150),
        ({"name": "oklahoma", "mode": "three"}, 150, 150),
        ({"name": "oklahoma", "mode": "teams", "a_side": 2}, 175, 175),
        ({"target": 250}, 250, 250),
        ({"target": 250, "mode": "teams", "a_side": 2}, 250, 250),
    ],
)
def test_target_follows_variant_mode_and_ace(changes, low, corner):
    assert [read_rules({**changes, "ace": ace}).target for ace in ACES] == [low, low, corner]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "canasta"}, "gin_unknown_rules"),
        ({"name": None}, "gin_unknown_rules"),
        ({"undercut": -1}, "gin_bonus_whole_number"),
        ({"gin": 2.5}, "gin_bonus_whole_number"),
        ({"box": True}, "gin_bonus_whole_number"),
        ({"game_bonus": "100"}, "gin_bonus_whole_number"),
        ({"target": 0}, "gin_target_whole_number"),
        ({"target": "100"}, "gin_target_whole_number"),
        ({"ace": "high"}, "gin_unknown_option"),
        ({"mode": "five"}, "gin_unknown_option"),
        ({"three_shutout": "never"}, "gin_unknown_option"),
        ({"boxes_doubled": 1}, "gin_unknown_option"),
        ({"a_side": 2}, "gin_side_size"),
        ({"mode": "teams"}, "gin_side_size"),
        ({"mode": "teams", "a_side": 7}, "gin_side_size"),
        ({"alternating": True}, "gin_alternating_needs_teams"),
        ({"mode": "three", "hollywood": True}, "gin_hollywood_two_sides"),
    ],
)
def test_impossible_rules_are_refused(changes, code):
    with pytest.raises(DomainError) as refused:
        read_rules(changes)
    assert refused.value.code == code


@pytest.mark.parametrize("name", NAMED_RULES)
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shutout", SHUTOUTS)
def test_rules_survive_conversion_to_data_and_back(name, ace, mode, shutout):
    a_side = 2 if mode == "teams" else 1
    rules = replace(
        NAMED_RULES[name], ace=ace, mode=mode, a_side=a_side, three_shutout=shutout, set_target=180
    )
    assert read_rules(asdict(rules)) == rules == read_rules(rules)


def test_other_keys_of_a_stage_are_ignored():
    assert read_rules({"v": 1, "format": "gin-round-robin", "game": "gin", "rounds": 7}) == GinRules()
