"""Medal matches on paper: games played, meetings that can be seated now, and the outcome."""

from __future__ import annotations

import itertools

import pytest

from tournaments.pairing.tiebreak import (
    KNOCK_OUT,
    ROUND_ROBIN,
    Plan,
    PlayedMatch,
    following,
    leading,
    plan,
    ready_matches,
    resolve,
)


def won(match, sides, winner, **more) -> PlayedMatch:
    loser = sides[1] if winner == sides[0] else sides[0]
    return PlayedMatch(winner, loser, (2, 0), 10, **more)


def play(planned: Plan) -> dict[str, PlayedMatch]:
    """Play match after match; the better number wins."""
    results: dict[str, PlayedMatch] = {}
    while waiting := ready_matches(planned, results):
        for match, sides in waiting:
            results[match.code] = won(match, sides, min(sides))
    return results


def places(planned: Plan, results) -> dict[int, tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for number, decision in resolve(planned, results).items():
        groups.setdefault(decision.place, []).append(number)
    return {place: tuple(sorted(numbers)) for place, numbers in sorted(groups.items())}


def test_two_tied_entries_play_one_match():
    planned = plan([7, 4], first_rank=2, seed=1)
    results = play(planned)
    assert len(results) == 1
    assert places(planned, results) == {0: (4,), 1: (7,)}
    decision = resolve(planned, results)[4]
    assert (decision.code, decision.args) == ("best_of_three", (2, 0))


def test_lot_depends_on_seed_but_not_on_order():
    lots = {plan(order, first_rank=1, seed=9).lot for order in itertools.permutations((1, 2, 3, 4))}
    assert len(lots) == 1
    assert len({plan(range(1, 9), first_rank=1, seed=seed).lot for seed in range(30)}) == 30


def test_seed_gives_known_lot():
    assert plan([1, 2, 3, 4, 5], first_rank=1, seed=2026).lot == (5, 4, 2, 3, 1)


def test_three_tied_entries_play_a_round_robin():
    planned = plan([1, 2, 3], first_rank=1, seed=5)
    assert planned.kind == ROUND_ROBIN
    assert {frozenset(match.sides) for match in planned.matches} == {
        frozenset(pair) for pair in itertools.combinations((1, 2, 3), 2)
    }
    assert len(ready_matches(planned, {})) == 1
    assert places(planned, play(planned)) == {0: (1,), 1: (2,), 2: (3,)}


def circle(games: dict[tuple[int, int], tuple[int, int]]) -> tuple[Plan, dict[str, PlayedMatch]]:
    """Return three who each beat one: (winner, loser) -> (games lost by the winner, the winner's spread)."""
    planned = plan([1, 2, 3], first_rank=1, seed=5)
    results = {}
    for match in planned.matches:
        for (winner, loser), (lost, spread) in games.items():
            if {winner, loser} == set(match.sides):
                results[match.code] = PlayedMatch(winner, loser, (2, lost), spread)
    return planned, results


def test_a_circle_is_broken_by_games_won():
    planned, results = circle({(1, 2): (0, 5), (2, 3): (1, 50), (3, 1): (1, 50)})
    # 1 won 2 + 1 games, 2 won 2 + 0, 3 won 2 + 1; spread between 1 and 3: -45 against 0.
    decisions = resolve(planned, results)
    assert [number for number, _ in sorted(decisions.items(), key=lambda item: item[1].place)] == [3, 1, 2]
    assert decisions[2].code == "games_won"
    assert {decisions[1].code, decisions[3].code} == {"spread"}


def test_a_circle_is_broken_by_spread():
    planned, results = circle({(1, 2): (0, 30), (2, 3): (0, 10), (3, 1): (0, 15)})
    assert places(planned, results) == {0: (1,), 1: (3,), 2: (2,)}
    assert {decision.code for decision in resolve(planned, results).values()} == {"spread"}


def test_a_perfect_circle_is_broken_by_the_lot():
    planned, results = circle({(1, 2): (0, 10), (2, 3): (0, 10), (3, 1): (0, 10)})
    decisions = resolve(planned, results)
    assert sorted(decisions, key=lambda number: decisions[number].place) == list(planned.lot)
    assert {decision.code for decision in decisions.values()} == {"lot"}


@pytest.mark.parametrize(
    ("tied", "first_rank", "matches", "expected"),
    [
        (4, 1, 4, {0: 1, 1: 1, 2: 1, 3: 1}),
        (4, 2, 3, {0: 1, 1: 1, 2: 2}),
        (4, 3, 3, {0: 1, 1: 1, 2: 2}),
        (5, 1, 5, {0: 1, 1: 1, 2: 1, 3: 1, 4: 1}),
        (6, 1, 6, {0: 1, 1: 1, 2: 1, 3: 1, 4: 2}),
        (7, 2, 6, {0: 1, 1: 1, 2: 5}),
        (8, 1, 8, {0: 1, 1: 1, 2: 1, 3: 1, 4: 4}),
        (13, 3, 12, {0: 1, 1: 1, 2: 11}),
    ],
)
def test_a_knock_out_decides_the_places_at_stake(tied, first_rank, matches, expected):
    planned = plan(range(1, tied + 1), first_rank=first_rank, seed=tied)
    assert planned.kind == KNOCK_OUT
    assert len(planned.matches) == matches
    came_out = places(planned, play(planned))
    assert {place: len(numbers) for place, numbers in came_out.items()} == expected
    assert came_out[0] == (1,)


@pytest.mark.parametrize("tied", range(5, 17))
def test_byes_are_in_first_turn_and_follow_the_lot(tied):
    planned = plan(range(1, tied + 1), first_rank=1, seed=3)
    first = {side for match in planned.matches if match.turn == 1 for side in match.sides}
    size = 1 << (tied - 1).bit_length()
    assert set(planned.lot) - first == set(planned.lot[: size - tied])
    for match in planned.matches:
        fed_by = [side[1] for side in match.sides if not isinstance(side, int)]
        turns = {other.code: other.turn for other in planned.matches}
        assert all(turns[code] < match.turn for code in fed_by)


def test_no_place_is_decided_before_the_last_match():
    planned = plan([1, 2, 3, 4], first_rank=1, seed=1)
    results = play(planned)
    results.pop("F")
    assert resolve(planned, results) == {}
    assert [match.code for match, _ in ready_matches(planned, results)] == ["F"]


def test_forfeited_medal_match_is_lost():
    planned = plan([1, 2], first_rank=1, seed=1)
    decisions = resolve(planned, {"M1": PlayedMatch(2, 1, (2, 0), 0, forfeited=True)})
    assert (decisions[2].place, decisions[2].code) == (0, "forfeit")


def test_no_match_without_a_medal_at_stake():
    with pytest.raises(ValueError, match="no medal"):
        plan([1, 2], first_rank=4, seed=1)
    with pytest.raises(ValueError, match="no medal"):
        plan([1], first_rank=1, seed=1)


@pytest.mark.parametrize(
    ("code", "expected"),
    [("1.1", {"2.1", "F", "T"}), ("2.2", {"F", "T"}), ("F", set()), ("T", set())],
)
def test_a_match_leads_to_all_that_follow(code, expected):
    assert following(plan(range(1, 9), first_rank=1, seed=1), code) == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [({"2.1"}, {"1.1"}), ({"F"}, {"1.1", "2.1", "2.2"}), ({"1.1"}, set()), (set(), set())],
)
def test_matches_lead_to_those_that_follow(codes, expected):
    assert leading(plan(range(1, 6), first_rank=1, seed=1), codes) == expected


def test_no_match_follows_in_a_round_robin():
    assert following(plan([1, 2, 3], first_rank=1, seed=1), "M1") == set()
