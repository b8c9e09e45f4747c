"""Seats from a file: its lines are followed as far as people are there, the others play among themselves."""

from dataclasses import replace

import pytest

from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seats_from_file import FromFile
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlayedTable, SeatingRules

EIGHT = FromFile((
    ((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)),
    ((4, 1, 3), (3, 2, 4), (2, 5, 7), (1, 6, 8)),
))  # fmt: skip
SEVEN = FromFile((
    ((1, 1, 2), (2, 3, 4), (3, 5, 6), (0, 7)),
    ((1, 1, 3), (2, 2, 5), (3, 6, 7)),
))  # fmt: skip


def people(*numbers, **fixed):
    return [Person(number, fixed=fixed.get(f"n{number}")) for number in numbers]


def seated(file, here, past=(), tables=6, **about):
    planned = file.next_round(here, past, PairingRequest(tables=tables, seed=3, **about))
    found = file.excused(
        validate(planned, here, past, SeatingRules(tables=tables, size=about.get("size", 2))), len(past) + 1
    )
    assert not [fault for fault in found if fault.hard], found
    return {table.table: table.people for table in planned}


def played(planned):
    return [PlayedTable(table, tuple(zip("ABCDEF", who, strict=False))) for table, who in planned.items()]


def codes(file, planned, here, number=1):
    tables = [
        seats_from_file.PlannedTable(at, tuple(zip("AB", who, strict=False))) for at, who in planned.items()
    ]
    return {(found.code, found.people) for found in file.findings(tables, here, number)}


def test_every_line_is_followed_where_everybody_is_there():
    here = people(*range(1, 9))
    first = seated(EIGHT, here)
    assert first == {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, 8)}
    assert seated(EIGHT, here, [played(first)]) == {4: (1, 3), 3: (2, 4), 2: (5, 7), 1: (6, 8)}
    assert not codes(EIGHT, first, here)
    assert EIGHT.rounds_to_come(here, [played(first)], PairingRequest(tables=4, seed=3), rounds=2)[0][
        0
    ].people == (6, 8)


def test_where_no_line_can_be_followed_the_refusal_of_the_movement_stands():
    with pytest.raises(NoSeating, match="too_few_tables"):
        EIGHT.next_round(people(*range(9, 17)), [], PairingRequest(tables=3, seed=1))


def test_a_seat_that_a_table_does_not_have_this_time_turns_nobody_round():
    file = FromFile((((1, 1, 2, 3), (2, 4, 5, 6)),), pairing_systems.pairing_system("mixed_tables"))
    first = seated(file, people(1, 2, 3, 4, 5, 6, n1=(1, "D")), size=4)
    assert first[1] == (1, 2, 3)


def test_who_is_left_over_plays_with_others_who_are():
    here = people(1, 3, 4, 5, 6, 7, 8, 9)  # 2 is absent, 9 was added
    first = seated(EIGHT, here)
    assert {at: first[at] for at in (2, 3, 4)} == {2: (3, 4), 3: (5, 6), 4: (7, 8)}
    assert sorted(first[1]) == [1, 9]
    assert codes(EIGHT, first, here) == {("file_absent", (1,)), ("file_not_in_it", (9,))}


def test_a_line_is_given_up_where_two_are_left_over_who_may_not_meet():
    word = {"apart": frozenset({"apart:roy"}), "never": frozenset({"apart:roy"})}
    left = [replace(one, **word) if one.number in (1, 9) else one for one in people(1, 3, 4, 5, 6, 7, 8, 9)]
    first = seated(EIGHT, left)
    assert [at for at in (2, 3, 4) if first[at] == (2 * at - 1, 2 * at)] == [2, 3]
    assert {1, 9} not in map(set, first.values()) and len(first) == 4


def test_an_odd_number_sits_one_out_and_not_twice():
    here = people(*range(1, 8))  # 8 is absent all day
    first = seated(EIGHT, here)
    assert [who for who in first.values() if len(who) == 1] == [(7,)]
    second = seated(EIGHT, here, [played(first)])
    assert [who for who in second.values() if len(who) == 1] == [(6,)]


def test_who_rests_in_the_file_sits_out_or_fills_a_gap():
    here = people(*range(1, 8))
    first = seated(SEVEN, here)
    assert sorted(map(len, first.values())) == [1, 2, 2, 2]
    assert (7,) in first.values()
    assert (4,) in seated(SEVEN, here, [played(first)]).values()  # in no line of game 2
    fewer = seated(SEVEN, people(*range(2, 8)))  # without 1, whom 2 would have met
    assert (2, 7) in {tuple(sorted(who)) for who in fewer.values()}


def test_a_house_player_meets_who_would_sit_out():
    here = [*people(*range(1, 8)), Person(99, house=True)]
    assert (7, 99) in {tuple(sorted(who)) for who in seated(SEVEN, here).values()}


def test_a_fixed_seat_is_kept_and_the_same_people_meet():
    here = people(*range(1, 9), n1=(3, "B"))
    first = seated(EIGHT, here)
    assert first[3] == (2, 1)
    assert {frozenset(who) for who in first.values()} == {frozenset(line[1:]) for line in EIGHT.rounds[0]}
    assert ("file_other_table", (1, 2)) in codes(EIGHT, first, here)


def test_two_fixed_seats_at_one_table_are_refused_with_a_way_out():
    with pytest.raises(NoSeating) as none:
        EIGHT.next_round(people(*range(1, 9), n1=(1, "A"), n2=(2, "A")), [], PairingRequest(tables=4, seed=1))
    assert none.value.code == "file_twice_here"
    assert none.value.choices == (("change_fixed_seat", {"number": 2}),)


def test_too_few_tables_are_refused():
    with pytest.raises(NoSeating) as none:
        EIGHT.next_round(people(*range(1, 9), 10, 11), [], PairingRequest(tables=4, seed=1))
    assert none.value.code == "too_few_tables"


def test_after_its_last_game_everybody_is_seated_by_lot():
    here, past = people(*range(1, 9)), []
    for _ in range(4):
        past.append(played(seated(EIGHT, here, past)))
    pairs = [frozenset(table.people) for tables in past for table in tables]
    assert len(set(pairs)) == len(pairs)
    assert {code for code, _ in codes(EIGHT, {1: (1, 2)}, here, 3)} == {"file_is_over"}


def test_partners_sit_as_the_file_says_and_the_others_sit_out():
    file = FromFile(
        (((1, 1, 2, 3, 4), (2, 5, 6, 7, 8)),), pairing_systems.pairing_system("individual_partners")
    )
    planned = file.next_round(people(*range(1, 8)), [], PairingRequest(tables=6, seed=1, size=4))
    assert planned[0].sides == ((1, 3), (2, 4))
    assert sorted(map(len, (table.people for table in planned))) == [1, 1, 1, 4]


def test_tables_of_several_take_in_who_is_too_few_alone():
    file = FromFile((((1, 1, 2, 3, 4), (2, 5, 6, 7, 8)),), pairing_systems.pairing_system("mixed_tables"))
    planned = file.next_round(people(1, 2, 3, 4, 5, 6), [], PairingRequest(tables=6, seed=1, size=4))
    assert sorted(len(table.people) for table in planned) == [3, 3]


def test_what_a_file_means_before_the_day():
    assert [one.code for one in FromFile().problems(8, 2)] == ["file_missing"]
    assert not list(EIGHT.problems(8, 2))
    assert [one.code for one in EIGHT.problems(9, 3)] == ["file_has_fewer_games", "file_of_others"]
    assert not any(one.hard for one in EIGHT.problems(9, 3))


def test_rules_hold_it_whole():
    rule = {"name": "rotation.csv", "like": "mixed_tables", "rounds": [[[1, 1, 2, 3]]]}
    rules = {"movement": "from_file", "seats_file": rule, "odd": None, "at_table": 3}
    assert pairing_systems.pairing_system_of(rules) == FromFile(
        (((1, 1, 2, 3),),), pairing_systems.pairing_system("mixed_tables")
    )
    assert pairing_systems.Tables.of(rules) == pairing_systems.Tables("mixed_tables", 3)
    assert pairing_systems.seats_file_of({"movement": "swiss"}) is None
