"""Work of several requests in one transaction of SQLite (group commit).

At the end of a round every tablet sends a result in the same moment, and a commit, which waits for the disk,
takes longer than all the rest. Requests that come while others are being written wait, and go together with
the next commit. No request is answered before its work is committed.
"""

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, Error, transaction
from django.utils import translation

from tournaments.models.tournament import one_writer_at_a_time

MAX_GROUP_SIZE = 32  # requests that go together: every other writer waits for all of them

Answer = TypeVar("Answer")


class _Work(Generic[Answer]):
    """The work of one request, in its own language and with its own name in the logs, and the result."""

    answer: Answer

    def __init__(self, do: Callable[[], Answer]) -> None:
        self.do, self.context, self.language = do, copy_context(), translation.get_language()
        self.is_done = False
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Do the work. Its own errors are kept for the request; `django.db.Error` is raised."""
        try:
            self.answer = self.context.run(self._spoken)
        except Error:
            raise
        except Exception as fault:
            self.fault = fault

    def _spoken(self) -> Answer:
        with translation.override(self.language):  # a context does not carry it to this thread
            return self.do()


class _Group:
    def __init__(self) -> None:
        self.news = threading.Condition()  # held to read or change the fields below, never while writing
        self.waiting: list[_Work[Any]] = []
        self.is_writing = False


GROUP = _Group()  # of this process: its threads are the only ones that write results


def run_in_group(do: Callable[[], Answer]) -> Answer:
    """Return the answer of `do` once its work is committed, perhaps together with that of other requests.

    `do` may be called a second time: the work of the first call was rolled back before. It writes in
    transactions of its own (`atomic`), and lets errors of the database through. PostgreSQL commits for
    several by itself.
    """
    database = transaction.get_connection()
    if database.vendor != "sqlite" or database.in_atomic_block:
        return do()
    work = _Work(do)
    with GROUP.news:
        GROUP.waiting.append(work)
    while not work.is_done:
        _wait_or_write(work)
    if work.fault is not None:
        raise work.fault
    return work.answer


def _wait_or_write(work: _Work[Any]) -> None:
    """Wait until another thread has done it, or do it with all that waits by now."""
    with GROUP.news:
        GROUP.news.wait_for(lambda: work.is_done or not GROUP.is_writing)
        if work.is_done:
            return
        together = GROUP.waiting[:MAX_GROUP_SIZE]
        del GROUP.waiting[:MAX_GROUP_SIZE]
        GROUP.is_writing = True
    try:
        with one_writer_at_a_time():
            if len(together) == 1 or not _written_at_once(together):
                _one_by_one(together)
    except BaseException as end:  # no request waits for ever for a thread that is ending
        for one in together:
            one.fault = one.fault or end
        raise
    finally:
        with GROUP.news:
            GROUP.is_writing = False
            for one in together:
                one.is_done = True
            GROUP.news.notify_all()


def _written_at_once(together: list[_Work[Any]]) -> bool:
    """Return whether the database took all of it in one transaction; if not, it has nothing of it."""
    try:
        with transaction.atomic():
            for work in together:
                work.run()
            if transaction.get_rollback():  # else the block would roll back at its end without an error
                raise DatabaseError
    except Error:
        return False
    return True


def _one_by_one(together: list[_Work[Any]]) -> None:
    for work in together:
        work.fault = None
        try:
            work.run()
        except Error as fault:
            work.fault = fault
