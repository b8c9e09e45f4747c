"""A best of three on a tablet, after the day: its page before, between and after the games."""

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tournaments.finals import medals
from tournaments.models import Line
from tournaments.rounds import scores, stages


def test_medal_match_shows_its_games_and_its_end(tablet):
    tournament = english(4, rounds=2)
    factories.play_round(tournament, 1)
    factories.play_round(tournament, 2)
    stages.add_tie_break(
        tournament, list(tournament.entries.order_by("number"))[:2], first_rank=1, seed=3, by=None
    )
    medals.advance(tournament, by=None)
    meeting = medals.open_meetings(tournament).get()
    one = tablet(tournament, meeting.place.number)
    names = one.sit_down()
    assert one.page.get_by_text(sentence("first_game")).count() == 0
    one.above(sentence("game_of_match", game=1, games=3))
    one.enter(0, 99)
    one.above(sentence("game_of_match", game=2, games=3))
    one.sees(sentence("seat_a_deals", name=names[1]))
    one.sees(sentence("result", winner=f"Game 1: {names[0]}", loser=names[1], high=121, low=99))
    one.enter(1, 30)
    one.above(sentence("game_of_match", game=3, games=3))
    one.enter(0, 120)
    one.title(sentence("after_received"))
    one.received()
    assert Line.objects.filter(meeting=meeting, by="table").count() == 3
    assert scores.table_state(meeting, 1).match.winner == 0
    medals.advance(tournament, by=None)
    one.sees("That was the last game of the day.")
    assert one.page.get_by_text("Game 1 of").count() == 0
