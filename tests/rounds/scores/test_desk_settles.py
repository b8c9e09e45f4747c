"""What a game amounts to, as of any version, and once the desk has let one of two results count."""

import pytest

from scoring.settle import Disputed, Open, Settled
from tests import factories
from tournaments.models import Line
from tournaments.rounds import scores
from tournaments.rounds.scores import desk

pytestmark = pytest.mark.django_db

FIRST = {"v": 1, "pegged": [121, 88]}
OTHER = {"v": 1, "pegged": [88, 121]}


@pytest.fixture
def day():
    return factories.tournament(8)


@pytest.fixture
def meeting(day):
    return factories.meeting_at(factories.open_round(day), 1)


def test_what_the_desk_has_taken_counts_where_it_is_in_dispute_about_those_who_sit_there(day, meeting):
    tournament, ((one,), (other,)) = meeting.round.stage.tournament, scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if number not in (one, other))
    first, second, of_others = (
        factories.enter(meeting, [88, 121], nonce=f"{at}", basis=0, sides=sides).line.number
        for at, sides in enumerate(([[one], [other]], [[other], [one]], [[one], [stranger]]))
    )
    before = meeting.lines.count()
    for line in (first, of_others):
        desk.accept_line(tournament, line, user=None)
    assert tournament.lines.count() == before
    assert scores.current_result(meeting).disputing == (second, of_others)
    agreed = factories.enter(factories.meeting_at(meeting.round, 2), [121, 88]).line.number
    before += 1
    for line in (agreed, second, second):
        desk.accept_line(tournament, line, user=None)
    assert tournament.lines.count() == before + 1
    assert scores.current_result(meeting) == Disputed(FIRST, before + 1, (of_others,))
    assert meeting.lines.last().basis == second


def test_a_line_of_the_same_number_in_another_tournament_is_not_settled(meeting):
    other = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    for at, data in enumerate(([121, 88], [88, 121])):
        factories.enter(meeting, data, nonce=f"{at}", basis=0)
        factories.enter(other, data, nonce=f"{at}", basis=0)
    desk.accept_line(other.round.stage.tournament, 2, user=None)
    assert isinstance(scores.current_result(meeting), Disputed)
    assert scores.current_result(other) == Settled(OTHER, 3)


def test_what_a_game_amounted_to_as_of_a_version_and_up_to_a_line(meeting):
    day = meeting.round.stage.tournament
    elsewhere = factories.meeting_at(meeting.round, 2)
    assert (scores.last_line_of(meeting), scores.current_result(meeting)) == (0, Open())
    first = factories.enter(meeting, [121, 88]).line
    factories.enter(elsewhere, [121, 70])
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    number = scores.sides_of(meeting)[0][0]
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="p", user=None)
    mended = factories.enter(meeting, [88, 121], kind=Line.Kind.CORRECTION).line
    assert [scores.last_line_of(meeting, upto=line) for line in (0, 1, 2, 3, 4, 5)] == [0, 1, 1, 1, 4, 4]
    assert scores.last_line_of(meeting) == mended.number == 4
    for version, amount in (
        (first.version - 1, Open()),
        (first.version, Settled(FIRST, 1)),
        (mended.version - 1, Settled(FIRST, 1)),
        (mended.version, Settled(OTHER, 4)),
        (None, Settled(OTHER, 4)),
    ):
        assert scores.current_result(meeting, upto=version) == amount
    assert day.lines.count() == 4
