"""Measure suggestions in an organisation that knows 160 000 people: `python -m tests.lab.known_people`.

A row has the processor time of the request on SQLite in milliseconds (with `--on postgresql` the time, as the
database works too), the median and the longest of several, and how many people are suggested.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import django

SEED = 7
REPEATS = 7
FAMILY_NAMES = 4_000
FREQUENT_NAMES = """
Tremblay Gagnon Roy Côté Bouchard Gauthier Morin Lavoie Fortin Gagné Ouellet Pelletier Bélanger Lévesque
Bergeron Leblanc Paquette Girard Simard Boucher Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe
"""
NAME_PREFIXES = ("St-", "Ste-", "Saint-", "O'", "L'", "D'", "Mc", "De la ", "Le ", "Van ")
SYLLABLES = (
    "ba be bi bo cha che da de don du fa fer ga gau gi la le lan li ma mon na no pa pel ra re ri sa ta val vi"
)
SEARCHES = {
    "begin family names": ("roy", "tremblay", "gagnon", "cot", "st"),
    "begin first names": ("huguette", "jean guy", "yvon", "zoe", "wilfrid"),
    "a family name and more": (
        "tremblay jg",
        "roy jean",
        "st-hil",
        "lecuyer",
        "obrien",
        "o brien",
        "leblanc m",
    ),
    "are frequent, seldom together": ("pierre marie", "jean zoe", "roy tremblay", "ro jg", "ma je"),
    "find few or nobody": ("zzz", "jg", "xy", "jean zzz", "qu zz", "o'z", "guy xx", "tremblay xyz jean"),
}


def names(many: int) -> list[str]:
    """Return as many made-up names as there are people: a third of them have a frequent family name."""
    from tournaments.registration.names import FIRST_NAMES

    chance, first = random.Random(SEED), sorted(FIRST_NAMES)
    syllables, frequent = SYLLABLES.split(), FREQUENT_NAMES.split()
    rare = ["".join(chance.choices(syllables, k=chance.randint(2, 4))).title() for _ in range(FAMILY_NAMES)]
    rare = [f"{chance.choice(NAME_PREFIXES)}{one}" if chance.random() < 0.1 else one for one in rare]
    rare += ["St-Hilaire", "Saint-Hilaire", "L'Écuyer", "Lécuyer", "O'Brien"]

    def given() -> str:
        one = chance.choice(first).title()
        if chance.random() < 0.2:
            one = (
                f"{chance.choice(('Jean', 'Marie', one))}{chance.choice('- ')}{chance.choice(first).title()}"
            )
        return one

    def family() -> str:
        one = chance.choice(frequent if chance.random() < 1 / 3 else rare)
        return f"{one}-{chance.choice(rare)}" if chance.random() < 0.05 else one

    return [f"{given()} {family()}" for _ in range(many)]


def add_known_people(many: int) -> str:
    """Let an organisation know so many people; return the address that suggests some of them."""
    from django.urls import reverse

    from tests import factories
    from tournaments.models import Player
    from tournaments.registration.names import sort_name

    lise = factories.director()
    tournament = factories.tournament(0, by=lise, about={"name": "Journée", "day": date(2026, 1, 1)})
    Player.objects.bulk_create(
        (
            Player(organisation=tournament.organisation, name=one, sort_name=sort_name(one), kept=True)
            for one in names(many)
        ),
        batch_size=2_000,
    )
    return reverse("known_players", args=[tournament.slug])


def measure(address: str, clock: Callable[[], float]) -> None:
    """Print a row for each text that is typed."""
    from django.test import Client

    from tournaments.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username="lise"))
    for kind, texts in SEARCHES.items():
        for typed in texts:
            times, answer = [], client.get(address, {"name": typed})
            for _ in range(REPEATS):
                begun = clock()
                answer = client.get(address, {"name": typed})
                times.append(1000 * (clock() - begun))
            found = answer.content.decode().count("<option")
            print(f"{kind:<30} {typed:<18} {statistics.median(times):8.1f} {max(times):8.1f} ms {found:4}")


def main() -> None:
    """Make the people on a new database, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=160_000)
    parser.add_argument("--on", choices=["sqlite", "postgresql"], default="sqlite")
    arguments = parser.parse_args()
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="cheville-known-")))
        os.environ.update(CHEVILLE_DATA=str(folder), DJANGO_SETTINGS_MODULE="config.settings")
        if arguments.on == "postgresql":
            from tests.server.parts import Postgres

            postgres = Postgres()
            ends.callback(postgres.end)
            os.environ["DATABASE_URL"] = postgres.url
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        clock = time.process_time if arguments.on == "sqlite" else time.perf_counter
        address = add_known_people(arguments.people)
        if arguments.on == "postgresql":
            from django.db import connection

            connection.cursor().execute("VACUUM ANALYZE")  # as autovacuum does within a minute
        measure(address, clock)


if __name__ == "__main__":
    main()
