"""Measure how the cost of work grows with a tournament: `python -m tests.lab.growth`.

Each operation is called several times at each size, after one call to warm up. A row has the median of its
processor time in milliseconds, the kilobytes of its answer, its statements, and the exponent of the time
between the smallest and the largest size: 0 where it does not grow, 1 where it grows as the tournament does.
"""

import gc
import math
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

import django

SIZES = (50, 100, 200, 400, 2000)
PAGES = ("registration", "check_in", "teams", "rounds", "where", "standings", "public", "prizes", "papers")
SEARCHES = {"registration, a search": {"q": "roy"}, "registration, who owes": {"money": "open"}}
REPEATS = 7


@dataclass(frozen=True)
class Cost:
    """One operation at one size: processor time (ms), size of its answer (kB), statements."""

    milliseconds: float
    kilobytes: float
    statements: int


def cost(work: Callable[[], int]) -> Cost:
    """Measure work that returns the bytes of its answer."""
    from django.db import connection

    statements: list[str] = []

    def noted(execute, sql, *given):
        statements.append(sql)
        return execute(sql, *given)

    work()
    gc.collect()
    gc.freeze()  # as it is served (config/wsgi.py)
    with connection.execute_wrapper(noted):
        size = work()
    if os.environ.get("SHOW"):
        print(*(" ".join(one.split())[:150] for one in statements), "", sep="\n")
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return Cost(1000 * statistics.median(times), size / 1000, len(statements))


def exponent(smallest: int, cheap: float, largest: int, dear: float) -> float:
    """Return how the time grows with the size: 1 is in proportion to it."""
    return math.log(dear / cheap) / math.log(largest / smallest)


def operations(players: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the operations on a new tournament of this size, in game 2, with half of the results in."""
    from django.test import Client
    from django.urls import reverse

    from tests import factories
    from tournaments.models import User

    who = User.objects.filter(username="lise").first() or factories.director()
    on = {"name": f"Journée {players} {uuid.uuid4().hex[:6]}", "day": date(2026, 1, 1) + timedelta(players)}
    tournament = factories.tournament(players, by=who, about=on)
    _play(factories.open_round(tournament, 1))
    waits = list(factories.open_round(tournament, 2).meetings.filter(void_act=None).order_by("place__number"))
    half = len(waits) // 2
    for meeting in waits[:half]:
        factories.enter(meeting, [121, 90])
    tournament.refresh_from_db()
    client = Client(SERVER_NAME="localhost")
    client.force_login(who)
    yield from _desk_operations(client, tournament, iter(waits[half:]))
    for name in PAGES:
        url = reverse(name, args=[tournament.slug])
        yield name, partial(_read, client, url)
    for name, asked in SEARCHES.items():
        yield name, partial(_read, client, reverse("registration", args=[tournament.slug]), asked)


def _play(round_) -> None:
    from tests import factories
    from tournaments import rounds

    for meeting in round_.meetings.filter(void_act=None):
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)


def _desk_operations(client, tournament, waits) -> Iterator[tuple[str, Callable[[], int]]]:
    version = tournament.version

    def known() -> dict:
        return {
            "seen": tournament.last_line,
            "epoch": tournament.epoch,
            "since": tournament.version,
            "since_line": tournament.last_line,
        }

    waiting = iter([meeting.place.number for meeting in waits])

    def post() -> int:
        typed = {"table": next(waiting), "winner": "A", "loser": 90, "nonce": uuid.uuid4().hex}
        answer = client.post(
            f"/t/{tournament.slug}/desk/write/", typed | known(), headers={"Accept": "application/json"}
        )
        assert answer.status_code == 200 and answer.json()["ok"], answer.content[:300]
        tournament.last_line, tournament.version = answer.json()["seen"], answer.json()["version"]
        return len(answer.content)

    def poll(since: int) -> int:
        asked = {"epoch": tournament.epoch, "since": since, "since_line": tournament.last_line - 1}
        answer = client.get(f"/t/{tournament.slug}/desk/state/", asked)
        assert answer.status_code in (200, 204)
        return len(answer.content)

    def unchanged() -> int:
        return poll(tournament.version)

    def changed() -> int:
        return poll(tournament.version - 1)

    yield "result at the desk", post
    tournament.refresh_from_db()
    assert tournament.version > version
    yield "desk poll, one result new", changed
    yield "desk poll, nothing new", unchanged
    yield "the whole desk", lambda: len(client.get(f"/t/{tournament.slug}/desk/").content)


def _read(client, url: str, asked: dict[str, str] | None = None) -> int:
    answer = client.get(url, asked)
    assert answer.status_code == 200, url
    return len(answer.content)


def main(sizes: list[int]) -> None:
    """Print the table for these sizes."""
    from django.core.management import call_command

    rows: dict[str, dict[int, Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="cheville-growth-") as folder:
        os.environ.update(CHEVILLE_DATA=folder, DJANGO_SETTINGS_MODULE="config.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        for players in sizes:
            for name, work in operations(players):
                rows.setdefault(name, {})[players] = cost(work)
    print(f"{'':<28}" + "".join(f"{size:>22}" for size in sizes) + "   exponent")
    for name, costs in rows.items():
        cells = [
            f"{one.milliseconds:.1f} ms {one.kilobytes:.1f} kB {one.statements} q" for one in costs.values()
        ]
        small, large = costs[sizes[0]], costs[sizes[-1]]
        grows = exponent(sizes[0], small.milliseconds, sizes[-1], large.milliseconds)
        print(f"{name:<28}" + "".join(f"{cell:>22}" for cell in cells) + f"   {grows:.2f}")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(SIZES))
