"""Works that come while others are written go together, and each is answered for itself."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tournaments.common.group_commit import MAX_GROUP_SIZE, Group

FIRST = "first"


class Book:
    """A stand-in for a database: words in transactions, of which one with "torn" fails."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.group: Group[str, str] = Group(self.write_all, lambda word: word[0])

    def write_all(self, words: Sequence[str]) -> list[str | Exception]:
        """Write all words but the short ones, which are refused."""
        if words[0] == FIRST:
            self.begun.set()
            self.go_on.wait()
        if "ended" in words:
            raise SystemExit
        if "torn" in words:
            raise OSError(f"torn among {len(words)}")
        self.commits.append([word for word in words if len(word) > 1])
        return [word.upper() if len(word) > 1 else ValueError(word) for word in words]

    def at_once(self, *words: str, key: Callable[[str], str] = lambda _word: "a") -> list[Any]:
        """All words come while another one is being written; return answers and errors."""

        def answer(word: str) -> Any:
            try:
                return self.group.answer(key(word), word)
            except BaseException as fault:
                return fault

        with ThreadPoolExecutor(len(words) + 1) as pool:
            ahead = pool.submit(answer, FIRST)
            self.begun.wait()
            coming = []
            for at, word in enumerate(words):  # one after the other, so that their order is known
                coming.append(pool.submit(answer, word))
                while sum(map(len, self.group.waiting.values())) <= at and not coming[-1].done():
                    threading.Event().wait(0.001)
            self.go_on.set()
            ahead.result()
            return [one.result() for one in coming]


@pytest.fixture
def book() -> Book:
    return Book()


def test_what_comes_at_once_is_one_commit_in_its_order(book):
    assert book.at_once("north", "east", "south") == ["NORTH", "EAST", "SOUTH"]
    assert book.commits == [[FIRST], ["north", "east", "south"]]
    assert not book.group.waiting


def test_a_refusal_is_one_answer_and_takes_nothing_from_the_others(book):
    north, refused, south = book.at_once("north", "x", "south")
    assert (north, str(refused), south) == ("NORTH", "x", "SOUTH")
    assert book.commits == [[FIRST], ["north", "south"]]


def test_what_cannot_be_written_together_is_written_alone(book):
    north, torn, south = book.at_once("north", "torn", "south")
    assert (north, str(torn), south) == ("NORTH", "torn among 1", "SOUTH")
    assert book.commits == [[FIRST], ["north"], ["south"]]


def test_one_subject_goes_in_turn(book):
    assert book.at_once("north", "east", "no", "nine") == ["NORTH", "EAST", "NO", "NINE"]
    assert book.commits == [[FIRST], ["north", "east"], ["no"], ["nine"]]


def test_other_keys_do_not_wait(book):
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(book.group.answer, "a", FIRST)
        book.begun.wait()
        assert book.group.answer("b", "beside") == "BESIDE"
        book.go_on.set()
        ahead.result()


def test_no_group_is_larger_than_the_limit(book):
    words = [chr(0x4E00 + at) * 2 for at in range(MAX_GROUP_SIZE + 3)]
    assert book.at_once(*words) == words
    assert list(map(len, book.commits)) == [1, MAX_GROUP_SIZE, 3]


def test_nobody_waits_for_a_thread_that_is_ending(book):
    ends = book.at_once("north", "ended", "south")
    assert [type(end) for end in ends] == [SystemExit] * 3
    assert book.at_once() == []
