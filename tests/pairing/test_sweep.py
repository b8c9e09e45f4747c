"""A fixed sample of the sweep of `tests.lab.figures.movements`: each movement in each way, each bracket."""

import pytest

from tests.pairing.sweep import AS_THEY_SIT, BRACKETS, STEADY, bracket_tournament, systems, tournament

pytestmark = pytest.mark.long
KNOWN_REFUSALS = {"everybody_has_met", "file_twice_here"}
"""Why a day may end before its last round: all have met, or two with fixed seats would have to."""


@pytest.mark.parametrize(("at", "system"), list(enumerate(systems())), ids=str)
@pytest.mark.parametrize("happens", [STEADY, AS_THEY_SIT])
def test_sampled_tournaments_have_no_faults(at, system, happens):
    players = 5 + at * 7 % 23
    tally = tournament(system, players, happens, rounds=6)
    assert not tally.faults and set(tally.refused) <= KNOWN_REFUSALS
    assert tally.rounds or system.layout.size > players


@pytest.mark.parametrize("kind", BRACKETS)
def test_sampled_brackets_have_no_faults(kind):
    counts = BRACKETS[kind][1]
    for count in (counts[0], 21, counts[-1]):
        assert bracket_tournament(kind, count) == []
