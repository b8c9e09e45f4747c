"""A day rehearsed many times: the report agrees with the games, and with what arithmetic allows."""

from __future__ import annotations

import json

import pytest

from tournaments.pairing import pairing_systems
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.simulation import MAX_DAYS, Plan, Report, bounds, rehearse
from tournaments.pairing.values import Person, PlayedTable, SideScore


def field(players: int, *, house: bool = False) -> tuple[Person, ...]:
    people = [Person(number) for number in range(1, players + 1)]
    return (*people, Person(players + 1, house=True)) if house else tuple(people)


def plan(players: int, rounds: int, movement: str = "winners_stay", **how) -> Plan:
    people = field(players, house=how.pop("house", False))
    size = pairing_systems.PAIRING_SYSTEMS[movement].SIZES[0]
    return Plan(people, (len(people) + 1) // 2 + 2, rounds, movement, size=size, **how)


def test_thirteen_players_in_thirteen_rounds_sit_out_once():
    report = rehearse(plan(13, 13, "round_robin"), seed=1, days=3)
    assert (report.days, report.faulty, report.refused) == (3, 0, {})
    assert report.sat_out == {"1": 13} and report.sat_out_most == 1
    assert (report.again_most, report.again_bound) == (0, 0)
    assert report.opponents_least == report.opponents_bound == 12


def test_report_has_bounds_beside_actual_figures():
    report = rehearse(plan(8, 15), seed=1, days=2)
    assert report.again_bound == 32 <= report.again_least
    assert report.opponents_bound == 7


@pytest.mark.parametrize("movement", sorted(pairing_systems.PAIRING_SYSTEMS))
@pytest.mark.parametrize(("players", "house"), [(10, False), (9, True), (9, False), (2, False)])
def test_every_movement_is_rehearsed_without_a_fault(movement, players, house):
    players = players if players > 2 else pairing_systems.PAIRING_SYSTEMS[movement].SIZES[0]
    report = rehearse(plan(players, 5, movement, house=house), seed=3, days=2)
    assert report.faulty == 0
    assert report.again_least >= report.again_bound
    assert report.opponents_most <= report.opponents_bound


def test_report_depends_on_the_seed():
    reports = [rehearse(plan(12, 6, "swiss", by="won"), seed=seed, days=4).as_data() for seed in (5, 5, 6)]
    assert reports[0] == reports[1] != reports[2]
    assert Report(**json.loads(json.dumps(reports[0]))).again_most == reports[0]["again_most"]


def test_best_player_wins_more_often_with_more_rounds():
    few = rehearse(plan(8, 1, "free_draw"), seed=2, days=40)
    many = rehearse(plan(8, 30, "free_draw"), seed=2, days=40)
    assert few.first_three < many.first_three
    assert many.first > 40 // 8


def test_report_counts_reasons_for_early_end():
    report = rehearse(plan(4, 5, "round_robin"), seed=1, days=2)
    assert report.refused == {"everybody_has_met": 2}


def test_bounds_account_for_fixed_seats_that_never_meet():
    people = (Person(1, fixed=(1, "A")), Person(2, fixed=(2, "A")), Person(3), Person(4))
    played = [
        [
            PlayedTable(1, (("A", 1), ("B", 3)), 1, (SideScore(), SideScore())),
            PlayedTable(2, (("A", 2), ("B", 4)), 2, (SideScore(), SideScore())),
        ]
    ] * 3
    again, opponents = bounds(Plan(people, 2, 3, "free_draw"), played)
    assert (again, opponents) == (1, 3), "five pairs can meet, six meetings are played"


def test_rehearsal_is_limited_in_size_and_can_be_stopped():
    with pytest.raises(ValueError):
        rehearse(plan(MAX_PEOPLE + 1, 1), seed=1, days=1)
    assert plan(8, 5).days == MAX_DAYS > plan(400, 15).days >= 10
    heard: list[int] = []
    report = rehearse(plan(6, 3), seed=1, progress=heard.append, enough=lambda: len(heard) == 2)
    assert report.days == 2 and heard == [1, 2]
