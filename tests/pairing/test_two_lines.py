"""Two lines, one of which moves a table each round until every player has met the whole other line."""

import random
from itertools import pairwise

import pytest

from tests.pairing.test_movements import played
from tournaments.pairing.actual_seats import apply_reported_tables
from tournaments.pairing.free_draw import FREE_DRAW
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seating_cost import meetings, seats_of
from tournaments.pairing.two_lines import TwoLines
from tournaments.pairing.validation import validate
from tournaments.pairing.values import Person, PlannedTable, PlayedTable, SeatingRules


def play_rounds(people, rounds, seed=5):
    past, chance = [], random.Random(seed)
    tables = (len(people) + 1) // 2
    for number in range(rounds):
        planned = TwoLines().next_round(people, past, PairingRequest(tables=tables, seed=seed + number))
        assert not [
            one
            for one in validate(planned, people, past, SeatingRules(tables=tables, winners_stay=False))
            if one.hard
        ]
        past.append(played(planned, chance))
    return past


@pytest.mark.parametrize("players", [*range(2, 14), 20, 31, 40])
def test_players_meet_other_line_once_and_move_one_table(players):
    people = [Person(number) for number in range(1, players + 1)]
    tables = (players + 1) // 2
    past = play_rounds(people, tables)
    met = meetings(past)
    assert set(met.values()) == {1}
    stay = {table.people[0] for table in past[0]}
    assert all(len(pair & stay) == 1 for pair in met)
    assert len(met) == len(stay) * (players - len(stay))
    for before, now in pairwise(past):
        sat, sits = seats_of(before), seats_of(now)
        assert {number for number in sits if sat.get(number) == sits[number]} >= stay
        moved = [(sits[number][0] - sat[number][0]) % tables for number in sits if number not in stay]
        assert set(moved) <= {1 % tables}


def test_fixed_seats_are_kept():
    people = [Person(number, fixed=(number, "B") if number in (2, 4) else None) for number in range(1, 11)]
    past = play_rounds(people, 5)
    assert all(seats_of(tables)[number] == (number, "B") for tables in past for number in (2, 4))
    assert set(meetings(past).values()) == {1}


def test_bye_goes_round_and_no_player_sits_out_twice():
    past = play_rounds([Person(number) for number in range(1, 10)], 5)
    alone = [table.people[0] for tables in past for table in tables if len(table.seats) == 1]
    assert len(set(alone)) == len(alone) == 5


@pytest.mark.parametrize("changed", ["left", "came"])
def test_lines_continue_without_rematch_after_field_changes(changed):
    people = [Person(number) for number in range(1, 13)]
    past = play_rounds(people, 2)
    if changed == "left":
        people = people[:-2]
    else:
        people += [Person(13), Person(14)]
    planned = TwoLines().next_round(people, past, PairingRequest(tables=7, seed=3))
    found = validate(planned, people, past, SeatingRules(tables=7, winners_stay=False))
    assert not [one for one in found if one.hard or one.code == "rematch"]


@pytest.mark.parametrize("players", [12, 13, 30, 41])
@pytest.mark.parametrize("seed", range(4))
def test_lines_continue_after_seat_changes(players, seed):
    people = [Person(number) for number in range(1, players + 1)]
    planned, past = play_rounds(people, 3, seed), play_rounds(people, 3, seed)
    chance = random.Random(seed)
    one, two = chance.sample([table for table in past[2] if len(table.seats) == 2], 2)
    content = PlannedTable(one.table, (one.seats[0], (one.seats[1][0], two.people[1])))
    past[2] = played(apply_reported_tables(past[2], [content]), chance)
    tables = (players + 1) // 2
    following = TwoLines().next_round(people, past, PairingRequest(tables=tables, seed=seed))
    assert not [
        found
        for found in validate(following, people, past, SeatingRules(tables=tables, winners_stay=False))
        if found.hard or found.code == "rematch"
    ]
    as_before = TwoLines().next_round(people, planned, PairingRequest(tables=tables, seed=seed))
    assert sum(table not in as_before for table in following) <= 4
    stay = {table.people[0] for table in planned[0]}
    assert all(seats_of(following)[number] == seats_of(as_before)[number] for number in stay)


@pytest.mark.parametrize(
    "games",
    [
        # game 2 went the other way, so that any exchange of two of the line gives a rematch
        [((1, 1, 4), (2, 2, 5), (3, 3, 6)), ((1, 1, 5), (2, 2, 6), (3, 3, 4))],
        [((1, 1, 2), (2, 3, 4), (5, 5, 6))],  # a table that is no longer there
        [((1, 1, 2, 3), (2, 4, 5, 6))],
    ],
)
def test_rounds_that_do_not_fit_lines_are_drawn(games):
    people = [Person(number) for number in range(1, 7)]
    past = [
        tuple(PlayedTable(table, tuple(zip("ABC", who, strict=False))) for table, *who in tables)
        for tables in games
    ]
    planned = TwoLines().next_round(people, past, PairingRequest(tables=4, seed=3))
    assert planned == FREE_DRAW.next_round(people, past, PairingRequest(tables=4, seed=3))


def test_no_rematch_after_the_whole_line_is_met():
    past = play_rounds([Person(number) for number in range(1, 13)], 9)
    assert max(meetings(past).values()) == 1
