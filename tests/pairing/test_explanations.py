"""Reasons for a pairing, which agree with the seats and the rounds before."""

from __future__ import annotations

import pytest

from tournaments.pairing import pairing_systems
from tournaments.pairing.explanation import COST_CODES, SeatingExplanation
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seating_cost import meetings, swap
from tournaments.pairing.simulation import Plan, Simulation
from tournaments.pairing.values import Person, PlannedTable, PlayedTable, SideScore


def simulated_rounds(movement: str, players: int, rounds: int, *, house: bool = False):
    """Return the rounds before the last, the last as planned, and the people who were there."""
    people = [Person(number) for number in range(1, players + 1)]
    people += [Person(players + 1, house=True)] if house else []
    size = pairing_systems.PAIRING_SYSTEMS[movement].SIZES[0]
    tournament = Simulation(
        Plan(tuple(people), (len(people) + 1) // 2, rounds, movement, by="won", size=size), 5
    )
    last = [PlannedTable(table.table, table.seats, partners=table.partners) for table in tournament.past[-1]]
    return people, tournament.past[:-1], last


@pytest.mark.parametrize("movement", sorted(pairing_systems.PAIRING_SYSTEMS))
def test_every_pairing_system_explains_every_table(movement):
    people, past, last = simulated_rounds(movement, 9, 4, house=True)
    explained = SeatingExplanation(last, people, past, movement=movement, by="won")
    met = meetings(past)
    for table in last:
        why = explained.why(table.table)
        assert {came.number for came in why.came} == set(table.people)
        for one in why.met:
            assert one.times == met[frozenset(one.people)]
        sits_out = len(table.people) == 1 or (10 in table.people and len(table.people) == 2)
        assert (why.turn is not None) == sits_out
        assert why.next_best is not None or table.people == (10,)


def test_next_best_equals_cost_of_the_swap():
    people, past, last = simulated_rounds("swiss", 12, 5)
    explained = SeatingExplanation(last, people, past, movement="swiss", by="won")
    for table in last:
        best = explained.why(table.table).next_best
        after = SeatingExplanation(swap(last, best.one, best.other), people, past, movement="swiss", by="won")
        change, weighs = dict.fromkeys(COST_CODES, 0), pairing_systems.PAIRING_SYSTEMS["swiss"].WEIGHS
        for number in (table.table, best.table):
            for code in COST_CODES:
                change[code] += after.weigh_table(after.planned[number])[code]
                change[code] -= explained.weigh_table(explained.planned[number])[code]
        data = best.more | {code: -by for code, by in best.less.items()}
        assert data == {code: change[code] for code in weighs if change[code]}
        assert next((change[code] for code in weighs if change[code]), 0) >= 0, "Swiss is the best"


@pytest.mark.parametrize("movement", ["swiss", "swiss_accelerated"])
@pytest.mark.parametrize("house", [False, True], ids=["bye", "house"])
@pytest.mark.parametrize("players", [7, 9, 11, 13])
def test_points_keep_others_from_sitting_out(players, house, movement):
    people, past, last = simulated_rounds(movement, players, 3, house=house)
    explained = SeatingExplanation(last, people, past, movement=movement, by="won")
    reasons = [explained.why(table.table) for table in last]
    for why in reasons:
        best = why.next_best
        assert best is None or best.more or not best.less, "Swiss is the best"
    (why,) = (one for one in reasons if one.turn)
    least = min(explained.points[number] for number in range(1, players + 1) if not explained.turns[number])
    assert why.fewest_points == (explained.points[why.turn[0]] == least)
    assert sum(one.fewest_points for one in reasons) <= 1


def played(*tables):
    return [
        PlayedTable(at, (("A", one), ("B", other)), one, (SideScore(121, 2, 1), SideScore(90, 0, 0)))
        for at, (one, other) in enumerate(tables, start=1)
    ]


def test_explanation_of_a_known_table():
    people = [Person(1, fixed=(1, "A")), *(Person(number) for number in (2, 3, 4))]
    past = [played((1, 2), (3, 4))]
    last = [PlannedTable(1, (("A", 1), ("B", 4))), PlannedTable(2, (("A", 3), ("B", 2)))]
    why = SeatingExplanation(last, people, past, movement="winners_stay", by="points").why(1)
    assert [(met.people, met.times, met.points) for met in why.met] == [((1, 4), 0, (121, 90))]
    fixed, comes = why.came
    assert (fixed.fixed, fixed.stays, comes.walk, comes.won) == (True, True, 1, False)
    assert (why.next_best.one, why.next_best.other) == (4, 2) and not why.next_best.is_equal
    assert why.next_best.more == {"again": 2} and why.next_best.less == {"walk": 2}


def test_club_separation_is_explained_in_first_round():
    people = [
        Person(1, apart=frozenset({"club"})),
        Person(2, apart=frozenset({"club"})),
        Person(3),
        Person(4),
    ]
    first = [PlannedTable(1, (("A", 1), ("B", 2))), PlannedTable(2, (("A", 3), ("B", 4)))]
    explained = SeatingExplanation(first, people, [], movement="free_draw", by="won")
    why = explained.why(1)
    assert why.first and why.together == ((1, 2),) and why.next_best.less == {"apart": 1}
    assert explained.why(2).together == ()
    by_hand = explained.why(1, by_hand=True)
    assert {"apart", "again", "walk"} <= {*by_hand.weighs} and not {"result", "winner"} & {*by_hand.weighs}
    people[1] = Person(2)
    assert SeatingExplanation(first, people, [], movement="free_draw", by="won").why(1).next_best.is_equal


def test_every_pairing_system_lists_known_weights():
    assert all(set(one.WEIGHS) <= set(COST_CODES) for one in pairing_systems.PAIRING_SYSTEMS.values())


@pytest.mark.parametrize("before", [((1, 2), (3, 4)), ((3, 4), (1, 2))])
def test_fixtures_are_seated_and_explained_by_short_walks(before):
    people = [Person(n, meets=n + 1 if n % 2 else n - 1, home=bool(n % 2)) for n in (1, 2, 3, 4)]
    planned = pairing_systems.PAIRING_SYSTEMS["fixtures"].next_round(
        people, [played(*before)], PairingRequest(tables=2, seed=1)
    )
    assert [table.people for table in planned] == [*before]
    why = SeatingExplanation(planned, people, [played(*before)], movement="fixtures", by="points").why(1)
    assert (why.next_best.more, why.next_best.less) == ({"walk": 2}, {"again": 2})


def test_next_best_counts_repeated_partners():
    """Only 2 and 3 have no fixed seat; if they changed places, each would have an earlier partner again."""
    before = [PlayedTable(1, tuple(zip("ABCD", (1, 2, 3, 4), strict=True)), partners=True)]
    before += [PlayedTable(2, tuple(zip("ABCD", (5, 6, 7, 8), strict=True)), partners=True)]
    planned = [PlannedTable(1, tuple(zip("ABCD", (1, 5, 2, 6), strict=True)), partners=True)]
    planned += [PlannedTable(2, tuple(zip("ABCD", (3, 7, 4, 8), strict=True)), partners=True)]
    people = [Person(n, fixed=None if n in (2, 3) else (1, "A")) for n in range(1, 9)]
    explained = SeatingExplanation(planned, people, [before], movement="individual_partners", by="points")
    best = explained.why(1).next_best
    assert (best.one, best.other, best.more["partners"]) == (2, 3, 2)
