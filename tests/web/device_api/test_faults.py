"""A day on tablets over a bad network, with a server that dies: nothing is lost, nothing counts twice."""

import pytest

from tests.samples import on_databases
from tests.web.device_api.day import Day, Size

DAYS = {
    "tablets, and another laptop twice": Size(tables=8, rounds=3, kills=1, replaced=(2, 3)),
    "matches": Size(tables=4, rounds=2, kills=1, best_of=3, replaced=(2,)),
    "own phones, and a table of three": Size(
        tables=5, rounds=3, kills=1, phones=True, replaced=(2,), three=True
    ),
    "gin by hand": Size(tables=4, rounds=2, kills=1, game="gin", replaced=(2,)),
}


@pytest.mark.django_db(transaction=True)
@on_databases("kind", [(kind,) for kind in DAYS], postgresql=0)
def test_a_day_on_tablets_over_a_bad_network(serve, database_url, kind):
    def start(port: int):
        return serve("--host", "127.0.0.1", "--port", str(port), DATABASE_URL=database_url)

    size = DAYS[kind]
    day = Day(size, start)
    day.play()
    day.check()
    assert day.network.power.kills == size.kills + len(size.replaced)
    assert day.happened["laptops replaced"] == len(size.replaced)
    assert day.network.happened["questions lost"] and day.network.happened["answers lost"]
    assert day.network.happened["doubled"]
    assert day.happened["tables of three"] == (size.rounds if size.three else 0)
    assert not [what for what in day.network.happened if what.startswith("status")]
