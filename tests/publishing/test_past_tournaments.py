"""Two people against each other: only the games that each of them played, as a number can change hands."""

import pytest

from tests import factories
from tournaments import registration, rounds
from tournaments.models import Player
from tournaments.publishing import past_tournaments
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def holder(tournament, number: int) -> Player:
    player = past_tournaments.player_of_entry(factories.entry(tournament, number))
    assert player is not None
    return player


def test_games_between_are_those_of_the_rounds_each_played():
    """Each meets each: the person of number 1 leaves after game 1, and meets one of three opponents."""
    lise = factories.director()
    tournament = factories.tournament(4, by=lise, rounds=3)
    before = holder(tournament, 1)
    factories.play_round(tournament, 1)
    registration.transfer_number(factories.entry(tournament, 1), "Jean Roy", from_round=2, by=lise)
    for number in (2, 3):
        factories.play_round(tournament, number)
    after = holder(tournament, 1)
    assert after != before
    opponents = [holder(tournament, number) for number in (2, 3, 4)]
    for own, games in ((before, [1]), (after, [2, 3])):
        forth = [past_tournaments.games_between(own, other, [tournament]) for other in opponents]
        back = [past_tournaments.games_between(other, own, [tournament]) for other in opponents]
        assert sorted(one.game for met in forth for one in met) == games
        assert sorted(one.game for met in back for one in met) == games


def test_an_abandoned_game_between_two_is_won_and_lost_by_neither():
    tournament = factories.tournament(2, by=factories.director(), rounds=1)
    round_ = factories.open_round(tournament)
    (meeting,) = round_.meetings.all()
    data = scores.desk.award_data(meeting, "abandoned", winner=None, declared=[80, 60])
    scores.desk.enter_result(meeting, game=1, data=data, nonce="stopped", seen=0, user=None)
    rounds.close_round(round_, by=None)
    one, other = (holder(tournament, number) for number in (1, 2))
    met = [past_tournaments.games_between(*two, [tournament]) for two in ((one, other), (other, one))]
    assert [(game.won, game.award) for games in met for game in games] == [(None, "abandoned")] * 2
