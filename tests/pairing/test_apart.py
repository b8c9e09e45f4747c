"""Couples, car-pools and clubs are kept apart: in the first games or all day, if possible or at any price."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from tests.pairing.test_movements import enough, hall, played, validate_round
from tests.pairing.test_random_tournaments import changed
from tournaments.pairing import apart, seats_from_file
from tournaments.pairing.explanation import SeatingExplanation
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables, has_settled_pairs
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlannedTable, PlayedTable, SeatingRules

COUPLES = ((1, 2), (3, 4), (5, 6))
DRIVERS = (7, 8, 9)
SYSTEM_NAMES = [name for name in PAIRING_SYSTEMS if name != seats_from_file.NAME]


def crowd(players, rounds, *, never):
    """Return three couples and a car-pool of three among so many, kept apart in the first so many rounds."""
    words = {number: f"apart:{at}" for at, group in enumerate((*COUPLES, DRIVERS)) for number in group}
    tags = {number: frozenset(filter(None, [words.get(number)])) for number in range(1, players + 1)}
    return [
        Person(number, apart=tags[number], apart_for=rounds, never=tags[number] if never else frozenset())
        for number in tags
    ]


def together(planned):
    """Return the pairs of a couple or car-pool that meet, found without the program's own code."""
    wanted = [*map(set, COUPLES), *map(set, combinations(DRIVERS, 2))]
    found = []
    for table in planned:
        sides = [set(side) for side in table.sides]
        found += [two for two in wanted if sum(bool(two & side) for side in sides) == 2]
    return found


def meetings_by_round(name, players, rounds, *, kept, never=False, seed=5, comes_and_goes=False):
    """Return the meetings, round by round, of players who are to be kept apart."""
    movement, chance, past, met = PAIRING_SYSTEMS[name], random.Random(seed), [], []
    found = Tables(name, movement.SIZES[0], movement.PARTNERS)
    people, gone = crowd(players, kept, never=never), []
    for number in range(rounds):
        tables = max(hall(found, len(people)), players)
        if not enough(found, len(people)):
            break
        lot = seed if movement.ONE_LOT else seed * 100 + number
        planned = movement.next_round(people, past, PairingRequest(tables=tables, seed=lot, size=found.size))
        validate_round(planned, people, past, found, tables)
        apart.check_forbidden_pairs(planned, people, past)
        met.append(together(planned))
        past.append(played(planned, chance))
        if comes_and_goes:
            changed(people, gone, chance, tables)
            people[:] = [replace(one, fixed=None) for one in people]
    return met


@pytest.mark.parametrize("players", [17, 24, 40])
@pytest.mark.parametrize("name", [name for name in SYSTEM_NAMES if name != "fixtures"])
def test_groups_are_kept_apart_for_the_declared_rounds(name, players):
    met = meetings_by_round(name, players, 7, kept=4)
    assert met[:4] == [[]] * 4


@pytest.mark.parametrize("name", [name for name in SYSTEM_NAMES if not has_settled_pairs(name)])
def test_groups_never_meet_if_strictly_kept_apart(name):
    met = meetings_by_round(name, 22, 9, kept=0, never=True)
    assert met == [[]] * 9
    met = meetings_by_round(name, 22, 9, kept=0, never=True, seed=6, comes_and_goes=True)
    assert not any(met)


def test_couple_meets_in_last_round_of_round_robin():
    couple = [Person(number, apart=frozenset("x" * (number < 3)), apart_for=0) for number in range(1, 13)]
    past = []
    for number in range(11):
        planned = PAIRING_SYSTEMS["round_robin"].next_round(couple, past, PairingRequest(tables=6, seed=3))
        past.append([PlayedTable(table.table, table.seats) for table in planned])
        assert any(set(table.people) == {1, 2} for table in planned) == (number == 10)


@pytest.mark.parametrize("name", ["swiss", "winners_stay", "winners_move_up", "two_lines", "free_draw"])
def test_impossible_separation_is_refused_with_choices(name):
    """All players have the same tag, so no seating is possible; the refusal has the names and the choices."""
    word = frozenset({"apart:bus"})
    people = [Person(number, apart=word, apart_for=0, never=word) for number in range(1, 5)]
    with pytest.raises(NoSeating) as none:
        apart.check_forbidden_pairs(
            PAIRING_SYSTEMS[name].next_round(people, [], PairingRequest(tables=2, seed=1)), people, []
        )
    assert none.value.code == "apart_cannot_be"
    assert len(none.value.args_["numbers"]) == 2
    assert [code for code, _ in none.value.choices] == ["apart_if_possible", "other_word"]
    gentle = [replace(one, never=frozenset()) for one in people]
    apart.check_forbidden_pairs(
        PAIRING_SYSTEMS[name].next_round(gentle, [], PairingRequest(tables=2, seed=1)), gentle, []
    )


@pytest.mark.parametrize("name", ["swiss", "winners_stay", "winners_move_up", "two_lines", "free_draw"])
def test_refused_separation_lists_only_players_concerned(name):
    """In the car-pool of four two have to meet; the couple is not concerned."""
    words = {number: frozenset({"apart:bus" if number > 2 else "apart:roy"}) for number in range(1, 7)}
    people = [Person(number, apart=word, never=word) for number, word in words.items()]
    with pytest.raises(NoSeating) as none:
        apart.check_forbidden_pairs(
            PAIRING_SYSTEMS[name].next_round(people, [], PairingRequest(tables=3, seed=1)), people, []
        )
    assert min(none.value.args_["numbers"]) > 2


def test_large_club_has_as_few_internal_meetings_as_possible():
    """Twelve of sixteen are of one club, so in each Swiss game only four of them can meet other players."""
    club = frozenset({"club:x"})
    people = [Person(n, apart=club if n <= 12 else frozenset(), apart_for=0) for n in range(1, 17)]
    past, chance = [], random.Random(4)
    for number in range(3):
        planned = PAIRING_SYSTEMS["swiss"].next_round(people, past, PairingRequest(tables=8, seed=number))
        assert sum(max(table.people) <= 12 for table in planned) == 4
        past.append(played(planned, chance))


def test_validation_and_explanation_respect_separation_rules():
    planned = [PlannedTable(1, (("A", 1), ("B", 2))), PlannedTable(2, (("A", 10), ("B", 11)))]
    first = [PlayedTable(1, (("A", 1), ("B", 10)), 1), PlayedTable(2, (("A", 2), ("B", 11)), 2)]
    for past, kept, never, hard in (
        ([], 1, False, [False]),
        ([first], 1, True, []),
        ([first], 2, False, [False]),
        ([first], 2, True, [True]),
        ([first, first], 0, True, [True]),
    ):
        people = [one for one in crowd(11, kept, never=never) if one.number in (1, 2, 10, 11)]
        found = validate(planned, people, past, SeatingRules(tables=2, winners_stay=False))
        assert [one.hard for one in found if one.code == "not_apart"] == hard
        why = SeatingExplanation(planned, people, past, movement="swiss", by="points").why(1)
        assert len(why.together) == len(hard)
