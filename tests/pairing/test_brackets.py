"""Brackets of 2 to 128, played with any results, forfeits and late corrections, and checked independently."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.pairing import bracket_check, brackets, knock_out
from tournaments.pairing.bracket_check import PlannedMeeting, SeatedMeeting
from tournaments.pairing.tiebreak import PlayedMatch

COUNTS = range(knock_out.MIN_ENTRIES, knock_out.MAX_ENTRIES + 1)


def planned(bracket):
    return [
        PlannedMeeting(meeting.id, meeting.turn, tuple(source.data for source in meeting.sides), meeting.part)
        for meeting in bracket.meetings
    ]


@pytest.mark.parametrize("third_place", [False, True])
def test_bracket_of_every_size_is_valid(third_place):
    for count in COUNTS:
        bracket = knock_out.knock_out(knock_out.order(count), third_place=third_place)
        assert bracket_check.faults(planned(bracket), count) == [], count
        assert len(bracket.meetings) == count - 1 + (third_place and count >= 4)


@pytest.mark.parametrize(("count", "byes"), [(27, 5), (33, 31), (15, 1), (2, 0), (128, 0), (65, 63)])
def test_byes_fill_the_second_round(count, byes):
    bracket = knock_out.knock_out(knock_out.order(count), third_place=False)
    first = {source.of for meeting in bracket.meetings_in_turn(1) for source in meeting.sides}
    sit_out = set(range(1, count + 1)) - first if byes else set()
    assert sit_out == set(range(1, byes + 1))


@pytest.mark.parametrize("count", [-1, 0, 1, 129])
def test_impossible_bracket_sizes_are_refused(count):
    with pytest.raises(ValueError, match="no bracket"):
        knock_out.order(count)


def test_checker_finds_faults_in_bracket():
    good = planned(knock_out.knock_out(knock_out.order(12), third_place=True))
    final = good[-1]
    swapped = [*good[:-1], final._replace(sources=({"winner_of": "3.1"}, {"loser_of": "3.2"}))]
    assert bracket_check.faults(swapped, 12)
    assert bracket_check.faults(good[1:], 12)
    goes_on = final._replace(sources=({"winner_of": good[-2].id}, {"winner_of": "3.2"}))
    assert any(fault.endswith("goes on") for fault in bracket_check.faults([*good[:-1], goes_on], 12))
    assert bracket_check.faults(good, 13)
    upside_down = {1: 12, 12: 1}
    mixed = [
        meeting._replace(
            sources=tuple(
                {kind: upside_down.get(of, of) for kind, of in source.items()} for source in meeting.sources
            )
        )
        for meeting in good
    ]
    assert bracket_check.faults(mixed, 12)


def test_checker_finds_faults_in_played_meetings():
    bracket = knock_out.knock_out(knock_out.order(4), third_place=False)
    seeded = {1: 11, 2: 12, 3: 13, 4: 14}
    fine = [
        SeatedMeeting("1.1", (11, 14), 11),
        SeatedMeeting("1.2", (13, 12), 12),
        SeatedMeeting("F", (11, 12), 11),
    ]
    check = planned(bracket)
    assert bracket_check.faults_of_play(check, seeded, fine, over=True) == []
    assert bracket_check.faults_of_play(
        check, seeded, [*fine[:2], SeatedMeeting("F", (14, 12), 12)], over=True
    )
    assert bracket_check.faults_of_play(check, seeded, [fine[0]._replace(winner=None), *fine[1:]], over=False)
    assert bracket_check.faults_of_play(check, seeded, fine[:2], over=True)
    again = bracket_check.faults_of_play(
        check, seeded, [*fine[:2], fine[2]._replace(sides=fine[0].sides)], over=False
    )
    assert again, "a loser plays on"
    twice = bracket_check.faults_of_play(check, seeded, [*fine, fine[2]], over=True)
    assert "a meeting stands twice" in twice
    from_elsewhere = bracket_check.faults_of_play(
        check, seeded, [*fine[:2], fine[2]._replace(winner=14)], over=True
    )
    assert "14 has won F without being there" in from_elsewhere
    both_open = [one._replace(sides=fine[0].sides, winner=None) for one in fine[:2]]
    assert any(
        "two open" in fault for fault in bracket_check.faults_of_play(check, seeded, both_open, over=False)
    )


# Club-mates


@tried(40)
@given(st.integers(2, 128), st.integers(1, 12), st.randoms(use_true_random=False))
def test_club_mates_are_exchanged_within_their_group_only(count, clubs, chance):
    of_seeds = {seed: (f"club {chance.randrange(clubs)}", "") for seed in range(1, count + 1)}
    order = knock_out.order(count, of_seeds)
    bracket = knock_out.knock_out(order, third_place=False)
    assert bracket_check.faults(planned(bracket), count) == []
    assert club_mate_meetings(order, of_seeds) <= club_mate_meetings(knock_out.order(count), of_seeds)


def club_mate_meetings(order, clubs):
    """Return how many club-mates meet in round 1, and how many could in round 2."""
    first = [(one, other) for one, other in zip(order[::2], order[1::2], strict=True)]
    second = [
        (a, b)
        for at in range(0, len(order) - 3, 4)
        for a in order[at : at + 2]
        for b in order[at + 2 : at + 4]
    ]
    return tuple(
        sum(1 for one, other in pairs if one and other and clubs[one] == clubs[other])
        for pairs in (first, second)
    )


def test_club_mates_do_not_meet_in_first_rounds():
    clubs = {1: "Saint-Hilaire", 8: "Saint-Hilaire", 2: "L'Ange-Gardien", 7: "L'Ange-Gardien"}
    order = knock_out.order(8, {seed: (club, "") for seed, club in clubs.items()})
    assert club_mate_meetings(order, {seed: clubs.get(seed, str(seed)) for seed in range(1, 9)}) == (0, 0)


def test_couple_does_not_meet_in_first_rounds():
    order = knock_out.order(8, {1: ("", "bus"), 8: ("Beloeil", "bus"), 2: ("Beloeil", ""), 7: ("", "")})
    words = {1: "bus", 8: "bus"}
    assert club_mate_meetings(order, {seed: words.get(seed, str(seed)) for seed in range(1, 9)}) == (0, 0)


# Played


def play(bracket, seeded, chance, *, corrections=0):
    """Play to the end with any results and forfeits, sometimes correcting an earlier result."""
    results: dict[str, PlayedMatch] = {}
    while not brackets.is_over(bracket, seeded, results):
        meeting, (one, other) = chance.choice(brackets.ready_meetings(bracket, seeded, results))
        won, lost = chance.choice([(one, other), (other, one)])
        results[meeting.id] = PlayedMatch(
            won, lost, (3, chance.randrange(3)), forfeited=chance.random() < 0.1
        )
        if chance.random() < 0.1:
            check(bracket, seeded, results)
        if corrections and chance.random() < 0.2:
            corrections -= 1
            correct(bracket, seeded, results, chance)
    check(bracket, seeded, results)
    return results


def correct(bracket, seeded, results, chance):
    """Reverse a result, and remove the results of the meetings that this overturns."""
    id_ = chance.choice(sorted(results))
    was = results[id_]
    results[id_] = PlayedMatch(was.loser, was.winner, was.games)
    standing = brackets.valid_results(bracket, seeded, results)
    assert id_ in standing
    assert overturned(bracket, seeded, results) == [
        m.id for m in bracket.meetings if m.id in results and m.id not in standing
    ]
    results.clear()
    results.update(standing)
    check(bracket, seeded, results)


def overturned(bracket, seeded, results):
    """Return the played meetings whose sides differ from those that the earlier results give."""
    standing = brackets.valid_results(bracket, seeded, results)
    return [
        meeting.id
        for meeting in bracket.meetings
        if (played := results.get(meeting.id))
        and set(brackets.sides(meeting, seeded, standing)) != {played.winner, played.loser}
    ]


def check(bracket, seeded, results):
    sat = [
        SeatedMeeting(m.id, (results[m.id].winner, results[m.id].loser), results[m.id].winner)
        for m in bracket.meetings
        if m.id in results
    ]
    sat += [
        SeatedMeeting(m.id, numbers, None) for m, numbers in brackets.ready_meetings(bracket, seeded, results)
    ]
    over = brackets.is_over(bracket, seeded, results)
    assert bracket_check.faults_of_play(planned(bracket), seeded, sat, over=over) == []


@tried(30)
@given(st.integers(2, 128), st.booleans(), st.integers(0, 5), st.randoms(use_true_random=False))
def test_finished_bracket_places_every_entry(count, third_place, corrections, chance):
    bracket = knock_out.knock_out(knock_out.order(count), third_place=third_place)
    numbers = chance.sample(range(1, 1000), count)
    seeded = dict(enumerate(numbers, start=1))
    results = play(bracket, seeded, chance, corrections=corrections)
    places = brackets.placings(bracket, seeded, results)
    assert sorted(places) == sorted(numbers)
    assert sorted(places.values())[:2] == [1, 2]
    ahead = {number: sum(other < place for other in places.values()) for number, place in places.items()}
    assert all(place == ahead[number] + 1 for number, place in places.items())


def test_a_correction_with_the_same_winner_overturns_nothing():
    bracket = knock_out.knock_out(knock_out.order(8), third_place=True)
    seeded = {seed: seed for seed in range(1, 9)}
    results = play(bracket, seeded, random.Random(4))
    was = results["1.2"]
    results["1.2"] = PlayedMatch(was.winner, was.loser, (3, 2))
    assert brackets.valid_results(bracket, seeded, results) == results


def test_reopened_meeting_clears_seats_of_later_meetings():
    bracket = knock_out.knock_out(knock_out.order(4), third_place=True)
    seeded = {seed: seed for seed in range(1, 5)}
    results = {
        "1.2": PlayedMatch(2, 3, (3, 1)),
        "F": PlayedMatch(1, 2, (3, 0)),
        "T": PlayedMatch(4, 3, (3, 0)),
    }
    standing = brackets.valid_results(bracket, seeded, results)
    assert set(standing) == {"1.2"}
    sides = {meeting.id: brackets.sides(meeting, seeded, standing) for meeting in bracket.meetings}
    assert sides == {"1.1": (1, 4), "1.2": (3, 2), "T": (None, 3), "F": (None, 2)}
