"""Tablets over a bad network, with a server that dies: nothing is lost, and nothing counts twice."""

import pytest

from tests.web.device_api.tournament import SimulatedTournament, Size

# Each on one database, in a round that the copy has or lacks; `make figures` plays larger ones on both.
TOURNAMENT_SIZES = {
    "tablets, and another laptop twice": ("postgresql", Size(tables=8, rounds=3, kills=1, replaced=(2, 3))),
    "own phones, and a table of three": (
        "sqlite",
        Size(tables=5, rounds=3, kills=1, phones=True, replaced=(3,), three=True),
    ),
    "matches": ("sqlite", Size(tables=4, rounds=2, kills=0, best_of=3, replaced=(2,))),
    "gin by hand": ("sqlite", Size(tables=4, rounds=2, kills=0, game="gin", replaced=(2,))),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("database", "size"),
    TOURNAMENT_SIZES.values(),
    ids=TOURNAMENT_SIZES,
    indirect=["database"],
    scope="session",
)
def test_tournament_on_tablets_survives_bad_network_and_crashes(serve, database_url, size):
    def start(port: int):
        return serve("--host", "127.0.0.1", "--port", str(port), DATABASE_URL=database_url)

    tournament = SimulatedTournament(size, start)
    tournament.play()
    tournament.check()
    assert tournament.network.power.kills == size.kills + len(size.replaced)
    assert tournament.happened["laptops replaced"] == len(size.replaced)
    assert tournament.network.happened["questions lost"] and tournament.network.happened["answers lost"]
    assert tournament.network.happened["doubled"]
    assert tournament.happened["tables of three"] == (size.rounds if size.three else 0)
    assert not [what for what in tournament.network.happened if what.startswith("status")]
