"""A copy holds one state of its tournament, whatever is written while it is packed."""

import threading

import pytest
from django.db import connections

from tests import factories
from tests.web.tablets.device_clients import Newcomer, Tablet
from tournaments.models import Line
from tournaments.transfer import copies
from tournaments.transfer.copies import rows

WAIT_SECONDS = 0.5  # seconds; a tablet that need not wait is there in a twentieth of that


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_device_joining_during_packing_is_all_or_nothing(database, monkeypatch):
    tournament = factories.tournament(4)
    Tablet(tournament, 1)

    def comes() -> None:
        Newcomer(tournament, 1)
        connections.close_all()

    read, tablet = rows.query_rows, threading.Thread(target=comes)

    def after_the_tablets(model, way):
        if model is Line:
            tablet.start()
            tablet.join(WAIT_SECONDS)
        return read(model, way)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(rows, "query_rows", after_the_tablets)
        packed = copies.pack(tournament)
    tablet.join()
    assert [len(packed["parts"][part]["rows"]) for part in ("Device", "Call")] == [1, 0]
    assert (tournament.devices.count(), tournament.calls.count()) == (2, 1)
    again = copies.pack(tournament)
    assert [len(again["parts"][part]["rows"]) for part in ("Device", "Call")] == [2, 1]
