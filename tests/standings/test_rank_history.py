"""The rank after each game: what whole standings, game by game, say too; in one query."""

import random
from dataclasses import replace

import pytest

from tests import factories
from tests.standings.test_own_order import penalise
from tests.standings.test_standings import a_bit_of_everything
from tournaments import registration, rounds
from tournaments.rounds import scores
from tournaments.standings import rank_history, standings

pytestmark = pytest.mark.django_db


def by_replay(day, games):
    """The ranks of everybody after each of so many games, one whole standings a game."""
    after = [standings(day, through_round=game).by_number for game in range(1, games + 1)]
    return {number: tuple(at[number].rank for at in after) for number in after[0]}


def ranks_of(day):
    """The ranks of everybody after each closed game, as they are drawn."""
    ways = rank_history(day.stages.get(order=1), standings(day, closed_only=True))
    return {number: way.ranks for number, way in ways.items()}


def entered(round_, points):
    """The round, with these scores at each of its tables."""
    for meeting in round_.meetings.all():
        factories.enter(meeting, points)
    return round_


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
    frozen = replace(standings(day, closed_only=True), closed=())
    assert rank_history(stage, frozen) == ways, "rows that were frozen say of no round that it is closed"


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
                points = [121, chance.randrange(40, 120)]
                factories.enter(meeting, points if chance.random() < 0.5 else points[::-1])
                penalise(meeting, scores.sides_of(meeting)[0][0], game * 9)
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


def test_before_the_first_game_there_is_nothing(django_assert_num_queries):
    day = factories.tournament(4)
    stage, shown = day.stages.get(order=1), standings(day)
    with django_assert_num_queries(1):
        assert {way.ranks for way in rank_history(stage, shown).values()} == {()}


def test_who_has_no_result_of_a_game_stands_level_with_who_has_nothing_of_it():
    """Number 6 sits at no table; 5 sits alone, which brings no match points, and has two off, as 2 has."""
    rules = {"match_points": "acc", "odd": "bye", "bye_credit": 90, "credited": "pegged"}
    day = factories.tournament(6, order=["match_points", "won"], **rules)
    round_ = factories.sit(day, 1, (1, 2), (3, 4), (5,))
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 100])
    penalise(factories.meeting_at(round_, 1), 2, 2)
    penalise(factories.meeting_at(round_, 3), 5, 2)
    rounds.close_round(round_, by=None)
    rounds.close_round(entered(factories.sit(day, 2, (1, 2), (3, 4)), [121, 100]), by=None)
    assert [ranks_of(day)[number][0] for number in (4, 6, 2, 5)] == [3, 3, 5, 5]
    assert ranks_of(day) == by_replay(day, 2)


@pytest.mark.parametrize("order", [["pegged", "won"], ["pegged", "buchholz"], ["won", "points_left"]])
def test_who_won_more_games_than_there_were_rounds_missed_one_all_the_same(order):
    day = factories.tournament(5, order=order, tables=2, missed=200, odd="bye", bye_credit=90)
    first = factories.sit(day, 1, (1, 2), (3, 4))
    for meeting in first.meetings.all():
        factories.as_best_of_three(meeting)
        for game in (1, 2):
            factories.enter(meeting, [121, 77], game=game)
    rounds.close_round(first, by=None)
    second = factories.sit(day, 2, (1, 5), (2,))
    for game in (1, 2):
        factories.as_best_of_three(factories.meeting_at(second, 1))
        factories.enter(factories.meeting_at(second, 1), [50, 121], game=game)
    rounds.close_round(second, by=None)
    assert ranks_of(day) == by_replay(day, 2)


@pytest.mark.parametrize("order", [["pegged"], ["pegged", "head_to_head"], ["points_left"]])
def test_points_come_off_in_their_game_and_of_the_house_off_nothing(order):
    """Number 1 has 21 off and stands level with number 4, who lacks 21, until the next penalty."""
    day = factories.tournament(4, order=order, tables=3)
    house = registration.ensure_house(day, "Maison L'Écuyer")
    first = factories.sit(day, 1, (1, 2), (3, 4))
    factories.enter(factories.meeting_at(first, 1), [121, 40])
    factories.enter(factories.meeting_at(first, 2), [121, 100])
    penalise(factories.meeting_at(first, 1), 1, 21)
    rounds.close_round(first, by=None)
    assert by_replay(day, 1)[1] == by_replay(day, 1)[4]
    second = entered(factories.sit(day, 2, (1, house.number), (2, 3)), [121, 90])
    penalise(factories.meeting_at(second, 1), house.number, 5)
    penalise(factories.meeting_at(second, 2), 3, 8)
    before = {number: ranks[:1] for number, ranks in ranks_of(day).items()}
    assert before == by_replay(day, 1), "what is taken off in a game that is being played comes after it"
    rounds.close_round(second, by=None)
    assert ranks_of(day) == by_replay(day, 2)


@pytest.mark.parametrize("people", [4, 12])
def test_it_asks_the_database_a_fixed_number_of_times(people, django_assert_num_queries):
    day = factories.tournament(people)
    for game in (1, 2):
        factories.play_round(day, game)
    stage, shown = day.stages.get(order=1), standings(day)
    with django_assert_num_queries(2):
        rank_history(stage, shown)
