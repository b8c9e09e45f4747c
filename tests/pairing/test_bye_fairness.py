"""No second bye, or game against the house player, before every player there had one; counted by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.pairing.test_movements import enough, hall, played, sizes
from tests.samples import SWEEP_FACTOR
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.values import NoSeating, Person

ROUNDS = 12
SEEDS = range(100 if SWEEP_FACTOR > 1 else 2)
TWO_PLAYER_SYSTEMS = [name for name, one in PAIRING_SYSTEMS.items() if not one.PARTNERS and one.SIZES == (2,)]
OTHER_SIZES = [told for name in PAIRING_SYSTEMS if name not in TWO_PLAYER_SYSTEMS for told in sizes(name)]


def sitting_out_numbers(tables, house):
    """Yield the numbers of those who sat alone or opposite the house player."""
    for table in tables:
        if len(table.seats) == 1 or house in table.people:
            yield from (number for number in table.people if number != house)


@pytest.mark.parametrize("house", [False, True], ids=["bye", "house"])
@pytest.mark.parametrize("name", TWO_PLAYER_SYSTEMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_second_bye_before_all_players_had_one(name, seed, house):
    """People leave, come late and come back; every third round is seated anew, as after an undo."""
    movement, chance = PAIRING_SYSTEMS[name], random.Random(f"{name} {seed} {house}")
    number = chance.randrange(5, 14)
    here, away, past, had = set(range(1, number + 1)), set(), [], Counter()
    the_house = 99
    for round_ in range(1, ROUNDS + 1):
        for _change in range(chance.choice((0, 0, 1, 2))):
            if away and chance.random() < 0.4:
                one = away.pop()
                here.add(one)
            elif chance.random() < 0.4:
                number += 1
                here.add(number)
            elif len(here) > 4:
                one = chance.choice(sorted(here))
                here.discard(one)
                away.add(one)
        people = [Person(one) for one in sorted(here)]
        if house and len(here) % 2:
            people.append(Person(the_house, house=True))
        for _again in range(2 if round_ % 3 == 0 else 1):
            lot = seed if movement.ONE_LOT else chance.randrange(1 << 30)
            try:
                planned = movement.next_round(
                    people, past, PairingRequest(tables=len(people), seed=lot, again=True)
                )
            except NoSeating as none:
                if none.code != "everybody_has_met":
                    raise
                return
            now = list(sitting_out_numbers(planned, the_house))
            before = [one for one in now if had[one]]
            assert not before or all(had[one] for one in here - set(now)), (round_, now, had)
        had.update(now)
        past.append(played(planned, chance))


@pytest.mark.parametrize("given", OTHER_SIZES, ids=str)
@pytest.mark.parametrize("seed", SEEDS[::3])
def test_no_second_bye_at_larger_tables_before_all_had_one(given, seed):
    """The same holds where partners or several sit at a table, and up to three are left over."""
    movement, chance = PAIRING_SYSTEMS[given.movement], random.Random(f"{given} {seed}")
    number = chance.randrange(2 * given.size, 5 * given.size)
    here, past, had = set(range(1, number + 1)), [], Counter()
    for round_ in range(1, ROUNDS + 1):
        if chance.random() < 0.3 and len(here) > 2 * given.size:
            here.discard(chance.choice(sorted(here)))
        elif chance.random() < 0.3:
            number += 1
            here.add(number)
        people = [Person(one) for one in sorted(here)]
        if not enough(given, len(people)):
            return
        for again in range(2 if round_ % 3 == 0 else 1):
            lot = seed if movement.ONE_LOT else seed * 100 + round_ + 50 * again
            try:
                planned = movement.next_round(
                    people, past, PairingRequest(tables=hall(given, len(people)), seed=lot, size=given.size)
                )
            except NoSeating as none:
                if none.code != "everybody_has_met":
                    raise
                return
            now = list(sitting_out_numbers(planned, None))
            again_so = [one for one in now if had[one]]
            assert not again_so or all(had[one] for one in here - set(now)), (round_, now, had)
        had.update(now)
        past.append(played(planned, chance))
