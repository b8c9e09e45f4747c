"""Every format works with any number of players, a fixed seat, late entries and withdrawals.

Each round is validated as stored in the database. A fixed sample; `make figures` plays 2 to 24 of each.
"""

import pytest

from scoring import DomainError
from tests import factories
from tests.samples import SWEEP_FACTOR
from tournaments.formats import FORMATS
from tournaments.models import Round
from tournaments.rounds import NoSeating
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db
FORMATS_AND_SIZES = [
    (key, players)
    for at, key in enumerate(sorted(FORMATS))
    for players in (range(2, 25) if SWEEP_FACTOR > 1 else [9 + at * 5 % 9])
]
# One table plays, and each of the two left over has one alone.
FORMATS_AND_SIZES += [("gin-three", 5)] * (SWEEP_FACTOR == 1)
TOO_FEW_CODES = {"too_few_for_a_table", "too_few_players", "too_few_for_a_bracket"}
"""The reasons for which a field smaller than the seats at a few tables cannot be played at all."""
ENOUGH_PLAYERS = 12
GAMES = 6 if SWEEP_FACTOR > 1 else 3


@pytest.mark.parametrize(("key", "players"), FORMATS_AND_SIZES)
def test_formats_are_played_with_any_number_of_entries(key, players):
    comes_and_goes = int(players >= 8)
    try:
        tournament = factories.simulated(
            players, key, seed=players, fixed=[1] * comes_and_goes, away=2 * comes_and_goes
        )
        outcome = simulated_tournament.play(
            tournament, seed=players, by=None, upto=GAMES, late=comes_and_goes, leave=comes_and_goes
        )
    except (DomainError, NoSeating) as refused:
        if refused.code in TOO_FEW_CODES and players < ENOUGH_PLAYERS:
            return
        raise
    assert outcome.faults == []
    assert Round.objects.filter(stage__tournament=outcome.tournament).exists()
