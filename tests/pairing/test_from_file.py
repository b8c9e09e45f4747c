"""Seats from a file: its lines are followed for players who are there; the others play among themselves."""

from dataclasses import replace

import pytest

from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seats_from_file import FromFile
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlayedTable, SeatingRules

EIGHT_PLAYER_FILE = FromFile((
    ((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)),
    ((4, 1, 3), (3, 2, 4), (2, 5, 7), (1, 6, 8)),
))  # fmt: skip
SEVEN_PLAYER_FILE = FromFile((
    ((1, 1, 2), (2, 3, 4), (3, 5, 6), (0, 7)),
    ((1, 1, 3), (2, 2, 5), (3, 6, 7)),
))  # fmt: skip


def people(*numbers, **fixed):
    return [Person(number, fixed=fixed.get(f"n{number}")) for number in numbers]


def seated(file, here, past=(), tables=6, **about):
    planned = file.next_round(here, past, PairingRequest(tables=tables, seed=3, **about))
    found = file.soften_findings(
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


def test_full_field_is_seated_as_in_the_file():
    here = people(*range(1, 9))
    first = seated(EIGHT_PLAYER_FILE, here)
    assert first == {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, 8)}
    assert seated(EIGHT_PLAYER_FILE, here, [played(first)]) == {4: (1, 3), 3: (2, 4), 2: (5, 7), 1: (6, 8)}
    assert not codes(EIGHT_PLAYER_FILE, first, here)
    assert EIGHT_PLAYER_FILE.rounds_to_come(
        here, [played(first)], PairingRequest(tables=4, seed=3), rounds=2
    )[0][0].people == (6, 8)


def test_unfollowable_file_raises_error_of_pairing_system():
    with pytest.raises(NoSeating, match="too_few_tables"):
        EIGHT_PLAYER_FILE.next_round(people(*range(9, 17)), [], PairingRequest(tables=3, seed=1))


def test_fixed_seat_missing_at_smaller_table_is_ignored():
    file = FromFile((((1, 1, 2, 3), (2, 4, 5, 6)),), pairing_systems.PAIRING_SYSTEMS["mixed_tables"])
    first = seated(file, people(1, 2, 3, 4, 5, 6, n1=(1, "D")), size=4)
    assert first[1] == (1, 2, 3)


def test_left_over_players_meet_each_other():
    here = people(1, 3, 4, 5, 6, 7, 8, 9)  # 2 is absent, 9 was added
    first = seated(EIGHT_PLAYER_FILE, here)
    assert {at: first[at] for at in (2, 3, 4)} == {2: (3, 4), 3: (5, 6), 4: (7, 8)}
    assert sorted(first[1]) == [1, 9]
    assert codes(EIGHT_PLAYER_FILE, first, here) == {("file_absent", (1,)), ("file_not_in_it", (9,))}


def test_file_line_is_dropped_to_keep_players_apart():
    word = {"apart": frozenset({"apart:roy"}), "never": frozenset({"apart:roy"})}
    left = [replace(one, **word) if one.number in (1, 9) else one for one in people(1, 3, 4, 5, 6, 7, 8, 9)]
    first = seated(EIGHT_PLAYER_FILE, left)
    assert [at for at in (2, 3, 4) if first[at] == (2 * at - 1, 2 * at)] == [2, 3]
    assert {1, 9} not in map(set, first.values()) and len(first) == 4


def test_odd_field_gives_byes_to_different_players():
    here = people(*range(1, 8))  # 8 is absent all day
    first = seated(EIGHT_PLAYER_FILE, here)
    assert [who for who in first.values() if len(who) == 1] == [(7,)]
    second = seated(EIGHT_PLAYER_FILE, here, [played(first)])
    assert [who for who in second.values() if len(who) == 1] == [(6,)]


def test_player_with_bye_in_file_sits_out_or_fills_gap():
    here = people(*range(1, 8))
    first = seated(SEVEN_PLAYER_FILE, here)
    assert sorted(map(len, first.values())) == [1, 2, 2, 2]
    assert (7,) in first.values()
    assert (4,) in seated(SEVEN_PLAYER_FILE, here, [played(first)]).values()  # in no line of game 2
    fewer = seated(SEVEN_PLAYER_FILE, people(*range(2, 8)))  # without 1, the planned opponent of 2
    assert (2, 7) in {tuple(sorted(who)) for who in fewer.values()}


def test_house_player_meets_the_player_with_bye():
    here = [*people(*range(1, 8)), Person(99, house=True)]
    assert (7, 99) in {tuple(sorted(who)) for who in seated(SEVEN_PLAYER_FILE, here).values()}


def test_fixed_seat_is_kept_and_pairs_are_unchanged():
    here = people(*range(1, 9), n1=(3, "B"))
    first = seated(EIGHT_PLAYER_FILE, here)
    assert first[3] == (2, 1)
    assert {frozenset(who) for who in first.values()} == {
        frozenset(line[1:]) for line in EIGHT_PLAYER_FILE.rounds[0]
    }
    assert ("file_other_table", (1, 2)) in codes(EIGHT_PLAYER_FILE, first, here)


def test_two_fixed_seats_at_one_table_are_refused_with_choice():
    with pytest.raises(NoSeating) as none:
        EIGHT_PLAYER_FILE.next_round(
            people(*range(1, 9), n1=(1, "A"), n2=(2, "A")), [], PairingRequest(tables=4, seed=1)
        )
    assert none.value.code == "file_twice_here"
    assert none.value.choices == (("change_fixed_seat", {"number": 2}),)


def test_too_few_tables_are_refused():
    with pytest.raises(NoSeating) as none:
        EIGHT_PLAYER_FILE.next_round(people(*range(1, 9), 10, 11), [], PairingRequest(tables=4, seed=1))
    assert none.value.code == "too_few_tables"


def test_rounds_after_the_file_are_drawn():
    here, past = people(*range(1, 9)), []
    for _ in range(4):
        past.append(played(seated(EIGHT_PLAYER_FILE, here, past)))
    pairs = [frozenset(table.people) for tables in past for table in tables]
    assert len(set(pairs)) == len(pairs)
    assert {code for code, _ in codes(EIGHT_PLAYER_FILE, {1: (1, 2)}, here, 3)} == {"file_is_over"}


def test_partners_follow_file_and_left_over_players_sit_out():
    file = FromFile(
        (((1, 1, 2, 3, 4), (2, 5, 6, 7, 8)),), pairing_systems.PAIRING_SYSTEMS["individual_partners"]
    )
    planned = file.next_round(people(*range(1, 8)), [], PairingRequest(tables=6, seed=1, size=4))
    assert planned[0].sides == ((1, 3), (2, 4))
    assert sorted(map(len, (table.people for table in planned))) == [1, 1, 1, 4]


def test_left_over_players_join_larger_tables():
    file = FromFile((((1, 1, 2, 3, 4), (2, 5, 6, 7, 8)),), pairing_systems.PAIRING_SYSTEMS["mixed_tables"])
    planned = file.next_round(people(1, 2, 3, 4, 5, 6), [], PairingRequest(tables=6, seed=1, size=4))
    assert sorted(len(table.people) for table in planned) == [3, 3]


def test_seats_file_problems_before_play():
    assert [one.code for one in FromFile().problems(8, 2)] == ["file_missing"]
    assert not list(EIGHT_PLAYER_FILE.problems(8, 2))
    assert [one.code for one in EIGHT_PLAYER_FILE.problems(9, 3)] == [
        "file_has_fewer_games",
        "file_of_others",
    ]
    assert not any(one.hard for one in EIGHT_PLAYER_FILE.problems(9, 3))


def test_pairing_system_is_built_from_stored_seats_file():
    rule = {"name": "rotation.csv", "like": "mixed_tables", "rounds": [[[1, 1, 2, 3]]]}
    rules = {"movement": "from_file", "seats_file": rule, "odd": None, "at_table": 3}
    assert pairing_systems.pairing_system_of(rules) == FromFile(
        (((1, 1, 2, 3),),), pairing_systems.PAIRING_SYSTEMS["mixed_tables"]
    )
    assert pairing_systems.Tables.from_rules(rules) == pairing_systems.Tables("mixed_tables", 3)
    assert pairing_systems.seats_file_of({"movement": "swiss"}) is None
