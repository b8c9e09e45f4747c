"""Work of several requests in one transaction (group commit).

At the end of a round every tablet sends a result in the same moment, on a server those of many tournaments.
Each would wait for the lock of its tournament, and for the disk at the commit, which takes longer than all
the rest. Requests that come while others are being written wait, and go together with the next commit. No
request is answered before its work is committed.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

MAX_GROUP_SIZE = 32  # requests that go together: every other writer waits for all of them

Held = TypeVar("Held")
Work = TypeVar("Work")
Answer = TypeVar("Answer")


class _Request(Generic[Work, Answer]):
    """The work of one request, and what came of it: an answer or an error."""

    answer: Answer

    def __init__(self, key: int, work: Work) -> None:
        self.key, self.work, self.is_done = key, work, False
        self.fault: BaseException | None = None

    def note(self, outcome: Answer | Exception) -> None:
        if isinstance(outcome, Exception):
            self.fault = outcome
        else:
            self.answer = outcome


class Group(Generic[Held, Work, Answer]):
    """The requests of this process that wait to be written together, by the tournament to which they write.

    One thread at a time writes to all tournaments whose locks are free (`hold_free`). It waits for no other
    transaction: that would hold up all tournaments, and two processes could wait for each other. What it
    leaves out, as the lock is held or the transaction fails, is written by a request of that tournament,
    which waits for the lock (`hold`); if that fails too, each work is done alone. Both begin a transaction;
    `write_all` does works under the locks, and returns an answer or an error for each. Works with the same
    `subject` do not go together.
    """

    def __init__(
        self,
        hold: Callable[[int], AbstractContextManager[Held]],
        hold_free: Callable[[Sequence[int]], AbstractContextManager[Mapping[int, Held]]],
        write_all: Callable[[Sequence[tuple[Held, Work]]], Sequence[Answer | Exception]],
        subject: Callable[[Work], int],
    ) -> None:
        self.hold, self.hold_free, self.write_all, self.subject = hold, hold_free, write_all, subject
        self.news = threading.Condition()  # held to read or change the fields below, never while writing
        self.waiting: defaultdict[int, list[_Request[Work, Answer]]] = defaultdict(list)
        self.written: set[int] = set()  # the tournaments to which a thread is writing
        self.left_out: set[int] = set()  # those that wait for one of their own requests to write
        self.is_busy = False  # whether a thread is writing to all that are free

    def answer(self, key: int, work: Work) -> Answer:
        """Return the answer to a work once it is committed, perhaps together with others.

        Not inside a transaction. Raises the error of the work.
        """
        request: _Request[Work, Answer] = _Request(key, work)
        with self.news:
            self.waiting[key].append(request)
        while not request.is_done:
            self._wait_or_write(request)
        if request.fault is not None:
            raise request.fault
        return request.answer

    def _wait_or_write(self, request: _Request[Work, Answer]) -> None:
        """Wait until another thread has done it, or write what waits."""
        with self.news:
            self.news.wait_for(lambda: request.is_done or self._may_write(request))
            if request.is_done:
                return
            alone = request.key in self.left_out
            keys = [request.key] if alone else [*self.waiting.keys() - self.written - self.left_out]
            self.written.update(keys)
            self.is_busy = self.is_busy or not alone
        together: list[_Request[Work, Answer]] = []
        try:
            if alone:
                self._write_once_free(request.key, together)
            else:
                self._write_free(keys, together)
        except BaseException as end:  # no request waits for ever for a thread that is ending
            for one in together:
                one.fault = one.fault or end
            raise
        finally:
            with self.news:
                self.written.difference_update(keys)
                self.left_out.difference_update(keys)
                if not alone:
                    self.is_busy = False
                    self.left_out.update(set(keys).difference(one.key for one in together))
                for one in together:
                    one.is_done = True
                self.news.notify_all()

    def _may_write(self, request: _Request[Work, Answer]) -> bool:
        return request.key not in self.written and (request.key in self.left_out or not self.is_busy)

    def _write_free(self, keys: Sequence[int], together: list[_Request[Work, Answer]]) -> None:
        """Write what waits for those tournaments whose locks are free, and add it to `together`.

        If that fails nothing is added.
        """
        try:
            with self.hold_free(keys) as held:
                for key in held:
                    together += self._take_waiting(key, MAX_GROUP_SIZE - len(together))
                works = [(held[one.key], one.work) for one in together]
                outcomes = self.write_all(works) if works else []
        except Exception:  # those whose tournament it is find out why
            self._put_back(together)
        else:
            for one, outcome in zip(together, outcomes, strict=True):
                one.note(outcome)

    def _write_once_free(self, key: int, together: list[_Request[Work, Answer]]) -> None:
        """Write what waits for a tournament once its lock is held, as more has come by then."""
        try:
            with self.hold(key) as held:
                together += self._take_waiting(key)
                outcomes = self.write_all([(held, one.work) for one in together])
        except Exception as fault:
            if not together:  # the lock was refused
                together += self._take_waiting(key)
            if len(together) == 1:
                together[0].note(fault)
            else:
                self._write_each(together)
        else:
            for one, outcome in zip(together, outcomes, strict=True):
                one.note(outcome)

    def _write_each(self, together: Sequence[_Request[Work, Answer]]) -> None:
        for one in together:
            try:
                with self.hold(one.key) as held:
                    (outcome,) = self.write_all([(held, one.work)])
            except Exception as fault:
                one.note(fault)
            else:
                one.note(outcome)

    def _take_waiting(self, key: int, most: int = MAX_GROUP_SIZE) -> list[_Request[Work, Answer]]:
        """Remove from those that wait the first of each subject, and return them."""
        with self.news:
            first: dict[int, _Request[Work, Answer]] = {}
            for one in self.waiting[key]:
                first.setdefault(self.subject(one.work), one)
            together = list(first.values())[:most]
            left = [one for one in self.waiting.pop(key) if one not in together]
            if left:
                self.waiting[key] = left
        return together

    def _put_back(self, together: list[_Request[Work, Answer]]) -> None:
        """Let these wait again, before those that came later."""
        with self.news:
            for one in reversed(together):
                self.waiting[one.key].insert(0, one)
        together.clear()
