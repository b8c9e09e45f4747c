"""Result entry on a server: PostgreSQL and two web processes.

50 tablets of one tournament are measured against the same with one bare insert a request, in turn; 800
tablets of 20 tournaments that all send at the same moment, against a limit. PostgreSQL waits for the disk
at each commit, as by default. Django is set up once in a process: this one measures in another.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.lab.bench.compare import PAIR_COUNT, Row
from tests.processes import ROOT, Process, free_port

if TYPE_CHECKING:
    from tests.lab.bench.devices import Hall

WEB_PROCESSES = 2
TOURNAMENTS, TABLES = 20, 40
LIMIT = 1.0  # seconds


def rows() -> Iterator[Row]:
    """Yield the rows that the other process prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.bench.server"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        yield Row(**json.loads(line))


def main() -> None:
    """Measure, and print one row on each line."""
    from tests.server.parts import Postgres

    postgres, started = Postgres(), []
    try:
        with tempfile.TemporaryDirectory(prefix="cheville-bench-") as folder:
            os.environ.update(
                DATABASE_URL=postgres.url, CHEVILLE_DATA=folder, DJANGO_SETTINGS_MODULE="config.settings"
            )
            os.makedirs(f"{folder}/static")
            import django

            django.setup()
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            from tests.lab.bench.devices import Hall, bare_insert_rows

            hall, halls = Hall(), [Hall(TABLES) for _ in range(TOURNAMENTS)]
            ours, bare = (
                _start_web_processes(started, *what)
                for what in (
                    ["manage.py", "web", "--port"],
                    ["-m", "tests.lab.bench.bare_insert", "web"],
                )
            )
            for row in (*bare_insert_rows(hall, ours, bare, ", PostgreSQL"), _same_moment_row(halls, ours)):
                print(json.dumps(asdict(row)), flush=True)
    finally:
        for process in started:
            process.kill()
        postgres.end()


def _same_moment_row(halls: list["Hall"], urls: list[str]) -> Row:
    """Return the row of a game in which the tablets of all halls send at the same moment: a median."""
    from tests.lab.bench.clients import send_at_once
    from tests.lab.bench.devices import WARM_UP, check_all_accepted

    waits = []
    for game in range(WARM_UP + PAIR_COUNT):
        asks = [ask for one in zip(*(hall.next_game() for hall in halls), strict=True) for ask in one]
        outcome = check_all_accepted(send_at_once(urls, asks, clients=len(asks)), len(asks))
        if game >= WARM_UP:
            waits.append(outcome.wait(99))
    name = f"{len(asks)} tablets, {len(halls)} tournaments, one moment: p99"
    return Row(name, statistics.median(waits), LIMIT, "the limit", 1.0)


def _start_web_processes(started: list[Process], *what: str) -> list[str]:
    """Start web processes, and return their addresses once they answer."""
    urls = []
    for _turn in range(WEB_PROCESSES):
        port = free_port()
        started.append(Process(*what, str(port)))
        started[-1].wait_for("Serving on")
        urls.append(f"http://127.0.0.1:{port}")
    return urls


if __name__ == "__main__":
    main()
