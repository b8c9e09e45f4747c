"""The rank after each game, compared with the whole standings of each game; in one query."""

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


def replayed_ranks(tournament, games):
    """Return all ranks after each of so many games, from one whole standings a game."""
    after = [standings(tournament, through_round=game).by_number for game in range(1, games + 1)]
    return {number: tuple(at[number].rank for at in after) for number in after[0]}


def ranks_of(tournament):
    """Return all ranks after each closed game, as they are drawn."""
    histories = rank_history(tournament.stages.get(order=1), standings(tournament, closed_only=True))
    return {number: history.ranks for number, history in histories.items()}


def enter_scores(round_, points):
    """Enter these scores at each table of the round, and return it."""
    for meeting in round_.meetings.all():
        factories.enter(meeting, points)
    return round_


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "rules", [{}, {"rank_by": "match_points", "match_points": "acc", "then": ["won", "spread"]}]
)
def test_rank_history_equals_standings_after_each_round(rules):
    tournament = factories.tournament(8, missed=40, **rules)
    for game, loser in ((1, 88), (2, 50), (3, 101)):
        factories.play_round(tournament, game, loser_points=loser, winner=game % 2)
    stage = tournament.stages.get(order=1)
    histories = rank_history(stage, standings(tournament, closed_only=True))
    assert {number: history.ranks for number, history in histories.items()} == replayed_ranks(tournament, 3)
    assert all(history.moved == history.ranks[1] - history.ranks[2] for history in histories.values())
    frozen = replace(standings(tournament, closed_only=True), closed=())
    assert rank_history(stage, frozen) == histories, "frozen rows do not say which rounds are closed"


def test_missed_games_byes_and_awards_count_as_declared():
    tournament = a_bit_of_everything()
    stage = tournament.stages.get(order=1)
    rounds.close_round(stage.rounds.get(number=2), by=None)
    histories = rank_history(stage, standings(tournament, closed_only=True))
    assert {number: history.ranks for number, history in histories.items()} == replayed_ranks(tournament, 2)


@pytest.mark.parametrize(
    "order",
    [
        ["pegged", "head_to_head", "lot"],
        ["won", "games_behind", "buchholz", "buchholz_cut_1", "plus"],
        ["points_left", "lot"],
    ],
)
def test_criteria_of_single_games_are_ranked_after_each_round(order):
    """There are byes, games missed by several, and points taken off in one game that weigh in later ones."""
    tournament = factories.tournament(9, odd="bye", bye_credit=95, missed=70, order=order, rounds=4)
    chance = random.Random(5)
    for game in (1, 2, 3, 4):
        if game in (2, 3):
            for number in (game, game + 4):
                registration.withdraw(factories.entry(tournament, number), from_round=game, by=None)
        round_ = factories.open_round(tournament, game)
        for meeting in round_.meetings.filter(void_act=None):
            if meeting.seats.count() == 2:
                points = [121, chance.randrange(40, 120)]
                factories.enter(meeting, points if chance.random() < 0.5 else points[::-1])
                penalise(meeting, scores.sides_of(meeting)[0][0], game * 9)
        rounds.close_round(round_, by=None)
    histories = rank_history(tournament.stages.get(order=1), standings(tournament, closed_only=True))
    assert {number: history.ranks for number, history in histories.items()} == replayed_ranks(tournament, 4)


def test_live_history_includes_the_open_round():
    tournament = factories.tournament(4)
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    seats = factories.meeting_at(round_, 1).seats.order_by("side")
    factories.enter(factories.meeting_at(round_, 1), [121, 60])
    stage = tournament.stages.get(order=1)
    closed = rank_history(stage, standings(tournament, closed_only=True))
    live = rank_history(stage, standings(tournament), live=True)
    assert {len(history.ranks) for history in closed.values()} == {1}
    assert all(history.moved is None for history in closed.values())
    winner = seats.first().entry.number
    assert live[winner].ranks == (closed[winner].ranks[0], 1)
    assert live[winner].moved == closed[winner].ranks[0] - 1


def test_live_history_starts_with_the_first_round():
    tournament = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(tournament, 1), 1), [121, 60])
    shown = standings(tournament)
    histories = rank_history(tournament.stages.get(order=1), shown, live=True)
    assert {number: history.ranks for number, history in histories.items()} == {
        row.number: (row.rank,) for row in shown.rows
    }
    assert {history.moved for history in histories.values()} == {None}


def test_no_history_before_the_first_round(django_assert_num_queries):
    tournament = factories.tournament(4)
    stage, shown = tournament.stages.get(order=1), standings(tournament)
    with django_assert_num_queries(1):
        assert {history.ranks for history in rank_history(stage, shown).values()} == {()}


def test_entry_without_result_ties_with_entry_without_points():
    """Number 6 has no table; 5 has a bye, which brings no match points, and two off, as 2 has."""
    rules = {"match_points": "acc", "odd": "bye", "bye_credit": 90, "credited": "pegged"}
    tournament = factories.tournament(6, order=["match_points", "won"], **rules)
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4), (5,))
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 100])
    penalise(factories.meeting_at(round_, 1), 2, 2)
    penalise(factories.meeting_at(round_, 3), 5, 2)
    rounds.close_round(round_, by=None)
    rounds.close_round(enter_scores(factories.sit(tournament, 2, (1, 2), (3, 4)), [121, 100]), by=None)
    assert [ranks_of(tournament)[number][0] for number in (4, 6, 2, 5)] == [3, 3, 5, 5]
    assert ranks_of(tournament) == replayed_ranks(tournament, 2)


@pytest.mark.parametrize("order", [["pegged", "won"], ["pegged", "buchholz"], ["won", "points_left"]])
def test_missed_round_counts_despite_several_games_per_round(order):
    tournament = factories.tournament(5, order=order, tables=2, missed=200, odd="bye", bye_credit=90)
    first = factories.sit(tournament, 1, (1, 2), (3, 4))
    for meeting in first.meetings.all():
        factories.as_best_of_three(meeting)
        for game in (1, 2):
            factories.enter(meeting, [121, 77], game=game)
    rounds.close_round(first, by=None)
    second = factories.sit(tournament, 2, (1, 5), (2,))
    for game in (1, 2):
        factories.as_best_of_three(factories.meeting_at(second, 1))
        factories.enter(factories.meeting_at(second, 1), [50, 121], game=game)
    rounds.close_round(second, by=None)
    assert ranks_of(tournament) == replayed_ranks(tournament, 2)


@pytest.mark.parametrize("order", [["pegged"], ["pegged", "head_to_head"], ["points_left"]])
def test_penalties_count_in_their_round_but_not_for_house_player(order):
    """Number 1 has 21 off and is level with number 4, who has 21 less, until the next penalty."""
    tournament = factories.tournament(4, order=order, tables=3)
    house = registration.ensure_house(tournament, "Maison L'Écuyer")
    first = factories.sit(tournament, 1, (1, 2), (3, 4))
    factories.enter(factories.meeting_at(first, 1), [121, 40])
    factories.enter(factories.meeting_at(first, 2), [121, 100])
    penalise(factories.meeting_at(first, 1), 1, 21)
    rounds.close_round(first, by=None)
    assert replayed_ranks(tournament, 1)[1] == replayed_ranks(tournament, 1)[4]
    second = enter_scores(factories.sit(tournament, 2, (1, house.number), (2, 3)), [121, 90])
    penalise(factories.meeting_at(second, 1), house.number, 5)
    penalise(factories.meeting_at(second, 2), 3, 8)
    before = {number: ranks[:1] for number, ranks in ranks_of(tournament).items()}
    assert before == replayed_ranks(tournament, 1), (
        "points taken off in a game that is being played come after it"
    )
    rounds.close_round(second, by=None)
    assert ranks_of(tournament) == replayed_ranks(tournament, 2)


@pytest.mark.parametrize("people", [4, 12])
def test_number_of_queries_is_constant(people, django_assert_num_queries):
    tournament = factories.tournament(people)
    for game in (1, 2):
        factories.play_round(tournament, game)
    stage, shown = tournament.stages.get(order=1), standings(tournament)
    with django_assert_num_queries(2):
        rank_history(stage, shown)
