"""The number of games missed by a player who leaves, comes late or comes back."""

import pytest

from tests.registration.small_tournament import fill, small_tournament
from tournaments import registration

pytestmark = pytest.mark.django_db
ROUNDS = 10


def entry_with_presences(here):
    """Return the first of four people, here in these rounds: [(from, to), …], `to` None for good."""
    tournament = small_tournament(rounds=ROUNDS)
    entry = fill(tournament, 4)[0]
    entry.presences.all().delete()
    for start, end in here:
        entry.presences.create(from_round=start, to_round=end, reason="")
    return tournament.entries.get(pk=entry.pk)


@pytest.mark.parametrize(
    ("here", "from_round", "missed"),
    [
        ([], 1, 0),  # comes for the first game
        ([], 4, 3),  # never was there before
        ([(1, 2)], 5, 2),
        ([(1, 2)], 3, 0),  # left and is back at once
        ([(1, 1)], 3, 1),
        ([(2, 2)], 3, 1),
        ([(1, 2), (5, 6)], 9, 4),
        ([(1, 2), (5, None)], 9, 2),
        ([(3, None)], 3, 2),
        ([(3, None)], 2, 1),  # what lies ahead has not been played
        ([(1, 8)], 5, 0),
        ([(3, 1)], 4, 3),  # a copy may say so: gone before they came
    ],
)
def test_returning_player_missed_rounds_while_away(here, from_round, missed):
    found = registration.consequence(
        entry_with_presences(here), leaves=False, from_round=from_round, rounds=ROUNDS
    )
    assert found.rounds_missed == missed


@pytest.mark.parametrize(
    ("here", "from_round", "missed"),
    [
        ([(1, None)], 2, 9),
        ([(1, None)], 10, 1),
        ([(1, None)], 1, 0),  # a player who has not played misses nothing
        ([(5, None)], 5, 0),
        ([(5, None)], 6, 5),
        ([(1, 3), (7, None)], 8, 3),
    ],
)
def test_leaving_player_misses_remaining_rounds(here, from_round, missed):
    found = registration.consequence(
        entry_with_presences(here), leaves=True, from_round=from_round, rounds=ROUNDS
    )
    assert found.rounds_missed == missed


@pytest.mark.parametrize(
    ("here", "leaves", "numbers", "odd"),
    [
        ([(1, None)], True, (4, 3), True),
        ([(1, 4)], False, (3, 4), False),
        ([(1, 5)], True, (4, 3), True),  # the last game before the departure
        ([(6, None)], False, (3, 4), False),
    ],
)
def test_player_counts_before_and_after_change(here, leaves, numbers, odd):
    found = registration.consequence(entry_with_presences(here), leaves=leaves, from_round=5, rounds=ROUNDS)
    assert (found.players_before, found.players_after, found.odd_after) == (*numbers, odd)
    assert found.from_round == 5


def test_departure_from_six_players_leaves_odd_number():
    entry = fill(small_tournament(), 6)[0]
    assert registration.consequence(entry, leaves=True, from_round=1, rounds=ROUNDS).odd_after
