"""The feasibility of a tournament, in numbers."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_movements import played, sizes
from tests.pairing.tournaments import play_tournament
from tests.samples import SWEEP_FACTOR, tried
from tournaments import formats
from tournaments.pairing.feasibility import (
    FeasibilityRequest,
    feasibility,
    games_end,
    rounds_before_midnight,
    stage_feasibility,
)
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.problems import least_rematches
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.seats_from_file import FromFile
from tournaments.pairing.values import Person

EVERY_SIZE = [told for name in PAIRING_SYSTEMS for told in sizes(name)]


def feasible(*players, **asked):
    return feasibility(FeasibilityRequest(*players, **asked))


def codes(tournament):
    return {problem.code: problem for problem in tournament.problems}


@pytest.mark.parametrize(("players", "odd"), [(32, None), (24, None), (31, "house"), (400, None)])
def test_tournaments_without_problems(players, odd):
    tournament = feasible(players, tables=200, rounds=15, odd=odd)
    assert tournament.possible
    assert tournament.problems == ()
    assert (tournament.games_least, tournament.games_most) == (15, 15)


def test_odd_field_offers_house_player_bye_or_other_rounds():
    problem = codes(feasible(13, tables=20, rounds=15, odd=None))["odd_undecided"]
    assert problem.hard
    assert [(way.field, way.value) for way in problem.ways] == [
        ("odd", "house"),
        ("odd", "bye"),
        ("rounds", 13),
    ]


def test_table_of_three_is_offered_where_format_allows_it():
    offered = ("house", "bye", "three")
    undecided = feasible(31, tables=15, rounds=15, odd=None, odd_ways=offered)
    assert [way.value for way in codes(undecided)["odd_undecided"].ways] == ["house", "bye", "three"]
    assert "too_few_tables" not in codes(undecided), "a bye needs no table"
    evened = codes(feasible(31, tables=15, rounds=15, odd="house", odd_ways=offered))
    assert ("odd", "three") in [(w.field, w.value) for w in evened["too_few_tables"].ways]
    too_many = codes(feasible(33, tables=15, rounds=15, odd="three", odd_ways=offered))["too_few_tables"]
    assert [(way.field, way.value) for way in too_many.ways] == [("tables", 16), ("expected", 31)]


@pytest.mark.parametrize(("players", "rounds"), [(3, 15), (5, 15), (7, 15), (9, 8), (15, 15), (31, 15)])
def test_figures_for_table_of_three_match_played_tournament(players, rounds):
    found = feasible(players, tables=players // 2, rounds=rounds, odd="three")
    assert found.possible
    assert not found.sits_out
    assert (found.games_least, found.games_most) == (rounds, rounds)
    tournament = play_tournament(players, seed=1, rounds=rounds, three=True)
    times = [
        sum(n in t.people and len(t.people) == 3 for r in tournament.planned for t in r)
        for n in range(1, players + 1)
    ]
    assert (min(times), max(times)) == (found.three_least, found.three_most)
    assert max(sum(len(t.people) > 1 for t in tables) for tables in tournament.planned) == found.tables_needed
    least, met = least_rematches(players, rounds, three=True)
    assert tournament.rematches >= least
    assert sum({2: 1, 3: 3}[len(t.seats)] for tables in tournament.planned for t in tables) == met


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (5, 2), (7, 4), (9, 6)])
def test_tables_of_three_exhaust_new_opponents_sooner(players, rounds):
    assert "rematches_certain" not in codes(feasible(players, tables=9, rounds=rounds, odd="three"))
    certain = codes(feasible(players, tables=9, rounds=15, odd="three"))["rematches_certain"]
    assert [(way.field, way.value) for way in certain.ways] == [("rounds", rounds)]


def test_a_bye_needs_its_credit_declared():
    missing = codes(feasible(13, tables=20, rounds=13, odd="bye"))["bye_credit_missing"]
    assert [(way.field, way.value) for way in missing.ways] == [("bye_credit", 0), ("odd", "house")]
    assert "bye_credit_missing" not in codes(feasible(13, tables=20, rounds=13, odd="bye", bye_credit=0))


@pytest.mark.parametrize(("players", "rounds"), [(5, 15), (7, 15), (9, 8), (15, 15), (31, 15)])
def test_figures_for_byes_match_played_tournament(players, rounds):
    found = feasible(players, tables=40, rounds=rounds, odd="bye", bye_credit=60)
    tournament = play_tournament(players, seed=1, rounds=rounds)
    games = [
        sum(n in t.people and len(t.people) == 2 for r in tournament.planned for t in r)
        for n in range(1, players + 1)
    ]
    assert (min(games), max(games)) == (found.games_least, found.games_most)
    if found.games_least < found.games_most:
        assert games.count(found.games_least) == found.sit_out_once_more
    assert (
        max(sum(len(table.seats) > 1 for table in tables) for tables in tournament.planned)
        == found.tables_needed
    )


def test_too_few_tables_offer_more_tables_or_fewer_players():
    problem = codes(feasible(32, tables=12, rounds=15, odd=None))["too_few_tables"]
    assert problem.hard
    assert [(way.field, way.value) for way in problem.ways] == [("tables", 16), ("expected", 24)]


@pytest.mark.parametrize("movement", sorted(PAIRING_SYSTEMS))
@pytest.mark.parametrize("odd", [None, "house", "bye", "three"])
def test_offered_number_of_players_is_lower_and_fits_tables(movement, odd):
    for size, players, tables in product(PAIRING_SYSTEMS[movement].SIZES, (3, 7, 13, 23), (1, 2, 4)):
        if odd == "three" and (size, movement) != (2, "winners_stay"):
            continue
        data = {"tables": tables, "rounds": 4, "odd": odd, "bye_credit": 0, "movement": movement}
        found = codes(feasible(players, size=size, **data)).get("too_few_tables")
        for way in found.ways if found else ():
            if way.field == "expected":
                assert way.value < players
                fewer = codes(feasible(way.value, size=size, **data))
                assert "too_few_tables" not in fewer, (size, players, tables, way)


@tried(100)
@given(st.integers(2, 30), st.integers(1, 15), st.integers(1, 20), st.sampled_from([None, "bye", "three"]))
def test_every_choice_for_seats_file_solves_lack_of_tables(players, tables, named, odd):
    data = {"rounds": 3, "bye_credit": 0, "file": FromFile((((named, 1, 2),), ((1, 1, 2),)))}
    asked = {"players": players, "tables": tables, "odd": odd, "odd_ways": ("bye", "three")}
    found = codes(feasible(**asked, **data)).get("too_few_tables")
    assert (found is None) == (max(named, players // 2) <= tables), "a bye needs no table"
    for way in found.ways if found else ():
        field = "players" if way.field == "expected" else way.field
        assert "too_few_tables" not in codes(feasible(**asked | {field: way.value}, **data)), way


def test_unavoidable_rematches_are_counted():
    problem = codes(feasible(8, tables=4, rounds=15, odd=None))["rematches_certain"]
    assert not problem.hard
    assert (problem.args["least"], problem.args["played"]) == (32, 60)
    assert [(way.field, way.value) for way in problem.ways] == [("rounds", 7)]


def test_rematches_are_likely_below_twenty_four_players():
    assert "rematches_likely" in codes(feasible(22, tables=40, rounds=15, odd=None))
    assert "rematches_likely" not in codes(feasible(24, tables=40, rounds=15, odd=None))
    assert "rematches_likely" in codes(feasible(21, tables=40, rounds=15, odd="house"))


@pytest.mark.parametrize("people", [2, 3, 4, 6, 8])
def test_no_tournament_has_fewer_rematches_than_the_bound(people):
    least, games = least_rematches(people, 15)
    tournament = play_tournament(people, seed=people)
    assert tournament.rematches >= least
    assert sum(len(table.people) == 2 for tables in tournament.planned for table in tables) == games


def test_end_time_counts_breaks_between_rounds():
    rules = {
        "start": 540,
        "rounds": 15,
        "minutes": 20,
        "breaks": [{"after": 7, "minutes": 60}, {"after": 15, "minutes": 9}],
    }
    assert games_end(rules) == 540 + 300 + 60
    assert rounds_before_midnight({**rules, "start": 1300}) == 7


def partners(players, **about):
    data = {"tables": 40, "rounds": 8, "odd": "bye", "bye_credit": 0, "odd_ways": ("bye",)} | about
    return feasible(players, movement="individual_partners", size=4, **data)


def mixed_tables_feasibility(players, size, rounds, tables=40):
    about = {"odd": None, "odd_ways": (), "movement": "mixed_tables", "size": size}
    return feasible(players, tables=tables, rounds=rounds, **about)


def test_partners_beyond_full_tables_sit_out_in_turn():
    found = partners(13, rounds=13)
    assert (found.sizes, found.sits_out, found.games_least, found.games_most, found.problems) == (
        (4, 4, 4, 1), 1, 12, 12, (),
    )  # fmt: skip
    unequal = codes(partners(14))["byes_unequal"]
    assert (unequal.args["out"], [way.value for way in unequal.ways]) == (2, [7])
    assert "bye_credit_missing" in codes(partners(15, bye_credit=None))
    assert (partners(16).sits_out, partners(16).tables_needed) == (0, 4)


def test_small_field_repeats_partners():
    assert codes(partners(3))["too_few_for_a_table"].hard
    again = codes(partners(8))["partners_again"]
    assert (again.hard, again.ways[0].value) == (False, 7)
    assert codes(partners(12))["not_every_partner"].ways[0].value == 11


def test_no_player_sits_out_at_mixed_tables():
    tournament = mixed_tables_feasibility(14, 4, 5, tables=3)
    assert (tournament.sizes, tournament.sits_out, tournament.games_least) == ((4, 4, 3, 3), 0, 5)
    assert codes(tournament)["too_few_tables"].args["needed"] == 4
    assert codes(mixed_tables_feasibility(14, 4, 6))["tables_meet_again"].ways[0].value == 5
    assert codes(mixed_tables_feasibility(2, 4, 1))["too_few_for_a_table"].hard
    assert "tables_searched" in codes(mixed_tables_feasibility(60, 6, 3))


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [(8, 4, 10), (7, 4, 9), (6, 4, 7), (5, 4, 5), (7, 3, 10), (6, 3, 8), (5, 3, 7), (6, 5, 6)],
)
def test_known_number_of_rounds_without_rematch_is_no_problem(tables, size, rounds):
    assert mixed_tables_feasibility(tables * size, size, rounds).problems == ()
    assert mixed_tables_feasibility(tables * size, size, rounds + 1).problems


def test_unequal_games_are_refused_if_equal_games_are_required():
    asked = {"tables": 7, "odd": "bye", "bye_credit": 60, "equal": True}
    tournament = feasible(13, rounds=15, **asked)
    problem = codes(tournament)["games_unequal"]
    assert problem.hard and not tournament.possible
    assert [(way.field, way.value) for way in problem.ways] == [
        ("odd", "house"),
        ("rounds", 13),
        ("equal_games", ""),
    ]
    fair = feasible(13, rounds=13, **asked)
    assert fair.possible and (fair.games_least, fair.games_most) == (12, 12)
    assert feasible(13, rounds=15, **asked | {"equal": False}).possible, "byes as declared"


def test_smallest_fair_number_of_rounds_is_offered():
    tournament = feasible(31, tables=16, rounds=15, odd="bye", bye_credit=60, equal=True)
    assert ("rounds", 31) in [(way.field, way.value) for way in codes(tournament)["games_unequal"].ways]


@pytest.mark.parametrize(("players", "games", "rounds"), [(13, 12, 13), (5, 12, 15), (9, 16, 18)])
def test_rounds_needed_for_equal_games_are_offered(players, games, rounds):
    tournament = feasible(players, tables=9, rounds=games, odd="bye", bye_credit=0, equal=True)
    ways = [way.value for way in codes(tournament)["games_unequal"].ways if way.field == "rounds"]
    assert ways[0] == rounds
    fair = feasible(players, tables=9, rounds=rounds, odd="bye", bye_credit=0, equal=True)
    assert (fair.games_least, fair.games_most) == (games, games)


@pytest.mark.parametrize("layout", EVERY_SIZE, ids=str)
@pytest.mark.parametrize("players", [4, 7, 8, 13, 20] if SWEEP_FACTOR > 1 else [4, 7, 13])
def test_no_tournament_exceeds_bounds_on_opponents_and_rematches(layout, players):
    movement, chance, rounds = PAIRING_SYSTEMS[layout.movement], random.Random(players), 9
    if layout.movement == "round_robin":
        rounds = min(rounds, players - 1)
    found = feasible(
        players,
        tables=players,
        rounds=rounds,
        odd="bye",
        bye_credit=60,
        movement=layout.movement,
        size=layout.size,
    )
    people, past = [Person(number) for number in range(1, players + 1)], []
    for number in range(rounds):
        seed = 7 if movement.ONE_LOT else number
        planned = movement.next_round(
            people, past, PairingRequest(tables=players, seed=seed, size=layout.size)
        )
        past.append(played(planned, chance))
    met = meetings(past)
    opponents = [len([pair for pair in met if number in pair]) for number in range(1, players + 1)]
    once = 2 if layout.partners else 1
    assert max(opponents) <= found.opponents_most
    assert found.again <= sum(max(0, times - once) for times in met.values())
    for number in range(1, players + 1):
        own = [times for pair, times in met.items() if number in pair]
        assert found.again_each <= sum(max(0, times - once) for times in own)
    assert found.again or not found.again_each


def test_feasibility_of_stage_is_computed_from_its_rules():
    rules = formats.rules("gin-round-robin")
    asked = {name: rules[name] for name in ("rounds", "odd", "bye_credit", "movement")}
    assert stage_feasibility(rules, 9, tables=4) == feasible(
        9, tables=4, odd_ways=tuple(rules["odd_ways"]), **asked
    )


def test_bracket_without_rounds_needs_a_table_per_pair():
    tournament = feasible(9, tables=4, rounds=0, odd="bye")
    assert (tournament.possible, tournament.tables_needed) == (True, 4)


def test_only_more_tables_are_offered_where_no_field_fits():
    problem = codes(feasible(4, tables=1, rounds=3, odd="bye", boards=2))["too_few_tables"]
    assert [way.field for way in problem.ways] == ["tables"]
