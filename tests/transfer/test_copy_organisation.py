"""The organisation in which a copy is restored: never one in which the user has no right to."""

from functools import cache
from pathlib import Path

import pytest

from tests import factories
from tournaments.models import Organisation, Player, Role, User
from tournaments.transfer.copies import file
from tournaments.transfer.copies.restore import assign_organisation

pytestmark = pytest.mark.django_db
OLD_COPIES = Path(__file__).parent / "before"


@cache
def copy():
    return file.open_copy((OLD_COPIES / "day.cheville").read_bytes())


def organisation_in_copy(*args, **kwargs):
    return assign_organisation(copy(), *args, **kwargs).rows["organisation"]


def organisation_row(organisation):
    return {"uid": str(organisation.uid), "name": organisation.name}


@pytest.fixture
def its_own():
    """Return the organisation of the copy, which has another name here by now, and is not the first."""
    Organisation.objects.create(name="FADOQ Beloeil")
    return Organisation.objects.create(uid=copy().rows["organisation"]["uid"], name="FADOQ Saint-Hilaire")


def test_unknown_organisation_comes_with_copy():
    boss = User.objects.create_superuser("patronne")
    assert organisation_in_copy(None) == organisation_in_copy(boss) == copy().rows["organisation"]


def test_only_superuser_brings_unknown_organisation():
    lise = factories.director()
    assert organisation_in_copy(lise) == organisation_row(lise.roles.get().organisation)


def test_known_organisation_keeps_its_present_name(its_own):
    assert organisation_in_copy(None) == organisation_row(its_own)
    rose = factories.helper(Organisation.objects.first(), "director", "rose")
    Role.objects.create(user=rose, organisation=its_own, role=Role.Kind.DIRECTOR)
    assert organisation_in_copy(rose) == organisation_row(its_own)


def test_user_without_role_restores_into_own_organisation(its_own):
    lise = factories.director()
    assert organisation_in_copy(lise) == organisation_row(lise.roles.get().organisation)


def test_requested_organisation_is_used(its_own):
    other = Organisation.objects.create(name="FADOQ L'Écuyer")
    assert organisation_in_copy(None, other) == organisation_row(other)
    assert organisation_in_copy(factories.helper(other, "director", "rose"), to=other) == organisation_row(
        other
    )


def test_players_of_another_organisation_get_stable_new_uids(its_own):
    elsewhere = Organisation.objects.create(name="FADOQ L'Écuyer")
    part = copy().rows["parts"]["Player"]
    at = part["fields"].index("uid")
    stranger, ours, *others = (row[at] for row in part["rows"])
    Player.objects.create(organisation=elsewhere, uid=stranger, name="Réal O'Brien", sort_name="o'brien real")
    Player.objects.create(organisation=its_own, uid=ours, name="Ada L'Écuyer", sort_name="ecuyer ada")
    both = [assign_organisation(copy(), None).rows["parts"]["Player"]["rows"] for _twice in "ab"]
    found = [[row[at] for row in rows] for rows in both]
    for row, before in zip(both[0], part["rows"], strict=True):
        assert [*row[:at], *row[at + 1 :]] == [*before[:at], *before[at + 1 :]]
    assert found[0] == found[1]
    assert found[0][0] != stranger
    assert found[0][1:] == [ours, *others]
