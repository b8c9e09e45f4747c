"""Work of several requests in one transaction (group commit).

At the end of a round every tablet sends a result in the same moment. Each would wait for the lock of the
tournament, and for the disk at the commit, which takes longer than all the rest. Requests that come while
others are being written wait, and go together with the next commit. No request is answered before its work
is committed.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

MAX_GROUP_SIZE = 32  # requests that go together: every other writer waits for all of them

Work = TypeVar("Work")
Answer = TypeVar("Answer")


class _Request(Generic[Work, Answer]):
    """The work of one request, and what came of it: an answer or an error."""

    answer: Answer

    def __init__(self, work: Work) -> None:
        self.work, self.is_done = work, False
        self.fault: BaseException | None = None


class Group(Generic[Work, Answer]):
    """The requests of this process that wait to be written together, by the key of what they write to.

    `write_all` does several works in one transaction, and returns an answer or an error for each; if it
    raises an error, nothing is written, and each work is done alone. Works with the same `subject` do not go
    together.
    """

    def __init__(
        self,
        write_all: Callable[[Sequence[Work]], Sequence[Answer | Exception]],
        subject: Callable[[Work], Hashable],
    ) -> None:
        self.write_all, self.subject = write_all, subject
        self.news = threading.Condition()  # held to read or change the fields below, never while writing
        self.waiting: defaultdict[Hashable, list[_Request[Work, Answer]]] = defaultdict(list)
        self.written: set[Hashable] = set()  # the keys to which a thread is writing

    def answer(self, key: Hashable, work: Work) -> Answer:
        """Return the answer to a work once it is committed, perhaps together with others of its key.

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

    def _wait_or_write(self, key: Hashable, request: _Request[Work, Answer]) -> None:
        """Wait until another thread has done it, or write what waits by now."""
        with self.news:
            self.news.wait_for(lambda: request.is_done or key not in self.written)
            if request.is_done:
                return
            together = self._next(key)
            self.written.add(key)
        try:
            self._write(together)
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

    def _next(self, key: Hashable) -> list[_Request[Work, Answer]]:
        """Remove from those that wait the first of each subject, and return them."""
        first: dict[Hashable, _Request[Work, Answer]] = {}
        for one in self.waiting[key]:
            first.setdefault(self.subject(one.work), one)
        together = list(first.values())[:MAX_GROUP_SIZE]
        left = [one for one in self.waiting.pop(key) if one not in together]
        if left:
            self.waiting[key] = left
        return together

    def _write(self, together: Sequence[_Request[Work, Answer]]) -> None:
        try:
            outcomes = self.write_all([one.work for one in together])
        except Exception as fault:
            if len(together) > 1:
                for one in together:
                    self._write([one])
            else:
                together[0].fault = fault
            return
        for one, outcome in zip(together, outcomes, strict=True):
            if isinstance(outcome, Exception):
                one.fault = outcome
            else:
                one.answer = outcome
