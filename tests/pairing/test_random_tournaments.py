"""Every seating passes the validator, whatever happens during the day."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.tournaments import PlayedRounds
from tests.samples import tried
from tournaments.pairing.seating_cost import seats_of
from tournaments.pairing.values import Person


def changed(people: list[Person], gone: list[Person], chance: random.Random, tables: int) -> None:
    """Let a player leave, return or arrive, or let nothing happen."""
    event = chance.choice(["nothing", "nothing", "leaves", "back", "late", "late fixed"])
    fixed_tables = {person.fixed[0] for person in (*people, *gone) if person.fixed}
    if event == "leaves" and len(people) > 3:
        gone.append(people.pop(chance.randrange(len(people))))
        people += [] if fixed_seats_have_opponents(people) else [gone.pop()]
    elif event == "back" and gone:
        people.append(gone.pop(chance.randrange(len(gone))))
        gone += [] if fixed_seats_have_opponents(people) else [people.pop()]
    elif event == "late":
        people.append(Person(900 + len(people) + len(gone)))
    elif event == "late fixed" and len(fixed_tables) < len(people) // 3:
        free = [table for table in range(1, tables + 1) if table not in fixed_tables]
        people.append(Person(900 + len(people) + len(gone), fixed=(chance.choice(free), chance.choice("AB"))))


def fixed_seats_have_opponents(people: list[Person]) -> bool:
    """Return whether each fixed seat has a player to sit opposite."""
    return 2 * sum(bool(person.fixed) for person in people) <= len(people)


def field(players: int, fixed: int, *, house: bool, chance: random.Random) -> list[Person]:
    people = [Person(number) for number in range(1, players + 1)]
    for place, person in enumerate(chance.sample(people, min(fixed, players // 3))):
        people[people.index(person)] = Person(person.number, fixed=(place * 2 + 1, chance.choice("AB")))
    return [*people, Person(players + 1, house=True)] if house else people


@tried(15)
@given(
    players=st.integers(2, 60),
    seed=st.integers(0, 2**32),
    odd=st.sampled_from(["house", "bye", "three"]),
    fixed=st.integers(0, 4),
    spread=st.sampled_from([0, 0.3, 1]),
    spare=st.integers(0, 9),
)
def test_every_seating_passes_validation(players, seed, odd, fixed, spread, spare):
    chance = random.Random(seed)
    people, gone, tournament = field(players, fixed, house=odd == "house", chance=chance), [], PlayedRounds()
    tables = max(fixed * 2, (len(people) + 1) // 2) + spare
    strength = {}
    for number in range(12):
        tables = max(tables, (len(people) + 1) // 2)  # the hall puts up a table for a late arrival
        planned = tournament.seat(people, tables=tables, seed=seed + number, three=odd == "three")
        assert not tournament.faults, (number, tournament.faults)
        assert_fixed_seats_are_kept(tournament, people)

        def winner(table):
            odds = [10 ** strength.setdefault(n, chance.gauss(0, spread)) for n in table.people]
            return chance.choices([*table.people, None], [*odds, 0.05])[0]

        tournament.play(planned, winner)
        changed(people, gone, chance, tables)


def assert_fixed_seats_are_kept(tournament, people):
    """Check fixed seats without the validator."""
    seats = seats_of(tournament.planned[-1])
    for person in people:
        if person.fixed and person.number in seats:
            assert seats[person.number] == person.fixed


@tried(15)
@given(players=st.integers(2, 40), seed=st.integers(0, 2**32))
def test_no_winner_moves_in_an_even_field_without_changes(players, seed):
    chance = random.Random(seed)
    people, tournament = [Person(number) for number in range(1, players + 1)], PlayedRounds()
    for number in range(8):
        planned = tournament.seat(people, tables=(players + 1) // 2, seed=seed + number)
        assert not tournament.faults
        assert players % 2 or all(one.code != "winner_had_to_move" for one in tournament.findings)
        tournament.play(planned, lambda table: chance.choice(table.people))
