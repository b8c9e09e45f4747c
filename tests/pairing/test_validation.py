"""Faults that the validator finds, and those that could not be avoided."""

from __future__ import annotations

import pytest

from tournaments.pairing.seating_cost import cost, swap
from tournaments.pairing.validation import validate
from tournaments.pairing.values import Person, PlannedTable, PlayedTable, SeatingRules

PEOPLE = [Person(n) for n in range(1, 7)]
PAST_ROUNDS = [
    (
        PlayedTable(1, (("A", 1), ("B", 2)), 1),
        PlayedTable(2, (("A", 3), ("B", 4)), 3),
        PlayedTable(3, (("A", 5), ("B", 6)), 5),
    )
]
GOOD_ROUND = (
    PlannedTable(1, (("A", 1), ("B", 4))),
    PlannedTable(2, (("A", 3), ("B", 6))),
    PlannedTable(3, (("A", 5), ("B", 2))),
)


def codes(planned, people=PEOPLE, past=PAST_ROUNDS, tables=3):
    return [
        (finding.code, finding.hard, finding.people)
        for finding in validate(planned, people, past, SeatingRules(tables=tables))
    ]


def test_valid_seating_has_no_findings():
    assert codes(GOOD_ROUND) == []


def seat(table, *people):
    return PlannedTable(table, tuple(zip("AB", people, strict=False)))


@pytest.mark.parametrize(
    ("planned", "expected"),
    [
        ((seat(1, 1, 4), seat(2, 3, 6), seat(3, 5, 4)), {("seated_twice", (4,)), ("not_seated", (2,))}),
        (
            (seat(1, 1, 4), seat(2, 3, 6), seat(3, 5, 2), seat(3, 9, 8)),
            {("not_here", (8,)), ("not_here", (9,)), ("table_twice", ())},
        ),
        ((seat(1, 1, 4), seat(2, 3, 6), seat(7, 5, 2)), {("no_such_table", ()), ("winner_moved", (5,))}),
        (
            (seat(1, 1, 4), seat(2, 3), seat(3, 5)),
            {("two_byes", (3, 5)), ("not_seated", (2,)), ("not_seated", (6,))},
        ),
        ((seat(1, 1, 4), seat(2, 3, 6), seat(3, 5)), {("two_byes", (5,)), ("not_seated", (2,))}),
        ((PlannedTable(1, (("A", 1), ("A", 4))), *GOOD_ROUND[1:]), {("table_twice", (1, 4))}),
        ((seat(1, 4, 1), *GOOD_ROUND[1:]), {("winner_moved", (1,))}),
    ],
)
def test_hard_faults_are_found(planned, expected):
    found = {(code, people) for code, hard, people in codes(planned) if hard}
    assert found == expected


def test_moved_fixed_seat_is_found():
    people = [Person(1), Person(2, fixed=(1, "B")), *PEOPLE[2:]]
    assert ("fixed_seat_moved", True, (2,)) in codes(GOOD_ROUND, people)


def test_unfair_bye_is_found():
    people = PEOPLE[:3]
    past = [(PlayedTable(1, (("A", 1), ("B", 2)), 1), PlayedTable(2, (("A", 3),), None))]
    assert ("unfair_turn", True, (3,)) in codes((seat(1, 1, 2), seat(2, 3)), people, past)
    assert codes((seat(1, 1, 3), seat(2, 2)), people, past) == []


def test_unfair_meeting_with_house_player_is_found():
    people = [Person(1), Person(2), Person(3), Person(9, house=True)]
    past = [(PlayedTable(1, (("A", 1), ("B", 9)), 1), PlayedTable(2, (("A", 2), ("B", 3)), 2))]
    assert ("unfair_turn", True, (1,)) in codes((seat(1, 1, 9), seat(2, 2, 3)), people, past)
    assert codes((seat(1, 1, 3), seat(2, 2, 9)), people, past) == []


def test_player_needed_in_every_round_does_not_delay_byes():
    """Of two fixed seats and one other player, the other is always needed, so the two sit out in turn."""
    people = [Person(1, fixed=(1, "A")), Person(2, fixed=(2, "A")), Person(3)]
    byes = [
        (PlayedTable(1, (("A", 1), ("B", 3)), 1), PlayedTable(2, (("A", 2),), None)),
        (PlayedTable(1, (("A", 1),), None), PlayedTable(2, (("A", 2), ("B", 3)), 2)),
    ]
    planned = (seat(1, 1, 3), seat(2, 2))
    assert not [code for code, hard, _ in codes(planned, people, byes) if hard]


def test_rematch_finding_has_number_of_past_meetings():
    planned = (seat(1, 1, 2), seat(2, 3, 6), seat(3, 5, 4))
    (finding,) = validate(planned, PEOPLE, PAST_ROUNDS, SeatingRules(tables=3))
    assert (finding.code, finding.hard, finding.args) == ("rematch", False, {"times": 1})


@pytest.mark.parametrize(("winners_stay", "expected"), [(True, {(2,): 19, (4,): 19}), (False, {})])
def test_long_walk_is_found_only_where_winners_stay(winners_stay, expected):
    past = [(PlayedTable(1, (("A", 1), ("B", 2)), 1), PlayedTable(20, (("A", 3), ("B", 4)), 3))]
    rules = SeatingRules(tables=20, winners_stay=winners_stay)
    found = validate((seat(1, 1, 4), seat(20, 3, 2)), PEOPLE[:4], past, rules)
    assert {f.people: f.args["tables"] for f in found if f.code == "long_walk"} == expected


def test_cost_of_a_swap():
    before, after = cost(GOOD_ROUND, PAST_ROUNDS), cost(swap(GOOD_ROUND, 4, 2), PAST_ROUNDS)
    assert (before.rematches, sum(before.walks)) == (0, 4)
    assert (after.rematches, sum(after.walks)) == (1, 2)


def test_a_swap_changes_two_seats_and_swapping_back_undoes_it():
    assert swap(swap(GOOD_ROUND, 4, 5), 5, 4) == GOOD_ROUND
    with pytest.raises(ValueError, match="seat"):
        swap(GOOD_ROUND, 1, 77)


def four(table, *people, partners=True):
    return PlannedTable(table, tuple(zip("ABCDEF", people, strict=False)), partners=partners)


@pytest.mark.parametrize(
    ("planned", "partners", "expected"),
    [
        ((four(1, 1, 2, 3, 4), seat(2, 5), seat(3, 6)), True, set()),
        ((four(1, 1, 2, 3, 4, partners=False), seat(2, 5), seat(3, 6)), True, {"too_many_there"}),
        ((four(1, 1, 2, 3, 4, 5, 6),), True, {"too_many_there"}),
        ((seat(1, 1, 2), seat(2, 3, 4), seat(3, 5, 6)), True, {"too_many_there"}),
        ((seat(1, 1), seat(2, 2), seat(3, 3), seat(4, 4), seat(5, 5), seat(6, 6)), True, {"two_byes"}),
        ((four(1, 1, 2, 3, partners=False), four(2, 4, 5, 6, partners=False)), False, set()),
        ((four(1, 1, 2, 3, 4, 5, 6, partners=False),), False, set()),
        ((four(1, 1, 2, 3, 4, partners=False), seat(2, 5, 6)), False, {"too_many_there"}),
        ((four(1, 1, 2, 3, 4, 5, partners=False), seat(2, 6)), False, {"two_byes"}),
    ],
)
def test_larger_tables_are_validated(planned, partners, expected):
    found = validate(
        planned, PEOPLE, [], SeatingRules(tables=6, winners_stay=False, size=4, partners=partners)
    )
    assert {finding.code for finding in found if finding.hard} == expected


def test_repeated_partners_and_unfair_byes_are_found():
    first = (four(1, 1, 2, 3, 4), seat(2, 5), seat(3, 6))
    past = [tuple(PlayedTable(one.table, one.seats, partners=one.partners) for one in first)] * 2
    rules = SeatingRules(tables=3, winners_stay=False, size=4, partners=True)
    found = validate(first, PEOPLE, past, rules)
    assert {(one.code, one.people) for one in found if not one.hard} == {
        ("partners_again", (1, 3)), ("partners_again", (2, 4)), ("rematch", (1, 2)), ("rematch", (1, 4)),
        ("rematch", (2, 3)), ("rematch", (3, 4)),
    }  # fmt: skip
    assert {(one.code, one.people) for one in found if one.hard} == {
        ("unfair_turn", (5,)),
        ("unfair_turn", (6,)),
    }
    assert cost(first, past, partners=True).rematches == 6
