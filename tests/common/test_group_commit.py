"""Transactions that arrive while others are written are committed together; each gets its own answer."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from tournaments.common.group_commit import MAX_GROUP_SIZE, Group

FIRST = "first"


class Book:
    """A stand-in for a database: words in transactions, of which one with "torn" fails."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.locks = 0
        self.elsewhere: dict[int, threading.Event] = {}  # held by another process until the event
        self.asked_to_wait = threading.Event()
        self.taken_after_a_fault = 0
        self.group: Group[int, str, str] = Group(
            self.hold, self.hold_free, self.write_all, lambda word: ord(word[0])
        )

    @contextmanager
    def hold(self, key: int) -> Iterator[int]:
        """Hold a key for a transaction, once it is free; key 0 is refused."""
        if key in self.elsewhere:
            self.asked_to_wait.set()
            self.elsewhere[key].wait()
        if key == 0:
            raise LookupError(key)
        yield key

    @contextmanager
    def hold_free(self, keys: Sequence[int]) -> Iterator[dict[int, int]]:
        """Hold the free keys for a transaction; key 0 only the first time."""
        self.locks += 1
        free = [key for key in keys if key not in self.elsewhere or self.elsewhere[key].is_set()]
        yield {key: key for key in free if key or self.locks == 1}

    def write_all(self, held: Sequence[tuple[int, str]]) -> list[str | Exception]:
        """Write all words but the short ones, which are refused."""
        words = [word for _key, word in held]
        if words[0] == FIRST:
            self.begun.set()
            self.go_on.wait()
        if "ended" in words:
            raise SystemExit
        if "torn" in words:
            if self.taken_after_a_fault:
                self.elsewhere.setdefault(self.taken_after_a_fault, threading.Event())
            raise OSError(f"torn among {len(words)}")
        self.commits.append([word for word in words if len(word) > 1])
        return [word.upper() if len(word) > 1 else ValueError(word) for word in words]

    def at_once(self, *words: str, key: int = 1, keys: Sequence[int] = ()) -> list[Any]:
        """Send all words while another one is being written; return answers and errors.

        `keys` are those of the words, where they are not all the same.
        """

        def answer(word: str, of: int = key) -> Any:
            try:
                return self.group.answer(of, word)
            except BaseException as fault:
                return fault

        with ThreadPoolExecutor(len(words) + 1) as pool:
            ahead = pool.submit(answer, FIRST)
            self.begun.wait()
            coming = []
            for at, word in enumerate(words):  # one after the other, so that their order is known
                coming.append(pool.submit(answer, word, keys[at] if keys else key))
                while sum(map(len, self.group.waiting.values())) <= at and not coming[-1].done():
                    threading.Event().wait(0.001)
            self.go_on.set()
            ahead.result()
            return [one.result() for one in coming]


@pytest.fixture
def book() -> Book:
    return Book()


def test_simultaneous_works_are_one_commit_in_order(book):
    assert book.at_once("north", "east", "south") == ["NORTH", "EAST", "SOUTH"]
    assert book.commits == [[FIRST], ["north", "east", "south"]]
    assert not book.group.waiting


def test_refused_work_does_not_affect_others(book):
    north, refused, south = book.at_once("north", "x", "south")
    assert (north, str(refused), south) == ("NORTH", "x", "SOUTH")
    assert book.commits == [[FIRST], ["north", "south"]]


def test_failed_group_is_written_one_by_one(book):
    north, torn, south = book.at_once("north", "torn", "south")
    assert (north, str(torn), south) == ("NORTH", "torn among 1", "SOUTH")
    assert book.commits == [[FIRST], ["north"], ["south"]]


def test_works_arriving_during_lock_wait_join_the_group(book):
    book.elsewhere[1] = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        north = pool.submit(book.group.answer, 1, "north")
        book.asked_to_wait.wait()
        south = pool.submit(book.group.answer, 1, "south")
        while len(book.group.waiting[1]) < 2:
            threading.Event().wait(0.001)
        book.elsewhere[1].set()
        assert (north.result(), south.result()) == ("NORTH", "SOUTH")
    assert book.commits == [["north", "south"]]


def test_refused_lock_fails_each_work(book):
    refused = book.at_once("north", "south", key=0)
    assert [type(one) for one in refused] == [LookupError] * 2
    assert (book.commits, book.group.waiting) == ([[FIRST]], {})


def test_works_on_same_subject_are_separate_commits(book):
    assert book.at_once("north", "east", "no", "nine") == ["NORTH", "EAST", "NO", "NINE"]
    assert book.commits == [[FIRST], ["north", "east"], ["no"], ["nine"]]


def test_works_of_several_keys_are_one_commit(book):
    assert book.at_once("north", "east", "south", keys=(2, 3, 2)) == ["NORTH", "EAST", "SOUTH"]
    assert [sorted(words) for words in book.commits] == [[FIRST], ["east", "north", "south"]]


def test_failure_among_several_keys_is_written_alone(book):
    north, torn = book.at_once("north", "torn", keys=(2, 3))
    assert (north, str(torn)) == ("NORTH", "torn among 1")


def test_failure_does_not_block_other_keys(book):
    book.taken_after_a_fault = 2
    with ThreadPoolExecutor(1) as pool:
        both = pool.submit(book.at_once, "north", "torn", keys=(2, 3))
        book.asked_to_wait.wait()
        assert book.group.answer(4, "beside") == "BESIDE"
        assert not both.done()
        book.elsewhere[2].set()
        north, torn = both.result()
    assert (north, str(torn)) == ("NORTH", "torn among 1")


def test_works_beyond_the_limit_are_all_written(book):
    words = [chr(0x4E00 + at) * 2 for at in range(MAX_GROUP_SIZE + 3)]
    assert book.at_once(*words, keys=[2 + at % 5 for at in range(len(words))]) == words
    assert max(map(len, book.commits)) == MAX_GROUP_SIZE


def test_held_key_does_not_block_other_keys(book):
    book.elsewhere[1] = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(book.group.answer, 1, "north")
        book.asked_to_wait.wait()
        assert book.group.answer(2, "beside") == "BESIDE"
        assert not waits.done()
        book.elsewhere[1].set()
        assert waits.result() == "NORTH"
    assert book.group.answer(1, "again") == "AGAIN"
    assert book.commits == [["beside"], ["north"], ["again"]]


def test_no_group_is_larger_than_the_limit(book):
    words = [chr(0x4E00 + at) * 2 for at in range(MAX_GROUP_SIZE + 3)]
    assert book.at_once(*words) == words
    assert list(map(len, book.commits)) == [1, MAX_GROUP_SIZE, 3]


def test_ending_thread_leaves_no_work_waiting(book):
    ends = book.at_once("north", "ended", "south")
    assert [type(end) for end in ends] == [SystemExit] * 3
    assert book.at_once() == []
