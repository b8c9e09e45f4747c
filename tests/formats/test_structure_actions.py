"""Every change of stages, rounds, meetings and seats belongs to an action.

`test_systems.py` watches whole tournaments of every format in the same way.
"""

from contextlib import suppress

import pytest
from django.db import transaction

from tests import factories
from tests.formats.structure import watched
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Job, Round
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def test_structure_change_without_an_action_is_detected():
    tournament = factories.tournament(4)
    stage = stages.qualifying(tournament)
    with watched() as faults:
        factories.open_round(tournament)
        assert not faults
        stage.rounds.update(state=Round.State.SEATED)  # outside of an inner transaction
        with transaction.atomic(), transaction.atomic():
            stage.rounds.update(state=Round.State.OPEN)
        with suppress(ZeroDivisionError), transaction.atomic():
            stage.rounds.update(state=Round.State.SEATED)
            raise ZeroDivisionError  # everything is rolled back
    assert len(faults) == 2


def test_medal_matches_are_seated_with_an_action_and_a_copy():
    tournament = factories.tournament(8, rounds=1, pegging="as_pegged")
    round_ = factories.open_round(tournament)
    for turn, meeting in enumerate(round_.meetings.order_by("place__number")):
        factories.enter(meeting, [121, 10 + turn])
    rounds.close_round(round_, by=None)
    with watched() as faults:
        medals.create(tournament, seed=1, by=None)
        while meetings := list(medals.open_meetings(tournament)):
            before = tournament.acts.count()
            Job.objects.filter(tournament=tournament, key="copy").update(state=Job.State.DONE)
            for meeting in meetings:
                factories.enter(meeting, [121, 60], game=1)
                factories.enter(meeting, [121, 60], game=2)
            assert tournament.acts.count() > before
            assert Job.objects.filter(tournament=tournament, key="copy", state=Job.State.WAITING).exists()
    assert not faults, "\n".join(faults)
    kinds = list(tournament.acts.filter(kind__startswith="medal_").values_list("kind", flat=True))
    assert kinds.count("medal_seat") == kinds.count("medal_close") >= 2
    versions = list(tournament.acts.values_list("version", flat=True))
    assert len(set(versions)) == len(versions)


def test_automatic_seating_does_not_block_undo():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting, loser in zip(round_.meetings.order_by("place__number"), (90, 80), strict=True):
        factories.enter(meeting, [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    act = audit_log.last_undoable(tournament)
    assert act.kind == "tie_break"
    audit_log.undo(act, by=None)
    assert not medals.open_meetings(tournament)
    assert stages.qualifying(tournament).rounds.get(number=1).state == Round.State.CLOSED
