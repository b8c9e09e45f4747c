"""Double elimination and consolations, played with any results, and checked independently."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.test_brackets import planned, play
from tests.samples import tried
from tournaments.pairing import (
    bracket_check,
    bracket_kinds,
    brackets,
    consolation,
    double_elimination,
    knock_out,
)
from tournaments.pairing.brackets import CONSOLATION, LOWER
from tournaments.pairing.double_elimination import RESET
from tournaments.pairing.tiebreak import FINAL, PlayedMatch

COUNTS = range(double_elimination.MIN_ENTRIES, double_elimination.MAX_ENTRIES + 1)
REMATCHES = {2: 1, 3: 2, 4: 3, 5: 4, 6: 4}
"""By the rounds of the main part: in how many of the last rounds of the lower part two can meet again."""


def double(count):
    return bracket_kinds.bracket_from_rules(
        {"order": knock_out.order(count), "third_place": False, "double": True}
    )


def with_losers(count, *, third_place=False):
    frozen = {"order": knock_out.order(count), "third_place": third_place, "consolation": consolation.LOSERS}
    return bracket_kinds.bracket_from_rules(frozen)


def with_rest(count, rest):
    orders = {"order": knock_out.order(count), "rest": knock_out.order(rest)}
    return bracket_kinds.bracket_from_rules({**orders, "third_place": False, "consolation": consolation.REST})


def seeded(count):
    return {seed: 100 + seed for seed in range(1, count + 1)}


def first_rematch(meetings: list[bracket_check.PlannedMeeting]) -> int:
    """Return how many rounds before the end of the lower part a rematch can first occur; 0: in none."""
    behind: dict[str, set[tuple[str, str]]] = {}

    def ways(source: dict[str, Any]) -> set[tuple[str, str]]:
        """Return every (won or lost, meeting) by which a player can have come to this side."""
        ((kind, of),) = source.items()
        return set() if kind == "seed" else {(kind, of)} | behind[of]

    for meeting in sorted(meetings, key=lambda one: (one.part != "main", one.turn)):
        if all(of in behind for source in meeting.sources for kind, of in source.items() if kind != "seed"):
            behind[meeting.id] = {way for source in meeting.sources for way in ways(source)}
    again = {"winner_of": "loser_of", "loser_of": "winner_of"}
    lower = [meeting for meeting in meetings if meeting.part == "lower"]
    last = max((meeting.turn for meeting in lower), default=0)
    met = [
        last - meeting.turn + 1
        for meeting in lower
        if any((again[kind], of) in ways(meeting.sources[1]) for kind, of in ways(meeting.sources[0]))
    ]
    return max(met, default=0)


def test_double_elimination_of_every_size_is_valid():
    for count in COUNTS:
        bracket = double(count)
        assert bracket_check.faults(planned(bracket), count) == [], count
        assert len(bracket.meetings) == 2 * count - 1


def test_first_rematch_is_as_late_as_possible():
    for count in COUNTS:
        turns = (count - 1).bit_length()
        assert first_rematch(planned(double(count))) <= REMATCHES[turns], count


@pytest.mark.parametrize("turns", [2, 3, 4, 5])
def test_no_other_drop_order_delays_rematches_further(turns):
    full = knock_out.order(2**turns)
    every = itertools.product(double_elimination.PLACEMENTS, repeat=turns - 1)
    found = min(first_rematch(planned(double_elimination.double_elimination(full, down))) for down in every)
    assert first_rematch(planned(double(2**turns))) == found == REMATCHES[turns]


def test_no_drop_order_of_four_losers_delays_rematches_further():
    """All orders in which losers can come down are tried, with eight in the main part."""
    for down in itertools.permutations(range(2)):
        places = dict(enumerate(down))
        double_elimination.PLACEMENTS["tried"] = lambda at, count, places=places: (
            places[at] if count == 2 else at
        )
        try:
            bracket = double_elimination.double_elimination(knock_out.order(8), ("tried", "tried"))
        finally:
            del double_elimination.PLACEMENTS["tried"]
        assert first_rematch(planned(bracket)) >= REMATCHES[3]


def test_checker_finds_faults_in_lower_part():
    good = planned(double(11))
    lower = [one for one in good if one.part == LOWER]
    assert bracket_check.faults([one for one in good if one != lower[0]], 11)
    assert bracket_check.faults([one._replace(part="main") if one == lower[-1] else one for one in good], 11)
    twice = lower[1]._replace(sources=(lower[0].sources[0], lower[1].sources[1]))
    assert bracket_check.faults([twice if one == lower[1] else one for one in good], 11)
    assert bracket_check.faults(good[:-1], 11), "without the reset"
    early = lower[-1]._replace(turn=lower[0].turn)
    assert bracket_check.faults([early if one == lower[-1] else one for one in good], 11), (
        "fed by a later one"
    )
    final = good[-2]._replace(sources=good[-2].sources[::-1])
    assert bracket_check.faults([*good[:-2], final, good[-1]], 11)
    kept = double_elimination.double_elimination(knock_out.order(16), ("kept",) * 3)
    assert first_rematch(planned(kept)) > REMATCHES[4]


@pytest.mark.long
@tried(20)
@given(st.integers(3, 64), st.integers(0, 8), st.randoms(use_true_random=False))
def test_finished_double_elimination_places_every_entry(count, corrections, chance):
    bracket = double(count)
    results = play(bracket, seeded(count), chance, corrections=corrections)
    places = brackets.placings(bracket, seeded(count), results)
    assert sorted(places) == sorted(seeded(count).values())
    assert sorted(places.values())[:4] == [1, 2, 3, 4][:count]
    last = results.get(RESET, results[FINAL])
    assert (places[last.winner], places[last.loser]) == (1, 2)
    lost = [played.loser for played in results.values()]
    assert lost.count(last.winner) == (1 if RESET in results or last.winner in lost else 0)
    assert all(lost.count(number) == 2 for number in places if number != last.winner)


def test_reset_is_played_only_if_lower_finalist_wins():
    bracket, entries, results = double(3), seeded(3), {}
    while FINAL not in results:
        meeting, (one, other) = brackets.ready_meetings(bracket, entries, results)[0]
        results[meeting.id] = PlayedMatch(one, other, (2, 0))
    reset = bracket.meetings[-1]
    assert brackets.is_over(bracket, entries, results)
    assert brackets.sides(reset, entries, results) == (None, None)
    was = results[FINAL]
    results[FINAL] = PlayedMatch(was.loser, was.winner, (2, 1))
    assert not brackets.is_over(bracket, entries, results)
    assert set(brackets.sides(reset, entries, results)) == {was.winner, was.loser}
    assert 1 not in brackets.placings(bracket, entries, results).values()


@pytest.mark.parametrize("third_place", [False, True])
def test_losers_of_round_1_have_a_consolation(third_place):
    for count in range(2, 129):
        bracket = with_losers(count, third_place=third_place)
        assert bracket_check.faults(planned(bracket), count) == [], count
        first = len(bracket.meetings_in_turn(1))
        beside = [one for one in bracket.meetings if one.part == CONSOLATION]
        assert len(beside) == (first - 1 if first > 1 and count > 4 else 0)


@pytest.mark.parametrize(("count", "rest"), [(2, 2), (4, 11), (27, 81), (33, 99), (15, 45), (128, 128)])
def test_remaining_entries_have_a_consolation(count, rest):
    bracket = with_rest(count, rest)
    assert bracket_check.faults(planned(bracket), count, rest=rest) == []
    assert bracket_check.faults(planned(bracket), count, rest=rest + 1)
    assert bracket_kinds.seeds({"order": knock_out.order(count), "rest": knock_out.order(rest)}) == list(
        range(1, count + rest + 1)
    )


@tried(20)
@given(st.integers(5, 128), st.booleans(), st.integers(0, 8), st.randoms(use_true_random=False))
def test_consolation_does_not_affect_places(count, third_place, corrections, chance):
    bracket = with_losers(count, third_place=third_place)
    entries = seeded(count)
    results = play(bracket, entries, chance, corrections=corrections)
    alone = knock_out.knock_out(knock_out.order(count), third_place=third_place)
    main = {one.id: results[one.id] for one in alone.meetings}
    assert brackets.placings(bracket, entries, results) == brackets.placings(alone, entries, main)
    assert brackets.is_decided(bracket, entries, main)


def test_checker_finds_faults_in_consolation():
    good = planned(with_losers(12))
    beside = [one for one in good if one.part == CONSOLATION]
    wrong = beside[0]._replace(sources=({"loser_of": "2.1"}, beside[0].sources[1]))
    assert bracket_check.faults([wrong if one == beside[0] else one for one in good], 12)
    assert bracket_check.faults([one for one in good if one != beside[-1]], 12)
    main = [one for one in good if one.part != CONSOLATION]
    assert bracket_check.faults(main, 12, rest=4), "the rest have none"
