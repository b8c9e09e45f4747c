"""Round robin: all meet once, sit out once and keep fixed seats, whatever happens in between."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import SWEEP_FACTOR, tried
from tournaments.pairing import circle, pairing_systems, round_robin
from tournaments.pairing.feasibility import FeasibilityRequest, feasibility
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.round_robin import RoundRobin, full_rounds
from tournaments.pairing.seating_cost import cost
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlannedTable, PlayedTable, SeatingRules

Rounds = list[list[PlayedTable]]


def field(players: int, fixed: int = 0, *, house: bool = False) -> list[Person]:
    """Return people 1, 2, 3 …; the first `fixed` keep a seat, each at a table of their own."""
    people = [
        Person(number, fixed=(number, "AB"[number % 2]) if number <= fixed else None)
        for number in range(1, players + 1)
    ]
    return [*people, Person(players + 1, house=True)] if house else people


def played(planned: Sequence[PlannedTable]) -> list[PlayedTable]:
    return [PlayedTable(table.table, table.seats) for table in planned]


def seat(
    people: Sequence[Person], past: Rounds, seed: int, tables: int | None = None, *, again: bool = False
) -> tuple[PlannedTable, ...]:
    """Return the next round, validated."""
    tables = tables or (len(people) + 1) // 2
    planned = RoundRobin().next_round(people, past, PairingRequest(tables=tables, seed=seed, again=again))
    found = validate(planned, people, past, SeatingRules(tables=tables, winners_stay=False, once=not again))
    faults = [one for one in found if one.hard]
    assert not faults, faults
    return planned


def play_rounds(people: Sequence[Person], seed: int, rounds: int | None = None) -> Rounds:
    past: Rounds = []
    for _ in range(rounds or full_rounds(len(people))):
        past.append(played(seat(people, past, seed)))
    return past


def meeting_counts(past: Rounds) -> Counter[frozenset[int]]:
    """Return how often each two sat at one table, counted without the program's code."""
    return Counter(
        frozenset(number for _, number in table.seats)
        for tables in past
        for table in tables
        if len(table.seats) == 2
    )


def bye_counts(past: Rounds) -> Counter[int]:
    return Counter(table.seats[0][1] for tables in past for table in tables if len(table.seats) == 1)


@pytest.mark.parametrize("module", [circle, round_robin])
def test_doctests_pass(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("players", range(2, 41))
def test_all_players_meet_once_and_sit_out_once(players):
    for seed in (players * 1001, 1, 7)[:SWEEP_FACTOR]:
        past = play_rounds(field(players), seed)
        times = meeting_counts(past)
        assert len(times) == players * (players - 1) // 2 and set(times.values()) == {1}
        assert bye_counts(past) == (Counter(range(1, players + 1)) if players % 2 else Counter())
        for tables in past:
            assert sorted(number for table in tables for number in table.people) == list(
                range(1, players + 1)
            )


@tried(12)
@given(players=st.integers(2, 24), seed=st.integers(0, 2**40), spare=st.integers(0, 5), house=st.booleans())
def test_all_players_meet_with_any_seed_and_spare_tables(players, seed, spare, house):
    people = field(players, house=house and players % 2 == 1)
    tables = (len(people) + 1) // 2 + spare
    past: Rounds = []
    for _ in range(full_rounds(len(people))):
        past.append(played(seat(people, past, seed, tables)))
    assert (
        set(meeting_counts(past).values()) == {1}
        and len(meeting_counts(past)) == len(people) * (len(people) - 1) // 2
    )


@pytest.mark.parametrize("players", [2, 5, 8, 9, 20])
def test_round_after_the_last_is_refused_with_choice(players):
    past = play_rounds(field(players), seed=3)
    with pytest.raises(NoSeating) as none:
        seat(field(players), past, seed=3)
    assert none.value.code == "everybody_has_met"
    assert none.value.choices == (("fewer_rounds", {"rounds": len(past)}),)


@pytest.mark.parametrize("players", [6, 9, 16])
def test_schedule_depends_on_the_seed(players):
    assert play_rounds(field(players), 5) == play_rounds(list(reversed(field(players))), 5)
    assert play_rounds(field(players), 5) != play_rounds(field(players), 6)


def test_all_later_rounds_are_known():
    people = field(10)
    known = RoundRobin().rounds_to_come(people, [], PairingRequest(tables=5, seed=2), rounds=20)
    assert [played(planned) for planned in known] == play_rounds(people, 2)
    past = play_rounds(people, 2, rounds=4)
    later = RoundRobin().rounds_to_come(people, past, PairingRequest(tables=5, seed=2), rounds=7)
    assert list(later) == list(known[4:7]), "no result changes a seat"


@pytest.mark.parametrize("players", [8, 15, 24, 40])
def test_walks_are_short(players):
    people, past, walks = field(players), [], []
    for _ in range(full_rounds(players)):
        planned = seat(people, past, seed=11)
        walks += cost(planned, past).walks
        past.append(played(planned))
    assert max(walks) <= 3 and sum(walks) <= 1.1 * len(walks)


@pytest.mark.parametrize("players", [6, 9, 14, 25])
def test_fixed_seat_is_kept_and_all_players_meet(players):
    past = play_rounds(field(players, fixed=1), seed=4)
    assert {table.table for tables in past for table in tables if 1 in table.people} == {1}
    assert all(("B", 1) in table.seats for tables in past for table in tables if 1 in table.people)
    assert (
        set(meeting_counts(past).values()) == {1}
        and len(meeting_counts(past)) == players * (players - 1) // 2
    )


@pytest.mark.parametrize(("players", "fixed"), [(8, 2), (10, 3), (12, 4), (9, 2), (16, 5), (20, 2)])
def test_players_with_fixed_seats_meet_all_but_each_other(players, fixed):
    for seed in range(min(SWEEP_FACTOR, 4)):
        past = play_rounds(field(players, fixed), seed, rounds=players - fixed)
        for number in range(1, fixed + 1):
            at = {table.table for tables in past for table in tables if number in table.people}
            assert at == {number}
        times = meeting_counts(past)
        assert set(times.values()) == {1}, "no rematch while an opponent is left"
        assert not any(pair <= set(range(1, fixed + 1)) for pair in times)


def test_two_fixed_seats_at_one_table_are_refused_with_choice():
    people = [Person(1, fixed=(1, "A")), Person(2, fixed=(1, "B")), Person(3), Person(4)]
    with pytest.raises(NoSeating) as none:
        seat(people, [], seed=1)
    assert none.value.code == "fixed_seats_share_table"
    assert none.value.choices == (("change_fixed_seat", {"number": 2}),)


def test_too_few_tables_are_refused_with_choice():
    with pytest.raises(NoSeating) as none:
        RoundRobin().next_round(field(10), [], PairingRequest(tables=4, seed=1))
    assert none.value.code == "too_few_tables" and none.value.choices == (("add_tables", {"tables": 1}),)


def test_clubs_are_kept_apart_in_round_one():
    for seed in range(12):
        people = [Person(n, apart=frozenset({f"club:{n % 4}"})) for n in range(1, 17)]
        planned = seat(people, [], seed)
        together = sum(len({n % 4 for n in table.people}) == 1 for table in planned)
        assert together <= 1


def test_late_player_fills_the_bye():
    """One of nine sits out each round; the tenth comes in round 4 and meets all who have not sat out."""
    past = play_rounds(field(9), seed=8, rounds=3)
    sat_out = set(bye_counts(past))
    for _ in range(6):
        past.append(played(seat(field(10), past, seed=8)))
    assert set(meeting_counts(past).values()) == {1}
    assert {n for pair in meeting_counts(past) if 10 in pair for n in pair} - {10} == set(
        range(1, 10)
    ) - sat_out


def test_remaining_players_all_meet_after_a_withdrawal():
    past = play_rounds(field(10), seed=8, rounds=3)
    left = [person for person in field(10) if person.number != 5]
    for _ in range(6):
        past.append(played(seat(left, past, seed=8)))
    times = meeting_counts(past)
    assert set(times.values()) == {1}
    stayed = {pair for pair in times if 5 not in pair}
    assert len(stayed) == 36, "all who stayed have met one another"
    assert max(bye_counts(past).values()) == 1


@pytest.mark.parametrize("late", [1, 2, 3])
def test_late_players_in_even_field_have_no_rematches(late):
    for seed in range(min(SWEEP_FACTOR, 4)):
        past = play_rounds(field(12), seed, rounds=2)
        for _ in range(8):
            past.append(played(seat(field(12 + late), past, seed)))
        assert set(meeting_counts(past).values()) == {1}
        assert max(bye_counts(past).values(), default=1) == 1


def changed(people: list[Person], gone: list[Person], chance: random.Random) -> None:
    event = chance.choice(["nothing", "nothing", "leaves", "back", "late"])
    if event == "leaves" and len(people) > 3:
        gone.append(people.pop(chance.randrange(len(people))))
    elif event == "back" and gone:
        people.append(gone.pop(chance.randrange(len(gone))))
    elif event == "late":
        people.append(Person(900 + len(people) + len(gone)))


@tried(15)
@given(players=st.integers(2, 20), seed=st.integers(0, 2**32), fixed=st.integers(0, 3), house=st.booleans())
def test_random_rounds_pass_validation_or_raise_known_errors(players, seed, fixed, house):
    chance = random.Random(seed)
    people, gone, past = field(players, min(fixed, players // 3), house=house), [], []
    refused = None
    for _ in range(10):
        try:
            planned = seat(people, past, seed, tables=15)
        except NoSeating as none:
            refused = none
            break
        past.append(played(planned))
        changed(people, gone, chance)
    known = {"everybody_has_met", "too_many_fixed", "too_few_people"}
    assert refused is None or (refused.code in known and refused.choices)


def test_no_further_rematches_after_two_changed_seats():
    past = play_rounds(field(12), seed=3, rounds=3)
    instead = {past[2][0].people[0]: past[2][1].people[0], past[2][1].people[0]: past[2][0].people[0]}
    past[2] = [
        PlayedTable(table.table, tuple((letter, instead.get(n, n)) for letter, n in table.seats))
        for table in past[2]
    ]
    before = meeting_counts(past)
    for _ in range(6):
        past.append(played(seat(field(12), past, seed=3)))
    assert sum(meeting_counts(past).values()) - len(meeting_counts(past)) == sum(before.values()) - len(
        before
    )


def test_feasibility_reports_required_number_of_rounds():
    def found(players, rounds, odd=None):
        tournament = feasibility(
            FeasibilityRequest(
                players, tables=20, rounds=rounds, odd=odd, bye_credit=0, movement="round_robin"
            )
        )
        return [
            (problem.code, problem.hard, [way.value for way in problem.ways])
            for problem in tournament.problems
        ]

    assert found(10, 9) == []
    assert found(10, 7) == [("not_everybody_meets", False, [9])]
    assert found(10, 10) == [("too_many_rounds", True, [9])]
    assert found(9, 9, "bye") == []
    assert found(9, 9, "house") == []
    tournament = feasibility(
        FeasibilityRequest(9, tables=5, rounds=9, odd="bye", bye_credit=0, movement="round_robin")
    )
    assert (tournament.games_least, tournament.games_most, tournament.possible) == (8, 8, True)


def test_pairing_system_is_found_by_name():
    assert isinstance(pairing_systems.PAIRING_SYSTEMS["round_robin"], RoundRobin)
    assert pairing_systems.PAIRING_SYSTEMS["winners_stay"].ONE_LOT is False
    for name in ("values", "no_such_movement", "os"):
        with pytest.raises(LookupError):
            pairing_systems.PAIRING_SYSTEMS[name]


def test_manual_first_round_is_not_continued_as_circle():
    by_hand = [(PlayedTable(1, (("A", 1), ("B", 2))), *(PlayedTable(n, (("A", n + 1),)) for n in (2, 3)))]
    assert all(circle.next_pairs(field(4), by_hand, seed) is None for seed in range(6))


# After withdrawals: a bye rather than a rematch


def most_new_games(people: Sequence[Person], times: Counter[frozenset[int]]) -> int:
    """Return how many can play a new opponent at once, giving the first each opponent or none."""
    if len(people) < 2:
        return 0
    first, others = people[0], people[1:]
    best = most_new_games(others, times)
    for other in others:
        if not times[frozenset((first.number, other.number))] and not (first.fixed and other.fixed):
            rest = [one for one in others if one is not other]
            best = max(best, 1 + most_new_games(rest, times))
    return best


@pytest.mark.parametrize("leaves_after", range(1, 7))
def test_no_rematch_after_one_of_seven_players_leaves(leaves_after):
    for seed in range(6):
        past = play_rounds(field(7), seed, rounds=leaves_after)
        staying = [person for person in field(7) if person.number != 1 + seed]
        for _ in range(7 - leaves_after):
            if most_new_games(staying, meeting_counts(past)):
                past.append(played(seat(staying, past, seed)))
        times = meeting_counts(past)
        assert set(times.values()) == {1}
        never = [
            two for two in combinations(range(1, 8), 2) if 1 + seed not in two if not times[frozenset(two)]
        ]
        assert len(never) <= 1


def test_rematches_replace_byes_on_request():
    past, staying = play_rounds(field(7), 1, rounds=6), field(6)
    without, again = seat(staying, past, 1), seat(staying, past, 1, again=True)
    assert {len(table.seats) for table in again} == {2}
    assert sum(len(table.seats) == 2 for table in without) < len(again)


@pytest.mark.long
@tried(40)
@given(players=st.integers(3, 9), seed=st.integers(0, 2**32), fixed=st.integers(0, 2))
def test_most_new_meetings_are_seated_despite_changes(players, seed, fixed):
    chance = random.Random(seed)
    people, gone, past = field(players, min(fixed, players // 3)), [], []
    for _ in range(12):
        most = most_new_games(people, meeting_counts(past))
        if not most:
            with pytest.raises(NoSeating):
                seat(people, past, seed, tables=9)
            return
        planned = seat(people, past, seed, tables=max(most, len(people) // 2))
        assert sum(len(table.seats) == 2 for table in planned) == most
        past.append(played(planned))
        assert set(meeting_counts(past).values()) == {1}
        changed(people, gone, chance)
