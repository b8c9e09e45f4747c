"""A round declared as a match of several games, or as one short game (rules.md §3.3)."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def check_form(**typed):
    form = SetupForm(posted(**typed))
    form.is_valid()
    return form, {field.name: [error.code for error in field.errors.as_data()] for field in form.refused()}


@pytest.mark.parametrize(
    ("typed", "match"),
    [
        ({}, {"kind": "fixed", "games": 1}),
        ({"match_kind": "best_of", "match_games": "5"}, {"kind": "best_of", "games": 5}),
        ({"match_kind": "fixed", "match_games": "2"}, {"kind": "fixed", "games": 2}),
        (
            {
                "match_kind": "first_to",
                "match_points_to": "5",
                "match_points": "board_set",
                "match_bye": "won",
            },
            {"kind": "first_to", "points": 5, "bye": "won"},
        ),
        (
            {"match_kind": "fixed", "match_games": "3", "match_by": "points", "match_points": "acc"},
            {"kind": "fixed", "games": 3, "by": "points"},
        ),
    ],
)
def test_fields_give_the_rules_of_the_match(typed, match):
    form, refused = check_form(**typed)
    assert not refused and form.rules()["match"] == match
    assert SetupForm(like=factories.tournament(4, **form.rules() | {"tables": 4})).rules()["match"] == match


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"match_kind": "best_of", "match_games": "4"}, "match_games"),
        ({"match_kind": "fixed", "match_games": "16"}, "match_games"),
        ({"match_kind": "first_to", "match_points_to": "5"}, "match_kind"),
        ({"match_kind": "first_to", "match_points_to": "9", "match_points": "acc"}, "match_points_to"),
        ({"own_order": "on", "order_1": "matches_won", "order_2": "spread"}, "order_1"),
    ],
)
def test_impossible_match_is_refused_at_its_field(typed, field):
    form, refused = check_form(**typed)
    assert set(refused) == {field}
    assert form.rules()["match"] == {"kind": "fixed", "games": 1}


def test_matches_won_can_rank_when_a_match_is_declared():
    typed = {"match_kind": "best_of", "own_order": "on", "order_1": "matches_won", "order_2": "spread"}
    form, refused = check_form(**typed, order_3="")
    assert not refused and form.rules()["criteria"] == ["matches_won", "spread"]


def test_a_short_game_goes_to_61():
    form, refused = check_form(game_to="61")
    assert not refused and form.rules()["target"] == 61
    assert len(headings_from_116()) == 1
    assert not [heading for heading, _said in rule_sentences(form.rules()) if heading in headings_from_116()]


def rule_sentences(rules):
    from tournaments.games import GAMES

    return list(GAMES["cribbage"].rules.in_order(rules))


def headings_from_116():
    at_61, at_121 = (
        {heading for heading, _said in rule_sentences(formats.rules("fadoq-15", target=to))}
        for to in (61, 121)
    )
    return at_121 - at_61
