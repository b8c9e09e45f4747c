"""`make registrations` finds a person who was overtaken on the waiting list."""

from types import SimpleNamespace

import pytest

from tests.lab.registrations import overtaken


def row(number: int, club: str, state: str):
    placed = None if state == "waiting" else "then"
    return SimpleNamespace(signup=SimpleNamespace(number=number, club=club, placed_at=placed), state=state)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([(1, "a", "placed"), (2, "b", "placed"), (3, "a", "waiting")], []),
        ([(1, "a", "withdrawn"), (2, "a", "waiting"), (3, "a", "placed")], [2]),
        ([(1, "a", "placed"), (2, "b", "waiting"), (3, "a", "placed"), (4, "b", "placed")], [2]),
        ([(1, "a", "placed"), (2, "a", "placed"), (3, "a", "waiting"), (4, "b", "placed")], []),
    ],
)
def test_overtaken_registration_is_found(rows, found):
    assert overtaken([row(*one) for one in rows], per_club=2) == found
