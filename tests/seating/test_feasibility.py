"""What a day comes to, in numbers."""

from __future__ import annotations

import pytest

from tests.seating.days import play_day
from tournaments.seating.feasibility import feasibility, games_end, least_rematches, rounds_before_midnight


def codes(day):
    return {problem.code: problem for problem in day.problems}


@pytest.mark.parametrize(("players", "odd"), [(32, None), (24, None), (31, "house"), (400, None)])
def test_days_without_a_problem(players, odd):
    day = feasibility(players, tables=200, rounds=15, odd=odd)
    assert day.possible
    assert day.problems == ()
    assert (day.games_least, day.games_most) == (15, 15)


def test_an_odd_field_offers_a_house_player_a_bye_or_another_number_of_games():
    problem = codes(feasibility(13, tables=20, rounds=15, odd=None))["odd_undecided"]
    assert problem.hard
    assert [(way.field, way.value) for way in problem.ways] == [
        ("odd", "house"),
        ("odd", "bye"),
        ("rounds", 13),
    ]


def test_a_format_that_seats_three_offers_it_as_well():
    offered = ("house", "bye", "three")
    undecided = feasibility(31, tables=15, rounds=15, odd=None, odd_ways=offered)
    assert [way.value for way in codes(undecided)["odd_undecided"].ways] == ["house", "bye", "three"]
    assert ("odd", "three") in [(w.field, w.value) for w in codes(undecided)["too_few_tables"].ways]
    too_many = codes(feasibility(33, tables=15, rounds=15, odd="three", odd_ways=offered))["too_few_tables"]
    assert [(way.field, way.value) for way in too_many.ways] == [("tables", 16), ("expected", 31)]


@pytest.mark.parametrize(("players", "rounds"), [(3, 15), (5, 15), (7, 15), (9, 8), (15, 15), (31, 15)])
def test_what_is_said_of_a_table_of_three_is_what_a_day_brings(players, rounds):
    said = feasibility(players, tables=players // 2, rounds=rounds, odd="three")
    assert said.possible
    assert not said.sits_out
    assert (said.games_least, said.games_most) == (rounds, rounds)
    day = play_day(players, seed=1, rounds=rounds, three=True)
    times = [
        sum(n in t.people and len(t.people) == 3 for r in day.planned for t in r)
        for n in range(1, players + 1)
    ]
    assert (min(times), max(times)) == (said.three_least, said.three_most)
    assert max(len(tables) for tables in day.planned) == said.tables_needed
    least, met = least_rematches(players, rounds, three=True)
    assert day.rematches >= least
    assert sum({2: 1, 3: 3}[len(t.seats)] for tables in day.planned for t in tables) == met


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (5, 2), (7, 4), (9, 6)])
def test_three_at_a_table_meet_one_another_sooner(players, rounds):
    assert "rematches_certain" not in codes(feasibility(players, tables=9, rounds=rounds, odd="three"))
    certain = codes(feasibility(players, tables=9, rounds=15, odd="three"))["rematches_certain"]
    assert [(way.field, way.value) for way in certain.ways] == [("rounds", rounds)]


def test_a_bye_needs_its_credit_declared():
    assert "bye_credit_missing" in codes(feasibility(13, tables=20, rounds=13, odd="bye"))
    assert "bye_credit_missing" not in codes(feasibility(13, tables=20, rounds=13, odd="bye", bye_credit=0))


@pytest.mark.parametrize(("players", "rounds"), [(5, 15), (7, 15), (9, 8), (15, 15), (31, 15)])
def test_what_is_said_of_byes_is_what_a_day_brings(players, rounds):
    said = feasibility(players, tables=40, rounds=rounds, odd="bye", bye_credit=60)
    day = play_day(players, seed=1, rounds=rounds)
    games = [
        sum(n in t.people and len(t.people) == 2 for r in day.planned for t in r)
        for n in range(1, players + 1)
    ]
    assert (min(games), max(games)) == (said.games_least, said.games_most)
    if said.games_least < said.games_most:
        assert games.count(said.games_least) == said.sit_out_once_more
    assert max(len(tables) for tables in day.planned) == said.tables_needed


def test_too_few_tables_say_how_many_are_missing_and_who_could_play():
    problem = codes(feasibility(32, tables=12, rounds=15, odd=None))["too_few_tables"]
    assert problem.hard
    assert [(way.field, way.value) for way in problem.ways] == [("tables", 16), ("expected", 24)]


def test_rematches_that_no_seating_can_avoid():
    problem = codes(feasibility(8, tables=4, rounds=15, odd=None))["rematches_certain"]
    assert not problem.hard
    assert (problem.args["least"], problem.args["played"]) == (32, 60)
    assert [(way.field, way.value) for way in problem.ways] == [("rounds", 7)]


def test_rematches_are_likely_below_twenty_four_players():
    assert "rematches_likely" in codes(feasibility(22, tables=40, rounds=15, odd=None))
    assert "rematches_likely" not in codes(feasibility(24, tables=40, rounds=15, odd=None))
    assert "rematches_likely" in codes(feasibility(21, tables=40, rounds=15, odd="house"))


@pytest.mark.parametrize("people", [2, 3, 4, 6, 8])
def test_no_day_has_fewer_rematches_than_the_least(people):
    least, games = least_rematches(people, 15)
    day = play_day(people, seed=people)
    assert day.rematches >= least
    assert sum(len(table.people) == 2 for tables in day.planned for table in tables) == games


def test_the_end_of_the_day_counts_the_breaks_between_games():
    rules = {
        "start": 540,
        "rounds": 15,
        "minutes": 20,
        "breaks": [{"after": 7, "minutes": 60}, {"after": 15, "minutes": 9}],
    }
    assert games_end(rules) == 540 + 300 + 60
    assert rounds_before_midnight({**rules, "start": 1300}) == 7
