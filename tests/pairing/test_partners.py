"""Partners for the day, compared with their definition for any people and any wishes (rules.md §13)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing import partners
from tournaments.pairing.partners import LARGER, SMALLER, UNEVEN, Single, draw_teams, drawn_from_teams, sizes

TAGS = st.frozensets(st.sampled_from(("a", "b", "c")), max_size=1)
PEOPLE = st.lists(st.tuples(st.none() | st.integers(1, 9), TAGS), min_size=2, max_size=13).map(
    lambda rows: [Single(3 * at, rank, apart) for at, (rank, apart) in enumerate(rows, start=1)]
)
WISHES = st.lists(st.sets(st.integers(1, 13).map(lambda at: 3 * at), max_size=4), max_size=4)
OPTIONS = {
    "size": st.integers(2, 5),
    "seed": st.integers(0, 999),
    "balanced": st.booleans(),
    "uneven": st.sampled_from(UNEVEN),
    "wishes": WISHES,
}


@given(PEOPLE, st.fixed_dictionaries(OPTIONS))
@tried(60)
def test_every_player_has_one_team_of_the_declared_size(people, options):
    found = draw_teams(people, **options)
    assert sorted(number for team in found.teams for number in team) == [one.number for one in people]
    expected = sizes(len(people), options["size"], options["uneven"])
    assert sorted(map(len, found.teams), reverse=True) == expected
    assert found == draw_teams(list(reversed(people)), **options)


@given(PEOPLE, st.fixed_dictionaries(OPTIONS))
@tried(60)
def test_only_unmet_wishes_and_clashes_are_reported(people, options):
    found = draw_teams(people, **options)
    of = {number: at for at, team in enumerate(found.teams) for number in team}
    tags = {one.number: one.apart for one in people}
    clashes = {pair for pair in combinations(sorted(of), 2) if of[pair[0]] == of[pair[1]]}
    assert set(found.together) == {pair for pair in clashes if tags[pair[0]] & tags[pair[1]]}
    broken = {number for group in found.broken for number in group}
    for wish in options["wishes"]:
        here = [number for number in wish if number in of]
        if not broken & set(here):
            assert len({of[number] for number in here}) <= 1


@given(st.lists(TAGS, min_size=2, max_size=8), st.integers(0, 99), st.booleans())
@tried(60)
def test_draw_of_pairs_has_fewest_clashes(tags, seed, balanced):
    people = [Single(at, at, tag) for at, tag in enumerate(tags, start=1)]
    if len(people) % 2:
        people = people[:-1]
    if not people:
        return
    found = draw_teams(people, size=2, seed=seed, balanced=balanced)
    assert len(found.together) == _fewest_clashes([one.apart for one in people])


def _fewest_clashes(tags: list[frozenset[str]]) -> int:
    """Return the fewest clashes, trying every way to pair them."""
    if not tags:
        return 0
    first, others = tags[0], tags[1:]
    return min(
        bool(first & others[at]) + _fewest_clashes(others[:at] + others[at + 1 :])
        for at in range(len(others))
    )


@given(st.integers(1, 12), st.integers(0, 99))
@tried(30)
def test_balanced_pairs_join_strongest_and_weakest(pairs, seed):
    people = [Single(number, rank=number) for number in range(1, 2 * pairs + 1)]
    found = draw_teams(people, size=2, seed=seed, balanced=True)
    assert found.teams == tuple((at, 2 * pairs + 1 - at) for at in range(1, pairs + 1))


@given(st.integers(2, 5), st.integers(2, 6), st.integers(0, 99))
@tried(30)
def test_mutual_wishes_are_partners(size, teams, seed):
    people = [Single(number, apart=frozenset({"all"})) for number in range(1, size * teams + 1)]
    found = draw_teams(people, size=size, seed=seed, wishes=[(1, 2), (3, 4)])
    of = {number: at for at, team in enumerate(found.teams) for number in team}
    assert (of[1], of[3]) == (of[2], of[4])
    assert not found.broken


@pytest.mark.parametrize("uneven", [LARGER, SMALLER])
def test_different_seeds_give_different_partners(uneven):
    people = [Single(number) for number in range(1, 22)]
    found = {draw_teams(people, size=2, seed=seed, uneven=uneven).teams for seed in range(20)}
    assert len(found) == 20


@pytest.mark.long
def test_four_hundred_players_of_few_clubs_are_drawn_apart():
    people = [Single(number, number, frozenset({f"club {number % 9}"})) for number in range(1, 401)]
    assert not draw_teams(people, size=2, seed=1, balanced=True).together
    assert not draw_teams(people, size=2, seed=1).together


def test_unavoidable_clashes_need_no_further_shuffling(monkeypatch):
    people = [Single(number, number, frozenset({"club"})) for number in range(1, 13)]
    monkeypatch.setattr(partners, "swap_any", lambda *_given: pytest.fail("shaken"))
    found = draw_teams(people, size=2, seed=1, balanced=True)
    assert len(found.together) == partners.min_clash_count([one.apart for one in people], 6) == 6


@pytest.mark.parametrize("seed", range(6))
def test_kept_wishes_of_existing_teams_are_reported(seed):
    people = [Single(number, number, frozenset({f"club {number % 2}"})) for number in range(1, 10)]
    wishes = [(1, 2), (2, 3), (4, 5, 6), (7, 8)]
    found = draw_teams(people, size=2, seed=seed, wishes=wishes)
    assert found.broken and found.together
    assert drawn_from_teams(found.teams, people, wishes) == found
