"""Databases and copies of earlier versions (README.md) open here with the standings that they had."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from tests import databases, factories
from tournaments.models import Entry, Organisation, Tournament
from tournaments.publishing import publications
from tournaments.registration.known_clubs import spelling_key
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies

SCHEMAS = Path(__file__).parent / "schemas"
EXPECTED_STANDINGS = json.loads((SCHEMAS / "standings.json").read_text(encoding="utf-8"))


def standing_rows(tournament: Tournament) -> list[list[int]]:
    """Return the standings in the order of `standings.json`."""
    return [
        [row.place, row.number, row.pegged, row.match_points, row.won, row.spread]
        for row in standings(tournament).rows
    ]


@pytest.fixture
def opened(schema: str, tmp_path: Path, empty_database: Path, django_db_blocker) -> Iterator[str]:
    """Yield the database of that schema, brought up to date."""
    path = tmp_path / "cheville.sqlite3"
    path.write_bytes(gzip.decompress((SCHEMAS / f"{schema}.sqlite3.gz").read_bytes()))
    with django_db_blocker.unblock(), databases.opened(path):
        call_command("migrate", verbosity=0)
        yield schema


def assert_clubs_are_known() -> None:
    written = Entry.objects.filter(tournament__example=False).exclude(club="").exclude(club__contains=" / ")
    for organisation in Organisation.objects.all():
        here = set(written.filter(tournament__organisation=organisation).values_list("club", flat=True))
        known = {one.key: one.club.name for one in organisation.club_spellings.select_related("club")}
        assert {known[spelling_key(club)] for club in here} <= here
        assert {spelling_key(club) for club in here} <= set(known)
        assert len(set(known.values())) == organisation.clubs.count()
        assert bool(known) or not here


@pytest.mark.parametrize("schema", EXPECTED_STANDINGS)
def test_earlier_database_keeps_standings_and_clubs(opened: str):
    """This is one test because migrating takes long."""
    days = list(Tournament.objects.order_by("pk"))
    assert [standing_rows(tournament) for tournament in days] == EXPECTED_STANDINGS[opened]
    call_command("rebuild", check=True)
    published = [found for tournament in days if (found := publications.official_publication(tournament))]
    assert len(published) == 1
    assert not publications.differs(published[0])
    assert_clubs_are_known()


@pytest.mark.django_db
@pytest.mark.parametrize("schema", EXPECTED_STANDINGS)
def test_earlier_copy_keeps_standings(schema: str):
    copy = copies.open_copy((SCHEMAS / f"{schema}.cheville").read_bytes())
    tournament = copies.restore(copy, by=factories.director())
    assert standing_rows(tournament) == EXPECTED_STANDINGS[schema][1]
    assert scores.rebuild(tournament, check=True) == []
