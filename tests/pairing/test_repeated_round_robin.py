"""Repeated round robin: all meet equally often, and byes go in turn."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.pairing.test_movements import played
from tests.samples import SWEEP_FACTOR
from tournaments.pairing.feasibility import FeasibilityRequest, feasibility
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.repeated_round_robin import RepeatedRoundRobin
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.validation import validate
from tournaments.pairing.values import Person, SeatingRules

SEEDS = range(200 if SWEEP_FACTOR > 1 else 2)


def play_rounds(players: int, rounds: int, seed: int, leaves: dict[int, int] | None = None):
    """Play and validate the rounds, and return them; `leaves` says before which round a player leaves."""
    people, past, chance = [Person(number) for number in range(1, players + 1)], [], random.Random(seed)
    for number in range(1, rounds + 1):
        people = [one for one in people if (leaves or {}).get(one.number) != number]
        tables = (players + 1) // 2
        planned = RepeatedRoundRobin().next_round(people, past, PairingRequest(tables=tables, seed=seed))
        found = validate(planned, people, past, SeatingRules(tables=tables, winners_stay=False))
        assert not [one for one in found if one.hard]
        past.append(played(planned, chance))
    return past


def bye_counts(past) -> Counter[int]:
    return Counter(table.people[0] for tables in past for table in tables if len(table.seats) == 1)


@pytest.mark.parametrize("players", range(2, 31) if SWEEP_FACTOR > 1 else [2, 3, 5, 6, 9, 13])
@pytest.mark.parametrize("seed", SEEDS)
def test_meetings_and_byes_differ_by_one_at_most(players, seed):
    past = play_rounds(players, 16, seed)
    met, out = meetings(past), bye_counts(past)
    times = [met[frozenset(two)] for two in combinations(range(1, players + 1), 2)]
    turns = [out[number] for number in range(1, players + 1)]
    assert max(times) - min(times) <= 1 and max(turns) - min(turns) <= 1


@pytest.mark.parametrize(("players", "games", "rounds"), [(5, 12, 15), (13, 12, 13)])
def test_all_players_play_equally_many_games(players, games, rounds):
    past = play_rounds(players, rounds, 7)
    assert set(bye_counts(past).values()) == {rounds - games} and len(bye_counts(past)) == players
    about = {"tables": 7, "odd": "bye", "bye_credit": 0, "movement": "repeated_round_robin", "equal": True}
    tournament = feasibility(FeasibilityRequest(players, rounds=rounds, **about))
    assert tournament.possible and tournament.games_least == tournament.games_most == games
    asked = feasibility(FeasibilityRequest(players, rounds=games, **about))
    assert not asked.possible and rounds in [way.value for one in asked.problems for way in one.ways]


@pytest.mark.parametrize("seed", SEEDS)
def test_meetings_stay_even_after_withdrawals(seed):
    """Two of seven leave in the second turn; the other five go on meeting as evenly as possible."""
    leaves = {2: 9, 5: 11}
    past = play_rounds(7, 21, seed, leaves)
    met = meetings(past[10:])
    stayed = [number for number in range(1, 8) if number not in leaves]
    times = [met[frozenset(two)] for two in combinations(stayed, 2)]
    assert sum(times) == 22 and max(times) - min(times) <= 2
    turns = [bye_counts(past)[number] for number in stayed]
    assert max(turns) - min(turns) <= 1


def test_problems_by_number_of_rounds():
    result = {rounds: list(RepeatedRoundRobin().problems(5, rounds)) for rounds in (4, 5, 12, 15)}
    assert [[one.code for one in found] for found in result.values()] == [
        ["not_everybody_meets"],
        [],
        ["some_meet_once_more"],
        [],
    ]
    assert [way.value for way in result[12][0].ways] == [10, 15]
