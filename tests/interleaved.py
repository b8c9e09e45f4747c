"""Let two transactions wait for the lock of a tournament, the one that read first writing last."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from tournaments.system import metrics


def in_a_thread(do: Callable[[], Any]) -> threading.Thread:
    """Start a function with a connection of its own."""

    def run() -> None:
        try:
            do()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def wait_until_blocked(thread: threading.Thread) -> None:
    """Wait until a thread waits for a row that this transaction holds, or has ended.

    On SQLite it can hold nothing meanwhile, as the transaction is the lock.
    """
    blocked = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    while connection.vendor == "postgresql" and thread.is_alive():
        with connection.cursor() as cursor:
            cursor.execute(blocked)
            if cursor.fetchone():
                return
        time.sleep(0.01)


@contextmanager
def run_while_waiting_for_lock(do: Callable[[], Any]) -> Iterator[None]:
    """Call `do` at the moment when the lock is first waited for in this block.

    A transaction that waits for the lock has read its data, and goes on once the other has committed: here
    this happens in every run and on every database. Fails where the lock was not waited for.
    """
    with pytest.MonkeyPatch.context() as patch:
        lock_wait, waited = metrics.lock_wait, []

        @contextmanager
        def after_the_other() -> Iterator[None]:
            if not waited:
                waited.append(do)
                do()
            with lock_wait():
                yield

        patch.setattr(metrics, "lock_wait", after_the_other)
        yield
    assert waited, "the lock was not waited for"
