"""All movements seat every size of field, whatever happens during the tournament."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_random_tournaments import changed, field
from tests.samples import SWEEP_FACTOR, tried
from tournaments.common.messages.sentences import SENTENCES
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlannedTable, PlayedTable, SeatingRules, SideScore

SENTENCE_KEYS = ("wall", "step", "aloud", "as_played", "seats", "choice")


def played(planned: Sequence[PlannedTable], chance: random.Random) -> list[PlayedTable]:
    """Return the round as it could end: points and match points by side, sometimes without a winner."""
    tables = []
    for table in planned:
        won = chance.randrange(len(table.sides)) if len(table.seats) > 1 and chance.random() < 0.97 else None
        scores = tuple(
            SideScore(121, chance.choice((2, 3)), 1) if side == won else SideScore(chance.randrange(60, 121))
            for side in range(len(table.sides))
        )
        winner = None if won is None else table.sides[won][0]
        tables.append(PlayedTable(table.table, table.seats, winner, scores, partners=table.partners))
    return tables


def sizes(name):
    """Return the movement with each possible size of its full tables; with two of them in the quick run."""
    chosen = PAIRING_SYSTEMS[name].SIZES[: None if SWEEP_FACTOR > 1 else 2]
    return [Tables(name, size, PAIRING_SYSTEMS[name].PARTNERS) for size in chosen]


every_movement = pytest.mark.parametrize("name", PAIRING_SYSTEMS)
every_size = pytest.mark.parametrize(
    "layout", [one for name in PAIRING_SYSTEMS for one in sizes(name)], ids=str
)


def hall(layout, people):
    """Return tables for all games of so many people; a bye needs none."""
    return max(layout.needed(people), 1)


def validate_round(planned, people, past, layout, tables):
    watched = PAIRING_SYSTEMS[layout.movement].WINNERS_STAY
    found = validate(
        planned,
        people,
        past,
        SeatingRules(
            tables=tables,
            winners_stay=watched,
            size=layout.size,
            partners=bool(layout.partners),
            exact=layout.exact,
            once=PAIRING_SYSTEMS[layout.movement].ONCE,
        ),
    )
    assert not [fault for fault in found if fault.hard], found


def enough(layout, people):
    """Return whether there is a table for so few."""
    return max(layout.sizes(people), default=1) > 1


def with_homes(layout, people):
    """Return the same people with no more fixed seats than full tables, where more than two sit at one."""
    if layout.size == 2:
        return people
    full, kept = sum(size > 1 for size in layout.sizes(len(people))) - layout.left_over, 0
    found = []
    for person in people:
        kept += person.fixed is not None
        found.append(replace(person, fixed=None) if person.fixed and kept > full else person)
    return found


def next_one(movement, people, past, **about):
    """Return the next round, or None where all possible opponents are known to have met."""
    try:
        return movement.next_round(people, past, PairingRequest(**about))
    except NoSeating as none:
        if none.code == "everybody_has_met":
            return None
        raise


@every_movement
def test_every_pairing_system_has_its_sentences(name):
    codes = PAIRING_SYSTEMS[name].CODES
    assert set(codes) == set(SENTENCE_KEYS)
    assert {code for code in codes.values() if code} <= set(SENTENCES)
    assert codes["seats"]


@every_movement
def test_no_rounds_are_announced_with_too_few_tables(name):
    movement, people = PAIRING_SYSTEMS[name], [Person(number) for number in range(1, 13)]
    assert (
        movement.rounds_to_come(
            people, [], PairingRequest(tables=1, seed=1, size=movement.SIZES[0]), rounds=3
        )
        == ()
    )


@every_size
@pytest.mark.parametrize("players", range(2, 61) if SWEEP_FACTOR > 1 else [*range(2, 10), 13, 17, 30])
def test_every_field_size_is_seated_and_validated(layout, players):
    """Players left over sit out; five rounds are played, unless all have met before."""
    movement, chance = PAIRING_SYSTEMS[layout.movement], random.Random(players)
    people, past = [Person(number) for number in range(1, players + 1)], []
    about = {"tables": hall(layout, players), "size": layout.size}
    for number in range(5):
        seed = 7 if movement.ONE_LOT else 7 + number
        refused = None if enough(layout, players) else "too_few_for_a_table"
        if layout.movement == "round_robin" and number >= players - (players + 1) % 2:
            refused = "everybody_has_met"
        if refused:
            with pytest.raises(NoSeating, match=refused):
                movement.next_round(people, past, PairingRequest(seed=seed, **about))
            break
        planned = movement.next_round(people, past, PairingRequest(seed=seed, by="match_points", **about))
        validate_round(planned, people, past, layout, about["tables"])
        assert sorted(seats_of(planned)) == list(range(1, players + 1))
        past.append(played(planned, chance))


@every_size
@tried(3)
@given(
    players=st.integers(2, 60),
    seed=st.integers(0, 2**32),
    house=st.booleans(),
    fixed=st.integers(0, 4),
    by=st.sampled_from(SideScore._fields),
)
def test_random_tournaments_pass_validation(layout, players, seed, house, fixed, by):
    """People leave, return, come late, have fixed seats, meet a house player and ask to be kept apart."""
    movement, chance = PAIRING_SYSTEMS[layout.movement], random.Random(seed)
    people, gone, past = field(players, fixed, house=house and layout.size == 2, chance=chance), [], []
    if players > 3:
        apart = frozenset({"couple"})
        people[2:4] = [Person(one.number, one.fixed, one.house, apart) for one in people[2:4]]
    tables = fixed * 2
    for number in range(6):
        tables = max(tables, hall(layout, len(people)))
        seed_of_round = seed if movement.ONE_LOT else seed + number
        people = with_homes(layout, people)
        if not enough(layout, len(people)):
            break
        about = {"tables": tables, "seed": seed_of_round, "by": by, "size": layout.size}
        planned = next_one(movement, people, past, **about)
        if planned is None:
            break
        validate_round(planned, people, past, layout, tables)
        for person in people:
            if person.fixed and seats_of(planned).get(person.number, (tables + 1,))[0] <= tables:
                assert seats_of(planned)[person.number] == person.fixed
        past.append(played(planned, chance))
        changed(people, gone, chance, tables)


@every_movement
def test_round_depends_on_the_seed(name):
    people = [Person(number) for number in range(1, 21)]
    movement = PAIRING_SYSTEMS[name]
    about = {"tables": 10, "size": movement.SIZES[0]}
    rounds = [movement.next_round(people, [], PairingRequest(seed=seed, **about)) for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1] != rounds[2]


@every_movement
def test_problems_are_reported_before_play(name):
    size = PAIRING_SYSTEMS[name].SIZES[0]
    assert list(PAIRING_SYSTEMS[name].problems(40, 5, size=size)) is not None
    assert list(PAIRING_SYSTEMS[name].problems(4, 20, size=size))


@every_movement
def test_later_rounds_are_known_in_systems_with_one_draw(name):
    movement = PAIRING_SYSTEMS[name]
    people = [Person(number) for number in range(1, 9)]
    request = PairingRequest(tables=4, seed=3, size=movement.SIZES[0])
    first = movement.next_round(people, [], request)
    past = [played(first, random.Random(1))]
    coming = movement.rounds_to_come(people, past, request, rounds=5)
    assert len(coming) == (4 if movement.ONE_LOT else 0)
    if coming:
        assert coming[0] == movement.next_round(people, past, request)


def test_swiss_pairs_equal_scores_of_the_first_criterion():
    """After one round winners meet winners; by points, the nearest totals meet."""
    people = [Person(number) for number in range(1, 9)]
    first = [
        PlayedTable(
            at, (("A", 2 * at - 1), ("B", 2 * at)), 2 * at - 1, (SideScore(121, 2, 1), SideScore(60 + at))
        )
        for at in range(1, 5)
        for two in [(("A", 2 * at - 1), ("B", 2 * at))]
    ]
    swiss = PAIRING_SYSTEMS["swiss"]
    by_wins = swiss.next_round(people, [first], PairingRequest(tables=4, seed=5, by="match_points"))
    assert all(len({number % 2 for number in table.people}) == 1 for table in by_wins)
    by_points = swiss.next_round(people, [first], PairingRequest(tables=4, seed=5, by="points"))
    assert {frozenset(table.people) for table in by_points if 8 in table.people} == {frozenset({6, 8})}


def test_swiss_with_few_players_repeats_meetings():
    people, past = [Person(number) for number in range(1, 5)], []
    swiss, chance = PAIRING_SYSTEMS["swiss"], random.Random(2)
    for number in range(6):
        planned = swiss.next_round(people, past, PairingRequest(tables=2, seed=number))
        past.append(played(planned, chance))
    met = [frozenset(table.people) for tables in past for table in tables]
    assert {met.count(two) for two in met} == {2}
