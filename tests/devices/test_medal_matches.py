"""Medal matches are played on tablets alone; the next match is seated without the desk."""

import pytest

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments import rounds, standings
from tournaments.finals import medals

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Return a tournament with four tied for gold, and their first two matches open."""
    tournament = factories.tournament(8, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    return tournament


def win_match(tournament, meeting):
    """Let the first side win the best of three at its tablet, two games to none."""
    token = joined(tournament, meeting.place.number)["token"]
    for game in (1, 2):
        told = here(token)["meetings"][0]
        (answer,) = submit(token, result(told, [121, 80], game=game, basis=0))
        assert answer["answer"] == "accepted"


def test_final_is_seated_after_both_first_matches(tournament):
    first, second = medals.open_meetings(tournament).order_by("place__number")
    win_match(tournament, first)
    assert medals.open_meetings(tournament).count() == 1
    win_match(tournament, second)
    last = list(medals.open_meetings(tournament))
    assert last
    for meeting in last:
        win_match(tournament, meeting)
    assert medals.ties(tournament) == []
    assert not medals.open_meetings(tournament)
    assert [row.rank for row in standings.standings(tournament).rows][:3] == [1, 2, 3]
