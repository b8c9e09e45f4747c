"""One copy that several people restore at the same moment."""

import threading
from importlib import import_module

import pytest
from django.db import connection, transaction

from tests import factories
from tournaments.models import Tournament
from tournaments.transfer import copies

RESTORERS = 3
module = import_module("tournaments.transfer.copies.restore")  # the package has the function under that name


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("here", [True, False], ids=["where it stands", "on an empty laptop"])
def test_each_restore_gets_own_epoch_and_one_is_live(here, monkeypatch):
    with transaction.atomic():
        copy = copies.open_copy(copies.seal_copy(copies.pack(factories.tournament(4))))
        transaction.set_rollback(not here)
    together, unpack, faults = threading.Barrier(RESTORERS, timeout=60), module.unpack, []
    in_there = threading.Lock()

    def alone(*about, **named):
        """Check that no other restore is between the epoch that was drawn and the life that has it."""
        assert in_there.acquire(blocking=False)
        try:
            return unpack(*about, **named)
        finally:
            in_there.release()

    def restorer() -> None:
        try:
            together.wait()
            copies.restore(copy, by=None)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    monkeypatch.setattr(module, "unpack", alone)
    threads = [threading.Thread(target=restorer) for _ in range(RESTORERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    epochs = list(Tournament.objects.order_by("epoch").values_list("epoch", "live"))
    first = 1 if here else 2
    expected = [first + turn for turn in range(RESTORERS + here)]
    assert epochs == [(epoch, epoch == expected[-1]) for epoch in expected]
