"""Every format is played by whatever field comes, with a fixed seat, late entries and leavers.

Each round is proof-read as it stands in the tables. A fixed sample; `make figures` plays 2 to 24 of each.
"""

import pytest

from scoring import DomainError
from tests import factories
from tests.samples import TIMES
from tournaments.formats import FORMATS
from tournaments.models import Round
from tournaments.rounds import NoSeating
from tournaments.transfer import simulated_day

pytestmark = pytest.mark.django_db
FIELDS = [
    (key, players)
    for at, key in enumerate(sorted(FORMATS))
    for players in (range(2, 25) if TIMES > 1 else [9 + at * 5 % 9])
]
FIELDS += [("gin-three", 5)] * (TIMES == 1)  # one table plays, and each of two who are left over has one
TOO_FEW = {"too_few_for_a_table", "too_few_players", "too_few_for_a_bracket"}
"""Why a field of fewer than there are seats at a few tables cannot be played at all."""
ENOUGH = 12
GAMES = 6 if TIMES > 1 else 3


@pytest.mark.parametrize(("key", "players"), FIELDS)
def test_a_field_is_played_without_a_fault(key, players):
    comes_and_goes = int(players >= 8)
    try:
        tournament = factories.simulated(
            players, key, seed=players, fixed=[1] * comes_and_goes, away=2 * comes_and_goes
        )
        day = simulated_day.play(
            tournament, seed=players, by=None, upto=GAMES, late=comes_and_goes, leave=comes_and_goes
        )
    except (DomainError, NoSeating) as refused:
        if refused.code in TOO_FEW and players < ENOUGH:
            return
        raise
    assert day.faults == []
    assert Round.objects.filter(stage__tournament=day.tournament).exists()
