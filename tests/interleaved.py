"""Two who want the lock of a tournament at once, in the order in which the one that read first comes last."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournaments.system import metrics


@contextmanager
def overtaken(do: Callable[[], Any]) -> Iterator[None]:
    """Have something done at the moment at which the lock is first waited for in this block.

    Whoever waits for the lock has read what it read, and goes on once the other has committed: so it is
    here, in every run and on every database. Fails where nobody waited.
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
    assert waited, "nobody waited for the lock"
