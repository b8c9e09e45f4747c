"""Forfeits of both sides of a bracket match: neither wins, and the bracket goes on without them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing import bracket_check, brackets, consolation, knock_out, tiebreak
from tournaments.pairing.bracket_check import PlannedMeeting, SeatedMeeting
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.double_elimination import double_elimination
from tournaments.pairing.tiebreak import NOBODY, PlayedMatch, both_forfeit, plan


def knock_out_bracket(count: int) -> Bracket:
    return knock_out.knock_out(knock_out.order(count), third_place=True)


def bracket_with_consolation(count: int) -> Bracket:
    main = knock_out_bracket(count)
    return Bracket(main.order, (*main.meetings, *consolation.loser_meetings(main)))


def double_bracket(count: int) -> Bracket:
    return double_elimination(knock_out.order(count))


def play(bracket: Bracket, seeded, chance, gone: set[int]) -> dict[str, PlayedMatch]:
    """Play to the end; in some matches both sides have gone home."""
    results: dict[str, PlayedMatch] = {}
    while not brackets.is_over(bracket, seeded, results):
        meeting, (one, other) = chance.choice(brackets.ready_meetings(bracket, seeded, results))
        assert not {one, other} & gone, "a player who has gone home plays no more"
        if chance.random() < 0.3:
            gone |= {one, other}
            results[meeting.id] = both_forfeit(one, other)
        else:
            results[meeting.id] = PlayedMatch(*chance.sample([one, other], 2), (2, chance.randrange(2)))
        results = brackets.valid_results(bracket, seeded, results)
    return results


def played_meetings(bracket: Bracket, results) -> list[SeatedMeeting]:
    """Return the meetings that were played, as the validator sees them."""
    played = [(one.id, results[one.id]) for one in bracket.meetings if one.id in results]
    return [SeatedMeeting(code, one.sides, one.winner) for code, one in played if NOBODY not in one.sides]


@tried(30)
@given(
    st.sampled_from([knock_out_bracket, bracket_with_consolation, double_bracket]),
    st.integers(3, 64),
    st.randoms(use_true_random=False),
)
def test_bracket_ends_despite_double_forfeits(made, count, chance):
    bracket, gone = made(count), set()
    seeded = dict(enumerate(chance.sample(range(1, 1000), count), start=1))
    results = play(bracket, seeded, chance, gone)
    data = [
        PlannedMeeting(one.id, one.turn, tuple(side.data for side in one.sides), one.part)
        for one in bracket.meetings
    ]
    assert bracket_check.faults_of_play(data, seeded, played_meetings(bracket, results), over=True) == []
    places = brackets.placings(bracket, seeded, results)
    assert sorted(places) == sorted(seeded.values()), "each entry has a place"
    better = {number: sum(other < place for other in places.values()) for number, place in places.items()}
    assert all(place > better[number] for number, place in places.items())
    shared = Counter(places.values())
    beside = {one.id for one in bracket.meetings if one.part == brackets.CONSOLATION}
    out = {number for code, one in results.items() if code not in beside for number in one.gone}
    assert all(shared[places[number]] > 1 and places[number] > 1 for number in out), "shared after forfeits"
    if not out:
        assert shared[1] == 1


@pytest.mark.parametrize(
    ("lost", "places"),
    [
        (["T"], {1: 1, 2: 2, 3: 4, 4: 4}),
        (["F"], {1: 2, 2: 2, 3: 3, 4: 4}),
        (["1.1"], {2: 1, 3: 3, 1: 4, 4: 4}),
        (["1.1", "1.2"], {1: 4, 2: 4, 3: 4, 4: 4}),
    ],
)
def test_double_forfeit_gives_both_the_lower_place(lost, places):
    bracket, seeded = knock_out_bracket(4), {seed: seed for seed in range(1, 5)}
    results: dict[str, PlayedMatch] = {}
    while ready := brackets.ready_meetings(bracket, seeded, results):
        for meeting, (one, other) in ready:
            both = both_forfeit(one, other)
            results[meeting.id] = (
                both if meeting.id in lost else PlayedMatch(min(one, other), max(one, other), (2, 0))
            )
        results = brackets.valid_results(bracket, seeded, results)
    assert brackets.is_over(bracket, seeded, results)
    assert brackets.placings(bracket, seeded, results) == places


def test_double_forfeit_in_grand_final_needs_no_reset():
    bracket, seeded = double_bracket(3), {1: 1, 2: 2, 3: 3}
    results = {
        "1.1": PlayedMatch(2, 3, (2, 0)),
        "2.1": PlayedMatch(1, 2, (2, 0)),
        next(one.id for one in bracket.meetings if one.part == brackets.LOWER): PlayedMatch(2, 3, (2, 0)),
        "F": both_forfeit(1, 2),
    }
    standing = brackets.valid_results(bracket, seeded, results)
    assert brackets.is_over(bracket, seeded, standing)
    assert brackets.placings(bracket, seeded, standing) == {1: 2, 2: 2, 3: 3}


@pytest.mark.parametrize(
    ("tied", "first", "gone", "places"),
    [
        ([4, 7], 3, ["M1"], {0: {4, 7}}),
        ([1, 2, 3, 4], 1, ["T"], None),
        ([1, 2, 3, 4], 1, ["1.1"], None),
        ([1, 2, 3, 4], 1, ["1.1", "1.2"], {0: {1, 2, 3, 4}}),
        ([1, 2, 3, 4, 5, 6], 1, ["2.1"], None),
    ],
)
def test_double_forfeit_in_medal_match_leaves_tie(tied, first, gone, places):
    planned, results = plan(tied, first_rank=first, seed=3), {}
    while ready := tiebreak.ready_matches(planned, results):
        for match, (one, other) in ready:
            played = PlayedMatch(min(one, other), max(one, other), (2, 0))
            results[match.code] = both_forfeit(one, other) if match.code in gone else played
        results = tiebreak.with_walkovers(planned, results)
    decided = tiebreak.resolve(planned, results)
    assert set(decided) == set(tied)
    found: dict[int, set[int]] = {}
    for number, decision in decided.items():
        found.setdefault(decision.place, set()).add(number)
    assert places is None or found == places
    left = {number for code in gone if code in results for number in results[code].gone}
    assert all(len(found[decided[number].place]) > 1 for number in left)
