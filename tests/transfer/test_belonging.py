"""In which organisation a copy is restored: never in one where whoever restores it has no right to."""

from functools import cache
from pathlib import Path

import pytest

from tests import factories
from tournaments.models import Organisation, Player, Role, User
from tournaments.transfer.copies import file
from tournaments.transfer.copies.restore import belonging

pytestmark = pytest.mark.django_db
BEFORE = Path(__file__).parent / "before"


@cache
def copy():
    return file.open_copy((BEFORE / "day.cheville").read_bytes())


def described(*args, **kwargs):
    return belonging(copy(), *args, **kwargs).rows["organisation"]


def of(organisation):
    return {"uid": str(organisation.uid), "name": organisation.name}


@pytest.fixture
def its_own():
    """That of the copy, which has another name here by now, and is not the first."""
    Organisation.objects.create(name="FADOQ Beloeil")
    return Organisation.objects.create(uid=copy().rows["organisation"]["uid"], name="FADOQ Saint-Hilaire")


def test_it_brings_its_own_where_nobody_knows_it():
    boss = User.objects.create_superuser("patronne")
    assert described(None) == described(boss) == copy().rows["organisation"]


def test_an_organisation_that_nobody_knows_is_made_for_superusers_only():
    lise = factories.director()
    assert described(lise) == of(lise.roles.get().organisation)


def test_it_goes_where_it_was_and_takes_the_name_of_today(its_own):
    assert described(None) == of(its_own)
    rose = factories.helper(Organisation.objects.first(), "director", "rose")
    Role.objects.create(user=rose, organisation=its_own, role=Role.Kind.DIRECTOR)
    assert described(rose) == of(its_own)


def test_who_has_no_right_there_restores_it_at_home(its_own):
    lise = factories.director()
    assert described(lise) == of(lise.roles.get().organisation)


def test_it_goes_where_it_is_asked_for(its_own):
    other = Organisation.objects.create(name="FADOQ L'Écuyer")
    assert described(None, other) == of(other)
    assert described(factories.helper(other, "director", "rose"), to=other) == of(other)


def test_people_of_another_organisation_are_others_here_and_the_same_each_time(its_own):
    elsewhere = Organisation.objects.create(name="FADOQ L'Écuyer")
    part = copy().rows["parts"]["Player"]
    at = part["fields"].index("uid")
    stranger, ours, *others = (row[at] for row in part["rows"])
    Player.objects.create(organisation=elsewhere, uid=stranger, name="Réal O'Brien", sort_name="o'brien real")
    Player.objects.create(organisation=its_own, uid=ours, name="Ada L'Écuyer", sort_name="ecuyer ada")
    both = [belonging(copy(), None).rows["parts"]["Player"]["rows"] for _twice in "ab"]
    told = [[row[at] for row in rows] for rows in both]
    for row, before in zip(both[0], part["rows"], strict=True):
        assert [*row[:at], *row[at + 1 :]] == [*before[:at], *before[at + 1 :]]
    assert told[0] == told[1]
    assert told[0][0] != stranger
    assert told[0][1:] == [ours, *others]
