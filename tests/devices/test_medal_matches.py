"""Medal matches that are played on tablets alone: the next match is seated while nobody is at the desk."""

import pytest

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments import rounds, standings
from tournaments.finals import medals

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    """Four who are tied for gold, and the two matches that they begin with."""
    tournament = factories.tournament(8, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    return tournament


def win(day, meeting):
    """The first side wins the best of three at its tablet, two games to none."""
    token = joined(day, meeting.place.number)["token"]
    for game in (1, 2):
        told = here(token)["meetings"][0]
        (answer,) = submit(token, result(told, [121, 80], game=game, basis=0))
        assert answer["answer"] == "accepted"


def test_the_final_is_seated_when_both_semi_finals_are_in(day):
    first, second = medals.open_meetings(day).order_by("place__number")
    win(day, first)
    assert medals.open_meetings(day).count() == 1
    win(day, second)
    last = list(medals.open_meetings(day))
    assert last
    for meeting in last:
        win(day, meeting)
    assert medals.ties(day) == []
    assert not medals.open_meetings(day)
    assert [row.rank for row in standings.standings(day).rows][:3] == [1, 2, 3]
