"""The desk on a day of points left, and on one with a time: input and stored results."""

import pytest

from tests import factories
from tests.web.desk.desk_client import Desk, pegged
from tournaments.games.cribbage.desk import example
from tournaments.models import Line
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def desk_of(key):
    tournament = factories.tournament(4, key=key)
    return Desk(tournament), factories.open_round(tournament)


@pytest.mark.parametrize("target", [121, 61])
@pytest.mark.parametrize("pegging", ["exact", "as_pegged", "timed", "left"])
def test_shown_example_can_be_entered(pegging, target):
    desk = Desk(factories.tournament(4, target=target, pegging=pegging))
    factories.open_round(desk.tournament)
    _words, keys = example(stages.qualifying(desk.tournament).rules)
    loser, winner = (keys[2], keys[4] if len(keys) > 4 else "")
    answer = desk.enter(1, keys[1], loser, **({"winner_points": winner} if winner else {}))
    assert answer["ok"], answer


def test_points_left_are_stored_as_typed():
    desk, round_ = desk_of("points-left")
    assert desk.enter(1, "B", 33)["ok"]
    assert Line.objects.get().data == {"v": 2, "left": [33, 0]}
    assert pegged(factories.meeting_at(round_, 1)) == [88, 121]


@pytest.mark.parametrize(
    ("left", "code"), [("0", "left_one_winner"), ("122", "left_too_high"), ("-1", "negative")]
)
def test_impossible_points_left_are_refused_at_their_field(left, code):
    desk, _round = desk_of("points-left")
    answer = desk.enter(1, "A", left)
    assert (answer["ok"], answer["code"], answer["field"]) == (False, code, "loser")
    assert not Line.objects.exists()


def test_timed_game_needs_both_scores_and_the_higher_wins():
    desk, round_ = desk_of("timed-round-robin")
    assert desk.enter(1, "A", 88, winner_points=97)["ok"]
    assert Line.objects.get().data == {"v": 2, "pegged": [97, 88]}
    assert pegged(factories.meeting_at(round_, 1)) == [97, 88]
    assert desk.enter(2, "A", 88, winner_points=80)["code"] == "winner_behind"
    assert desk.enter(2, "A", 88, winner_points=88)["code"] == "timed_level"
