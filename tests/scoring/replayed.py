"""Readings of a replay for the tests of the play."""

import pytest

from scoring import DomainError
from scoring.cribbage.play import replay


def reasons(play):
    return [
        (pegging.player, pegging.reason, pegging.points) for event in play.events for pegging in event.pegged
    ]


def refusal(code, *args, **options):
    with pytest.raises(DomainError) as refused:
        replay(*args, **options)
    assert refused.value.code == code
    return refused.value.args_
