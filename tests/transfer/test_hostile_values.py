"""A copy in which any one value is changed is refused, or every page of the restored tournament works."""

import copy
import random

import pytest
from django.test import Client
from django.urls import reverse

from scoring import DomainError
from tests.all_addresses import pages_of
from tests.transfer.tampered import packed, restored, sealed
from tournaments.finals import medals
from tournaments.transfer.copies import rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

HOSTILE_VALUES = [
    None,
    True,
    -1,
    0,
    7,
    2**31,
    2**70,
    1.5,
    "",
    "\0",
    "\ud800",
    "\u202eNOSAJ",
    "x" * 5000,
    "9999-12-31T23:59:59-12:00",
    [],
    [[]],
    {},
    {"v": 1},
    {"a": {"b": [None]}},
]
SAMPLE_SIZES = {"sqlite": 40, "postgresql": 15}
CHECKED_PAGES = ("desk", "rounds", "registration", "tablets", "medals", "public")


def hostile_copies(whole: dict, chance: random.Random):
    """Yield copies with one changed value, without end."""
    parts = [name for name, part in whole["parts"].items() if part["rows"]]
    while True:
        changed = copy.deepcopy(whole)
        part = chance.choice([*parts, "tournament"])
        if part == "tournament":
            name = chance.choice(list(changed["tournament"]))
            changed["tournament"][name] = chance.choice(HOSTILE_VALUES)
        else:
            name = chance.choice(changed["parts"][part]["fields"])
            at = chance.randrange(len(changed["parts"][part]["rows"]))
            there = changed["parts"][part]["fields"].index(name)
            row = changed["parts"][part]["rows"][at]
            row[there] = mutated_value(row[there], chance)
        yield part, name, changed


def mutated_value(value, chance: random.Random):
    """Return another value, or the same with a change somewhere inside."""
    if isinstance(value, dict | list) and value and chance.random() < 0.7:
        key = chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
        if isinstance(value, dict) and chance.random() < 0.2:
            del value[key]
        else:
            value[key] = mutated_value(value[key], chance)
        return value
    return chance.choice(HOSTILE_VALUES)


def try_hostile_copies(tournament, owner, count: int, seed: int, looked_at=()) -> tuple[int, int]:
    """Return how many of so many changed copies were refused, and how many restored with working pages."""
    pages = Client()
    pages.force_login(owner)
    refused = kept = 0
    tries = hostile_copies(packed(tournament), random.Random(seed))
    for _try in range(count):
        part, name, whole = next(tries)
        try:
            life = restored(sealed(whole), by=owner)
        except DomainError:
            refused += 1
            continue
        kept += 1
        for page in [reverse(name, args=[life.slug]) for name in looked_at] or pages_of(life):
            assert pages.get(page).status_code in (200, 302), (part, name, page)
    return refused, kept


@pytest.mark.both_databases
def test_changed_copy_is_refused_or_harmless(database, full_tournament, owner):
    count = SAMPLE_SIZES[database]
    refused, kept = try_hostile_copies(full_tournament, owner, count, 7, CHECKED_PAGES)
    assert refused > count / 3
    assert kept > 1


def test_full_copy_has_rows_of_every_table(full_tournament):
    """A copy thus has a row of each table and column, and none goes past the checks."""
    assert {model.__name__ for model in rows.PARTS} == set(packed(full_tournament)["parts"])
    empty = [name for name, part in packed(full_tournament)["parts"].items() if not part["rows"]]
    assert empty in ([], ["StageEntry"])
    assert medals.ties(full_tournament) is not None
