"""Work of several requests in one transaction (group commit).

At the end of a round every tablet sends a result in the same moment. Each would wait for the lock of the
tournament, and for the disk at the commit, which takes longer than all the rest. Requests that come while
others are being written wait, and go together with the next commit. No request is answered before its work
is committed.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

MAX_GROUP_SIZE = 32  # requests that go together: every other writer waits for all of them

Held = TypeVar("Held")
Work = TypeVar("Work")
Answer = TypeVar("Answer")


class _Request(Generic[Work, Answer]):
    """The work of one request, and what came of it: an answer or an error."""

    answer: Answer

    def __init__(self, work: Work) -> None:
        self.work, self.is_done = work, False
        self.fault: BaseException | None = None

    def note(self, outcome: Answer | Exception) -> None:
        if isinstance(outcome, Exception):
            self.fault = outcome
        else:
            self.answer = outcome


class Group(Generic[Held, Work, Answer]):
    """The requests of this process that wait to be written together, by the tournament to which they write.

    `hold` takes the lock of a tournament for a transaction; `write_all` does several works under it, and
    returns an answer or an error for each. If the transaction fails, each work is done alone. Works with the
    same `subject` do not go together.
    """

    def __init__(
        self,
        hold: Callable[[int], AbstractContextManager[Held]],
        write_all: Callable[[Held, Sequence[Work]], Sequence[Answer | Exception]],
        subject: Callable[[Work], int],
    ) -> None:
        self.hold, self.write_all, self.subject = hold, write_all, subject
        self.news = threading.Condition()  # held to read or change the fields below, never while writing
        self.waiting: defaultdict[int, list[_Request[Work, Answer]]] = defaultdict(list)
        self.written: set[int] = set()  # the tournaments to which a thread is writing

    def answer(self, key: int, work: Work) -> Answer:
        """Return the answer to a work once it is committed, perhaps together with others of its tournament.

        Not inside a transaction. Raises the error of the work.
        """
        request: _Request[Work, Answer] = _Request(work)
        with self.news:
            self.waiting[key].append(request)
        while not request.is_done:
            self._wait_or_write(key, request)
        if request.fault is not None:
            raise request.fault
        return request.answer

    def _wait_or_write(self, key: int, request: _Request[Work, Answer]) -> None:
        """Wait until another thread has done it, or write what waits."""
        with self.news:
            self.news.wait_for(lambda: request.is_done or key not in self.written)
            if request.is_done:
                return
            self.written.add(key)
        together: list[_Request[Work, Answer]] = []
        try:
            self._write(key, together)
        except BaseException as end:  # no request waits for ever for a thread that is ending
            for one in together:
                one.fault = one.fault or end
            raise
        finally:
            with self.news:
                self.written.remove(key)
                for one in together:
                    one.is_done = True
                self.news.notify_all()

    def _write(self, key: int, together: list[_Request[Work, Answer]]) -> None:
        """Write what waits once the lock is held, as more has come by then, and add it to `together`."""
        try:
            with self.hold(key) as held:
                together += self._next(key)
                outcomes = self.write_all(held, [one.work for one in together])
        except Exception as fault:
            if not together:  # the lock was refused
                together += self._next(key)
            if len(together) == 1:
                together[0].note(fault)
            else:
                self._write_each(key, together)
        else:
            for one, outcome in zip(together, outcomes, strict=True):
                one.note(outcome)

    def _write_each(self, key: int, together: Sequence[_Request[Work, Answer]]) -> None:
        for one in together:
            try:
                with self.hold(key) as held:
                    (outcome,) = self.write_all(held, [one.work])
            except Exception as fault:
                one.note(fault)
            else:
                one.note(outcome)

    def _next(self, key: int) -> list[_Request[Work, Answer]]:
        """Remove from those that wait the first of each subject, and return them."""
        with self.news:
            first: dict[int, _Request[Work, Answer]] = {}
            for one in self.waiting[key]:
                first.setdefault(self.subject(one.work), one)
            together = list(first.values())[:MAX_GROUP_SIZE]
            left = [one for one in self.waiting.pop(key) if one not in together]
            if left:
                self.waiting[key] = left
        return together
