"""Accelerated first rounds: the first half of the list counts one game more, for the seats of two rounds."""

from __future__ import annotations

import pytest

from tournaments.pairing.explanation import SeatingExplanation
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.values import Person, PlayedTable, SideScore

ACCELERATED = PAIRING_SYSTEMS["swiss_accelerated"]

WON, LOST = SideScore(121, 2, 1), SideScore(91, 0, 0)


def pairs(planned):
    return {frozenset(table.people) for table in planned}


def played(planned):
    """Return the round with the lower number as the winner at each table."""
    tables = []
    for table in planned:
        scores = tuple(WON if number == min(table.people) else LOST for number in table.people)
        tables.append(PlayedTable(table.table, table.seats, min(table.people), scores))
    return tables


def numbered_people(count, **about):
    return [Person(number, **about) for number in range(1, count + 1)]


@pytest.mark.parametrize("by", ["won", "match_points", "points"])
@pytest.mark.parametrize("seed", range(5))
def test_accelerated_rounds_pair_losers_above_with_winners_below(by, seed):
    people, past = numbered_people(16), []
    first = ACCELERATED.next_round(people, past, PairingRequest(tables=8, seed=seed, by=by))
    assert all(len({number <= 8 for number in pair}) == 1 for pair in pairs(first))
    past.append(played(first))
    lost_above = {max(pair) for pair in pairs(first) if max(pair) <= 8}
    won_below = {min(pair) for pair in pairs(first) if min(pair) > 8}
    second = ACCELERATED.next_round(people, past, PairingRequest(tables=8, seed=seed + 1, by=by))
    assert all(len(pair & (lost_above | won_below)) in (0, 2) for pair in pairs(second))
    won_above = {min(pair) for pair in pairs(first) if max(pair) <= 8}
    assert all(len(pair & won_above) in (0, 2) for pair in pairs(second)), "the strongest meet"


def test_rounds_after_the_second_are_plain_swiss():
    people, past = numbered_people(12), []
    for seed in (3, 4):
        past.append(played(ACCELERATED.next_round(people, past, PairingRequest(tables=6, seed=seed))))
    request = PairingRequest(tables=6, seed=5)
    assert ACCELERATED.next_round(people, past, request) == PAIRING_SYSTEMS["swiss"].next_round(
        people, past, request
    )


def test_first_half_is_even_and_unchanged_after_round_1():
    people = numbered_people(9)
    assert ACCELERATED.ahead(people, [], "won") == ((1, 2, 3, 4, 5, 6), 1)
    house = Person(10, house=True)
    assert ACCELERATED.ahead([*people, house], [], "won")[0] == (1, 2, 3, 4, 5, 6)
    first = played(ACCELERATED.next_round([*people, house], [], PairingRequest(tables=5, seed=1)))
    late = [Person(number) for number in (11, 12, 13, 14)]
    assert ACCELERATED.ahead([*people[1:], *late, house], [first], "won")[0] == (1, 2, 3, 4, 5, 6)
    assert ACCELERATED.ahead(people, [first, first], "won") == ((), 0)


def test_explanation_includes_accelerated_points():
    people = numbered_people(8)
    first = played(ACCELERATED.next_round(people, [], PairingRequest(tables=4, seed=2, by="match_points")))
    second = ACCELERATED.next_round(people, [first], PairingRequest(tables=4, seed=3, by="match_points"))
    explained = SeatingExplanation(second, people, [first], movement="swiss_accelerated", by="match_points")
    for table in second:
        why = explained.why(table.table)
        assert why.ahead == {number: 2 for number in table.people if number <= 4}
        best = why.next_best
        assert best and best.more.get("points", 0) >= best.less.get("points", 0), "nothing better was left"
    plain = SeatingExplanation(second, people, [first], movement="swiss", by="match_points")
    assert plain.why(1).ahead is None
