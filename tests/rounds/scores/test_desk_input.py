"""Input of the desk: read, or refused with the reason."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.games.cribbage import desk as cribbage
from tournaments.rounds.scores import desk

pytestmark = pytest.mark.django_db

FIRST_RESULT = {"v": 1, "pegged": [121, 88]}
FORFEIT = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}


@pytest.fixture
def meeting():
    return factories.meeting_at(factories.open_round(factories.tournament(8)), 1)


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


@pytest.mark.parametrize(
    ("typed", "value"),
    [("88", 88), (" 7 ", 7), ("-5", -5), ("999999999", 999999999), ("-99999999", -99999999)],
)
def test_whole_numbers_are_read(typed, value):
    assert desk.parse_points(typed) == value


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "points_missing"),
        ("  ", "points_missing"),
        ("8.5", "not_a_whole_number"),
        ("--5", "not_a_whole_number"),
        ("-", "not_a_whole_number"),
        ("1234567890", "not_a_whole_number"),
        ("-123456789", "not_a_whole_number"),
    ],
)
def test_other_input_for_points_is_refused(typed, code):
    with refused(code):
        desk.parse_points(typed)
    with refused("not_a_whole_number") as found:
        desk.parse_points("x" * 30)
    assert found.value.args_ == {"value": "x" * 20}


def test_played_game_is_built_from_winner_and_losers(meeting):
    assert cribbage.line_from_points(meeting.round.stage.rules, winner=0, losers=[88]) == FIRST_RESULT
    assert cribbage.line_from_points(meeting.round.stage.rules, winner=1, losers=[120])["pegged"] == [
        120,
        121,
    ]
    with refused("loser_too_high") as found:
        cribbage.line_from_points(meeting.round.stage.rules, winner=0, losers=[121])
    assert found.value.args_ == {"value": 121, "most": 120}
    with refused("loser_too_high") as found:
        cribbage.line_from_points(meeting.round.stage.rules, winner=0, losers=[88, 130])
    assert found.value.args_["value"] == 130
    with refused("negative"):
        cribbage.line_from_points(meeting.round.stage.rules, winner=0, losers=[-1])


def test_pegged_totals_require_points_of_winner():
    meeting = factories.meeting_at(factories.open_round(factories.tournament(4, pegging="as pegged")), 1)
    rules = meeting.round.stage.rules
    with refused("winner_points_missing"):
        cribbage.line_from_points(rules, winner=0, losers=[88])
    assert cribbage.line_from_points(rules, winner=0, losers=[88], winner_points=124)["pegged"] == [
        124,
        88,
    ]


def test_forfeit_needs_winner_and_other_awards_do_not(meeting):
    assert desk.award_data(meeting, "forfeit", winner=0, declared=[121, 60]) == FORFEIT
    with refused("who_won"):
        desk.award_data(meeting, "forfeit", winner=None, declared=[121, 60])
    with refused("unknown_winner"):
        desk.award_data(meeting, "forfeit", winner=2, declared=[121, 60])
    assert desk.award_data(meeting, "abandoned", winner=None, declared=[60, 60])["winner"] is None
    alone = desk.award_data(meeting, "abandoned", winner=None, declared=[60])
    with refused("one_score_a_side"):
        desk.enter_result(meeting, game=1, data=alone, nonce="alone", seen=0, user=None)
