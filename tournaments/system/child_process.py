"""Run work in a child process of the laptop's worker. Spawned, so Django is set up here, not inherited."""

import multiprocessing
import os
from importlib import import_module


def run(work: str, key: int, database_url: str, data: str) -> int:
    """Do `work` (`module:function`) for a key in a spawned child process; return the child's exit code."""
    spawned = multiprocessing.get_context("spawn")
    child = spawned.Process(target=_work, args=(work, key, database_url, data))
    child.start()
    child.join()
    return child.exitcode or 0


def _work(work: str, key: int, database_url: str, data: str) -> None:
    os.environ["DATABASE_URL"] = database_url
    os.environ["CHEVILLE_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    module, _colon, function = work.partition(":")
    getattr(import_module(module), function)(key)
