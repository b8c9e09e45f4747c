"""Winners keep their seat; losers move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.pairing.tournaments import PlayedRounds, play_tournament, skilled
from tests.samples import SWEEP_FACTOR
from tournaments.pairing import winners_stay
from tournaments.pairing.fairness import bye_turns, next_in_turn
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seating_cost import cost, seats_of
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlayedTable, SeatingRules
from tournaments.pairing.winners_stay import WinnersStay

next_round = WinnersStay().next_round


def played(*tables: tuple[int, int, int | None]) -> tuple[PlayedTable, ...]:
    """Return tables 1, 2, 3 ..., given as (player at A, player at B, winner)."""
    return tuple(
        PlayedTable(number, (("A", one), ("B", other)), winner)
        for number, (one, other, winner) in enumerate(tables, start=1)
    )


def people(*numbers: int, fixed: dict[int, tuple[int, str]] | None = None, house: int = 0) -> list[Person]:
    return [Person(n, fixed=(fixed or {}).get(n), house=n == house) for n in numbers]


def test_winners_keep_table_and_letter_and_losers_change_tables():
    past = [played((1, 2, 1), (3, 4, 4), (5, 6, 5))]
    seats = seats_of(next_round(people(*range(1, 7)), past, PairingRequest(tables=3, seed=1)))
    assert (seats[1], seats[4], seats[5]) == ((1, "A"), (2, "B"), (3, "A"))
    assert seats[2][0] != 1
    assert seats[3][0] != 2
    assert seats[6][0] != 3


def test_seating_depends_on_seed_but_not_on_list_order():
    past = play_tournament(30, 3, rounds=6).rounds
    one = next_round(people(*range(1, 31)), past, PairingRequest(tables=15, seed=8))
    assert one == next_round(people(*range(30, 0, -1)), past, PairingRequest(tables=15, seed=8))


def test_a_loser_with_a_fixed_seat_stays_and_the_winner_moves():
    here = people(*range(1, 9), fixed={2: (1, "B")})
    past = [played((1, 2, 1), (3, 4, 3), (5, 6, 5), (7, 8, 7))]
    planned = next_round(here, past, PairingRequest(tables=4, seed=1))
    seats = seats_of(planned)
    assert seats[2] == (1, "B")
    assert seats[1][0] != 1
    assert [seats[n] for n in (3, 5, 7)] == [(2, "A"), (3, "A"), (4, "A")]
    (finding,) = validate(planned, here, past, SeatingRules(tables=4))
    assert (finding.code, finding.people, finding.args) == ("winner_had_to_move", (1,), {"why": "fixed"})


def test_winner_moves_if_seat_becomes_a_fixed_seat():
    here = people(*range(1, 5), 9, 10, fixed={9: (1, "A")})
    planned = next_round(here, [played((1, 2, 1), (3, 4, 3))], PairingRequest(tables=3, seed=1))
    assert seats_of(planned)[9] == (1, "A")
    assert not [
        finding
        for finding in validate(planned, here, [played((1, 2, 1), (3, 4, 3))], SeatingRules(tables=3))
        if finding.hard
    ]


def test_winner_moves_if_fewer_tables_are_needed():
    here = people(1, 3, 5, 6)  # three winners and one loser for two tables
    past = [played((1, 2, 1), (3, 4, 3), (5, 6, 5))]
    planned = next_round(here, past, PairingRequest(tables=3, seed=1))
    assert len(planned) == 2
    assert [
        f.args["why"]
        for f in validate(planned, here, past, SeatingRules(tables=3))
        if f.code == "winner_had_to_move"
    ] == ["fewer_tables"]


def test_late_arrivals_get_tables_of_their_own():
    here = people(1, 2, 3, 4, 5, 6, 7, 8)
    planned = next_round(here, [played((1, 2, 1), (3, 4, 3))], PairingRequest(tables=4, seed=1))
    seats = seats_of(planned)
    assert (seats[1], seats[3]) == ((1, "A"), (2, "A"))
    assert len(planned) == 4


def test_after_an_abandoned_game_one_of_the_two_keeps_the_seat():
    here = people(1, 2, 3, 4, 5, 6)
    past = [played((1, 2, None), (3, 4, 3), (5, 6, 6))]
    seats = seats_of(next_round(here, past, PairingRequest(tables=3, seed=1)))
    assert (seats[1] == (1, "A")) != (seats[2] == (1, "B"))


def test_opponents_of_abandoned_game_do_not_meet_again_at_once():
    past = [played((1, 2, None), (3, 4, None))]
    pairs = {
        frozenset(table.people)
        for table in next_round(people(1, 2, 3, 4), past, PairingRequest(tables=2, seed=1))
    }
    assert not pairs & {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize("players", [5, 7, 9, 15])
@pytest.mark.parametrize("house", [False, True])
def test_no_second_bye_before_all_players_had_one(players, house):
    tournament = play_tournament(players, seed=players, rounds=2 * players, house=house)
    assert not tournament.faults
    turns: Counter[int] = Counter()
    for tables in tournament.planned:
        for table in tables:
            if len(table.people) == 1 or players + 1 in table.people:
                turns.update(set(table.people) - {players + 1})
        assert max(turns.values()) - min(turns[n] for n in range(1, players + 1)) <= 1


@pytest.mark.parametrize("players", [5, 7, 9, 13, 101])
@pytest.mark.parametrize("seed", [1, 2])
def test_winner_sits_out_only_if_no_loser_is_due(players, seed):
    """The hall has no table for the bye, so a winner who sits out loses the seat."""
    tournament, everybody = PlayedRounds(), people(*range(1, players + 1))
    winner = skilled(range(1, players + 1), 0, random.Random(seed))
    for number in range(min(2 * players, 20)):
        past = list(tournament.rounds)
        planned = tournament.seat(everybody, tables=players // 2, seed=seed * 1000 + number)
        won = {one.winner for one in past[-1]} if past else set()
        losers_due = next_in_turn(range(1, players + 1), bye_turns(past)) - won
        if past and losers_due:
            before, now = seats_of(past[-1]), seats_of(planned)
            assert all(now[number] == before[number] for number in won - {None})
        tournament.play(planned, winner)
    assert not tournament.faults


def test_late_player_has_next_bye_if_others_had_one():
    tournament = play_tournament(3, seed=1, rounds=3)
    planned = next_round(people(1, 2, 3, 4, 5), tournament.rounds, PairingRequest(tables=3, seed=1))
    (alone,) = [table.people[0] for table in planned if len(table.people) == 1]
    assert alone in (4, 5)


def test_fixed_seats_are_kept_in_every_round():
    tournament = play_tournament(24, seed=5, fixed=3)
    assert not tournament.faults
    for tables in tournament.planned:
        seats = seats_of(tables)
        assert [seats[n] for n in (1, 2, 3)] == [(1, "A"), (2, "A"), (3, "A")]


def test_returning_player_is_seated_without_faults():
    past = [played((1, 2, 1), (3, 4, 3)), played((1, 4, 1), (3, 5, 3))]
    planned = next_round(people(1, 2, 3, 4, 5, 6), past, PairingRequest(tables=3, seed=1))
    assert not [
        finding
        for finding in validate(planned, people(1, 2, 3, 4, 5, 6), past, SeatingRules(tables=3))
        if finding.hard
    ]


def test_two_players_meet_in_every_round():
    tournament = play_tournament(2, seed=1)
    assert tournament.rematches == 14
    assert not tournament.faults


def test_too_few_tables_are_refused_with_choice():
    with pytest.raises(NoSeating) as refused:
        next_round(people(1, 2, 3, 4, 5, 6), [played((1, 2, 1), (3, 4, 3))], PairingRequest(tables=2, seed=1))
    assert (refused.value.code, refused.value.args_["needed"]) == ("too_few_tables", 3)
    assert refused.value.choices == (("add_tables", {"tables": 1}),)


@pytest.mark.long
def test_four_hundred_players_with_withdrawals_have_no_rematch():
    tournament = play_tournament(400, seed=2, rounds=4)
    here = people(*(n for n in range(1, 401) if n % 37))
    planned = next_round(here, tournament.rounds, PairingRequest(tables=200, seed=1))
    assert cost(planned, tournament.rounds).rematches == 0
    assert not [
        finding
        for finding in validate(planned, here, tournament.rounds, SeatingRules(tables=200))
        if finding.hard
    ]


def play_tournaments(players: int, seeds: int, **options) -> list[PlayedRounds]:
    days = [play_tournament(players, seed, **options) for seed in range(seeds)]
    assert not [tournament.faults for tournament in days if tournament.faults]
    return days


def mean_walk(days: list[PlayedRounds]) -> float:
    walks = [walk for tournament in days for walk in tournament.walks]
    return sum(walks) / len(walks)


# Samples of `python -m tests.lab.figures.seating`, whose means over many seeds are well below these limits.


@pytest.mark.parametrize(("players", "house"), [(24, False), (23, True), (32, False), (64, False)])
def test_no_rematch_with_24_or_more_players(players, house):
    days = play_tournaments(players, 2 * min(SWEEP_FACTOR, 4), house=house)
    assert sum(tournament.rematches > 0 for tournament in days) == 0
    assert mean_walk(days) <= 2.2


@pytest.mark.long
def test_twenty_players_have_few_rematches():
    days = play_tournaments(20, 6)
    assert sum(tournament.rematches for tournament in days) / 6 <= 1.0
    assert mean_walk(days) <= 2.3


@pytest.mark.long
def test_sixteen_players_have_about_eight_rematches():
    days = play_tournaments(16, 6)
    assert sum(tournament.rematches for tournament in days) / 6 <= 9
    assert mean_walk(days) <= 2.3


def test_eight_players_reach_the_minimum_of_rematches():
    days = play_tournaments(8, 6)
    assert min(tournament.rematches for tournament in days) == 32
    assert max(tournament.rematches for tournament in days) <= 33


def counted(findings):
    """Count winners who had to move and meetings again."""
    return Counter(finding.code for finding in findings if finding.code != "long_walk")


@pytest.mark.parametrize("players", [12, 13])
def test_limiting_to_neighbours_loses_no_quality(players, monkeypatch):
    """Neighbours suffice in a large field; where they do not, all pairs are considered."""
    here, past = people(*range(1, players + 1)), play_tournament(players, 5, rounds=7).rounds
    seated = [next_round(here, past[:games], PairingRequest(tables=7, seed=1)) for games in range(1, 8)]
    monkeypatch.setattr(winners_stay, "LARGE_FIELD", 0)
    monkeypatch.setattr(winners_stay, "NEIGHBOURS", 2)
    near = [next_round(here, past[:games], PairingRequest(tables=7, seed=1)) for games in range(1, 8)]
    for games, (one, other) in enumerate(zip(seated, near, strict=True), start=1):
        least, found = (
            validate(planned, here, past[:games], SeatingRules(tables=7)) for planned in (one, other)
        )
        assert counted(found) == counted(least)


@pytest.mark.parametrize("house", [0, 99])
def test_late_entry_moves_others_two_tables_at_most(house):
    helping = [Person(house, house=True)] if house else []
    for seed in range(20):
        chance = random.Random(seed)
        first = next_round([*people(*range(1, 32)), *helping], [], PairingRequest(tables=16, seed=seed))
        games = {table: chance.choice(table.people) if len(table.seats) > 1 else None for table in first}
        past = [[PlayedTable(table.table, table.seats, winner) for table, winner in games.items()]]
        planned = next_round([*people(*range(1, 33)), *helping], past, PairingRequest(tables=16, seed=seed))
        before, now = seats_of(first), seats_of(planned)
        assert max(abs(now[number][0] - before[number][0]) for number in range(1, 32)) <= 2, seed
