"""A seating with a hard fault is a bug: it is never seated, and the day stays as it was."""

import pytest

from tests import factories
from tournaments import rounds
from tournaments.models import Act, Entry, Meeting, Round, Stage
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db

TOURNAMENT_MAKERS = {"winners_stay": lambda: factories.tournament(8), "round_robin": lambda: factories.gin(8)}


@pytest.mark.parametrize("movement", TOURNAMENT_MAKERS)
def test_a_seating_with_a_hard_fault_is_not_seated(movement):
    tournament = TOURNAMENT_MAKERS[movement]()
    stage = stages.qualifying(tournament)
    assert stage.movement == movement
    # No page gives seat C at a table of two, but a file that was written elsewhere can.
    Entry.objects.filter(tournament=tournament, number=4).update(fixed_seat=[3, "C"])
    assert rounds.plan(stage, 1).faults
    acts = Act.objects.count()
    with pytest.raises(AssertionError):
        rounds.seat(stage, 1, by=None)
    assert not Round.objects.exists() and not Meeting.objects.exists()
    assert Act.objects.count() == acts
    assert Stage.objects.get(pk=stage.pk).state == Stage.State.SETTING_UP


def test_soft_finding_does_not_block_seating():
    tournament = factories.tournament(2)
    factories.play_round(tournament, 1)
    round_ = rounds.seat(stages.qualifying(tournament), 2, by=None)
    found = rounds.seating_of(round_)
    assert {finding.code for finding in found.findings} >= {"rematch"}
    assert not found.faults
