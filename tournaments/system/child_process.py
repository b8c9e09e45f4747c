"""Run work in a child process of the laptop's worker. Spawned, so Django is set up here, not inherited."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker


def run(work: str, key: int, database_url: str, data: str) -> int:
    """Do `work` (`module:function`) for a key in a spawned child process; return the child's exit code."""
    spawned = multiprocessing.get_context("spawn")
    child = spawned.Process(target=_work, args=(work, key, database_url, data))
    with _without_ctrl_c():
        child.start()
    child.join()
    return child.exitcode or 0


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let a child that starts here ignore Ctrl-C, which a terminal sends to it as well.

    Else it would end with an error before the worker can stop it. Windows knows no such mask: there the child
    ignores it once it runs.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would end the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(work: str, key: int, database_url: str, data: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["DATABASE_URL"] = database_url
    os.environ["CHEVILLE_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    module, _colon, function = work.partition(":")
    getattr(import_module(module), function)(key)
