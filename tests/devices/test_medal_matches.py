"""Medal matches are played on tablets alone; the next match is seated without the desk."""

import pytest

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tournaments import standings
from tournaments.finals import medals
from tournaments.models import Line
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Return a tournament with four tied for gold, and their first two matches open."""
    return factories.tied_for_gold(4)


def win_match(tournament, meeting):
    """Let the first side win the best of three at its tablet, two games to none."""
    token = joined(tournament, meeting.place.number)["token"]
    for game in (1, 2):
        meetings = here(token)["meetings"][0]
        (answer,) = submit(token, result(meetings, [121, 80], game=game, basis=0))
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


def correct(meeting):
    """Say that the other side won the second game."""
    factories.enter(meeting, [80, 121], game=2, kind=Line.Kind.CORRECTION)


def open_again(meeting):
    """Take out the second game."""
    factories.void_game(meeting, game=2, nonce="out", basis=scores.last_line_of(meeting, 2), user=None)


@pytest.mark.parametrize(("change", "game"), [(correct, 3), (open_again, 2)])
def test_match_without_decision_is_played_on_at_its_tablet(change, game):
    """The match for bronze, which is a later stage, goes on beside it."""
    tournament = factories.two_ties()
    gold = medals.open_meetings(tournament).first()
    win_match(tournament, gold)
    token = joined(tournament, gold.place.number)["token"]
    assert here(token)["round"]["state"] == "closed"
    change(gold)
    answer = here(token)
    assert (answer["round"]["state"], answer["meetings"][0]["game"]) == ("open", game)
    (answer,) = submit(token, result(answer["meetings"][0], [121, 70], game=game))
    assert answer["answer"] == "accepted"
    assert here(token)["round"]["state"] == "closed"
    assert standings.standings(tournament).rows[0].decision.args == (2, int(game == 3))
    kinds = [act.kind for act in tournament.acts.filter(kind__startswith="medal_").order_by("version")]
    assert kinds[-3:] == ["medal_close", "medal_open", "medal_close"]
