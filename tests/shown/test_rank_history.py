"""The rank after each game: what whole standings, game by game, say too; in one query."""

import random

import pytest

from tests import factories
from tests.day.test_own_order import penalise
from tests.shown.test_worked_out import a_bit_of_everything
from tournaments import registration, rounds, scorebook
from tournaments.standings import rank_history, standings

pytestmark = pytest.mark.django_db


def by_replay(day, games):
    """The ranks of everybody after each of so many games, one whole standings a game."""
    after = [standings(day, through_round=game).by_number for game in range(1, games + 1)]
    return {number: tuple(at[number].rank for at in after) for number in after[0]}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "rules", [{}, {"rank_by": "match_points", "match_points": "acc", "then": ["won", "spread"]}]
)
def test_it_is_what_the_standings_were_after_each_game(rules):
    day = factories.tournament(8, missed=40, **rules)
    for game, loser in ((1, 88), (2, 50), (3, 101)):
        factories.play_round(day, game, loser_points=loser, winner=game % 2)
    stage = day.stages.get(order=1)
    ways = rank_history(stage, standings(day, closed_only=True))
    assert {number: way.ranks for number, way in ways.items()} == by_replay(day, 3)
    assert all(way.moved == way.ranks[1] - way.ranks[2] for way in ways.values())


def test_games_missed_byes_and_awards_count_as_declared():
    day = a_bit_of_everything()
    stage = day.stages.get(order=1)
    rounds.close_round(stage.rounds.get(number=2), by=None)
    ways = rank_history(stage, standings(day, closed_only=True))
    assert {number: way.ranks for number, way in ways.items()} == by_replay(day, 2)


@pytest.mark.parametrize(
    "order",
    [
        ["pegged", "head_to_head", "lot"],
        ["won", "games_behind", "buchholz", "buchholz_cut_1", "plus"],
        ["points_left", "lot"],
    ],
)
def test_where_single_games_count_it_is_ranked_anew_after_each(order):
    """With byes, games missed by several, and points taken off in one game that weigh in those after it."""
    day = factories.tournament(9, odd="bye", bye_credit=95, missed=70, order=order, rounds=4)
    chance = random.Random(5)
    for game in (1, 2, 3, 4):
        if game in (2, 3):
            for number in (game, game + 4):
                registration.withdraw(factories.entry(day, number), from_round=game, by=None)
        round_ = factories.open_round(day, game)
        for meeting in round_.meetings.filter(void_act=None):
            if meeting.seats.count() == 2:
                scores = [121, chance.randrange(40, 120)]
                factories.enter(meeting, scores if chance.random() < 0.5 else scores[::-1])
                penalise(meeting, scorebook.sides_of(meeting)[0][0], game * 9)
        rounds.close_round(round_, by=None)
    ways = rank_history(day.stages.get(order=1), standings(day, closed_only=True))
    assert {number: way.ranks for number, way in ways.items()} == by_replay(day, 4)


def test_live_the_game_being_played_is_one_more():
    day = factories.tournament(4)
    factories.play_round(day, 1)
    round_ = factories.open_round(day, 2)
    seats = factories.meeting_at(round_, 1).seats.order_by("side")
    factories.enter(factories.meeting_at(round_, 1), [121, 60])
    stage = day.stages.get(order=1)
    closed = rank_history(stage, standings(day, closed_only=True))
    live = rank_history(stage, standings(day), live=True)
    assert {len(way.ranks) for way in closed.values()} == {1}
    assert all(way.moved is None for way in closed.values())
    winner = seats.first().entry.number
    assert live[winner].ranks == (closed[winner].ranks[0], 1)
    assert live[winner].moved == closed[winner].ranks[0] - 1


def test_live_the_first_game_is_the_first():
    day = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(day, 1), 1), [121, 60])
    shown = standings(day)
    ways = rank_history(day.stages.get(order=1), shown, live=True)
    assert {number: way.ranks for number, way in ways.items()} == {
        row.number: (row.rank,) for row in shown.rows
    }
    assert {way.moved for way in ways.values()} == {None}


def test_before_the_first_game_there_is_nothing():
    day = factories.tournament(4)
    assert {way.ranks for way in rank_history(day.stages.get(order=1), standings(day)).values()} == {()}


@pytest.mark.parametrize("people", [4, 12])
def test_it_asks_the_database_a_fixed_number_of_times(people, django_assert_num_queries):
    day = factories.tournament(people)
    for game in (1, 2):
        factories.play_round(day, game)
    stage, shown = day.stages.get(order=1), standings(day)
    with django_assert_num_queries(2):
        rank_history(stage, shown)
