"""The tests that each worker begins with: none is left out, and the cores are not idle together."""

from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import WAITING_FIXTURES, kind, shared_out

LONG, OTHER, PURE = (len(WAITING_FIXTURES) + more for more in range(3))


def fake_item(at, of_kind):
    """Return a stand-in for a test of that kind."""
    pure = of_kind == PURE
    return SimpleNamespace(
        nodeid=f"tests/{'scoring' if pure else 'day'}/test_o_brien.py::test_{at}",
        fixturenames=["db", *WAITING_FIXTURES[of_kind : of_kind + 1]],
        get_closest_marker=lambda name: name if of_kind == LONG else None,
    )


def fake_items(kinds):
    return [fake_item(at, of_kind) for at, of_kind in enumerate(kinds)]


def kinds_in(share):
    return [kind(item) for item in share]


def count_waiting(kinds):
    return sum(one < LONG for one in kinds)


def halves(shares):
    """Return the tests of workers that begin with what waits, and those of the others."""
    half = (len(shares) + 1) // 2
    return shares[:half], shares[half:]


some_kinds = st.lists(st.integers(0, PURE), max_size=120)
workers = st.integers(1, 9)


@pytest.mark.parametrize(
    ("nodeid", "fixtures", "marked", "place"),
    [
        ("tests/web/test_a.py::test_x", ["page", "browser", "hall"], False, WAITING_FIXTURES.index("hall")),
        ("tests/web/test_a.py::test_x", ["federation", "serve"], True, 0),
        ("tests/rounds/test_a.py::test_x", ["db"], True, LONG),
        ("tests/rounds/test_a.py::test_x", ["db"], False, OTHER),
        ("tests/rounds/test_scoring.py::test_scoring", [], False, OTHER),
        ("tests/scoring/test_a.py::test_x[tests/rounds/]", [], False, PURE),
        ("tests/scoring/test_a.py::test_x", [], True, LONG),
        ("tests/test_purity.py::test_x", [], False, PURE),
    ],
)
def test_kind_follows_fixtures_mark_and_folder(nodeid, fixtures, marked, place):
    item = SimpleNamespace(
        nodeid=nodeid,
        fixturenames=fixtures,
        get_closest_marker=lambda name: "mark" if marked and name == "long" else None,
    )
    assert kind(item) == place


def test_item_without_fixtures_is_of_kind_other():
    assert kind(SimpleNamespace(nodeid="README.md::x", get_closest_marker=lambda name: None)) == OTHER


@given(some_kinds, workers)
def test_each_test_is_in_one_share_and_sizes_are_balanced(kinds, count):
    items = fake_items(kinds)
    shares = shared_out(items, count)
    assert len(shares) == count
    assert Counter(id(item) for share in shares for item in share) == Counter(map(id, items))
    sizes = [len(share) for share in shares]
    assert max(sizes) - min(sizes) <= 1


@given(some_kinds, workers)
def test_share_is_sorted_by_kind_and_keeps_shuffled_order(kinds, count):
    items = fake_items(kinds)
    at = {id(item): place for place, item in enumerate(items)}
    for share in shared_out(items, count):
        order = [(kind(item), at[id(item)]) for item in share]
        assert order == sorted(order)


@given(some_kinds, workers)
def test_waiting_tests_fill_the_first_half_of_the_workers(kinds, count):
    first, others = halves(shared_out(fake_items(kinds), count))
    elsewhere = sum(count_waiting(kinds_in(share)) for share in others)
    room = sum(map(len, first))
    assert elsewhere == max(0, count_waiting(kinds) - room)


@given(some_kinds, workers)
def test_shares_of_the_first_half_begin_with_a_waiting_test(kinds, count):
    first, _others = halves(shared_out(fake_items(kinds), count))
    ordinary = sum(0 < one < LONG for one in kinds)  # but those that are dear to set up
    if ordinary >= len(first):
        assert all(kind(share[0]) < LONG for share in first if share)


@given(some_kinds, workers)
def test_tests_with_costly_setup_share_one_worker(kinds, count):
    shares = shared_out(fake_items(kinds), count)
    elsewhere = sum(kinds_in(share).count(0) for share in shares[1:])
    assert elsewhere == max(0, kinds.count(0) - len(shares[0]))


@given(some_kinds, workers)
def test_computing_tests_fill_the_second_half_of_the_workers(kinds, count):
    first, others = halves(shared_out(fake_items(kinds), count))
    computing = sum(one in (LONG, OTHER) for one in kinds)
    pushed_out = max(0, count_waiting(kinds) - sum(map(len, first)))  # waits where it should not
    left = sum(map(len, others)) - pushed_out
    here = sum(one in (LONG, OTHER) for share in others for one in kinds_in(share))
    assert here == min(computing, left)


def test_two_workers_of_a_small_run():
    kinds = [PURE, OTHER, LONG, 3, PURE, 1, 2, PURE]
    assert [kinds_in(share) for share in shared_out(fake_items(kinds), 2)] == [
        [1, 2, 3, PURE],
        [LONG, OTHER, PURE, PURE],
    ]
