"""`here` describes the rules of gin as docs/protocol.md says: enough to compute a sheet."""

import pytest

from scoring.gin.rules import read_rules
from tests import factories
from tournaments.rounds import stages
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db

STANDARD = {
    "undercut": 10,
    "gin": 20,
    "box": 20,
    "game_bonus": 100,
    "target": 100,
    "ace": "low",
    "oklahoma": False,
    "hollywood": False,
    "hollywood_open": False,
    "hollywood_letter": False,
    "boxes_doubled": False,
    "mode": "two",
    "a_side": 1,
    "alternating": False,
}


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        ({}, {}),
        ({"bonuses": "oklahoma"}, {"undercut": 20, "gin": 25, "box": 25, "target": 150, "oklahoma": True}),
        ({"ace": "corner"}, {"ace": "corner", "target": 125}),
        (
            {"ace": "corner", "hollywood": True},
            {"ace": "corner", "target": 100, "hollywood": True, "hollywood_letter": True},
        ),
        ({"target": 75, "boxes_doubled": True}, {"target": 75, "boxes_doubled": True}),
        ({"bonuses": {"name": "standard", "gin": 33}}, {"gin": 33}),
        ({"hollywood": True, "hollywood_open": True}, {"hollywood": True, "hollywood_open": True}),
        ({"hollywood": True, "hollywood_letter": False}, {"hollywood": True}),
    ],
)
def test_here_includes_the_sheet_rules_of_gin(declared, given):
    rules = device_api_state.rules_of(stages.qualifying(factories.gin(4, **declared)))
    assert rules["sheet"] == STANDARD | given
    assert (rules["game"], rules["target"], rules["first_deal"]) == ("gin", rules["sheet"]["target"], "draw")


def test_sheet_rules_can_be_read_back():
    """The rule book reads the rules back as a client receives them."""
    rules = device_api_state.rules_of(
        stages.qualifying(factories.gin(4, bonuses="oklahoma", ace="both", hollywood=True))
    )
    assert {name: getattr(read_rules(rules["sheet"]), name) for name in rules["sheet"]} == rules["sheet"]


def test_medal_match_of_hollywood_plays_single_games():
    tournament = factories.gin(4, hollywood=True, bonuses="oklahoma")
    entries = list(tournament.entries.order_by("number"))[:2]
    stage = stages.add_tie_break(tournament, entries, first_rank=1, seed=3, by=None)
    sheet = device_api_state.rules_of(stage)["sheet"]
    assert (sheet["hollywood"], sheet["oklahoma"], sheet["target"]) == (False, True, 150)
    assert device_api_state.rules_of(stages.qualifying(tournament))["sheet"]["hollywood"]
