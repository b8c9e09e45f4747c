"""Send ten thousand hostile requests: `python -m tests.lab.figures.hostile`.

tests/hostile/test_random_requests.py is a sample.

Requests go to every address, signed out and in every role for one tournament and for an organisation, on
SQLite and then on PostgreSQL, with hostile values in addresses, queries, forms, JSON of devices, headers, and
files. No answer may be 5xx, repeat what was sent unescaped, or lead to another site; nothing may be written
outside the data folder; afterwards every page of every tournament works, the score book agrees with its
lines, and the papers that were ordered are drawn. The requests depend on the seed, which is printed. Fails
where any of this does not hold.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.lab.figures.faults import DATABASES, database

REQUESTS, REQUESTS_PER_WORLD = 10_000, 2_500


def attack(kind: str, requests: int, seed: int, outer: Path) -> int:
    """Send all requests on one database; return how many faults were found."""
    from tests.hostile.attack import Attack
    from tests.hostile.outside import ROOT, Watch, listing

    data = outer / "data"
    before = listing(outer, ROOT, but=data)
    watch = Watch(data)
    begun = time.perf_counter()
    done = Attack(seed, watch)
    known: set[str] = set()
    while done.asked < requests:
        done.go_on(min(REQUESTS_PER_WORLD, requests - done.asked))
        _print_new_faults(done.faults, known)
        print(f"    {kind}: {done.asked} requests, {len(done.faults)} faults", flush=True)
    done.look_at_everything()
    done.end()
    if listing(outer, ROOT, but=data) != before:
        done.faults["files outside the data folder were written"] = "see the listing"
    _print_new_faults(done.faults, known)
    seconds = time.perf_counter() - begun
    print(
        f"{kind}, seed {seed}: {done.asked} hostile requests, {done.pages} pages of "
        f"{done.days} tournaments, {seconds:.0f} s"
    )
    print("    " + ", ".join(f"{what} {count}" for what, count in sorted(done.kinds.items())))
    print("    " + ", ".join(f"{status}: {count}" for status, count in sorted(done.statuses.items())))
    print(f"    slowest {done.slowest[0]:.1f} s: {done.slowest[1][:200]}")
    print(f"    {len(done.faults)} faults", flush=True)
    return len(done.faults)


def _print_new_faults(faults: dict[str, str], known: set[str]) -> None:
    """Print the faults that were not printed yet, with an example of each."""
    for what in faults.keys() - known:
        print(f"{what}\n    {faults[what]}\n", flush=True)
    known |= faults.keys()


def on(kind: str, requests: int, seed: int) -> int:
    """Attack on one database alone, in this process: the settings are read once."""
    with tempfile.TemporaryDirectory(prefix="cheville-hostile-") as outer:
        data = Path(outer, "data")
        data.mkdir()
        uploads = data / "uploads"
        uploads.mkdir()
        tempfile.tempdir = str(uploads)  # nothing has a reason to be written beside it
        with database(kind, data) as url:
            os.environ.update(
                CHEVILLE_DATA=str(data), DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings"
            )
            return _set_up_and_attack(kind, requests, seed, Path(outer))


def _set_up_and_attack(kind: str, requests: int, seed: int, outer: Path) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()  # Django's test client requests another host than the program answers to
    call_command("migrate", verbosity=0)
    return attack(kind, requests, seed, outer)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--on", choices=DATABASES, help="one database alone")
    arguments = parser.parse_args()
    if arguments.on:
        return min(1, on(arguments.on, arguments.requests, arguments.seed))
    again = [
        sys.executable,
        "-m",
        "tests.lab.figures.hostile",
        f"--requests={arguments.requests}",
        f"--seed={arguments.seed}",
    ]
    return max(subprocess.call([*again, "--on", kind]) for kind in DATABASES)


if __name__ == "__main__":
    sys.exit(main())
