"""Fixtures of every size and lot: all sides meet, home and away in turn; games that come later."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing.fixtures import Fixtures
from tournaments.pairing.home_and_away import MAX_SIDES, MIN_SIDES, add_games, fixtures
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlayedTable, SeatingRules

next_round = Fixtures().next_round

SIDES = range(MIN_SIDES, MAX_SIDES + 1)


def home_away_sequences(rounds):
    """Return by side where it plays, round by round, without its byes."""
    found = {}
    for pairs in rounds:
        for home, away in pairs:
            found.setdefault(home, []).append("H")
            found.setdefault(away, []).append("A")
    return found.values()


@pytest.mark.parametrize("double", [False, True], ids=["single", "double"])
@pytest.mark.parametrize("sides", SIDES)
def test_all_sides_meet_and_home_alternates(sides, double):
    rounds = fixtures(sides, double=double, seed=sides)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    everybody = {frozenset(pair) for pair in combinations(range(1, sides + 1), 2)}
    assert met == dict.fromkeys(everybody, 1 + double)
    assert len({pair for pairs in rounds for pair in pairs}) == len(everybody) * (1 + double)
    assert len(rounds) == (sides - 1 + sides % 2) * (1 + double)
    assert all(len({side for pair in pairs for side in pair}) == 2 * (sides // 2) for pairs in rounds)
    for where in home_away_sequences(rounds):
        assert abs(where.count("H") - where.count("A")) <= (0 if double else 1)
        assert "HHH" not in "".join(where) and "AAA" not in "".join(where)
    if sides > 2:
        assert all(
            {frozenset(pair) for pair in one}.isdisjoint(frozenset(pair) for pair in two)
            for one, two in pairwise(rounds)
        )


@tried(20)
@given(st.sampled_from(SIDES), st.integers(0, 2**31), st.booleans())
def test_fixtures_depend_only_on_the_seed(sides, seed, double):
    """The same seed gives the same fixtures, and another seed only exchanges sides."""
    rounds = fixtures(sides, double=double, seed=seed)
    assert rounds == fixtures(sides, double=double, seed=seed)
    assert sorted(map(sorted, home_away_sequences(rounds))) == sorted(
        map(sorted, home_away_sequences(fixtures(sides, double=double, seed=1)))
    )


@pytest.mark.parametrize("sides", [1, 41])
def test_too_few_or_too_many_sides_are_refused(sides):
    with pytest.raises(ValueError, match="sides"):
        fixtures(sides, double=False, seed=1)


@tried(20)
@given(st.integers(2, 14), st.integers(0, 2**31), st.data())
def test_postponed_fixtures_are_placed_where_both_sides_are_free(sides, seed, data):
    """No side plays twice in a round, and the other fixtures of the evening stay."""
    rounds = fixtures(sides, double=True, seed=seed)
    own, everything = rounds[:2], [pair for pairs in rounds[2:] for pair in pairs]
    more = data.draw(st.lists(st.sampled_from(everything), max_size=4, unique=True)) if everything else []
    placed = add_games(own, more)
    assert [games[: len(pairs)] for games, pairs in zip(placed, own, strict=False)] == [
        list(one) for one in own
    ]
    assert sorted(game for games in placed for game in games) == sorted([*own[0], *own[1], *more])
    for games in placed:
        seated = [side for game in games for side in game]
        assert len(seated) == len(set(seated))
    for extra in placed[2:]:
        assert extra


@tried(20)
@given(st.integers(2, 20), st.integers(0, 2**31), st.integers(0, 2))
def test_home_side_sits_at_seat_a(sides, seed, fixed):
    """Three rounds of a league in one evening, with fixed seats; the validator finds no fault."""
    past = []
    for pairs in fixtures(sides, double=True, seed=seed)[:3]:
        keeps = (
            {home: (at, "B") for at, (home, _away) in enumerate(pairs[:fixed], start=1)} if not past else {}
        )
        people = [
            Person(one, fixed=keeps.get(one), meets=other, home=home)
            for pair in pairs
            for one, other, home in ((*pair, True), (*pair[::-1], False))
        ]
        planned = next_round(people, past, PairingRequest(tables=len(pairs) + 2, seed=seed))
        assert not [
            found
            for found in validate(planned, people, past, SeatingRules(tables=len(pairs) + 2))
            if found.hard
        ]
        seated = {table.people for table in planned}
        assert {frozenset(one) for one in seated} == {frozenset(pair) for pair in pairs}
        assert all(pair in seated or keeps.get(pair[0]) for pair in pairs)
        past.append([PlayedTable(table.table, table.seats) for table in planned])


def test_fixture_of_two_fixed_seats_is_refused():
    people = [Person(1, (1, "A"), meets=2, home=True), Person(2, (2, "A"), meets=1)]
    people += [Person(3, meets=4, home=True), Person(4, meets=3)]
    with pytest.raises(NoSeating, match="fixture_of_two_fixed"):
        next_round(people, [], PairingRequest(tables=4, seed=1))
