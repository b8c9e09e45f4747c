"""Seating as played in every pairing system: each player sits once, and the tournament goes on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_movements import enough, every_size, hall, next_one, played, validate_round
from tests.samples import tried
from tournaments.pairing.actual_seats import apply_reported_tables, people_without_opponent
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import Person


def other_seats(planned, chance):
    """Return tables where two players, or all of two tables, are exchanged: wrong opponent, side or table."""
    tables = [table for table in planned if len(table.seats) > 1]
    one, other = chance.choice(tables), chance.choice(tables)
    if chance.random() < 0.2 and len(one.seats) == len(other.seats):
        return [replace(one, seats=other.seats), replace(other, seats=one.seats)] if one != other else []
    a, b = chance.choice(one.people), chance.choice(other.people)
    instead = {a: b, b: a}
    return [
        replace(table, seats=tuple((letter, instead.get(number, number)) for letter, number in table.seats))
        for table in dict.fromkeys([one, other])
    ]


def said_of(tables, chance):
    """Return one of the tables or all of them, as the desk reports them."""
    return tables[: chance.choice((1, len(tables)))] if tables else []


@pytest.mark.long
@every_size
@tried(3)
@given(players=st.integers(2, 40), seed=st.integers(0, 2**32))
def test_play_continues_after_seat_changes_in_every_system(layout, players, seed):
    movement, chance = PAIRING_SYSTEMS[layout.movement], random.Random(seed)
    people, past = [Person(number) for number in range(1, players + 1)], []
    if not enough(layout, players):
        return
    about = {"tables": hall(layout, players), "by": "won", "size": layout.size}
    for number in range(6):
        lot = seed if movement.ONE_LOT else seed + number
        planned = next_one(movement, people, past, seed=lot, **about)
        if planned is None:
            break
        validate_round(planned, people, past, layout, about["tables"])
        sat = planned
        for _time in range(chance.choice((0, 1, 1, 2))):
            if really := said_of(other_seats(sat, chance), chance):
                sat = apply_reported_tables(sat, really, people, past)
                assert sorted(number for table in sat for number in table.people) == sorted(seats_of(planned))
                assert len(people_without_opponent(sat)) == len(people_without_opponent(planned))
                assert [len(table.seats) for table in sat] == [len(table.seats) for table in planned]
                assert all(table in sat for table in really)
        past.append(played(sat, chance))
