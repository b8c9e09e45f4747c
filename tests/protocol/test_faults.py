"""A day on tablets over a bad network, with a server that dies: nothing is lost, nothing counts twice."""

import pytest

from tests.protocol.hall import Day, Size

A_SMALL_DAY = Size(tables=12, rounds=4, kills=2)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_day_on_tablets_over_a_bad_network(serve, database_url):
    def start(port: int):
        return serve("--host", "127.0.0.1", "--port", str(port), DATABASE_URL=database_url)

    day = Day(A_SMALL_DAY, start)
    day.play()
    day.check()
    assert day.network.power.kills == A_SMALL_DAY.kills
    assert day.network.happened["questions lost"] and day.network.happened["answers lost"]
    assert day.network.happened["doubled"]
    assert not [what for what in day.network.happened if what.startswith("status")]
