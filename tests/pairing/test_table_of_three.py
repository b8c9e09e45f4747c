"""An odd field with a table of three, and seating after earlier tables of three to six."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_random_tournaments import changed, field
from tests.pairing.tournaments import PlayedRounds, play_tournament
from tests.samples import tried
from tournaments.pairing import table_of_three
from tournaments.pairing.first_round_draw import first_round
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seating_cost import cost, seats_of
from tournaments.pairing.validation import validate
from tournaments.pairing.values import (
    LETTERS,
    NoSeating,
    Person,
    PlannedTable,
    PlayedTable,
    SeatingRules,
    sides_at,
)
from tournaments.pairing.winners_stay import WinnersStay

next_round = WinnersStay().next_round


def people(count):
    return [Person(number) for number in range(1, count + 1)]


def seat(table, *numbers, partners=False):
    return PlannedTable(table, tuple(zip(LETTERS, numbers, strict=False)), partners=partners)


def played(table, *numbers, winner=None, partners=False):
    return PlayedTable(table, tuple(zip(LETTERS, numbers, strict=False)), winner, partners=partners)


def players_at_three(tables):
    return next(set(table.people) for table in tables if len(table.seats) == 3)


@pytest.mark.long
@tried(8)
@given(half=st.integers(1, 20), seed=st.integers(0, 2**32), spread=st.sampled_from([0, 0.3, 1]))
def test_table_of_three_rotates_without_faults(half, seed, spread):
    players = 2 * half + 1
    tournament = play_tournament(players, seed, three=True, spread=spread)
    assert tournament.faults == []
    for tables in tournament.planned:
        assert sorted(number for table in tables for number in table.people) == list(range(1, players + 1))
        assert sorted(len(table.seats) for table in tables) == [2] * (half - 1) + [3]
        assert {table.table for table in tables} <= set(range(1, half + 1))
        assert {"".join(letter for letter, _ in table.seats) for table in tables} <= {"AB", "ABC"}
    times = Counter(dict.fromkeys(range(1, players + 1), 0))
    for tables in tournament.planned:
        never = {number for number, count in times.items() if not count}
        assert players_at_three(tables) <= never or never <= players_at_three(tables), (
            "none twice before all once"
        )
        times.update(players_at_three(tables))
    assert max(times.values()) - min(times.values()) <= (1 if 45 % players else 0)


@pytest.mark.parametrize("players", [3, 5, 7, 9, 11, 13])
def test_rematches_stay_near_the_minimum(players):
    """In so small fields all players meet, and from then on each meeting is a rematch."""
    tournament = play_tournament(players, seed=players, three=True)
    met = 15 * ((players - 3) // 2 + 3)
    assert tournament.rematches - (met - players * (players - 1) // 2) <= 2


def test_winner_of_three_players_keeps_the_seat():
    tournament = play_tournament(3, seed=5, three=True, rounds=6)
    for before, now in zip(tournament.rounds, tournament.planned[1:], strict=False):
        (table,) = before
        assert seats_of(now)[table.winner] == seats_of(before)[table.winner]


def test_winner_at_seat_c_keeps_the_table():
    past = [(played(1, 1, 2, 3, winner=3), played(2, 4, 5, winner=4))]
    for seed in range(20):
        seated = seats_of(next_round(people(5), past, PairingRequest(tables=2, seed=seed, three=True)))
        assert seated[3][0] == 1
        assert seated[4] == (2, "A")
        one_more = [*people(5), Person(6)]
        planned = next_round(one_more, past, PairingRequest(tables=3, seed=seed, three=True))
        assert seats_of(planned)[3][0] == 1
        assert not [
            finding for finding in validate(planned, one_more, past, SeatingRules(tables=3)) if finding.hard
        ]


def test_turn_at_table_of_three_outweighs_winners_seat():
    """All whose turn it is have won: one of them keeps the seat, and the others move."""
    past = [
        (played(1, 1, 2, 3, winner=1), played(2, 4, 5, winner=5), played(3, 6, 7, winner=7)),
        (played(1, 1, 4, 6, winner=1), played(2, 2, 5, winner=5), played(3, 3, 7, winner=7)),
    ]
    planned = next_round(people(7), past, PairingRequest(tables=3, seed=1, three=True))
    assert {5, 7} <= players_at_three(planned)
    findings = validate(planned, people(7), past, SeatingRules(tables=3, three=True))
    assert not [finding for finding in findings if finding.hard]
    assert [f.args["why"] for f in findings if f.code == "winner_had_to_move"] == ["three"]


@pytest.mark.parametrize("seed", range(8))
def test_winner_moves_only_for_players_whose_turn_it_is(seed):
    """It is the turn of 4 alone: one winner keeps each table, although 1 and 3 were there twice."""
    past = (
        (played(1, 4, 2, winner=2), played(2, 1, 5, 3, winner=5)),
        (played(1, 2, 1, 3, winner=2), played(2, 4, 5, winner=5)),
    )
    seated = next_round(people(5), past, PairingRequest(tables=3, seed=seed, three=True))
    assert [
        finding
        for finding in validate(seated, people(5), past, SeatingRules(tables=3, three=True))
        if finding.hard
    ] == []
    assert 4 in players_at_three(seated)
    assert {seats_of(seated)[winner] for winner in (2, 5)} == {(1, "A"), (2, "B")}


def test_validation_finds_unfair_turn_at_table_of_three():
    past = [(played(1, 1, 2, 3, winner=1), played(2, 4, 5, winner=4), played(3, 6, 7, winner=6))]
    again = (seat(1, 1, 5, 7), seat(2, 4, 2), seat(3, 6, 3))
    faults = [
        (f.code, f.people)
        for f in validate(again, people(7), past, SeatingRules(tables=3, three=True))
        if f.hard
    ]
    assert faults == [("unfair_turn", (1,))]
    in_turn = (seat(1, 1, 3), seat(2, 4, 5, 7), seat(3, 6, 2))
    assert not [f for f in validate(in_turn, people(7), past, SeatingRules(tables=3, three=True)) if f.hard]
    two_winners = (seat(1, 1, 3), seat(2, 4, 5, 6), seat(3, 7, 2))
    faults = [f for f in validate(two_winners, people(7), past, SeatingRules(tables=3, three=True)) if f.hard]
    assert [(fault.code, fault.people) for fault in faults] == [("winner_moved", (6,))]


def test_validation_finds_tables_that_are_too_full():
    planned = (seat(1, 1, 2, 3), seat(2, 4, 5, 6))
    faults = [f for f in validate(planned, people(6), [], SeatingRules(tables=3)) if f.hard]
    assert [(f.code, f.args) for f in faults] == [
        ("too_many_there", {"table": 1, "seats": 3}),
        ("too_many_there", {"table": 2, "seats": 3}),
    ]
    alone = (seat(1, 1, 2), seat(2, 3, 4), seat(3, 5))
    assert "two_byes" in {
        f.code for f in validate(alone, people(5), [], SeatingRules(tables=3, three=True)) if f.hard
    }


@pytest.mark.parametrize("seed", range(30))
def test_drawn_first_round_passes_validation(seed):
    tags = [frozenset({"club:one"} if number < 4 else {}) for number in range(1, 10)]
    field = [Person(number, apart=tags[number - 1]) for number in range(1, 10)]
    field[4] = Person(5, fixed=(3, "B"))
    planned = first_round(field, tables=4, seed=seed, three=True)
    assert not [
        f
        for f in validate(planned, field, [], SeatingRules(tables=4, three=True))
        if f.hard or f.code == "not_apart"
    ]
    assert seats_of(planned)[5] == (3, "B")


def test_draw_gives_all_players_equal_chance_of_three():
    drawn = Counter(
        number
        for seed in range(900)
        for number in players_at_three(first_round(people(9), tables=4, seed=seed, three=True))
    )
    assert all(240 < drawn[number] < 360 for number in range(1, 10))


def test_table_of_three_needs_no_extra_table_but_a_free_player():
    assert len(next_round(people(31), [], PairingRequest(tables=15, seed=1, three=True))) == 15
    with pytest.raises(NoSeating, match="too_few_tables"):
        next_round(people(31), [], PairingRequest(tables=14, seed=1, three=True))
    kept = [Person(1, fixed=(1, "A")), Person(2, fixed=(2, "A")), Person(3)]
    with pytest.raises(NoSeating, match="too_many_fixed"):
        next_round(kept, [], PairingRequest(tables=2, seed=1, three=True))


def test_sides_by_number_of_players():
    six = tuple(zip("ABCDEF", (1, 2, 3, 4, 5, 6), strict=True))
    assert sides_at(six, True) == ((1, 4), (2, 5), (3, 6))
    assert sides_at(six[:4], True) == ((1, 3), (2, 4))
    assert sides_at(six[:5]) == ((1,), (2,), (3,), (4,), (5,))
    with pytest.raises(ValueError, match="5 cannot play as partners"):
        sides_at(six[:5], True)


def test_partners_count_only_opponents_as_met():
    past = [(played(1, 1, 2, 3, 4, winner=3, partners=True),)]
    together = cost((seat(1, 1, 3), seat(2, 2, 4)), past)
    against = cost((seat(1, 1, 2), seat(2, 3, 4)), past)
    assert (together.rematches, against.rematches) == (0, 2)


@pytest.mark.parametrize(
    ("table", "stays"),
    [
        (played(1, 1, 2, 3, 4, winner=3, partners=True), {1: (1, "A")}),
        (played(1, 1, 2, 3, 4, winner=2, partners=True), {2: (1, "B")}),
        (played(1, 1, 2, 3, 4, winner=4), {4: (1, None)}),
        (played(1, 1, 2, 3, 4, winner=2), {2: (1, "B")}),
    ],
)
def test_winners_at_table_of_four_keep_it(table, stays):
    """Of partners who won the first by letter keeps the seat; at a table of two they would be opponents."""
    past = [(table, played(3, 5, 6, winner=6))]
    for seed in range(10):
        planned = next_round(people(6), past, PairingRequest(tables=3, seed=seed))
        assert not [f for f in validate(planned, people(6), past, SeatingRules(tables=3)) if f.hard]
        seated = seats_of(planned)
        assert seated[6] == (3, "B")
        for number, (at, letter) in stays.items():
            assert seated[number][0] == at
            assert letter is None or seated[number][1] == letter


@tried(20)
@given(players=st.integers(2, 30), seed=st.integers(0, 2**32), three=st.booleans())
def test_play_continues_after_tables_of_one_to_six(players, seed, three):
    """The desk wrote down who really sat where; the next round copes, and the validator agrees."""
    chance = random.Random(seed)
    field, tournament = people(players), PlayedRounds()
    for number in range(6):
        if players < 3 and three:
            three = False
        planned = tournament.seat(field, tables=(players + 1) // 2, seed=seed + number, three=three)
        assert tournament.faults == [], (number, tournament.faults)
        if chance.random() < 0.5:
            planned = reshuffled(field, chance)
        tournament.rounds.append(
            tuple(
                PlayedTable(
                    table.table,
                    table.seats,
                    chance.choice([*table.people, None]) if len(table.seats) > 1 else None,
                    partners=table.partners,
                )
                for table in planned
            )
        )


def reshuffled(field, chance):
    """Return the players at random tables of up to six, as partners where possible."""
    left = chance.sample([person.number for person in field], len(field))
    tables = chance.sample(range(1, len(field) + 1), len(field))
    planned = []
    while left:
        many = min(len(left), chance.randrange(1, 7))
        here, left = left[:many], left[many:]
        planned.append(seat(tables.pop(), *here, partners=many in (4, 6) and chance.random() < 0.5))
    return planned


def test_all_players_at_table_of_three_have_met():
    past = [(played(1, 1, 2, 3, winner=1), played(2, 4, 5, winner=4))]
    for one, other in combinations((1, 2, 3), 2):
        assert cost((seat(1, one, other),), past).rematches == 1


@pytest.mark.parametrize("seed", [13, 20, 22, 54, 57, 69, 86])
@tried(3)
@given(more=st.integers(0, 2**32))
def test_random_changes_with_table_of_three_have_no_faults(seed, more):
    chance = random.Random(seed + more)
    players, fixed = chance.randrange(3, 30), chance.randrange(1, 8)
    here, gone, tournament = field(players, fixed, house=False, chance=chance), [], PlayedRounds()
    tables = max(fixed * 2, (players + 1) // 2) + chance.randrange(4)
    for number in range(10):
        tables = max(tables, (len(here) + 1) // 2)
        planned = tournament.seat(here, tables=tables, seed=seed + number, three=True)
        assert tournament.faults == [], (number, tournament.faults)
        assert min(len(table.seats) for table in planned) == (3 if len(here) == 3 else 2)
        tournament.play(planned, lambda table: chance.choice([*table.people * 4, None]))
        changed(here, gone, chance, tables)


def test_fixed_seats_sharing_a_table_of_three_are_kept():
    """The two meet in every game; the others at their table, and at the tables of three, change."""
    here = [Person(1, fixed=(1, "A")), Person(2, fixed=(1, "B")), *people(9)[2:]]
    tournament = PlayedRounds()
    for number in range(4):
        planned = tournament.seat(here, tables=4, seed=number, three=True)
        assert {1, 2} <= set(next(table.people for table in planned if table.table == 1))
        tournament.play(planned, lambda table: table.people[0])
    assert tournament.faults == []


def test_large_field_takes_first_three_without_rematch(monkeypatch):
    monkeypatch.setattr(table_of_three, "TRIED", ())
    tournament = play_tournament(9, seed=4, three=True, rounds=4)
    assert tournament.faults == [] and tournament.rematches == 0
