"""The settled result of a game, as of any version, and once the desk has chosen one of two results."""

import pytest

from scoring.settle import Disputed, Open, Settled
from tests import factories
from tournaments.models import Line
from tournaments.rounds import scores
from tournaments.rounds.scores import desk
from tournaments.rounds.scores.loaded_game import load_game

pytestmark = pytest.mark.django_db

FIRST_RESULT = {"v": 1, "pegged": [121, 88]}
OTHER_RESULT = {"v": 1, "pegged": [88, 121]}


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def test_accepted_line_counts_and_foreign_line_stays_disputed(tournament, meeting):
    own, ((one,), (other,)) = meeting.round.stage.tournament, scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if number not in (one, other))
    first, second, of_others = (
        factories.enter(meeting, [88, 121], nonce=f"{at}", basis=0, sides=sides).line.number
        for at, sides in enumerate(([[one], [other]], [[other], [one]], [[one], [stranger]]))
    )
    before = meeting.lines.count()
    for line in (first, of_others):
        desk.accept_line(own, line, user=None)
    assert own.lines.count() == before
    assert scores.current_result(meeting).disputing == (second, of_others)
    agreed = factories.enter(factories.meeting_at(meeting.round, 2), [121, 88]).line.number
    before += 1
    for line in (agreed, second, second):
        desk.accept_line(own, line, user=None)
    assert own.lines.count() == before + 1
    assert scores.current_result(meeting) == Disputed(FIRST_RESULT, before + 1, (of_others,))
    assert meeting.lines.last().basis == second


def test_accepted_line_settles_only_its_tournament(meeting):
    other = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    for at, data in enumerate(([121, 88], [88, 121])):
        factories.enter(meeting, data, nonce=f"{at}", basis=0)
        factories.enter(other, data, nonce=f"{at}", basis=0)
    desk.accept_line(other.round.stage.tournament, 2, user=None)
    assert isinstance(scores.current_result(meeting), Disputed)
    assert scores.current_result(other) == Settled(OTHER_RESULT, 3)


def test_result_at_a_line(meeting):
    tournament = meeting.round.stage.tournament
    elsewhere = factories.meeting_at(meeting.round, 2)
    assert (scores.last_line_of(meeting), scores.current_result(meeting)) == (0, Open())
    first = factories.enter(meeting, [121, 88]).line
    factories.enter(elsewhere, [121, 70])
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    number = scores.sides_of(meeting)[0][0]
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="p", user=None)
    mended = factories.enter(meeting, [88, 121], kind=Line.Kind.CORRECTION).line
    game = load_game(meeting.pk, 1)
    assert [game.last_line(line) for line in (0, 1, 2, 3, 4, 5)] == [0, 1, 1, 1, 4, 4]
    assert scores.last_line_of(meeting) == mended.number == 4
    for line, result in (
        (first.number - 1, Open()),
        (first.number, Settled(FIRST_RESULT, 1)),
        (mended.number - 1, Settled(FIRST_RESULT, 1)),
        (mended.number, Settled(OTHER_RESULT, 4)),
    ):
        assert game.result_at(line) == result
    assert scores.current_result(meeting) == result
    assert tournament.lines.count() == 4
